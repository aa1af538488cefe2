import RealModule
import Rotations
import SensorModels

/// The generated log of scripts/golden/vqf, by the same formula: 90 s at 100 Hz with two rests, turns about all axes,
/// accelerations, a gyroscope bias and two magnetic disturbances.
public enum VQFGoldenLog {
    /// Rows.
    public static let count = 9000

    /// The parameters of the cases that change all of them.
    public static let changed = [
        "tauAcc": 1.0, "tauMag": 4.0, "biasSigmaInit": 0.3, "biasForgettingTime": 50.0, "biasClip": 1.0,
        "biasSigmaMotion": 0.2, "biasVerticalForgettingFactor": 0.01, "biasSigmaRest": 0.05, "restMinT": 0.7,
        "restFilterTau": 0.3, "restThGyr": 1.5, "restThAcc": 0.4, "magCurrentTau": 0.1, "magRefTau": 10.0,
        "magNormTh": 0.08, "magDipTh": 8.0, "magNewTime": 6.0, "magNewFirstTime": 2.0, "magNewMinGyr": 10.0,
        "magMinUndisturbedTime": 0.3, "magMaxRejectionTime": 4.0, "magRejectionFactor": 3.0,
    ]

    /// Every sensor takes every n-th row.
    public static func log(accelerometerEvery a: Int = 1, magnetometerEvery m: Int = 1) -> FilterInput {
        var state: UInt64 = 12345
        func noise(_ sigma: Double) -> Vector3 {
            func next() -> Double {
                state = 6_364_136_223_846_793_005 &* state &+ 1_442_695_040_888_963_407
                return sigma * 12.0.squareRoot() * (Double(state >> 11) * 0x1p-53 - 0.5)
            }
            let x = next()
            let y = next()
            return Vector3(x, y, next())
        }
        var input = FilterInput()
        var before = orientation(-0.01)
        for k in 0..<count {
            let t = Double(k) * 0.01
            let time = Int64(k) * 10_000_000
            let q = orientation(t)
            let rate = (1 / 0.01) * (before.conjugate * q).rotationVector
            before = q
            input.gyroscope.append(rate + Vector3(0.007, -0.012, 0.016) + noise(0.002), at: time)
            let s = moved(t)
            let isMoving = (t > 6 && t < 38) || t > 46
            let acceleration =
                isMoving ? Vector3(2 * .sin(5 * s), 1.5 * .sin(3.7 * s), .sin(4.3 * s)) : .zero
            let force = q.unrotate(acceleration + Vector3(0, 0, 9.81)) + noise(0.03)
            if k % a == 0 { input.accelerometer.append(force, at: time) }
            let field = q.unrotate(Self.field(t)) + noise(0.4)
            if k % m == 0 { input.magnetometer.append(field, at: time) }
        }
        return input
    }

    static func field(_ t: Double) -> Vector3 {
        if t >= 50 && t < 62 { return Vector3(15, 8, -35) }
        if t >= 70 && t < 73 { return Vector3(-4, 20, -30) }
        return Vector3(0, 20, -44)
    }

    static func orientation(_ t: Double) -> Quaternion {
        let s = moved(t)
        return Quaternion(angle: 0.6 * s + 1.1 * .sin(0.5 * s), axis: Vector3(0, 0, 1))
            * Quaternion(angle: 0.9 * .sin(0.83 * s), axis: Vector3(1, 0, 0))
            * Quaternion(angle: 1.2 * .sin(0.41 * s), axis: Vector3(0, 1, 0))
    }

    /// Seconds of motion: rests before 6 s and from 38 to 46 s.
    static func moved(_ t: Double) -> Double { max(0, min(t, 38) - 6) + max(0, t - 46) }
}
