import Calibration
import Foundation
import Readers
import Recordings
import Rotations
import SensorModels
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

@Suite("Gyroscope against accelerometer")
struct InertialAgreementTests {
    /// What damages a log.
    enum Damage: String, CaseIterable {
        case halfScale, doubleScale, axisReversed, axesExchanged, clipped, late, biasJump, forceReversed
    }

    private static func simulated(_ scenario: Scenario = .arPanning) throws -> Recording {
        var options = SimulationOptions()
        (options.device, options.duration, options.seed) = (.iPhone5, 40, 11)
        return try scenario.simulate(options).recording
    }

    private static func agreement(_ recording: Recording) -> InertialAgreement? {
        InertialAgreement(gyroscope: recording.gyroscope, force: recording.accelerometer)
    }

    private static func damaged(_ recording: Recording, _ damage: Damage) -> Recording {
        var recording = recording
        let rates = recording.gyroscope.values
        switch damage {
        case .halfScale: recording.gyroscope.values = rates.map { 0.5 * $0 }
        case .doubleScale: recording.gyroscope.values = rates.map { 2 * $0 }
        case .axisReversed: recording.gyroscope.values = rates.map { Vector3(-$0.x, $0.y, $0.z) }
        case .axesExchanged: recording.gyroscope.values = rates.map { Vector3($0.y, $0.x, $0.z) }
        case .clipped:
            func end(_ rate: Double) -> Double { min(max(rate, -0.5), 0.5) }
            recording.gyroscope.values = rates.map { Vector3(end($0.x), end($0.y), end($0.z)) }
        case .late: recording.gyroscope.times = recording.gyroscope.times.map { $0 + 300_000_000 }
        case .biasJump:
            recording.gyroscope.values = rates.enumerated().map { index, rate in
                index < rates.count / 2 ? rate : rate + Vector3(0.4, 0, 0)
            }
        case .forceReversed:
            recording.accelerometer.values = recording.accelerometer.values.map { Vector3($0.x, $0.y, -$0.z) }
        }
        return recording
    }

    @Test(
        "a good log agrees, whatever the device does, and a constant bias is none's fault",
        arguments: Scenario.all.map(\.name))
    func good(name: String) throws {
        let scenario = try #require(Scenario.all.first { $0.name == name })
        let agreement = try #require(Self.agreement(try Self.simulated(scenario)))
        #expect(agreement.isTurnExplained && agreement.isGravity, "\(agreement)")
        #expect(agreement.sigmaOfTurn == 0 && agreement.sigmaOfLength == 0)
    }

    @Test("what damages the gyroscope or an axis is seen", arguments: Damage.allCases)
    func damage(_ damage: Damage) throws {
        // A device that is turned about all axes, forty seconds long.
        let agreement = try #require(Self.agreement(Self.damaged(try Self.simulated(.figureEight), damage)))
        #expect(!agreement.isTurnExplained, "\(agreement)")
        #expect(agreement.sigmaOfTurn > Angle.radians(8))
    }

    @Test(
        "the bias is found per axis, and the gravity of a wrong unit",
        arguments: [Vector3(0.2, 0, 0), Vector3(0, -0.2, 0), Vector3(0, 0, 0.2)])
    func bias(added: Vector3) throws {
        var recording = try Self.simulated(.figureEight)
        let own = try #require(Self.agreement(recording))
        recording.gyroscope.values = recording.gyroscope.values.map { $0 + added }
        recording.accelerometer.values = recording.accelerometer.values.map { 2 * $0 }
        let agreement = try #require(Self.agreement(recording))
        #expect((agreement.bias - own.bias - added).length < 0.02, "\(agreement.bias)")
        #expect(agreement.isTurnExplained && !agreement.isGravity)
        #expect((agreement.gravity - 2 * own.gravity).magnitude < 0.05)
        expectAngle(Angle.degrees(agreement.sigmaOfLength), 45, within: 1)
    }

    @Test("a log that is too short, or pauses all the time, says nothing")
    func nothingToSay() throws {
        let whole = try Self.simulated()
        var short = whole
        short.gyroscope = VectorStream(
            times: Array(whole.gyroscope.times.prefix(800)), values: Array(whole.gyroscope.values.prefix(800)))
        #expect(Self.agreement(short) == nil)
        var paused = whole
        let kept = stride(from: 0, to: whole.gyroscope.count, by: 40)
        paused.gyroscope = VectorStream(
            times: kept.map { whole.gyroscope.times[$0] }, values: kept.map { whole.gyroscope.values[$0] })
        #expect(Self.agreement(paused) == nil)
        #expect(InertialAgreement(gyroscope: VectorStream(), force: whole.accelerometer) == nil)
    }

    /// A filter with an error of tens of degrees must not state a sigma of 2 to 8 degrees.
    @Test(
        "every filter's sigma holds on damaged sensors, and a warning says why",
        arguments: [Damage.halfScale, .clipped, .late])
    func sigmaHolds(_ damage: Damage) throws {
        let recording = Self.damaged(try Self.simulated(), damage)
        var options = AnalysisOptions()
        options.filters = ["sensorlab", "kalman", "complementary"].map { FilterRequest(name: $0) }
        let log = try PreparedLog(recording, name: "log", options: options)
        #expect(log.warnings.contains { $0.code == .sensorsContradict })
        for request in options.filters {
            let track = try log.track(try request.resolved())
            let stream = SampleStream(times: recording.reference.times, values: recording.reference.values)
            var (squares, claimed, count) = (0.0, 0.0, 0.0)
            for (time, estimate) in zip(track.times, track.estimates) {
                guard let truth = stream.value(near: time, within: 50_000_000) else { continue }
                let tilt = (truth * estimate.orientation.conjugate).tiltOfVertical
                squares += tilt * tilt
                claimed += 2 * estimate.inclinationSigma * estimate.inclinationSigma
                count += 1
            }
            #expect(count > 1000 && squares < 4 * claimed, "\(request.name): \((squares / claimed).squareRoot()) sigma")
        }
    }
}

@Suite(
    "Gyroscope against accelerometer, phones", .enabled(if: SharedData.isPresent, "the phone recordings are not there"))
struct PhoneInertialAgreementTests {
    @Test("no trial of the phones contradicts itself: walking, running, swung")
    func phones() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: SharedData.dataset("phones").path)
        let trials = names.filter { $0.split(separator: "-").count == 4 && !$0.hasPrefix("calib") }.sorted()
        #expect(trials.count == 84)
        var shares: [Double] = []
        for trial in trials {
            let recording = try RecordingReader.read(path: SharedData.dataset("phones/" + trial).path)
            let agreement = try #require(
                InertialAgreement(gyroscope: recording.gyroscope, force: recording.accelerometer), "\(trial)")
            #expect(agreement.isGravity && agreement.isTurnExplained, "\(trial): \(agreement)")
            shares.append(agreement.unexplained)
        }
        // Half of the share that is a contradiction, in the worst of them.
        #expect((shares.max() ?? 1) < InertialAgreement.largestShare / 2, "\(shares.max() ?? 1)")
    }
}
