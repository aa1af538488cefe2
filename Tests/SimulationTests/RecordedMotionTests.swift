import Foundation
import Readers
import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing

@testable import Simulation

/// The statistics of simulated motions against recordings of the same motions by two people with three phones.
///
/// The styles were read off these recordings, hence this is a test of the simulation, not of its prediction of other
/// people. The tolerance is the recordings' own: the logarithm of every statistic lies in the interval in which one
/// more trial is expected with 95 % (mean +- t sqrt(1 + 1/n) s, Student with n - 1 degrees of freedom), for all 24
/// statistics; and over all of them the simulation differs from the geometric mean of the trials by a factor of no more
/// than 1.3 (root mean square of the logarithms), while people differ by 1.2 to 1.9 among themselves.
@Suite(.enabled(if: SharedData.isPresent, "the recordings of phones are not there"))
struct RecordedMotionTests {
    private struct Truth: Decodable {
        struct Reference: Decodable {
            var score_from_t: Double
            var score_to_t: Double
        }
        var gravity_m_s2: Double
        var reference: Reference
        var gyroscope_bias_calibration_rad_s: [Double]
    }

    /// Quantiles 0.975 of Student's distribution with 4 and 5 degrees of freedom.
    private static let student = [5: 2.776, 6: 2.571]

    private static func recorded(_ name: String) throws -> MotionStatistics {
        let folder = SharedData.dataset("phones/" + name)
        let recording = try RecordingReader.read(path: folder.path)
        let data = try Data(contentsOf: folder.appendingPathComponent("truth.json"))
        let truth = try JSONDecoder().decode(Truth.self, from: data)
        let b = truth.gyroscope_bias_calibration_rad_s
        let last = [recording.accelerometer, recording.gyroscope].compactMap(\.times.last).min() ?? 0
        return MotionStatistics(
            recording, bias: Vector3(b[0], b[1], b[2]), from: truth.reference.score_from_t,
            to: min(truth.reference.score_to_t, Double(last) * 1e-9), gravity: truth.gravity_m_s2)
    }

    private static func simulated(_ scenario: String, seed: UInt64) throws -> MotionStatistics {
        var options = SimulationOptions()
        options.seed = seed
        for effect in DeviceEffect.allCases { options.enable(effect) }
        let simulated = try Scenario.named(scenario).simulate(options)
        return MotionStatistics(
            simulated.recording, bias: options.device.gyroscope.bias, from: 5, to: 120, gravity: simulated.gravity)
    }

    @Test(arguments: [
        ("ar", "ar-walking"), ("texting", "texting"), ("phoning", "phoning"), ("swinging", "swinging"),
        ("frontpocket", "pocket"), ("backpocket", "back-pocket"),
    ])
    func agree(motion: String, scenario: String) throws {
        // Half of the reference of this one cannot be used (README of the recordings).
        let names = ["iphone4s", "iphone5", "nexus5"].flatMap { phone in
            ["guillaume", "jakob"].map { "\(phone)-\($0)-nodist-\(motion)" }
        }.filter { $0 != "nexus5-guillaume-nodist-ar" }
        let trials = try names.map(Self.recorded)
        let runs = try [1, 2, 3].map { try Self.simulated(scenario, seed: $0) }
        let n = Double(trials.count)
        let quantile = try #require(Self.student[trials.count])
        var squares = 0.0
        for index in trials[0].values.indices {
            let name = trials[0].values[index].name
            let logs = trials.map { Double.log($0.values[index].value) }
            let mean = logs.reduce(0, +) / n
            let spread = (logs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)).squareRoot()
            let own = runs.reduce(0) { $0 + Double.log($1.values[index].value) } / Double(runs.count)
            let tolerance = quantile * spread * (1 + 1 / n).squareRoot()
            #expect(
                (own - mean).magnitude <= tolerance,
                "\(name): \(Double.exp(own)), recorded \(Double.exp(mean)) times or by \(Double.exp(tolerance))")
            squares += (own - mean) * (own - mean)
        }
        let factor = Double.exp((squares / Double(trials[0].values.count)).squareRoot())
        #expect(factor < 1.3, "a factor of \(factor)")
    }

    /// Another motion than the recorded one is detected: the test can fail.
    @Test func otherMotionsAreToldApart() throws {
        let trials = try ["iphone5-guillaume", "iphone5-jakob", "nexus5-jakob"].map {
            try Self.recorded("\($0)-nodist-swinging")
        }
        let other = try Self.simulated("texting", seed: 1)
        let apart = trials[0].values.indices.filter { index in
            let values = trials.map { $0.values[index].value }
            return other.values[index].value < (values.min() ?? 0) / 1.5
        }
        #expect(apart.count > 12, "\(apart.count) statistics")
    }

    /// The noise of a phone at rest: the difference of neighbouring samples (which no drift reaches) and the mean over
    /// 0.1 s of the recordings for calibration and of the simulation, geometric mean over axes and days, within a
    /// factor of 1.4: days and axes of one phone differ by up to 1.5 among themselves.
    @Test(arguments: [
        ("iphone4s", "iPhone 4S", ["d2", "d3", "d4"]), ("iphone5", "iPhone 5", ["d3", "d4"]),
        ("nexus5", "Nexus 5", ["d1", "d2", "d3"]),
    ])
    func noiseAtRest(phone: String, device: String, days: [String]) throws {
        var options = SimulationOptions(earthField: Fixtures.field)
        options.device = try DeviceModel.named(device)
        for effect in DeviceEffect.allCases { options.enable(effect) }
        options.duration = 30
        let own = try Fixtures.still().simulate(options).recording
        let real = try days.map {
            try RecordingReader.read(path: SharedData.dataset("phones/calib-gyr-\(phone)-\($0)").path)
        }
        for sensor in [SensorKind.accelerometer, .gyroscope, .magnetometer] {
            let mine = Self.noise(own.vectors(of: sensor))
            let theirs = real.map { Self.noise($0.vectors(of: sensor)) }
            for index in mine.indices {
                let mean = theirs.reduce(0) { $0 + Double.log($1[index]) } / Double(theirs.count)
                let ratio = mine[index] / Double.exp(mean)
                #expect((1 / 1.4...1.4).contains(ratio), "\(sensor) \(index == 0 ? "neighbours" : "0.1 s"): \(ratio)")
            }
        }
    }

    /// Geometric means over the axes: of the Allan deviation of neighbours and of means over about 0.1 s. The first and
    /// last tenth, when a hand let go, are left out.
    private static func noise(_ stream: VectorStream) -> [Double] {
        let values = stream.values[stream.count / 10..<stream.count - stream.count / 10]
        let rate = Double(stream.count - 1) / stream.duration
        return [1, max(2, Int(0.1 * rate))].map { m in
            let logs = (0..<3).map { axis -> Double in
                let means = stride(from: values.startIndex, to: values.endIndex - m, by: m).map { start in
                    values[start..<start + m].reduce(0) { $0 + $1[axis] } / Double(m)
                }
                let squares = zip(means, means.dropFirst()).map { ($1 - $0) * ($1 - $0) }
                return 0.5 * Double.log(squares.reduce(0, +) / Double(2 * squares.count))
            }
            return Double.exp(logs.reduce(0, +) / 3)
        }
    }
}
