import Foundation
import Recordings
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers

@Suite("Probabilities beside the rules")
struct JudgedReadingTests {
    /// A device that is turned by hand, 50 Hz, in m/s^2, rad/s and microtesla times these factors.
    private func log(header: String, force: Double = 1, rate: Double = 1) -> String {
        var random = SplitMix64(seed: 4)
        var text = header + "\n"
        for row in 0..<1500 {
            let (t, angle) = (Double(row) / 50, sin(Double(row) / 60))
            let turn = cos(Double(row) / 60) * 50 / 60
            let (f, w, m) = (random.vector(0.05), random.vector(0.003), random.vector(0.3))
            text += "\(t),\(force * f.x),\(force * (9.81 * sin(angle) + f.y)),\(force * (9.81 * cos(angle) + f.z)),"
            text += "\(rate * (turn + w.x)),\(rate * w.y),\(rate * w.z),"
            text += "\(22 + m.x),\(-42 * sin(angle) + m.y),\(-42 * cos(angle) + m.z)\n"
        }
        return text
    }

    private func read(_ text: String) throws -> Recording {
        try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv")
    }

    private static let columns = "t,ax,ay,az,gx,gy,gz,mx,my,mz"

    @Test("a canonical log is nearly certain, and every offer is an option that is understood")
    func canonical() throws {
        let recording = try read("# schema: sensorlab.log/1\n" + log(header: Self.columns))
        for sensor in [SensorKind.accelerometer, .gyroscope, .magnetometer] {
            let provenance = try #require(recording.provenance[sensor])
            #expect((provenance.probability ?? 0) > 0.99, "\(sensor)")
            #expect(!provenance.evidence.isEmpty)
            for offer in provenance.offers {
                #expect(offer.option.hasPrefix("--assume "))
                #expect(Assumption(String(offer.option.dropFirst(9))) != nil, "\(offer.option)")
                #expect(offer.probability < 0.01)
            }
        }
    }

    @Test("the turns of field and force say the rate's unit", arguments: [(1.0, "rad/s"), (57.29578, "deg/s")])
    func turning(_ factor: Double, _ unit: String) throws {
        let gyroscope = try #require(try read(log(header: Self.columns, rate: factor)).provenance[.gyroscope])
        #expect(gyroscope.unit == unit)
        #expect((gyroscope.probability ?? 0) > 0.95)
        #expect(gyroscope.evidence.contains { $0.term == "turning" && $0.nats > 1 })
    }

    @Test("a unit that changes on the way is told, with the part of the log")
    func changedUnit() throws {
        let rows = log(header: Self.columns).split(separator: "\n")
        let changed = log(header: Self.columns, force: 1 / 9.80665).split(separator: "\n")
        func warning(_ lines: [Substring]) throws -> Warning? {
            try read(lines.joined(separator: "\n") + "\n").warnings.first { $0.message.contains("changes its unit") }
        }
        let told = try #require(try warning(Array(rows[...1126] + changed[1127...])))
        #expect(told.message.contains("from 0.0 to 22.4 s its readings are in m/s^2"), "\(told.message)")
        #expect(try warning(rows) == nil)
    }

    @Test("a stream whose sign nothing tells is not stated as certain")
    func sign() throws {
        let text = log(header: Self.columns, force: 1 / 9.80665).split(separator: "\n").map {
            $0.split(separator: ",").prefix(7).joined(separator: ",")
        }.joined(separator: "\n")
        let accelerometer = try #require(try read(text).provenance[.accelerometer])
        #expect((0.5...0.95).contains(accelerometer.probability ?? 0))
        #expect(accelerometer.offers.contains { $0.option == "--assume accelerometer=g,ios" })
    }

    @Test("a question names the most probable units")
    func question() throws {
        // Whole numbers that turn, as long as no field in any unit.
        let text =
            "time (s),mag_x,mag_y,mag_z\n"
            + (0..<200).map { row in
                let turn = 0.4 * Double(row)
                let cells = [4000 * cos(turn), 4000 * sin(turn), 3000 + Double(row % 3)].map { "\(Int(clamping: $0))" }
                return "\(Double(row) / 50),\(cells.joined(separator: ","))\n"
            }.joined()
        let error = #expect(throws: SensorLabError.self) { try read(text) }
        #expect(error?.code == .unknownUnit)
        #expect(error?.message.contains("; most probable: ") == true)
        #expect(error?.advice.contains("--assume magnetometer=") == true)
    }
}
