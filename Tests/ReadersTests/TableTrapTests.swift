import Foundation
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Tables that must not be read wrongly without a warning, or refused without advice.
struct TableTrapTests {
    private func read(_ text: String, name: String = "log.csv", assume: [String] = []) throws -> Recording {
        var options = ReadOptions()
        options.assumptions = try assume.map(Assumption.init)
        return try RecordingReader.read(bytes: Array(text.utf8), name: name, options: options)
    }

    private func error(_ text: String, name: String = "log.csv") -> SensorLabError? {
        #expect(throws: SensorLabError.self) { try read(text, name: name) }
    }

    /// Rows of a phone that turns slowly about the vertical: t, then specific force in m/s^2.
    private func rows(_ count: Int = 200, _ row: (Int) -> String) -> String {
        (0..<count).map { row($0) + "\n" }.joined()
    }

    // MARK: Quotation marks

    @Test(
        "cells in quotation marks may hold separators, marks and nothing",
        arguments: ["2022-10-24,11:43:04", "a\"\"b,c", ""])
    func quotedCells(cell: String) throws {
        let recording = try read(
            "time (s),ax,note,ay,az\n" + rows { "\(Double($0) / 100),0.5,\"\(cell)\",-0.25,\"9.75\"" })
        #expect(recording.accelerometer.count == 200)
        #expect(recording.accelerometer.values.allSatisfy { $0 == Vector3(0.5, -0.25, 9.75) })
    }

    @Test("a mark that is never closed is a cell like others, and takes no other line")
    func openMark() throws {
        let recording = try read(
            "time (s),ax,note,ay,az\n" + rows { "\(Double($0) / 100),0.5,\($0 == 7 ? "\"open" : "x"),-0.25,9.75" })
        #expect(recording.accelerometer.count == 200)
    }

    // MARK: Clocks

    @Test("without a header, a column may rise that is empty in the first rows")
    func lateColumn() throws {
        let text = rows { "\(0.5 - Double($0 % 7)),,\($0 < 150 ? "" : "\(2 * $0)"),0.5,-0.25,9.75" }
        let refusal = try #require(error(text))
        #expect(refusal.code == .unknownFormat)
    }

    @Test(
        "steps that are about one and 1000 Hz in two units are asked about, with both rates",
        arguments: [(976_719, "us", "1024"), (1000, "ms", "1000"), (1001, "ms", "999")])
    func ambiguousUnit(step: Int, unit: String, rate: String) throws {
        let text = "time,ax,ay,az\n" + rows { "\(40_000 + $0 * step),0.5,-0.25,9.75" }
        let refusal = try #require(error(text))
        #expect(refusal.code == .unknownTimeUnit && refusal.message.contains(rate + " Hz in "))
        #expect(refusal.advice.contains("(\(unit))") && refusal.advice.contains("--assume rate=HZ"))
        let assumed = try read(text, assume: ["rate=" + rate])
        let seconds = Double(assumed.accelerometer.times[199] - assumed.accelerometer.times[0]) * 1e-9
        #expect((seconds - 199 / (try #require(Double(rate)))).magnitude < 1e-6)
        let told = try read(text.replacing("time,", with: "time (\(unit)),"))
        #expect(told.accelerometer.count == 200)
    }

    @Test("a sensor's own clock goes before that of the arrival where the latter's stamps repeat")
    func sensorClock() throws {
        let text =
            "timeMillis,timeNanos,ax,ay,az\n"
            + rows { "\(1_557_228_450_491 + $0 / 3 * 60),\(1_581_497_859_120_645 + $0 * 20_000_000),0.5,-0.25,9.75" }
        let recording = try read(text)
        let times = recording.accelerometer.times
        // The day is that of the other clock.
        #expect(recording.metadata.date == CalendarDate(year: 2019, month: 5, day: 7))
        #expect(Set(zip(times, times.dropFirst()).map { $1 - $0 }) == [20_000_000])
        let even =
            "timeMillis,timeNanos,ax,ay,az\n"
            + rows { "\(1_557_228_450_491 + $0 * 20),\(1_581_497_859_120_645 + $0 * 20_000_000),0.5,-0.25,9.75" }
        #expect(try read(even).metadata.unixSecondsAtZero == 0)
    }

    // MARK: Several devices

    @Test("rows of several devices in turn are refused, a label or a constant device is not")
    func severalDevices() throws {
        func text(_ header: String, _ cell: (Int) -> String) -> String {
            "time (s),\(header),ax,ay,az\n" + rows { "\(Double($0) / 100),\(cell($0)),0.5,-0.25,9.75" }
        }
        let refusal = try #require(error(text("sensor_id") { "imu\($0 % 5)" }))
        #expect(
            refusal.code == .severalDevices && refusal.message.contains("5 alternating values")
                && refusal.message.contains("imu0"))
        #expect(try read(text("id") { "\($0)" }).accelerometer.count == 200)
        #expect(try read(text("device") { _ in "phone" }).accelerometer.count == 200)
        #expect(try read(text("activity") { "\($0 % 2)" }).accelerometer.count == 200)
        #expect(try read(text("unit") { $0 < 30 ? "a" : "b" }).accelerometer.count == 200)
    }

