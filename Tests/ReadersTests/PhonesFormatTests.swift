import Foundation
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Units, signs and frames of the phones folder, proven by poses.
struct PhonesFormatTests {
    private static let iOS = """
        {"device": "iPhone5", "os": "ios", "boot_time_s": 58202.2274, "start_unix_s": null,
         "units": {"accelerometer": "g", "gyroscope": "rad/s", "magnetometer": "uT"},
         "sign_convention": "ios: lying face up at rest z reads -1; specific force = -9.80665 * value",
         "attitude_frame": "phone -> x magnetic north, y west, z up", "date": "2016-06-03, 11:34:15",
         "site": {"latitude": 45.187778, "longitude": 5.726945, "altitude_m": 200.0, "place": "a room"}}
        """
    private static let android = """
        {"device": "Nexus5", "os": "android", "start_unix_s": 1464872308,
         "units": {"accelerometer": "m/s^2", "gyroscope": "rad/s", "magnetometer": "uT"},
         "sign_convention": "android: lying face up at rest z reads +9.8",
         "attitude_frame": "phone -> x east, y magnetic north, z up"}
        """

    @Test func iPhoneFaceUp() throws {
        let recording = try read([
            "meta.json": Self.iOS,
            "accelerometer.csv": "t,x,y,z\n58202.2837,0.25,0.5,-1\n",
            "attitude.csv": "t,qw,qx,qy,qz\n58202.2837,1,0,0,0\n",
            "reference.csv": "t,qw,qx,qy,qz\n58202.2837,1,0,0,0\n",
        ])
        #expect(recording.accelerometer.times == [58_202_283_700_000])
        #expect(recording.accelerometer.values == [Vector3(-0.25 * 9.80665, -0.5 * 9.80665, 9.80665)])
        // The identity means: x to magnetic north. In east-north-up that is y, and the top edge looks west.
        expectVector(recording.attitude.values[0].rotate(Vector3(1, 0, 0)), Vector3(0, 1, 0), within: 1e-15)
        expectVector(recording.attitude.values[0].rotate(Vector3(0, 1, 0)), Vector3(-1, 0, 0), within: 1e-15)
        #expect(recording.reference.values == [.identity])
        #expect(recording.metadata.referenceNorth == .true)
        #expect(recording.metadata.attitudeNorth == .magnetic)
        #expect(recording.metadata.date == CalendarDate(year: 2016, month: 6, day: 3))
        #expect(recording.metadata.place == GeodeticPosition(latitude: 45.187778, longitude: 5.726945, height: 200))
        #expect(recording.provenance[.accelerometer]?.unit == "g")
    }

    /// The user's statement takes precedence over the file's units and signs.
    @Test func assumptions() throws {
        let files = ["meta.json": Self.iOS, "accelerometer.csv": "t,x,y,z\n1,0.25,0.5,-1\n"]
        func read(assuming text: String) throws -> Recording {
            var options = ReadOptions()
            options.assumptions = [try Assumption(parsing: text)]
            return try self.read(files, options)
        }
        let other = try read(assuming: "accelerometer=m/s^2,android")
        #expect(other.accelerometer.values == [Vector3(0.25, 0.5, -1)])
        #expect(other.provenance[.accelerometer]?.unit == "m/s^2")
        #expect(other.provenance[.accelerometer]?.decidedBy.hasPrefix("--assume") == true)
        let sign = try read(assuming: "accelerometer=android")
        #expect(sign.accelerometer.values == [Vector3(0.25 * 9.80665, 0.5 * 9.80665, -9.80665)])
        #expect(other.warnings.isEmpty)
    }

