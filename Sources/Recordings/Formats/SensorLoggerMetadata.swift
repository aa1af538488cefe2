import SensorModels
import Vocabulary

/// What the `Metadata` of a Sensor Logger recording says: a table of one row, or the last object of the JSON export.
struct SensorLoggerMetadata {
    private let values: [String: String]

    init(values: [String: String]) { self.values = values }

    /// From the bytes of `Metadata.csv`; empty where there is no row.
    init(csv bytes: [UInt8]) {
        var text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("\u{feff}") { text.removeFirst() }
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        guard lines.count >= 2 else {
            values = [:]
            return
        }
        let dialect = TableDialect(header: lines[0], rows: [])
        values = Dictionary(
            zip(dialect.cells(lines[0]), dialect.cells(lines[1])), uniquingKeysWith: { first, _ in first })
    }

    /// `nil` where the metadata do not say it.
    var platform: SignConvention? {
        switch values["platform"]?.lowercased() {
        case "ios": return .ios
        case "android": return .android
        default: return nil
        }
    }

    /// iOS values turned to Android's signs on export (an option since version 1.29).
    var isStandardised: Bool { values["standardisation"]?.lowercased() == "true" }

    /// Quaternions follow since version 1.51.
    var isAttitudeStandardised: Bool {
        let parts = (values["appVersion"] ?? "").split(separator: ".").compactMap { Int($0) }
        guard isStandardised, parts.count >= 2 else { return isStandardised }
        return parts[0] > 1 || parts[0] == 1 && parts[1] >= 51
    }

    func apply(to metadata: inout RecordingMetadata) {
        metadata.device = values["device name"]
        metadata.operatingSystem = platform.map { $0 == .ios ? "ios" : "android" }
        metadata.start = values["recording time"]
        if let time = metadata.start { metadata.date = CalendarDate(time) }
        for key in ["appVersion", "recording timezone", "standardisation"] {
            if let value = values[key], !value.isEmpty {
                metadata.other[key.lowercased().replacing(" ", with: "-")] = value
            }
        }
    }
}
