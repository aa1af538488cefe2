import SensorModels
import Vocabulary

extension Camera {
    /// A camera from its JSON object: `name` (optional), `width` and `height` in pixels of the upright picture, and either
    /// `focalX`, `focalY` and optionally `centreX`, `centreY`, `k1`, `k2`, `k3`, or `horizontalFieldOfViewDegrees` and
    /// `verticalFieldOfViewDegrees`.
    ///
    /// - Throws: `SensorLabError` (bad data) for a missing or unknown member and for values that make no camera.
    public init(json: JSONValue, file: String) throws {
        func fail(_ message: String) -> SensorLabError {
            SensorLabError(
                .badData, code: .badCamera, place: file, message: message,
                advice: "docs/reference/cameras.md shows a camera file")
        }
        guard let members = json.object else { throw fail("expected a JSON object with the camera's members") }
        if let unknown = members.keys.filter({ !Self.memberNames.contains($0) }).min() {
            throw fail("the camera has an unknown member \"\(unknown)\"")
        }
        func number(_ key: String) throws -> Double? {
            guard let value = json[key] else { return nil }
            guard let number = value.number else { throw fail("the camera's \(key): expected a number") }
            return number
        }
        func required(_ key: String) throws -> Double {
            guard let value = try number(key) else { throw fail("the camera's \(key) is missing") }
            return value
        }
        let name = json["name"]?.string ?? file
        let (width, height) = (try required("width"), try required("height"))
        if json["focalX"] == nil, json["horizontalFieldOfViewDegrees"] != nil {
            try self.init(
                name: name, width: width, height: height,
                horizontalFieldOfView: try required("horizontalFieldOfViewDegrees"),
                verticalFieldOfView: try required("verticalFieldOfViewDegrees"))
        } else {
            let distortion = LensDistortion(
                k1: try number("k1") ?? 0, k2: try number("k2") ?? 0, k3: try number("k3") ?? 0)
            try self.init(
                name: name, width: width, height: height, focalX: try required("focalX"),
                focalY: try required("focalY"), centreX: try number("centreX"), centreY: try number("centreY"),
                distortion: distortion)
        }
    }

    private static let memberNames: Set<String> = [
        "name", "width", "height", "focalX", "focalY", "centreX", "centreY", "k1", "k2", "k3",
        "horizontalFieldOfViewDegrees", "verticalFieldOfViewDegrees",
    ]

    /// A camera of the catalogue by its name, else one from a file.
    ///
    /// - Throws: `SensorLabError` (usage) where the text is neither, with the nearest name; as `init(json:file:)` for a file.
    public init(named text: String) throws {
        if let entry = CameraCatalogue.entry(named: text) {
            self = try entry.camera()
        } else if text.contains("/") || text.lowercased().hasSuffix(".json") {
            self = try Camera(
                json: JSONValue(parsing: FileBytes.read(text, kind: "camera file"), name: text), file: text)
        } else {
            let nearest = NearestName.of(text, in: CameraCatalogue.names).map { "did you mean \($0)?" }
            throw SensorLabError(
                .usage, code: .unknownCamera, place: "--camera \(text)", message: "there is no camera \(text)",
                advice: nearest
                    ?? "there are \(CameraCatalogue.names.joined(separator: ", ")), or give a file that ends in .json")
        }
    }
}

extension Camera: Encodable {
    private enum Key: String, CodingKey {
        case name, width, height, focalX, focalY, centreX, centreY, k1, k2, k3
    }

    /// The members that `init(json:file:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(focalX, forKey: .focalX)
        try container.encode(focalY, forKey: .focalY)
        try container.encode(centreX, forKey: .centreX)
        try container.encode(centreY, forKey: .centreY)
        try container.encode(distortion.k1, forKey: .k1)
        try container.encode(distortion.k2, forKey: .k2)
        try container.encode(distortion.k3, forKey: .k3)
    }
}
