import Rotations
import SensorModels
import TestSupport
import Testing

@testable import OrientationFilters

@Suite("Divergence: recognised without a reference")
struct TrackConsistencyTests {
    /// Filters that integrate the gyroscope, with and without sigmas.
    static let names = ["complementary", "kalman", "sensorlab", "vqf", "madgwick", "mahony", "ekf"]

    /// A calm hand that looks around: its accelerations stay below 0.5 m/s^2 in the vertical.
    private static func log(seconds: Double) -> FilterInput {
        var motion = SyntheticMotion.phone(seconds: seconds)
        motion.acceleration = { t in Vector3(0.4 * .sin(5 * t), 0.3 * .cos(4.1 * t), 0.3 * .sin(6.3 * t)) }
        return motion.log().input
    }

    /// Made once for all cases.
    private static let minute = log(seconds: 60)
    private static let twoMinutes = log(seconds: 120)

    private func judge(
        _ name: String, _ changes: [String: Double] = [:], _ log: FilterInput = twoMinutes,
        _ damage: (inout FilterInput) -> Void = { _ in }
    ) throws -> TrackConsistency {
        var input = log
        damage(&input)
        let track = try #require(FilterCatalogue.entry(named: name)).run(input, parameters: changes)
        return TrackConsistency(track, input)
    }

    @Test("a good log raises nothing", arguments: PoseTests.names)
    func goodLog(name: String) throws {
        let consistency = try judge(name)
        // 120 s are 12 windows.
        #expect(consistency.tilt.judged >= 10 && consistency.heading.judged >= 10)
        #expect(!consistency.hasDiverged)
    }

    @Test("the sign of the gyroscope, in a minute and in two", arguments: names, [60.0, 120])
    func gyroscopeSign(name: String, seconds: Double) throws {
        let consistency = try judge(name, [:], seconds == 60 ? Self.minute : Self.twoMinutes) { input in
            for index in input.gyroscope.values.indices { input.gyroscope.values[index] *= -1 }
        }
        #expect(consistency.hasDiverged)
    }

    @Test("axes of the magnetometer", arguments: names)
    func magnetometerAxes(name: String) throws {
        let consistency = try judge(name) { input in
            input.magnetometer.values = input.magnetometer.values.map { Vector3($0.y, $0.x, $0.z) }
        }
        #expect(consistency.heading.isContradicted)
    }

    @Test("absurd gains: a filter that hardly corrects a bias of 6 deg/s")
    func gains() throws {
        let bias: (inout FilterInput) -> Void = { input in
            for index in input.gyroscope.values.indices { input.gyroscope.values[index] += Vector3(0.1, 0.05, 0.1) }
        }
        for (name, changes) in [
            ("madgwick", ["beta": 1e-4]), ("mahony", ["kp": 1e-4, "ki": 0]),
            ("kalman", ["gyroscopeNoise": 1e-6, "initialBiasSigma": 0, "biasWalk": 0, "gyroscopeScaleNoise": 0]),
            ("sensorlab", ["gyroscopeNoise": 1e-6, "initialBiasSigma": 0, "biasWalk": 0, "scaleSigma": 0]),
        ] {
            #expect(try judge(name, changes, Self.twoMinutes, bias).hasDiverged, "\(name)")
        }
    }

    @Test("an orientation that is not finite is divergence, and its stamp is reported")
    func notFinite() throws {
        let input = SyntheticMotion.phone(seconds: 5).log().input
        var track = try #require(FilterCatalogue.entry(named: "vqf")).run(input)
        track.estimates[100].orientation = Quaternion(.nan, 0, 0, 0)
        let consistency = TrackConsistency(track, input)
        #expect(consistency.firstNonFinite == track.times[100])
        #expect(consistency.hasDiverged)
    }

    /// The same error of 60 degrees, with a sigma and without.
    @Test("an error that the filter admits is no divergence")
    func admitted() throws {
        let log = SyntheticMotion(seconds: 60).log()
        func track(sigma: Double) -> OrientationTrack {
            let estimate = OrientationEstimate(
                orientation: .aboutVertical(Angle.radians(60)), headingSigma: sigma, inclinationSigma: 0.01)
            return OrientationTrack(
                name: "constant", times: log.input.gyroscope.times,
                estimates: log.input.gyroscope.times.map { _ in estimate })
        }
        #expect(TrackConsistency(track(sigma: 0.05), log.input).heading.isContradicted)
        #expect(!TrackConsistency(track(sigma: 1.0), log.input).hasDiverged)
        #expect(!TrackConsistency(track(sigma: 0.05), log.input).tilt.isContradicted)
        expectAngle(Angle.degrees(TrackConsistency(track(sigma: 1), log.input).heading.deviation), 60, within: 0.1)
    }

    @Test("of a long log ten samples a second judge as all of them do")
    func longLog() throws {
        let log = Self.log(seconds: 2100)
        let good = try judge("vqf", [:], log)
        #expect(good.tilt.judged >= 200 && good.heading.judged >= 200 && !good.hasDiverged)
        let part = try judge("vqf", [:], Self.log(seconds: 600))
        #expect((good.tilt.deviation / part.tilt.deviation - 1).magnitude < 0.05)
        let wrong = try judge("vqf", [:], log) { input in
            for index in input.gyroscope.values.indices { input.gyroscope.values[index] *= -1 }
        }
        #expect(wrong.hasDiverged)
    }

    @Test("what cannot be judged raises nothing: no calm instant, no magnetometer, an empty track")
    func notJudged() throws {
        let shaken = try judge("vqf") { input in
            for index in input.accelerometer.values.indices { input.accelerometer.values[index] *= 1.2 }
        }
        #expect(shaken.tilt.judged == 0 && shaken.heading.judged == 0 && !shaken.hasDiverged)
        let blind = try judge("vqf") { $0.magnetometer = VectorStream() }
        #expect(blind.tilt.judged > 0 && blind.heading.judged == 0 && !blind.hasDiverged)
        #expect(!TrackConsistency(OrientationTrack(name: "none"), FilterInput()).hasDiverged)
    }

    @Test("a magnet that is rejected is no divergence", arguments: ["kalman", "sensorlab"])
    func magnet(name: String) throws {
        var motion = SyntheticMotion.phone(seconds: 120)
        motion.acceleration = { _ in .zero }
        motion.disturbance = { t in t > 40 && t < 80 ? Vector3(60, -10, 20) : .zero }
        let input = motion.log().input
        let track = try #require(FilterCatalogue.entry(named: name)).run(input)
        #expect(!TrackConsistency(track, input).hasDiverged)
    }
}
