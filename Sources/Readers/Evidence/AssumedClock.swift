import Recordings
import SensorModels
import Vocabulary

/// A time column whose unit nothing but the size of its steps shows, or whose header names a unit in which they are no sensor's.
struct AssumedClock {
    /// As the header has it.
    let name: String
    /// The unit in which it is read is 10^exponent nanoseconds.
    let exponent: Int
    /// The median one, in the column's numbers.
    let step: Double
    /// Whether all numbers are whole ones, as those of a counter.
    let isWhole: Bool
    /// Whether the header names the unit.
    let isStated: Bool

    /// Rates at which sensors and programs write rows, hertz, that nearly no other unit explains.
    private static let trusted = 20.5...449
    /// Slower and faster rows are none of a sensor of motion.
    private static let conceivable = 0.2...10_000
    /// Rates that other units may give.
    private static let usual = 15.0...1100
    /// Decimal numbers of minutes are no seconds: so many rows a minute are usual.
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

    /// A unit that would give a usual rate, where the one that is read gives none that is; `nil` where nothing is doubtful.
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

    /// Of a unit's name.
    func rate(_ unit: String) -> Double {
        unit == "min" ? rate(9) / 60 : TimeColumn.exponent(ofUnit: unit).map(rate) ?? 0
    }
}

extension EvidenceJudge {
    /// Warns of a clock that may be ten times too slow or too fast, where no turn of the gyroscope shows that it is right.
    mutating func warnOfClock(_ assumed: AssumedClock?) {
        guard let assumed, !isClockGiven, let other = assumed.other, !isClockConfirmed else { return }
        let sensors = recording.sensors.filter { Recording.vectorPath(of: $0) != nil }.map(\.rawValue)
        let shown = MagnitudeEvidence.shown
        let read = MappedClock.name(exponent: assumed.exponent)
        warn(
            .assumedRate,
            "the time column \"\(assumed.name)\" "
                + (assumed.isStated
                    ? "has the unit \(read), in which its steps of \(shown(assumed.step)) are no sensor's"
                    : "has no unit, and is read as \(read) by its steps of \(shown(assumed.step)) alone")
                + ": the rate of \(sensors.joined(separator: ", ")) is \(shown(assumed.rate(read))) Hz so, and "
                + "\(shown(assumed.rate(other))) Hz in units of \(other)",
            "if that is the unit, say so: "
                + (tables.first.flatMap { columnsOption(time: "\(CanonicalColumns.time)=\($0.time + 1):\(other)") }
                    .map { "--columns \($0)" } ?? "write it into the header, such as \"time (\(other))\"")
                + "; if not, with \(read) in its place")
    }

    /// Whether something turns as the gyroscope says in the unit that was read.
    private var isClockConfirmed: Bool {
        let rate = recording.gyroscope
        guard !rate.isEmpty else { return false }
        if let turning = TurningEvidence(
            rate: rate, recording: recording, isFieldCalibrated: isFieldCalibrated, isUnknown: true),
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
