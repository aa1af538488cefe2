import OrientationFilters
import Rotations
import SensorModels
import TestSupport
import Testing

@testable import Smoothing

@Suite("Offline VQF")
struct OfflineVQFTests {
    private func entry() throws -> FilterEntry { try #require(EstimatorCatalogue.entry(named: "vqf-offline")) }

    /// Tolerance 1e-9 rad and rad/s: the file has 12 decimals, and the errors of two passes of 9000 steps of 1e-16 each
    /// stay below 1e-11.
    @Test("agrees with offlineVQF of the package vqf 2.1.2", arguments: ["offline", "offline-changed"])
    func golden(name: String) throws {
        let track = try entry().run(VQFGoldenLog.log(), parameters: name == "offline" ? [:] : VQFGoldenLog.changed)
        let rows = try VQFGoldenRow.rows(name)
        #expect(rows.count >= 90)
        try #require(track.count == VQFGoldenLog.count)
        for row in rows {
            let estimate = track.estimates[row.index]
            expectRotation(estimate.orientation, row.orientation, withinDegrees: Angle.degrees(1e-9))
            let bias = (estimate.gyroscopeBias - (try #require(row.bias))).length
            // In the first row the forward run does not know the interval yet: 1.1e-6 rad/s.
            #expect(bias < (row.index == 0 ? 2e-6 : 1e-9), "row \(row.index)")
            let flags = try #require(row.flags)
            #expect(estimate.rest == flags.rest && estimate.disturbed == flags.disturbed)
        }
    }

    @Test("slower sensors with stamps of their own change little")
    func multirate() throws {
        let full = try entry().run(VQFGoldenLog.log())
        let slow = try entry().run(VQFGoldenLog.log(accelerometerEvery: 2, magnetometerEvery: 4))
        #expect(slow.times == full.times)
        for row in stride(from: 500, to: full.count, by: 100) {
            let angle = full.estimates[row].orientation.angle(to: slow.estimates[row].orientation)
            #expect(angle < Angle.radians(1.5), "row \(row)")
        }
    }

    @Test("each side of a hole is a recording of its own")
    func hole() throws {
        let log = VQFGoldenLog.log()
        let cut = Int64(45_000_000_000)
        func moved(_ stream: VectorStream, by time: Int64) -> VectorStream {
            VectorStream(times: stream.times.map { $0 < cut ? $0 : $0 + time }, values: stream.values)
        }
        func part(_ range: ClosedRange<Int64>) -> FilterInput {
            FilterInput(
                gyroscope: log.gyroscope.clipped(to: range), accelerometer: log.accelerometer.clipped(to: range),
                magnetometer: log.magnetometer.clipped(to: range))
        }
        let holed = FilterInput(
            gyroscope: moved(log.gyroscope, by: 60_000_000_000),
            accelerometer: moved(log.accelerometer, by: 60_000_000_000),
            magnetometer: moved(log.magnetometer, by: 60_000_000_000))
        let track = try entry().run(holed)
        let sides = [try entry().run(part(0...cut - 1)), try entry().run(part(cut...Int64.max))]
        #expect(track.count == log.gyroscope.count)
        #expect(track.estimates.map(\.orientation) == sides.flatMap(\.estimates).map(\.orientation))
    }

    @Test("no gyroscope, no force, one sample, equal stamps")
    func degenerate() throws {
        let log = VQFGoldenLog.log()
        #expect(try entry().run(FilterInput(accelerometer: log.accelerometer)).count == 0)
        #expect(try entry().run(FilterInput(gyroscope: log.gyroscope)).count == 0)
        let one = VectorStream(times: [7], values: [Vector3(0, 0, 9.81)])
        #expect(try entry().run(FilterInput(gyroscope: one, accelerometer: one, magnetometer: one)).count == 1)
        var doubled = log
        doubled.gyroscope.times[100] = doubled.gyroscope.times[99]
        #expect(try entry().run(doubled).estimates.allSatisfy { $0.orientation.w.isFinite })
    }

    @Test("an app cannot run it")
    func offline() throws {
        let entry = try entry()
        #expect(entry.information.isOffline)
        #expect(FilterCatalogue.entry(named: "vqf-offline") == nil)
        #expect(throws: (any Error).self) { try entry.filter() }
    }
}
