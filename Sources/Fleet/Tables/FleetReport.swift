import Analysis
import Database
import Files
import Foundation
import Vocabulary

/// A summary of a folder of results by device and group, written as `fleet.json`. Every key is always there, null where
/// unknown. The same tables are views of `fleet.sqlite`.
public struct FleetReport: Codable, Sendable {
    /// Name and version of the schema.
    public static let schema = "sensorlab.fleet/1"

    /// Name and version of the schema.
    public var schema = Self.schema
    /// The program.
    public var tool: ToolSection
    /// Numbers of logs and devices.
    public var totals: FleetTotals
    /// Errors of the filters over all logs, per device, per group and per version of the app.
    public var errors: [FleetErrors]
    /// Number of logs on which each filter has the smallest heading error.
    public var wins: [FleetWins]
    /// Hard iron and biases per device, and their drift over days.
    public var drift: [FleetDrift]
    /// The constants of every log with a date, for the plots.
    public var constants: [FleetConstant]
    /// A calibration per device and sensor from all its logs, where there are five or more.
    public var calibrations: [FleetCalibration]
    /// Stated accuracies compared with actual errors.
    public var claims: [FleetClaims]
    /// Logs with a heading error of more than three times the median.
    public var outliers: [FleetOutlier]
    /// Logs that have a page of their own.
    public var reports: [FleetPage]
    /// Logs that failed.
    public var failures: [FleetFailure]
    /// Number of logs with each warning.
    public var warnings: [FleetCount]
}

/// Numbers of logs and devices.
public struct FleetTotals: Codable, Sendable, Hashable {
    /// Number of logs, and of those that failed.
    public var logs = 0, failed = 0
    /// Number of logs with errors against a reference.
    public var measured = 0
    /// Duration of all logs together, hours.
    public var hours = 0.0
    /// Number of different devices, and of logs without a device.
    public var devices = 0, withoutDevice = 0
    /// The versions of the program that wrote the lines, separated by commas.
    public var versions = ""
}

/// The errors of one filter over the logs of one scope: `all`, or one device, group or version of the app.
public struct FleetErrors: Codable, Sendable, Hashable {
    /// The kind of scope: `all`, `device`, `group` or `app`.
    public var scope: String
    /// The name of the device, group or version.
    public var name: String
    /// The filter.
    public var filter: String
    /// The metric (`Metric`).
    public var metric: String
    /// Number of logs that have it.
    public var logs: Int
    /// Mean over logs.
    public var mean: Double
    /// Lower end of its 95 % bootstrap interval over logs; null for fewer than five.
    @Nullable public var low: Double?
    /// Upper end of the interval.
    @Nullable public var high: Double?
    /// Smallest and largest value of a log.
    public var minimum, maximum: Double
}

/// The number of logs of a scope on which a filter has the smallest heading error.
public struct FleetWins: Codable, Sendable, Hashable {
    /// The kind of scope: `all`, `device`, `group` or `app`; and its name.
    public var scope, name: String
    /// The filter.
    public var filter: String
    /// Number of logs on which it was measured, and of those on which no other is better.
    public var logs, wins: Int
    /// Mean rank over these logs; 1 is best.
    public var meanRank: Double
}

/// The constants of one sensor of one device over all its logs that determine them.
public struct FleetDrift: Codable, Sendable, Hashable {
    /// The device, its sensor, and the stream that was fitted.
    public var device, sensor, stream: String
    /// Number of logs whose constants were accepted.
    public var logs: Int
    /// Days from the first dated log to the last; null without dates.
    @Nullable public var days: Double?
    /// Mean hard iron (microtesla) or bias (rad/s, m/s^2), device axes.
    public var x, y, z: Double
    /// Standard deviation over the logs, root mean square over the axes, in the same unit.
    public var spread: Double
    /// Drift of x per day, in the same unit; null where all logs are of one day or without a date.
    @Nullable public var driftX: Double?
    /// Drift of y.
    @Nullable public var driftY: Double?
    /// Drift of z.
    @Nullable public var driftZ: Double?
    /// Half width of the 95 % interval of the drift of x; null for fewer than five logs with a date.
    @Nullable public var driftInterval95X: Double?
    /// Half width for y.
    @Nullable public var driftInterval95Y: Double?
    /// Half width for z.
    @Nullable public var driftInterval95Z: Double?
}

