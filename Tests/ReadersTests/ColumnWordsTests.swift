import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Words in names of columns: other languages, what was done to the readings, axes that are not the device's.
struct ColumnWordsTests {
    private func read(_ text: String, unit: String? = nil) throws -> Recording {
        var options = ReadOptions()
        options.unit = unit
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    private func table(_ names: String, count: Int = 200, _ cells: String) -> String {
        names + "\n" + (0..<count).map { "\(Double($0) / 50),\(cells)\n" }.joined()
    }

    private func axes(_ pattern: String) -> String {
        ["x", "y", "z"].map { pattern.replacing("%", with: $0) }.joined(separator: ",")
    }

    private static let force = "0.5,-0.25,9.75"
    private static let rate = "0.01,-0.02,0.03"
    private static let field = "20.5,-3.25,-41.5"

    @Test(arguments: [
        ("Zeit (s)", "Beschleunigung % (m/s²)", "Drehrate % (rad/s)", "Magnetfeld % (µT)"),
        ("Temps (s)", "Accélération % (m/s²)", "Vitesse angulaire % (rad/s)", "Champ magnétique % (µT)"),
        ("Tiempo (s)", "Aceleración % (m/s²)", "Velocidad angular % (rad/s)", "Campo magnético % (µT)"),
        ("tempo", "accelerazione_%", "giroscopio_% (rad/s)", "campo_magnetico_%"),
        ("时间(s)", "加速度%", "角速度% (rad/s)", "磁场%"),
        ("время", "Ускорение %", "Гироскоп % (rad/s)", "Магнитное поле %"),
        ("tiempo (s)", "Acel_%", "Giro_% (rad/s)", "Campo_%"),
        ("time (s)", "Percepatan %", "giroskop_% (rad/s)", "medan magnet %"),
        ("zaman (s)", "İvme %", "açısal hız % (rad/s)", "manyetik %"),
        ("час", "прискорення %", "гіроскоп % (rad/s)", "магнітометр %"),
        ("time (s)", "%acc", "%gyro (rad/s)", "%mag"),
        ("time (s)", "specific_force_%", "body_rate_% (rad/s)", "field_%"),
        ("time (s)", "accelero_%", "gyro_% (rad/s)", "compass_%"),
        ("time (s)", "acc_%", "w% (rad/s)", "magneticField.field.%"),
        ("time (s)", "acc_%_filtered", "gyr_%_lp (rad/s)", "magnetic_flux_density_%"),
    ])
    func names(_ time: String, _ force: String, _ rate: String, _ field: String) throws {
        let recording = try read(
            table("\(time),\(axes(force)),\(axes(rate)),\(axes(field))", "\(Self.force),\(Self.rate),\(Self.field)"))
        #expect(recording.accelerometer.values.first == Vector3(0.5, -0.25, 9.75))
        #expect(recording.gyroscope.values.first == Vector3(0.01, -0.02, 0.03))
        #expect(recording.magnetometer.values.first == Vector3(20.5, -3.25, -41.5))
        #expect(recording.accelerometer.times.last == 3_980_000_000)
    }

    @Test(
        "vectors in the earth's axes and statistics are no readings, whichever comes first",
        arguments: [
            "acc_earth_%", "world_acc_%", "globalAcc%", "acc_%_ned", "enu_a%", "FreeAcc_%", "std_acc_%", "acc_%_var",
            "min_a%",
        ])
    func noReadings(_ name: String) throws {
        let other = "0.01,0.02,9.8"
        for (names, cells) in [
            ("\(axes(name)),\(axes("a%"))", "\(other),\(Self.force)"),
            ("\(axes("a%")),\(axes(name))", "\(Self.force),\(other)"),
        ] {
            let recording = try read(table("time (s),\(names)", cells))
            #expect(recording.accelerometer.values.first == Vector3(0.5, -0.25, 9.75))
            #expect(!recording.warnings.contains { $0.message.contains("several devices") })
            #expect(recording.warnings.contains { $0.code == .unknownColumns })
        }
        let alone = try read(table("time (s),\(axes(name)),\(axes("m%"))", "\(other),\(Self.field)"))
        #expect(alone.accelerometer.isEmpty && alone.magnetometer.count == 200)
    }

    @Test(
        "raw readings go before those that a filter changed, whichever comes first",
        arguments: ["acc_%_filtered", "filtered_acc_%", "lp_a%", "acc_mean_%", "accSmoothed.%", "a%_kf"])
    func filtered(_ name: String) throws {
        let smooth = "0.4,-0.2,9.8"
        for (names, cells) in [
            ("\(axes(name)),\(axes("acc_%"))", "\(smooth),\(Self.force)"),
            ("\(axes("acc_%")),\(axes(name))", "\(Self.force),\(smooth)"),
        ] {
            let recording = try read(table("time (s),\(names)", cells))
            #expect(recording.accelerometer.values.first == Vector3(0.5, -0.25, 9.75))
            #expect(recording.warnings.contains { $0.code == .unknownColumns })
        }
        let alone = try read(table("time (s),\(axes(name))", smooth))
        #expect(alone.accelerometer.values.first == Vector3(0.4, -0.2, 9.8))
    }

    @Test(
        "a field that is there raw and corrected is one sensor, whichever comes first",
        arguments: [
            ("mag_%_raw", "mag_%_cal"), ("mag_raw_%", "mag_%"), ("m%_raw", "m%"), ("m%", "m%_cal"),
            ("raw_mag_%", "calibrated_mag_%"), ("mag_uncal_%", "mag_cal_%"),
        ])
    func rawAndCorrected(_ raw: String, _ corrected: String) throws {
        let rawField = "120.5,-43.25,38.5"
        for (names, cells) in [
            ("\(axes(raw)),\(axes(corrected))", "\(rawField),\(Self.field)"),
            ("\(axes(corrected)),\(axes(raw))", "\(Self.field),\(rawField)"),
        ] {
            let text = table("time (s),\(axes("a%")),\(names)", "\(Self.force),\(cells)")
            var options = ReadOptions()
            options.assumptions = try ["magnetometer=uT"].map(Assumption.init)
            let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
            #expect(recording.magnetometer.values.first == Vector3(120.5, -43.25, 38.5))
            #expect(recording.magnetometerCorrected.values.first == Vector3(20.5, -3.25, -41.5))
        }
    }

    @Test("a chip's counts beside readings with a unit are not read")
    func counts() throws {
        let names = "time (s),\(axes("a%_raw")),\(axes("a%_g"))"
        let recording = try read(table(names, "820,-410,16300,0.05,-0.025,0.995"))
        #expect((recording.accelerometer.values[0].z - 0.995 * 9.80665).magnitude < 1e-9)
    }

    @Test("bodies that take turns are refused; states that do are not")
    func labels() throws {
        func rows(_ name: String, _ label: (Int) -> String, _ value: (Int) -> Double) -> String {
            "time (s),\(name),ax,ay,az\n"
                + (0..<200).map { "\(Double($0 / 2) / 50),\(label($0)),\(value($0)),0.25,9.7\n" }.joined()
        }
        let error = #expect(throws: SensorLabError.self) {
            try read(rows("position", { $0 % 2 == 0 ? "waist" : "wrist" }, { $0 % 2 == 0 ? 0.01 * Double($0) : -2 }))
        }
        #expect(error?.code == .severalDevices)
        let states = try read(rows("activity", { $0 % 2 == 0 ? "walk" : "run" }, { 0.01 * Double($0) }))
        #expect(states.accelerometer.count == 200)
    }

    @Test(
        "axes alone with a unit of acceleration are an accelerometer's", arguments: ["[g]", "(g)", "(mg)", "(m/s^2)"])
    func unitOfAxes(_ unit: String) throws {
        let cells = unit == "(mg)" ? "50,-25,990" : unit == "(m/s^2)" ? Self.force : "0.05,-0.025,0.99"
        let recording = try read(
            table("Time [s],\(["X", "Y", "Z"].map { "\($0) \(unit)" }.joined(separator: ","))", cells))
        #expect((9.5...10).contains(recording.accelerometer.values.first?.z ?? 0))
    }
}
