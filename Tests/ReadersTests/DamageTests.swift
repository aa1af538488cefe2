import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Damaged logs: what is an error, what is a warning, and what is left.
struct DamageTests {
    /// With its schema: what the readings mean is not the question here.
    private static let header = "# schema: sensorlab.log/1\nt,ax,ay,az,mx,my,mz\n"
    private static func rows(_ range: Range<Int>) -> String {
        range.map { "\(Double($0) / 100),0.1,0.2,9.8,20,-3,\($0)\n" }.joined()
    }
    /// Nineteen rows, the last column with two decimals, and a chosen end after the nineteenth's last comma.
    private static func fixed(_ end: String) -> String {
        header + (0..<18).map { "\(Double($0) / 100),0.1,0.2,9.8,20,-3,\($0).50\n" }.joined()
            + "0.18,0.1,0.2,9.8,20,-3," + end
    }
    private static func log(_ middle: String) -> String { header + rows(0..<10) + middle + rows(11..<20) }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var log: String
        var codes: Set<DiagnosticCode>
        var accelerometer: Int
        var magnetometer: Int
        init(_ name: String, _ log: String, _ codes: Set<DiagnosticCode>, _ accelerometer: Int, _ magnetometer: Int) {
            testDescription = name
            (self.log, self.codes, self.accelerometer, self.magnetometer) = (log, codes, accelerometer, magnetometer)
        }
    }

    static let warned: [Case] = [
        Case("sound", log("0.1,1,2,3,4,5,6\n"), [], 20, 20),
        Case("empty cells are no damage", log("0.1,,,,4,5,6\n"), [], 19, 20),
        Case("NaN", log("0.1,nan,2,3,4,5,6\n"), [.notANumber], 19, 20),
        Case("infinity", log("0.1,1,2,3,4,inf,6\n"), [.notANumber], 20, 19),
        Case("unreadable cell", log("0.1,1,2,3,4,x5,6\n"), [.unreadableCells], 20, 19),
        Case("some cells of a sensor empty", log("0.1,1,,3,4,5,6\n"), [.incompleteSamples], 19, 20),
        Case("number beyond any sensor", log("0.1,1,2,3e30,4,5,6\n"), [.invalidSamples], 19, 20),
        Case("too few cells", log("0.1,1,2,3,4,5\n"), [.cellCount], 19, 19),
        Case("too many cells", log("0.1,1,2,3,4,5,6,7\n"), [.cellCount], 19, 19),
        Case("unreadable time", log("abc,1,2,3,4,5,6\n"), [.unreadableTime], 19, 19),
        Case("no time", log(",1,2,3,4,5,6\n"), [.unreadableTime], 19, 19),
        Case("tab behind a number", log("0.1,1\t,2,3,4,5,6\t\n"), [], 20, 20),
        Case("last cells empty", log("0.1,1,2,3,,,\n"), [], 20, 19),
        Case("blank line", log("\n\n  \n"), [], 19, 19),
        Case("time in the future once", log("1000,1,2,3,4,5,6\n"), [.timeBackwards], 19, 19),
        Case("time in the past once", log("-5,1,2,3,4,5,6\n"), [.timeBackwards], 19, 19),
        Case("duplicate", log("0.09,1,2,3,4,5,6\n"), [.duplicateStamps], 20, 20),
        Case("no line break at the end", String(log("0.1,1,2,3,4,5,6\n").dropLast()), [.noFinalLineBreak], 20, 20),
        Case(
            "no line break at the end, as many decimals as above", fixed("0.25\n0.5,0.1,0.2,9.8,20,-3,0.75"), [], 20, 20
        ),
        Case(
            "no line break and a decimal short", fixed("0.25\n0.5,0.1,0.2,9.8,20,-3,0.7"), [.unterminatedLine], 19, 19
        ),
        Case("no line break and a cell short", fixed("0.25\n0.5,0.1,0.2,9.8,20,-3"), [.unterminatedLine], 19, 19),
        Case("no line break behind a sign", fixed("0.25\n0.5,0.1,0.2,9.8,20,-3,-"), [.unterminatedLine], 19, 19),
        Case("no line break behind a time", fixed("0.25\n0.5"), [.unterminatedLine], 19, 19),
        Case("blanks behind the last line break", log("0.1,1,2,3,4,5,6\n") + "  ", [], 20, 20),
        Case("carriage returns", log("0.1,1,2,3,4,5,6\n").replacing("\n", with: "\r\n"), [], 20, 20),
        Case("byte-order mark", "\u{feff}" + log("0.1,1,2,3,4,5,6\n"), [], 20, 20),
        Case("blanks and quotation marks", log("0.1, 1,\"2\",3 ,4,5,6\n"), [], 20, 20),
    ]

    @Test(arguments: warned)
    func warnings(_ test: Case) throws {
        let recording = try read(test.log)
        #expect(Set(recording.warnings.map(\.code)) == test.codes)
        #expect(recording.accelerometer.count == test.accelerometer)
        #expect(recording.magnetometer.count == test.magnetometer)
        #expect(recording.magnetometer.times == recording.magnetometer.times.sorted())
        for warning in recording.warnings { #expect(!warning.message.contains("\n") && !warning.message.contains("#")) }
        var strict = ReadOptions()
        strict.strict = true
        if !test.codes.contains(where: \.isDamage) {
            #expect(throws: Never.self) { try read(test.log, strict) }
        } else {
            #expect(throws: SensorLabError.self) { try read(test.log, strict) }
            #expect(kind { _ = try read(test.log, strict) } == .badData)
        }
    }

    @Test(
        arguments: [
            ("", .emptyFile, ""),
            ("\n\n", .unknownFormat, ":1"),
            ("hello world\n", .unknownFormat, ":1"),
            ("0.1,1,2,3\n0.2,1,2,3\n", .unknownFormat, ":1"),
            ("t,foo,bar\n0,1,2\n", .noSensors, ":1"),
            ("time,course\n0,1\n", .noSensors, ":1"),
            ("# device: x\n\nt,foo,bar\n0,1,2\n", .noSensors, ":3"),
            ("t,ax,ay\n0,1,2\n", .noSensors, ":1"),
            ("t,ax,ay,az\n", .noSamples, ""),
            ("t,ax,ay,az\n0,a,2,3\n1,b,2,3\n", .unreadableColumn, ":2: column 2 (ax)"),
            ("t,ax,ay,az\nx,1,2,3\ny,1,2,3\n", .unreadableColumn, ":2"),
            ("t,ax,ay,az\n1,2,3\n1,2,3\n", .cellCount, ":2"),
            ("t,ax,ay,az,ax\n1,2,3,4,5\n", .doubleColumn, ":1:5"),
            ("t,ax,ay,az\n0,,,\n", .noSamples, ""),
        ] as [(String, ErrorCode, String)])
    func errors(_ log: String, _ code: ErrorCode, _ place: String) {
        do {
            _ = try read(log)
            Issue.record("no error")
        } catch let error as SensorLabError {
            #expect(error.code == code)
            #expect(error.kind == .badData)
            #expect(error.place == "log.csv" + place)
            #expect(!error.message.isEmpty && !error.advice.isEmpty && !error.description.contains("\n"))
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func missingFile() {
        #expect(kind { _ = try RecordingReader.read(path: "/nonexistent/log.csv") } == .noInput)
    }

    @Test func partOfASensorIsNotGuessed() throws {
        let recording = try read("# schema: sensorlab.log/1\nt,ax,ay,az,mx,my\n0,1,2,3,4,5\n")
        #expect(recording.warnings.map(\.code) == [.incompleteColumns])
        #expect(recording.sensors == [.accelerometer])
    }

    @Test func unknownColumnsAreNamed() throws {
        let recording = try read("# schema: sensorlab.log/1\nfoo,t,ax,bar,ay,az\n7,0,1,8,2,3\n")
        #expect(recording.warnings.map(\.code) == [.unknownColumns])
        #expect(recording.warnings[0].message.contains("foo, bar"))
        #expect(recording.accelerometer.values.first?.y == 2)
    }

    @Test func oneWarningForAllStreamsOfARow() throws {
        let recording = try read(Self.log("0.05,1,2,3,4,5,6\n"))
        #expect(recording.warnings.map(\.code) == [.timeBackwards])
        let text = recording.warnings[0].text
        #expect(text.hasPrefix("log.csv: accelerometer, magnetometer: the time steps back 1 time(s); 1 sample(s)"))
        #expect(text.hasSuffix("(first at line 13)"))
    }

    /// After a clock is set back, samples are lost only until it reaches its old value, not to the end of the log.
    @Test func clockSetBack() throws {
        let stamps = (0..<1000).map { $0 < 400 ? $0 : $0 - 90 }
        let log = "t,ax,ay,az\n" + stamps.map { "\(Double($0) / 100),0,0,9.8\n" }.joined()
        let recording = try read(log)
        #expect(recording.accelerometer.count == 1000 - 90 + 1)  // one of the doubled stamps fits twice
        #expect(recording.provenance[.accelerometer]?.stepsBack == 1)
        #expect(recording.provenance[.accelerometer]?.dropped == 89)
    }

    @Test func truncatedAndCorruptGzip() throws {
        let plain = Array(Self.log("0.1,1,2,3,4,5,6\n").utf8)
        let whole = try GzipBytes.packed(plain)
        #expect(try RecordingReader.read(bytes: whole, name: "log.csv.gz").accelerometer.count == 20)
        // Two members, as parallel packers write them.
        let twice = try RecordingReader.read(
            bytes: whole + GzipBytes.packed(Array(Self.rows(20..<30).utf8)), name: "log.csv.gz")
        #expect(twice.accelerometer.count == 30)
        #expect(twice.warnings.isEmpty)
        let cut = try RecordingReader.read(bytes: Array(whole.dropLast(12)), name: "log.csv.gz")
        #expect(cut.warnings.map(\.code).contains(.truncatedGzip))
        #expect(cut.accelerometer.count <= 20)
        var flipped = whole
        flipped[whole.count - 6] ^= 1  // the checksum
        #expect(try RecordingReader.read(bytes: flipped, name: "log.csv.gz").warnings.map(\.code) == [.corruptGzip])
        #expect(kind { _ = try RecordingReader.read(bytes: Array(whole.prefix(15)), name: "log.csv.gz") } == .badData)
    }

    private func read(_ log: String, _ options: ReadOptions = ReadOptions()) throws -> Recording {
        try RecordingReader.read(bytes: Array(log.utf8), name: "log.csv", options: options)
    }

    private func kind(_ body: () throws -> Void) -> SensorLabError.Kind? {
        do { try body() } catch let error as SensorLabError { return error.kind } catch {}
        return nil
    }
}