/// The constants of one sensor in one log.
public struct FleetConstant: Codable, Sendable, Hashable {
    /// The device, its sensor, and the stream that was fitted.
    public var device, sensor, stream: String
    /// Days since 1970-01-01.
    public var day: Double
    /// Hard iron (microtesla) or bias (rad/s, m/s^2), device axes.
    public var x, y, z: Double
}

/// The stated accuracy of one source of headings, compared with its errors over the logs of one scope.
public struct FleetClaims: Codable, Sendable, Hashable {
    /// The kind of scope: `all`, `device`, `group` or `app`; and its name.
    public var scope, name: String
    /// The source of the headings, and the meaning of the stated accuracy (`ClaimsFile.Kind`).
    public var source, kind: String
    /// Number of logs, and of pairs of heading and reference.
    public var logs, samples: Int
    /// Share of the errors within the stated accuracy (coverage).
    public var share: Double
    /// Lower end of its 95 % bootstrap interval over logs; null for fewer than five.
    @Nullable public var low: Double?
    /// Upper end of the interval.
    @Nullable public var high: Double?
    /// The coverage that the kind of accuracy promises.
    public var expected: Double
    /// Mean over logs of the median stated accuracy, degrees.
    public var claimedDegrees: Double
    /// Root mean square of the errors, degrees.
    public var rmsErrorDegrees: Double
}

/// A log whose heading error is more than three times its filter's median.
public struct FleetOutlier: Codable, Sendable, Hashable {
    /// The log and the filter.
    public var id, filter: String
    /// Its heading error and the filter's median over all logs, RMSE in degrees.
    public var errorDegrees, medianDegrees: Double
    /// The device.
    @Nullable public var device: String?
    /// The path of the log's page, relative to the folder of the results; null without one.
    @Nullable public var report: String?
}

/// The page of one log.
public struct FleetPage: Codable, Sendable, Hashable {
    /// The log.
    public var id: String
    /// The path of its page, relative to the folder of the results.
    public var report: String
    /// The verdict's grade; null where there is none.
    @Nullable public var grade: String?
    /// The device.
    @Nullable public var device: String?
}

/// A log that failed.
public struct FleetFailure: Codable, Sendable, Hashable {
    /// Its name and path.
    public var id, path: String
    /// The stable name of the reason, and the reason in words.
    public var code, message: String
}

/// A warning and the number of logs that have it.
public struct FleetCount: Codable, Sendable, Hashable {
    /// The code of the warning.
    public var code: String
    /// Number of logs.
    public var logs: Int
}

extension FleetReport {
    /// Summarises the results of a folder, and writes its `fleet.sqlite` and the calibration files of the devices.
    /// - Throws: `SensorLabError` as `FleetDatabase.init`; cannot create (73).
    public static func make(of folder: String, tool: ToolSection) throws -> FleetReport {
        let scratch = try ScratchFolder()
        let fleet = try FleetDatabase(results: folder, at: scratch.path + "/fleet.sqlite")
        let devices = try fleet.deviceCalibrations(version: tool.version)
        let report = try fleet.report(tool: tool, calibrations: devices.sections)
        try fleet.save(to: folder + "/fleet.sqlite")
        try OutputFile.write(devices.files.map { ($0.name, Array($0.file.json.text.utf8)) }, to: folder)
        return report
    }
}

extension FleetDatabase {
    /// Queries every table of the report.
    func report(tool: ToolSection, calibrations: [FleetCalibration]) throws -> FleetReport {
        // Columns are named as the members.
        try database.transaction(immediate: false) {
            FleetReport(
                tool: tool, totals: try (database.records(Self.totals) as [FleetTotals]).first ?? FleetTotals(),
                errors: try database.records(Self.errors), wins: try database.records(Self.wins),
                drift: try database.records(Self.drift), constants: try database.records(Self.constants),
                calibrations: calibrations, claims: try database.records(Self.claims),
                outliers: try database.records(Self.outliers),
                reports: try database.records(
                    "SELECT id, report, grade, device FROM logs WHERE report IS NOT NULL ORDER BY id"),
                failures: try database.records(
                    "SELECT id, path, code, message FROM logs WHERE code IS NOT NULL ORDER BY id"),
                warnings: try database.records("SELECT code, logs FROM warning_counts ORDER BY logs DESC, code"))
        }
    }

