import JSON
import SensorModels
import Vocabulary

extension Camera {
    /// A camera from its JSON object: `name` (optional), `width` and `height` in pixels of the upright picture, and
    /// either `focalX`, `focalY` and optionally `centreX`, `centreY`, `k1`, `k2`, `k3`, or
    /// `horizontalFieldOfViewDegrees` and `verticalFieldOfViewDegrees`.
    ///
    /// - Throws: `SensorLabError` (bad data) for a missing or unknown member and for values that make no camera.
    public init(json: JSONValue, file: String) throws(SensorLabError) {
        let members = try JSONMembers(
            json, file: file, code: .badCamera, advice: "docs/reference/cameras.md shows a camera file")
        if let unknown = members.names.first(where: { !Self.memberNames.contains($0) }) {
            throw members.fail("the camera has an unknown member \"\(unknown)\"")
        }
        let name: String = members.value("name")?.string ?? file
        let (width, height): (Double, Double) = (try members.require("width"), try members.require("height"))
        if members.value("focalX") == nil, members.value("horizontalFieldOfViewDegrees") != nil {
            try self.init(
                name: name, width: width, height: height,
                horizontalFieldOfView: try members.require("horizontalFieldOfViewDegrees"),
                verticalFieldOfView: try members.require("verticalFieldOfViewDegrees"))
        } else {
            let distortion = LensDistortion(
                k1: try members.read("k1") ?? 0, k2: try members.read("k2") ?? 0, k3: try members.read("k3") ?? 0)
            try self.init(
                name: name, width: width, height: height, focalX: try members.require("focalX"),
                focalY: try members.require("focalY"), centreX: try members.read("centreX"),
                centreY: try members.read("centreY"), distortion: distortion)
        }
    }

    private static let memberNames = [
        "name", "width", "height", "focalX", "focalY", "centreX", "centreY", "k1", "k2", "k3",
        "horizontalFieldOfViewDegrees", "verticalFieldOfViewDegrees",
    ]

    /// The members that `init(json:file:)` reads.
    public var json: JSONValue {
        .object([
            "name": name.json, "width": width.json, "height": height.json, "focalX": focalX.json,
            "focalY": focalY.json, "centreX": centreX.json, "centreY": centreY.json, "k1": distortion.k1.json,
            "k2": distortion.k2.json, "k3": distortion.k3.json,
        ])
    }
}

#if !hasFeature(Embedded)
    extension Camera: Encodable {
        /// A camera of the catalogue by its name, else one from a file.
        ///
        /// - Throws: `SensorLabError` (usage) where the text is neither, with the nearest name; as
        ///   `init(json:file:)` for a file.
        public init(named text: String) throws(SensorLabError) {
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
                        ?? "there are \(CameraCatalogue.names.joined(separator: ", ")), or give a file that ends in .json"
                )
            }
        }

        /// The members of `json`.
        public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
    }
#endif
