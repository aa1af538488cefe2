import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The messages of one topic: what is read of them, with both of their times.
struct ROSTopic {
    /// The messages that are read, by the names of their definitions in the package sensor_msgs.
    enum Kind: String {
        case imu = "Imu"
        case magneticField = "MagneticField"
        case fix = "NavSatFix"

        /// `sensor_msgs/msg/Imu`, `sensor_msgs/Imu`, `sensor_msgs::msg::dds_::Imu_`; `nil` for other messages.
        init?(schema: String) {
            let words = schema.split { "/:.".contains($0) }
            guard words.first == "sensor_msgs", words.count > 1, let last = words.last else { return nil }
            self.init(rawValue: last.hasSuffix("_") ? String(last.dropLast()) : String(last))
        }
    }

    let name: String
    let kind: Kind
    /// The frame that the first message names.
    private(set) var frame: String?
    /// Messages without the fields of their definition.
    private(set) var unreadable = Finding()

    /// Of every message: when it was measured by its own header, and when the recorder got it, nanoseconds;
    /// `DecimalTime.unreadable` for none.
    private(set) var stamps: [Int64] = []
    private(set) var logged: [Int64] = []
    /// Of every message of an `Imu`, and the field of a `MagneticField`; `CellValue.missing` for what is not given.
    private(set) var forces: [Vector3] = []
    private(set) var rates: [Vector3] = []
    private(set) var attitudes: [Quaternion] = []
    private(set) var fields: [Vector3] = []
    private(set) var fixes: [Reading<LocationFix>] = []

    init(name: String, kind: Kind) { (self.name, self.kind) = (name, kind) }

    mutating func addUnreadable() { unreadable.add(line: 0) }

    /// Takes a message in.
    /// - Parameter logged: the recorder's time.
    mutating func take(_ message: UnsafeRawBufferPointer, _ encoding: ROSEncoding, logged: Int64) {
        do {
            switch encoding {
            case .cdr: try take(ROSBytes(cdr: message), logged)
            case .ros1: try take(ROSBytes(ros1: message), logged)
            case .json: try take(ROSMembers(json: message), logged)
            }
        } catch {
            addUnreadable()
        }
    }

    /// Takes a message in whose recorder's time is unknown.
    mutating func take(_ message: some ROSFields) {
        do { try take(message, DecimalTime.unreadable) } catch { addUnreadable() }
    }

    private mutating func take(_ message: some ROSFields, _ logged: Int64) throws {
        var message = message
        let header = try message.header()
        switch kind {
        case .imu: try takeReadings(&message)
        case .magneticField: fields.append(try Self.vector("magnetic_field", &message))
        case .fix: fixes.append(try Self.fix(&message))
        }
        if frame == nil { frame = header.frame.shortPlainText ?? "" }
        stamps.append(header.stamp)
        self.logged.append(logged)
    }

    private mutating func takeReadings(_ message: inout some ROSFields) throws {
        let attitude = try message.quaternion("orientation")
        let hasAttitude = try !message.covariance("orientation_covariance").isOfNothing && attitude.lengthSquared != 0
        let rate = try Self.vector("angular_velocity", &message)
        let force = try Self.vector("linear_acceleration", &message)
        attitudes.append(hasAttitude ? attitude : .notGiven)
        rates.append(rate)
        forces.append(force)
    }

    /// A vector behind which its covariance comes.
    private static func vector(_ name: String, _ message: inout some ROSFields) throws -> Vector3 {
        let vector = try message.vector(name)
        return try message.covariance(name + "_covariance").isOfNothing ? .notGiven : vector
    }

    /// Status -1: no fix. A covariance of type 0 is not known; the accuracy is the root of the mean square of the
    /// horizontal distance, within which about two thirds of the fixes are.
    private static func fix(_ message: inout some ROSFields) throws -> Reading<LocationFix> {
        let status = try message.whole("status", in: "status", bytes: 1)
        _ = try message.whole("service", in: "status", bytes: 2)
        let (latitude, longitude) = (try message.number("latitude"), try message.number("longitude"))
        let altitude = try message.number("altitude")
        let covariance = try message.covariance("position_covariance")
        let isKnown = try message.whole("position_covariance_type", in: nil, bytes: 1) > 0
        guard status != -1 else { return .fault(.missing) }
        let square = covariance.xx + covariance.yy
        return SampleRules.fix(
            latitude: latitude, longitude: longitude, altitude: altitude,
            accuracy: isKnown && square > 0 ? square.squareRoot() : .nan)
    }

    // MARK: What is given

    /// Whether a message gives a vector; zeros in every message were never set.
    static func isGiven(_ values: [Vector3]) -> Bool { values.contains { $0.isFinite && $0 != .zero } }

    /// Whether a message gives an attitude; the identity in every message is the definition's default and was never
    /// set.
    static func isGiven(_ values: [Quaternion]) -> Bool { values.contains { $0.isFinite && $0 != .identity } }

    /// Whether there is anything to read.
    var isGiven: Bool {
        Self.isGiven(forces) || Self.isGiven(rates) || Self.isGiven(attitudes) || Self.isGiven(fields)
            || fixes.contains { if case .sample = $0 { true } else { false } }
    }

    /// The median of the time from a message's own stamp to the recorder's, seconds; `nil` where no message has both.
    var lag: Double? {
        let whole = zip(stamps, logged).filter { $0 != DecimalTime.unreadable && $1 != DecimalTime.unreadable }
        return Percentile.upperMedian(whole.map { Double($1 - $0) * 1e-9 })
    }
}

