import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// What only logs of vehicles have: instances, offsets, mountings, dropouts, appended data, definitions that are wrong.
struct VehicleFormatTests {
    private func read(_ bytes: [UInt8], _ name: String = "log.bin", unit: String? = nil) throws -> Recording {
        var options = ReadOptions()
        options.unit = unit
        return try RecordingReader.read(bytes: bytes, name: name, options: options)
    }

    private func isBadData(_ bytes: [UInt8], _ name: String = "log.bin") -> Bool {
        do {
            _ = try read(bytes, name)
            return false
        } catch let error as SensorLabError {
            return error.kind == .badData && !error.message.isEmpty && !error.advice.isEmpty
        } catch {
            return false
        }
    }

    // MARK: ULog

    /// A log with two of everything: gravity along x of the second accelerometer, fields of 20 and 40 uT ahead.
    private func twoOfEverything(_ change: (inout ULogBytes) -> Void = { _ in }) -> ULogBytes {
        var log = ULogBytes()
        log.flags()
        log.format("sensor_combined:uint64_t timestamp;float[3] gyro_rad;float[3] accelerometer_m_s2;")
        log.format("sensor_accel:uint64_t timestamp;float x;float y;float z;")
        log.format("sensor_mag:uint64_t timestamp;uint32_t device_id;float x;float y;float z;")
        log.format("vehicle_magnetometer:uint64_t timestamp;uint32_t device_id;float[3] magnetometer_ga;")
        change(&log)
        log.subscribe(0, "sensor_combined")
        for instance in 0..<2 {
            log.subscribe(UInt16(1 + instance), "sensor_accel", instance: UInt8(instance))
            log.subscribe(UInt16(3 + instance), "sensor_mag", instance: UInt8(instance))
        }
        log.subscribe(5, "vehicle_magnetometer")
        return log
    }

    private func floats(_ numbers: Float...) -> [UInt8] { numbers.flatMap { Packed.of($0.bitPattern) } }

    private func rows(_ range: Range<Int>, into log: inout ULogBytes) {
        for index in range {
            let stamp = Packed.of(UInt64(1_000_000 + 4000 * index))
            log.data(0, stamp + floats(0.1, 0.2, 0.3, 0, 0, -9.8))
            log.data(1, stamp + floats(0, 0, -9.7))
            log.data(2, stamp + floats(9.6, 0, 0))
            log.data(3, stamp + Packed.of(UInt32(11)) + floats(0.25, 0, 0.4))
            log.data(4, stamp + Packed.of(UInt32(22)) + floats(0.5, 0, 0.4))
            log.data(5, stamp + Packed.of(UInt32(22)) + floats(0.4, 0, 0.4))
        }
    }

    @Test func primaryUnitAndOthers() throws {
        var log = twoOfEverything()
        rows(0..<30, into: &log)
        let primary = try read(log.bytes)
        #expect(primary.metadata.format == "ULog")
        #expect(primary.accelerometer.values[0].z == Double(Float(9.8)))
        #expect(primary.warnings.map(\.code) == [.severalUnits])
        // The magnetometer that the vehicle uses is the second one, by its number.
        #expect(abs(primary.magnetometer.values[0].y - 50) < 1e-5)
        #expect(abs(primary.magnetometerCorrected.values[0].y - 40) < 1e-5)
        #expect(primary.gyroscope.values[0] == Vector3(Double(Float(0.2)), Double(Float(0.1)), -Double(Float(0.3))))
        #expect(primary.gyroscope.times[1] == 1_004_000_000)

        let first = try read(log.bytes, unit: "0")
        #expect(first.accelerometer.values[0].z == Double(Float(9.7)))
        #expect(abs(first.magnetometer.values[0].y - 25) < 1e-5)
        let second = try read(log.bytes, unit: "1")
        #expect(second.accelerometer.values[0].y == Double(Float(9.6)))
        // What has no second instance is the vehicle's.
        #expect(second.gyroscope.count == 30)
        #expect(second.metadata.other["unit"] == "1")
        #expect(throws: SensorLabError.self) { try read(log.bytes, unit: "2") }
    }

