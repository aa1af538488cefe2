import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Checks of the clock, before a mismatch is attributed to the gyroscope's unit.
extension EvidenceJudge {
    /// Compares the turns by the gyroscope with those of the other sensors.
    /// - Throws: `SensorLabError` (bad data) where another unit of the time, or another rate of the rows, explains
    ///   them.
    mutating func compareClock() throws {
        guard !isClockGiven, let clock, !without.contains(.gyroscope), !recording.gyroscope.isWhole else { return }
        let stated = statedRate
        let turning = TurningEvidence(
            rate: recording.gyroscope, recording: recording, isFieldCalibrated: isFieldCalibrated)
        switch clock {
        case .rows(let rate), .counter(let rate, _), .rowCount(let rate, _, _):
            // A counter of units of time is documented.
            guard rate < 5000, let stated, let turning, turning.correlation > 0.9 else { return }
            try compareRate(rate, turning.ratio / stated, of: turning.of)
        case .decimal(let exponent):
            guard !Self.explains(turning, stated), stated != nil || hardIron()?.rateFactor == nil,
                let found = ClockEvidence(
                    rate: recording.gyroscope, force: force, field: recording.magnetometer,
                    units: stated.map { [$0] } ?? [1, LogUnit.degreesPerSecond.factor])
            else { return }
            try ask(found, exponent)
        default: return
        }
    }

    /// rad/s in one reading, by the user or the log.
    private var statedRate: Double? {
        if let unit = assumptions.unit(of: .gyroscope) {
            return unit.factor / (assumptions.countsPerUnit(of: .gyroscope) ?? 1)
        }
        return claims[.gyroscope].flatMap { claim in claim.unit.map { $0.value.factor * (claim.scale?.factor ?? 1) } }
    }

    /// Whether the magnetometer's readings are a field that turns with the device.
    private var isFieldCalibrated: Bool {
        guard fieldAxes == nil else { return false }
        return claims[.magnetometer]?.isCalibrated
            ?? (15...85).contains(MagnitudeEvidence.medianLength(recording.magnetometer) ?? 0)
    }

    /// Of the raw magnetometer; computed once.
    mutating func hardIron() -> HardIronEvidence? {
        if let known = knownHardIron { return known }
        let found = HardIronEvidence.found(in: recording.magnetometer, rate: recording.gyroscope)
        knownHardIron = .some(found)
        return found
    }

    /// Whether the turns are those of a rate in the stated unit, or in any.
    private static func explains(_ turning: TurningEvidence?, _ stated: Double?) -> Bool {
        guard let turning else { return false }
        if let stated { return (0.4...2.5).contains(turning.ratio / stated) }
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
            "the time is not in \(read): the gyroscope's turns are then \(Int(clamping: times)) times as \(found.factor < 1 ? "large" : "small") "
                + "as those of the \(found.of); in units of \(fitting) both are equal",
            advice: "give the unit: "
                + (option.map { "--columns \($0)" }
                    ?? "write the unit into the header of every time column, such as \"time (\(fitting))\""))
    }

    /// Rates at which sensors and programs write rows, hertz.
    private static let usualRates: [Double] = [
        10, 12.5, 15, 20, 25, 30, 40, 50, 52, 60, 75, 80, 100, 104, 120, 125, 128, 200, 208, 240, 250, 256, 400, 500,
        1000,
    ]

    /// - Parameter ratio: observed turn / turn by the gyroscope.
    private func compareRate(_ rate: Double, _ ratio: Double, of direction: String) throws {
        guard ratio > 0, !(0.8...1.25).contains(ratio) else { return }
        let fitted = rate / ratio
        let usual = Self.usualRates.min { ($0 / fitted - 1).magnitude < ($1 / fitted - 1).magnitude } ?? fitted
        let shown = MagnitudeEvidence.shown((usual / fitted - 1).magnitude < 0.05 ? usual : fitted)
        throw clockError(
            "the rows do not come at \(MagnitudeEvidence.shown(rate)) Hz: the \(direction) turns \(MagnitudeEvidence.shown(ratio)) "
                + "times as far as the gyroscope at that rate; \(MagnitudeEvidence.shown(fitted)) Hz fits",
            advice: "give the rows' rate, such as --assume rate=\(shown)")
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
            advice: "give the rows' rate in place of the time: \(option)--assume rate=\(rate)")
    }

    private func clockError(_ message: String, advice: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .unknownTimeUnit, place: name, message: message,
            advice: advice + ", or leave it out: --without gyroscope")
    }
}

