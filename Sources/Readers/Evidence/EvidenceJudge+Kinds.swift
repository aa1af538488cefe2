import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Streams whose readings contradict the names of their columns.
extension EvidenceJudge {
    /// Reads a three-axis stream as another sensor's too, with what is known of it.
    mutating func copy(_ sensor: SensorKind, as other: SensorKind) {
        guard let path = Recording.vectorPath(of: other) else { return }
        recording[keyPath: path] = recording.vectors(of: sensor)
        recording.provenance[other] = recording.provenance[sensor]
        claims[other] = claims[sensor]
        origins[other] = origins[sensor] ?? sensor
        factors[other] = factors[sensor]
    }

    /// In some logs `gx,gy,gz` are gravity, or an accelerometer in g: always as long as gravity, and parallel to the
    /// accelerometer or turning.
    mutating func takeGravityFromRate() {
        guard doubts[.gyroscope] == .gravityOrRate, claims[.gyroscope]?.unit == nil, !recording.gyroscope.isEmpty,
            let reason = GravityEvidence.resemblance(
                of: recording.gyroscope, beside: recording.accelerometer,
                mayRest: assumptions.unit(of: .gyroscope) == nil)
        else { return }
        let kind: SensorKind = recording.accelerometer.isEmpty ? .accelerometer : .gravity
        let source = claims[.gyroscope]?.source ?? ""
        let isFree = recording.vectors(of: kind).isEmpty
        if isFree { copy(.gyroscope, as: kind) }
        recording = recording.without(.gyroscope)
        claims[.gyroscope] = nil
        warn(
            isFree ? .incompleteColumns : .secondStream,
            "\(source): they are not rates, but as long as gravity (\(reason)): they are "
                + (isFree ? "read as \(kind.rawValue)" : "left out, since there is \(kind.rawValue)"),
            advice: .columns(if: "they are rates", "gx=COLUMN,gy=COLUMN,gz=COLUMN"))
    }

    /// `acceleration, gravity included`: a length that changes like a moving device's acceleration is not gravity's.
    mutating func takeAccelerometerFromGravity() {
        guard claims[.gravity]?.sign == nil, !recording.gravity.isEmpty,
            let reason = GravityEvidence.unsteadiness(of: recording.gravity)
        else { return }
        // Beside an accelerometer it is a low-pass filtered copy of it.
        let isBeside =
            !recording.accelerometer.isEmpty
            && GravityEvidence.absence(
                from: recording.accelerometer, beside: VectorStream(),
                unit: assumptions.unit(of: .accelerometer) ?? claims[.accelerometer]?.unit?.value) == nil
        guard !isBeside else { return }
        warn(
            .noGravity, "gravity holds more than gravity (\(reason)): it is read as the accelerometer",
            advice: .none("the accelerometer is read"))
        if !recording.accelerometer.isEmpty, recording.linearAcceleration.isEmpty {
            copy(.accelerometer, as: .linearAcceleration)
        }
        copy(.gravity, as: .accelerometer)
        recording = recording.without(.gravity)
        claims[.gravity] = nil
        claims[.accelerometer]?.note = "not gravity alone, against its name: \(reason)"
    }
}

extension TableHead {
    /// The meaning of `gx,gy,gz` where other columns are the gyroscope's and these are as long as gravity in the first
    /// rows.
    var gravityCalledG: [String: SensorKind] {
        let plain = names.map { $0.lowercased() }
        func positions(_ letter: String) -> [Int]? { plain.positions(of: ["x", "y", "z"].map { letter + $0 }) }
        guard let g = positions("g"), fits(.gravity, g),
            ["w", "gyr", "gyro", "omega", "gyro_", "gyr_"].contains(where: { positions($0) != nil })
        else { return [:] }
        return ["g": positions("a") ?? positions("acc") ?? positions("acc_") == nil ? .accelerometer : .gravity]
    }
}

/// Whether gravity is in an accelerometer's readings.
///
/// Specific force averages to gravity over every second of ordinary motion, acceleration without gravity to about zero;
/// the length of single readings does not tell them apart, since a run accelerates as much as gravity does.
enum GravityEvidence {
    /// m/s^2: shorter 1 s means are not gravity.
    private static let leastMean = 3.0
    /// Where the unit is unknown: least ratio of the mean to the root mean square with gravity, and of the mean to
    /// gravity in a unit.
    private static let leastShare = 0.6
    private static let plausible = 0.85...1.15

