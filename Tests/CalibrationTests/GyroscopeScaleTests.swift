import Calibration
import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing

/// Rests of two seconds with turns of one second between them, as Tedaldi's protocol has it.
@Suite struct GyroscopeScaleTests {
    /// Raw gyroscope and accelerometer of turns by these rotation vectors (device axes).
    private func log(
        _ turns: [Vector3], scale: Matrix3, bias: Vector3, drift: Vector3 = .zero, random: inout SeededRandom
    ) -> (gyroscope: VectorStream, accelerometer: VectorStream) {
        let inverse = scale.inverse ?? .identity
        var (gyroscope, accelerometer) = (VectorStream(), VectorStream())
        var (q, n) = (random.rotation(), 0)
        // What a rest's mean force is off by: a hand's tremor, the accelerometer's nonlinearity. 0.003 rad.
        var tremor = Vector3.zero
        func add(_ rate: Vector3, _ random: inout SeededRandom) {
            let time = 0.01 * Double(n)
            let raw = inverse * rate + bias + time * drift + 0.002 * random.gaussianVector()
            gyroscope.append(raw, at: Int64(n) * 10_000_000)
            accelerometer.append(
                q.unrotate(Vector3(0, 0, 9.80665)) + tremor + 0.02 * random.gaussianVector(), at: Int64(n) * 10_000_000)
            n += 1
        }
        for turn in [.zero] + turns {
            // A turn of one second whose rate rises and falls as 1 - cos: its trapezoids sum up exactly.
            if turn != .zero {
                for i in 1...100 {
                    let rate = (1 - Double.cos(2 * Double.pi * Double(i) / 100)) * turn
                    let before = (1 - Double.cos(2 * Double.pi * Double(i - 1) / 100)) * turn
                    q = q * Quaternion(rotationVector: 0.005 * (rate + before))
                    add(rate, &random)
                }
            }
            tremor = 0.03 * random.gaussianVector()
            for _ in 0..<200 { add(.zero, &random) }
        }
        return (gyroscope, accelerometer)
    }

    private func turns(_ count: Int, _ random: inout SeededRandom) -> [Vector3] {
        (0..<count).map { _ in
            let axis = random.gaussianVector()
            return (random.uniform(1...2) / max(axis.length, 1e-9)) * axis
        }
    }

    /// 100 simulated recordings of 15 turns with devices of the prior's scale errors: errors of the nine elements in
    /// units of their sigmas have the mean square 1 (standard deviation about 0.07), and 95 % lie within 1.96.
    @Test func sigmasAreHonest() {
        var random = SeededRandom(seed: 99)
        var (squares, hits) = (0.0, 0)
        let repeats = 100
        for _ in 0..<repeats {
            var scale = Matrix3.identity
            for i in 0..<3 { for j in 0..<3 { scale[i, j] += 0.02 * random.gaussian() } }
            let (gyroscope, accelerometer) = log(
                turns(15, &random), scale: scale, bias: Vector3(0.02, -0.07, 0.01), random: &random)
            let fit = GyroscopeFit(gyroscope: gyroscope, accelerometer: accelerometer)
            guard let found = fit.scale else {
                Issue.record("no scale was fitted")
                return
            }
            for i in 0..<3 {
                for j in 0..<3 {
                    let error = (found.scale[i, j] - scale[i, j]) / found.sigma[i, j]
                    squares += error * error / Double(9 * repeats)
                    if error.magnitude <= 1.96 { hits += 1 }
                }
            }
        }
        let rate = Double(hits) / Double(9 * repeats)
        #expect(squares > 0.6 && squares < 1.2, "\(squares)")
        #expect(rate >= 0.93, "\(rate)")
    }

    @Test func scaleIsFoundAndApplied() throws {
        var random = SeededRandom(seed: 3)
        let scale = Matrix3(Vector3(1.02, 0.01, 0), Vector3(-0.01, 0.97, 0.005), Vector3(0, 0.015, 1.01))
        let (gyroscope, accelerometer) = log(
            turns(40, &random), scale: scale, bias: Vector3(0.05, 0, -0.03), random: &random)
        let fit = GyroscopeFit(gyroscope: gyroscope, accelerometer: accelerometer)
        #expect(fit.verdict.accepted && fit.scale?.verdict.accepted == true, "\(String(describing: fit.scale))")
        for i in 0..<3 { for j in 0..<3 { #expect((fit.model.scale[i, j] - scale[i, j]).magnitude < 4 * 0.0015) } }
    }

    /// Two rests and one turn say nothing about nine numbers: the bias is given, K stays the identity.
    @Test func oneTurnLeavesTheScaleAlone() {
        var random = SeededRandom(seed: 4)
        let (gyroscope, accelerometer) = log(
            [Vector3(1.5, 0, 0)], scale: .identity, bias: .zero, random: &random)
        let fit = GyroscopeFit(gyroscope: gyroscope, accelerometer: accelerometer)
        #expect(fit.verdict.accepted && fit.scale?.verdict.accepted == false && fit.model.scale == .identity)
    }

    /// A drift of 2e-5 rad/s^2 over a minute and a half.
    @Test func driftOfTheBias() throws {
        var random = SeededRandom(seed: 5)
        let drift = Vector3(2e-5, 0, -1e-5)
        let (gyroscope, accelerometer) = log(
            turns(30, &random), scale: .identity, bias: .zero, drift: drift, random: &random)
        let found = try #require(GyroscopeFit(gyroscope: gyroscope, accelerometer: accelerometer).drift)
        for axis in 0..<3 {
            #expect((found.rate[axis] - drift[axis]).magnitude < 4 * found.sigma[axis])
            #expect(found.sigma[axis] < 5e-6)
        }
    }

    /// A sensor that was off looks like one long rest.
    @Test(arguments: [Vector3.zero, Vector3(0.01, 0, 0)]) func deadGyroscope(value: Vector3) {
        let times = (0..<2000).map { Int64($0) * 10_000_000 }
        let gyroscope = VectorStream(times: times, values: times.map { _ in value })
        let fit = GyroscopeFit(gyroscope: gyroscope)
        #expect(!fit.verdict.accepted && fit.verdict.reason.contains("the sensor was off"))
    }
}
