import Calibration
import RealModule
import Rotations
import SensorModels
import Testing
import Vocabulary

@Suite struct GyroscopeFitTests {
    let bias = Vector3(Angle.radians(5.9), Angle.radians(-1.2), Angle.radians(4.1))

    /// Gyroscope and accelerometer at 100 Hz: motion, then rest, motion, rest.
    private func log(rests: [ClosedRange<Double>], seconds: Double, turn: Double = 0) -> (VectorStream, VectorStream) {
        var random = SeededRandom(seed: 21)
        var (gyroscope, accelerometer) = (VectorStream(), VectorStream())
        for i in 0..<Int(clamping: seconds * 100) {
            let t = Double(i) / 100
            let resting = rests.contains { $0.contains(t) }
            let motion = resting ? 0 : 1.0
            let rate = motion * Vector3(Double.sin(9 * t), Double.cos(7 * t), Double.sin(11 * t)) + Vector3(0, 0, turn)
            let force = Vector3(0, 0, 9.81) + motion * Vector3(2 * Double.sin(8 * t), Double.cos(13 * t), 0)
            gyroscope.append(rate + bias + 0.002 * random.gaussianVector(), at: Int64(i) * 10_000_000)
            accelerometer.append(force + 0.02 * random.gaussianVector(), at: Int64(i) * 10_000_000)
        }
        return (gyroscope, accelerometer)
    }

    @Test func largeBiasFromTwoRests() {
        let (gyroscope, accelerometer) = log(rests: [3...8, 12...20], seconds: 25)
        let fit = GyroscopeFit(gyroscope: gyroscope, accelerometer: accelerometer)
        #expect(fit.verdict.accepted && fit.rests.count == 2, "\(fit.verdict)")
        // 13 s of white noise of 0.002 rad/s at 100 Hz: 6e-5 rad/s; four sigma.
        #expect((fit.model.bias - bias).length < 2.4e-4)
        #expect(fit.sigma.x > 1e-5 && fit.sigma.x < 3e-4)
        #expect(fit.restSeconds > 11 && fit.restSeconds < 13.1)
    }

    @Test func motionAloneIsRefused() {
        let (gyroscope, accelerometer) = log(rests: [], seconds: 20)
        let fit = GyroscopeFit(gyroscope: gyroscope, accelerometer: accelerometer)
        #expect(!fit.verdict.accepted && fit.verdict.reason.contains("never lay still"))
        #expect(fit.sigma.x == .infinity && fit.rests.isEmpty)
    }

    @Test func turntableIsRefused() {
        let (gyroscope, accelerometer) = log(rests: [0...20], seconds: 20, turn: 0.5)
        let fit = GyroscopeFit(gyroscope: gyroscope, accelerometer: accelerometer)
        #expect(!fit.verdict.accepted && fit.verdict.reason.contains("the device turned"))
    }

    /// A slow even turn about the vertical looks like a bias to gyroscope and accelerometer; the field's direction
    /// gives it away.
    @Test func slowTurnIsToldFromBiasByTheField() {
        let (gyroscope, accelerometer) = log(rests: [0...20], seconds: 20, turn: 0.1)
        let field = gyroscope.times.map { time in
            let angle = 0.1 * LogTime.seconds(time)
            return Vector3(20 * Double.sin(angle), 20 * Double.cos(angle), -40)
        }
        let magnetometer = VectorStream(times: gyroscope.times, values: field)
        let fit = GyroscopeFit(gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer)
        #expect(fit.rests.allSatisfy { $0.duration < 1.6 })
        let still = GyroscopeFit(gyroscope: gyroscope, accelerometer: accelerometer)
        #expect(still.rests.contains { $0.duration > 15 })
    }

    @Test func emptyAndDamaged() {
        #expect(GyroscopeFit(gyroscope: VectorStream()).verdict.reason.contains("no gyroscope"))
        var (gyroscope, accelerometer) = log(rests: [3...12], seconds: 15)
        for i in stride(from: 0, to: gyroscope.count, by: 13) { gyroscope.values[i].x = .nan }
        let fit = GyroscopeFit(gyroscope: gyroscope, accelerometer: accelerometer)
        #expect(fit.verdict.accepted && (fit.model.bias - bias).length < 3e-4)
    }

    /// One rest whose bias drifts: the means of its windows are taken at their own times.
    @Test func driftWithinOneRest() throws {
        let drift = Vector3(2e-5, -1e-5, 3e-5)
        var (gyroscope, accelerometer) = log(rests: [0...200], seconds: 200)
        for i in gyroscope.times.indices { gyroscope.values[i] += (Double(i) / 100) * drift }
        let fit = GyroscopeFit(gyroscope: gyroscope, accelerometer: accelerometer)
        let found = try #require(fit.drift)
        // 200 s of white noise of 0.002 rad/s at 100 Hz: 2e-4 / 200^1.5 x sqrt(12) = 2.4e-7 rad/s^2; five sigma.
        #expect((found.rate - drift).length < 1.2e-6)
        #expect(found.sigma.x > 5e-8 && found.sigma.x < 1e-6)
    }
}