    /// Why the readings lack gravity, as text for reports; `nil` where they have it, or nothing decides.
    /// - Parameters:
    ///   - gravity: that of the device, or an empty stream.
    ///   - unit: of the readings, if known.
    ///   - mayBeWrong: whether readings that are gravity in another unit count against `unit`.
    static func absence(
        from stream: VectorStream, beside gravity: VectorStream, unit: LogUnit?, mayBeWrong: Bool = false
    ) -> String? {
        if let cosines = Cosines(stream, gravity) {
            return cosines.median.magnitude < 0.5
                ? "median cosine to the log's gravity \(Cosines.shown(cosines.median))" : nil
        }
        let readings = stream.within(stream.evidenceParts)
        if let (mean, rootMeanSquare) = seconds(of: readings) {
            let isAbsent =
                unit.map { mean * $0.factor < leastMean && !(mayBeWrong && isGravityThroughout(readings)) }
                ?? (mean < leastShare * rootMeanSquare && !isGravityAtRest(readings) && !isSteady(readings))
            return isAbsent
                ? "means of a second are \(MagnitudeEvidence.shown(mean)), single readings "
                    + "\(MagnitudeEvidence.shown(rootMeanSquare)) long" : nil
        }
        return fewAbsence(readings.values, unit)
    }

    /// Whether the means of the calmest seconds are gravity in some unit; those of linear acceleration are short.
    private static func isGravityAtRest(_ readings: VectorStream) -> Bool {
        let seconds = readings.windows(of: 1_000_000_000).map { readings.values[$0] }.filter { $0.count >= 8 }
            .map(meanAndScatter).sorted { $0.scatter < $1.scatter }
        guard let mean = Percentile.upperMedian(seconds.prefix(max(3, seconds.count / 4)).map(\.mean)) else {
            return false
        }
        return isGravity(mean)
    }

    /// The length of the mean of some readings, and their mean squared distance from the mean.
    private static func meanAndScatter(_ part: ArraySlice<Vector3>) -> (mean: Double, scatter: Double) {
        let count = Double(part.count)
        let mean: Vector3 = part.reduce(.zero, +) / count
        let squares: Double = part.reduce(0) { $0 + ($1 - mean).lengthSquared }
        return (mean.length, squares / count)
    }

    /// Whether nearly all 1 s means are gravity in one unit: a vehicle accelerates as evenly for a while, but then
    /// rests.
    private static func isGravityThroughout(_ readings: VectorStream) -> Bool {
        let lengths = readings.means(of: 1_000_000_000, fewest: 8).values.map(\.length)
        return LogUnit.units(of: .acceleration).contains { unit in
            let share = unit.factor / LogUnit.gravities.factor
            let count = lengths.count { plausible.contains($0 * share) }
            return !lengths.isEmpty && 10 * count >= 8 * lengths.count
        }
    }

    /// Whether a length is that of gravity in some unit.
    private static func isGravity(_ length: Double) -> Bool {
        LogUnit.units(of: .acceleration).contains {
            plausible.contains(length * $0.factor / LogUnit.gravities.factor)
        }
    }

    /// Whether nearly all readings are as long as gravity, as of a device that turns within a second.
    private static func isSteady(_ readings: VectorStream) -> Bool {
        let lengths = readings.sampledValues().map(\.length).sorted()
        guard let median = Percentile.upperMedian(lengths) else { return false }
        return Percentile.of(sorted: lengths, 0.9) < 1.3 * Percentile.of(sorted: lengths, 0.1)
            && isGravity(median)
    }

    /// As `absence`, for at least ten readings that are too slow or too few for 1 s means: gravity turns between them
    /// at constant length.
    private static func fewAbsence(_ readings: [Vector3], _ unit: LogUnit?) -> String? {
        guard
            let (mean, rootMeanSquare) = means(
                of: stride(from: 0, to: readings.count, by: 5).map { readings[$0...].prefix(5) })
        else { return nil }
        let lengths = readings.map(\.length).sorted()
        let isAbsent =
            unit.map {
                mean * $0.factor < leastMean && Percentile.of(sorted: lengths, 0.75) * $0.factor < 2 * leastMean
                    && Percentile.of(sorted: lengths, 0.1) < 0.7 * Percentile.of(sorted: lengths, 0.9)
            }
            ?? (mean < 0.6 * rootMeanSquare
                && Percentile.of(sorted: lengths, 0.1) < 0.4 * Percentile.of(sorted: lengths, 0.9))
        return isAbsent
            ? "means of five readings are \(MagnitudeEvidence.shown(mean)), single ones "
                + "\(MagnitudeEvidence.shown(rootMeanSquare)) long" : nil
    }

    /// Length of gravity, m/s^2.
    private static let gravity = 8.8...10.8

