import Files
import Foundation
import Recordings
import Rotations
import Vocabulary

/// One of several logs; its own place, date, calibration and reference override the common options.
public struct ComparisonLog: Sendable {
    /// Its path.
    public var path: String
    /// Its name in the report, unique in a comparison.
    public var name: String
    /// The group that it is averaged with, in addition to the average over all logs.
    public var group: String?
    /// The device that recorded it; `nil` takes the log's own metadata.
    public var device: String?
    /// Its place; `nil` takes the common options'.
    public var place: GeodeticPosition?
    /// Its date; `nil` takes the common options'.
    public var date: CalendarDate?
    /// Its calibration; `nil` takes the common options'.
    public var calibration: CalibrationChoice?
    /// Its reference; `nil` takes the common options'.
    public var reference: ReferenceChoice?
    /// What a benchmark knows of its reference, unless the common options say otherwise.
    public var referenceTerms: ReferenceTerms?
    /// The sensor unit of its file; `nil` takes the common options'.
    public var unit: String?
    /// The scored part, if a benchmark defines it; `nil` leaves it to the error definition.
    public var scoring: BenchmarkScoring?

    /// A log by its path.
    public init(path: String, name: String, group: String? = nil) {
        self.path = path
        self.name = name
        self.group = group
    }

    /// The common options, overridden by this log's own place, date, calibration and reference.
    public func options(over common: AnalysisOptions) -> AnalysisOptions {
        var options = common
        if let unit { options.source = options.source.choosing(unit: unit) }
        options.scoring = scoring ?? common.scoring
        options.place = place ?? common.place
        options.date = date ?? common.date
        options.calibration = calibration ?? common.calibration
        options.reference = reference ?? common.reference
        options.referenceTerms = (referenceTerms ?? ReferenceTerms()).overridden(by: common.referenceTerms)
        return options
    }

    /// Logs by path and by manifest, with the manifest's warnings.
    /// - Throws: `SensorLabError` for an unreadable manifest, and for two logs of one name.
    public static func list(
        paths: [String], manifest: String?
    ) throws -> (logs: [ComparisonLog], warnings: [Warning]) {
        let manifest = try manifest.map { try Manifest(path: $0) }
        let logs = named(after: paths) + (manifest?.logs ?? [])
        var seen: Set<String> = []
        for log in logs where !seen.insert(log.name).inserted {
            throw SensorLabError(
                .usage, code: .sameName, place: log.path, message: "two logs have the name \(log.name)",
                advice: "give each log once, or give ids in a manifest")
        }
        return (logs, manifest?.warnings ?? [])
    }

    /// Names logs after their files, or by their paths if two files have the same name.
    static func named(after paths: [String]) -> [ComparisonLog] {
        let stems = paths.map(stem)
        return zip(paths, stems).map { path, stem in
            ComparisonLog(path: path, name: stems.count { $0 == stem } > 1 ? path : stem)
        }
    }

    /// The last component of a path without endings such as `.csv` and `.gz`.
    public static func stem(of path: String) -> String {
        var name = path.split(separator: "/").last.map(String.init) ?? path
        for ending in [".gz", ".csv", ".zip", ".txt", ".json"]
        where name.lowercased().hasSuffix(ending) && name.count > ending.count {
            name.removeLast(ending.count)
        }
        return name
    }
}

/// The scored part of a benchmark's trial, from its ground truth; not visible to estimators.
public struct BenchmarkScoring: Sendable, Hashable {
    /// The scored stamps, nanoseconds of the log's clock.
    public var interval: ClosedRange<Int64>
    /// Rotation from the device to the reference's rigid body, which is removed from the inclination error.
    public var mount: Quaternion?
}

extension [Warning] {
    /// The warnings of a log; with several logs, each has the log's name.
    func of(_ log: ComparisonLog, among logs: [ComparisonLog]) -> [Warning] {
        logs.count > 1 ? map { $0.named(log.name, path: log.path) } : self
    }
}

extension ComparisonLog {
    /// The log's own options, which override the common ones: texts by the options' names; files as by
    /// `SettingText.file`.
    public var settings: [String: String] {
        var settings: [String: String] = [:]
        settings["place"] = place.map(SettingText.place)
        settings["date"] = date?.text
        settings["unit"] = unit
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

/// Options as text, for results and histories.
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

    /// `nil` for the log's own reference.
    public static func reference(_ choice: ReferenceChoice) -> String? {
        switch choice {
        case .log: nil
        case .deviceAttitude: "device-attitude"
        case .file(let path): file(path)
        }
    }

    /// The name of a file without its folder, with the first digits of its checksum; a path without a file stays
    /// unchanged.
    public static func file(_ path: String) -> String {
        guard let checksum = try? FileChecksum.hexadecimal(path: path) else { return path }
        return URL(fileURLWithPath: path).lastPathComponent + "#" + checksum.prefix(12)
    }
}
