import Judge
import LinearAlgebra
import RealModule
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Stretches of a stream in which the sensor had stopped measuring: it repeats one value, to the last bit, while the
/// other sensors show a turn.
///
/// A repeated value alone is no proof: gyroscopes with a dead band rest at zero, coarse magnetometers stay constant
/// while the device turns about one of their axes, turntables turn at one rate, and saturated readings stay at the
/// limit. The contradiction must be a turn, not a passing magnet or a braking vehicle (`FrozenEvidence`). In doubt
/// nothing is frozen.
struct FrozenSensors {
    /// One frozen stretch.
    struct Stretch {
        let sensor: SensorKind
        /// The frozen samples, without the first one of the value, which was still measured.
        let samples: Range<Int>
    }

    private(set) var stretches: [Stretch] = []

    /// Shortest frozen stretch, nanoseconds. Shorter ones may be chance, a slow sensor or a stalled bus, and cost
    /// little.
    private static let shortest: Int64 = 3_000_000_000
    /// Fewest samples of a frozen stretch.
    private static let fewest = 20
    /// Where more than `mostLasting` values last this long, nanoseconds, repetition is normal for the sensor.
    private static let lastingLength: Int64 = 500_000_000
    private static let mostLasting = 3
    /// Longest piece that is judged at once, nanoseconds: long enough to reveal a stuck axis, short enough for the bias
    /// that the median rate leaves not to matter.
    private static let piece: Int64 = 8_000_000_000

    init(_ recording: Recording) {
        let rates: [SensorKind] = [.gyroscope, .gyroscopeCorrected]
        let fields: [SensorKind] = [.magnetometer, .magnetometerCorrected]
        guard let gyroscope = rates.first(where: { recording.vectors(of: $0).count > 1 }) else { return }
        var evidences: [SensorKind: FrozenEvidence] = [:]
        for sensor in rates + [.accelerometer] + fields {
            let stream = recording.vectors(of: sensor)
            let isRate = rates.contains(sensor)
            // Gravity contradicts a single stuck axis of a gyroscope; one component of a field may really be constant.
            let runs = isRate ? Self.runsOfAxes(of: stream, sensor) : Self.runs(of: stream, sensor)
            guard !runs.isEmpty else { continue }
            let judge = isRate ? sensor : gyroscope
            let evidence = evidences[judge] ?? FrozenEvidence(recording, rate: recording.vectors(of: judge))
            evidences[judge] = evidence
            for run in runs {
                let isFrozen = Self.pieces(of: run, stream.times).contains { piece in
                    switch sensor {
                    case .accelerometer: return evidence.contradicts(force: stream, in: piece)
                    case .magnetometer, .magnetometerCorrected: return evidence.turned(in: piece)
                    default: return evidence.contradictsRate(in: piece)
                    }
                }
                if isFrozen { stretches.append(Stretch(sensor: sensor, samples: run.lowerBound + 1..<run.upperBound)) }
            }
        }
    }

    // MARK: Runs of one value

    /// Long runs in which all axes are constant.
    private static func runs(of stream: VectorStream, _ sensor: SensorKind) -> [Range<Int>] {
        let runs = runs(of: stream) { stream.values[$0] == stream.values[$1] }
        guard !runs.isEmpty else { return [] }
        let clipping = Clipping(stream, of: sensor)
        return runs.filter { run in
            !(0..<3).contains { clipping.isAtEnd(stream.values[run.lowerBound], axis: $0) }
        }
    }

