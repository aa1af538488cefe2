import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Coordinates of receivers, attitudes called orientation, and prints of monitors and programs.
@Suite("Coordinates of receivers, attitudes called orientation, prints of programs")
struct PlacesAndPrintsTests {
    private func read(_ text: String) throws -> Recording {
        try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: ReadOptions())
    }

    private func table(_ names: String, _ cells: (Int) -> String) -> String {
        "time (ms),ax (m/s^2),ay (m/s^2),az (m/s^2),\(names)\n"
            + (0..<300).map { "\($0 * 10),0.5,-0.25,9.7\($0 % 5),\(cells($0))\n" }.joined()
    }

    private func isAt(_ recording: Recording, _ latitude: Double, _ longitude: Double, _ height: Double?) -> Bool {
        guard let place = recording.location.values.first?.place else { return false }
        return abs(place.latitude - latitude) < 1e-6 && abs(place.longitude - longitude) < 1e-6
            && height.map { abs(place.height - $0) < 1e-6 } != false
    }

    @Test("ten-millionths of a degree, and millimetres beside them")
    func parts() throws {
        let recording = try read(table("lat,lon,alt") { "\(481_372_000 + $0),115755000,520000" })
        #expect(recording.location.count == 300)
        #expect(isAt(recording, 48.1372, 11.5755, 520))
        #expect(
            isAt(try read(table("lat,lon,alt (m)") { "\(-481_372_000 - $0),115755000,520" }), -48.1372, 11.5755, 520))
    }

    @Test("degrees and minutes of NMEA with their hemispheres")
    func minutes() throws {
        let recording = try read(table("lat,NS,lon,EW") { _ in "4808.2320,S,1134.5300,E" })
        #expect(isAt(recording, -48.1372, 11.5755, nil))
    }

    @Test(
        "what is certain in no unit stays out, and degrees stay degrees",
        arguments: [
            ("lat,lon", "48137200,11575500", 0), ("lat,lon", "4808.2320,1134.53", 0),
            ("lat,lon", "48.1372,11.5755", 300),
        ])
    func degrees(_ names: String, _ cells: String, _ count: Int) throws {
        #expect(try read(table(names) { _ in cells }).location.count == count)
    }

    @Test(
        "an orientation or a rotation with a w, or a cosine, is a quaternion",
        arguments: [
            "/imu/data/orientation/w,/imu/data/orientation/x,/imu/data/orientation/y,/imu/data/orientation/z",
            "Rotation_cos,Rotation_X,Rotation_Y,Rotation_Z",
        ])
    func quaternions(_ names: String) throws {
        let recording = try read(table(names) { _ in "0.9996,0.0128,-0.0256,0" })
        #expect(recording.attitude.count == 300)
        #expect((recording.attitude.values.first?.w ?? 0) > 0.99)
        // Three angles are none.
        let angles = try read(table("orientation_x,orientation_y,orientation_z") { "\(10 + $0 % 3),20,30" })
        #expect(angles.attitude.isEmpty)
    }

    @Test(
        "times in front of the lines of a monitor", arguments: [" -> ", " > "], ["", "--- Terminal on /dev/ttyUSB0\n"])
    func monitors(_ arrow: String, _ head: String) throws {
        let text =
            head
            + (0..<300).map { row in
                let stamp = "13:20:\(10 + row / 100).\(String("00\(row % 100 * 10)".suffix(3)))"
                return "\(stamp)\(arrow)" + (row == 0 ? "ax,ay,az\n" : "0.5,-0.25,9.75\n")
            }.joined()
        let recording = try read(text)
        #expect(recording.accelerometer.count == 299)
        #expect(abs(recording.accelerometer.duration - 2.98) < 1e-9)
    }

    @Test("prints of Python's logging and of Flutter")
    func prints() throws {
        func stamp(_ row: Int, _ point: String) -> String {
            "2024-03-05 13:20:\(10 + row / 100)\(point)\(String("00\(row % 100 * 10)".suffix(3)))"
        }
        let logging = (0..<300).map {
            "\(stamp($0, ",")) INFO imu: accel=(0.5, -0.25, 9.75) gyro=(0.01, -0.02, 0.03)\n"
        }
        let flutter = (0..<300).map {
            "[AccelerometerEvent (x: 0.5, y: -0.25, z: 9.75, timestamp: \(stamp($0, "."))000)]\n"
        }
        for text in [logging.joined(), flutter.joined()] {
            var options = ReadOptions()
            options.without = [.gyroscope]
            let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "log.txt", options: options)
            #expect(recording.accelerometer.values.first == Vector3(0.5, -0.25, 9.75))
            #expect(abs(recording.accelerometer.duration - 2.99) < 1e-9)
        }
    }
}
