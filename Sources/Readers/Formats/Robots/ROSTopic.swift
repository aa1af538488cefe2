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
            case .json: try take(ROSObject(message), logged)
            }
        } catch {
            addUnreadable()
        }
    }

    private mutating func take(_ message: some ROSFields, _ logged: Int64) throws {
        var message = message
        let header = try message.header()
        switch kind {
        case .imu: try takeReadings(&message)
        case .magneticField:
            let field = try message.vector("magnetic_field")
            fields.append(try message.covariance("magnetic_field_covariance").isOfNothing ? .notGiven : field)
        case .fix: fixes.append(try Self.fix(&message))
        }
        if frame == nil { frame = header.frame.shortPlainText ?? "" }
        stamps.append(header.stamp)
        self.logged.append(logged)
    }

    private mutating func takeReadings(_ message: inout some ROSFields) throws {
        let attitude = try message.quaternion("orientation")
        let hasAttitude = try !message.covariance("orientation_covariance").isOfNothing && attitude.lengthSquared != 0
        let rate = try message.vector("angular_velocity")
        let hasRate = try !message.covariance("angular_velocity_covariance").isOfNothing
        let force = try message.vector("linear_acceleration")
        let hasForce = try !message.covariance("linear_acceleration_covariance").isOfNothing
        attitudes.append(hasAttitude ? attitude : .notGiven)
        rates.append(hasRate ? rate : .notGiven)
        forces.append(hasForce ? force : .notGiven)
    }

    /// Status -1: no fix. A covariance of type 0 is not known; the accuracy is the root of the mean square of the horizontal
    /// distance, within which about two thirds of the fixes are.
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

    /// Whether a message gives an attitude; the identity in every message is the definition's default and was never set.
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
