import Foundation
import Rotations
import SensorModels
import TestSupport
import Testing

@testable import Readers

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
                #expect(recording.times(of: sensor).count == table.rowCount)
            }
            #expect(recording.moving.count == table.rowCount)
            #expect(recording.reference.count == table.rowCount - table.incompleteRows)
            // The first and the last row by the standard library's conversion.
            for (index, expected) in zip([0, table.rowCount - 1], table.ends) {
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
                #expect(recording.times(of: sensor).count + leftOut == (try PlainTable(path: path)).rowCount)
            }
            // Some sensors of some trials paused for seconds, as the files show, one gyroscope begins 1.3 s late, and
            // running reaches the end of a range of 2 g.
            let codes = Set(recording.warnings.map(\.code)).subtracting([.hole, .saturatedSensor])
            let late = name == "calib-gyr-nexus5-d1"
            #expect(
                codes == (name == "calib-acc-nexus5-d4" ? [.timeBackwards] : late ? [.differentSpans] : []),
                "\(name): \(codes)")
        }
    }
}

extension RealRecordingsTests {
    /// The value that coreutils give: sha256sum of the seven files that are read, and of its output.
    @Test func checksumOfAFolder() throws {
        var options = ReadOptions()
        options.checksum = true
        let path = SharedData.dataset("phones/iphone5-guillaume-nodist-ar").path
        let recording = try RecordingReader.read(path: path, options: options)
        #expect(recording.metadata.sha256 == "bcec8c994ba75062f910638f3a71a01b4c39b4435febd4e39c6eb436c1b69d98")
    }

    /// Android's gravity has the length of standard gravity; accelerometer minus linear acceleration comes near it. The
    /// second phone gave its linear acceleration five times a second.
    @Test(arguments: ["nexus5-guillaume-dist-frontpocket", "nexus5-jakob-nodist-texting"])
    func gravityOfAnAndroidPhone(_ name: String) throws {
        let recording = try RecordingReader.read(path: SharedData.dataset("phones/\(name)").path)
        let lengths = recording.gravity.values.map(\.length).sorted()
        #expect(abs(lengths[lengths.count / 2] - 9.80665) < 0.1)
        #expect(recording.gravity.count > recording.linearAcceleration.count * 99 / 100)
    }
}

/// An independent way to a table: unpacked by gzip, line breaks counted.
struct PlainTable {
    private let bytes: [UInt8]
    /// The lines without their line feeds, the header first.
    private var lines: [Range<Int>] = []
    var rowCount: Int { lines.count - 1 }

    init(path: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "gzip -dc \"$0\"", path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        bytes = Array(pipe.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        var start = 0
        while let end = place(of: UInt8(ascii: "\n"), in: start..<bytes.count) {
            lines.append(start..<end)
            start = end + 1
        }
    }

    /// The first place of a byte in a part; `nil` where there is none. The C library searches: these tests are not
    /// optimised.
    private func place(of byte: UInt8, in part: Range<Int>) -> Int? {
        bytes.withUnsafeBytes { (all: UnsafeRawBufferPointer) -> Int? in
            guard !part.isEmpty, let start = all.baseAddress else { return nil }
            let found: UnsafeMutableRawPointer? = memchr(start + part.lowerBound, Int32(byte), part.count)
            return found.map { UnsafeRawPointer($0) - start }
        }
    }

    /// The numbers of the first and of the last row; NaN for empty cells.
    var ends: [[Double]] {
        let ends = [bytes.prefix(2000), bytes.suffix(2000)].map { $0.split(separator: UInt8(ascii: "\n")) }
        return [ends[0][1], ends[1][ends[1].count - 1]].map { line in
            String(decoding: line, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false).map {
                Double($0) ?? .nan
            }
        }
    }

    /// Rows with an empty cell somewhere.
    var incompleteRows: Int {
        lines.count { line in
            var start = line.lowerBound
            while let comma = place(of: UInt8(ascii: ","), in: start..<line.upperBound) {
                if comma + 1 < line.upperBound, bytes[comma + 1] == UInt8(ascii: ",") { return true }
                start = comma + 1
            }
            return false
        }
    }
}
