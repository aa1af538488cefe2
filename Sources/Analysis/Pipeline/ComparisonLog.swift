import Files
import Foundation
import Rotations
import Vocabulary

/// One of several logs, with its own place, date, calibration and reference where they differ from the common options.
public struct ComparisonLog: Sendable {
    /// Where it is.
    public var path: String
    /// Its name in the report, not twice in a comparison.
    public var name: String
    /// What it is averaged with, beside the average over all.
    public var group: String?
    /// What recorded it; the log's own word where `nil`.
    public var device: String?
    /// Where it was made; the options' where `nil`.
    public var place: GeodeticPosition?
    /// When it was made; the options' where `nil`.
    public var date: CalendarDate?
    /// Its calibration; the options' where `nil`.
    public var calibration: CalibrationChoice?
    /// Its reference; the options' where `nil`.
    public var reference: ReferenceChoice?
    /// The scored part, where a benchmark defines it; the error definition decides where `nil`.
    public var scoring: BenchmarkScoring?

    /// A log by its path.
    public init(path: String, name: String, group: String? = nil) {
        self.path = path
        self.name = name
        self.group = group
    }

    /// The common options with this log's own place, date, calibration and reference.
    public func options(over common: AnalysisOptions) -> AnalysisOptions {
        var options = common
        options.scoring = scoring ?? common.scoring
        options.place = place ?? common.place
        options.date = date ?? common.date
        options.calibration = calibration ?? common.calibration
        options.reference = reference ?? common.reference
        return options
    }

    /// Logs by their paths and those of a manifest, with the manifest's warnings.
    /// - Throws: `SensorLabError` for a manifest that cannot be read and for two logs of one name.
    public static func list(
        paths: [String], manifest: String?
    ) throws -> (logs: [ComparisonLog], warnings: [Warning]) {
        let manifest = try manifest.map { try Manifest(path: $0) }
        let logs = named(after: paths) + (manifest?.logs ?? [])
        var seen: Set<String> = []
        for log in logs where !seen.insert(log.name).inserted {
            throw SensorLabError(
                .usage, code: .sameName, place: log.path, message: "two logs are called \(log.name)",
                advice: "name each once, or give ids in a manifest")
        }
        return (logs, manifest?.warnings ?? [])
    }

    /// Logs by their paths, each named after its file, or, where two files have the same name, by its path.
    static func named(after paths: [String]) -> [ComparisonLog] {
        let stems = paths.map(stem)
        return zip(paths, stems).map { path, stem in
            ComparisonLog(path: path, name: stems.count { $0 == stem } > 1 ? path : stem)
        }
    }

    /// The last component of a path without `.csv`, `.gz` and the like.
    public static func stem(of path: String) -> String {
        var name = path.split(separator: "/").last.map(String.init) ?? path
        for ending in [".gz", ".csv", ".zip", ".txt", ".json"]
        where name.lowercased().hasSuffix(ending) && name.count > ending.count {
            name.removeLast(ending.count)
        }
        return name
    }
}

/// The scored part of a benchmark's trial, from its ground truth; estimators never see it.
public struct BenchmarkScoring: Sendable, Hashable {
    /// The stamps that are scored, nanoseconds of the log's clock.
    public var interval: ClosedRange<Int64>
    /// Device to the reference's rigid body, for the inclination without it.
    public var mount: Quaternion?
}

extension [Warning] {
    /// The warnings of a log, with its name where there are several.
    func of(_ log: ComparisonLog, among logs: [ComparisonLog]) -> [Warning] {
        logs.count > 1 ? map { $0.named(log.name, path: log.path) } : self
    }
}

extension ComparisonLog {
    /// What the log's own row says of how it is analysed, in place of the common options: as text by the options' names; files as
    /// `SettingText.file` has them.
    public var settings: [String: String] {
        var settings: [String: String] = [:]
        settings["place"] = place.map(SettingText.place)
        settings["date"] = date?.text
        settings["calibration"] = calibration.map(SettingText.calibration)
        settings["reference"] = reference.flatMap(SettingText.reference)
        if let scoring {
            settings["scored"] =
                LogTime.text(scoring.interval.lowerBound) + " " + LogTime.text(scoring.interval.upperBound)
            settings["mount"] = scoring.mount.map { "\($0.w) \($0.x) \($0.y) \($0.z)" }
        }
        return settings
    }
}

/// Options as the text that results and histories keep of them.
public enum SettingText {
    /// `LAT,LON,ALTITUDE`.
    public static func place(_ place: GeodeticPosition) -> String {
        "\(place.latitude),\(place.longitude),\(place.height)"
    }

    /// `auto`, `none`, or names separated by `;`.
    public static func calibration(_ choice: CalibrationChoice) -> String {
        switch choice {
        case .auto: "auto"
        case .none: "none"
        case .files(let paths): paths.map(file).joined(separator: ";")
        case .fitted(let files, _): files.map(\.name).joined(separator: ";")
        }
    }

    /// `nil` for the log's own.
    public static func reference(_ choice: ReferenceChoice) -> String? {
        switch choice {
        case .log: nil
        case .deviceAttitude: "device-attitude"
        case .file(let path): file(path)
        }
    }

    /// A file by its name, wherever it is, with the begin of its checksum; a name that is no file stays as it is.
    public static func file(_ path: String) -> String {
        guard let checksum = try? FileChecksum.hexadecimal(path: path) else { return path }
        return URL(fileURLWithPath: path).lastPathComponent + "#" + checksum.prefix(12)
    }
}
