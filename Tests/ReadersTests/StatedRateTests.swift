import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// A rate that a log states above its header, and headers of two lines, titles, places with letters and stamps that a
/// spreadsheet rounded.
struct StatedRateTests {
    private func read(_ text: String, rate: Double? = nil) throws -> Recording {
        var options = ReadOptions()
        if let rate { options.assumptions = try ["rate=\(rate)"].map(Assumption.init) }
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    private func rows(_ row: (Int) -> String) -> String { (0..<200).map { row($0) + "\n" }.joined() }

    @Test(arguments: [
        "# Sample rate: 50 Hz", "% Fs = 50 Hz", "Sample Rate,50", "Sampling frequency: 50.0 Hz", "SampleRate (Hz): 50",
        "// ODR=50Hz", "Abtastrate;50 Hz", "# Sampling interval: 20 ms", "# dt = 0.02 s",
        "IMU v2 sample period 20000 us",
        "@ Date: Sat Nov 11 15:39:03 2017, Sampling Time: 20ms",
    ])
    func lines(_ line: String) throws {
        #expect(StatedRate(in: [line])?.hertz == 50)
        for header in ["ax,ay,az", "sample,ax,ay,az", "time,ax,ay,az"] {
            let count = header.hasPrefix("ax") ? { (_: Int) in "" } : { "\($0)," }
            let text = "\(line)\n\(header)\n" + rows { "\(count($0))0.5,-0.25,9.75" }
            let recording = try read(text)
            #expect(recording.accelerometer.times.last == 3_980_000_000)
            #expect(recording.warnings.contains { $0.code == .assumedRate })
            #expect(try read(text, rate: 100).accelerometer.times.last == 1_990_000_000)
        }
    }

    @Test(arguments: [
        "# Heart rate: 72", "# Baud rate 115200", "# Duration: 20 s", "# Error rate: 0.5", "# 50 samples",
        "# gyro rate 50, accelerometer rate 100",
        "# range 2 g, 100 dps", "",
    ])
    func noRates(_ line: String) { #expect(StatedRate(in: [line]) == nil) }

    @Test("different rates of sensors are none of the rows; a time column goes before a rate")
    func others() throws {
        #expect(StatedRate(in: ["Accel sample rate: 50 Hz", "Mag sample rate: 20 Hz"]) == nil)
        let text = "# Sample rate: 50 Hz\ntime (s),ax,ay,az\n" + rows { "\(Double($0) / 100),0.5,-0.25,9.75" }
        #expect(try read(text).accelerometer.times.last == 1_990_000_000)
    }

    // MARK: Headers

    @Test(
        "sensors above their axes, as spreadsheets write merged cells",
        arguments: [
            ",Accelerometer,,,Magnetometer,,\nTime (s),X,Y,Z,X,Y,Z",
            "Time,Accelerometer (m/s^2),,,Magnetometer (uT),,\ns,x,y,z,x,y,z",
            "Time (s),Accelerometer,Accelerometer,Accelerometer,Magnetometer,Magnetometer,Magnetometer\n,x,y,z,x,y,z",
        ])
    func groups(_ header: String) throws {
        let recording = try read(header + "\n" + rows { "\(Double($0) / 50),0.5,-0.25,9.75,20.5,-3.25,-41.5" })
        #expect(recording.accelerometer.values.first?.z == 9.75)
        #expect(recording.magnetometer.values.first?.z == -41.5)
        #expect(recording.accelerometer.times.last == 3_980_000_000 && recording.accelerometer.count == 200)
    }

    @Test(
        "separators behind the last names alone",
        arguments: [
            "Time (s);Accelerometer;;;Magnetometer;;;\n;X;Y;Z;X;Y;Z;",
            "Time (s);Accelerometer;;;Magnetometer;;;;;\n;X;Y;Z;X;Y;Z;;;",
            "time (s);ax;ay;az;mx;my;mz;;;",
        ])
    func emptyNames(_ header: String) throws {
        let recording = try read(header + "\n" + rows { "\(Double($0) / 50);0.5;-0.25;9.75;20.5;-3.25;-41.5" })
        #expect(recording.accelerometer.count == 200 && recording.magnetometer.values.first?.z == -41.5)
    }

    @Test("a title in the first cell, empty cells behind the rows, bars between cells")
    func spreadsheets() throws {
        let force = rows { "\(Double($0) / 50);0.5;-0.25;9.75" }
        for text in [
            "Measurement 1;;;\ntime (s);ax;ay;az\n" + force,
            "time (s);ax;ay;az\n" + force.replacing("\n", with: ";;;\n"),
            "time (s)|ax|ay|az\n" + force.replacing(";", with: "|"),
            "time (s);ax;ay;az\n" + force.replacing("-0.25", with: "\u{2212}0.25"),
        ] {
            let recording = try read(text)
            #expect(recording.accelerometer.count == 200)
            #expect(recording.accelerometer.values.first?.y == -0.25)
        }
    }

    // MARK: Places

    @Test(arguments: [
        ("48.1N", 48.1), ("48.1 S", -48.1), ("S48.1", -48.1), ("48.1°", 48.1), ("48°06'00\"N", 48.1),
        ("48:06:00 N", 48.1), ("48 06.000 S", -48.1), ("-11.5", -11.5), ("11°30′W", -11.5),
    ])
    func coordinates(_ text: String, _ degrees: Double) throws {
        let found = try #require(CoordinateText.degrees(text))
        #expect((found - degrees).magnitude < 1e-12)
    }

    @Test(arguments: ["", "N", "48.1X", "48.1NS", "4806.000S", "48°61'N", "1.2.3N", "12-5"])
    func noCoordinates(_ text: String) { #expect(CoordinateText.degrees(text) == nil) }

    @Test("a log with such places has them, and one with unreadable ones is read without")
    func places() throws {
        func text(_ latitude: String, _ longitude: String) -> String {
            "time (s),ax,ay,az,lat,lon\n" + rows { "\(Double($0) / 50),0.5,-0.25,9.75,\(latitude),\(longitude)" }
        }
        let place = try #require(try read(text("33.9S", "151.2 E")).metadata.place)
        #expect((place.latitude + 33.9).magnitude < 1e-12 && (place.longitude - 151.2).magnitude < 1e-12)
        let without = try read(text("here", "there"))
        #expect(without.accelerometer.count == 200 && without.metadata.place == nil)
        #expect(without.warnings.contains { $0.code == .emptyStream })
    }

    @Test(
        "columns that say north or south, and east or west",
        arguments: ["NS,EW", "N/S,E/W", "lat_dir,lon_dir", "Latitude Ref,Longitude Ref"])
    func hemispheres(_ names: String) throws {
        let text = "time (s),ax,ay,az,lat,lon,\(names)\n" + rows { "\(Double($0) / 50),0.5,-0.25,9.75,33.9,70.6,S,W" }
        let recording = try read(text)
        let place = try #require(recording.metadata.place)
        #expect(place.latitude == -33.9 && place.longitude == -70.6)
        #expect(!recording.warnings.contains { $0.code == .unknownColumns })
    }

    // MARK: Sensor Logger through a spreadsheet

    @Test("seconds since the start count where the times were rounded to a few")
    func roundedTimes() throws {
        let text = "time,seconds_elapsed,z,y,x\n" + rows { "1.71456E+18,\(Double($0) / 50),9.75,-0.25,0.5" }
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "TotalAcceleration.csv")
        #expect(recording.accelerometer.times.last == 3_980_000_000)
        #expect(recording.metadata.unixSecondsAtZero == nil)
    }
}
