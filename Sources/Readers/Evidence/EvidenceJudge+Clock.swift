import Foundation
import Judge
import Recordings
import SensorModels
import Vocabulary

/// A time column of decimal numbers whose unit may not be what it was read as.
struct AssumedClock {
    /// The column's name in the header.
    let name: String
    /// The unit as read: 10^exponent nanoseconds.
    let exponent: Int
    /// From row to row, in the column's numbers.
    let step: Double
    /// Whether all numbers are whole, as a counter's.
    let isWhole: Bool
    /// Whether the header names the unit.
    let isStated: Bool

    /// `nil` for a column whose numbers have no steps.
    init?(_ name: String, _ numbers: [Double], _ exponent: Int, isStated: Bool) {
        guard let step = TimeColumn.rowStep(numbers) else { return nil }
        (self.name, self.exponent, self.step, self.isStated) = (name, exponent, step, isStated)
        isWhole = numbers.allSatisfy { $0 == $0.rounded() }
    }

    /// Hertz, with a unit that is so many times as long as the one that was read.
    func rate(_ factor: Double) -> Double { (exponent..<9).reduce(1 / (step * factor)) { rate, _ in rate * 10 } }

    /// The name of the unit that is so many times as long as the one that was read; `nil` where it has none.
    func unit(_ factor: Double) -> String? {
        if factor == 60 { return exponent == 9 ? "min" : nil }
        let exponent = exponent + Int(clamping: log10(factor).rounded())
        return (0...9).contains(exponent) ? MappedClock.name(exponent: exponent) : nil
    }

    /// What the time as read may have to be multiplied by, with ln of the prior: the header's unit and fractions of
    /// seconds are wrong once in 400 logs, counts of 0.1 ms and 100 ns are rare, and minutes more so.
    var hypotheses: [(factor: Double, nats: Double)] {
        [1, 0.1, 10, 1e-3, 1e3, 1e-6, 1e6, 60].filter { unit($0) != nil }.map { factor in
            let rare = factor == 60 ? 7.0 : factor == 0.1 || factor == 10 ? 5 : 1
            let stated = isStated ? 6.0 : !isWhole && exponent == 9 && factor != 60 ? 6 : 0
            let nats = RowRate.nats(rate(factor)) - RowRate.nats(rate(1))
            return (factor, factor == 1 ? 0 : nats - stated - rare)
        }
    }
}

/// The rates at which sensors and programs write rows.
enum RowRate {
    /// Usual ones, hertz.
    static let usual: [Double] = [
        1, 2, 5, 10, 12.5, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 120, 128, 200, 240, 250, 400, 500, 800, 1000,
    ]

    /// ln of the density of ln(rate): two thirds are a usual rate within 3 %, all about 50 Hz (a factor of 4.5 is one
    /// deviation).
    static func nats(_ hertz: Double) -> Double {
        func normal(_ x: Double, _ deviation: Double) -> Double {
            exp(-0.5 * x * x / (deviation * deviation)) / deviation
        }
        func share(_ hertz: Double) -> Double { normal(log(hertz / 50), 1.5) }
        let all = usual.reduce(0) { $0 + share($1) }
        let near = usual.reduce(0) { $0 + share($1) / all * normal(log(hertz / $1), 0.03) }
        return log(share(hertz) / 3 + 2 * near / 3 + 1e-300)
    }
}

extension RawLog {
    /// What the seconds as read may have to be multiplied by, with ln of the prior. A rate that is given or stated
    /// is wrong once in twenty logs, one that the format assumes in two.
    func clocks(_ options: ReadOptions) -> [(factor: Double, nats: Double)] {
        switch clock {
        case .decimal?: return isClockGiven ? [(1, 0)] : assumedClock?.hypotheses ?? [(1, 0)]
        case .rows(let rate)?, .counter(let rate, _)?, .rowCount(let rate, _, _)?:
            // A counter of units of time is documented.
            guard rate < 5000 else { return [(1, 0)] }
            let others = RowRate.usual.map { rate / $0 }.filter { !(0.8...1.25).contains($0) }
            return [(1, 0)] + others.map { ($0, isRateAssumed ? -3 : -6) }
        default: return [(1, 0)]
        }
    }
}

