import OrientationFilters
import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

/// What holds for every filter and every log: the symmetries of the problem, and what no input may do.
///
/// Logs are drawn from seeds, so that a failure names its seed and can be repeated.
@Suite("Properties of every filter")
struct FilterPropertyTests {
    static let names = PoseTests.names
    static let seeds: [UInt64] = [1, 2, 3]

    /// A hand with a random attitude at the start, random turns, accelerations and bias, and one magnet.
    private func log(_ seed: UInt64) -> FilterInput {
        var random = SplitMix64(seed: seed)
        let start = Quaternion(rotationVector: random.vector(1))
        let (rate, acceleration) = (random.vector(0.6), random.vector(0.5))
        let magnet = random.vector(8)
        let motion = SyntheticMotion(
            seconds: 25, start: start,
            rate: { t in Vector3(rate.x * .cos(0.7 * t), rate.y * .sin(1.3 * t), rate.z * .cos(0.4 * t + 1)) },
            acceleration: { t in Double.sin(5 * t) * acceleration },
            disturbance: { t in t > 12 && t < 16 ? magnet : .zero },
            gyroscopeBias: random.vector(0.01), gyroscopeNoise: 0.002, accelerometerNoise: 0.03,
            magnetometerNoise: 0.7, jitter: 0.3, seed: seed)
        return motion.log().input
    }

    private func run(_ name: String, _ input: FilterInput) throws -> OrientationTrack {
        try #require(FilterCatalogue.entry(named: name)).run(input)
    }

    /// The largest angle between two tracks of the same stamps, degrees, the second one turned first.
    private func distance(
        _ a: OrientationTrack, _ b: OrientationTrack, turned: (Quaternion) -> Quaternion = { $0 }
    ) -> Double {
        guard a.times == b.times, a.count > 0 else { return .infinity }
        return zip(a.estimates, b.estimates).reduce(0) {
            max($0, Angle.degrees($1.0.orientation.angle(to: turned($1.1.orientation))))
        }
    }

    @Test("the device's axes are a choice: all sensors turned by R, the orientation is q R^-1", arguments: names, seeds)
    func equivariantUnderTheDevice(name: String, seed: UInt64) throws {
        let input = log(seed)
        var random = SplitMix64(seed: seed &+ 100)
        let turn = Quaternion(rotationVector: random.vector(2))
        var turned = input
        turned.gyroscope.values = input.gyroscope.values.map(turn.rotate)
        turned.accelerometer.values = input.accelerometer.values.map(turn.rotate)
        turned.magnetometer.values = input.magnetometer.values.map(turn.rotate)
        let found = distance(try run(name, input), try run(name, turned)) { $0 * turn }
        #expect(found <= tolerance(name), "\(found) degrees")
    }

    /// Degrees. `vqf` limits biases and judges rests axis by axis, and the sigma points of `ukf` lie on the axes. The
    /// published gradient of `madgwick` has a part along q, by which its length depends on the axes.
    private func tolerance(_ name: String) -> Double {
        switch name {
        case "vqf", "ukf": 0.5
        case "madgwick": 10
        default: 1e-6
        }
    }

    @Test("the clock's zero is a choice: shifted stamps give the same estimates to the bit", arguments: names)
    func timeShift(name: String) throws {
        let input = log(4)
        let shift: Int64 = 1_790_000_000_123_456_789
        var shifted = input
        for path in [\FilterInput.gyroscope, \.accelerometer, \.magnetometer] {
            for index in shifted[keyPath: path].times.indices { shifted[keyPath: path].times[index] += shift }
        }
        let (a, b) = (try run(name, input), try run(name, shifted))
        #expect(a.times.map { $0 + shift } == b.times)
        #expect(zip(a.estimates, b.estimates).allSatisfy { $0.orientation == $1.orientation })
    }

    /// Readings as a broken driver sends them: from denormal to 1e150 on every axis, zeros, equal and distant stamps.
    private func absurd(_ seed: UInt64) -> FilterInput {
        var random = SplitMix64(seed: seed)
        func number(_ random: inout SplitMix64, _ usual: Double) -> Double {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: 0
            case 1: Double.leastNonzeroMagnitude
            case 2: random.gaussian() * 1e-160
            case 3: random.gaussian() * 1e150
            case 4: random.gaussian() * 1e6
            default: random.gaussian() * usual
            }
        }
        var input = FilterInput()
        var time: Int64 = 0
        for _ in 0..<3000 {
            switch Int.random(in: 0..<200, using: &random) {
            case 0: time += 3_600_000_000_000
            case 1: time += 1
            case 2...20: break
            default: time += Int64.random(in: 100_000...40_000_000, using: &random)
            }
            func vector(_ usual: Double) -> Vector3 {
                Vector3(number(&random, usual), number(&random, usual), number(&random, usual))
            }
            switch Int.random(in: 0..<3, using: &random) {
            case 0: input.gyroscope.append(vector(1), at: time)
            case 1: input.accelerometer.append(vector(9.8), at: time)
            default: input.magnetometer.append(vector(50), at: time)
            }
        }
        return input
    }

    @Test("finite readings give unit quaternions, however absurd they are", arguments: names, 1...20)
    func finite(name: String, seed: UInt64) throws {
        var input = absurd(seed)
        if seed.isMultiple(of: 4) { input.magnetometer = VectorStream() }
        if seed % 4 == 1, PoseTests.namesWithoutGyroscope.contains(name) { input.gyroscope = VectorStream() }
        for (row, estimate) in try run(name, input).estimates.enumerated() {
            let length = estimate.orientation.lengthSquared
            guard (length - 1).magnitude < 1e-9 else {
                Issue.record("row \(row): |q|^2 = \(length)")
                return
            }
            guard estimate.gyroscopeBias.length.isFinite, !(estimate.headingSigma < 0), !(estimate.inclinationSigma < 0)
            else {
                Issue.record("row \(row): \(estimate)")
                return
            }
        }
    }
}
