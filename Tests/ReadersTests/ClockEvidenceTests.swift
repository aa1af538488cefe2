import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Clocks in units that their numbers do not show: the turning does.
@Suite("The unit of the time by the turning")
struct ClockEvidenceTests {
    typealias Motion = RoleEvidenceTests.Motion

    private func read(_ text: String, columns: String? = nil, assume: [String] = []) throws -> Recording {
        var options = ReadOptions()
        options.mapping = try columns.map { try ColumnMapping([$0]) }
        options.assumptions = assume.compactMap { Assumption($0) }
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    /// 24 s at 50 Hz.
    private func log(
        _ header: String, rateScale: Double = 1, hasField: Bool = false, preamble: String = "",
        time: (Int) -> String
    ) -> String {
        var random = SplitMix64(seed: 9)
        var text = "\(preamble)\(header)\(hasField ? ",mx,my,mz" : "")\n"
        for (row, m) in Motion.samples(0.02).enumerated() {
            let force = m.force + random.vector(0.01)
            let rate = rateScale * (m.rate + random.vector(0.002))
            let field = m.field + Vector3(30, -20, 10) + random.vector(0.3)
            let cells =
                [force.x, force.y, force.z, rate.x, rate.y, rate.z] + (hasField ? [field.x, field.y, field.z] : [])
            text += "\(time(row))," + cells.map { "\($0)" }.joined(separator: ",") + "\n"
        }
        return text
    }

    private func columns(_ error: SensorLabError?) -> String? {
        guard let advice = error?.advice, let start = advice.firstRange(of: "--columns ") else { return nil }
        return String(advice[start.upperBound...].prefix { $0 != " " && $0 != ";" }).trimmedCell
            .split(separator: ",", omittingEmptySubsequences: true).joined(separator: ",")
    }

    private func isRight(_ recording: Recording) -> Bool {
        abs(recording.gyroscope.duration - 23.98) < 0.01
            && (recording.gyroscope.values[400] - Motion.samples(0.02)[400].rate).length < 0.02
    }

    @Test(
        "counts of 100 ns and of 0.1 ms are read as such, with a warning that offers the unit by the steps",
        arguments: ["100ns", "100us"], ["", "rad/s", "deg/s"])
    func counts(_ unit: String, _ stated: String) throws {
        let step = unit == "100ns" ? 200_000 : 200
        let scale = stated == "deg/s" ? 180 / Double.pi : 1
        let names = ["gx", "gy", "gz"].map { stated.isEmpty ? $0 : "\($0) (\(stated))" }.joined(separator: ",")
        for hasField in [false, true] {
            let text = log("timestamp,ax,ay,az,\(names)", rateScale: scale, hasField: hasField) {
                "\(412_345_678 + $0 * step)"
            }
            let recording = try read(text)
            #expect(isRight(recording))
            let warning = recording.warnings.first { $0.code == .assumedRate }
            #expect(warning?.message.contains("is read as \(unit)") == true, "\(warning?.message ?? "")")
            #expect(warning?.advice.contains("t=1:\(unit == "100ns" ? "us" : "ms")") == true)
            #expect(
                isRight(
                    try read(
                        text, columns: "t=1:\(unit),ax=2,ay=3,az=4,gx=5\(stated.isEmpty ? "" : ":\(stated)"),gy=6,gz=7")
                ))
        }
    }

    @Test("a unit of the gyroscope that the user gives does not hide it")
    func assumedUnit() throws {
        let text = log("timestamp,ax,ay,az,gx,gy,gz") { "\(412_345_678 + $0 * 200_000)" }
        #expect(isRight(try read(text, assume: ["gyroscope=rad/s"])))
        // The time that the user gives is taken.
        let told = "t=1:us,ax=2,ay=3,az=4,gx=5:rad/s,gy=6,gz=7"
        #expect(try read(text, columns: told).gyroscope.duration > 200)
    }

    @Test("a rate that the user gives and that does not turn is warned of")
    func givenRate() throws {
        let text = log("frame,ax,ay,az,gx,gy,gz") { "\($0)" }
        let recording = try read(text, assume: ["rate=25", "gyroscope=rad/s"])
        let warning = recording.warnings.first { $0.code == .assumedRate }
        #expect(warning?.advice.contains("--assume rate=50") == true, "\(recording.warnings)")
        #expect(!(try read(text, assume: ["rate=50"])).warnings.contains { $0.code == .assumedRate })
    }

    @Test(
        "a right clock is not asked about, in whatever unit the gyroscope is",
        arguments: [1, 180 / Double.pi, 1000, 1000 * 180 / Double.pi])
    func innocent(_ scale: Double) throws {
        let text = log("time (us),ax,ay,az,gx,gy,gz", rateScale: scale, hasField: true) { "\($0 * 20_000)" }
        do {
            #expect(isRight(try read(text)))
        } catch let error as SensorLabError {
            #expect(error.code == .unknownUnit)
        }
    }

