import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Evaluation

@Suite("Evidence of the readings for a track")
struct TrackEvidenceTests {
    static let earth = Vector3(0, 22, -41)
    static let step = 0.02

    /// A phone that pans and nods for a minute: its truth, and what its sensors read.
    struct Log {
        var truth: [Quaternion]
        var input: FilterInput

        init(iron: Vector3 = .zero, bias: Vector3 = .zero, magnet: (Double) -> Vector3 = { _ in .zero }) {
            var random = SplitMix64(seed: 5)
            func noise(_ sigma: Double) -> Vector3 {
                sigma * Vector3(random.gaussian(), random.gaussian(), random.gaussian())
            }
            let times = (0...3000).map { Int64($0) * 20_000_000 }
            let attitudes = times.map { time in
                let t = Double(time) * 1e-9
                return Quaternion.aboutVertical(1.8 * Double.sin(0.4 * t))
                    * Quaternion(rotationVector: Vector3(0.9 + 0.4 * Double.sin(0.7 * t), 0, 0))
            }
            let rates = attitudes.indices.map { i in
                let (before, after) = (max(0, i - 1), min(attitudes.count - 1, i + 1))
                let turn = (attitudes[before].conjugate * attitudes[after]).rotationVector
                return (1 / (step * Double(after - before))) * turn + bias + noise(0.002)
            }
            let fields = zip(times, attitudes).map { time, q in
                q.conjugate.rotate(earth + magnet(Double(time) * 1e-9)) + iron + noise(0.5)
            }
            truth = attitudes
            input = FilterInput(
                gyroscope: VectorStream(times: times, values: rates),
                magnetometer: VectorStream(times: times, values: fields))
        }

        /// The truth, changed as a function of time.
        func track(_ change: (Double, Quaternion) -> Quaternion = { $1 }) -> OrientationTrack {
            let times = input.gyroscope.times
            return OrientationTrack(
                name: "test", times: times,
                estimates: zip(times, truth).map {
                    OrientationEstimate(orientation: change(Double($0) * 1e-9, $1), gyroscopeBias: .zero)
                })
        }

        func evidence(_ change: (Double, Quaternion) -> Quaternion = { $1 }) -> TrackEvidence? {
            TrackEvidence(track(change), input)
        }
    }

    private static func turned(_ angle: Double, _ q: Quaternion) -> Quaternion { Quaternion.aboutVertical(angle) * q }

    /// Expected of the truth: 6 log(1 + x / 3) with x the square over that of the scale, for the noise of a second's
    /// mean, 0.5 microtesla by 50 readings, and of its turn, 0.002 rad/s: both far below the scales, hence near 0.
    @Test("the truth explains all; a turned, a drifting and a late track do not")
    func errors() throws {
        let log = Log()
        let truth = try #require(log.evidence())
        #expect(truth.misfit < 0.2 && truth.explained == 1, "\(truth)")
        let turned = try #require(log.evidence { Self.turned(0.3, $1) })
        #expect(turned.turn < truth.turn + 0.05 && turned.field > truth.field + 2)
        // 1 degree per second, within what a filter may correct.
        let drifting = try #require(log.evidence { Self.turned(0.0175 * $0, $1) })
        #expect(drifting.misfit > truth.misfit + 2 && drifting.field > truth.field + 2)
        // A bias explains a steady drift of a device that lies flat; one that nods has it about changing axes.
        let wandering = try #require(log.evidence { Self.turned(0.3 * Double.sin(2 * $0), $1) })
        #expect(wandering.misfit > truth.misfit + 3 && wandering.turn > truth.turn + 3)
    }

    /// Readings as the sensors gave them: an offset of either sensor is fitted. The priors pull 300 microtesla by less
    /// than a thousandth.
    @Test("hard iron and bias are no misfit, and a compass with the iron in it is one")
    func offsets() throws {
        let log = Log(iron: Vector3(200, -150, 120), bias: Vector3(0.05, -0.1, 0.08))
        let truth = try #require(log.evidence())
        #expect(truth.misfit < 0.4 && truth.explained == 1, "\(truth)")
        let fields = log.input.magnetometer.values
        let compass = OrientationTrack(
            name: "compass", times: log.input.gyroscope.times,
            estimates: zip(log.truth, fields).map { q, field in
                let level = q.rotate(field)
                let heading = Double.atan2(y: level.x, x: level.y)
                return OrientationEstimate(orientation: Self.turned(heading, q), gyroscopeBias: .zero)
            })
        let wrong = try #require(TrackEvidence(compass, log.input))
        #expect(wrong.misfit > truth.misfit + 5, "\(wrong)")
    }

    @Test("a magnet that passes is better explained by the truth than by a track that follows it")
    func magnet() throws {
        let log = Log(magnet: { t in 60 * Double.exp(-0.5 * (t - 30) * (t - 30) / 9) * Vector3(1, 0.2, 0) })
        func follow(_ t: Double, _ q: Quaternion) -> Quaternion {
            let field = Self.earth + 60 * Double.exp(-0.5 * (t - 30) * (t - 30) / 9) * Vector3(1, 0.2, 0)
            return Self.turned(Double.atan2(y: field.x, x: field.y), q)
        }
        let truth = try #require(log.evidence())
        let follower = try #require(log.evidence(follow))
        #expect(truth.explained > 0.6 && truth.explained < 0.95)
        #expect(follower.misfit > truth.misfit + 1, "\(truth) \(follower)")
    }

    @Test("a track with true north needs the declination, east positive")
    func declination() throws {
        let log = Log()
        let magnetic = try #require(log.evidence())
        // Magnetic north is 0.2 rad east of true north: a device that heads there heads 0.2 rad, clockwise, from it.
        let track = log.track { Self.turned(-0.2, $1) }
        let same = try #require(TrackEvidence(track, log.input, declination: 0.2))
        #expect((same.misfit - magnetic.misfit).magnitude < 1e-6)
        #expect(try #require(TrackEvidence(track, log.input, declination: -0.2)).misfit > magnetic.misfit + 2)
    }

    @Test("no evidence without a gyroscope, without a magnetometer, and in two seconds")
    func none() {
        let log = Log()
        var input = log.input
        input.gyroscope = VectorStream()
        #expect(TrackEvidence(log.track(), input) == nil)
        input = log.input
        input.magnetometer = VectorStream()
        #expect(TrackEvidence(log.track(), input) == nil)
        input = log.input
        input.magnetometer = VectorStream(
            times: Array(input.magnetometer.times.prefix(100)), values: Array(input.magnetometer.values.prefix(100)))
        #expect(TrackEvidence(log.track(), input) == nil)
    }
}
