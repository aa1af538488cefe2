import Foundation
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Files
@testable import Readers
@testable import Recordings

/// Logs that ended the program, or took memory without measure.
@Suite("Hostile logs")
struct HostileLogTests {
    static let folder = SharedData.dataset("hostile")
    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { !$0.hasSuffix(".py") && !$0.hasSuffix(".md") && !$0.hasPrefix("calibration") }.sorted()

    @Test(
        "every log that once broke the program is read or refused, and its quality computed",
        .enabled(if: !names.isEmpty, "needs datasets/hostile"), arguments: names)
    func collected(_ name: String) throws {
        do {
            let recording = try RecordingReader.read(path: Self.folder.appendingPathComponent(name).path)
            #expect(!recording.sensors.isEmpty && recording.duration >= 0)
            let limit = -LogTime.limit...LogTime.limit
            #expect(recording.interval.map { limit.contains($0.lowerBound) && limit.contains($0.upperBound) } == true)
            #expect(RecordingQuality(recording).streams.count == recording.namedSensors.count)
            #expect(try !CanonicalWriter.bytes(of: recording).isEmpty)
        } catch let error as SensorLabError {
            #expect(!error.message.isEmpty && !error.advice.isEmpty)
        }
    }

    @Test("stamps more than 146 years from zero are left out with a warning, the others stay")
    func beyondTheLimit() throws {
        // The stamps of the app's clock and of the sensors' are 9.2e9 s apart, so that fixes are moved out of the
        // range.
        var text = ""
        for index in 0..<50 {
            let (app, sensor) = (-4_611_686_017.0 + Double(index) / 100, 4_611_686_017.0 + Double(index) / 100)
            text += "ACCE;\(app);\(sensor);0.1;0.2;9.8;3\nGYRO;\(app);\(sensor);0.1;0.2;0.8;3\n"
            text += "GNSS;\(sensor);0;45;5;100;0;5;1\n"
        }
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "gsd.txt")
        #expect(recording.accelerometer.count == 50 && recording.location.isEmpty)
        #expect(recording.warnings.contains { $0.code == .unreadableTime })
    }

    /// Two seconds at 100 Hz, a hole, two more seconds.
    private static func log(hole: Int64) -> Recording {
        var recording = Recording()
        for index in 0..<400 {
            let time = Int64(index) * 10_000_000 + (index < 200 ? 0 : hole)
            recording.accelerometer.append(Vector3(0, 0, 9.8), at: time)
            recording.gyroscope.append(Vector3(0, 0, Double(index)), at: time + 3_000_000)
        }
        return recording
    }

    @Test("resampling costs what there are samples, whatever the clock does", arguments: [60.0, 1e5, 1e9])
    func resamplingAcrossAHole(_ seconds: Double) throws {
        let hole = Int64(clamping: seconds * 1e9)
        let result = try Self.log(hole: hole).resampled(toHz: 50)
        // As two parts, each resampled alone, on the clock of the first one.
        #expect((195...200).contains(result.gyroscope.count))
        // A product of 5e10 steps is exact to some hundred nanoseconds.
        #expect(result.gyroscope.times.allSatisfy { (($0 - 3_000_000 + 1000) % 20_000_000) <= 2000 })
        #expect(result.gyroscope.times.last.map { $0 > hole } == true)
    }

    @Test("a rate that makes more samples than memory holds is refused, in words")
    func resamplingTooFinely() throws {
        let error = try #require(throws: SensorLabError.self) {
            _ = try Self.log(hole: 1_000_000_000).resampled(toHz: 1e6 * 10)
        }
        #expect(error.code == .badRate)
        var long = Recording()
        for index in 0..<6000 { long.gyroscope.append(.zero, at: Int64(index) * 10_000_000) }
        #expect(try #require(throws: SensorLabError.self) { _ = try long.resampled(toHz: 1e6) }.code == .tooManySamples)
    }
}

/// Compressed logs that expand without end, and what is no log at all.
@Suite("Bombs, pipes and devices")
struct ExpansionTests {
    private static let header = Array("t,ax,ay,az\n".utf8)

    private static func table(rows: Int) -> [UInt8] {
        var text = header
        for index in 0..<rows { text += Array("\(Double(index) / 100),0.01,0.02,9.8\n".utf8) }
        return text
    }

