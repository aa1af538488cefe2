import Foundation
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

@Suite struct VesselFormatTests {
    private func read(_ text: String, unit: String? = nil, strict: Bool = false) throws -> Recording {
        var options = ReadOptions()
        (options.unit, options.strict) = (unit, strict)
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.nmea", options: options)
    }

    private func sentence(_ text: String) -> String { FormatSamples.sentence(text) }

    private func degrees(_ recording: Recording) -> [Double] {
        recording.heading.values.map { (Angle.degrees($0) * 1000).rounded() / 1000 }
    }

    private static func data(_ name: String) throws -> Data {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try Data(contentsOf: folder.appendingPathComponent("Data/" + name))
    }

    /// Sentences of PyPI pynmea2 over midnight, and what it reads in them (scripts/golden/nmea).
    @Test func goldenSentences() throws {
        let recording = try RecordingReader.read(bytes: Array(try Self.data("vessel.nmea")), name: "vessel.nmea")
        #expect(recording.metadata.format == "NMEA 0183")
        #expect(recording.warnings.isEmpty, "\(recording.warnings)")
        let rows = String(decoding: try Self.data("vessel.csv"), as: UTF8.self).split(separator: "\n").dropFirst()
        var expected: [String: [(time: Double, value: Double)]] = [:]
        for row in rows {
            let cells = row.split(separator: ",")
            expected[String(cells[1]), default: []].append(
                (try #require(Double(cells[0])), try #require(Double(cells[2]))))
        }
        func check(_ name: String, _ found: [Double], within tolerance: Double) {
            let wanted = expected[name] ?? []
            #expect(found.count == wanted.count && !found.isEmpty, "\(name)")
            for (a, b) in zip(found, wanted) { #expect((a - b.value).magnitude < tolerance, "\(name)") }
        }
        let fixes = recording.location.values
        check("latitude", fixes.map(\.place.latitude), within: 1e-12)
        check("longitude", fixes.map(\.place.longitude), within: 1e-12)
        check("height", fixes.map(\.place.height), within: 1e-9)
        check("knots", fixes.map { $0.speed * 3600 / 1852 }, within: 1e-12)
        check("course", fixes.map(\.course), within: 1e-12)
        check("compass", recording.heading.values.map(Angle.degrees), within: 1e-9)
        check(
            "true",
            recording.reference.values.map { Angle.wrapHeadingDegrees(Angle.degrees($0.heading(of: .top) ?? 0)) },
            within: 1e-9)
        // Fixes have the time of their sentence; headings lie between two fixes.
        check(
            "latitude",
            zip(recording.location.times, expected["latitude"] ?? []).map { time, wanted in
                wanted.value + LogTime.seconds(time) - wanted.time
            }, within: 1e-6)
        for (heading, fix) in zip(recording.heading.times, recording.location.times) {
            #expect(heading - fix == 500_000_000)
        }
        #expect(recording.metadata.unixSecondsAtZero == 0)
        #expect(recording.metadata.date?.text == "2026-06-30")
        #expect(recording.metadata.other["variation"] == "12.6")
        #expect(recording.metadata.referenceNorth == .true && recording.metadata.attitudeNorth == .magnetic)
        let deviations = (expected["deviation"] ?? []).map(\.value)
        let convention = try #require(recording.provenance[.heading]?.convention)
        #expect(convention.contains("deviation not applied"))
        #expect(convention.contains("\(deviations.min() ?? 0) to \(deviations.max() ?? 0) deg"))
    }

    private func fix(_ second: Int, _ rest: String = "") -> String {
        sentence(
            "GPRMC,1200\(second < 10 ? "0" : "")\(second).00,A,5000.000,N,00100.000,W,6.0,45.0,010726,1.0,W,A\(rest)")
    }

    @Test func wrongChecksumsAreCountedAndLeftOut() throws {
        let good = (0..<9).map { fix($0) + sentence("HCHDM,\(10 * $0).0,M") }
        let damaged = sentence("HCHDM,123.0,M").replacing("123", with: "124")
        let recording = try read(good.joined() + damaged + "$HCHDM,77.0,M\n" + fix(9))
        #expect(degrees(recording) == (0..<9).map { 10 * Double($0) })
        let messages = recording.warnings.filter { $0.code == .damagedMessages }.map(\.message)
        try #require(messages.count == 2)
        #expect(messages[0].hasPrefix("1 sentence(s) with a wrong checksum (first at line 19)"))
        #expect(messages[1].hasPrefix("1 sentence(s) without their checksum (first at line 20)"))
        #expect(throws: SensorLabError.self) { try read(good.joined() + damaged + fix(9), strict: true) }
        // West is negative.
        #expect(recording.metadata.other["variation"] == "-1")
        #expect(recording.location.values[0].place.longitude == -1)
        #expect((recording.location.values[0].speed - 6 * 1852 / 3600).magnitude < 1e-12)
    }

    /// A log that was cut: its last sentence has no end.
    @Test func lastSentenceIsCut() throws {
        let text = (0..<4).map { fix($0) + sentence("HCHDM,90.0,M") }.joined() + "$HCHDM,9"
        #expect(degrees(try read(text)) == [90, 90, 90, 90])
        // Old instruments write no checksums at all.
        let plain = text.split(separator: "\n").map { $0.prefix { $0 != "*" } + "\n" }.joined()
        #expect(degrees(try read(String(plain.dropLast()))) == [90, 90, 90, 90])
    }

    @Test func sourcesAreToldApart() throws {
        let text = (0..<5).map { second in
            fix(second) + sentence("HCHDG,\(second).0,2.5,W,,") + sentence("IIHDM,5\(second).0,M")
                + sentence("APHDG,9\(second).0,,,,") + sentence("APHDG,9\(second).5,,,,")
                + sentence("VWVHW,,T,7\(second).0,M,5.0,N,9.3,K")
        }.joined()
        let recording = try read(text)
        // Of two compasses the one with more readings.
        #expect(recording.provenance[.heading]?.source == "APHDG")
        let warning = try #require(recording.warnings.first { $0.code == .severalUnits })
        #expect(warning.message.contains("APHDG, HCHDG; APHDG is used"))
        #expect(degrees(try read(text, unit: "HCHDG")) == [0, 1, 2, 3, 4])
        #expect(degrees(try read(text, unit: "IIHDM")) == [50, 51, 52, 53, 54])
        #expect(degrees(try read(text, unit: "VWVHW")) == [70, 71, 72, 73, 74])
        #expect(throws: SensorLabError.self) { try read(text, unit: "XXHDG") }
    }

    /// True headings of an autopilot are its compass's, those of a gyrocompass the reference.
    @Test func trueHeadings() throws {
        let pilot = try read((0..<5).map { fix($0) + sentence("APHDT,8\($0).0,T") }.joined())
        #expect(pilot.metadata.attitudeNorth == .true && pilot.reference.isEmpty && pilot.heading.count == 5)
        let gyro = try read(
            (0..<5).map { fix($0) + sentence("HEHDT,8\($0).0,T") + sentence("HCHDM,7\($0).0,M") }.joined())
        #expect(gyro.metadata.attitudeNorth == .magnetic && degrees(gyro) == [70, 71, 72, 73, 74])
        #expect((Angle.degrees(gyro.reference.values[1].heading(of: .top) ?? 0) - 81).magnitude < 1e-9)
    }

    /// Times in front of the sentences are the clock: tag blocks, Signal K's data logger, dates, CSV.
    @Test(arguments: [
        "\\s:GP1,c:178290720#*00\\", "178290720#250;N;", "2026-07-01T12:00:0#.250Z,",
        "gnss  2026-07-01T12:00:0#.250Z  ",
        "NAV 2026/07/01 12:00:0#.250 GPS ", "2026-07-01T12:00:0#.250Z,NMEA0183,\"",
    ])
    func timesInFront(_ prefix: String) throws {
        let text = (0..<9).map { prefix.replacing("#", with: "\($0)") + sentence("HCHDG,\($0).0,,,,") }.joined()
        let recording = try read(text)
        #expect(degrees(recording) == (0..<9).map(Double.init))
        let start = try #require(recording.heading.times.first)
        #expect([1_782_907_200_000_000_000, 1_782_907_200_250_000_000].contains(start))
        #expect(
            zip(recording.heading.times.dropFirst(), recording.heading.times).allSatisfy { $0 - $1 == 1_000_000_000 })
        let source = prefix.hasPrefix("\\") ? "GP1/HCHDG" : "HCHDG"
        #expect(recording.provenance[.heading]?.source == source)
    }

    /// GGA has no date, VTG no time; a log without a date counts from midnight, on beyond the next one.
    @Test func withoutDate() throws {
        let text = ["235958", "235959", "000000", "000001"].map {
            sentence("GPGGA,\($0),5000.000,N,00100.000,W,1,9,1.0,5.0,M,47.0,M,,")
                + sentence("GPVTG,45.0,T,46.0,M,6.0,N,11.1,K") + sentence("HCHDM,90.0,M")
        }.joined()
        let recording = try read(text)
        #expect(recording.location.times.map { LogTime.seconds($0) } == [86_398, 86_399, 86_400, 86_401])
        #expect(recording.location.values.allSatisfy { $0.course == 45 && $0.place.height == 52 })
        #expect(recording.metadata.unixSecondsAtZero == nil && recording.metadata.date == nil)
    }

    @Test func withoutTime() {
        #expect { try read((0..<9).map { sentence("HCHDM,\($0).0,M") }.joined()) } throws: { error in
            (error as? SensorLabError)?.code == .noTimeColumn
        }
    }

    @Test func voidFixesAreNone() throws {
        let text = (0..<5).map {
            fix($0).replacing(",A,5", with: ",V,5")
                + sentence("GPGGA,12000\($0).00,5000.000,N,00100.000,W,0,0,,,M,,M,,")
                + sentence("HCHDM,90.0,M")
        }
        let valid = text.joined().split(separator: "\n").map { line in
            sentence(String(line.dropFirst().prefix { $0 != "*" }))
        }
        let recording = try read(valid.joined())
        #expect(recording.location.isEmpty && recording.heading.count == 5)
    }

    /// Deltas of several sources and vessels; what is not a delta is counted.
    @Test func signalK() throws {
        func delta(_ second: Int, _ source: String, _ values: String, _ context: String = "vessels.self") -> String {
            "{\"context\":\"\(context)\",\"updates\":[{\"$source\":\"\(source)\",\"timestamp\":\"2026-07-01T12:00:0\(second).500Z\","
                + "\"values\":[\(values)]}]}\n"
        }
        func value(_ path: String, _ value: String) -> String { "{\"path\":\"navigation.\(path)\",\"value\":\(value)}" }
        let text = (0..<5).map { second in
            delta(
                second, "can0.115",
                [
                    value("headingCompass", "\(Double(second) / 10)"), value("magneticDeviation", "-0.05"),
                    value("headingMagnetic", "\(Double(second) / 10 - 0.05)"), value("magneticVariation", "0.02"),
                ].joined(separator: ","))
                + delta(second, "gps.GP", value("courseOverGroundTrue", "1") + "," + value("speedOverGround", "2.5"))
                + delta(
                    second, "gps.GP", value("position", "{\"latitude\":59.5,\"longitude\":-5.25,\"altitude\":null}"))
                + delta(
                    second, "ais", value("position", "{\"latitude\":1,\"longitude\":1}"), "vessels.urn:mrn:imo:mmsi:1")
                + (second == 3 ? "{\"context\":\"vessels.self\",\"upda\n" : "")
        }.joined()
        let recording = try read(text)
        #expect(recording.metadata.format == "Signal K")
        #expect(recording.provenance[.heading]?.source == "can0.115 headingCompass")
        #expect(recording.heading.values.map { ($0 * 1e6).rounded() / 1e6 } == [0, 0.1, 0.2, 0.3, 0.4])
        #expect(recording.provenance[.heading]?.convention.contains("stated deviation is -2.86") == true)
        #expect(recording.location.count == 5)
        let fix = try #require(recording.location.values.last)
        #expect(fix.place == GeodeticPosition(latitude: 59.5, longitude: -5.25) && !fix.hasHeight)
        #expect(fix.speed == 2.5 && (fix.course - Angle.degrees(1)).magnitude < 1e-12)
        #expect(recording.location.times.first == 1_782_907_200_500_000_000)
        #expect(recording.warnings.contains { $0.code == .unreadableLines && $0.message.hasPrefix("1 line") })
        #expect(try read(text, unit: "can0.115 headingMagnetic").heading.count == 5)
    }
}
