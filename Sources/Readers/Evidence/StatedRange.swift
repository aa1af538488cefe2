import Judge
import Recordings
import SensorModels
import Vocabulary

/// The full scale of a sensor that a log states above its header: `gyro_range = 250.0 dps`, `# Accel range: +-2g`.
///
/// It says how large a count of 16 bits is, if the readings are counts.
struct StatedRange: Equatable, Sendable {
    let sensor: SensorKind
    /// What a count of 16 bits is, with its symbol for `--assume`.
    let count: ReadingUnit
    /// The line, as text for reports.
    let by: String

    /// The ranges in a line.
    static func all(in line: String) -> [StatedRange] {
        line.split { ",;|".contains($0) }.compactMap { StatedRange(String($0), line) }
    }

    private init?(_ text: String, _ line: String) {
        let words = HeaderWords(text).words
        let rest = text.drop { !$0.isNumber }
        let digits = rest.prefix { $0.isNumber || $0 == "." }
        guard words.contains("range") || words.contains("fsr"),
            let sensor = [SensorKind.accelerometer, .gyroscope].first(where: { Lexicon.hints(words)[$0] != nil }),
            let range = Double(digits), range > 0,
            let unit = LogUnit(spelling: rest[digits.endIndex...].trimmedCell, of: sensor),
            unit == .gravities || unit == .degreesPerSecond
        else { return nil }
        let counts = 32768 / range
        self.sensor = sensor
        count = ReadingUnit(
            symbol: "\(unit.rawValue)/\((counts * 100).rounded() / 100)", factor: unit.factor / counts, share: 0.05)
        by = "the line \"\(HeaderLine.shown(line))\""
    }
}

extension RawLog {
    /// Notes the ranges in the lines above a header.
    mutating func claimRanges(_ lines: some Sequence<String>) {
        for range in lines.flatMap(StatedRange.all) where claims[range.sensor]?.unit == nil {
            claims[range.sensor]?.range = range
        }
    }
}