    /// Long runs in which one axis is constant, overlapping ones joined.
    private static func runsOfAxes(of stream: VectorStream, _ sensor: SensorKind) -> [Range<Int>] {
        let found = (0..<3).flatMap { axis in
            Self.runs(of: stream) { stream.values[$0][axis] == stream.values[$1][axis] }.map { (axis: axis, run: $0) }
        }
        guard !found.isEmpty else { return [] }
        let clipping = Clipping(stream, of: sensor)
        var runs = found.filter { !clipping.isAtEnd(stream.values[$0.run.lowerBound], axis: $0.axis) }.map(\.run)
        guard runs.count > 1 else { return runs }
        runs.sort { $0.lowerBound < $1.lowerBound }
        var joined = [runs[0]]
        for run in runs.dropFirst() {
            let last = joined[joined.count - 1]
            if run.lowerBound < last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
            } else {
                joined.append(run)
            }
        }
        return joined
    }

    /// Long runs of equal samples. None where the stream never changes (it was not measured), and none where values
    /// often last, as with coarse sensors and dead bands.
    private static func runs(of stream: VectorStream, _ areAlike: (Int, Int) -> Bool) -> [Range<Int>] {
        guard stream.count >= fewest else { return [] }
        var long: [Range<Int>] = []
        var lasting = 0
        var start = 0
        for index in 1...stream.count {
            guard index == stream.count || !areAlike(index, start) else { continue }
            let length = stream.times[index - 1] &- stream.times[start]
            if length >= lastingLength { lasting += 1 }
            if length >= shortest, index - start >= fewest { long.append(start..<index) }
            start = index
        }
        return lasting <= mostLasting ? long.filter { $0.count < stream.count } : []
    }

    /// The spans of time, of up to 8 seconds from sample to sample, that a run is judged by: as many as samples allow,
    /// however far apart they are.
    private static func pieces(of run: Range<Int>, _ times: [Int64]) -> [ClosedRange<Int64>] {
        var pieces: [ClosedRange<Int64>] = []
        var start = run.lowerBound
        while start < run.upperBound {
            let limit = LogTime.sum(times[start], piece)
            var end = start
            while end + 1 < run.upperBound, times[end + 1] <= limit { end += 1 }
            pieces.append(times[start]...times[end])
            start = end + 1
        }
        return pieces
    }
}

extension Recording {
    /// Leaves out the frozen samples, with a warning for each sensor.
    ///
    /// Filters treat the stretch as any gap.
    /// - Parameter name: the log's name in messages.
    mutating func dropFrozenSamples(_ name: String) {
        let stretches = FrozenSensors(self).stretches
        for sensor in SensorKind.allCases {
            let parts = stretches.filter { $0.sensor == sensor }
            guard let path = Self.vectorPath(of: sensor),
                let longest = parts.max(by: { $0.samples.count < $1.samples.count })
            else { continue }
            let times = self[keyPath: path].times
            let start = times[longest.samples.lowerBound - 1]
            let length = times[longest.samples.upperBound - 1] &- start
            for part in parts.reversed() {
                self[keyPath: path].times.removeSubrange(part.samples)
                self[keyPath: path].values.removeSubrange(part.samples)
            }
            let count = parts.reduce(0) { $0 + $1.samples.count }
            provenance[sensor]?.dropped += count
            let origin = HoleReport.origin(of: self)
            let more = parts.count > 1 ? " (\(parts.count) times)" : ""
            warnings.add(
                .frozenSensor, place: name,
                "\(sensor.rawValue): it repeats one value for \(length.tenthsOfSeconds) s from "
                    + "\((start &- origin.time).tenthsOfSeconds) s\(origin.text)\(more) while the device turns: "
                    + "\(count) samples are left out")
        }
    }
}

/// What the other sensors say, over some seconds, about a sensor that repeats one value.
///
/// R_k is the device's rotation up to window k of half a second. Gravity is one direction fixed in the room,
/// a_k = R_k^T g, and the field one direction and a hard iron, m_k = h + R_k^T f; both are linear in the unknowns.
/// Three rotations are tried: by the rates; by the rates less their medians (most of the bias of a device that does not
/// keep turning one way); and, where a gyroscope is judged, none: a device at rest. Only where all of them fail is it a
/// contradiction.
struct FrozenEvidence {
    private let force: VectorStream
    private let fields: [(stream: VectorStream, iron: FieldCentre?)]
    private let rates: [VectorStream]
    /// A longer pause of the gyroscope is a gap, nanoseconds.
    private let longestPause: Int64
    /// Averaging window against noise and steps, nanoseconds.
    private static let window: Int64 = 500_000_000
    /// RMS residual at which a turn contradicts the frozen accelerometer itself, m/s^2: 12 degrees of gravity.
    private static let unexplainedForce = 2.0
    private static let gravity = LogUnit.gravities.factor
    /// How much the length of a window's mean force may differ from gravity, m/s^2, tried in order: calm windows show
    /// small turns; where there are too few, large turns show beside large accelerations. The reference is standard
    /// gravity, since the median of a stream that was shaken all the time is another.
    private static let excesses = [0.2, 0.5, 1]
    /// The horizontal acceleration that lengthens the force this much, m/s^2: its RMS where it alternates, and so the
    /// largest residual that it explains.
    private static func acceleration(_ excess: Double) -> Double {
        (excess * (2 * gravity + excess)).squareRoot()
    }
    /// RMS residual of the field, microtesla: 10 degrees of a horizontal field of 45.
    private static let unexplainedField = 8.0
    /// A field that is constant through such a turn is not measured, radians.
    private static let turn = Angle.radians(45)