/// The unit of time by turns: a direction that turns with the gyroscope shows how long a second is.
///
/// A time that is read ten times too long makes every turn of the gyroscope ten times too large, which none of its
/// units explains.
struct ClockEvidence {
    /// Factor that corrects the time as read.
    let factor: Double
    /// The direction that turned, as text for reports.
    let of: String

    /// Factors of other units of time, and of counts of 100 ns or 0.1 ms.
    private static let factors = [0.1, 10, 0.001, 1000]
    /// Plausible sample rates of a gyroscope that turns, hertz.
    private static let rates = 4.0...2500
    /// Ratios of the observed turn to that in a unit of the gyroscope that count as equal.
    private static let ratios = 0.8...1.25
    private static let leastCorrelation = 0.9

    /// `nil` where no unit of time explains the turns, or several do.
    /// - Parameters:
    ///   - force: of gravity or an accelerometer.
    ///   - field: of a magnetometer, its own offset in it.
    ///   - units: that the rate may be in, rad/s in one reading.
    init?(rate: VectorStream, force: VectorStream, field: VectorStream, units: [Double]) {
        let intervals = zip(rate.times, rate.times.dropFirst()).prefix(2000).map { Double($1 - $0) }.filter { $0 > 0 }
        guard let interval = Percentile.upperMedian(intervals) else { return nil }
        let fitting = Self.factors.filter { Self.rates.contains(1e9 / (interval * $0)) }.compactMap { factor in
            Self.direction(
                rate.scaledTimes(factor), force.scaledTimes(factor), field.scaledTimes(factor), units
            ).map { (factor: factor, of: $0) }
        }
        guard fitting.count == 1 else { return nil }
        (factor, of) = fitting[0]
    }

    /// The direction that turns as a rate in one of the units says; `nil` without one.
    private static func direction(
        _ rate: VectorStream, _ force: VectorStream, _ field: VectorStream, _ units: [Double]
    ) -> String? {
        func fits(_ ratio: Double, _ correlation: Double) -> Bool {
            correlation > leastCorrelation && units.contains { ratios.contains(ratio / $0) }
        }
        if let found = TurningEvidence.fit(rate, force), fits(found.ratio, found.correlation) {
            return "specific force"
        }
        if let found = HardIronEvidence.fromTurning(field, rate), let ratio = found.rateFactor,
            fits(ratio, found.rateCorrelation)
        {
            return "field"
        }
        return nil
    }
}

extension VectorStream {
    /// A part of the stream; its times start at 0 and are in another unit.
    fileprivate func scaledTimes(_ factor: Double) -> VectorStream {
        guard let first = times.first else { return self }
        let count = Swift.min(self.count, 20_000)
        return VectorStream(
            times: times.prefix(count).map { Int64(clamping: (Double($0 - first) * factor).rounded()) },
            values: Array(values.prefix(count)))
    }
}

/// A time column whose unit follows only from the size of its steps, or whose stated unit gives no sensor's rate.
struct AssumedClock {
    /// The column's name in the header.
    let name: String
    /// The unit as read: 10^exponent nanoseconds.
    let exponent: Int
    /// Median step, in the column's numbers.
    let step: Double
    /// Whether all numbers are whole, as a counter's.
    let isWhole: Bool
    /// Whether the header names the unit.
    let isStated: Bool

