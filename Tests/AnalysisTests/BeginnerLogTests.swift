import Readers
import Recordings
import Rotations
import SensorModels
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

/// The log that a beginner writes: one table in the phone's own units and signs, a raw magnetometer, any header and
/// clock.
///
/// It is read correctly or refused with a question, never read wrongly: each log holds the same readings as a canonical
/// one and must give the same headings, or end with an option to paste.
@Suite("Beginners' logs")
struct BeginnerLogTests {
    /// One way in which such a log is written.
    struct Style: CustomTestStringConvertible, Sendable {
        var number: Int
        /// CoreMotion's sign: face up z = -1.
        var isIOS: Bool
        var isInG: Bool
        var isInGauss: Bool
        /// Length of the magnetometer's own offset, microtesla.
        var hardIron: Double
        /// Stamps per second.
        var ticks: Double
        var hasGyroscope: Bool
        /// Whether gyroscopes give degrees.
        var isInDegrees: Bool
        var place: GeodeticPosition
        /// The phone lies still, and its readings are coarse: nothing tells microtesla from milligauss.
        var neverTurns = false

        var testDescription: String {
            "\(number): \(isIOS ? "ios" : "android") \(isInG ? "g" : "m/s^2") \(isInGauss ? "gauss" : "uT") "
                + "hard iron \(hardIron), \(ticks) ticks, gyroscope \(hasGyroscope), at \(place.latitude)"
        }
    }

    private static let barcelona = GeodeticPosition(latitude: 41.375, longitude: 2.149, height: 80)
    private static let sydney = GeodeticPosition(latitude: -33.86, longitude: 151.21, height: 20)
    /// On the magnetic equator.
    private static let huancayo = GeodeticPosition(latitude: -12.06, longitude: -75.21, height: 3260)

    static let styles: [Style] = (0..<24).map { k in
        Style(
            number: k, isIOS: k % 2 == 1, isInG: k % 4 == 1 || k % 8 == 2, isInGauss: k % 6 == 5 && k != 23,
            hardIron: [0, 60, 300, 600][k / 2 % 4], ticks: [1e3, 1e6, 1e9, 1][k % 4], hasGyroscope: k % 3 != 2,
            isInDegrees: k % 5 == 3, place: [barcelona, sydney, barcelona, huancayo][k / 6], neverTurns: k == 23)
    }

    /// Time, accelerometer, gyroscope, magnetometer, gravity.
    static let headers = [
        ["timestamp", "accX,accY,accZ", "gyroX,gyroY,gyroZ", "magX,magY,magZ", "gravityX,gravityY,gravityZ"],
        [
            "Time;", "Acceleration x;Acceleration y;Acceleration z", "Gyroscope x;Gyroscope y;Gyroscope z",
            "Magnetic x;Magnetic y;Magnetic z", "Gravity x;Gravity y;Gravity z",
        ],
        ["time", "accel_x,accel_y,accel_z", "gyro_x,gyro_y,gyro_z", "mag_x,mag_y,mag_z", "grav_x,grav_y,grav_z"],
        ["t", "ax,ay,az", "gx,gy,gz", "mx,my,mz", "gravx,gravy,gravz"],
        ["Timestamp", "a_x,a_y,a_z", "w_x,w_y,w_z", "m_x,m_y,m_z", "gravity_x,gravity_y,gravity_z"],
        [
            "time", "accelerometer.x,accelerometer.y,accelerometer.z", "gyroscope.x,gyroscope.y,gyroscope.z",
            "magnetometer.x,magnetometer.y,magnetometer.z", "gravity.x,gravity.y,gravity.z",
        ],
        [
            "elapsed", "accelerometerX,accelerometerY,accelerometerZ", "rotationRateX,rotationRateY,rotationRateZ",
            "magneticFieldX,magneticFieldY,magneticFieldZ", "gravityX,gravityY,gravityZ",
        ],
        [
            "TIMESTAMP\t", "ACC_X\tACC_Y\tACC_Z", "GYR_X\tGYR_Y\tGYR_Z", "MAG_X\tMAG_Y\tMAG_Z",
            "GRAVITY_X\tGRAVITY_Y\tGRAVITY_Z",
        ],
        ["epoch", "acc_x,acc_y,acc_z", "angvel_x,angvel_y,angvel_z", "magn_x,magn_y,magn_z", "grav_x,grav_y,grav_z"],
        ["time stamp", "AccX,AccY,AccZ", "GyrX,GyrY,GyrZ", "MagX,MagY,MagZ", "GravX,GravY,GravZ"],
    ]

    /// The rows of all sensors at the accelerometer's stamps, in SI and microtesla.
    struct Rows {
        var times: [Double] = []
        var acceleration: [Vector3] = []
        var rate: [Vector3] = []
        var field: [Vector3] = []
        var gravity: [Vector3] = []

