import Foundation
import Recordings
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers

@Suite("A log part by part whose reading its beginning decides")
struct DecidedPartsTests {
    func opened(_ text: String, _ options: ReadOptions = ReadOptions()) throws -> OpenedLog {
        try OpenedLog(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    func joined(_ parts: any RecordingParts) throws -> Recording {
        var log = parts.top
        while let part = try parts.next() { log.append(part) }
        log.warnings += try parts.warnings()
        return log
    }

    /// The demo log twice, one behind the other, as an app writes it: other names and units, milliseconds, rows of all
    /// sensors, the attitude and the fixes left out.
    func rows(_ header: String, _ row: (_ milliseconds: Int, Vector3, Vector3, Vector3) -> String) throws
        -> String
    {
        let log = try RecordingReader.read(path: SharedData.committed("ar-panning-barcelona.csv.gz").path)
        var (text, field) = (header + "\n", 0)
        for pass in 0..<2 {
            for (index, time) in log.accelerometer.times.enumerated() {
                guard index < log.gyroscope.count else { break }
                field = min(log.magnetometer.index(atOrAfter: time), log.magnetometer.count - 1)
                text +=
                    row(
                        Int(time / 1_000_000) + pass * 200_000, log.accelerometer.values[index],
                        log.gyroscope.values[index], log.magnetometer.values[field]) + "\n"
            }
        }
        return text
    }

    func cells(_ v: Vector3, _ factor: Double) -> String { "\(v.x * factor),\(v.y * factor),\(v.z * factor)" }

    func expectSame(_ text: String, _ options: ReadOptions = ReadOptions()) throws {
        let whole = try RecordingReader.decided(
            LogInput(bytes: Array(text.utf8), name: "log.csv", hashing: false), options)
        let parts = try #require(try opened(text, options).parts())
        let read = try joined(parts)
        for sensor in SensorKind.allCases {
            #expect(read.times(of: sensor) == whole.times(of: sensor), "\(sensor)")
            #expect(read.vectors(of: sensor).values == whole.vectors(of: sensor).values, "\(sensor)")
        }
        #expect(read.location.values == whole.location.values && !read.accelerometer.isEmpty)
        #expect(read.provenance.mapValues(\.unit) == whole.provenance.mapValues(\.unit))
        #expect(Set(parts.columns.compactMap(\.self)) == Set(whole.sensors))
        let told = try #require(read.warnings.first { $0.code == .readAsStream })
        #expect(told.message.contains("decided by its first"))
    }

    @Test("a wide table in other units: the same samples as of the whole log, to the last digit")
    func wide() throws {
        try expectSame(
            rows(
                "Timestamp (ms),Gyro X (deg/s),Gyro Y (deg/s),Gyro Z (deg/s),Acc X (g),Acc Y (g),Acc Z (g),Mag X,Mag Y,Mag Z"
            ) { "\($0),\(cells($2, 180 / .pi)),\(cells($1, 1 / 9.80665)),\(cells($3, 1))" })
    }

    @Test("names of the canonical log without its schema")
    func undeclared() throws {
        try expectSame(
            rows("t,ax,ay,az,gx,gy,gz,mx,my,mz") {
                "\(Double($0) / 1000),\(cells($1, 1)),\(cells($2, 1)),\(cells($3, 0.01))"
            })
    }

    @Test("a row per sensor, with and without a header")
    func tagged() throws {
        func lines(_ header: String, _ accelerometer: String, _ gyroscope: String) throws -> String {
            try rows(header) { time, force, rate, _ in
                "\(accelerometer),\(Double(time) / 1000),\(cells(force, 1))\n"
                    + "\(gyroscope),\(Double(time + 3) / 1000),\(cells(rate, 1))"
            }
        }
        try expectSame(lines("sensor,time (s),x,y,z", "accelerometer", "gyroscope"))
        let text = try lines("", "ACC", "GYRO")
        try expectSame(String(text.dropFirst()))
    }

    @Test("one sensor's table, by the name of its file and its axes")
    func oneSensor() throws {
        let text = try rows("time,x,y,z") { time, force, _, _ in "\(Double(time) / 1000),\(cells(force, 1))" }
        func open() throws -> OpenedLog { try OpenedLog(bytes: Array(text.utf8), name: "Accelerometer.csv") }
        let (whole, parts) = (try open().recording(), try #require(try open().parts()))
        #expect(try joined(parts).accelerometer == whole.accelerometer)
    }

    @Test("zeros and marks of missing readings are left out in every part, and counted")
    func absent() throws {
        var row = 0
        let text = try rows("Time (ms),Acc X (g),Acc Y (g),Acc Z (g),Gyro X (rad/s),Gyro Y (rad/s),Gyro Z (rad/s)") {
            time, acceleration, rate, _ in
            row += 1
            let force =
                row < 30 || row % 1000 == 7
                ? "0,0,0"
                : row % 1500 == 9 || (9000..<10_500).contains(row) ? "-999,-999,-999" : cells(acceleration, 0.1)
            return "\(time),\(force),\(cells(rate, 1))"
        }
        try expectSame(text)
        let read = try joined(#require(try opened(text).parts()))
        #expect(read.warnings.contains { $0.code == .zeroSamples && $0.message.hasPrefix("accelerometer: ") })
    }

    @Test("what the options say holds in parts too")
    func options() throws {
        let text = try rows("Time (ms),Acc X,Acc Y,Acc Z,Gyro X,Gyro Y,Gyro Z") { time, force, rate, _ in
            "\(time),\(cells(force, 1 / 9.80665)),\(cells(rate, 1))"
        }
        var options = ReadOptions()
        options.assumptions = [try Assumption(parsing: "accelerometer=g,android")]
        try expectSame(text, options)
        options.without = [.gyroscope]
        #expect(try opened(text, options).parts()?.columns == [.accelerometer])
    }

    @Test("read whole: short logs, moved stamps, and streams that are turned")
    func whole() throws {
        let header = "Time (ms),Acc X (g),Acc Y (g),Acc Z (g)"
        let long = try rows(header) { time, force, _, _ in "\(time),\(cells(force, 0.1))" }
        #expect(try opened(long).parts() != nil)
        #expect(try opened(long.split(separator: "\n").prefix(3000).joined(separator: "\n") + "\n").parts() == nil)
        // Rows that come in packets get even stamps.
        var row = 0
        let packets = try rows(header) { _, force, _, _ in
            row += 1
            return "\(row / 10 * 100 + row % 10),\(cells(force, 0.1))"
        }
        let whole = try opened(packets)
        #expect(try whole.parts() == nil)
        // From its first line again.
        #expect(try whole.recording().accelerometer == opened(packets).recording().accelerometer)
    }

    @Test("what the beginning does not show is not made up: an axis or a sensor that begins behind it")
    func late() throws {
        let header =
            "time (ms),Acc X (g),Acc Y (g),Acc Z (g),Gyro X (deg/s),Gyro Y (deg/s),Gyro Z (deg/s),Mag X,Mag Y,Mag Z"
        func log(_ rate: @escaping (Int, Vector3) -> Vector3, _ field: @escaping (Int, String) -> String) throws
            -> String
        {
            try rows(header) {
                "\($0),\(cells($1, 1 / 9.80665)),\(cells(rate($0, $2), 180 / .pi)),\(field($0, cells($3, 1)))"
            }
        }
        // No factor can be told of zeros.
        let still = try log({ $0 < 200_000 ? .zero : $1 }, { $1 })
        #expect(try opened(still).parts() == nil)
        // A magnetometer that is switched on later.
        let blank = try log({ $1 }, { $0 < 200_000 ? ",," : $1 })
        #expect(try opened(blank).parts() == nil)
        // An axis of zeros has the factor of the others.
        try expectSame(log({ $0 < 200_000 ? Vector3(0, $1.y, $1.z) : $1 }, { $1 }))
    }

    @Test("a clock that begins anew ends the parts, with what was counted before")
    func restart() throws {
        let first = try rows("sensor,time (s),x,y,z") { time, force, _, _ in
            "accelerometer,\(Double(time) / 1000),\(cells(force, 1))"
        }
        let again = first.split(separator: "\n").dropFirst().prefix(5000).joined(separator: "\n") + "\n"
        let parts = try #require(try opened(first + again).parts())
        let read = try joined(parts)
        #expect(read.accelerometer.count == first.split(separator: "\n").count - 1)
        #expect(read.warnings.filter { $0.code == .timeBackwards }.map { $0.message.contains("begins anew") } == [true])
    }

    @Test("a second table ends the parts, and the warning says so")
    func tables() throws {
        let first = try rows("Time (ms),Acc X (g),Acc Y (g),Acc Z (g)") { time, force, _, _ in
            "\(time),\(cells(force, 0.1))"
        }
        let parts = try #require(try opened(first + "Time (ms),Gyro X,Gyro Y,Gyro Z\n1,0.1,0.2,0.3\n").parts())
        let read = try joined(parts)
        #expect(read.gyroscope.isEmpty && read.warnings.contains { $0.code == .unreadableTable })
    }
}
