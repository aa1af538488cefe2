import Foundation
import Testing

/// `compasses` on the text log of a copter that turns on the spot, with two compasses and the battery's current.
@Suite struct CompassesVerbTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// North of Munich in June 2026: H about 21, Z about 43.6 microtesla. Milligauss forward, right, down; the second
    /// compass has 4 milligauss per ampere to the right.
    ///
    /// - Parameters:
    ///   - glitches: 12 readings of the current are 1e9 A.
    ///   - third: a third compass that stops after 12 s.
    private static func log(current: Bool = true, glitches: Bool = false, third: Bool = false) -> String {
        var lines = [
            "FMT, 128, 89, FMT, BBnNZ, Type,Length,Name,Format,Columns",
            "FMT, 131, 35, IMU, QBffffff, TimeUS,I,GyrX,GyrY,GyrZ,AccX,AccY,AccZ",
            "FMT, 132, 30, MAG, QBhhhhhh, TimeUS,I,MagX,MagY,MagZ,OfsX,OfsY,OfsZ",
            "FMT, 133, 30, BAT, QBff, TimeUS,Inst,Volt,Curr",
            "FMT, 134, 30, GPS, QBIHLLeff, TimeUS,Status,GMS,GWk,Lat,Lng,Alt,Spd,GCrs",
        ]
        var heading = 0.3
        for index in 0..<6000 {
            let time = 20_000 * index
            let rate = 0.5 * sin(Double(index / 400) * 2.1 + 1)
            heading += rate * 0.02
            let current = current ? 3 + 17 * (0.5 + 0.5 * sin(Double(index / 150) * 2.7)) : 8
            let wave = 0.01 * sin(Double(index) * 1.3)
            lines.append(
                String(
                    format: "IMU, %d, 0, %.5f, %.5f, %.5f, %.4f, %.4f, %.4f", time, wave, -wave, rate, wave, wave, -9.81
                ))
            let (forward, right) = (210 * cos(heading), -210 * sin(heading))
            if index % 5 == 0 {
                lines.append(
                    String(format: "MAG, %d, 0, %.0f, %.0f, 436, 0, 0, 0", time, forward + 30, right - 12))
                lines.append(
                    String(
                        format: "MAG, %d, 1, %.0f, %.0f, 436, 0, 0, 0", time + 10, forward - 50,
                        right + 4 * current))
                if third, index < 600 {
                    lines.append(
                        String(format: "MAG, %d, 2, %.0f, %.0f, 430, 0, 0, 0", time + 20, forward + 9, right - 6))
                }
                let read = glitches && index % 500 == 0 ? 1e9 : current
                lines.append(String(format: "BAT, %d, 0, 12.1, %.2f", time, read))
            }
            if index % 10 == 0 {
                lines.append("GPS, \(time), 3, \(100_000 + time / 1000), 2421, 48.1, 11.6, 520, 0.1, 0")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test func currentTurnsOneCompass() throws {
        let log = try folder.file("flight.log", Self.log())
        let outcome = try Tool.run("compasses", log)
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.output.contains("compass 1 is off by up to "), "\(outcome.output)")
        #expect(outcome.output.contains("compass 0: the motors add nothing"), "\(outcome.output)")
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(outcome.output)")
        let answer = try json(try Tool.run("compasses", log, "--json").output)
        #expect(answer["schema"] as? String == "sensorlab.compasses/1")
        let load = try #require(answer["load"] as? [String: Any])
        #expect(load["kind"] as? String == "current" && load["source"] as? String == "BAT")
        let compasses = try #require(answer["compasses"] as? [[String: Any]])
        #expect(compasses.map { $0["unit"] as? String } == ["0", "1"])
        let motor = try #require(compasses[1]["motor"] as? [String: Any])
        // To the right: x of the device's axes; 0.4 microtesla per ampere.
        let gain = try #require(motor["gain"] as? [Double])
        #expect(motor["accepted"] as? Bool == true && (gain[0] - 0.4).magnitude < 0.02, "\(gain)")
        let high = try #require(load["high"] as? Double)
        let error = try #require(motor["headingErrorDegrees"] as? Double)
        #expect((error - asin(0.4 * high / 21) * 180 / .pi).magnitude < 1.5, "\(error)")
        // A pipe is read once and kept.
        let piped = try Tool.run(["compasses", "-", "--json"], input: Self.log())
        #expect(try json(piped.output)["compasses"] as? [[String: Any]] != nil, "\(piped.messages)")
    }

    @Test func readingsOfNoBatteryAreLeftOut() throws {
        let log = try folder.file("glitches.log", Self.log(glitches: true))
        let answer = try json(try Tool.run("compasses", log, "--json").output)
        let compasses = try #require(answer["compasses"] as? [[String: Any]])
        let motor = try #require(compasses[1]["motor"] as? [String: Any])
        let gain = try #require(motor["gain"] as? [Double])
        #expect(motor["accepted"] as? Bool == true && (gain[0] - 0.4).magnitude < 0.02, "\(gain)")
    }

    @Test func compassThatStopsIsNamed() throws {
        let log = try folder.file("stops.log", Self.log(third: true))
        let outcome = try Tool.run("compasses", log)
        #expect(outcome.status == 0 && outcome.messages.contains("compass 2 is left out"), "\(outcome.messages)")
        #expect(!outcome.output.contains("nan"), "\(outcome.output)")
        let answer = try json(try Tool.run("compasses", log, "--json").output)
        let compasses = try #require(answer["compasses"] as? [[String: Any]])
        #expect(compasses.map { $0["unit"] as? String } == ["0", "1"])
    }

    @Test func withoutLoadAndWithoutGyroscope() throws {
        let log = try folder.file("steady.log", Self.log(current: false))
        let outcome = try Tool.run("compasses", log)
        #expect(outcome.status == 0 && outcome.output.contains("no current and no throttle"), "\(outcome.output)")
        expectError(try Tool.run("compasses", log, "--without", "gyroscope"), 65, says: "gyroscope and accelerometer")
    }
}
