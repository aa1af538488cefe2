import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// What boards print, over one line or several, and tables of spreadsheets and of racing apps.
struct BoardPrintTests {
    private func read(_ text: String, rate: Double? = 100, columns: String? = nil) throws -> Recording {
        var options = ReadOptions()
        if let rate {
            options.assumptions = [Assumption(rateHz: rate), Assumption(sensor: .gyroscope, unit: .degreesPerSecond)]
        }
        options.mapping = try columns.map { try ColumnMapping([$0]) }
        return try RecordingReader.read(bytes: Array(text.utf8), name: "serial.txt", options: options)
    }

    private func lines(_ count: Int = 60, _ line: (Int) -> String) -> String {
        (0..<count).map { line($0) + "\n" }.joined()
    }

    @Test("axes alone with a unit are those of the unit's sensor")
    func axesWithAUnit() throws {
        let recording = try read("LSM6DSOX Found!\n" + lines { "X: -0.3\($0 % 9) \tY: 2.06 \tZ: 9.56 m/s^2 " })
        #expect(recording.accelerometer.count == 60)
        #expect(recording.accelerometer.values[4] == Vector3(-0.34, 2.06, 9.56))
        #expect(recording.provenance[.accelerometer]?.unit == "m/s^2")
        #expect(
            LabelledLine("Accel X: 1 Y: 2 Z: 3 m/s^2")?.header
                == ["Accel X", "Accel Y", "Accel Z"].map { $0 + " (m/s^2)" })
        #expect(LabelledLine("ax: 0.02, temp: 24.5 deg C, az: 1 g")?.header == ["ax", "temp", "az (g)"])
    }

    @Test("numbers in brackets behind a name and its unit")
    func brackets() throws {
        let recording = try read(
            lines {
                "Scaled. Acc (mg) [ -0038.4\($0 % 9), 00210.51, 00974.59 ], Gyr (DPS) [ -0000.79, -0001.63, 00009.21 ], "
                    + "Mag (uT) [ 00012.30, -0028.91, -0035.15 ], Tmp (C) [ 00025.10 ]"
            })
        #expect(recording.accelerometer.count == 60)
        #expect(abs(recording.accelerometer.values[0].z - 0.97459 * 9.80665) < 1e-9)
        #expect(abs((recording.gyroscope.values.last?.z ?? 0) - 9.21 * .pi / 180) < 1e-9)
        #expect(recording.magnetometer.values[0] == Vector3(12.3, -28.91, -35.15))
    }

    @Test("a sensor in every line")
    func blocks() throws {
        let adafruit = lines(40) {
            "\t\tTemperature 24.51 deg C\n\t\tAccel X: -0.3\($0 % 9) \tY: 2.06 \tZ: 9.56 m/s^2 \n\t\tMag X: 12.30 \tY: -28.91 \tZ: -35.15 uT\n"
                + "\t\tGyro X: -0.79 \tY: -1.63 \tZ: 9.21 deg/s \n"
        }
        let plain = lines(40) {
            "G: -0.79, -1.63, 9.21 deg/s\nA: -0.0\($0 % 9), 0.21, 0.97 g\nM: 0.12, -0.29, -0.35 gauss\nHeading: 88.00\n"
        }
        for (text, x) in [(adafruit, -0.34), (plain, -0.04 * 9.80665)] {
            let recording = try read(text)
            #expect(recording.accelerometer.count == 40)
            #expect(abs(recording.accelerometer.values[4].x - x) < 1e-9)
            #expect(recording.gyroscope.count == 40)
            #expect(recording.magnetometer.count == 40)
            #expect(recording.accelerometer.times[39] == 390_000_000)
        }
    }

    @Test("Teleplot's lines, with times and without")
    func teleplot() throws {
        let timed = lines {
            let time = 1_684_316_472_340 + 10 * $0
            return ">ax:\(time):-0.3\($0 % 9)\n>ay:\(time):2.06§m/s²|g\n>az:\(time):9.56"
        }
        let recording = try read(timed, rate: nil)
        #expect(recording.accelerometer.count == 60)
        #expect(recording.accelerometer.times[59] - recording.accelerometer.times[0] == 590_000_000)
        let plain = try read(lines { ">ax:-0.3\($0 % 9)\n>ay:2.06\n>az:9.56" })
        #expect(plain.accelerometer.values[7] == Vector3(-0.37, 2.06, 9.56))
    }

    @Test("the time that the serial monitor writes in front of every line", arguments: [",", "\t", " "])
    func monitor(_ separator: String) throws {
        func rows(_ header: String?) -> String {
            (header.map { "09:41:12.330 -> " + $0 + "\n" } ?? "")
                + lines { row in
                    "09:41:1\(2 + row / 50).\(String(1000 + row % 50 * 20).dropFirst()) -> "
                        + ["-0.3\(row % 9)", "2.06", "9.56"].joined(separator: separator)
                }
        }
        let named = try read(rows(["ax", "ay", "az"].joined(separator: separator)), rate: nil)
        #expect(named.accelerometer.count == 60)
        #expect(named.metadata.clock?.hasPrefix("wall-clock") == true)
        let mapped = try read(rows(nil), rate: nil, columns: "t=1:date,ax=2:m/s^2,ay=3,az=4")
        #expect(mapped.accelerometer.values[5] == Vector3(-0.35, 2.06, 9.56))
    }

    @Test("the time in brackets that a terminal writes in front of every line", arguments: [", ", ",", "\t", " "])
    func terminal(_ separator: String) throws {
        let rows = lines { row in
            "[2024-08-14 10:40:0\(row / 50).\(String(1000 + row % 50 * 20).dropFirst())] "
                + ["-0.3\(row % 9)", "2.06", "9.56"].joined(separator: separator)
        }
        let header = ["Timestamp", "X(m/s^2)", "Y(m/s^2)", "Z(m/s^2)"].joined(
            separator: separator.first == "," ? "," : separator)
        for recording in [
            try read(header + "\n" + rows, rate: nil),
            try read(rows, rate: nil, columns: "t=1:date,ax=2:m/s^2,ay=3,az=4"),
        ] {
            #expect(recording.accelerometer.count == 60)
            #expect(recording.accelerometer.values[5] == Vector3(-0.35, 2.06, 9.56))
            #expect(recording.accelerometer.times[59] - recording.accelerometer.times[0] == 1_180_000_000)
        }
    }

    @Test("a mark behind the separator only aligns the cells")
    func alignedCells() throws {
        let rows = lines { row in "\(20 * row),\t-0.3\(row % 9),\t2.06,\t9.56" }
        let recording = try read(rows, rate: nil, columns: "t=1:ms,ax=2:m/s^2,ay=3,az=4")
        #expect(recording.accelerometer.values[5] == Vector3(-0.35, 2.06, 9.56))
        #expect(recording.accelerometer.times.last == 1_180_000_000)
    }

    @Test(
        "the time that a system's log has in front of every line",
        arguments: [
            ("03-05 # 4211  4250 D Sensors: ", nil), ("03-05 # D/Sensors( 4211): ", nil),
            ("2024-03-05 #  4211-4250  Sensors     org.example      D  ", 5),
            ("2024-03-05 # 4211-4250/org.example D/Sensors: ", 5),
            ("2024-03-05 #123+0000 Sensors[4211:93412] ", 5), ("[#,000] <inf> sensors: ", nil),
        ] as [(String, Int?)])
    func systemLogs(_ prefix: String, _ day: Int?) throws {
        func log(_ messages: [String]) throws -> Recording {
            try read(
                "--------- beginning of main\n"
                    + lines { row in
                        let time = "13:20:\(10 + row / 50).\(String(1000 + row % 50 * 20).dropFirst())"
                        return messages.map {
                            prefix.replacing("#", with: time) + $0.replacing("%", with: "-0.3\(row % 9)")
                        }.joined(separator: "\n")
                    }, rate: nil)
        }
        for messages in [
            ["ACC % 2.06 9.56", "MAG 7.5 -5.25 35.5"], ["ACC,%,2.06,9.56", "MAG,7.5,-5.25,35.5"],
            ["acc x: % m/s^2 y: 2.06 m/s^2 z: 9.56 m/s^2", "mag x: 7.5 uT y: -5.25 uT z: 35.5 uT"],
        ] {
            let recording = try log(messages)
            #expect(recording.accelerometer.count == 60)
            #expect(recording.accelerometer.values[5] == Vector3(-0.35, 2.06, 9.56))
            #expect(recording.accelerometer.times[59] - recording.accelerometer.times[0] == 1_180_000_000)
            #expect(recording.magnetometer.values[0] == Vector3(7.5, -5.25, 35.5))
            #expect(recording.metadata.date?.day == day)
        }
    }

    @Test("times of day of tagged lines go on behind midnight")
    func taggedMidnight() throws {
        let recording = try read(
            lines { row in
                let time =
                    row < 30
                    ? "23:59:59.\(400 + row * 20)" : "00:00:00.\(String(1000 + (row - 30) * 20).dropFirst())"
                return time + " ACC -0.3 2.06 9.56"
            }, rate: nil)
        #expect(recording.accelerometer.count == 60)
        #expect(recording.accelerometer.times[59] - recording.accelerometer.times[0] == 1_180_000_000)
    }

    @Test(
        "cells that hold a vector",
        arguments: [
            ("t,acc,mag", "#,\"[%, 2.06, 9.56]\",\"[7.5, -5.25, 35.5]\""),
            ("t,acc (m/s^2),mag_xyz", "#,(%, 2.06, 9.56),(7.5, -5.25, 35.5)"),
            ("t;acc;mag [uT]", "#;[%  2.06  9.56];[ 7.5 -5.25 35.5 ]"),
            ("t\tacc (x, y, z)\tmag", "#\tarray([%, 2.06, 9.56])\tVector3(7.5, -5.25, 35.5)"),
            ("t,acc,mag", "#,\"{'x': %, 'y': 2.06, 'z': 9.56}\",\"{'z': 35.5, 'x': 7.5, 'y': -5.25}\""),
        ])
    func vectorCells(_ header: String, _ row: String) throws {
        let recording = try read(
            header + "\n"
                + lines {
                    row.replacing("#", with: "\(Double($0 + 100) / 50)").replacing("%", with: "-0.3\($0 % 9)")
                }, rate: nil)
        #expect(recording.accelerometer.count == 60)
        #expect(recording.accelerometer.values[5] == Vector3(-0.35, 2.06, 9.56))
        #expect(recording.magnetometer.values[0] == Vector3(7.5, -5.25, 35.5))
        #expect(recording.accelerometer.times[59] - recording.accelerometer.times[0] == 1_180_000_000)
    }

    @Test(
        "words before brackets are labels, and no cells",
        arguments: ["acc [%, 2.06, 9.56], mag [7.5, -5.25, 35.5]", "acc [%, 2.06, 9.56] mag [7.5, -5.25, 35.5]"])
    func labelsBeforeBrackets(_ row: String) throws {
        let recording = try read(lines { row.replacing("%", with: "-0.3\($0 % 9)") })
        #expect(recording.accelerometer.values[5] == Vector3(-0.35, 2.06, 9.56))
        #expect(recording.magnetometer.count == 60)
    }

    @Test("vectors in cells without a header, mapped by hand, and one that is missing")
    func vectorCellsByHand() throws {
        let recording = try read(
            lines {
                "\(Double($0 + 100) / 50) \($0 == 7 ? "None" : "[-0.3\($0 % 9), 2.06, 9.56]") [7.5, -5.25, 35.5]"
            }, rate: nil, columns: "t=1:s,ax=2:m/s^2,ay=3,az=4,mx=5:uT,my=6,mz=7")
        #expect(recording.accelerometer.count == 59)
        #expect(recording.magnetometer.count == 60)
        #expect(recording.accelerometer.values[7] == Vector3(-0.38, 2.06, 9.56))
    }

    @Test("JSON lines with the sensor's name", arguments: [true, false])
    func jsonLines(_ hasValues: Bool) throws {
        let recording = try read(
            lines {
                let time = 1_684_316_472_340 + 10 * $0
                return [
                    ("accelerometer", "-0.3\($0 % 9)", "2.06", "9.56"),
                    ("magnetometer", "12.\($0 % 9)", "-28.9", "-35.1"),
                ].map {
                    hasValues
                        ? "{\"sensor\": \"\($0.0)\", \"time\": \(time), \"values\": [\($0.1), \($0.2), \($0.3)]}"
                        : "{\"type\": \"\($0.0)\", \"timestamp\": \(time), \"x\": \($0.1), \"y\": \($0.2), \"z\": \($0.3)}"
                }.joined(separator: "\n")
            }, rate: nil)
        #expect(recording.accelerometer.count == 60)
        #expect(recording.accelerometer.values[4] == Vector3(-0.34, 2.06, 9.56))
        #expect(recording.magnetometer.times[59] - recording.magnetometer.times[0] == 590_000_000)
    }

    @Test("JSON lines with data in the names of the axes, and arrays that say xyz")
    func namesOfJSON() throws {
        let flat = try read(
            lines {
                "{\"userId\":\"\",\"sensor\":\"Accelerometer\",\"time\":\(1_589_462_316_082 + 10 * $0),\"dataX\":\"-0.\(1 + $0 % 9)\",\"dataY\":\"1.34\",\"dataZ\":\"9.76\"}"
            }, rate: nil)
        #expect(flat.accelerometer.count == 60 && flat.accelerometer.values[4].z == 9.76)
        let rows = lines {
            "{\"timestamp\": 0.\(100 + $0), \"accel_body_xyz\": [0.1, 0.\(1 + $0 % 9), 9.8]},"
        }
        let arrays = try read("[" + rows.dropLast(2) + "]", rate: nil)
        #expect(arrays.accelerometer.count == 60 && arrays.accelerometer.values[7].z == 9.8)
    }

    @Test(
        "JSON of unknown names: the members and an option to paste, which reads it",
        arguments: ["", "[", "{\"rows\": ["])
    func unknownJSON(_ start: String) throws {
        let rows = lines {
            "{\"stamp\": 0.\(100 + $0), \"kraftx\": 0.1, \"krafty\": 0.\(1 + $0 % 9), \"kraftz\": 9.8, \"who\": \"me\"}"
                + (start.isEmpty ? "" : ",")
        }
        let text = start.isEmpty ? rows : start + rows.dropLast(2) + (start == "[" ? "]" : "]}")
        var advice = ""
        do {
            _ = try read(text, rate: nil)
        } catch let error as SensorLabError {
            advice = error.advice
            #expect(error.message.contains("kraftx, krafty, kraftz, stamp, who"))
        }
        let option = try #require(advice.components(after: "--columns ")).prefix { $0 != " " }
        #expect(option == "t=stamp:s,ax=kraftx:m/s^2,ay=krafty:m/s^2,az=kraftz:m/s^2")
        let recording = try read(text, rate: nil, columns: String(option))
        #expect(
            recording.accelerometer.count == 60
                && recording.accelerometer.times[1] - recording.accelerometer.times[0] == 1_000_000)
    }

    @Test("a spreadsheet that quotes all cells, with decimal commas between commas")
    func quotedCommas() throws {
        let recording = try read(
            "\"Zeit [ms]\",\"accX [g]\",\"accY [g]\",\"accZ [g]\"\n"
                + lines { "\"\($0 * 10),0\",\"-0,03\($0 % 9)\",\"0,2105\",\"0,9746\"" }, rate: nil)
        #expect(recording.accelerometer.count == 60)
        #expect(abs(recording.accelerometer.values[0].z - 0.9746 * 9.80665) < 1e-9)
        #expect(recording.accelerometer.times[1] - recording.accelerometer.times[0] == 10_000_000)
    }

    @Test("a row of units and a row of sources below the names")
    func unitsAndSources() throws {
        let recording = try read(
            "created,by,nobody,2,3\ntimestamp,lap,acc_x,acc_y,acc_z\nunix time,,G,G,G\n,,101: acc,101: acc,101: acc\n"
                + lines { "\(1_684_316_472 + $0 / 50).\(10 + $0 % 50),,-0.03\($0 % 9),0.21,0.97" }, rate: nil)
        #expect(recording.accelerometer.count == 60)
        #expect(!recording.warnings.contains { $0.code.isDamage })
        #expect(recording.provenance[.accelerometer]?.unit == "g")
    }
}