    /// Sample rates, hertz, for which hardly any other unit is plausible.
    private static let trusted = 20.5...449
    /// Rates of motion sensors, hertz.
    private static let conceivable = 0.2...10_000
    /// Rates that make another unit plausible, hertz.
    private static let usual = 15.0...1100
    /// Usual rows per minute: decimal numbers with such steps are minutes, not seconds.
    private static let usualByMinute: [Double] = [600, 720, 900, 1200, 1500, 1800]
    /// Units that counters have, as powers of ten of a nanosecond.
    private static let counters = [7, 5, 4, 2]
    private static let stated = [9, 6, 3, 0]

    /// `nil` for a column whose numbers have no steps.
    init?(_ name: String, _ numbers: [Double], _ exponent: Int, isStated: Bool) {
        guard let step = TimeColumn.medianStep(numbers) else { return nil }
        (self.name, self.exponent, self.step, self.isStated) = (name, exponent, step, isStated)
        isWhole = numbers.allSatisfy { $0 == $0.rounded() }
    }

    private func rate(_ exponent: Int) -> Double {
        (exponent..<9).reduce(1 / step) { rate, _ in rate * 10 }
    }

    /// A unit that would give a usual rate where the unit as read does not; `nil` without doubt.
    var other: String? {
        let read = rate(exponent)
        if isStated {
            guard !Self.conceivable.contains(read) else { return nil }
            return Self.stated.first { Self.usual.contains(rate($0)) }.map { MappedClock.name(exponent: $0) }
        }
        guard isWhole else { return Self.usualByMinute.contains { ($0 / read - 1).magnitude < 0.02 } ? "min" : nil }
        guard !Self.trusted.contains(read) else { return nil }
        let likely = Self.counters.filter { (exponent < $0) == (read > Self.trusted.upperBound) && exponent != $0 }
        return likely.first { Self.trusted.contains(rate($0)) || Self.usual.contains(rate($0)) }
            .map { MappedClock.name(exponent: $0) }
    }

    /// The rate of the rows, hertz, if the unit has this name.
    func rate(_ unit: String) -> Double {
        unit == "min" ? rate(9) / 60 : TimeColumn.exponent(ofUnit: unit).map(rate) ?? 0
    }
}

extension EvidenceJudge {
    /// Warns of a clock that may be ten times too slow or too fast and that no turn of the gyroscope confirms.
    mutating func warnOfClock(_ assumed: AssumedClock?) {
        guard let assumed, !isClockGiven, let other = assumed.other, !isClockConfirmed else { return }
        let sensors = recording.sensors.filter { Recording.vectorPath(of: $0) != nil }.map(\.rawValue)
        let shown = MagnitudeEvidence.shown
        let read = MappedClock.name(exponent: assumed.exponent)
        warn(
            .assumedRate,
            "the time column \"\(assumed.name)\" "
                + (assumed.isStated
                    ? "has the unit \(read), in which its steps of \(shown(assumed.step)) are unusual for a sensor"
                    : "has no unit, and is read as \(read) by its steps of \(shown(assumed.step)) alone")
                + ": the rate of \(sensors.joined(separator: ", ")) is \(shown(assumed.rate(read))) Hz then, and "
                + "\(shown(assumed.rate(other))) Hz in units of \(other)",
            advice: .unitOfTime(
                other,
                tables.first.flatMap { columnsOption(time: "\(CanonicalColumns.time)=\($0.time + 1):\(other)") },
                read: read))
    }

    /// Whether a direction turns with the gyroscope in the unit of time as read.
    private var isClockConfirmed: Bool {
        let rate = recording.gyroscope
        guard !rate.isEmpty else { return false }
        if let turning = TurningEvidence(
            rate: rate, recording: recording, isFieldCalibrated: isFieldCalibrated),
            turning.correlation > 0.9, Self.confirming.contains(turning.ratio)
        {
            return true
        }
        guard !recording.magnetometer.isEmpty,
            let found = HardIronEvidence.found(in: recording.magnetometer, rate: rate), let ratio = found.rateFactor
        else { return false }
        return found.rateCorrelation > 0.9 && Self.confirming.contains(ratio)
    }

    private static let confirming = 0.8...1.25
}
