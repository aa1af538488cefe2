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

@Suite("Sensors that contradict each other over time")
struct SensorContradictionTests {
    /// What is wrong with a log, from its middle on where it changes.
    enum Damage: String, CaseIterable {
        case gain, gainFromMiddle, drift, forceLate, forceVeryLate, fieldLateFromMiddle, otherUnitFromMiddle

        var fault: SensorContradiction.Fault {
            switch self {
            case .gain, .gainFromMiddle: .gain
            case .drift: .biasDrift(axis: 2)
            case .forceLate, .forceVeryLate, .fieldLateFromMiddle: .delay
            case .otherUnitFromMiddle: .length
            }
        }

        var value: Double {
            switch self {
            case .gain: 0.2
            case .gainFromMiddle: 0.1
            case .drift: Angle.radians(8)
            case .forceLate: 0.3
            case .forceVeryLate: 1
            case .fieldLateFromMiddle: 2
            case .otherUnitFromMiddle: 0.102
            }
        }

        var isFromMiddle: Bool { rawValue.hasSuffix("FromMiddle") }
    }

    private static func simulated(_ scenario: Scenario, _ seconds: Double = 120) throws -> Recording {
        var options = SimulationOptions()
        (options.device, options.duration, options.seed) = (.iPhone5, seconds, 11)
        return try scenario.simulate(options).recording
    }

    private static func contradictions(_ recording: Recording) -> [SensorContradiction] {
        SensorContradiction.all(
            gyroscope: recording.gyroscope, force: recording.accelerometer, field: recording.magnetometer)
    }

    private static func damaged(_ recording: Recording, _ damage: Damage) -> Recording {
        var recording = recording
        let interval = recording.interval ?? 0...1
        let middle = (interval.lowerBound + interval.upperBound) / 2
        func change(_ stream: WritableKeyPath<Recording, VectorStream>, _ body: (Vector3, Double) -> Vector3) {
            for index in recording[keyPath: stream].values.indices {
                let time = recording[keyPath: stream].times[index]
                guard !damage.isFromMiddle || time >= middle else { continue }
                let part = Double(time - interval.lowerBound) / Double(interval.upperBound - interval.lowerBound)
                recording[keyPath: stream].values[index] = body(recording[keyPath: stream].values[index], part)
            }
        }
        func delay(_ stream: WritableKeyPath<Recording, VectorStream>) {
            let late = Int64(clamping: damage.value * 1e9)
            recording[keyPath: stream].times = recording[keyPath: stream].times.map {
                !damage.isFromMiddle || $0 >= middle ? $0 + late : $0
            }
        }
        switch damage {
        case .gain, .gainFromMiddle: change(\.gyroscope) { rate, _ in (1 + damage.value) * rate }
        case .drift: change(\.gyroscope) { rate, part in rate + Vector3(0, 0, part * damage.value) }
        case .forceLate, .forceVeryLate: delay(\.accelerometer)
        case .fieldLateFromMiddle: delay(\.magnetometer)
        case .otherUnitFromMiddle: change(\.accelerometer) { force, _ in damage.value * force }
        }
        return recording
    }

    @Test("a good log has none, whatever the device does", arguments: Scenario.all.map(\.name))
    func good(name: String) throws {
        let scenario = try #require(Scenario.all.first { $0.name == name })
        #expect(Self.contradictions(try Self.simulated(scenario)) == [])
    }

    @Test("every fault is found with its size, sign and beginning", arguments: Damage.allCases)
    func found(_ damage: Damage) throws {
        // Delays of a force show where the device turns.
        let isForce = damage == .forceLate || damage == .forceVeryLate
        let log = Self.damaged(try Self.simulated(isForce ? .arPanning : .texting), damage)
        let found = Self.contradictions(log)
        let fault = try #require(found.first { $0.fault == damage.fault }, "\(found)")
        // Three sigmas, and for longer delays the step of a tenth of a second and the turn's curvature.
        let allowed = max(3 * fault.sigma, 0.15 * damage.value)
        #expect((fault.value - damage.value).magnitude < allowed, "\(fault)")
        #expect((fault.start != nil) == damage.isFromMiddle, "\(fault)")
        if let start = fault.start, let interval = log.interval {
            let middle = (interval.lowerBound + interval.upperBound) / 2
            // Faults begin at one of seven positions.
            #expect(LogTime.seconds(start - middle).magnitude < 20)
        }
        #expect(fault.probability > 0.99)
    }

    @Test("signs: too little, early and slower")
    func signs() throws {
        var log = try Self.simulated(.texting)
        log.gyroscope.values = log.gyroscope.values.map { 0.8 * $0 }
        #expect(Self.contradictions(log).contains { $0.fault == .gain && $0.value < -0.1 })
        log = try Self.simulated(.arPanning)
        log.accelerometer.times = log.accelerometer.times.map { $0 - 300_000_000 }
        #expect(
            Self.contradictions(log).contains { $0.fault == .delay && $0.value < -0.2 && $0.sensor == .accelerometer })
    }

    @Test("logs that are too short, and streams without turns, say nothing")
    func silent() throws {
        #expect(Self.contradictions(try Self.simulated(.texting, 10)) == [])
        #expect(SensorContradiction.all(gyroscope: VectorStream(), force: VectorStream(), field: VectorStream()) == [])
    }

    @Test(
        "the logs of contradicting sensors are told",
        .enabled(if: SharedData.isPresent, "shared/datasets/contradictory is needed"),
        arguments: ["half-acc-in-g", "mag-clockjump", "half-gyro-x1.1", "acc-delay", "gyro-drift"])
    func real(name: String) throws {
        let log = try RecordingReader.read(path: SharedData.dataset("contradictory/\(name).csv.gz").path)
        let found = Self.contradictions(log)
        #expect(!found.isEmpty)
        let expected: SensorContradiction.Fault =
            switch name {
            case "half-acc-in-g": .length
            case "half-gyro-x1.1": .gain
            case "gyro-drift": .biasDrift(axis: 2)
            default: .delay
            }
        #expect(found.first?.fault == expected, "\(found)")
    }
}
