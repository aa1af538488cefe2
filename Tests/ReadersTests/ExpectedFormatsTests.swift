import Foundation
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Every sample of `formats/EXPECTED.csv`: the listed format and sensors, and for every sensor its unit, its sign and a
/// rate that FORMATS.md gives.
struct ExpectedFormatsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var path: String
        var format: String
        var sensors: [String]
        var testDescription: String { path }
        /// The list says that the file has no header, so its columns are unknown.
        var isWithoutHeader: Bool { format.hasPrefix("no header") }
    }

    static let isPresent = FileManager.default.fileExists(atPath: SharedData.dataset("formats/EXPECTED.csv").path)

    static let rows: [Row] = {
        guard let text = try? String(contentsOf: SharedData.dataset("formats/EXPECTED.csv"), encoding: .utf8) else {
            return []
        }
        let dialect = TableDialect(header: "path,format,sensors", rows: [])
        return text.split(separator: "\n").dropFirst().map { line in
            let cells = dialect.cells(unquoted(String(line)))
            return Row(
                path: cells[0], format: cells[1].replacing("\u{1}", with: ","),
                sensors: cells.count > 2 ? cells[2].split(separator: " ").map(String.init) : [])
        }
    }()

    /// Commas inside of quotation marks as another character.
    private static func unquoted(_ line: String) -> String {
        var quoted = false
        return String(
            line.compactMap { character in
                if character == "\"" {
                    quoted.toggle()
                    return nil
                }
                return character == "," && quoted ? "\u{1}" : character
            })
    }

    @Test(.enabled(if: isPresent, "the samples of formats are not there"), arguments: rows)
    func isReadAsExpected(_ row: Row) throws {
        let path = SharedData.dataset("formats/" + row.path).path
        if row.isWithoutHeader {
            #expect { try RecordingReader.read(path: path) } throws: {
                guard let error = $0 as? SensorLabError else { return false }
                return error.code == .unknownFormat && error.kind == .badData && error.advice.contains("header")
            }
            return
        }
        let recording = try RecordingReader.read(path: path)
        // What `info` lists.
        let names = Set(RecordingQuality(recording).streams.map(\.sensor.rawValue))
        #expect(names.isSuperset(of: row.sensors), "found \(names.sorted())")
        // Remarks follow a comma.
        let stated = row.format.hasPrefix("Timestamp,") ? row.format : String(row.format.split(separator: ",")[0])
        #expect(recording.metadata.format == stated)
        for sensor in recording.sensors {
            let provenance = try #require(recording.provenance[sensor], "\(sensor)")
            #expect(!provenance.unit.isEmpty && !provenance.convention.isEmpty && !provenance.decidedBy.isEmpty)
            let times = recording.times(of: sensor)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        }
        // Specific force and gravity of some 9.8 m/s^2 whatever the log's unit was (walking: 6.7 to 13).
        for sensor in [SensorKind.accelerometer, .gravity] where !recording.vectors(of: sensor).isEmpty {
            let length = try #require(MagnitudeEvidence.medianLength(recording.vectors(of: sensor)))
            #expect((6.5...13).contains(length), "\(sensor) \(length)")
        }
    }

    struct Expectation: Sendable, CustomTestStringConvertible {
        var path: String
        var unit: String
        var sign: SignConvention
        /// Accelerometer, Hz; 0 for not tested.
        var rate: Double
        /// The median field, microtesla; 0 for none.
        var field: Double
        var testDescription: String { path }
    }

    /// Units, signs, rates and fields as FORMATS.md states or as measured on the samples by hand.
    @Test(
        .enabled(if: isPresent, "the samples of formats are not there"),
        arguments: [
            Expectation(path: "androsensor/walking1.csv", unit: "m/s^2", sign: .android, rate: 2, field: 43.4),
            Expectation(path: "apdm-opal/imuData01.csv", unit: "m/s^2", sign: .android, rate: 128, field: 71),
            Expectation(path: "euroc", unit: "m/s^2", sign: .android, rate: 200, field: 0),
            Expectation(
                path: "indoor-location-competition-20/5dda14a79191710006b57216.txt", unit: "m/s^2", sign: .android,
                rate: 50, field: 0),
            Expectation(path: "phyphox/ios-walk", unit: "m/s^2", sign: .android, rate: 100.7, field: 41),
            Expectation(path: "phyphox/renamed-headers-trap", unit: "m/s^2", sign: .android, rate: 0, field: 49),
            Expectation(path: "physics-toolbox/elevator.csv", unit: "g", sign: .android, rate: 0, field: 0),
            Expectation(
                path: "px4-ulog-csv/sample_sensor_combined_0.csv", unit: "m/s^2", sign: .android, rate: 250, field: 48),
            Expectation(path: "sensor-logger-android", unit: "m/s^2", sign: .android, rate: 100, field: 44),
            Expectation(
                path: "sensor-logger-android/driving-2024", unit: "m/s^2", sign: .android, rate: 59.35, field: 0),
            Expectation(
                path: "sensor-logger-ios/iphone12mini-2022-09-16_11-15-46", unit: "g", sign: .ios, rate: 100.4, field: 0
            ),
            Expectation(path: "sensor-logger-ios/squats-2022", unit: "m/s^2", sign: .ios, rate: 99.8, field: 48),
            Expectation(path: "sensor-logger-ios/uncalibrated-2023", unit: "g", sign: .ios, rate: 99.9, field: 606),
            Expectation(path: "sensorlog-ios/sensorlog-record.json", unit: "g", sign: .ios, rate: 0, field: 0),
            Expectation(path: "shimmer/read_test_data.csv", unit: "m/s^2", sign: .android, rate: 0, field: 0),
            Expectation(path: "xio-fusion/sensor_data.csv", unit: "g", sign: .android, rate: 100, field: 44),
            Expectation(
                path: "xsens-mtw/MT_012005D6_031-000_00B421AF.txt", unit: "m/s^2", sign: .android, rate: 100, field: 0),
            Expectation(
                path: "broad/02_undisturbed_slow_rotation_B.excerpt.csv", unit: "m/s^2", sign: .android, rate: 71.4,
                field: 45),
        ])
    func hasUnitSignAndRate(_ expected: Expectation) throws {
        let recording = try RecordingReader.read(path: SharedData.dataset("formats/" + expected.path).path)
        let provenance = try #require(recording.provenance[.accelerometer])
        #expect(provenance.unit == expected.unit)
        #expect(provenance.convention.hasPrefix(expected.sign.text), "\(provenance.convention)")
        let quality = RecordingQuality(recording)
        if expected.rate > 0 {
            let rate = try #require(quality[.accelerometer]?.rateHz)
            #expect(abs(rate / expected.rate - 1) < 0.02, "\(rate) Hz")
        }
        if expected.field > 0 {
            let field = try #require(MagnitudeEvidence.medianLength(recording.magnetometer))
            #expect(abs(field / expected.field - 1) < 0.1, "\(field) uT")
        }
    }

    /// What is converted comes back as the same streams, bit for bit.
    @Test(.enabled(if: isPresent, "the samples of formats are not there"), arguments: rows)
    func comesBackFromTheCanonicalLog(_ row: Row) throws {
        guard !row.isWithoutHeader else { return }
        let recording = try RecordingReader.read(path: SharedData.dataset("formats/" + row.path).path)
        let back = try RecordingReader.read(bytes: try CanonicalWriter.bytes(of: recording), name: "converted.csv")
        expectSameStreams(back, recording)
        // Place, date, device, wall-clock start and all the rest; only the format is another one.
        var expected = recording.metadata
        expected.format = "canonical"
        expected.clock = nil
        #expect(back.metadata == expected)
    }

    @Test(.enabled(if: isPresent, "the samples of formats are not there"))
    func allRowsAreThere() { #expect(Self.rows.count == 43) }

    @Test(.enabled(if: isPresent, "the samples of formats are not there"))
    func spreadsheetStampsAreReported() throws {
        let path = SharedData.dataset("formats/euroc/data-resaved-by-spreadsheet.csv").path
        let recording = try RecordingReader.read(path: path)
        #expect(recording.gyroscope.times.first == 1_403_636_579_758_560_000)
        #expect(recording.warnings.contains { $0.code == .roundedStamps && $0.message.contains("10.0 us") })
    }
}
