import RealModule
import Rotations
import Vocabulary

/// What the numbers of a track of orientations mean.
public struct TrackConvention: Sendable, Hashable {
    /// The form of the numbers in a row.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// A quaternion w, x, y, z.
        case wxyz
        /// A quaternion x, y, z, w.
        case xyzw
        /// Roll, pitch, yaw about x, y, z, as aircraft have them: Rz(yaw) Ry(pitch) Rx(roll).
        case zyx
        /// Roll, pitch, yaw about y, x, z, as of the W3C's gamma, beta, alpha: Rz(yaw) Rx(pitch) Ry(roll).
        case zxy
        /// Roll, pitch, azimuth of Android's `getOrientation`: Rz(-azimuth) Rx(-pitch) Ry(roll).
        case android
        /// A rotation matrix, row by row.
        case matrix
        /// A heading alone.
        case heading

        /// Numbers per row.
        public var width: Int {
            switch self {
            case .wxyz, .xyzw: 4
            case .zyx, .zxy, .android: 3
            case .matrix: 9
            case .heading: 1
            }
        }

        /// Whether the numbers are angles.
        public var isAngle: Bool { width == 3 || width == 1 }
    }

    /// The unit of angles.
    public enum Unit: String, Sendable, Hashable, CaseIterable { case deg, rad }

    /// Which way vectors are turned.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        case deviceToEarth = "device-to-earth"
        case earthToDevice = "earth-to-device"
    }

    /// The axes of the earth. A heading counts clockwise from north in `ned`, counter-clockwise from x in the others.
    public enum Frame: String, Sendable, Hashable, CaseIterable { case enu, ned, nwu }

    /// The axes of the device: those of the log, or forward (y), right (x), down (-z).
    public enum Body: String, Sendable, Hashable, CaseIterable { case device, frd }

    /// The form of the numbers.
    public var form: Form
    /// The unit of angles.
    public var unit: Unit
    /// Which way vectors are turned.
    public var direction: Direction
    /// The axes of the earth.
    public var frame: Frame
    /// The axes of the device.
    public var body: Body

    /// A convention.
    public init(
        form: Form, unit: Unit = .deg, direction: Direction = .deviceToEarth, frame: Frame = .enu, body: Body = .device
    ) {
        (self.form, self.unit, self.direction, self.frame, self.body) = (form, unit, direction, frame, body)
    }

    /// As words of `--track-convention`.
    public var text: String {
        let unit = form.isAngle ? [unit.rawValue] : []
        let turn = form == .heading ? [] : [direction.rawValue]
        let body = form == .heading || body == .device ? [] : [body.rawValue]
        return ([form.rawValue] + unit + turn + [frame.rawValue] + body).joined(separator: ",")
    }

    /// The orientation of a row, device to east-north-up; `nil` for numbers that are none, and for a heading alone.
    public func orientation(_ row: some RandomAccessCollection<Double>) -> Quaternion? {
        let numbers = Array(row)
        guard numbers.count == form.width, numbers.allSatisfy(\.isFinite) else { return nil }
        let raw: Quaternion?
        switch form {
        case .wxyz: raw = Quaternion(numbers[0], numbers[1], numbers[2], numbers[3]).normalized
        case .xyzw: raw = Quaternion(numbers[3], numbers[0], numbers[1], numbers[2]).normalized
        case .matrix: raw = Self.quaternion(numbers)
        case .heading: raw = nil
        case .zyx, .zxy, .android:
            let scale = unit == .deg ? Angle.radians(1) : 1
            let (roll, pitch, yaw) = (scale * numbers[0], scale * numbers[1], scale * numbers[2])
            let (x, y, z) = (Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))
            func about(_ axis: Vector3, _ angle: Double) -> Quaternion { Quaternion(angle: angle, axis: axis) }
            switch form {
            case .zyx: raw = about(z, yaw) * about(y, pitch) * about(x, roll)
            case .zxy: raw = about(z, yaw) * about(x, pitch) * about(y, roll)
            default: raw = about(z, -yaw) * about(x, -pitch) * about(y, roll)
            }
        }
        guard let raw else { return nil }
        let turn = direction == .deviceToEarth ? raw : raw.conjugate
        return earth * (body == .frd ? turn * Self.swap : turn)
    }

    /// Heading clockwise from north, radians, of a row that is a heading alone.
    public func heading(_ number: Double) -> Double {
        let angle = unit == .deg ? Angle.radians(number) : number
        switch frame {
        case .ned: return angle
        case .nwu: return -angle
        case .enu: return .pi / 2 - angle
        }
    }

    /// The axes of the earth to east-north-up.
    private var earth: Quaternion {
        switch frame {
        case .enu: .identity
        case .ned: Self.swap
        case .nwu: .aboutVertical(.pi / 2)
        }
    }

    /// Exchanges x and y and turns z: north-east-down and east-north-up, and forward-right-down and the device's axes.
    private static let swap = Quaternion(0, 0.5.squareRoot(), 0.5.squareRoot(), 0)

    /// `nil` for a matrix that is no rotation.
    private static func quaternion(_ m: [Double]) -> Quaternion? {
        let matrix = Matrix3(Vector3(m[0], m[1], m[2]), Vector3(m[3], m[4], m[5]), Vector3(m[6], m[7], m[8]))
        guard (matrix.determinant - 1).magnitude < 0.05 else { return nil }
        return Quaternion(matrix: matrix).normalized
    }
}