    @Test(
        "dates in ticks are read",
        arguments: [
            ("Ticks", 638_452_488_112_501_056), ("timestamp", 638_452_488_112_501_056),
            ("timestamp", 133_542_444_112_501_056), ("time (100ns)", 638_452_488_112_501_056),
        ])
    func dates(_ name: String, _ first: Int) throws {
        let text = log("\(name),ax,ay,az,gx,gy,gz") { "\(first + $0 * 200_000)" }
        let recording = try read(text)
        #expect(isRight(recording))
        #expect(recording.metadata.unixSecondsAtZero == 0)
        #expect(recording.metadata.date == CalendarDate(first > 600_000_000_000_000_000 ? "2024-03-05" : "2024-03-07"))
        let mapped = try read(text, columns: "t=1:100ns,ax=2,ay=3,az=4,gx=5,gy=6,gz=7")
        #expect(mapped.gyroscope.times == recording.gyroscope.times)
    }

    @Test("minutes and hours")
    func longUnits() throws {
        for (name, unit, seconds) in [("Time (min)", "min", 60.0), ("time_h", "h", 3600)] {
            let text = log("\(name),ax,ay,az,gx,gy,gz") { "\(Double($0) / 50 / seconds)" }
            #expect(isRight(try read(text)))
            #expect(isRight(try read(text, columns: "t=1:\(unit),ax=2,ay=3,az=4,gx=5,gy=6,gz=7")))
        }
    }

    @Test("stamps that stand still are named in place of the gyroscope's unit")
    func standing() throws {
        let text = log("time,ax,ay,az,gx,gy,gz") { "13:20:\(10 + $0 / 50)" }
        let error = #expect(throws: SensorLabError.self) { try read(text) }
        #expect(error?.code == .unknownTimeUnit)
        #expect(error?.advice.contains("--assume rate=50,") == true, "\(error?.advice ?? "")")
        #expect(isRight(try read(text, columns: columns(error), assume: ["rate=50"])))
    }

    private let xsens = "Acc_X,Acc_Y,Acc_Z,Gyr_X,Gyr_Y,Gyr_Z"

    @Test("Xsens without a rate has its fine time", arguments: ["PacketCounter,SampleTimeFine", "SampleTimeFine"])
    func xsensTicks(_ names: String) throws {
        let text = log("\(names),\(xsens)") {
            names.hasPrefix("P") ? "\($0 + 7),\(55_000 + $0 * 200)" : "\(55_000 + $0 * 200)"
        }
        let recording = try read(text)
        #expect(isRight(recording))
        #expect(!recording.warnings.contains { $0.code == .assumedRate })
    }

    @Test("a rate that is assumed and does not turn is asked about")
    func assumedRate() throws {
        let text = log("PacketCounter,\(xsens)") { "\($0)" }
        let error = #expect(throws: SensorLabError.self) { try read(text) }
        #expect(error?.code == .unknownTimeUnit && error?.advice.hasSuffix("rate=50") == true, "\(error?.advice ?? "")")
        #expect(isRight(try read(text, assume: ["rate=50"])))
    }

    /// Numbers of time columns without a unit, and their unit: 9 for seconds, 0 for nanoseconds.
    @Test(arguments: [
        (0.0, 0.01, 9), (0, 10, 6), (0, 10_000, 3), (0, 10_000_000, 0), (0, 40_000_000, 0), (0, 1_000_000_000, 0),
        (1_300_000_000, 10, 6), (1_300_000_000_000, 10_000, 3), (1_300_000_000_000_000, 10_000_000, 0),
        (300_000_000_000, 10_000_000, 0), (1_500_000_000_000, 10_000_000, 0), (7_200_000_000_000, 10_000_000, 0),
        (1_500_000_000, 10_000, 3), (1_465_000_000_000, 10, 6), (1_465_000_000, 1, 9), (1_465_000_000.5, 0.02, 9),
        (1_465_000_000_000_000, 10_000, 3), (0, 2.5, 6), (0.25, 1.003, 9), (12.5, 0.5, 9),
    ])
    func stepsGiveTheUnitOfTime(_ start: Double, _ step: Double, _ exponent: Int) {
        let numbers = (0..<64).map { start + step * Double($0) }
        #expect(TimeColumn.exponent(numbers)?.exponent == exponent)
    }

    @Test func rowNumbersAreNoTime() {
        #expect(TimeColumn.exponent((0..<64).map(Double.init)) == nil)
    }
}
