import Rotations
import SensorModels
import TestSupport
import Testing

@testable import OrientationFilters

@Suite("VQF")
struct VQFFilterTests {
    /// Orientation, bias and the flags of every single row. In the first row the interval is not known yet, so the bias
    /// is still zero.
    ///
    /// Tolerance 1e-9 rad: the file has 12 decimals, both compute in double precision, and the errors of 9000 steps of
    /// 1e-16 each stay below 1e-11.
    @Test(
        "agrees with the package vqf 2.1.2",
        arguments: [("vqf", "default"), ("vqf", "changed"), ("vqf-basic", "basic")])
    func golden(filter: String, name: String) throws {
        let entry = try #require(FilterCatalogue.entry(named: filter))
        let track = try entry.run(VQFGoldenLog.log(), parameters: name == "changed" ? VQFGoldenLog.changed : [:])
        try compare(track, to: VQFGoldenRow.rows(name), within: 1e-9)
    }

    /// The package has the intervals of the slower sensors as arguments; here their first sample covers the
    /// gyroscope's. So the rest begins one row of the accelerometer later, and the step of the bias at its beginning,
    /// 0.4 deg/s, leaves 0.02 degrees, which the magnetometer's 9 s take away.
    @Test("agrees with the package where the sensors have different rates")
    func multirate() throws {
        let track = try #require(FilterCatalogue.entry(named: "vqf")).run(
            VQFGoldenLog.log(accelerometerEvery: 2, magnetometerEvery: 4))
        try compare(track, to: VQFGoldenRow.rows("multirate"), within: 5e-4, from: 300, lateRows: 2 * 10)
    }

    /// - Parameters:
    ///   - first: row from which orientation and bias are compared.
    ///   - lateRows: how many rows of flags may differ in all.
    private func compare(
        _ track: OrientationTrack, to golden: [VQFGoldenRow], within tolerance: Double, from first: Int = 0,
        lateRows: Int = 0
    ) throws {
        #expect(track.count == VQFGoldenLog.count)
        #expect(golden.count >= 90)
        var next = 0
        var late = 0
        var flags: (rest: Flag, disturbed: Flag)?
        for (index, estimate) in track.estimates.enumerated() {
            if next < golden.count, golden[next].index == index {
                let row = golden[next]
                flags = row.flags
                next += 1
                if index >= first {
                    expectRotation(estimate.orientation, row.orientation, withinDegrees: Angle.degrees(tolerance))
                    if let bias = row.bias, index > 0 { expectVector(estimate.gyroscopeBias, bias, within: tolerance) }
                }
            }
            let expected = flags ?? (.unknown, .unknown)
            if estimate.rest != expected.rest || estimate.disturbed != expected.disturbed { late += 1 }
        }
        #expect(next == golden.count)
        #expect(late <= lateRows)
    }

    @Test("irregular stamps cost nothing: jitter of 80 % and regular sampling are equally good", arguments: 1...3)
    func irregular(seed: Int) throws {
        func error(jitter: Double) throws -> Double {
            let log = SyntheticMotion(
                seconds: 60, rate: SyntheticMotion.lookingAround,
                acceleration: { t in Vector3(2 * .sin(9 * t), 2 * .cos(7 * t), .sin(11 * t)) },
                gyroscopeBias: Vector3(0.01, -0.01, 0.005), gyroscopeNoise: 0.002, accelerometerNoise: 0.1,
                magnetometerNoise: 0.5, jitter: jitter, gyroscopeRate: 200, seed: UInt64(seed)
            ).log()
            return try #require(FilterCatalogue.entry(named: "vqf")).run(log.input).rmsError(log, from: 20)
        }
        let regular = try error(jitter: 0)
        let irregular = try error(jitter: 0.8)
        #expect(regular < 1)
        #expect(irregular < regular + 0.3)
    }

    @Test("a gap of two seconds is not integrated with a stale rate, and a lower rate is not a gap")
    func gap() throws {
        var filter = VQFFilter()
        var time: Int64 = 0
        func run(_ steps: Int, _ interval: Int64, rate: Vector3) {
            for _ in 0..<steps {
                filter.update(gyroscope: rate, at: time)
                filter.update(accelerometer: Vector3(0, 0, 9.81), at: time)
                filter.update(magnetometer: Vector3(0, 22, -42), at: time)
                time += interval
            }
        }
        run(500, 10_000_000, rate: .zero)
        let before = try #require(filter.estimate).orientation
        time += 2_000_000_000
        filter.update(gyroscope: Vector3(0, 0, 1), at: time)
        let turned = try #require(filter.estimate).orientation.angle(to: before)
        // One interval of 10 ms at 1 rad/s.
        #expect((turned - 0.01).magnitude < 1e-6)
        time += 100_000_000
        filter.update(gyroscope: Vector3(0, 0, 1), at: time)
        time += 100_000_000
        filter.update(gyroscope: Vector3(0, 0, 1), at: time)
        let later = try #require(filter.estimate).orientation.angle(to: before)
        // After the gap: the first step of 100 ms counts in full (it is no gap against 2 s), as does the second.
        #expect((later - 0.21).magnitude < 1e-6)
    }

    @Test("a bias beyond biasClip is not learnt, a larger clip learns it")
    func clip() throws {
        let log = SyntheticMotion(seconds: 30, gyroscopeBias: Vector3(0.08, 0, 0), gyroscopeNoise: 0.001).log()
        let entry = try #require(FilterCatalogue.entry(named: "vqf"))
        let narrow = try #require(try entry.run(log.input).estimates.last).gyroscopeBias
        #expect(narrow.x <= 2.0001 * Double.pi / 180)
        let wide = try #require(try entry.run(log.input, parameters: ["biasClip": 10]).estimates.last)
        expectVector(wide.gyroscopeBias, Vector3(0.08, 0, 0), within: 5e-4)
        #expect(wide.rest == .yes)
    }

    @Test("a magnet does not drag the heading of vqf, and drags that of vqf-basic")
    func magnet() throws {
        var motion = SyntheticMotion(seconds: 60, rate: SyntheticMotion.lookingAround)
        motion.disturbance = { t in t > 30 && t < 45 ? Vector3(40, 0, 0) : .zero }
        let log = motion.log()
        func error(_ name: String) throws -> Double {
            try #require(FilterCatalogue.entry(named: name)).run(log.input).worstError(log, from: 20)
        }
        // In the 0.05 s before the field is low-passed beyond the limit, a part of 0.05 / 9 of 60 degrees is dragged.
        #expect(try error("vqf") < 1)
        #expect(try error("vqf-basic") > 20)
    }
}
