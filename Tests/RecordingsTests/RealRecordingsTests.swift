import Foundation
import Rotations
import SensorModels
import TestSupport
import Testing

@testable import Recordings

/// The recordings that the project is measured on: they must be read whole.
@Suite(.enabled(if: SharedData.isPresent, "the shared recordings are not there"))
struct RealRecordingsTests {
    @Test func everyBROADTrialIsReadWhole() throws {
        let folder = SharedData.dataset("broad")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".csv.gz") }
        #expect(files.count == 14)
        for file in files.sorted() {
            let path = folder.appendingPathComponent(file).path
            let recording = try RecordingReader.read(path: path)
            let table = try PlainTable(path: path)
            #expect(recording.metadata.format == "broad")
            #expect(recording.metadata.referenceNorth == .magnetic)
            #expect(recording.warnings.isEmpty, "\(file): \(recording.warnings)")
            for sensor in [SensorKind.accelerometer, .gyroscope, .magnetometer] {
                #expect(recording.times(of: sensor).count == table.rows.count)
            }
            #expect(recording.moving.count == table.rows.count)
            #expect(recording.reference.count == table.rows.filter { !$0[10].isEmpty }.count)
            // The first and the last row by the standard library's conversion.
            for (index, row) in [(0, table.rows[0]), (table.rows.count - 1, table.rows[table.rows.count - 1])] {
                let expected = row.map { Double($0) ?? .nan }
                #expect(recording.accelerometer.values[index] == Vector3(expected[1], expected[2], expected[3]))
                #expect(recording.gyroscope.values[index] == Vector3(expected[4], expected[5], expected[6]))
                #expect(recording.magnetometer.values[index] == Vector3(expected[7], expected[8], expected[9]))
                #expect(recording.accelerometer.times[index] == Int64((expected[0] * 1e9).rounded()))
            }
        }
    }

    @Test func everyPhoneRecordingIsReadWhole() throws {
        let root = SharedData.dataset("phones")
        let folders = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0.contains("-") }
        #expect(folders.count == 111)
        for name in folders.sorted() {
            let folder = root.appendingPathComponent(name)
            let recording = try RecordingReader.read(path: folder.path)
            #expect(recording.metadata.format == "phones")
            #expect(recording.metadata.name == name)
            let streams: [(SensorKind, String)] = [
                (.accelerometer, "accelerometer"), (.gyroscope, "gyroscope"), (.magnetometer, "magnetometer"),
                (.magnetometerCorrected, "magnetometer_device"), (.linearAcceleration, "linear_acceleration"),
                (.attitude, "attitude"), (.reference, "reference"),
            ]
            for (sensor, stem) in streams {
                let path = folder.appendingPathComponent("\(stem).csv.gz").path
                guard FileManager.default.fileExists(atPath: path) else { continue }
                let leftOut = recording.provenance[sensor]?.dropped ?? 0
                #expect(leftOut == 0 || name == "calib-acc-nexus5-d4", "\(name) \(sensor)")
                #expect(recording.times(of: sensor).count + leftOut == (try PlainTable(path: path)).rows.count)
            }
            let codes = Set(recording.warnings.map(\.code))
            #expect(codes == (name == "calib-acc-nexus5-d4" ? ["time-backwards"] : []), "\(name): \(codes)")
        }
    }
}

/// An independent way to a table: the whole text split into strings.
struct PlainTable {
    let rows: [[Substring]]

    init(path: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "gzip -dc \"$0\"", path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        rows = text.split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
    }
}