    @Test("a log may expand to what the user allows")
    func limit() throws {
        let packed = try GzipBytes.packed(Self.table(rows: 20_000))
        #expect(try RecordingReader.read(bytes: packed, name: "a.csv.gz").accelerometer.count == 20_000)
        var options = ReadOptions()
        options.expandLimit = 100_000
        let error = try #require(throws: SensorLabError.self) {
            _ = try RecordingReader.read(bytes: packed, name: "a.csv.gz", options: options)
        }
        #expect(error.code == .tooLarge && error.kind == .badData && error.advice.contains("--expand-limit"))
    }

    @Test("beyond a quarter of a gigabyte, a hundred times the size is the most")
    func ratio() throws {
        let limit = ExpansionLimit()
        try limit.count(stored: 1000, expanded: 200 << 20, of: "x")
        let error = try #require(throws: SensorLabError.self) {
            try limit.count(stored: 1000, expanded: 100 << 20, of: "x")
        }
        #expect(error.code == .tooLarge)
        let given = ExpansionLimit(bytes: 1 << 30)
        try given.count(stored: 1000, expanded: 1 << 30, of: "x")
        #expect(throws: SensorLabError.self) { try given.count(stored: 1, expanded: 1, of: "x") }
        let real = ExpansionLimit()
        try real.count(stored: 50 << 20, expanded: 3 << 30, of: "x")
        #expect(throws: SensorLabError.self) { try real.count(stored: 50 << 20, expanded: 2 << 30, of: "x") }
    }

    @Test("bytes behind the end of a gzip file are a warning, padding with zeros is none")
    func trailingBytes() throws {
        let packed = try GzipBytes.packed(Self.table(rows: 300))
        func read(_ tail: [UInt8]) throws -> Recording {
            let recording = try RecordingReader.read(bytes: packed + tail, name: "a.csv.gz")
            #expect(recording.accelerometer.count == 300)
            return recording
        }
        #expect(try read([]).warnings.map(\.code).contains(.trailingBytes) == false)
        #expect(try read([0, 0, 0]).warnings.map(\.code).contains(.trailingBytes) == false)
        #expect(try read(Array("garbage".utf8)).warnings.map(\.code).contains(.trailingBytes))
        // A second member is no garbage.
        #expect(
            try RecordingReader.read(bytes: packed + packed, name: "a").warnings.contains { $0.code == .timeBackwards }
                || RecordingReader.read(bytes: packed + packed, name: "a").accelerometer.count > 300)
    }

    @Test("a pipe among the tables of a folder is refused and not waited for")
    func pipeInAFolder() throws {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(Self.table(rows: 10)).write(to: URL(fileURLWithPath: folder + "/Accelerometer.csv"))
        #expect(mkfifo(folder + "/Gyroscope.csv", 0o600) == 0)
        let error = try #require(throws: SensorLabError.self) { _ = try RecordingReader.read(path: folder) }
        #expect(error.code == .unreadableFile && error.message.contains("pipe") && error.place.contains("Gyroscope"))
    }

    @Test("a table of a folder that cannot be opened is told; alone it is the error")
    func tableThatCannotBeOpened() throws {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // A link to nothing cannot be opened by the superuser either.
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/motion.csv", withDestinationPath: folder + "/nothing")
        let error = try #require(throws: SensorLabError.self) { _ = try RecordingReader.read(path: folder) }
        #expect(error.kind == .noInput && error.place.hasSuffix("motion.csv") && error.message.contains("No such file"))
        try Data(Self.table(rows: 10)).write(to: URL(fileURLWithPath: folder + "/Accelerometer.csv"))
        let warnings = try RecordingReader.read(path: folder).warnings
        #expect(warnings.contains { $0.code == .unreadableTable && $0.place.hasSuffix("motion.csv") })
    }

    @Test("a folder that may not be read says so", .enabled(if: geteuid() != 0, "the superuser may read everything"))
    func lockedFolder() throws {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let error = try #require(throws: SensorLabError.self) { _ = try RecordingReader.read(path: folder) }
        #expect(error.code == .unreadableFile && error.kind == .noInput)
    }
}

/// Temporary names and what killed programs leave.
@Suite("Unfinished files")
struct UnfinishedFilesTests {
    @Test("every write has a name of its own; those of processes that are gone are removed, others stay")
    func abandoned() throws {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (one, two) = (PartialName.next(for: folder + "/a.csv"), PartialName.next(for: folder + "/a.csv"))
        #expect(one != two && PartialName(one)?.process == getpid() && PartialName(one)?.isAbandoned == false)
        // No system gives this number to a process.
        let gone = one.replacingOccurrences(of: "-\(getpid())-", with: "-2147483646-")
        let strangers = ["/a.1234.partial", "/b.partial", "/a.csv.00000000-2147483646-1.partial"].map { folder + $0 }
        for path in [one, gone] + strangers { try Data("x".utf8).write(to: URL(fileURLWithPath: path)) }
        try OutputFile.write("done".utf8, to: folder + "/b.csv")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).map { folder + "/" + $0 }
        #expect(Set(left) == Set([one, folder + "/b.csv"] + strangers))
    }
}
