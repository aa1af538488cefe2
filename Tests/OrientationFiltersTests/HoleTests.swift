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

    /// A hole of all sensors of a turning phone, seconds.
    struct Cut: CustomTestStringConvertible, Sendable {
        let seed: UInt64
        let (start, length): (Double, Double)
        var end: Double { start + length }
        var testDescription: String { "\(length) s from \(start) s, seed \(seed)" }

        static let all = [
            Cut(seed: 3, start: 20, length: 15), Cut(seed: 4, start: 17.3, length: 1.2),
            Cut(seed: 5, start: 22.1, length: 4),
            Cut(seed: 6, start: 14.6, length: 15), Cut(seed: 7, start: 11, length: 30),
        ]

        var whole: SyntheticMotion.Log { SyntheticMotion.phone(seconds: end + 20, seed: seed).log() }

        /// The samples of the log that a condition on their seconds keeps.
        static func keep(_ input: FilterInput, _ isKept: (Double) -> Bool) -> FilterInput {
            func cut(_ stream: VectorStream) -> VectorStream {
                let kept = stream.times.indices.filter { isKept(1e-9 * Double(stream.times[$0])) }
                return VectorStream(times: kept.map { stream.times[$0] }, values: kept.map { stream.values[$0] })
            }
            var result = input
            result.gyroscope = cut(input.gyroscope)
            result.accelerometer = cut(input.accelerometer)
            result.magnetometer = cut(input.magnetometer)
            return result
        }
    }

    static let names = FilterCatalogue.entries.map(\.information.name)

    /// The oracle is the same filter begun behind the hole.
    @Test("behind a hole every filter is as good as after a start there", arguments: Cut.all)
    func recovers(cut: Cut) throws {
        let log = cut.whole
        let holed = Cut.keep(log.input) { $0 < cut.start || $0 >= cut.end }
        let begun = Cut.keep(log.input) { $0 >= cut.end }
        for name in Self.names {
            let entry = try #require(FilterCatalogue.entry(named: name))
            let (behind, fresh) = (try entry.run(holed), try entry.run(begun))
            for (from, to) in [(1.0, 3.0), (3.0, 8.0), (8.0, 18.0)] {
                let error = behind.rmsError(log, from: cut.end + from, to: cut.end + to)
                let expected = fresh.rmsError(log, from: cut.end + from, to: cut.end + to)
                #expect(
                    error < 1.5 * expected + 2, "\(name), \(from) s behind: \(error), begun there \(expected) degrees")
            }
        }
    }

    /// Of a filter that says how well it knows the heading, no error behind the hole is far beyond it.
    @Test("a sigma behind a hole is not too small", arguments: ["sensorlab", "kalman", "fixed-lag"], Cut.all)
    func honest(name: String, cut: Cut) throws {
        let entry = try #require(FilterCatalogue.entry(named: name))
        let log = cut.whole
        let track = try entry.run(Cut.keep(log.input) { $0 < cut.start || $0 >= cut.end })
        for (time, estimate) in zip(track.times, track.estimates) where 1e-9 * Double(time) > cut.end + 0.5 {
            let error = (estimate.orientation * log.truth(at: time).conjugate).canonical.twistAboutVertical
            #expect(error.magnitude < 4 * estimate.headingSigma)
        }
    }

    @Test("what sensorlab has learnt of the sensors stays")
    func keepsCalibration() throws {
        var motion = SyntheticMotion.phone(seconds: 60, seed: 8)
        motion.gyroscopeBias = Vector3(0.05, -0.03, 0.04)
        let log = motion.log()
        let cut = Cut(seed: 8, start: 30, length: 10)
        let track = try #require(FilterCatalogue.entry(named: "sensorlab"))
            .run(Cut.keep(log.input) { $0 < cut.start || $0 >= cut.end })
        let first = try #require(zip(track.times, track.estimates).first { 1e-9 * Double($0.0) > cut.end + 0.1 })
        #expect((first.1.gyroscopeBias - motion.gyroscopeBias).length < 0.005)
    }
}
