import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Sensors, or single axes, that never measured: one value in all rows although other sensors show a turn; zeros of a
/// force or a field, since there is gravity and a field everywhere; and one limit on all axes.
///
/// A constant value alone proves nothing else: coarse sensors and those with a dead band are constant at rest, and
/// simulations have no noise.
struct DeadSensors {
    /// Constant sensors that the others contradict.
    private(set) var dead: [SensorKind] = []
    /// Sensors that are constant at rest while others are not.
    private(set) var silent: [SensorKind] = []
    /// Constant axes of sensors whose other axes vary.
    private(set) var axes: [(sensor: SensorKind, axes: [Int])] = []

    /// Shortest log that is judged, nanoseconds and samples.
    private static let (shortest, fewest): (Int64, Int) = (3_000_000_000, 20)
    /// Averaging window, nanoseconds.
    private static let window: Int64 = 500_000_000
    /// Smallest turn that rules out rest, radians: the specific force of a braking vehicle leans less.
    private static let turn = Angle.radians(30)
    private static let rates: [SensorKind] = [.gyroscope, .gyroscopeCorrected]
    private static let fields: [SensorKind] = [.magnetometer, .magnetometerCorrected]

    init(_ recording: Recording) {
        let constants = (Self.rates + Self.fields + [.accelerometer]).map {
            (sensor: $0, axes: Self.constantAxes(of: recording.vectors(of: $0)))
        }
        axes = constants.filter { (1...2).contains($0.axes.count) }
        let constant = constants.filter { $0.axes.count == 3 }.map(\.sensor)
        guard !constant.isEmpty else { return }
        let isTurnedByForce = !constant.contains(.accelerometer) && Self.forceTurned(recording.accelerometer)
        let isTurnedByRate = Self.rates.contains {
            !constant.contains($0) && Self.rateTurned(recording.vectors(of: $0))
        }
        let isAlive = [SensorKind.accelerometer, .gyroscope, .gravity].contains { sensor in
            !constant.contains(sensor) && Set(recording.vectors(of: sensor).values.prefix(1000).map(\.x)).count > 3
        }
        for sensor in constant {
            let isZero = recording.vectors(of: sensor).values.first == .zero
            let isContradicted =
                Self.rates.contains(sensor)
                ? isTurnedByForce
                : isZero && isAlive || isTurnedByRate || isTurnedByForce && sensor != .accelerometer
            if isContradicted { dead.append(sensor) } else if isAlive { silent.append(sensor) }
        }
    }

    /// The sensors whose samples are all zero, or at one number on all axes, which is no reading. Rates of zero are a
    /// device's at rest, unless nothing else was measured.
    fileprivate static func unset(_ recording: Recording) -> [SensorKind] {
        let measured = (rates + fields + [.accelerometer, .gravity]).filter { !recording.vectors(of: $0).isEmpty }
        let unset = measured.filter { sensor in
            let values = recording.vectors(of: sensor).values
            guard let first = values.first, values.count > 2, first.x == first.y, first.x == first.z else {
                return false
            }
            return values.allSatisfy { $0 == first }
        }
        guard unset.count < measured.count else { return unset }
        return unset.filter { !rates.contains($0) || recording.vectors(of: $0).values.first != .zero }
    }

    /// The axes that are constant throughout.
    private static func constantAxes(of stream: VectorStream) -> [Int] {
        guard stream.count >= fewest, let first = stream.values.first, let start = stream.times.first,
            let end = stream.times.last, end &- start >= shortest
        else { return [] }
        return (0..<3).filter { axis in stream.values.allSatisfy { $0[axis] == first[axis] } }
    }

    /// Whether half-second means of the force point far apart; those of an accelerated device are left out.
    private static func forceTurned(_ force: VectorStream) -> Bool {
        let means = force.means(of: window, fewest: 3).values
            .filter { (0.9...1.1).contains($0.length / LogUnit.gravities.factor) }.compactMap(\.normalized)
        guard let first = means.first, means.count >= 4 else { return false }
        return means.count { $0.dot(first) < .cos(turn) } >= 2
    }

    /// Whether the rates less their medians (the bias at rest) add up to a large turn within a second or two.
    private static func rateTurned(_ rate: VectorStream) -> Bool {
        let bias = rate.values.medians
        let integral = TurnIntegral(rate.mapped { $0 - bias })
        return integral.spans(of: rate, lengths: 1_000_000_000...2_000_000_000).count { $0.turn.length > turn } >= 2
    }
}

extension Recording {
    /// Leaves out dead sensors, since filters would use their constant value, and warns of those that may be dead.
    /// - Parameter name: the log's name in messages.
    mutating func dropDeadSensors(_ name: String) {
        let found = DeadSensors(self)
        for (sensor, axes) in found.axes {
            let shown = axes.map { ["x", "y", "z"][$0] }.joined(separator: " and ") + (axes.count > 1 ? " are" : " is")
            warnOfDead(
                name, "\(sensor.rawValue): \(shown) the same in all \(vectors(of: sensor).count) samples",
                .without(sensor.rawValue))
        }
        for sensor in found.silent {
            warnOfDead(
                name, "\(sensor.rawValue): all \(vectors(of: sensor).count) samples are the same",
                .without(sensor.rawValue))
        }
        for sensor in found.dead { dropDead(sensor, name) }
    }

    /// Leaves out sensors that gave no reading at all, with a warning, before anything is inferred from them.
    mutating func dropUnsetSensors(_ name: String) {
        for sensor in DeadSensors.unset(self) { dropDead(sensor, name) }
    }

    private mutating func dropDead(_ sensor: SensorKind, _ name: String) {
        let stream = vectors(of: sensor)
        let value = stream.values.first == .zero ? "zero" : "the same"
        self = without(sensor)
        warnOfDead(
            name,
            "\(sensor.rawValue): all \(stream.count) samples are \(value), which is no reading: the sensor is left out",
            .sensorWasOff)
    }

    private mutating func warnOfDead(_ name: String, _ message: String, _ advice: Advice) {
        warnings.add(.frozenSensor, place: name, message, advice: advice)
    }
}
