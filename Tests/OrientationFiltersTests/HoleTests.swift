import Rotations
import Testing
import Vocabulary

@testable import OrientationFilters
@testable import SensorModels

@Suite("Holes: filters start again behind them")
struct HoleTests {
    @Test("an interval is a hole from a second on, and from ten medians on")
    func rule() {
        let steady = (0..<100).map { Int64($0) * 10_000_000 }
        #expect(steady.holes.isEmpty)
        #expect((steady + [2_000_000_000]).holes == [Hole(start: 990_000_000, end: 2_000_000_000)])
        #expect((steady + [1_990_000_000]).holes.isEmpty)
        // One sample in five seconds is that log's rate.
        let slow = (0..<10).map { Int64($0) * 5_000_000_000 }
        #expect(slow.holes.isEmpty)
        #expect((slow + [96_000_000_000]).holes == [Hole(start: 45_000_000_000, end: 96_000_000_000)])
        #expect([Int64]().holes.isEmpty && [Int64(3)].holes.isEmpty && [Int64.min, .max].holes.isEmpty)
    }

    /// 15 s of a turning phone are missing from all sensors.
    private static let holed: (whole: SyntheticMotion.Log, holed: SyntheticMotion.Log) = {
        let whole = SyntheticMotion.phone(seconds: 75, seed: 3).log()
        var log = whole
        func cut(_ stream: VectorStream) -> VectorStream {
            let kept = stream.times.indices.filter { !(20_000_000_000..<35_000_000_000).contains(stream.times[$0]) }
            return VectorStream(times: kept.map { stream.times[$0] }, values: kept.map { stream.values[$0] })
        }
        log.input.gyroscope = cut(log.input.gyroscope)
        log.input.accelerometer = cut(log.input.accelerometer)
        log.input.magnetometer = cut(log.input.magnetometer)
        return (whole, log)
    }()

    static let names = FilterCatalogue.entries.map(\.information.name)

    @Test("behind a hole every filter is as good as after its start", arguments: names)
    func recovers(name: String) throws {
        let entry = try #require(FilterCatalogue.entry(named: name))
        let track = try entry.run(Self.holed.holed.input)
        let log = Self.holed.whole
        let (before, behind) = (track.rmsError(log, from: 5, to: 20), track.rmsError(log, from: 40, to: 55))
        #expect(behind < 1.5 * before + 2, "\(name): \(before) degrees before, \(behind) behind")
    }
}
