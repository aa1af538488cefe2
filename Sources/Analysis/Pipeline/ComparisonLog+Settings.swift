import Files
import Foundation
import Vocabulary

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
