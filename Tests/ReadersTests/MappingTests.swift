import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Columns as the user tells them (`--columns`), lines that are left out, and the file that keeps both.
struct MappingTests {
    private func read(
        _ text: String, columns: [String], assume: [String] = [], skip: Int = 0, comment: String = ""
    ) throws -> Recording {
        var options = ReadOptions()
        options.mapping = columns.isEmpty ? nil : try ColumnMapping(columns)
        options.assumptions = assume.compactMap { Assumption($0) }
        options.skippedLines = skip
        options.comment = comment
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.txt", options: options)
    }

    /// Rows of a clock in milliseconds, three axes in g, three of a field.
    private func rows(_ separator: String = ",", count: Int = 20) -> String {
        (0..<count).map { row in
            ["\(1000 + 20 * row)", "0.1", "-0.2", "0.97", "12.5", "-3.5", "-41"].joined(separator: separator) + "\n"
        }.joined()
    }

    private let columns = "t=1:ms,ax=2:g,ay=3:g,az=4:g,mx=5:uT,my=6,mz=7"

    @Test(arguments: [",", ";", "\t", " ", "   "])
    func numbersOfColumns(_ separator: String) throws {
        let recording = try read(rows(separator), columns: [columns])
        #expect(recording.accelerometer.count == 20)
        #expect(recording.accelerometer.times[1] - recording.accelerometer.times[0] == 20_000_000)
        #expect(abs(recording.accelerometer.values[0].z - 0.97 * 9.80665) < 1e-12)
        #expect(recording.magnetometer.values[0] == Vector3(12.5, -3.5, -41))
        #expect(recording.metadata.format == "columns as given")
        #expect(recording.provenance[.accelerometer]?.decidedBy.contains("--columns") == true)
    }

    @Test func namesOfColumnsBehindAPreamble() throws {
        let text =
            "Logger 3\nDevice: B\n\nZeit,Bx,By,Bz,n\n"
            + (0..<20).map { "\(Double($0) / 50),0,0,9.81,\($0)\n" }.joined()
        let recording = try read(text, columns: ["t=Zeit:s,ax=Bx,ay=by,az=BZ"])
        #expect(recording.accelerometer.count == 20)
        #expect(recording.accelerometer.values[3].z == 9.81)
        #expect(recording.warnings.contains { $0.code == .unknownColumns && $0.message.contains("n") })
    }

    @Test func aHeaderAboveColumnsByNumberIsSkipped() throws {
        let text = "stamp,one,two,three,four,five,six\n" + rows()
        #expect(try read(text, columns: [columns]).accelerometer.count == 20)
    }

    @Test func withoutAClockTheRateCounts() throws {
        let recording = try read(rows(), columns: ["ax=2,ay=3,az=4"], assume: ["rate=50"])
        #expect(recording.accelerometer.times[1] == 20_000_000)
        #expect(throws: SensorLabError.self) { try read(rows(), columns: ["ax=2,ay=3,az=4"]) }
    }

    @Test func skippedLinesAndCommentsWorkForKnownFormats() throws {
        let table = "time (ms),ax (g),ay (g),az (g),mx (uT),my (uT),mz (uT)\n"
        let lines = rows().split(separator: "\n").map { $0 + "\n" }
        let text =
            "x,y\n1,2\n" + table + lines[..<9].joined() + "! paused, 1, 2, 3, 4, 5, 6\n" + lines[9...].joined()
        let recording = try read(text, columns: [], skip: 2, comment: "!")
        #expect(recording.accelerometer.count == 20)
        #expect(!recording.warnings.contains { $0.code == .unreadableTime })
    }

    @Test(arguments: [
        ("ax=1,ay=2", "az"), ("t=1,ax=2,ay=3,az=4:furlongs", "m/s^2, g or mg"), ("t=1:weeks,ax=2,ay=3,az=4", "ms"),
        ("t=1,axx=2,ay=3,az=4", "ax"), ("t=0,ax=2,ay=3,az=4", "column 0"), ("t+=1:ns", "t+ without t"),
        ("nonsense", "ROLE=COLUMN"),
        ("t=1,ax=2,ax=3,ay=3,az=4", "twice"), ("ax=1:g,ay=2:mg,az=3", "several units"), ("", "ROLE"),
    ])
    func wrongColumnsAreUsageErrors(_ text: String, _ expected: String) {
        #expect {
            try ColumnMapping([text])
        } throws: { error in
            guard let error = error as? SensorLabError else { return false }
            return error.kind == .usage && (error.message + error.advice).contains(expected)
        }
    }

    @Test(arguments: ["t=1:ms,ax=2:g,ay=3:g,az=14:g", "t=Zeit,ax=2,ay=3,az=4", "t=1,ax=2,ay=3,az=4,mx=5,my=6,mz=8"])
    func columnsThatAreNotThereAreBadData(_ columns: String) {
        #expect {
            try read(rows(), columns: [columns])
        } throws: { error in
            (error as? SensorLabError)?.kind == .badData
        }
    }

    @Test func aFileOfAFolderInAnythingElseIsAUsageError() {
        #expect {
            try read(rows(), columns: ["Gyro.txt:t=1,ax=2,ay=3,az=4"])
        } throws: { error in
            (error as? SensorLabError)?.kind == .usage
        }
    }

    @Test func aMappingFileGivesBackWhatWasTold() throws {
        var file = MappingFile()
        file.columns = ["Accel.txt:t=1:ms,ax=2:g,ay=3,az=4", "Gyro.txt:t=Time of day:date,gx=2,gy=3,gz=4"]
        file.skippedLines = 3
        file.comment = "%"
        file.assumptions = ["accelerometer=g,ios", "rate=50.0"].compactMap { Assumption($0) }
        let bytes = Array(try file.bytes)
        #expect(try MappingFile(parsing: bytes, name: "m.json") == file)
        #expect(try ColumnMapping(file.columns).texts == file.columns)
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"schema": "sensorlab.mapping/1", "columns": [1]}"#,
        #"{"schema": "sensorlab.mapping/1", "skipLines": -1}"#, #"{"schema": "sensorlab.mapping/2"}"#,
        #"{"schema": "sensorlab.mapping/1", "assume": ["accelerometer=furlongs"]}"#,
    ])
    func brokenMappingFilesAreBadData(_ text: String) {
        #expect {
            try MappingFile(parsing: Array(text.utf8), name: "m.json")
        } throws: { error in
            (error as? SensorLabError)?.kind == .badData
        }
    }

    @Test func noBytesTrapAMappedReader() throws {
        var generator = SplitMix64(seed: 27)
        let whole = Array(("a,b,c,d,e,f,g\n" + rows()).utf8)
        for _ in 0..<300 {
            var bytes = Array(whole.prefix(Int(generator.next() % UInt64(whole.count + 1))))
            for _ in 0..<4 where !bytes.isEmpty {
                bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
            }
            var options = ReadOptions()
            options.mapping = try ColumnMapping([columns])
            _ = try? RecordingReader.read(bytes: bytes, name: "log.txt", options: options)
        }
    }
}