    /// The board is turned by 90 degrees: its x is the vehicle's y. An external magnetometer has a mounting of its own.
    @Test func mountings() throws {
        var log = twoOfEverything {
            $0.parameter("SENS_BOARD_ROT", whole: 2)
            $0.parameter("CAL_MAG1_ID", whole: 22)
            $0.parameter("CAL_MAG1_ROT", whole: 4)
            $0.parameter("CAL_MAG1_XOFF", 0.125)
        }
        rows(0..<30, into: &log)
        let second = try read(log.bytes, unit: "1")
        expectVector(second.accelerometer.values[0], Vector3(Double(Float(9.6)), 0, 0), within: 1e-14)
        // Half a turn: ahead becomes behind.
        expectVector(second.magnetometer.values[0], Vector3(0, -50, -40), within: 1e-5)
        #expect(second.metadata.other["cal_mag1_xoff"] == "0.125")
        let first = try read(log.bytes, unit: "0")
        expectVector(first.magnetometer.values[0], Vector3(25, 0, -40), within: 1e-5)
    }

    /// Before version 1.12 the driver had corrected `sensor_mag`: it is no raw field.
    @Test func oldVersionsHaveNoRawField() throws {
        var log = twoOfEverything { $0.information("ver_sw_release", 0x010b_0200) }
        rows(0..<30, into: &log)
        let recording = try read(log.bytes)
        #expect(recording.magnetometer.isEmpty)
        #expect(recording.magnetometerCorrected.count == 30)
    }

    /// An occasional raw field is not a usable magnetometer.
    @Test func sparseRawField() throws {
        var log = twoOfEverything()
        rows(0..<2, into: &log)
        for index in 2..<30 {
            log.data(5, Packed.of(UInt64(1_000_000 + 4000 * index)) + Packed.of(UInt32(22)) + floats(0.4, 0, 0.4))
        }
        let recording = try read(log.bytes)
        #expect(recording.magnetometer.isEmpty)
        #expect(recording.warnings.contains { $0.code == .secondStream && $0.advice.contains("--unit 1") })
        #expect(try read(log.bytes, unit: "1").magnetometer.count == 2)
    }

    @Test func dropoutsAreTold() throws {
        var log = twoOfEverything()
        rows(0..<100, into: &log)
        log.dropout(milliseconds: 40)
        rows(110..<200, into: &log)
        log.dropout(milliseconds: 5)
        let warning = try #require(try read(log.bytes).warnings.first { $0.code == .loggerDropout })
        #expect(warning.message.contains("gyroscope"))
        #expect(warning.message.contains("2 time(s), 0.045 s in all; the longest dropout is 0.04 s from 0.396 s"))
    }

    /// What was appended after a crash begins where the flags say; the message that was cut there is passed over.
    @Test func appendedData() throws {
        func log(appendedAt place: Int) -> ULogBytes {
            var log = ULogBytes()
            log.flags(incompatible: 1, appended: [place])
            log.format("sensor_accel:uint64_t timestamp;float x;float y;float z;")
            log.subscribe(1, "sensor_accel")
            for index in 0..<20 { log.data(1, Packed.of(UInt64(4000 * index)) + floats(0, 0, -9.8)) }
            return log
        }
        // A data message's head, and less than it says.
        let cut = Packed.of(UInt16(22)) + [UInt8(ascii: "D")] + Packed.of(UInt16(1)) + [1, 2, 3]
        var whole = log(appendedAt: log(appendedAt: 0).bytes.count + cut.count)
        whole.append(cut)
        for index in 20..<30 { whole.data(1, Packed.of(UInt64(4000 * index)) + floats(0, 0, -9.8)) }
        let recording = try read(whole.bytes)
        #expect(recording.accelerometer.count == 30)
        #expect(recording.warnings.isEmpty)

        var unknown = ULogBytes()
        unknown.flags(incompatible: 2)
        #expect(isBadData(unknown.bytes))
    }

