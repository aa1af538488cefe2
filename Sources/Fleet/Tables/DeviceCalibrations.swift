import Database
import Foundation
import Rotations
import SensorModels
import Vocabulary

/// A calibration of one sensor of one device from all its logs: the mean of the constants that the logs determine, and
/// the standard deviation of a further log's constants from it.
public struct FleetCalibration: Codable, Sendable, Hashable {
    /// The device.
    public var device: String
    /// Its sensor, and the stream that was fitted.
    public var sensor, stream: String
    /// Number of logs whose constants were accepted.
    public var logs: Int
    /// The path of its calibration file, relative to the folder of the results; null without a file.
    @Nullable public var file: String?
    /// Whether the mean over the logs is good enough as a calibration.
    public var accepted: Bool
    /// Why it was accepted or refused.
    public var reason: String
    /// Standard deviation that remains in a further log: degrees of heading, rad/s or m/s^2; null where the field is
    /// unknown.
    @Nullable public var remainingSigma: Double?
}

/// A row of `device_means`: the mean constants of one stream of one device.
private struct DeviceMean {
    let device, sensor, stream: String
    let logs: Int
    let offset: Vector3
    let matrix: Matrix3
    /// Variance of the offset over the logs.
    let variance: Vector3
    let field, dip: Double?

    init(_ row: Row) throws {
        func vector(_ x: String, _ y: String, _ z: String) throws -> Vector3 { try Vector3(row[x], row[y], row[z]) }
        (device, sensor, stream, logs) = try (row["device"], row["sensor"], row["stream"], row["logs"])
        offset = try vector("x", "y", "z")
        matrix = try Matrix3(vector("xx", "xy", "xz"), vector("yx", "yy", "yz"), vector("zx", "zy", "zz"))
        variance = try vector("variance_x", "variance_y", "variance_z")
        (field, dip) = try (row["field"], row["dip"])
    }

    /// Standard deviations of a further log's constants about the mean of n: Student's predictive distribution with n -
    /// 1 degrees of freedom (A. Gelman et al., Bayesian Data Analysis, 2013, section 3.2), whose variance is
    /// s^2 (1 + 1/n) (n - 1) / (n - 3).
    var sigma: Vector3 {
        let n = Double(logs)
        func root(_ mean: Double) -> Double {
            (mean * n / (n - 1) * (1 + 1 / n) * (n - 1) / (n - 3)).squareRoot()
        }
        return Vector3(root(variance.x), root(variance.y), root(variance.z))
    }

    /// Heading error due to the hard iron's sigma, degrees, for the worse of the poses flat and upright: the component
    /// of the error across the horizontal field divided by the horizontal intensity, averaged over all headings. `nil`
    /// where the field is unknown.
    var headingSigmaDegrees: Double? {
        guard let field, let dip else { return nil }
        let horizontal = field * cos(Angle.radians(dip))
        let sigma = self.sigma
        func across(_ other: Double) -> Double { ((sigma.x * sigma.x + other * other) / 2).squareRoot() }
        return Angle.degrees(max(across(sigma.y), across(sigma.z)) / horizontal)
    }
}

extension FleetDatabase {
    /// Fewer logs do not determine the spread.
    static let fewestLogs = 5
    /// Largest remaining heading sigma of an accepted calibration, degrees.
    static let largestHeadingSigma = 10.0
    /// The folder of the calibration files.
    private static let folder = "devices"