    /// Why readings whose name excludes gravity have it, as text for reports; `nil` where they do not, or nothing
    /// decides.
    /// - Parameter unit: of the readings, if known.
    static func presence(in stream: VectorStream, unit: LogUnit?) -> String? {
        let readings = stream.within(stream.evidenceParts)
        func isGravity(_ length: Double) -> Bool {
            (unit.map { [$0] } ?? LogUnit.units(of: .acceleration)).contains { gravity.contains(length * $0.factor) }
        }
        if let (mean, rootMeanSquare) = seconds(of: readings), mean > 0.9 * rootMeanSquare, isGravity(mean) {
            return "means of a second are \(MagnitudeEvidence.shown(mean)) long"
        }
        // Gravity that turns within a second keeps its length.
        let lengths = readings.values.map(\.length).sorted()
        guard lengths.count >= 10, isGravity(Percentile.of(sorted: lengths, 0.5)),
            Percentile.of(sorted: lengths, 0.9) < 1.3 * Percentile.of(sorted: lengths, 0.1)
        else { return nil }
        return "nearly all readings are \(MagnitudeEvidence.shown(Percentile.of(sorted: lengths, 0.5))) long"
    }

    /// Why readings that are called gravity contain other acceleration, as text for reports; `nil` where they are as
    /// long as gravity.
    static func unsteadiness(of stream: VectorStream) -> String? {
        let lengths = stream.sampledValues().map(\.length).sorted()
        guard lengths.count >= 20, let median = Percentile.upperMedian(lengths), median > 0 else { return nil }
        let spread = (Percentile.of(sorted: lengths, 0.95) - Percentile.of(sorted: lengths, 0.05)) / median
        return spread > largestSpread
            ? "90 % of its lengths span \(Int(clamping: (100 * spread).rounded())) % of their median" : nil
    }

    /// Largest relative spread of a device's gravity, which some devices only low-pass filter.
    private static let largestSpread = 0.12

    /// Why readings that are called rates are gravity or acceleration, as text for reports; `nil` where they may be
    /// rates.
    /// - Parameters:
    ///   - force: what is called acceleration beside them, or an empty stream.
    ///   - mayRest: whether constant readings of 9.8 count as gravity too: a turntable at 9.8 deg/s gives the same.
    static func resemblance(of stream: VectorStream, beside force: VectorStream, mayRest: Bool) -> String? {
        let readings = stream.sampledValues()
        let lengths = readings.map(\.length).sorted()
        guard lengths.count >= 10, let median = Percentile.upperMedian(lengths),
            let unit = [LogUnit.metresPerSecondSquared, .gravities].first(where: {
                (0.93...1.07).contains(median * $0.factor / LogUnit.gravities.factor)
            }), Percentile.of(sorted: lengths, 0.9) - Percentile.of(sorted: lengths, 0.1) < 0.3 * median
        else { return nil }
        let text = "median length \(MagnitudeEvidence.shown(median)), as \(unit.rawValue)"
        if let cosines = Cosines(stream, force), cosines.isOneSided, cosines.median.magnitude > 0.95 {
            return "\(text), along the accelerometer"
        }
        // A rate's offset is noise about one vector; gravity turns at constant length.
        let seconds = stream.within(stream.evidenceParts).means(of: 1_000_000_000, fewest: 3).values
        let means = seconds.count >= 5 ? seconds : readings
        let spans = means.map(\.length).sorted()
        let scatter = (Percentile.of(sorted: spans, 0.84) - Percentile.of(sorted: spans, 0.16)) / (2 * median)
        let direction = means.compactMap(\.normalized).reduce(.zero, +) / Double(means.count)
        if (2 * max(0, 1 - direction.length)).squareRoot() > max(0.03, 2 * scatter) {
            return "\(text), in all its directions"
        }
        let isCalm = Percentile.of(sorted: lengths, 0.9) - Percentile.of(sorted: lengths, 0.1) < 0.06 * median
        return mayRest && force.isEmpty && unit == .metresPerSecondSquared && isCalm ? text : nil
    }

    /// Medians over parts of a second: the length of the mean, and the root mean square; `nil` for fewer than five
    /// parts with eight readings each.
    private static func seconds(of stream: VectorStream) -> (mean: Double, rootMeanSquare: Double)? {
        let parts = stream.windows(of: 1_000_000_000).map { stream.values[$0] }.filter { $0.count >= 8 }
        return parts.count >= 5 ? means(of: parts) : nil
    }

    /// Medians over parts of at least five readings; `nil` for fewer than two.
    private static func means(of parts: [ArraySlice<Vector3>]) -> (mean: Double, rootMeanSquare: Double)? {
        let parts = parts.filter { $0.count >= 5 }
        let means = parts.map { ($0.reduce(.zero, +) / Double($0.count)).length }
        let squares = parts.map { part in part.reduce(0) { $0 + $1.lengthSquared } / Double(part.count) }
        guard means.count >= 2, let mean = Percentile.upperMedian(means), let square = Percentile.upperMedian(squares)
        else { return nil }
        return (mean, square.squareRoot())
    }
}