        init(_ style: Style) throws {
            var options = SimulationOptions()
            options.seed = UInt64(style.number + 1)
            options.duration = 60
            options.place = style.place
            options.device = .nexus5
            options.device.magnetometer.hardIron = style.hardIron * Vector3(0.36, -0.48, 0.8)
            let log = try Scenario.named(style.neverTurns ? "turntable" : "ar-panning").simulate(options).recording
            for (index, time) in log.accelerometer.times.enumerated() {
                // A log that starts with the first row of all sensors, and rests there where it never turns.
                let source = style.neverTurns ? log.accelerometer.times[0] + 1_000_000_000 : time
                func held(_ stream: VectorStream) -> Vector3 {
                    stream.values[max(0, stream.index(atOrAfter: source + 1) - 1)]
                }
                times.append(Double(time - log.accelerometer.times[0]) * 1e-9)
                acceleration.append(style.neverTurns ? held(log.accelerometer) : log.accelerometer.values[index])
                rate.append(held(log.gyroscope))
                field.append(held(log.magnetometer))
                gravity.append(held(log.gravity))
            }
        }

        /// As the beginner writes it.
        func table(_ style: Style) -> String {
            let header = BeginnerLogTests.headers[style.number % BeginnerLogTests.headers.count]
            let separator = header[1].contains(";") ? ";" : header[1].contains("\t") ? "\t" : ","
            let force = (style.isIOS ? -1.0 : 1) / (style.isInG ? 9.80665 : 1)
            let columns: [(String, [Vector3], Double)] =
                [(header[1], acceleration, force)]
                + (style.hasGyroscope ? [(header[2], rate, style.isInDegrees ? Angle.degrees(1) : 1)] : [])
                + [(header[3], field, style.isInGauss ? 0.01 : 1)]
                + (style.neverTurns ? [] : [(header[4], gravity, force)])
            let title = [header[0].filter { $0 != ";" && $0 != "\t" }] + columns.map(\.0)
            var lines = [title.joined(separator: separator)]
            for row in times.indices {
                let time =
                    style.ticks == 1 ? "\(times[row])" : "\(Int64(clamping: (times[row] * style.ticks).rounded()))"
                let cells = columns.flatMap { _, values, factor in
                    (0..<3).map { axis in
                        let value = values[row][axis] * factor
                        return style.neverTurns
                            ? "\((value / 0.5).rounded() * 0.5)" : "\((value * 1e5).rounded() / 1e5)"
                    }
                }
                lines.append(([time] + cells).joined(separator: separator))
            }
            return lines.joined(separator: "\n") + "\n"
        }

        /// The same readings as a canonical log has them.
        func canonical(_ style: Style) -> Recording {
            let stamps = times.map { Int64(clamping: ($0 * 1e9).rounded()) }
            func stream(_ values: [Vector3]) -> VectorStream { VectorStream(times: stamps, values: values) }
            var log = Recording()
            (log.accelerometer, log.magnetometer) = (stream(acceleration), stream(field))
            if !style.neverTurns { log.gravity = stream(gravity) }
            if style.hasGyroscope { log.gyroscope = stream(rate) }
            log.metadata.place = style.place
            return log
        }
    }

    /// Degrees; `nil` where the log does not determine the magnetometer's offset, and with it no heading.
    private static func headings(_ log: Recording) throws -> [Double]? {
        var options = AnalysisOptions()
        options.north = .magnetic
        let prepared = try PreparedLog(log, name: "a beginner's log", options: options)
        guard prepared.calibration.magnetometer?.accepted == true else { return nil }
        let track = try prepared.track(FilterRequest(name: "sensorlab").resolved())
        return track.estimates.suffix(track.count / 2).compactMap {
            $0.orientation.heading(of: prepared.headingAxis).map(Angle.degrees)
        }
    }

    @Test("units, signs and clock are found, or asked for", arguments: styles)
    func readRight(_ style: Style) throws {
        let rows = try Rows(style)
        var options = ReadOptions()
        options.place = style.place
        let log: Recording
        do {
            log = try RecordingReader.read(bytes: Array(rows.table(style).utf8), name: "log.csv", options: options)
        } catch let error as SensorLabError {
            // A question is allowed only where nothing decides: a phone that never turns, a field that is level, a
            // sign that no other log in this unit has.
            #expect(error.kind == .badData && error.advice.contains("--assume"), "\(error)")
            #expect(
                style.neverTurns || style.place == Self.huancayo || error.message.contains("the sign of"),
                "asked without need: \(error)")
            return
        }
        // Under a level field only the unit tells the sign: it is doubted.
        if style.place == Self.huancayo, log.warnings.contains(where: { $0.code == .signUndecided }) { return }
        #expect(!style.neverTurns, "nothing tells its unit")
        let canonical = rows.canonical(style)
        for sensor in [SensorKind.accelerometer, .gravity, .gyroscope, .magnetometer] {
            let (read, expected) = (log.vectors(of: sensor), canonical.vectors(of: sensor))
            #expect(read.count == expected.count, "\(sensor)")
            guard let a = read.values.last, let b = expected.values.last else { continue }
            // Five decimals of the log's unit.
            #expect((a - b).length < 2e-3, "\(sensor): \(a), not \(b)")
        }
        guard let truth = try Self.headings(canonical) else { return }
        let mine = try #require(try Self.headings(log))
        let differences = zip(mine, truth).map { Angle.wrapDegrees($0 - $1).magnitude }
        let median = try #require(Percentile.median(differences))
        #expect(median < 0.5)
    }
}