    /// After damage the log is read on, where a message has another behind it.
    @Test func readsOnBehindDamage() throws {
        var log = twoOfEverything()
        rows(0..<20, into: &log)
        log.append([UInt8](repeating: 0xee, count: 999))
        log.sync()
        rows(20..<40, into: &log)
        let recording = try read(log.bytes)
        #expect(recording.accelerometer.count >= 39)
        #expect(recording.warnings.contains { $0.code == .damagedMessages })
        var options = ReadOptions()
        options.strict = true
        #expect(throws: SensorLabError.self) {
            try RecordingReader.read(bytes: log.bytes, name: "log.ulg", options: options)
        }
    }

    /// Formats that hold themselves or each other, more fields than a message has bytes, arrays without end.
    @Test(arguments: [
        ["sensor_accel:uint64_t timestamp;sensor_accel more;float x;float y;float z;"],
        ["sensor_accel:uint64_t timestamp;b more;float x;float y;float z;", "b:c[3] c;", "c:b[3] b;"],
        ["sensor_accel:uint64_t timestamp;float[9223372036854775807] x;float y;float z;"],
        ["sensor_accel:uint64_t timestamp;float[-1] x;float y;float z;"],
        ["sensor_accel:uint64_t timestamp;" + String(repeating: "int8_t a;", count: 7000) + "double[9000] x;"],
        ["sensor_accel:uint64_t timestamp;a0[65535] a;float x;float y;float z;"]
            + (0..<40).map { "a\($0):a\($0 + 1)[65535] a;" } + ["a40:double[65535] a;"],
        ["sensor_accel:", "sensor_accel", ":;;;", "sensor_accel:float[3 x;[] ;] y;float[]z z;"],
        ["sensor_accel:[ x;[[ y;float z;"],
    ])
    func hostileFormats(_ formats: [String]) {
        var log = ULogBytes()
        log.flags()
        for format in formats { log.format(format) }
        log.subscribe(1, "sensor_accel")
        for index in 0..<20 { log.data(1, Packed.of(UInt64(4000 * index)) + floats(0, 0, -9.8)) }
        #expect(isBadData(log.bytes))
    }

    /// Messages of other types inside of the one that is read move its fields.
    @Test func nestedFormats() throws {
        var log = ULogBytes()
        log.flags()
        log.format("pair:int16_t a;inner[2] b;")
        log.format("sensor_accel:uint64_t timestamp;pair[3] before;float x;float y;float z;")
        log.format("inner:int8_t[3] c;")
        log.subscribe(1, "sensor_accel")
        for index in 0..<20 {
            log.data(1, Packed.of(UInt64(4000 * index)) + [UInt8](repeating: 7, count: 24) + floats(1, 2, -9))
        }
        #expect(try read(log.bytes).accelerometer.values[0] == Vector3(2, 1, 9))
    }

    @Test func beginningsAlone() {
        for bytes in [ULogBytes().bytes, Array(ULogBytes().bytes.prefix(9)), [0xa3, 0x95, 0x80, 0x0a]] {
            #expect(isBadData(bytes))
        }
    }

    // MARK: DataFlash

    /// Two units in the old names and milliseconds, as ArduPilot wrote until 2015.
    private func oldDataFlash() -> DataFlashBytes {
        var log = DataFlashBytes()
        log.format(131, "IMU", "Iffffff", "TimeMS,GyrX,GyrY,GyrZ,AccX,AccY,AccZ")
        log.format(135, "IMU2", "Iffffff", "TimeMS,GyrX,GyrY,GyrZ,AccX,AccY,AccZ")
        log.format(15, "MAG", "Ihhhhhhhhh", "TimeMS,MagX,MagY,MagZ,OfsX,OfsY,OfsZ,MOfsX,MOfsY,MOfsZ")
        log.format(1, "ATT", "Iccc", "TimeMS,Roll,Pitch,Yaw")
        log.format(130, "GPS", "BIHLLeeI", "Status,TimeMS,Week,Lat,Lng,Alt,Spd,T")
        log.format(132, "MSG", "Z", "Message")
        log.format(129, "PARM", "Nf", "Name,Value")
        log.data(132, Packed.text("ArduCopter V3.3", 64))
        log.data(129, Packed.text("COMPASS_DEC", 16) + floats(0.25))
        for index in 0..<30 {
            let stamp = Packed.of(UInt32(5000 + 20 * index))
            log.data(131, stamp + floats(0.1, 0.2, 0.3, 0, 0, -9.8))
            log.data(135, stamp + floats(0.1, 0.2, 0.3, 0, 0, -9.6))
            log.data(15, stamp + [200, -10, 400, -30, 20, 10, 3, 0, 0].flatMap { Packed.of(Int16($0)) })
            log.data(1, stamp + [0, 0, 9000].flatMap { Packed.of(Int16($0)) })
            log.data(
                130,
                [3] + Packed.of(UInt32(86_400_000)) + Packed.of(UInt16(1818)) + Packed.of(Int32(481_000_000))
                    + Packed.of(Int32(116_000_000)) + Packed.of(Int32(50_000)) + Packed.of(Int32(150)) + stamp)
        }
        return log
    }

    @Test func oldDataFlashLog() throws {
        let bytes = oldDataFlash().bytes
        let recording = try read(bytes)
        #expect(recording.metadata.format == "DataFlash")
        #expect(recording.metadata.device == "ArduPilot ArduCopter V3.3")
        #expect(recording.metadata.other["compass_dec"] == "0.25")
        #expect(recording.accelerometer.values[0].z == Double(Float(9.8)))
        #expect(recording.accelerometer.times[1] == 5_020_000_000)
        #expect(recording.warnings.map(\.code) == [.severalUnits])
        // Milligauss; raw is the value minus the vehicle's offsets and the motors' part.
        expectVector(recording.magnetometerCorrected.values[0], Vector3(-1, 20, -40), within: 1e-12)
        expectVector(recording.magnetometer.values[0], Vector3(-3, 22.7, -39), within: 1e-12)
        // The nose is east.
        expectVector(recording.attitude.values[0].rotate(Vector3(0, 1, 0)), Vector3(1, 0, 0), within: 1e-15)
        #expect(recording.location.times[0] == 5_000_000_000)
        #expect(recording.location.values[0].place == GeodeticPosition(latitude: 48.1, longitude: 11.6, height: 500))
        #expect(recording.location.values[0].speed == 1.5)
        // Monday, 2014-11-10, begins 16 leap seconds earlier in UTC; the clock was at 5 s.
        #expect(recording.metadata.date == CalendarDate("2014-11-09"))
        #expect(recording.metadata.unixSecondsAtZero == 1_415_577_579.0)

        #expect(try read(bytes, unit: "1").accelerometer.values[0].z == Double(Float(9.6)))
        #expect(throws: SensorLabError.self) { try read(bytes, unit: "2") }
    }

    /// The same log as text reads the same.
    @Test func textOfTheSameLog() throws {
        let text =
            "FMT, 131, 31, IMU, Iffffff, TimeMS,GyrX,GyrY,GyrZ,AccX,AccY,AccZ\n"
            + "FMT, 15, 25, MAG, Ihhhhhhhhh, TimeMS,MagX,MagY,MagZ,OfsX,OfsY,OfsZ,MOfsX,MOfsY,MOfsZ\n"
            + "FMT, 1, 13, ATT, Iccc, TimeMS,Roll,Pitch,Yaw\nFMT, 132, 67, MSG, Z, Message\n"
            + "FMT, 130, 30, GPS, BIHLLeeI, Status,TimeMS,Week,Lat,Lng,Alt,Spd,T\nMSG, ArduCopter V3.3\n"
            + (0..<30).map { index in
                let t = 5000 + 20 * index
                return
                    "IMU, \(t), \(Float(0.1)), 0.2, 0.3, 0, 0, -9.8\nMAG, \(t), 200, -10, 400, -30, 20, 10, 3, 0, 0\n"
                    + "ATT, \(t), 0.00, 0.00, 90.00\nGPS, 3, 86400000, 1818, 48.1000000, 11.6000000, 500.00, 1.50, \(t)\n"
            }.joined()
        let (found, wanted) = (try read(Array(text.utf8), "log.log"), try read(oldDataFlash().bytes))
        #expect(found.metadata.format == "DataFlash text")
        #expect(found.metadata.unixSecondsAtZero == wanted.metadata.unixSecondsAtZero)
        #expect(found.metadata.device == wanted.metadata.device)
        for sensor in SensorKind.allCases { #expect(found.times(of: sensor) == wanted.times(of: sensor), "\(sensor)") }
        for sensor in [SensorKind.accelerometer, .gyroscope, .magnetometer, .magnetometerCorrected] {
            for (a, b) in zip(found.vectors(of: sensor).values, wanted.vectors(of: sensor).values) {
                // The other one has single precision.
                expectVector(a, b, within: 1e-6)
            }
        }
        #expect(found.attitude.values == wanted.attitude.values)
        #expect(found.location.values.map(\.place) == wanted.location.values.map(\.place))
        #expect(found.location.values.map(\.speed) == wanted.location.values.map(\.speed))
    }

    /// A field in gauss, because the log says so.
    @Test func unitsOfTheLog() throws {
        var log = DataFlashBytes()
        log.format(200, "FMTU", "QBNN", "TimeUS,FmtType,UnitIds,MultIds")
        log.format(201, "UNIT", "QbZ", "TimeUS,Id,Label")
        log.format(202, "MULT", "Qbd", "TimeUS,Id,Mult")
        log.format(15, "MAG", "QBfff", "TimeUS,I,MagX,MagY,MagZ")
        log.data(201, Packed.of(UInt64(0)) + [UInt8(ascii: "G")] + Packed.text("Gauss", 64))
        log.data(202, Packed.of(UInt64(0)) + [UInt8(ascii: "0")] + Packed.of(1.0))
        log.data(200, Packed.of(UInt64(0)) + [15] + Packed.text("s#GGG", 16) + Packed.text("F-000", 16))
        for index in 0..<30 { log.data(15, Packed.of(UInt64(1000 * index)) + [0] + floats(0.25, 0, 0.5)) }
        let recording = try read(log.bytes)
        #expect(recording.magnetometerCorrected.values[0] == Vector3(0, 25, -50))
        #expect(recording.provenance[.magnetometerCorrected]?.unit == "gauss")
        #expect(recording.provenance[.magnetometerCorrected]?.decidedBy.contains("FMTU") == true)
    }

    @Test func dataFlashReadsOnBehindDamage() throws {
        var log = oldDataFlash()
        log.append([UInt8](repeating: 0xa3, count: 500) + [0x95, 131, 1, 2, 3])
        let rest = oldDataFlash().bytes
        log.append(rest)
        log.append(Array(rest.suffix(40).prefix(20)))
        let recording = try read(log.bytes)
        #expect(recording.accelerometer.count >= 30)
        #expect(recording.warnings.contains { $0.code == .damagedMessages })
    }

    /// Definitions of no length, of more than the message has, of themselves, of texts in place of numbers.
    @Test(arguments: ["Iffffff", "IZZZZZZ", "Idddddd", "", "????????", "Nffffff"])
    func hostileDefinitions(_ types: String) {
        for length in [0, 1, 3, 4, 31, 255] as [UInt8] {
            var log = DataFlashBytes()
            for number in [131, 128] as [UInt8] {
                log.data(
                    128,
                    [number, length] + Packed.text("IMU", 4) + Packed.text(types, 16)
                        + Packed.text("TimeMS,GyrX,GyrY,GyrZ,AccX,AccY,AccZ", 64))
            }
            for index in 0..<20 { log.data(131, Packed.of(UInt32(20 * index)) + floats(0, 0, 0, 0, 0, -9.8)) }
            if length != 31 || types != "Iffffff" { #expect(isBadData(log.bytes), "\(types) \(length)") }
        }
    }

    // MARK: Text without definitions

    private let numbers = (1...30).map {
        "IMU\t\(44_342_217 + 40_000 * $0)\t0.1\t0.2\t0.3\t0.5\t0.25\t-9.8\t0\t0\t34.5\t1\t1\t999\t999\n"
    }
    .joined()
    private let header = "tag\tTimeUS\tGyrX\tGyrY\tGyrZ\tAccX\tAccY\tAccZ\tEG\tEA\tT\tGH\tAH\tGHz\tAHz\n"

    /// The message gives a header to paste, and with it the log is read: TimeUS is the clock, not T.
    @Test func headerToPaste() throws {
        let dump = "FMT\t254\t47\tNKT1\tQIff\tTimeUS\tCnt\tIMUMin\tIMUMax\n" + numbers
        #expect {
            try read(Array(dump.utf8), "dump.txt")
        } throws: {
            guard let error = $0 as? SensorLabError else { return false }
            return error.message.contains("FMT")
                && error.advice.contains(header.dropLast().replacing("\t", with: "<TAB>"))
        }
        let recording = try read(Array((header + numbers).utf8), "dump.txt")
        #expect(recording.accelerometer.count == 30)
        #expect(recording.accelerometer.values[0] == Vector3(0.25, 0.5, 9.8))
        #expect(recording.accelerometer.times[1] - recording.accelerometer.times[0] == 40_000_000)
    }
}