/// The unit of the time, or the rate of the rows, by the posterior.
extension EvidenceJudge {
    /// Multiplies the times by the most probable factor.
    /// - Returns: whether they were changed.
    /// - Throws: `SensorLabError` (bad data) where no unit, or no rate of the rows, is probable enough.
    mutating func decideClock(_ assumed: AssumedClock?) throws -> Bool {
        let clocks = judged.posterior.clocks
        guard clocks.count > 1, let best = clocks.first, let asRead = clocks.first(where: { $0.factor == 1 }) else {
            return false
        }
        switch clock {
        case .decimal?:
            judged.clockProbability = asRead.probability
            guard Margin(asRead.probability) != .use, let assumed else { return false }
            return try decideUnit(of: assumed, clocks)
        case .rows(let rate)?, .counter(let rate, _)?, .rowCount(let rate, _, _)?:
            if best.factor != 1, Margin(1 - asRead.probability) != .ask { try doubtRate(rate, best.factor) }
            return false
        default: return false
        }
    }

    private mutating func decideUnit(
        of assumed: AssumedClock, _ clocks: [(factor: Double, probability: Double)]
    ) throws -> Bool {
        let (best, next) = (clocks[0], clocks[1])
        guard let unit = assumed.unit(best.factor), let other = assumed.unit(next.factor) else { return false }
        let margin = Margin(best.probability)
        let evidence = judged.posterior.ofClock.reasons(beside: [])
        func reading(_ clock: (factor: Double, probability: Double), _ unit: String) -> String {
            "\(unit) (\(Margin.shown(clock.probability)), \(MagnitudeEvidence.shown(assumed.rate(clock.factor))) Hz)"
        }
        func option(_ unit: String) -> String? {
            tables.first.flatMap { table in
                let time = "\(CanonicalColumns.time)=\(table.time + 1):\(unit)"
                // A mapping is given as a whole.
                return recording.metadata.format == MappedTables.format ? columnsOption(time: time) : time
            }
        }
        // The tables of a log need not have one clock, and a stated unit is replaced only where that is certain.
        guard
            best.factor == 1
                ? margin != .ask : tables.count <= 1 && margin != .ask && (margin == .use || !assumed.isStated)
        else {
            throw clockError(
                "the unit of the time column \"\(assumed.name)\" is not known: most probable are \(reading(best, unit)) and "
                    + "\(reading(next, other)) \(evidence)",
                advice: option(unit).map {
                    "give it: --columns \($0)" + (option(other).map { " or --columns \($0)" } ?? "")
                }
                    ?? "write it into the header of every time column, such as \"time (\(unit))\"")
        }
        let sensors = recording.sensors.filter { Recording.vectorPath(of: $0) != nil }.map(\.rawValue)
        warn(
            .assumedRate,
            "the time column \"\(assumed.name)\" "
                + (!assumed.isStated
                    ? "has no unit, and"
                    : best.factor == 1 ? "" : "says \(MappedClock.name(exponent: assumed.exponent)), but")
                + " is read as \(unit), which is \(Margin.shown(best.probability)) probable \(evidence): the rate of "
                + "\(sensors.joined(separator: ", ")) is \(MagnitudeEvidence.shown(assumed.rate(best.factor))) Hz then, and "
                + "\(MagnitudeEvidence.shown(assumed.rate(next.factor))) Hz in units of \(other)",
            advice: .unitOfTime(other, option(other), read: unit))
        guard best.factor != 1 else { return false }
        judged.clockProbability = best.probability
        let (times, part) = (Int64(clamping: best.factor.rounded()), Int64(clamping: (1 / best.factor).rounded()))
        recording.moveTimes { best.factor > 1 ? LogTime.product($0, times) : $0 / part }
        recording.metadata.clock = "units of \(unit) \(evidence)"
        return true
    }

    /// - Throws: `SensorLabError` (bad data) for a rate that the user did not give.
    private mutating func doubtRate(_ rate: Double, _ factor: Double) throws {
        let (given, fitting) = (MagnitudeEvidence.shown(rate), MagnitudeEvidence.shown(rate / factor))
        let message =
            "the rows do not come at \(given) Hz \(judged.posterior.ofClock.reasons(beside: [.clock])); about \(fitting) Hz fits"
        guard isClockGiven else {
            throw clockError(message, advice: "give the rows' rate, such as --assume rate=\(fitting)")
        }
        warn(.assumedRate, message, advice: .otherRate(fitting))
    }

    /// The error for a rate whose unit cannot be observed, since nearly all rows repeat the stamp of the row before;
    /// `nil` for every other clock.
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
            "too many rows share a time (\(times.count - changes.count - 1) of \(times.count) have the stamp of the row "
                + "before), so the turns of the gyroscope do not show its unit",
            advice: "give the rows' rate in place of the time: \(option)--assume rate=\(rate), or leave it out: "
                + "--without gyroscope")
    }

    private func clockError(_ message: String, advice: String) -> SensorLabError {
        SensorLabError(.badData, code: .unknownTimeUnit, place: name, message: message, advice: advice)
    }
}
