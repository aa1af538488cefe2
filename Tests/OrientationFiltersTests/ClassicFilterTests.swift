import Foundation
import Rotations
import SensorModels
import TestSupport
import Testing

@testable import OrientationFilters

@Suite("madgwick, mahony, aqua, ekf, ukf")
struct ClassicFilterTests {
    /// Rows of Tests/Data/filters.csv, made by scripts/golden/filters with the packages ahrs 0.4.0 and, for ukf,
    /// filterpy 2.0.0.
    static func golden(_ name: String) throws -> [(index: Int, orientation: Quaternion, bias: Vector3)] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Data/filters.csv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: ",")
            guard cells[0] == name, cells.count == 9, let index = Int(cells[1]) else { return nil }
            let x = cells.dropFirst(2).compactMap { Double($0) }
            guard x.count == 7 else { return nil }
            return (index, Quaternion(x[0], x[1], x[2], x[3]), Vector3(x[4], x[5], x[6]))
        }
    }

    /// Tolerance 1e-9 rad: the file has 12 decimals, and the errors of 3000 steps of 1e-16 each stay below 1e-11. The
    /// EKFs differ by 1e-6 rad: the textbook form is of first order, and where in a step a quaternion is normalised is
    /// a matter of second order (moving it changes this result by 2e-6).
    @Test(
        "agree with the packages ahrs 0.4.0 and filterpy 2.0.0",
        arguments: ["madgwick", "mahony", "ekf", "aqua", "ukf"])
    func golden(name: String) throws {
        let entry = try #require(FilterCatalogue.entry(named: name))
        // The package has the dip of the first sample as an argument.
        let track = try entry.run(VQFGoldenLog.log(), parameters: name == "ekf" ? ["dipTime": 1e12] : [:])
        let golden = try Self.golden(name)
        #expect(golden.count == 59)
        // The package answers in north-west-up there.
        let isNorthWestUp = name == "madgwick" || name == "aqua"
        let frame = isNorthWestUp ? Quaternion(angle: .pi / 2, axis: Vector3(0, 0, 1)) : .identity
        let tolerance = name == "ekf" ? 2e-6 : 1e-9
        for row in golden {
            let estimate = track.estimates[row.index]
            expectRotation(estimate.orientation, frame * row.orientation, withinDegrees: Angle.degrees(tolerance))
            expectVector(estimate.gyroscopeBias, row.bias, within: 1e-9)
        }
    }

    @Test(
        "follow a moving hand at irregular stamps and different rates",
        arguments: [("madgwick", 4.0), ("mahony", 4.0), ("ekf", 8.0), ("aqua", 4.0), ("ukf", 4.0)])
    func motion(name: String, degrees: Double) throws {
        let log = SyntheticMotion(
            seconds: 60, rate: SyntheticMotion.lookingAround,
            acceleration: { t in Vector3(.sin(9 * t), .cos(7 * t), .sin(11 * t)) }, gyroscopeNoise: 0.002,
            accelerometerNoise: 0.1, magnetometerNoise: 0.5, jitter: 0.5, gyroscopeRate: 200, seed: 4
        ).log()
        #expect(try #require(FilterCatalogue.entry(named: name)).run(log.input).rmsError(log, from: 10) < degrees)
    }

    @Test("mahony's integral finds the bias")
    func bias() throws {
        let bias = Vector3(0.02, -0.03, 0.01)
        let log = SyntheticMotion(seconds: 120, rate: SyntheticMotion.lookingAround, gyroscopeBias: bias).log()
        let track = try #require(FilterCatalogue.entry(named: "mahony")).run(log.input, parameters: ["ki": 0.1])
        expectVector(try #require(track.estimates.last).gyroscopeBias, bias, within: 1e-3)
    }
}
