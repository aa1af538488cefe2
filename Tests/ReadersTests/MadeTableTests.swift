import Foundation
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers

@Suite("JSON objects and labelled lines part by part")
struct MadeTableTests {
    private let decided = DecidedPartsTests()

    /// A line for every row of the log; the second half begins at 200 s.
    private func lines(_ row: (_ seconds: Double, Vector3, Vector3, Vector3) -> String) throws -> [String] {
        try decided.rows("") { row(Double($0) / 1000, $1, $2, $3) }.split(separator: "\n").map(String.init)
    }

    private func cells(_ v: Vector3, _ factor: Double = 1) -> String { decided.cells(v, factor) }

    /// - Parameter more: of an object, behind the accelerometer and the gyroscope.
    private func objects(_ more: (_ seconds: Double, _ field: Vector3) -> String = { _, _ in "" }) throws -> [String] {
        try lines { time, force, rate, field in
            "{\"t\": \(time), \"acc\": [\(cells(force, 1 / 9.80665))], \"gyro\": [\(cells(rate))]\(more(time, field))}"
        }
    }

    /// The log through a pipe.
    private func piped(_ text: String) throws -> OpenedLog {
        let pipe = Pipe()
        Thread.detachNewThread {
            pipe.fileHandleForWriting.write(Data(text.utf8))
            pipe.fileHandleForWriting.closeFile()
        }
        return try OpenedLog(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    }

    private static let layouts = [("", "\n", "\n"), ("[", ",\n", "]\n"), ("[", ",", "]")]

    @Test("JSON objects, one behind another, and of an array on many lines and on one", arguments: layouts)
    func objects(begin: String, separator: String, end: String) throws {
        let objects = try objects { time, field in
            time.truncatingRemainder(dividingBy: 0.05) < 0.009
                ? ", \"mag\": {\"x\": \(field.x), \"y\": \(field.y), \"z\": \(field.z)}, \"temperature\": 21"
                : ", \"mag\": null"
        }
        let text = begin + objects.joined(separator: separator) + end
        try decided.expectSame(text)
        try decided.expectSame("\u{feff}" + text)
        // What is damaged behind the beginning costs one object, or the rest of an array, and is said.
        var damaged = objects
        damaged[damaged.count - 9] = String(damaged[damaged.count - 9].prefix(20))
        for text in [String(text.dropLast(40)), begin + damaged.joined(separator: separator) + end] {
            try decided.expectSame(text)
            let read = try decided.joined(#require(try decided.opened(text).parts()))
            #expect(read.warnings.contains { $0.code == .damagedJSON })
        }
    }

    @Test("JSON in UTF-16 is read as in UTF-8", arguments: layouts)
    func utf16(begin: String, separator: String, end: String) throws {
        let text = try begin + objects().joined(separator: separator) + end
        let bytes = Array(try #require(text.data(using: .utf16)))
        #expect(bytes.count > 1 << 20)
        let read = try RecordingReader.read(bytes: bytes, name: "log.json")
        let plain = try RecordingReader.read(bytes: Array(text.utf8), name: "log.json")
        #expect(read.accelerometer == plain.accelerometer && read.gyroscope == plain.gyroscope)
        #expect(read.warnings.map(\.code) == plain.warnings.map(\.code))
        // Part by part it is not read.
        #expect(try OpenedLog(bytes: bytes, name: "log.json").parts() == nil)
    }

    @Test(
        "members that are null or absent in the beginning are columns of a file",
        arguments: [", \"mag\": null", "", ", \"mag\": {\"x\": null, \"y\": null, \"z\": null}"])
    func late(before: String) throws {
        let text = try objects { time, field in time < 200 ? before : ", \"mag\": [\(cells(field))]" }
            .joined(separator: "\n")
        let log = try decided.opened(text)
        #expect(try log.parts() == nil)
        let magnetometer = try log.recording().magnetometer
        #expect(magnetometer.times.first.map { $0 >= 200_000_000_000 } == true && magnetometer.count > 1000)
    }

    @Test("a late member that is no sensor's does not matter")
    func lateTemperature() throws {
        let objects = try objects { time, _ in time < 200 ? "" : ", \"temperature\": 21.5, \"count\": null" }
        try decided.expectSame(objects.joined(separator: "\n"))
    }

    @Test("of a pipe, a member that is null in the beginning is waited for; a late one is left out, with a warning")
    func pipes() throws {
        func log(_ before: String) throws -> OpenedLog {
            try piped(
                objects { time, field in
                    (time < 200 ? before : ", \"mag\": [\(cells(field))]") + ", \"temperature\": null"
                }.joined(separator: "\n"))
        }
        for before in [", \"mag\": null", ", \"mag\": {\"x\": null, \"y\": null, \"z\": null}"] {
            let log = try log(before)
            #expect(try log.isPipe && log.parts() == nil)
            #expect(try log.recording().magnetometer.count > 1000)
        }
        let read = try decided.joined(#require(try log("").parts()))
        #expect(read.magnetometer.isEmpty && read.gyroscope.times.last.map { $0 > 300_000_000_000 } == true)
        let warning = read.warnings.first { $0.code == .unreadableLines }
        #expect(warning?.message.hasPrefix("magnetometer of later objects (mag x, mag y, mag z)") == true)
    }

    @Test("lines that label their numbers, a row on each or a row on several; the last one cut")
    func labelled() throws {
        let lines = try lines { time, force, rate, field in
            "t: \(time), acc=(\(cells(force, 1 / 9.80665))), gyro=(\(cells(rate))), mag=(\(cells(field)))"
        }
        let text = lines.joined(separator: "\n")
        for text in [text + "\n", text, "\u{feff}" + text.dropLast(2)] { try decided.expectSame(text) }
        let blocks = try self.lines { time, force, rate, _ in
            [("a", force), ("g", rate)].flatMap { name, v in
                [("x", v.x), ("y", v.y), ("z", v.z)].map { ">\(name)\($0):\(Int(clamping: 1000 * time)):\($1)" }
            }.joined(separator: "\n")
        }
        try decided.expectSame(blocks.joined(separator: "\n"))
    }
}
