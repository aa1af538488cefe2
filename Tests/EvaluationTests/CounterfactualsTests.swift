import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Evaluation

/// A device that swings about the vertical for a minute, with sensors that are wrong in known ways.
@Suite("Readings without a cause") struct CounterfactualsTests {
    static let times = (0...6000).map { Int64($0) * 10_000_000 }
    static func heading(_ t: Double) -> Double { 1.2 * Double.sin(0.9 * t) + 0.7 * Double.sin(2.1 * t) }
    static func turn(_ t: Double) -> Quaternion { .aboutVertical(heading(t)) }
    static let reference = QuaternionStream(times: times, values: times.map { turn(LogTime.seconds($0)) })
    /// Of the hundredth of a second before.
    static func rate(_ t: Double) -> Double { (heading(t) - heading(t - 0.01)) / 0.01 }

    static func input(
        bias: Double = 0, scale: Double = 1, delay: Double = 0, hard: Vector3 = .zero, magnet: Vector3 = .zero
    ) -> FilterInput {
        func stream(_ value: (Double) -> Vector3) -> VectorStream {
            VectorStream(times: times, values: times.map { value(LogTime.seconds($0)) })
        }
        return FilterInput(
            gyroscope: stream { Vector3(0, 0, scale * rate($0 - delay) + bias) },
            accelerometer: stream { Vector3(0.3 * Double.sin(20 * $0), 0, 9.81) },
            magnetometer: stream { t in
                turn(t).unrotate(Vector3(0, 22, -41) + ((20...25).contains(t) ? magnet : .zero)) + hard
            })
    }

    /// An integrated gyroscope, right at the start.
    static func strapdown(_ input: FilterInput) -> OrientationTrack {
        var orientation = turn(0)
        var estimates = [OrientationEstimate(orientation: orientation)]
        for value in input.gyroscope.values.dropFirst() {
            orientation = orientation * Quaternion(rotationVector: 0.01 * value)
            estimates.append(OrientationEstimate(orientation: orientation))
        }
        return OrientationTrack(name: "strapdown", times: input.gyroscope.times, estimates: estimates)
    }

    @Test("each cause leaves the readings, and no other") func readings() {
        let hard = Vector3(12, -7, 5)
        let magnet = Vector3(30, 10, 0)
        let faults = SensorFaults(
            Self.input(bias: 0.01, scale: 1.02, delay: 0.03, hard: hard, magnet: magnet), reference: Self.reference)
        // At 22 s, beside the magnet.
        let (index, t) = (2200, 22.0)
        func gyroscope(_ causes: Set<HeadingAccount.Cause>) -> Double {
            faults.input(without: causes).gyroscope.values[index].z
        }
        #expect((gyroscope([.bias]) - 1.02 * Self.rate(t - 0.03)).magnitude < 1e-3)
        #expect((gyroscope([.latency]) - (1.02 * Self.rate(t) + 0.01)).magnitude < 2e-3)
        #expect((gyroscope([.bias, .latency, .motion]) - Self.rate(t)).magnitude < 2e-3)
        // Upward iron and the field are one for a device that turns about the vertical only.
        func magnetometer(_ causes: Set<HeadingAccount.Cause>) -> Vector3 {
            let field = Self.turn(t).rotate(faults.input(without: causes).magnetometer.values[index])
            return Vector3(field.x, field.y, 0)
        }
        let earth = Vector3(0, 22, 0)
        let iron = Self.turn(t).rotate(Vector3(hard.x, hard.y, 0))
        #expect((magnetometer([]) - (earth + magnet + iron)).length < 1e-9)
        #expect((magnetometer([.calibration]) - (earth + magnet)).length < 0.5)
        #expect((magnetometer([.field]) - (earth + iron)).length < 0.5)
        #expect((magnetometer([.field, .calibration]) - earth).length < 0.5)
        // A device that only turns measures gravity.
        let force = faults.input(without: [.motion]).accelerometer.values[index]
        #expect(force.x.magnitude < 1e-9 && (force.z - 9.81).magnitude < 0.02)
    }

    @Test("parts add up to the error, and are what each cause adds") func parts() throws {
        let input = Self.input(bias: 0.002, scale: 1.02)
        let series = try #require(ErrorSeries(Self.strapdown(input), reference: Self.reference))
        let faults = SensorFaults(input, reference: Self.reference)
        let found = Counterfactuals(series, faults, jobs: 1, Self.strapdown).parts
        for (index, time) in series.times.enumerated().dropFirst() {
            let sum = found.values.reduce(0) { $0 + $1[index] }
            #expect((sum - series.errors[index]).magnitude < 1e-9)
            let t = LogTime.seconds(time)
            #expect(((found[.bias]?[index] ?? 0) - 0.002 * t).magnitude < 0.004)
            #expect(((found[.motion]?[index] ?? 0) - 0.02 * Self.heading(t)).magnitude < 0.004)
        }
    }
}
