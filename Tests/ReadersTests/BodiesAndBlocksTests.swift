import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Tables with more in a row than one device with one time.
struct BodiesAndBlocksTests {
    private func read(_ text: String, unit: String? = nil) throws -> Recording {
        var options = ReadOptions()
        options.unit = unit
        options.assumptions = [Assumption(sensor: .gyroscope, unit: .radiansPerSecond)]
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    private func rows(_ count: Int = 40, _ cells: (Int) -> String) -> String {
        (0..<count).map { cells($0) + "\n" }.joined()
    }

    // MARK: Blocks with a time each

    @Test(
        "every block has its own time, and its unit names the sensor",
        arguments: [
            "Time (s),X (m/s^2),Y (m/s^2),Z (m/s^2),Time (s),X (rad/s),Y (rad/s),Z (rad/s),Time (s),X (µT),Y (µT),Z (µT)",
            "Time (s),X (m/s^2),Y (m/s^2),Z (m/s^2),Time (s).1,X (rad/s),Y (rad/s),Z (rad/s),Time (s).2,X (µT),Y (µT),Z (µT)",
            "Time (s),Acc X (m/s^2),Acc Y (m/s^2),Acc Z (m/s^2),Time (s),Gyr X (rad/s),Gyr Y (rad/s),Gyr Z (rad/s),Time (s),Mag X (µT),"
                + "Mag Y (µT),Mag Z (µT)",
            "acc_time_s,acc_x,acc_y,acc_z,gyr_time_s,gyr_x,gyr_y,gyr_z,mag_time_s,mag_x,mag_y,mag_z",
        ])
    func blocks(_ header: String) throws {
        let text =
            header + "\n"
            + rows { row in
                // The field ends first.
                let field = row < 30 ? "\(Double(row) / 50 + 0.003),10.5,21.5,\(-40.5 - Double(row % 3))" : ",,,"
                return
                    "\(Double(row) / 100),0.5,-0.25,9.75,\(Double(row) / 100 + 0.0225),0.1,-0.2,0.\(row % 7),\(field)"
            }
        let recording = try read(text)
        #expect(recording.metadata.format == "tables side by side")
        #expect(recording.accelerometer.count == 40)
        #expect(recording.gyroscope.count == 40)
        #expect(recording.magnetometer.count == 30)
        #expect(recording.gyroscope.times[1] - recording.accelerometer.times[1] == 22_500_000)
        #expect(recording.magnetometer.times[1] == 23_000_000)
        #expect(!recording.warnings.contains { $0.code.isDamage })
    }

    @Test("columns with a time each are one sensor where the times are equal")
    func timesOfColumns() throws {
        let text =
            "X[s],Avanti 1: ACC.X 1,X[s],Avanti 1: ACC.Y 1,X[s],Avanti 1: ACC.Z 1\n"
            + rows { row in
                ["0.075", "0.086", "0.99\(row % 5)"].map { "\(Double(row) / 100),\($0)" }.joined(separator: ",")
            }
        let recording = try read(text)
        #expect(recording.accelerometer.count == 40)
        #expect(recording.accelerometer.times[1] == 10_000_000)
    }

    @Test("two times in front of one sensor are no blocks")
    func twoTimes() throws {
        let recording = try read("time,sensor_time,ax,ay,az\n" + rows { "\($0 * 10),\($0 * 10 + 3),0.5,-0.25,9.75" })
        #expect(recording.metadata.format == "wide CSV")
        #expect(recording.accelerometer.count == 40)
    }

    // MARK: Bodies

    private var bodies: String {
        let names = ["Left Thigh", "Left Shank", "Right Thigh"].flatMap { body in
            ["Accel", "Gyro"].flatMap { sensor in ["X", "Y", "Z"].map { "System Raw.\(body) \(sensor) \($0)" } }
        }
        return "time_s," + names.joined(separator: ",") + "\n"
            + rows { row in
                "\(Double(row) / 100),"
                    + (1...3).map { "0.\($0),0.2,9.7,0.\(row % 7),0.0\($0),0.03" }.joined(separator: ",")
            }
    }

    @Test("bodies in a row are named in a warning, and --unit chooses")
    func bodiesInARow() throws {
        let first = try read(bodies)
        #expect(first.accelerometer.values[0] == Vector3(0.1, 0.2, 9.7))
        let warning = try #require(first.warnings.first { $0.code == .incompleteColumns })
        #expect(warning.message.contains("left thigh, left shank, right thigh") && warning.advice.contains("--unit"))
        #expect(!first.warnings.contains { $0.code == .unknownColumns })
        let shank = try read(bodies, unit: "Left Shank")
        #expect(shank.accelerometer.values[0] == Vector3(0.2, 0.2, 9.7))
        #expect(shank.gyroscope.values[0].y / shank.gyroscope.values[0].z == 0.02 / 0.03)
        #expect(!shank.warnings.contains { $0.code == .incompleteColumns })
        #expect(throws: SensorLabError.self) { try read(bodies, unit: "head") }
    }

    @Test("bodies above the axes of their sensors, as data frames are written")
    func bodiesAbove() throws {
        let axes = ["acc_x", "acc_y", "acc_z", "gyr_x", "gyr_y", "gyr_z"]
        let header =
            ["time (s)"] + axes.flatMap { _ in ["left_sensor", "right_sensor"] }
        let text =
            header.joined(separator: ",") + "\n," + axes.flatMap { [$0, $0] }.joined(separator: ",") + "\n"
            + rows { "\(Double($0) / 100),0.1,0.2,0.3,0.4,9.7,9.8,0.\($0 % 7),1,0.2,2,0.3,3" }
        let first = try read(text, unit: "left")
        #expect(first.accelerometer.values[0] == Vector3(0.1, 0.3, 9.7))
        #expect(try read(text, unit: "right").accelerometer.values[0] == Vector3(0.2, 0.4, 9.8))
    }

    @Test func aLogOfOneDeviceHasNoUnits() {
        let error = #expect(throws: SensorLabError.self) {
            try read("time_s,ax,ay,az\n" + rows { "\(Double($0) / 100),0.1,0.2,9.7" }, unit: "left")
        }
        #expect(error?.code == .noUnits)
    }

