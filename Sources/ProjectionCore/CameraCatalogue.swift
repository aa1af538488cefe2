import RealModule
import Vocabulary

/// Back cameras of phones; docs/reference/cameras.md has the table of their angles of view.
///
/// The picture is the whole 4:3 sensor, square pixels, principal point in the middle, no distortion: good to one or two
/// degrees of the angle of view. An app that knows its own intrinsics should give those (`Camera.init(json:)`).
public enum CameraCatalogue {
    /// What is known of a lens.
    public enum Lens: Sendable, Hashable {
        /// The equivalent focal length, mm, on the diagonal of a 36 x 24 mm frame (CIPA DCG-001, 2005).
        case equivalent(Double)
        /// Focal length and long side of the sensor, mm.
        case sensor(focalLength: Double, longSide: Double)
    }

    /// One phone's camera.
    public struct Entry: Sendable, Hashable {
        /// The name on the command line, without case and blanks.
        public let name: String
        /// Pixels of the upright picture.
        public let width, height: Double
        /// Its lens.
        public let lens: Lens

        fileprivate init(_ name: String, _ width: Double, _ height: Double, _ lens: Lens) {
            (self.name, self.width, self.height, self.lens) = (name, width, height, lens)
        }

        /// The camera, with the focal length in pixels of the picture.
        public func camera() throws(SensorLabError) -> Camera {
            let focal: Double
            switch lens {
            case .equivalent(let length): focal = length * Double.hypot(width, height) / Double.hypot(36, 24)
            case .sensor(let length, let longSide): focal = length * height / longSide
            }
            return try Camera(name: name, width: width, height: height, focalX: focal, focalY: focal)
        }
    }

    /// All cameras; `generic` is used for an unknown phone.
    public static let entries: [Entry] = [
        Entry("generic", 1080, 1440, .equivalent(28)),  // no phone in particular: 28 mm is usual
        // f of the pictures' EXIF data; sensor OV8830 of 4.592 x 3.450 mm (Stack Overflow 3594199)
        Entry("iphone4s", 2448, 3264, .sensor(focalLength: 4.28, longSide: 4.592)),
        // f 4.1 mm of the pictures' EXIF data and the crop factor 8.05 (MacRumors forum 1500741)
        Entry("iphone5", 2448, 3264, .equivalent(33)),
        // f of the pictures' EXIF data; sensor of 4.89 x 3.67 mm (Stack Overflow 3594199)
        Entry("iphone5s", 2448, 3264, .sensor(focalLength: 4.12, longSide: 4.89)),
        // FocalLengthIn35mmFilm of the pictures' EXIF data
        Entry("iphone6s", 3024, 4032, .equivalent(29)),
        // the phone's Camera2 interface: f 3.97 mm, 4.6032 x 3.5168 mm (Photography Stack Exchange 54054)
        Entry("nexus5", 2448, 3264, .sensor(focalLength: 3.97, longSide: 4.6032)),
        // FocalLengthIn35mmFilm of the pictures' EXIF data, wide camera (Apple developer forum 745938)
        Entry("iphonexs", 3024, 4032, .equivalent(26)),
        // the maker's technical specifications, main camera
        Entry("iphone15", 3024, 4032, .equivalent(26)),
        Entry("iphone15pro", 3024, 4032, .equivalent(24)),
    ]

    /// All names.
    public static var names: [String] { entries.map { $0.name } }

    /// The entry of that name, without case, blanks and punctuation; `nil` where there is none.
    public static func entry(named name: String) -> Entry? {
        let key = normalized(name)
        return entries.first { $0.name == key }
    }

    /// The camera of a device as a log names it, such as `iPhone5` or `simulated iPhone 5`: the longest name of the
    /// catalogue with which it ends; `nil` where none does.
    public static func entry(forDevice device: String) -> Entry? {
        let key = normalized(device)
        return entries.filter { $0.name != "generic" && key.hasSuffix($0.name) }.max { $0.name.count < $1.name.count }
    }

    private static func normalized(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
