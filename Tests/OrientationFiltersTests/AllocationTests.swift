import AllocationCounter
import Rotations
import SensorModels
import TestSupport
import Testing

@testable import OrientationFilters

@Suite(
    "No allocation per update",
    .enabled(if: allocation_count_works() != 0, "allocations are counted with the GNU C library alone"))
struct AllocationTests {
    /// Allocations in 4000 rows of updates and estimates, after a start of 1000 rows: ten seconds, within which
    /// fixed-lag has made its scratch memory.
    private func allocations<Filter: OrientationFilter>(_ type: Filter.Type) -> UInt64 {
        let input = VQFGoldenLog.log()
        var filter = Filter(parameters: Filter.Parameters())
        var before: UInt64 = 0
        var sum = 0.0
        for k in 0..<5000 {
            if k == 1000 { before = allocation_count() }
            let time = input.gyroscope.times[k]
            filter.update(gyroscope: input.gyroscope.values[k], at: time)
            filter.update(accelerometer: input.accelerometer.values[k], at: time)
            if k.isMultiple(of: 4) { filter.update(magnetometer: input.magnetometer.values[k], at: time) }
            sum += filter.estimate?.orientation.w ?? 0
        }
        let after = allocation_count()
        #expect(sum.isFinite)
        return after - before
    }

    @Test("the counter counts")
    func counter() {
        let before = allocation_count()
        let array = Array(repeating: 1.0, count: Int.random(in: 1000...2000))
        #expect(allocation_count() > before)
        #expect(array.count >= 1000)
    }

    @Test("every filter of the catalogue")
    func filters() {
        var counts: [String: UInt64] = [:]
        func count<Filter: OrientationFilter>(_ type: Filter.Type) {
            counts[Filter.information.name] = allocations(type)
            // State and coefficients; the arrays that a state owns are counted by hand: mean-rotation's 60 quaternions.
            let heap = Filter.self == MeanRotationFilter.self ? 60 * 32 : 0
            // fixed-lag has a window, some 0.6 MB with what solves it.
            if Filter.self != FixedLagFilter.self { #expect(MemoryLayout<Filter>.size + heap < 4096) }
        }
        count(CompassFilter.self)
        count(LowPassFilter.self)
        count(TiltFilter.self)
        count(TriadFilter.self)
        count(QuestFilter.self)
        count(RadiusLowPassFilter.self)
        count(CircularFilter.self)
        count(MeanRotationFilter.self)
        count(GyroscopeFilter.self)
        count(ComplementaryFilter.self)
        count(MadgwickFilter.self)
        count(MahonyFilter.self)
        count(QuaternionEKFFilter.self)
        count(AquaFilter.self)
        count(ManifoldUKFFilter.self)
        count(KalmanFilter.self)
        count(BasicVQFFilter.self)
        count(VQFFilter.self)
        count(SensorLabFilter.self)
        count(FixedLagFilter.self)
        #expect(Set(counts.keys) == Set(FilterCatalogue.entries.map(\.information.name)))
        #expect(counts.filter { $0.value > 0 } == [:])
    }
}