    // MARK: Names

    @Test("a chip's name says what it measures, and an uncalibrated twin is the raw one")
    func chips() throws {
        let header = "time_s,ax,ay,az,akm_akm09918.x,akm_akm09918.y,akm_akm09918.z"
        let plain = try read(
            header + "\n" + rows { "\(Double($0) / 100),0.1,0.2,9.7,10.5,21.5,\(-40.5 - Double($0 % 3))" })
        #expect(plain.magnetometer.values[0] == Vector3(10.5, 21.5, -40.5))
        let both = try read(
            header + ",uncalibrated_Magnetic_Field.x,uncalibrated_Magnetic_Field.y,uncalibrated_Magnetic_Field.z\n"
                + rows { "\(Double($0) / 100),0.1,0.2,9.7,10.5,21.5,\(-40.5 - Double($0 % 3)),15.5,22.5,-41.5" })
        #expect(both.magnetometer.values[0] == Vector3(15.5, 22.5, -41.5))
        #expect(both.magnetometerCorrected.values[0] == Vector3(10.5, 21.5, -40.5))
    }

    @Test func linearAccelerationByItsShortName() throws {
        let recording = try read(
            "time_s,acce_x,acce_y,acce_z,linacce_x,linacce_y,linacce_z\n"
                + rows { "\(Double($0) / 100),0.1,0.2,9.7,0.1\($0 % 5),0.2,0.3" })
        #expect(recording.linearAcceleration.count == 40)
    }