    @Test func androidFaceUp() throws {
        let recording = try read([
            "meta.json": Self.android,
            "accelerometer.csv": "t,x,y,z\n0,0,0,9.8\n0.01,0,0,10\n0.02,0,0,9.8\n",
            "linear_acceleration.csv": "t,x,y,z\n0.005,0,0,0.1\n0.015,0,0,0.3\n0.025,0,0,0\n",
            "attitude.csv": "t,qw,qx,qy,qz\n0,1,0,0,0\n",
            "magnetometer.csv": "t,x,y,z\n0,100,0,0\n1,100,0,0\n2,100,0,0\n",
            "magnetometer_bias_device.csv": "t,x,y,z\n0.5,90,0,0\n2,80,0,0\n",
        ])
        #expect(recording.accelerometer.values[0] == Vector3(0, 0, 9.8))
        #expect(recording.attitude.values == [.identity])
        // The accelerometer at 0.005 s and at 0.015 s is 9.9; after its last sample there is no gravity.
        #expect(recording.gravity.times == [5_000_000, 15_000_000])
        expectVector(recording.gravity.values[0], Vector3(0, 0, 9.8), within: 1e-14)
        expectVector(recording.gravity.values[1], Vector3(0, 0, 9.6), within: 1e-14)
        // The first bias holds before it was written, then until the next.
        #expect(recording.magnetometerCorrected.values.map(\.x) == [10, 10, 20])
        // That is when the recording was closed: the day is known, the wall clock at zero is not.
        #expect(recording.metadata.unixSecondsAtZero == nil)
        #expect(recording.metadata.date == CalendarDate(year: 2016, month: 6, day: 2))
        #expect(recording.provenance[.gravity]?.decidedBy.hasPrefix("derived: ") == true)
    }

    @Test(
        arguments: [
            ("{", .badMetadata),
            (android.replacing("\"android:", with: "\"ios:"), .contradiction),
            (android.replacing("m/s^2", with: "furlong"), .unknownUnit),
        ] as [(String, ErrorCode)])
    func badMetadata(_ meta: String, _ code: ErrorCode) {
        do {
            _ = try read(["meta.json": meta, "accelerometer.csv": "t,x,y,z\n0,0,0,9.8\n"])
            Issue.record("no error")
        } catch let error as SensorLabError {
            #expect(error.code == code)
            #expect(error.kind == .badData)
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func groundTruthIsNotOpened() throws {
        // The checksum covers the files that were opened.
        let files = ["meta.json": Self.android, "accelerometer.csv": "t,x,y,z\n0,0,0,9.8\n"]
        var options = ReadOptions()
        options.checksum = true
        let alone = try read(files, options)
        let together = try read(files.merging(["truth.json": "{}"]) { a, _ in a }, options)
        #expect(alone.metadata.sha256 != nil)
        #expect(alone.metadata.sha256 == together.metadata.sha256)
    }

    @Test func anEmptyStreamIsAWarning() throws {
        let recording = try read([
            "meta.json": Self.android, "accelerometer.csv": "t,x,y,z\n0,0,0,9.8\n", "gyroscope.csv": "t,x,y,z\n",
            "magnetometer.csv": "",
        ])
        #expect(recording.warnings.map(\.code) == [.emptyStream, .emptyStream])
        #expect(recording.sensors == [.accelerometer])
    }

    @Test func filesCutAnywhere() throws {
        let accelerometer = "t,x,y,z\n" + (0..<20).map { "\(Double($0) / 100),0.1,0.2,9.\($0)\n" }.joined()
        let whole = try read(["meta.json": Self.iOS, "accelerometer.csv": accelerometer])
        for count in 0..<Self.iOS.utf8.count - 1 {
            expectSane(["meta.json": String(Self.iOS.prefix(count)), "accelerometer.csv": accelerometer], whole)
        }
        for count in 0..<accelerometer.utf8.count {
            expectSane(["meta.json": Self.iOS, "accelerometer.csv": String(accelerometer.prefix(count))], whole)
        }
    }

    /// An error of the tool, or a stated warning, or the beginning of the whole.
    private func expectSane(_ files: [String: String], _ whole: Recording) {
        do {
            let recording = try read(files)
            let isBeginning = whole.accelerometer.values.starts(with: recording.accelerometer.values)
            #expect(isBeginning || !recording.warnings.isEmpty)
        } catch let error as SensorLabError {
            #expect(error.kind == .badData && !error.message.isEmpty)
        } catch {
            Issue.record("\(error)")
        }
    }

    private func read(_ files: [String: String], _ options: ReadOptions = ReadOptions()) throws -> Recording {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        return try RecordingReader.read(path: folder, options: options)
    }
}