    private static let totals = """
        SELECT COUNT(*) AS logs, COUNT(code) AS failed, TOTAL(duration) / 3600 AS hours,
            COUNT(DISTINCT device) AS devices, COUNT(*) - COUNT(device) AS withoutDevice,
            (SELECT COUNT(DISTINCT id) FROM errors) AS measured,
            COALESCE((SELECT GROUP_CONCAT(version, ', ') FROM (SELECT DISTINCT version FROM logs ORDER BY version)), '')
                AS versions
        FROM logs
        """

    private static let errors = """
        SELECT f.scope, f.name, f.filter, f.metric, f.logs, f.mean, f.minimum, f.maximum, i.low, i.high
        FROM filter_errors AS f JOIN (
            SELECT scope, name, filter, metric, mean_low(value) AS low, mean_high(value) AS high
            FROM scopes JOIN errors ON errors.id = scopes.id GROUP BY scope, name, filter, metric
        ) AS i ON i.scope = f.scope AND i.name = f.name AND i.filter = f.filter AND i.metric = f.metric
        ORDER BY f.scope, f.name, f.filter, f.metric
        """

    private static let wins = """
        SELECT scope, name, filter, logs, wins, mean_rank AS meanRank
        FROM filter_wins ORDER BY scope, name, wins DESC, mean_rank, filter
        """

    private static let drift = """
        SELECT d.device, d.sensor, d.stream, d.logs, d.last_day - d.first_day AS days, d.x, d.y, d.z,
            square_root((d.variance_x + d.variance_y + d.variance_z) / 3) AS spread,
            d.drift_x AS driftX, d.drift_y AS driftY, d.drift_z AS driftZ, i.x AS driftInterval95X,
            i.y AS driftInterval95Y, i.z AS driftInterval95Z
        FROM calibration_drift AS d LEFT JOIN (
            SELECT logs.device, sensor, stream, slope_half(day, calibrations.x) AS x,
                slope_half(day, calibrations.y) AS y, slope_half(day, calibrations.z) AS z
            FROM logs JOIN calibrations ON calibrations.id = logs.id
            WHERE accepted = 1 AND source = 'log' AND logs.device IS NOT NULL AND day IS NOT NULL
            GROUP BY logs.device, sensor, stream
        ) AS i ON i.device = d.device AND i.sensor = d.sensor AND i.stream = d.stream
        ORDER BY d.device, d.sensor, d.stream
        """

    private static let constants = """
        SELECT device, sensor, stream, day, x, y, z FROM logs JOIN calibrations ON calibrations.id = logs.id
        WHERE accepted = 1 AND source = 'log' AND device IS NOT NULL AND day IS NOT NULL
        ORDER BY device, sensor, stream, day, logs.id
        """

    private static let claims = """
        SELECT c.scope, c.name, c.source, c.kind, c.logs, c.samples, c.share, i.low, i.high,
            promised_share(c.kind) AS expected, c.claimed AS claimedDegrees,
            square_root(c.mean_square_error) AS rmsErrorDegrees
        FROM claim_coverage AS c JOIN (
            SELECT scope, name, source, kind, share_low(within_claim, samples) AS low,
                share_high(within_claim, samples) AS high
            FROM scopes JOIN claims ON claims.id = scopes.id GROUP BY scope, name, source, kind
        ) AS i ON i.scope = c.scope AND i.name = c.name AND i.source = c.source AND i.kind = c.kind
        ORDER BY c.scope, c.name, c.source, c.kind
        """

    private static let outliers = """
        SELECT id, filter, value AS errorDegrees, median AS medianDegrees, device, report
        FROM outliers ORDER BY value / median DESC, id, filter
        """
}