    @Test(
        "three columns that look like axes and are not read are a warning",
        arguments: [("h", true), ("pos_", false), ("ori_", false)])
    func unreadAxes(_ name: String, _ isTold: Bool) throws {
        let text =
            "time_s,ax,ay,az,gx,gy,gz,\(name)x,\(name)y,\(name)z\n"
            + rows { "\(Double($0) / 100),0.1,0.2,9.7,0.1,0.2,0.\($0 % 7),35.\($0 % 3),79.\($0 % 4),-310.\($0 % 5)" }
        let warning = try read(text).warnings.first { $0.code == .incompleteColumns }
        #expect((warning != nil) == isTold)
        if isTold { #expect(warning?.advice.contains("mx=8,my=9,mz=10") == true) }
    }

    // MARK: Files of several bodies

    @Test("tables of several bodies in one folder are not mixed, and --unit chooses")
    func foldersOfBodies() {
        func entries(_ names: [String]) -> [TableBodies.Table] { names.map { ($0 + ".csv", $0, []) } }
        let mixed = entries(["phone_accelerometer", "watch_gyroscope", "watch_magnetometer", "notes"])
        let bodies = TableBodies(mixed, chosen: nil)
        #expect(bodies.names == ["phone", "watch"] && bodies.used == "watch")
        #expect(bodies.others == ["phone_accelerometer.csv"])
        #expect(TableBodies(mixed, chosen: "Phone").others == ["watch_gyroscope.csv", "watch_magnetometer.csv"])
        let sides = entries(["LeftWrist_acc", "LeftWrist_gyr", "RightWrist_acc", "RightWrist_gyr"])
        #expect(TableBodies(sides, chosen: nil).used == "left wrist")
        for one in [["Accelerometer", "WristMotion"], ["left_acc", "left_gyr"], ["acc_01", "gyr_01"]] {
            #expect(TableBodies(entries(one), chosen: nil).others.isEmpty)
        }
    }

    @Test("where sensors are in several tables, a word in the names of the files tells the devices")
    func devicesOfFolders() {
        func bodies(_ tables: [(String, SensorKind)], _ chosen: String? = nil) -> TableBodies {
            TableBodies(tables.map { ($0.0 + ".csv", $0.0, [$0.1]) }, chosen: chosen)
        }
        let phone: [(String, SensorKind)] = [
            ("Gravity", .gravity), ("Raw Data", .gyroscope), ("Raw Data_Magnetometer", .magnetometer),
        ]
        let board: [(String, SensorKind)] = [
            ("Raw data (g)_arduino", .accelerometer), ("Raw data (uT)_Arduino", .magnetometer),
            ("s_Arduino", .gyroscope),
        ]
        #expect(bodies(phone + board).names == ["arduino", "others"] && bodies(phone + board).used == "others")
        #expect(bodies(phone + board).others == Set(board.map { $0.0 + ".csv" }))
        #expect(bodies(phone + board, "arduino").others == Set(phone.map { $0.0 + ".csv" }))
        let numbered =
            [("acc_1", .accelerometer), ("gyr_1", .gyroscope), ("acc_2", .accelerometer)]
            + [("gyr_2", SensorKind.gyroscope)]
        #expect(bodies(numbered).names == ["1", "2"])
        // One sensor twice is no device; neither is a log with every sensor once.
        #expect(bodies(phone + [("Raw Data_Magnetometer_2", .magnetometer)]).names.isEmpty)
        #expect(bodies(phone + [("Raw data (g)_arduino", .accelerometer)]).names.isEmpty)
    }

    // MARK: Times by their cells

    @Test("a column of times of day is the time whatever its name", arguments: ["hh:mm:ss.ms", "clock", "rtcTime"])
    func timesOfDay(_ name: String) throws {
        let recording = try read("\(name),ax,ay,az\n" + rows { "12:26:\(10 + $0).500,0.1,0.2,9.7" })
        #expect(recording.accelerometer.count == 40)
        #expect(recording.accelerometer.times[1] - recording.accelerometer.times[0] == 1_000_000_000)
    }

    @Test("a date beside it is its day")
    func dateBeside() throws {
        let recording = try read("rtcDate,rtcTime,aX,aY,aZ,\n" + rows { "12/13/2020,12:26:\(10 + $0).00,0.1,0.2,9.7," })
        #expect(recording.metadata.date == CalendarDate(year: 2020, month: 12, day: 13))
    }

    @Test("date and time of day may be given in either order", arguments: ["t=2:date,t+=1:date", "t=1:date,t+=2:date"])
    func eitherOrder(_ times: String) throws {
        var options = ReadOptions()
        options.mapping = try ColumnMapping([times + ",ax=3,ay=4,az=5"])
        let text = "d,c,a,b,e\n" + rows { "12/13/2020,12:26:\(10 + $0).00,0.1,0.2,9.7" }
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
        #expect(recording.accelerometer.times.first == 1_607_862_370_000_000_000)
        #expect(recording.accelerometer.count == 40)
    }

    // MARK: Shimmer

    @Test func shimmerOfAnyPrefix() throws {
        let names = [
            "Timestamp", "Gyro_MPU_MPL_X", "Gyro_MPU_MPL_Y", "Gyro_MPU_MPL_Z", "Accel_MPU_MPL_X", "Accel_MPU_MPL_Y",
            "Accel_MPU_MPL_Z",
        ]
        let text =
            "\"sep=\t\"\n" + names.map { "S29_\($0)_CAL" }.joined(separator: "\t") + "\t\n"
            + "msecs\tdeg/sec\tdeg/sec\tdeg/sec\tm/(sec^2)\tm/(sec^2)\tm/(sec^2)\t\n"
            + rows { "\(1000 + 20 * $0)\t1.\($0 % 7)\t2\t3\t0.1\t0.2\t9.7\t" }
        let recording = try read(text)
        #expect(recording.metadata.format == "Shimmer")
        #expect(recording.accelerometer.values[0] == Vector3(0.1, 0.2, 9.7))
        #expect(recording.accelerometer.times[1] - recording.accelerometer.times[0] == 20_000_000)
        #expect(recording.gyroscope.count == 40)
    }
}