    @Test("a column that tells rows of sensors apart, each with readings of its own, is none of devices")
    func rowsOfSensors() throws {
        let text =
            "time (s),sensor,ax,ay,az,gx (rad/s),gy (rad/s),gz (rad/s)\n"
            + rows { "\(Double($0) / 100)," + ($0 % 2 == 0 ? "acc,0.5,-0.25,9.75,,," : "gyr,,,,0.1,0.2,0.3") }
        #expect(try read(text).accelerometer.count == 100)
    }

    // MARK: Locations

    @Test(
        "speeds and altitudes in the units of their headers",
        arguments: [
            ("Speed (mph)", 4.4704), ("speed_mph", 4.4704), ("Speed (knots)", 5.1444), ("Speed (kph)", 2.7778),
            ("Speed [km/h]", 2.7778), ("speed", 10), ("Speed (m/s)", 10),
        ])
    func speeds(header: String, expected: Double) throws {
        let text =
            "time (s),ax,ay,az,latitude,longitude,\(header),Altitude (ft)\n"
            + rows { "\(Double($0) / 100),0.5,-0.25,9.75,45.0,\(7 + Double($0) * 1e-6),10,100" }
        let fix = try #require(try read(text).location.values.first)
        #expect((fix.speed - expected).magnitude < 1e-3)
        #expect((fix.place.height - 30.48).magnitude < 1e-9)
    }

    @Test(
        "a speed without a unit is compared with the way from fix to fix",
        arguments: [("mph", 22.369), ("km/h", 36.0), ("knots", 19.438), ("", 10.0), ("", 13.0)])
    func speedByWay(unit: String, speed: Double) throws {
        // Ten metres a second to the north.
        let text =
            "time (s),ax,ay,az,latitude,longitude,speed\n"
            + rows(400) { "\(Double($0) / 10),0.5,-0.25,9.75,\(45 + Double($0) / 111_195),7,\(speed)" }
        let recording = try read(text)
        let expected = unit.isEmpty ? speed : 10
        #expect(recording.location.values.allSatisfy { ($0.speed - expected).magnitude < 0.1 })
        let told = recording.warnings.contains { $0.code == .unitUndecided && $0.message.contains("as \(unit):") }
        #expect(told == !unit.isEmpty)
    }

    // MARK: Units

    @Test("a header's unit that no motion explains is refused, one that fits badly is told")
    func statedUnits() throws {
        func text(_ header: String, _ z: Double, count: Int = 200) -> String {
            "time (s),\(["ax", "ay", "az"].map { header.replacing("?", with: $0) }.joined(separator: ","))\n"
                + rows(count) { "\(Double($0) / 100),\(Double($0 % 2) / 100),0,\(z)" }
        }
        let counts = try #require(error(text("? (g)", 16_300)))
        #expect(counts.code == .contradiction && counts.message.contains("header"), "\(counts)")
        let free = try read(text("?_g", 0.05, count: 120))
        #expect(free.warnings.contains { $0.code == .unitUndecided || $0.code == .noGravity })
        #expect(try read(text("? (m/s^2)", 9.75)).warnings.allSatisfy { $0.code != .unitUndecided })
    }

    @Test("a unit behind a column's name counts when the column is mapped, too")
    func mappedSuffix() throws {
        let text =
            "time (s),ax_g,ay_g,az_g,gx_dps,gy_dps,gz_dps\n" + rows { "\(Double($0) / 100),0,0,1,90,0,0" }
        var options = ReadOptions()
        options.mapping = try ColumnMapping([
            "t=time (s):s,ax=ax_g,ay=ay_g,az=az_g,gx=gx_dps,gy=gy_dps,gz=gz_dps"
        ])
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
        #expect((recording.gyroscope.values[0].x - .pi / 2).magnitude < 1e-12)
        #expect(recording.provenance[.gyroscope]?.decidedBy.contains("gx_dps") == true)
    }

