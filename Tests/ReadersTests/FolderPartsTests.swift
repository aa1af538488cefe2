import Foundation
import Recordings
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers

@Suite("A folder with a table per sensor, part by part")
struct FolderPartsTests {
    /// The demo log twice, one behind the other, a table per sensor; fixes and attitude once.
    private func tables(_ row: (_ seconds: Double, _ cells: [Double]) -> String) throws -> [SensorKind: String] {
        let log = try RecordingReader.read(path: SharedData.committed("ar-panning-barcelona.csv.gz").path)
        var tables: [SensorKind: String] = [:]
        for sensor in [SensorKind.accelerometer, .gyroscope, .magnetometer] {
            let stream = log.vectors(of: sensor)
            tables[sensor] = (0..<2).map { pass in
                zip(stream.times, stream.values).map { time, value in
                    row(LogTime.seconds(time) + Double(pass) * 200, [value.x, value.y, value.z]) + "\n"
                }.joined()
            }.joined()
        }
        tables[.attitude] = zip(log.reference.times, log.reference.values).map { time, q in
            row(LogTime.seconds(time), [q.w, q.x, q.y, q.z]) + "\n"
        }.joined()
        return tables
    }

    private func inFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "parts-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in files {
            let path = URL(fileURLWithPath: folder + "/" + name)
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: path)
        }
        try body(folder)
    }

    private func expectSame(_ files: [String: String]) throws { try inFolder(files, expectSame(folder:)) }

    private func expectSame(folder: String) throws {
        var whole = ReadOptions()
        whole.checksum = true
        let expected = try RecordingReader.read(path: folder, options: whole)
        let opened = try OpenedLog(path: folder)
        let parts = try #require(try opened.parts())
        var read = parts.top
        while let part = try parts.next() {
            // Nothing comes later than what a part has of other sensors.
            if let last = read.interval?.upperBound, let first = part.interval?.lowerBound { #expect(first >= last) }
            read.append(part)
        }
        for sensor in SensorKind.allCases {
            #expect(read.times(of: sensor) == expected.times(of: sensor), "\(sensor)")
            #expect(read.vectors(of: sensor).values == expected.vectors(of: sensor).values, "\(sensor)")
        }
        #expect(read.attitude.values == expected.attitude.values && !read.accelerometer.isEmpty)
        #expect(read.provenance.mapValues(\.unit) == expected.provenance.mapValues(\.unit))
        #expect(read.metadata.device == expected.metadata.device && read.metadata.date == expected.metadata.date)
        #expect(try opened.checksum() == expected.metadata.sha256)
        let told = try read.warnings + parts.warnings()
        #expect(told.contains { $0.code == .readAsStream })
        #expect(Set(expected.warnings.map(\.code).filter(\.isDamage)).isSubset(of: told.map(\.code)))
    }

    private func csv(_ cells: [Double]) -> String { cells.map { "\($0)" }.joined(separator: ",") }

    @Test("tables named by their sensors, in g and degrees")
    func named() throws {
        let tables = try tables { "\($0 + 1_700_000_000),\(csv($1))" }
        let g = try self.tables { "\($0 + 1_700_000_000),\(csv($1.map { $0 / 9.80665 }))" }
        try expectSame([
            "Accelerometer.csv": "time,x,y,z\n" + (g[.accelerometer] ?? ""),
            "Gyroscope.csv": "time,x,y,z\n" + (tables[.gyroscope] ?? ""),
            "Magnetometer.csv": "time,x,y,z\n" + (tables[.magnetometer] ?? ""),
            "Pressure.csv": "time,pressure\n1700000000,1013\n1700000001,1013\n",
        ])
    }

    @Test("phyphox, and its clock with a pause, which needs the whole log")
    func phyphox() throws {
        let tables = try tables { "\($0),\(csv($1))" }
        func files(_ events: String) -> [String: String] {
            [
                "Accelerometer.csv":
                    "\"Time (s)\",\"X (m/s^2)\",\"Y (m/s^2)\",\"Z (m/s^2)\"\n" + (tables[.accelerometer] ?? ""),
                "Gyroscope.csv": "\"Time (s)\",\"X (rad/s)\",\"Y (rad/s)\",\"Z (rad/s)\"\n"
                    + (tables[.gyroscope] ?? ""),
                "meta/device.csv": "\"property\",\"value\"\n\"deviceModel\",\"X\"\n\"deviceBrand\",\"B\"\n",
                "meta/time.csv": "\"event\",\"experiment time\",\"system time\",\"system time text\"\n" + events,
            ]
        }
        let begin = "\"START\",0,1700000000,\"2023-11-14 22:13:20\"\n"
        try expectSame(files(begin + "\"PAUSE\",400,1700000400,\"2023-11-14 22:20:00\"\n"))
        let pause =
            "\"PAUSE\",300,1700000300,\"2023-11-14 22:18:20\"\n\"START\",300,1700000400,\"2023-11-14 22:20:00\"\n"
        try inFolder(files(begin + pause)) { folder in
            let parts = try OpenedLog(path: folder).parts()
            #expect(parts == nil)
        }
    }

    @Test("Sensor Logger on both systems, attitudes turned")
    func sensorLogger() throws {
        let header = "time,seconds_elapsed,z,y,x\n"
        let tables = try tables { seconds, cells in
            "\(1_700_000_000_000_000_000 + Int64(clamping: (seconds * 1e9).rounded())),\(seconds),\(csv(cells.reversed()))"
        }
        for platform in ["android", "ios"] {
            try expectSame([
                "TotalAcceleration.csv": header + (tables[.accelerometer] ?? ""),
                "Gyroscope.csv": header + (tables[.gyroscope] ?? ""),
                "Magnetometer.csv": header + (tables[.magnetometer] ?? ""),
                "Orientation.csv": "time,seconds_elapsed,qz,qy,qx,qw\n" + (tables[.attitude] ?? ""),
                "Metadata.csv": "device name,platform\nPhone,\(platform)\n",
            ])
        }
    }

    @Test("a table that begins late, one that ends early, and one of which nothing can be used")
    func uneven() throws {
        let tables = try tables { "\($0),\(csv($1))" }
        func rows(_ sensor: SensorKind) -> [Substring] { (tables[sensor] ?? "").split(separator: "\n") }
        func text(_ rows: some Sequence<Substring>) -> String { "time,x,y,z\n" + rows.joined(separator: "\n") + "\n" }
        let (force, field) = (rows(.accelerometer), rows(.magnetometer))
        try expectSame([
            "Accelerometer.csv": text(force), "Gyroscope.csv": text(rows(.gyroscope)),
            "Magnetometer.csv": text(field.dropFirst(field.count / 3)),
        ])
        try expectSame([
            "Accelerometer.csv": text(force), "Gyroscope.csv": text(rows(.gyroscope).prefix(8000)),
            "Magnetometer.csv": text(field),
        ])
    }
}
