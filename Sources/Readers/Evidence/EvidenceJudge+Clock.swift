import Recordings
import SensorModels
import Vocabulary

/// The clock, before a unit of the gyroscope is made responsible.
extension EvidenceJudge {
    /// Compares the turns by the gyroscope with those of the other sensors before a unit of the gyroscope is made responsible.
    /// - Throws: `SensorLabError` (bad data) where another unit of the time, or another rate of the rows, explains them.
    mutating func compareClock() throws {
        guard !isClockGiven, let clock, !without.contains(.gyroscope), !recording.gyroscope.isWhole else { return }
        let stated = assumptions.unit(of: .gyroscope) ?? claims[.gyroscope]?.unit?.value
        let turning = TurningEvidence(
            rate: recording.gyroscope, recording: recording, isFieldCalibrated: isFieldCalibrated, isUnknown: true)
        switch clock {
        case .rows(let rate), .counter(let rate, _), .rowCount(let rate, _, _):
            // A counter of units of time is documented.
            guard rate < 5000, let stated, let turning, turning.correlation > 0.9 else { return }
            try compareRate(rate, turning.ratio / stated.factor, of: turning.of)
        case .decimal(let exponent):
            guard !Self.explains(turning, stated), stated != nil || hardIron()?.rateFactor == nil,
                let found = ClockEvidence(
                    rate: recording.gyroscope, force: force, field: recording.magnetometer,
                    units: stated.map { [$0] } ?? [.radiansPerSecond, .degreesPerSecond])
            else { return }
            try ask(found, exponent)
        default: return
        }
    }

    /// Whether the turns are those of a rate in the stated unit, or in any.
    private static func explains(_ turning: TurningEvidence?, _ stated: LogUnit?) -> Bool {
        guard let turning else { return false }
        if let stated { return (0.4...2.5).contains(turning.ratio / stated.factor) }
        return LogUnit.units(of: .rate).contains { unit in
            let range = unit == .radiansPerSecond || unit == .degreesPerSecond ? 0.4...2.5 : 0.7...1.4
            return range.contains(turning.ratio / unit.factor)
        }
    }

    private func ask(_ found: ClockEvidence, _ exponent: Int) throws {
        let shift = [0.1: -1, 10: 1, 0.001: -3, 1000: 3][found.factor] ?? 0
        guard (0...9).contains(exponent + shift) else { return }
        let (read, fitting) = (MappedClock.name(exponent: exponent), MappedClock.name(exponent: exponent + shift))
        let option = tables.first.flatMap { columnsOption(time: "\(CanonicalColumns.time)=\($0.time + 1):\(fitting)") }
        let times = found.factor < 1 ? 1 / found.factor : found.factor
        throw clockError(
            "the time is not in \(read): read so, the gyroscope says \(Int(clamping: times)) times as \(found.factor < 1 ? "much" : "little") "
                + "as the \(found.of) turned, and in units of \(fitting) as much",
            advice: "say so: "
                + (option.map { "--columns \($0)" }
                    ?? "write the unit into the header of every time column, such as \"time (\(fitting))\""))
    }

    /// Rates at which sensors and programs write rows, hertz.
    private static let usualRates: [Double] = [
        10, 12.5, 15, 20, 25, 30, 40, 50, 52, 60, 75, 80, 100, 104, 120, 125, 128, 200, 208, 240, 250, 256, 400, 500,
        1000,
    ]

    /// - Parameter ratio: of the turn that was seen to that by the gyroscope.
    private func compareRate(_ rate: Double, _ ratio: Double, of direction: String) throws {
        guard ratio > 0, !(0.8...1.25).contains(ratio) else { return }
        let fitted = rate / ratio
        let usual = Self.usualRates.min { ($0 / fitted - 1).magnitude < ($1 / fitted - 1).magnitude } ?? fitted
        let shown = MagnitudeEvidence.shown((usual / fitted - 1).magnitude < 0.05 ? usual : fitted)
        throw clockError(
            "the rows do not come at \(MagnitudeEvidence.shown(rate)) Hz: the \(direction) turns \(MagnitudeEvidence.shown(ratio)) "
                + "times as far as the gyroscope says at that rate; \(MagnitudeEvidence.shown(fitted)) Hz fits",
            advice: "give the rows' rate, such as --assume rate=\(shown)")
    }

    /// The error for a rate whose unit cannot be seen, since nearly all rows have the stamp of the row before; `nil` for every other clock.
    func standingClock() -> SensorLabError? {
        let times = recording.gyroscope.times
        let changes = times.indices.dropFirst().filter { times[$0] != times[$0 - 1] }
        guard !isClockGiven, times.count > 20, 2 * changes.count < times.count else { return nil }
        var rate = "HZ"
        if let first = changes.first, let last = changes.last, last > first {
            rate = MagnitudeEvidence.shown(Double(last - first) / (Double(times[last] - times[first]) * 1e-9))
        }
        let option = columnsOption(time: nil).map { "--columns \($0) " } ?? ""
        return clockError(
            "the time does not tell the rows apart (\(times.count - changes.count - 1) of \(times.count) have the stamp of the row "
                + "before), and so the turns of the gyroscope say nothing of its unit",
            advice: "give the rows' rate in place of the time: \(option)--assume rate=\(rate)")
    }

    private func clockError(_ message: String, advice: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .unknownTimeUnit, place: name, message: message,
            advice: advice + ", or do without: --without gyroscope")
    }
}
