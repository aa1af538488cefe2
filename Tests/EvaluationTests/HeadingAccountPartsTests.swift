import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Evaluation

@Suite("The parts of a heading account") struct HeadingAccountPartsTests {
    /// A heading that a compass corrects at 1/s for half of the time, and not at all in the other half.
    @Test("the rate of the correction is found, and that there is none") func rate() throws {
        let step = 0.1
        var random = SplitMix64(seed: 3)
        let compass = (0...400).map { 0.3 * Double.sin(0.05 * Double($0)) }
        var heading = [0.0]
        for index in 0..<400 {
            let rate = index < 200 ? 1.0 : 0
            let share = 1 - Double.exp(-rate * step)
            heading.append(heading[index] + share * (compass[index + 1] - heading[index]) + 1e-4 * random.gaussian())
        }
        let found = CorrectionRate(
            changes: (0..<400).map { heading[$0 + 1] - heading[$0] }, added: [Double](repeating: 0, count: 400),
            differences: (0..<400).map { compass[$0 + 1] - heading[$0] }, scale: 1e-4, step: step)
        #expect((found.gains[100] - (1 - Double.exp(-step))).magnitude < 0.01)
        #expect(found.gains[300] < 0.002)
        // What is added in a step is corrected within it, too: (1 - exp(-r h)) / (r h).
        #expect((found.left[100] - (1 - Double.exp(-step)) / step).magnitude < 0.01)
    }

    @Test("iron is found beside a magnet that a third of the readings show") func iron() throws {
        let field = Vector3(0, 22, -41)
        let hard = Vector3(30, -12, 8)
        var random = SplitMix64(seed: 9)
        let readings = (0..<300).map { index -> (reading: Vector3, orientation: Quaternion) in
            let axis = Vector3(random.gaussian(), random.gaussian(), random.gaussian())
            let orientation = Quaternion(rotationVector: axis)
            let magnet = index % 3 == 0 ? Vector3(40, 25, -30) : .zero
            let noise = 0.2 * Vector3(random.gaussian(), random.gaussian(), random.gaussian())
            return (orientation.unrotate(field) + hard + magnet + noise, orientation)
        }
        let model = try #require(IronAgainstReference(readings))
        // 200 readings with 0.2 microtesla.
        #expect((model.hard - hard).length < 0.3)
        #expect((model.corrected(readings[1].reading) - readings[1].orientation.unrotate(field)).length < 1)
        #expect(IronAgainstReference(Array(readings.prefix(10))) == nil)
    }

    /// A device that swings about the vertical; the track follows a gyroscope that is wrong in one way.
    @Test("a gyroscope's bias, scale and delay are told apart, with their signs") func gyroscope() throws {
        let times = (0...6000).map { Int64($0) * 10_000_000 }
        func heading(_ t: Double) -> Double { 1.2 * Double.sin(0.9 * t) + 0.7 * Double.sin(2.1 * t) }
        func rate(_ t: Double) -> Double { 1.08 * Double.cos(0.9 * t) + 1.47 * Double.cos(2.1 * t) }
        let reference = QuaternionStream(
            times: times, values: times.map { Quaternion.aboutVertical(heading(LogTime.seconds($0))) })
        let track = OrientationTrack(
            name: "exact", times: times,
            estimates: reference.values.map { OrientationEstimate(orientation: $0) })
        func errors(_ reading: (Double) -> Double) throws -> GyroscopeErrors {
            let stream = VectorStream(times: times, values: times.map { Vector3(0, 0, reading(LogTime.seconds($0))) })
            let series = try #require(ErrorSeries(track, reference: reference))
            return try #require(GyroscopeErrors(stream, series))
        }
        func size(_ values: [Double]) -> Double { values.map(\.magnitude).max() ?? 0 }
        // Counter-clockwise positive: a bias of 0.01 rad/s turns the heading by 0.001 rad in a step.
        let bias = try errors { rate($0) + 0.01 }
        #expect(bias.bias.allSatisfy { ($0 - 0.001).magnitude < 2e-5 } && size(bias.scale) < 2e-5)
        let scale = try errors { 1.02 * rate($0) }
        let turn = 0.02 * (heading(5.1) - heading(5.0))
        #expect((scale.scale[50] - turn).magnitude < 2e-5 && size(scale.bias) < 5e-5 && size(scale.delay) < 5e-5)
        // A gyroscope that is late by 0.03 s: the change of the rate, times the delay, is missed.
        let late = try errors { rate($0 - 0.03) }
        let missed = -0.03 * ((heading(5.1) - heading(5.0)) - (heading(5.0) - heading(4.9))) / 0.1
        #expect((late.delay[50] - missed).magnitude < 2e-4 && size(late.scale) < 1e-3)
    }

    @Test("tracks and references that have too little in common have no account") func missing() {
        let track = OrientationTrack(
            name: "short", times: [0, 100_000_000],
            estimates: [OrientationEstimate(orientation: .identity), OrientationEstimate(orientation: .identity)])
        let reference = QuaternionStream(times: [0, 100_000_000], values: [.identity, .identity])
        #expect(
            HeadingAccount(
                modelled: track, reference: reference, scored: [0, 1], gyroscope: VectorStream(), magnetometers: [],
                declination: 0) == nil)
        #expect(
            HeadingAccount(
                OrientationTrack(name: "none"), reference: QuaternionStream(), scored: [], input: FilterInput()
            ) { _ in OrientationTrack(name: "none") } == nil)
    }
}