extension Vector3 {
    /// No sample, and nothing to count.
    fileprivate static let notGiven = Vector3(CellValue.missing, CellValue.missing, CellValue.missing)
}

extension Quaternion {
    /// No sample, and nothing to count.
    fileprivate static let notGiven = Quaternion(
        CellValue.missing, CellValue.missing, CellValue.missing, CellValue.missing)
}

/// How the messages of a topic are stored, by the name that MCAP has for it.
enum ROSEncoding: String {
    /// ROS 2: CDR of DDS.
    case cdr
    /// ROS 1's serialisation.
    case ros1
    case json
}

/// The fields of a message, asked for in the order of its definition.
protocol ROSFields {
    /// `std_msgs/Header`.
    mutating func header() throws -> ROSHeader
    /// NaN, or a reason of `CellValue`, where there is no number.
    mutating func number(_ name: String) throws -> Double
    /// A whole number of one or two bytes, in a part of the message; 0 where it is missing.
    mutating func whole(_ name: String, in part: String?, bytes: Int) throws -> Int
    /// x, y, z.
    mutating func vector(_ name: String) throws -> Vector3
    /// Stored x, y, z, w.
    mutating func quaternion(_ name: String) throws -> Quaternion
    /// Three by three.
    mutating func covariance(_ name: String) throws -> ROSCovariance
}

/// A message that does not have the fields of its definition.
struct ROSFieldsMissing: Error {}

/// When and in which frame a message's readings were taken.
struct ROSHeader {
    /// Nanoseconds; `DecimalTime.unreadable` where the sender gave none.
    var stamp: Int64
    var frame: String

    /// Both numbers are 0 in a stamp that was never set.
    init(seconds: Int64, nanoseconds: Int64, frame: String) {
        let isSet = seconds != 0 || nanoseconds != 0
        let isTime = (0..<1_000_000_000).contains(nanoseconds) && seconds.magnitude < DecimalTime.limit / 1_000_000_000
        stamp =
            isSet && isTime
            ? LogTime.sum(LogTime.product(seconds, 1_000_000_000), nanoseconds) : DecimalTime.unreadable
        self.frame = frame
    }
}

/// What is read of a covariance.
struct ROSCovariance {
    /// The variances of the first two axes; all zeros say that it is not known.
    var xx: Double
    var yy: Double

    /// The message lacks the quantity: "set element 0 to -1".
    var isOfNothing: Bool { xx == -1 }
}

// MARK: Bytes

/// The fields of a message in CDR (OMG DDSI-RTPS 2.3, section 10, "plain" encapsulations) or in ROS 1's serialisation:
/// one after another, without names.
struct ROSBytes: ROSFields {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private let isBigEndian: Bool
    /// CDR puts numbers at multiples of their size; ROS 1 does not, and begins with a number of the message.
    private let isROS1: Bool

    init(ros1 bytes: UnsafeRawBufferPointer) {
        (self.bytes, isBigEndian, isROS1) = (bytes, false, true)
    }

    /// - Throws: for another representation than plain CDR of either byte order.
    init(cdr bytes: UnsafeRawBufferPointer) throws {
        guard bytes.count >= 4, bytes[0] == 0, bytes[1] <= 1 else { throw ROSFieldsMissing() }
        // Alignment counts from behind the four bytes of the representation's header.
        (self.bytes, isBigEndian, isROS1) = (UnsafeRawBufferPointer(rebasing: bytes[4...]), bytes[1] == 0, false)
    }

    private mutating func take<Number: FixedWidthInteger & BitwiseCopyable>(as type: Number.Type = Number.self) throws
        -> Number
    {
        let size = MemoryLayout<Number>.size
        if !isROS1 { position = (position + size - 1) & ~(size - 1) }
        guard position + size <= bytes.count else { throw ROSFieldsMissing() }
        let stored = bytes.loadUnaligned(fromByteOffset: position, as: Number.self)
        position += size
        return isBigEndian ? Number(bigEndian: stored) : Number(littleEndian: stored)
    }

    private mutating func double() throws -> Double { Double(bitPattern: try take()) }

    mutating func header() throws -> ROSHeader {
        if isROS1 { _ = try take(as: UInt32.self) }
        let seconds = isROS1 ? Int64(try take(as: UInt32.self)) : Int64(try take(as: Int32.self))
        let nanoseconds = Int64(try take(as: UInt32.self))
        let length = Int(try take(as: UInt32.self))
        guard length <= bytes.count - position else { throw ROSFieldsMissing() }
        // CDR ends texts with a zero.
        let text = bytes[position..<position + length].prefix { $0 != 0 }
        position += length
        return ROSHeader(seconds: seconds, nanoseconds: nanoseconds, frame: String(decoding: text, as: UTF8.self))
    }

    mutating func number(_ name: String) throws -> Double { try double() }

    mutating func whole(_ name: String, in part: String?, bytes: Int) throws -> Int {
        bytes == 1 ? Int(try take(as: Int8.self)) : Int(try take(as: Int16.self))
    }

    mutating func vector(_ name: String) throws -> Vector3 { Vector3(try double(), try double(), try double()) }

    mutating func quaternion(_ name: String) throws -> Quaternion {
        let vector = try self.vector(name)
        return Quaternion(try double(), vector.x, vector.y, vector.z)
    }

    mutating func covariance(_ name: String) throws -> ROSCovariance {
        let xx = try double()
        for _ in 1..<4 { _ = try double() }
        let yy = try double()
        for _ in 5..<9 { _ = try double() }
        return ROSCovariance(xx: xx, yy: yy)
    }
}