    /// - Parameter rate: of the gyroscope that shows the turn, or that is judged.
    init(_ recording: Recording, rate: VectorStream) {
        force = recording.accelerometer
        fields = [recording.magnetometer, recording.magnetometerCorrected].filter { !$0.isEmpty }.map {
            ($0, FieldCentre(inPartsOf: $0, rate: rate))
        }
        let bias = rate.values.medians
        rates = [rate, rate.mapped { $0 - bias }]
        longestPause = max(200_000_000, LogTime.product(3, rate.times.medianInterval ?? 0))
    }

    /// Whether the device turned far, whatever the gyroscope's bias.
    func turned(in piece: ClosedRange<Int64>) -> Bool {
        rates.allSatisfy { rate in
            let turns = turns(by: rate, in: piece)
            return turns.contains { $0.turn.angle(to: turns[0].turn) > Self.turn }
        }
    }

    /// Whether a force, m/s^2, is incompatible with gravity under the gyroscope's rotation.
    func contradicts(force: VectorStream, in piece: ClosedRange<Int64>) -> Bool {
        rates.allSatisfy { rate in
            Self.unexplained(Self.means(of: force, turns(by: rate, in: piece)), isOffset: false) > Self.unexplainedForce
        }
    }

    /// Whether gravity or a field that turns about it contradicts the rates, and a device at rest as well, at whatever
    /// rate a coarse gyroscope says so.
    func contradictsRate(in piece: ClosedRange<Int64>) -> Bool {
        var turns = rates.map { self.turns(by: $0, in: piece) }
        turns.append(turns[0].map { Turned(turn: .identity, window: $0.window) })
        let forces = turns.map { Self.means(of: force, $0) }
        let isTilted = Self.excesses.contains { excess in
            forces.allSatisfy { means in
                let calm = means.filter { ($0.mean.length - Self.gravity).magnitude < excess }
                return Self.unexplained(calm, isOffset: false) > Self.acceleration(excess)
            }
        }
        return isTilted
            || fields.contains { field in
                (isCircle(field.stream, turns[0]) || Self.turnedFar(field.stream, about: field.iron, in: piece))
                    && turns.allSatisfy {
                        Self.unexplained(Self.means(of: field.stream, $0), isOffset: true) > Self.unexplainedField
                    }
            }
    }

    // MARK: Windows

    /// The orientation in the middle of a window, device to the axes of the first window.
    private struct Turned {
        let turn: Quaternion
        let window: ClosedRange<Int64>
    }

    /// The mean of a sensor's readings in a window.
    private struct Mean {
        let turn: Quaternion
        let mean: Vector3
    }

    private func turns(by rate: VectorStream, in piece: ClosedRange<Int64>) -> [Turned] {
        let count = Int(clamping: (piece.upperBound &- piece.lowerBound) / Self.window)
        var orientation = Quaternion.identity
        var index = max(0, rate.index(atOrAfter: piece.lowerBound) - 1)
        var time = piece.lowerBound
        return (0..<count).map { number in
            let start = piece.lowerBound &+ Self.window &* Int64(number)
            let middle = start &+ Self.window / 2
            while time < middle, index < rate.count {
                // The rotation before the first reading and within a gap is unknown.
                let begin = min(middle, max(time, rate.times[index]))
                let end = index + 1 < rate.count ? rate.times[index + 1] : middle
                let next = min(middle, max(begin, end))
                let angle = LogTime.seconds(next &- begin) * rate.values[index]
                if angle.isFinite, end &- rate.times[index] <= longestPause {
                    orientation = orientation * Quaternion(rotationVector: angle)
                }
                if next < middle { index += 1 }
                time = next
            }
            return Turned(turn: orientation, window: start...(start &+ Self.window &- 1))
        }
    }

    private static func means(of stream: VectorStream, _ turns: [Turned]) -> [Mean] {
        turns.compactMap { turned in
            let part = stream.clipped(to: turned.window).values
            let mean = part.reduce(Vector3.zero, +) * (1 / Double(max(1, part.count)))
            return part.isEmpty || !mean.isFinite ? nil : Mean(turn: turned.turn, mean: mean)
        }
    }

    // MARK: Fits