/// What a user says of a track's convention: some of its words; evidence decides the others.
public struct TrackWords: Sendable, Hashable {
    /// The form.
    public var form: TrackConvention.Form?
    /// The unit of angles.
    public var unit: TrackConvention.Unit?
    /// Which way vectors are turned.
    public var direction: TrackConvention.Direction?
    /// The axes of the earth.
    public var frame: TrackConvention.Frame?
    /// The axes of the device.
    public var body: TrackConvention.Body?
    /// Which north: magnetic, as filters of the catalogue have it, by default.
    public var north: North?

    /// Nothing.
    public init() {}

    /// Words separated by commas, in any order.
    /// - Throws: the word that is none.
    public init(parsing text: String) throws(UnknownWord) {
        for word in text.lowercased().split(separator: ",").map(String.init) {
            if let form = TrackConvention.Form(rawValue: word) {
                self.form = form
            } else if let unit = TrackConvention.Unit(rawValue: word) {
                self.unit = unit
            } else if let direction = TrackConvention.Direction(rawValue: word) {
                self.direction = direction
            } else if let frame = TrackConvention.Frame(rawValue: word) {
                self.frame = frame
            } else if let body = TrackConvention.Body(rawValue: word) {
                self.body = body
            } else if let north = North(rawValue: word) {
                self.north = north
            } else {
                throw UnknownWord(word: word)
            }
        }
    }

    /// The words that were said; empty for none.
    public var text: String {
        [form?.rawValue, unit?.rawValue, direction?.rawValue, frame?.rawValue, body?.rawValue, north?.rawValue]
            .compactMap { $0 }.joined(separator: ",")
    }

    /// A word that names nothing.
    public struct UnknownWord: Error {
        /// The word.
        public let word: String
    }

    /// All words.
    public static let all: [String] =
        TrackConvention.Form.allCases.map(\.rawValue) + TrackConvention.Unit.allCases.map(\.rawValue)
        + TrackConvention.Direction.allCases.map(\.rawValue) + TrackConvention.Frame.allCases.map(\.rawValue)
        + TrackConvention.Body.allCases.map(\.rawValue) + North.allCases.map(\.rawValue)

    /// Whether a convention is as these words say.
    public func allow(_ convention: TrackConvention) -> Bool {
        (form == nil || form == convention.form) && (unit == nil || unit == convention.unit || !convention.form.isAngle)
            && (direction == nil || direction == convention.direction) && (frame == nil || frame == convention.frame)
            && (body == nil || body == convention.body)
    }

    /// These, and for what they leave open what a file says.
    public func completed(by other: TrackWords) -> TrackWords {
        var words = self
        words.form = form ?? other.form
        words.unit = unit ?? other.unit
        words.direction = direction ?? other.direction
        words.frame = frame ?? other.frame
        words.body = body ?? other.body
        words.north = north ?? other.north
        return words
    }
}
