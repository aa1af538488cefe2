import Rotations
import SensorModels
import Vocabulary

@testable import Judge

/// A device that a hand turns about changing axes for 40 s, at 100 Hz, with the noise of a phone's chips.
struct MadeLog {
    /// In m/s^2, rad/s and microtesla; face up z = +9.81, east-north-up, field 20 north and 44 down.
    private(set) var accelerometer = VectorStream()
    private(set) var gyroscope = VectorStream()
    private(set) var magnetometer = VectorStream()

    init(seed: UInt64, offset: Vector3 = .zero, seconds: Int = 40) {
        var random = RandomGenerator(seed: seed)
        func noise(_ sigma: Double) -> Vector3 {
            Vector3(random.gaussian(), random.gaussian(), random.gaussian()) * sigma
        }
        var (orientation, rate, wanted) = (Quaternion(1, 0, 0, 0), Vector3.zero, Vector3.zero)
        let (step, bias) = (0.01, noise(0.003))
        for index in 0..<(100 * seconds) {
            if index % 150 == 0 { wanted = index % 450 == 0 ? .zero : noise(0.8) }
            rate += 0.05 * (wanted - rate)
            let half = rate * (step / 2)
            orientation = (orientation * Quaternion(1, half.x, half.y, half.z)).normalized ?? orientation
            let time = Int64(index) * 10_000_000
            let moved = index % 450 < 150 ? 0.02 : 0.6
            accelerometer.append(orientation.unrotate(Vector3(0, 0, 9.81)) + noise(moved), at: time)
            gyroscope.append(rate + bias + noise(0.002), at: time)
            magnetometer.append(orientation.unrotate(Vector3(0, 20, -44)) + offset + noise(0.4), at: time)
        }
    }

    /// As a log that says nothing of units and signs, with the names of its sensors.
    func unread(
        force: ReadingUnit, isReversed: Bool = false, rate: ReadingUnit, field: ReadingUnit, clock: Double = 1
    ) -> UnreadLog {
        func stream(_ samples: VectorStream, _ factor: Double, _ name: [Kind: Double]) -> UnreadStream {
            var stream = UnreadStream(
                VectorStream(
                    times: samples.times.map { Int64(clamping: (Double($0) / clock).rounded()) },
                    values: samples.values.map { $0 / factor }))
            stream.name = name
            return stream
        }
        return UnreadLog([
            stream(
                accelerometer, (isReversed ? -1 : 1) * (force.factor ?? 1),
                [.accelerometer: 0, .linearAcceleration: -1.5]),
            stream(gyroscope, rate.factor ?? 1, [.gyroscope: 0]),
            stream(magnetometer, field.factor ?? 1, [.magnetometer: 0]),
        ])
    }
}

extension ReadingUnit {
    /// A unit of a kind by its symbol.
    static func named(_ symbol: String, of kind: Kind) throws -> ReadingUnit {
        guard let unit = units(of: kind).first(where: { $0.symbol == symbol }) else { throw NoSuchUnit() }
        return unit
    }

    private struct NoSuchUnit: Error {}
}
