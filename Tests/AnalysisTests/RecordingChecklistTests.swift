import Foundation
import Recordings
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Analysis

@Suite("The check list of a recording")
struct RecordingChecklistTests {
    /// 100 Hz: at rest for 8 s, then each side down for 10 s, 70 s in all.
    private static func good() -> Recording {
        var recording = Recording()
        recording.metadata.device = "phone"
        recording.metadata.date = CalendarDate("2026-03-01")
        recording.metadata.place = GeodeticPosition(latitude: 41, longitude: 2, height: 0)
        let sides = [
            Vector3(0, 0, 1), Vector3(0, 0, -1), Vector3(0, 1, 0), Vector3(0, -1, 0), Vector3(1, 0, 0),
            Vector3(-1, 0, 0),
        ]
        for index in 0..<7000 {
            let t = Double(index) / 100
            let time = Int64(index) * 10_000_000
            let moves = t > 8
            let up = moves ? sides[min(5, Int(clamping: (t - 8) / 10))] : Vector3(0, 0, 1)
            recording.accelerometer.append(
                9.81 * up + Vector3(0.02 * sin(9 * t), moves ? sin(7 * t) : 0, 0.01 * cos(3 * t)), at: time)
            recording.gyroscope.append(
                Vector3(0.03 + 1e-3 * sin(11 * t), moves ? sin(5 * t) : 0, 1e-3 * cos(t)), at: time)
            if index % 4 == 0 { recording.magnetometer.append(Vector3(20 + sin(t), cos(t), -40), at: time) }
            if index % 10 == 0 { recording.gravity.append(9.81 * up + Vector3(1e-3 * t, 0, 0), at: time) }
            if index % 100 == 0 { recording.heading.append(0.1 * sin(t), at: time) }
        }
        return recording
    }

    private func item(_ check: RecordingChecklist.Check, _ recording: Recording) throws -> RecordingChecklist.Item {
        try #require(RecordingChecklist(recording).items.first { $0.check == check })
    }

    @Test("a good recording has every point, and nothing is to be done")
    func good() throws {
        let list = RecordingChecklist(Self.good())
        #expect(list.items.map(\.check) == RecordingChecklist.Check.allCases)
        for item in list.items { #expect(item.passed && item.advice.isEmpty, "\(item)") }
        #expect(list.items[0].found == "100 Hz")
    }

    @Test("no uncalibrated magnetometer: switch it on")
    func corrected() throws {
        var recording = Self.good()
        recording.magnetometerCorrected = recording.magnetometer
        recording.magnetometer = VectorStream()
        let item = try item(.rawMagnetometer, recording)
        #expect(!item.passed && item.found.contains("corrected by the device") && item.advice.contains("uncalibrated"))
        for (format, word) in [
            ("Sensor Logger", "settings"), ("phyphox", "menu"), ("MCAP", "topic"), ("ULog", "sensor_mag"),
        ] {
            recording.metadata.format = format
            #expect(try self.item(.rawMagnetometer, recording).advice.contains(word))
        }
        recording.magnetometerCorrected = VectorStream()
        #expect(try self.item(.rawMagnetometer, recording).found == "no magnetometer")
    }

    @Test("a magnetometer among columns that are not read is asked for with --columns")
    func lost() throws {
        var recording = Self.good()
        recording.lostSensors = [.magnetometer]
        #expect(try self.item(.rawMagnetometer, recording).passed)
        recording.magnetometer = VectorStream()
        let item = try self.item(.rawMagnetometer, recording)
        #expect(item.found == "no magnetometer is read" && item.advice.contains("--columns"))
        #expect(
            LogWarnings.sensors(of: recording).contains {
                $0.code == .noMagnetometer && $0.advice.contains("--columns")
            })
    }

    @Test("rates, rest, sides, holes, length and metadata that are missing are named")
    func missing() throws {
        var slow = Recording()
        for index in 0..<300 {
            // Waved from the first moment on, never turned over; ten seconds are lost.
            let t = Double(index) / 20 + (index >= 200 ? 10 : 0)
            let time = Int64(clamping: t * 1e9)
            slow.accelerometer.append(Vector3(2 * sin(6 * t), 0.2 * t, 9.81), at: time)
            slow.gyroscope.append(Vector3(sin(4 * t), 0, 0), at: time)
        }
        let failed = RecordingChecklist(slow).items.filter { !$0.passed }
        #expect(failed.map(\.check) == RecordingChecklist.Check.allCases, "nothing of it is right")
        #expect(failed.allSatisfy { !$0.advice.isEmpty && !$0.found.isEmpty })
        func found(_ check: RecordingChecklist.Check) throws -> String { try item(check, slow).found }
        #expect(try found(.accelerometer) == "20 Hz, expected at least 50 Hz")
        #expect(try found(.restAtStart) == "0 s of 5 within the first 20")
        #expect(try found(.allSides).contains("face down") && !(try found(.allSides).contains("face up")))
        #expect(try found(.noHoles).contains("1 in the accelerometer"))
        #expect(try found(.platform) == "neither device nor system")
        let empty = RecordingChecklist(Recording())
        #expect(empty.items.count { $0.passed } == 1, "an empty recording has no holes")
    }

    @Test("a sensor that stops before the others is a hole, as in the warnings; one that ends a moment earlier is none")
    func stops() throws {
        for (seconds, found) in [(51.0, "no gyroscope for the last 51 s"), (0.5, "none")] {
            var recording = Self.good()
            let count = recording.gyroscope.count - Int(clamping: 100 * seconds)
            var shorter = VectorStream()
            for index in 0..<count {
                shorter.append(recording.gyroscope.values[index], at: recording.gyroscope.times[index])
            }
            recording.gyroscope = shorter
            let item = try item(.noHoles, recording)
            #expect(item.found == found && item.passed == (found == "none"), "\(item)")
        }
    }

    /// A bias of the gyroscope is no motion; the device held in a hand is no rest.
    @Test func restIsWhatNobodyHolds() throws {
        var recording = Self.good()
        #expect(try item(.restAtStart, recording).passed)
        for index in recording.gyroscope.values.indices { recording.gyroscope.values[index].x += 0.1 }
        #expect(try item(.restAtStart, recording).passed)
        for index in recording.gyroscope.values.indices {
            recording.gyroscope.values[index].z += 0.05 * sin(Double(index) / 8)
        }
        #expect(try !item(.restAtStart, recording).passed)
    }

    /// Specific force points up: +x up means that the right edge is up and the device lies on its left edge.
    @Test func sidesByName() throws {
        for (up, name) in [
            (Vector3(0, 0, 1), "face up"), (Vector3(0, 1, 0), "upright"), (Vector3(1, 0, 0), "on the left edge"),
        ] {
            var recording = Recording()
            for index in 0..<300 {
                recording.accelerometer.append(
                    9.81 * up + Vector3(0, 0, 1e-4 * Double(index)), at: Int64(index) * 10_000_000)
            }
            let found = try item(.allSides, recording).found
            #expect(!found.contains(name) && found.split(separator: ",").count == 5, "\(found)")
        }
    }
}