    /// Means over the logs, with one calibration file per device for the sensors that were accepted.
    /// - Parameter version: of the program.
    /// - Returns: the calibrations by device and sensor, and the files with their names.
    func deviceCalibrations(
        version: String
    ) throws -> (sections: [FleetCalibration], files: [(name: String, file: CalibrationFile)]) {
        try database.transaction(immediate: false) {
            var sections: [FleetCalibration] = []
            var files: [(name: String, file: CalibrationFile)] = []
            let means = try database.rows(
                "SELECT * FROM device_means WHERE logs >= ? ORDER BY device, sensor, stream", [Self.fewestLogs]
            ).map { try DeviceMean($0) }
            for mean in means {
                let name = Self.folder + "/" + FileNames.name(for: mean.device) + ".json"
                let head = Self.head(mean)
                // Of two streams of one sensor, the one with more logs is written into the file.
                let isMost = !means.contains {
                    ($0.device, $0.sensor) == (mean.device, mean.sensor)
                        && ($0.logs, mean.stream) > (mean.logs, $0.stream)
                }
                sections.append(
                    FleetCalibration(
                        device: mean.device, sensor: mean.sensor, stream: mean.stream, logs: mean.logs,
                        accepted: head.accepted, reason: head.reason))
                sections[sections.count - 1].remainingSigma = head.remainingSigma
                guard head.accepted, isMost else { continue }
                sections[sections.count - 1].file = name
                if files.last?.name != name {
                    let provenance = try provenance(mean, version: version)
                    files.append((name, CalibrationFile(provenance: provenance)))
                }
                files[files.count - 1].file.add(mean, head)
            }
            return (sections, files)
        }
    }

    private static func head(_ mean: DeviceMean) -> CalibrationHead {
        let sensor = SensorKind(rawValue: mean.sensor) ?? .magnetometer
        var head = CalibrationHead(
            sensor: sensor, stream: SensorKind(rawValue: mean.stream) ?? sensor, method: .meanOverLogs, accepted: true,
            reason: "the mean over \(mean.logs) logs", source: "\(mean.logs) logs")
        let sigma = mean.sigma
        guard sensor == .magnetometer else {
            head.remainingSigma = max(sigma.x, sigma.y, sigma.z)
            return head
        }
        head.remainingSigma = mean.headingSigmaDegrees
        if let degrees = head.remainingSigma, degrees > largestHeadingSigma {
            head.accepted = false
            head.reason =
                "the hard iron differs from log to log: with the mean, "
                + "\(Int(clamping: degrees.rounded())) degrees of heading error would remain"
            head.missing = "calibrate each log by itself"
        }
        return head
    }

    private func provenance(_ mean: DeviceMean, version: String) throws -> CalibrationProvenance {
        let rows = try database.rows(
            """
            SELECT path, sha256, date FROM logs WHERE id IN (
                SELECT id FROM calibrations WHERE accepted = 1 AND source = 'log') AND device = ? ORDER BY id
            """, [mean.device])
        let dates = try rows.compactMap { row in (try row["date"] as String?).flatMap { CalendarDate($0) } }
        return CalibrationProvenance(
            toolVersion: version,
            logs: try rows.map { CalibrationProvenance.Log(path: try $0["path"], sha256: try $0["sha256"] ?? "") },
            device: mean.device, date: dates.max { $0.dayNumber < $1.dayNumber })
    }
}

extension CalibrationFile {
    fileprivate mutating func add(_ mean: DeviceMean, _ head: CalibrationHead) {
        var head = head
        head.date = provenance.date
        let inertial = InertialModel(bias: mean.offset, scale: mean.matrix)
        switch head.sensor {
        case .gyroscope: gyroscope = GyroscopeCalibration(head: head, model: inertial, biasSigma: mean.sigma)
        case .accelerometer:
            accelerometer = AccelerometerCalibration(head: head, model: inertial, biasSigma: mean.sigma)
        default:
            var section = MagnetometerCalibration(
                head: head, model: MagnetometerModel(hardIron: mean.offset, softIron: mean.matrix),
                rung: mean.matrix == mean.matrix.symmetrized ? .ellipsoid : .full, samples: mean.logs)
            (section.hardIronSigma, section.fieldMicrotesla, section.dipDegrees) = (mean.sigma, mean.field, mean.dip)
            magnetometer = section
        }
    }
}