    @Test("gravity that is zero throughout decides no sign")
    func zeroGravity() throws {
        let text =
            "time (s),ax,ay,az,gravityX,gravityY,gravityZ\n" + rows { "\(Double($0) / 100),0.5,-0.25,9.75,0,0,0" }
        let recording = try read(text)
        #expect(recording.gravity.isEmpty)
        #expect(recording.warnings.contains { $0.code == .zeroSamples && $0.message.contains("gravity") })
        #expect(recording.provenance[.accelerometer]?.decidedBy.contains("sign of gravity") == false)
    }

    // MARK: Advice

    @Test("the remedy for numbers without names offers no clock, no count and no file's name against the readings")
    func remedies() throws {
        func advice(_ name: String, _ row: (Int) -> String) throws -> String {
            try #require(error(rows(60, row), name: name)).advice
        }
        // At rest: a rate of 0.1 rad/s beside a force that does not turn would be no rate.
        func wave(_ row: Int, _ phase: Double) -> Double { (sin(Double(row) + phase) * 100).rounded() / 10_000 }
        // Time, count, gyroscope, accelerometer.
        let six = try advice("log.csv") {
            "\($0 * 10),\($0 * 3),\(wave($0, 0)),\(wave($0, 1)),\(wave($0, 2)),\(wave($0, 3)),0.2,9.7"
        }
        #expect(six.contains("gx=3:rad/s,gy=4:rad/s,gz=5") && six.contains("ax=6:m/s^2"))
        let three = try advice("magnetometer.csv") {
            "\($0 * 10),\(wave($0, 0)),\(wave($0, 1)),\(wave($0, 2)),\(wave($0, 3)),0.2,9.7,\(20 + wave($0, 4)),5.5,-43.5"
        }
        #expect(three.contains("gx=2") && three.contains("ax=5:m/s^2") && three.contains("mx=8:uT"))
        let stamps = try #require(
            error(
                "secs,nsecs,frame,xmf,ymf,zmf\n" + rows(60) { "1667126407,\($0 * 10_000_000),a,\(wave($0, 0)),0.2,9.7" }
            ))
        #expect(stamps.advice.contains("--columns t=1:s,t+=2:ns,ax=4:m/s^2,ay=5:m/s^2,az=6:m/s^2"))
        let reversed = try #require(
            error(rows(60) { "\(wave($0, 0)),\(wave($0, 1)),9.7,\(1000 - $0)" }))
        #expect(reversed.message.contains("column 4 falls") && reversed.advice.contains("tac"))
    }
}

/// SensorLog's `loggingTime` without a zone, beside fixes with stamps since 1970.
struct SensorLogZoneTests {
    private func log(fix: (Int) -> Double) throws -> Recording {
        let header =
            "loggingTime,loggingSample,locationTimestamp_since1970,locationLatitude,locationLongitude,"
            + "locationHeadingTimestamp_since1970,locationTrueHeading,accelerometerTimestamp_sinceReboot,"
            + "accelerometerAccelerationX,accelerometerAccelerationY,accelerometerAccelerationZ\n"
        let rows = (0..<100).map { row in
            // 13:09:51 at two hours east of Greenwich.
            let second = 51 + Double(row) / 20
            let clock = second < 60 ? "13:09:\(second)" : "13:10:0\(second - 60)"
            return
                "2016-08-09 \(clock),\(row),\(fix(row)),51.02,13.68,\(fix(row)),190.6,\(254_988.5 + Double(row) / 20),"
                + "0.01,0.02,-1.0\n"
        }
        return try RecordingReader.read(bytes: Array((header + rows.joined()).utf8), name: "log.csv")
    }

    @Test("the zone follows from a fix that is new")
    func zone() throws {
        // 2016-08-09T11:09:51Z, a fix every second, half a second old.
        let recording = try log { 1_470_740_990.5 + Double($0 / 20) }
        #expect(recording.location.count >= 3 && recording.heading.count >= 3)
        let unix = try #require(recording.metadata.unixSecondsAtZero)
        #expect((unix + 254_988.5 - 1_470_740_991).magnitude < 1e-3)
    }

    @Test("fixes that cannot be dated are told")
    func undated() throws {
        let recording = try log { _ in 1_470_700_000 }
        #expect(recording.location.isEmpty)
        #expect(
            recording.warnings.contains { $0.code == .emptyStream && $0.message.contains("loggingTime has no zone") })
    }
}
