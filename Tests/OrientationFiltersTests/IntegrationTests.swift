import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import OrientationFilters

@Suite("Integration of the gyroscope: exact for a constant rate, whatever the stamps")
struct IntegrationTests {
    static let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(0.6, -0.48, 0.64)]

    /// 10 s at 0.9 rad/s on stamps that vary by +-80 %: the angle is rate times time. 1000 quaternion products round to
    /// 1e-13 rad; the filters that also see (exact) force and field add nothing but their own rounding.
    @Test("constant rate for 10 s at irregular stamps", arguments: ["gyro", "complementary", "kalman"], axes)
    func constantRate(name: String, axis: Vector3) throws {
        let log = SyntheticMotion(seconds: 10, rate: { _ in 0.9 * axis }, jitter: 0.8).log()
        let track = try #require(FilterCatalogue.entry(named: name)).run(log.input)
        let last = try #require(track.times.last)
        let expected = Quaternion(angle: 0.9 * LogTime.seconds(last), axis: axis)
        // Filters that correct see force and field between two gyroscope samples, to first order in the step:
        // (rate * step)^2 / 2 = 1e-4 rad, of which their gains (step / 3 s) let 1e-6 through.
        let tolerance = name == "gyro" ? 1e-9 : 0.02
        expectRotation(try #require(track.estimates.last).orientation, expected, withinDegrees: tolerance)
    }

    @Test("a positive rate about +z, face up, turns the top edge from north to west", arguments: ["gyro", "kalman"])
    func sense(name: String) throws {
        let log = SyntheticMotion(seconds: 1, rate: { _ in Vector3(0, 0, Double.pi / 2) }).log()
        let track = try #require(FilterCatalogue.entry(named: name)).run(log.input)
        expectAngle(track.estimates.last?.orientation.heading(of: .top).map { Angle.degrees($0) }, 270, within: 1e-3)
    }

    @Test("a rate that grows evenly is integrated exactly: the mean of two samples, not one of them")
    func growingRate() throws {
        var filter = GyroscopeFilter()
        filter.update(accelerometer: Vector3(0, 0, 9.8), at: 0)
        filter.update(magnetometer: Vector3(0, 22, -42), at: 0)
        for k in 0...10 {
            filter.update(gyroscope: Vector3(0, 0, 0.1 * Double(k)), at: Int64(k) * 100_000_000)
        }
        expectRotation(try #require(filter.estimate).orientation, .aboutVertical(0.5), withinDegrees: 1e-9)
    }

    @Test("a gap of 5 s is not integrated by gyro")
    func gap() throws {
        var filter = GyroscopeFilter()
        filter.update(accelerometer: Vector3(0, 0, 9.8), at: 0)
        filter.update(magnetometer: Vector3(0, 22, -42), at: 0)
        let rate = Vector3(0, 0, 1)
        filter.update(gyroscope: rate, at: 0)
        filter.update(gyroscope: rate, at: 500_000_000)
        let before = try #require(filter.estimate).orientation
        expectRotation(before, .aboutVertical(0.5), withinDegrees: 1e-12)
        filter.update(gyroscope: rate, at: 5_500_000_000)
        #expect(filter.estimate?.orientation == before)
        // Equal stamps and stamps that step back are not integrated either.
        filter.update(gyroscope: rate, at: 5_500_000_000)
        filter.update(gyroscope: rate, at: 5_400_000_000)
        #expect(filter.estimate?.orientation == before)
    }

    @Test("during a gap the Kalman filter follows the other sensors and says that it knows less")
    func kalmanGap() throws {
        var log = SyntheticMotion(
            seconds: 30, rate: { t in Vector3(0, 0, t > 10 && t < 13 ? 0.5 : 0) }, accelerometerNoise: 0.02,
            magnetometerNoise: 0.3
        ).log()
        // The gyroscope is silent from 9 to 15 s, while the device turns by 1.5 rad.
        let stream = log.input.gyroscope
        log.input.gyroscope = VectorStream()
        for (time, value) in zip(stream.times, stream.values) where time < 9_000_000_000 || time > 15_000_000_000 {
            log.input.gyroscope.append(value, at: time)
        }
        let track = try #require(FilterCatalogue.entry(named: "kalman")).run(log.input)
        let back = try #require(track.times.firstIndex { $0 > 15_000_000_000 })
        #expect(track.estimates[back].headingSigma > 1.05 * track.estimates[back - 1].headingSigma)
        // 0.3 uT of 22 uT is 0.8 degrees per sample; the gap's heading comes from few of them.
        #expect(track.worstError(log, from: 15) < 4)
        #expect(track.worstError(log, from: 25) < 1.5)
    }

    @Test("a gap without any other sensor leaves the attitude unknown", arguments: [1.0, 60])
    func blindGap(seconds: Double) throws {
        var filter = KalmanFilter()
        for k in 0..<500 {
            filter.update(gyroscope: .zero, at: Int64(k) * 10_000_000)
            filter.update(accelerometer: Vector3(0, 0, 9.80665), at: Int64(k) * 10_000_000)
            filter.update(magnetometer: Vector3(0, 22, -42), at: Int64(k) * 10_000_000)
        }
        let before = try #require(filter.estimate)
        filter.update(gyroscope: Vector3(0, 0, 1), at: 4_990_000_000 + Int64(clamping: seconds * 1e9))
        let after = try #require(filter.estimate)
        #expect(after.orientation == before.orientation)
        // The motion model's random walk: rateNoise * rateDecay * sqrt(seconds) = 1.2 rad after a second, at most
        // that of an angle of which nothing is known.
        let walk = min(1.2 * seconds.squareRoot(), Double.pi / 3.0.squareRoot())
        #expect((after.headingSigma - walk).magnitude < 0.1 * walk)
        #expect((after.inclinationSigma - walk).magnitude < 0.1 * walk)
    }
}

/// Why the filters compute in double precision (docs/reference/architecture.md): the cost of single precision in the
/// integration of the gyroscope.
@Suite("Single precision")
struct SinglePrecisionTests {
    /// Strapdown integration at 200 Hz with the exact exponential of each step, in the precision of `Scalar`.
    private func hour<Scalar: Real & BinaryFloatingPoint>(_ type: Scalar.Type) -> Quaternion {
        var (w, x, y, z): (Scalar, Scalar, Scalar, Scalar) = (1, 0, 0, 0)
        let dt = Scalar(0.005)
        for step in 0..<(3600 * 200) {
            let rate = SyntheticMotion.lookingAround(0.005 * Double(step))
            let (a, b, c) = (Scalar(rate.x), Scalar(rate.y), Scalar(rate.z))
            let length = (a * a + b * b + c * c).squareRoot()
            let half = dt * length / 2
            let (e, s) = (Scalar.cos(half), Scalar.sin(half) / length)
            let (f, g, h) = (s * a, s * b, s * c)
            (w, x, y, z) = (
                w * e - x * f - y * g - z * h, w * f + x * e + y * h - z * g, w * g - x * h + y * e + z * f,
                w * h + x * g - y * f + z * e
            )
            let norm = (w * w + x * x + y * y + z * z).squareRoot()
            (w, x, y, z) = (w / norm, x / norm, y / norm, z / norm)
        }
        return Quaternion(Double(w), Double(x), Double(y), Double(z)).renormalized
    }

    /// 0.005 degrees measured: rounding is no reason for Double in the integration. In the covariances it is: the
    /// variances of sensorlab's states span more than the seven digits of a Float.
    @Test("an hour of integration differs by less than 0.05 degrees")
    func hour() {
        let angle = Angle.degrees((hour(Double.self).conjugate * hour(Float.self)).rotationVector.length)
        #expect(angle < 0.05 && angle > 0)
    }
}