    /// RMS residual of the means about the best fit, in their unit; 0 where they do not decide.
    private static func unexplained(_ means: [Mean], isOffset: Bool) -> Double {
        var rows: [[Double]] = []
        var readings: [Double] = []
        for mean in means {
            let columns = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].map { mean.turn.unrotate($0) }
            for axis in 0..<3 {
                let offset = isOffset ? (0..<3).map { $0 == axis ? 1.0 : 0 } : []
                rows.append(columns.map { $0[axis] } + offset)
                readings.append(mean.mean[axis])
            }
        }
        // As many windows again as the unknowns need.
        guard rows.count >= 12, let fit = try? Matrix(rows).leastSquares(readings, relativeTolerance: 1e-6) else {
            return 0
        }
        return (fit.weightedSumOfSquares / Double(readings.count / 3)).squareRoot()
    }

    /// Strengths of the Earth's field, microtesla.
    private static let strengths = 20.0...70.0
    /// Largest relative deviation from the strength, of nine in ten readings.
    private static let uneven = 0.15

    /// Whether a field about its hard iron turned far: its strength stays, and a fifth of it lies at least 60 degrees
    /// from its first direction. A passing magnet changes the strength.
    private static func turnedFar(
        _ field: VectorStream, about iron: FieldCentre?, in piece: ClosedRange<Int64>
    ) -> Bool {
        guard let iron, strengths.contains(iron.strength) else { return false }
        let values = field.clipped(to: piece).values.map { $0 - iron.centre }
        guard values.count >= 10, let first = values[0].normalized else { return false }
        let even = values.count { ($0.length / iron.strength - 1).magnitude < uneven }
        let far = values.count { $0.dot(first) < 0.5 * $0.length }
        return 10 * even >= 9 * values.count && 5 * far >= values.count
    }

    /// Horizontal strengths of the Earth's field that a compass can use, microtesla.
    private static let horizontal = 8.0...45.0
    /// RMS residual of a turning field from its circle and its plane, relative to the radius.
    private static let scatter = 0.1
    /// Smaller arcs fit any curve, radians.
    private static let arc = Angle.radians(90)

    /// Whether a field moves on a circle about the vertical, as where a device turns in one pose: the plane is level,
    /// the radius that of the Earth's field (I. Kasa, IEEE Trans. Instrum. Meas. 25(1), 1976). A passing magnet
    /// violates both.
    private func isCircle(_ field: VectorStream, _ turns: [Turned]) -> Bool {
        let forces = Self.means(of: force, turns).map(\.mean)
        let sum = forces.reduce(Vector3.zero, +)
        let means = Self.means(of: field, turns).map(\.mean)
        guard means.count >= 8, let up = sum.normalized,
            forces.allSatisfy({ ($0.normalized?.dot(up) ?? 0) > 0.97 })
        else { return false }
        let side = (up.z.magnitude < 0.9 ? Vector3(0, 0, 1) : Vector3(1, 0, 0)).cross(up)
        guard let x = side.normalized else { return false }
        let y = up.cross(x)
        let points = means.map { (x: $0.dot(x), y: $0.dot(y), up: $0.dot(up)) }
        // x^2 + y^2 = 2 a x + 2 b y + c.
        guard
            let fit = try? Matrix(points.map { [2 * $0.x, 2 * $0.y, 1] }).leastSquares(
                points.map { $0.x * $0.x + $0.y * $0.y }, relativeTolerance: 1e-9)
        else { return false }
        let (a, b, c) = (fit.parameters[0], fit.parameters[1], fit.parameters[2])
        let radius = (a * a + b * b + c).squareRoot()
        guard Self.horizontal.contains(radius) else { return false }
        let height = points.reduce(0) { $0 + $1.up } / Double(points.count)
        let square = points.reduce(0.0) { sum, point in
            let miss = ((point.x - a) * (point.x - a) + (point.y - b) * (point.y - b)).squareRoot() - radius
            return sum + miss * miss + (point.up - height) * (point.up - height)
        }
        // The arc is the sum of the turns from point to point.
        var swept = (least: 0.0, most: 0.0, now: 0.0)
        for (point, next) in zip(points, points.dropFirst()) {
            let step = Angle.wrap(
                Double.atan2(y: next.y - b, x: next.x - a) - Double.atan2(y: point.y - b, x: point.x - a))
            swept.now += step
            (swept.least, swept.most) = (min(swept.least, swept.now), max(swept.most, swept.now))
        }
        return (square / Double(points.count)).squareRoot() < Self.scatter * radius
            && swept.most - swept.least > Self.arc
    }
}
