import Foundation
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Logs of programs that write what no sensor measured, or not when it was measured.
struct CarelessWriterTests {
    private func read(_ text: String, assume: [String] = []) throws -> Recording {
        var options = ReadOptions()
        options.assumptions = try assume.map(Assumption.init)
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    private func error(_ text: String, assume: [String] = []) throws -> SensorLabError {
        try #require(#expect(throws: SensorLabError.self) { try read(text, assume: assume) })
    }

    private func cells(_ v: Vector3, _ places: Int = 4) -> String {
        [v.x, v.y, v.z].map { String(format: "%.\(places)f", $0) }.joined(separator: ",")
    }

    /// A device that turns, with noise.
    private func samples() -> [(force: Vector3, rate: Vector3, field: Vector3)] {
        var random = SplitMix64(seed: 7)
        return RoleEvidenceTests.Motion.samples().map {
            ($0.force + random.vector(0.02), $0.rate + random.vector(0.002), $0.field + random.vector(0.3))
        }
    }

    // MARK: Copies

    @Test("the numbers of one sensor under two names are read once, as what they are", arguments: [true, false])
    func copies(isForce: Bool) throws {
        let rows = samples().enumerated().map { row, sample in
            let value = cells(isForce ? sample.force : sample.rate)
            return "\(Double(row) / 50),\(value),\(value),\(cells(sample.field))\n"
        }
        let recording = try read("time (s),ax,ay,az,gx,gy,gz,mx (uT),my (uT),mz (uT)\n" + rows.joined())
        #expect(recording.accelerometer.isEmpty != isForce && recording.gyroscope.isEmpty == isForce)
        let (copy, original) = isForce ? ("gyroscope", "accelerometer") : ("accelerometer", "gyroscope")
        #expect(recording.warnings.contains { $0.message.contains("the \(copy) (") && $0.message.contains(original) })
        #expect(recording.lostSensors == [isForce ? .gyroscope : .accelerometer])
    }

    // MARK: No readings

    @Test("a log of zeros has no reading, whatever its length", arguments: [10, 200])
    func zeros(count: Int) throws {
        let rows = (0..<count).map { "\(Double($0) / 50),0,0,0,0,0,0\n" }.joined()
        let error = try error("time (s),ax,ay,az,gx,gy,gz\n" + rows)
        #expect(error.code == .noSamples && error.message.contains("all \(count) samples are zero"))
    }

    @Test("one limit on all axes throughout is no rate")
    func limits() throws {
        let rows = samples().enumerated().map { "\(Double($0) / 50),\(cells($1.force)),-250,-250,-250\n" }
        let recording = try read("time (s),ax,ay,az,gx,gy,gz\n" + rows.joined())
        #expect(recording.sensors == [.accelerometer])
        #expect(recording.warnings.contains { $0.code == .frozenSensor && $0.message.contains("gyroscope") })
    }

    @Test(
        "a force that is too short at rest is read with a warning",
        arguments: ["ax (m/s^2),ay (m/s^2),az (m/s^2)", "ax,ay,az"])
    func wrongScale(names: String) throws {
        let rows = samples().enumerated().map { "\(Double($0) / 50),\(cells(5 / 9.80665 * $1.force))\n" }
        let recording = try read("time (s),\(names)\n" + rows.joined())
        #expect(recording.warnings.contains { $0.code == .unitUndecided && $0.message.contains("accelerometer") })
    }

    // MARK: Arrival times

    /// Rows that arrive in packets.
    private func packets(_ rows: Int, stamp: (Int) -> Double) -> String {
        "timestamp_ms,ax (m/s^2),ay (m/s^2),az (m/s^2),gx,gy,gz\n"
            + samples().enumerated().map { row, sample in
                String(format: "%.2f", stamp(row)) + ",\(cells(sample.force)),\(cells(sample.rate, 5))\n"
            }.joined()
    }

    @Test("rows in packets are spread evenly where the readings run on across the pauses", arguments: [4, 10])
    func arrivals(size: Int) throws {
        let recording = try read(
            packets(size) { row in Double(row / size + 1) * Double(size) * 20 + Double(row % size) * 2 })
        let steps = zip(recording.gyroscope.times.dropFirst(), recording.gyroscope.times).map { $0 - $1 }
        #expect(steps.dropFirst(size).dropLast(size).allSatisfy { (18_000_000...22_000_000).contains($0) })
        #expect(recording.warnings.contains { $0.code == .roundedStamps && $0.message.contains("packets of \(size)") })
        #expect(recording.provenance[.gyroscope]?.unit == "rad/s")
    }

    @Test("a sensor that pauses keeps its stamps")
    func pauses() throws {
        let all = samples()
        let rows = (0..<all.count).filter { $0 % 25 < 8 }.map { row in
            "\(row * 20),\(cells(all[row].force)),\(cells(all[row].rate, 5))\n"
        }
        let recording = try read(
            "time (ms),ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s)\n" + rows.joined())
        #expect(recording.gyroscope.times[8] - recording.gyroscope.times[7] == 360_000_000)
    }

    // MARK: Shapes

    @Test("a raw acceleration has gravity, the one beside it has not")
    func rawAndLinear() throws {
        let rows = samples().enumerated().map { row, sample in
            let linear = sample.force - 9.80665 * (sample.force.normalized ?? .zero)
            return "\(row * 20),\(cells(linear)),\(cells(sample.force))\n"
        }
        let recording = try read("time (ms),AccX,AccY,AccZ,RawAccX,RawAccY,RawAccZ\n" + rows.joined())
        #expect(recording.accelerometer.values[0].length > 8 && recording.linearAcceleration.values[0].length < 2)
    }

    @Test("lines of bare axes have an option that reads them")
    func bareAxes() throws {
        let blocks = samples().map { sample -> String in
            let v = sample.force / 9.80665
            return String(format: "x: %.2f\ny: %.2f\nz: %.2f\n\n", v.x, v.y, v.z)
        }
        let advice = try error(blocks.joined()).advice
        #expect(advice.contains("--columns ax=x:g,ay=y:g,az=z:g --assume rate=HZ"))
        var options = ReadOptions()
        options.mapping = try ColumnMapping(["ax=x:g,ay=y:g,az=z:g"])
        options.assumptions = try ["rate=50"].map(Assumption.init)
        let recording = try RecordingReader.read(bytes: Array(blocks.joined().utf8), name: "log.txt", options: options)
        #expect(recording.accelerometer.count == samples().count)
    }

    @Test("a word in front of a time of day names the sensor")
    func timedTags() throws {
        let rows = samples().enumerated().map { row, sample in
            let time = String(format: "9:26:%.3f", 10 + Double(row) / 50)
            return "ACC:\(time),\(cells(sample.force))\nGYR:\(time),\(cells(sample.rate, 5))\n"
        }
        let recording = try read(rows.joined())
        #expect(recording.accelerometer.count == samples().count && recording.gyroscope.count == samples().count)
    }

    @Test("several boards on a line are columns that a mapping can name")
    func boards() throws {
        let rows = samples().map { "0#\(cells($0.force));1#\(cells($0.force))\n" }.joined()
        var options = ReadOptions()
        options.mapping = try ColumnMapping(["ax=4,ay=5,az=6"])
        options.assumptions = try ["rate=50"].map(Assumption.init)
        let recording = try RecordingReader.read(bytes: Array(rows.utf8), name: "log.txt", options: options)
        #expect(recording.accelerometer.count == samples().count)
    }

    @Test("four motors, and whole numbers beside fractions, are not offered as axes")
    func noAxes() throws {
        let motors = (0..<60).map {
            "\(Double($0) / 50),\(20 + $0 % 7).5,\(30 + $0 % 5).1,\(31 + $0 % 3).2,\(25 + $0 % 4).7\n"
        }
        #expect(try !error("time,m1,m2,m3,m4\n" + motors.joined()).advice.contains("mx="))
        let weather = (0..<60).map {
            "\(33 + $0 / 30),\(92_460 - $0 / 4),\(765.64 + 0.1 * Double($0 / 4)),0.02,-0.03,1.1\($0 % 5)\n"
        }
        #expect(try !error(weather.joined()).advice.contains("mx="))
    }

    @Test("numbers that a spreadsheet took the decimal point from are asked about as such")
    func lostPoints() throws {
        let rows = samples().enumerated().map { row, sample in
            "\(row * 20);"
                + [sample.force, sample.rate].map { cells($0).replacing(".", with: "").replacing(",", with: ";") }
                .joined(separator: ";") + "\n"
        }
        #expect(try error("time (ms);ax;ay;az;gx;gy;gz\n" + rows.joined()).advice.contains("decimal points"))
    }

    @Test("a column that drifts down is no clock of rows in reverse")
    func drift() throws {
        let rows = samples().prefix(40).enumerated().map { row, sample in
            "\(cells(sample.force, 6)),\(cells(sample.rate, 6)),\(0.949389 - 7e-6 * Double(row)),-0.0247,-0.0057,0.3131\n"
        }
        #expect(try error(rows.joined()).advice.contains("ax=1"))
    }

    @Test("a range above the header says how large a count is, and the readings may contradict it")
    func ranges() throws {
        #expect(
            StatedRange.all(in: "# Config: data_rate = 100 Hz, acc_range = 4 g, gyro_range = 250.0 dps").map(
                \.count.symbol) == ["g/8192.0", "deg/s/131.07"])
        func log(_ counts: Double) throws -> Recording {
            let rows = samples().enumerated().map { row, sample in
                "\(Double(row) / 50),\(cells((counts / 9.80665) * sample.force, 0)),\(cells((131 * 57.29578) * sample.rate, 0))\n"
            }
            return try read("# acc_range = 4 g, gyro_range = 250 dps\ntime (s),ax,ay,az,gx,gy,gz\n" + rows.joined())
        }
        for counts in [8192.0, 16384] {
            let force = try log(counts).accelerometer.values[0].length
            #expect((force / 9.8 - 1).magnitude < 0.05)
        }
    }
}
