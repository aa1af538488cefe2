import JSON
import RealModule
import Rotations
import Vocabulary

/// A back camera and the screen that shows its picture: a pinhole with radial distortion, in
/// pixels of the picture upright.
///
/// The camera looks along the device's -z, its picture's right is the device's x, its top the device's y. Pixels count
/// from the picture's upper left corner, x to the right, y down. Only ratios matter to the position of a label: a
/// screen that shows the whole picture has the same camera with all lengths scaled (`scaled(toWidth:)`).
public struct Camera: Sendable, Hashable {
    /// What it is called in the catalogue or in its file.
    public let name: String
    /// Pixels of the picture held upright (portrait).
    public let width, height: Double
    /// The focal length in pixels along x and along y.
    public let focalX, focalY: Double
    /// The principal point, pixels from the left edge and from the top edge.
    public let centreX, centreY: Double
    /// How the lens bends straight lines.
    public let distortion: LensDistortion

    /// A camera by its intrinsics, pixels of the upright picture.
    ///
    /// - Throws: `SensorLabError` (bad data) for lengths that are not positive and finite, a principal point outside of
    ///   the picture, and a distortion that folds the picture over inside of its corners.
    public init(
        name: String, width: Double, height: Double, focalX: Double, focalY: Double, centreX: Double? = nil,
        centreY: Double? = nil, distortion: LensDistortion = .none
    ) throws(SensorLabError) {
        self.name = name
        (self.width, self.height) = (width, height)
        (self.focalX, self.focalY) = (focalX, focalY)
        self.centreX = centreX ?? width / 2
        self.centreY = centreY ?? height / 2
        self.distortion = distortion
        try validate()
    }

    /// A camera by its angles of view, degrees across width and height of the upright picture, each in (0, 180).
    ///
    /// - Throws: `SensorLabError` (bad data) for angles out of range, as the other initialiser for the rest.
    public init(
        name: String, width: Double, height: Double, horizontalFieldOfView: Double, verticalFieldOfView: Double
    ) throws(SensorLabError) {
        for (side, angle) in [("horizontal", horizontalFieldOfView), ("vertical", verticalFieldOfView)]
        where !(angle > 0 && angle < 180) {
            throw Self.bad(
                name, "the \(side) field of view is \(angle) degrees, expected more than 0 and less than 180")
        }
        try self.init(
            name: name, width: width, height: height,
            focalX: width / 2 / Double.tan(Angle.radians(horizontalFieldOfView) / 2),
            focalY: height / 2 / Double.tan(Angle.radians(verticalFieldOfView) / 2))
    }

    /// The angle of view across the width, degrees: 2 atan(W / 2 f), of the pinhole without distortion.
    public var horizontalFieldOfView: Double { Angle.degrees(2 * Double.atan2(y: width / 2, x: focalX)) }
    /// The angle of view across the height, degrees.
    public var verticalFieldOfView: Double { Angle.degrees(2 * Double.atan2(y: height / 2, x: focalY)) }
    /// The diagonal of the picture, pixels.
    public var diagonal: Double { Double.hypot(width, height) }

    /// The same camera on a picture of another width, pixels, all of it shown.
    public func scaled(toWidth pixels: Double) throws(SensorLabError) -> Camera {
        let s = pixels / width
        return try Camera(
            name: name, width: pixels, height: height * s, focalX: focalX * s, focalY: focalY * s,
            centreX: centreX * s, centreY: centreY * s, distortion: distortion)
    }

    /// The same camera with a lens that does not distort.
    func undistorted() throws(SensorLabError) -> Camera {
        try Camera(
            name: name, width: width, height: height, focalX: focalX, focalY: focalY, centreX: centreX, centreY: centreY
        )
    }

    /// Where a direction in device axes (any length) falls, pixels of the upright picture; `nil` at and behind the
    /// camera's plane (less than 0.06 degrees in front of it).
    @inlinable
    public func pixel(ofDevice d: Vector3) -> (x: Double, y: Double)? {
        let depth = -d.z
        guard depth > 1e-3 * (d.x.magnitude + d.y.magnitude), depth > 0 else { return nil }
        let (x, y) = (d.x / depth, d.y / depth)
        let factor = distortion.factor(x * x + y * y)
        return (centreX + focalX * x * factor, centreY - focalY * y * factor)
    }

    private func validate() throws(SensorLabError) {
        let lengths = [
            ("width", width), ("height", height), ("focal length along x", focalX), ("focal length along y", focalY),
        ]
        for (side, length) in lengths where !(length > 0 && length.isFinite && length < 1e7) {
            throw Self.bad(name, "the \(side) is \(length) pixels, expected a positive number")
        }
        guard (0...width).contains(centreX), (0...height).contains(centreY) else {
            throw Self.bad(name, "the principal point (\(centreX), \(centreY)) lies outside the picture")
        }
        guard [distortion.k1, distortion.k2, distortion.k3].allSatisfy({ $0.isFinite }) else {
            throw Self.bad(name, "the distortion is not finite, expected three numbers k1, k2 and k3 without unit")
        }
        guard distortion.limitSquared.isFinite else { return }
        // The picture's farthest corner must be the image of a radius at which r' still grows.
        let limit = distortion.limitSquared.squareRoot()
        let reach = limit * distortion.factor(distortion.limitSquared)
        let corner = Double.hypot(
            max(centreX, width - centreX) / focalX, max(centreY, height - centreY) / focalY)
        guard reach >= corner else {
            throw Self.bad(
                name, "the distortion folds the picture before its corners (at \(limit) focal lengths)")
        }
    }

    static func bad(_ name: String, _ message: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badCamera, place: "camera \(name)", message: message,
            advice:
                "correct the camera, or give a name of the catalogue: \(CameraCatalogue.names.joined(separator: ", "))"
        )
    }
}

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
