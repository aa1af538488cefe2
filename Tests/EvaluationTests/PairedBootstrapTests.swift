import RealModule
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Evaluation

@Suite("Paired bootstrap")
struct PairedBootstrapTests {
    /// Standard normal numbers: sums of twelve uniform ones less six (variance 1).
    static func normals(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            (0..<12).reduce(0.0) { sum, _ in sum + Double(generator.next(below: 1 << 53)) * 0x1p-53 } - 6
        }
    }

    @Test("the interval covers the true mean 95 times of 100, also for ten recordings")
    func coverage() throws {
        let trials = 1000
        var covered = 0
        for trial in 0..<trials {
            let values = Self.normals(10, seed: UInt64(trial) &+ 17).map { $0 + 0.3 }
            let interval = try #require(
                PairedBootstrap(units: 10, seed: UInt64(trial), resamples: 400).interval(ofMean: values))
            if interval.low <= 0.3 && 0.3 <= interval.high { covered += 1 }
        }
        // Hesterberg (2015) finds 94 to 95 % for the expanded percentile interval, 90 % for the plain one; three
        // standard deviations of a share of 0.95 of 1000 are 0.021.
        #expect((0.925...0.971).contains(Double(covered) / Double(trials)))
    }

    @Test("the width is that of the t interval for normal differences")
    func width() throws {
        let values = Self.normals(40, seed: 3)
        let mean = values.reduce(0, +) / 40
        let deviation = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 39).squareRoot()
        let interval = try #require(PairedBootstrap(units: 40, seed: 1, resamples: 20_000).interval(ofMean: values))
        // t with 39 degrees of freedom at 97.5 %: 2.0227 (tables).
        let expected = 2.0227 * deviation / 40.0.squareRoot()
        #expect((interval.halfWidth / expected - 1).magnitude < 0.06)
        #expect(((interval.low + interval.high) / 2 - mean).magnitude < 0.1 * expected)
    }

    @Test("so is that of few, which the percentiles alone leave too narrow")
    func widthOfFew() throws {
        // The normal quantiles at 1/16, 3/16... (tables).
        let values = [-1.5341, -0.8871, -0.4888, -0.1573, 0.1573, 0.4888, 0.8871, 1.5341]
        let deviation = (values.reduce(0) { $0 + $1 * $1 } / 7).squareRoot()
        let interval = try #require(PairedBootstrap(units: 8, resamples: 20_000).interval(ofMean: values))
        // t with 7 degrees of freedom at 97.5 %: 2.3646 (tables). Six seeds of numpy gave 0.974 to 0.990 of it, and
        // 0.906 to 0.930 without the factor for few units.
        #expect((0.96...1.0).contains(interval.halfWidth / (2.3646 * deviation / 8.0.squareRoot())))
    }

    @Test("the same seed gives the same interval, another seed nearly the same; fewer than five units give none")
    func seeds() throws {
        let values = Self.normals(12, seed: 5)
        let first = try #require(PairedBootstrap(units: 12, seed: 1).interval(ofMean: values))
        #expect(PairedBootstrap(units: 12, seed: 1).interval(ofMean: values) == first)
        let second = try #require(PairedBootstrap(units: 12, seed: 2).interval(ofMean: values))
        #expect(second != first)
        #expect((second.low - first.low).magnitude < 0.2 * first.halfWidth)
        #expect(PairedBootstrap(units: 4).interval(ofMean: [1, 2, 3, 4]) == nil)
    }

    @Test("pairing removes what two estimators share: a clear small difference under large common errors")
    func pairing() throws {
        let common = Self.normals(12, seed: 9).map { 10 + 3 * $0 }
        let differences = zip(common, Self.normals(12, seed: 10)).map { ($0 + 0.5 + 0.1 * $1) - $0 }
        let interval = try #require(PairedBootstrap(units: 12).interval(ofMean: differences))
        #expect(interval.excludesZero)
        #expect(interval.halfWidth < 0.2)
    }

    @Test("blocks: equal tracks differ by nothing, a worse track clearly")
    func blocks() throws {
        let times = (0..<6000).map { Int64($0) * 20_000_000 }
        let reference = QuaternionStream(times: times, values: times.map { _ in .identity })
        func blocks(_ scale: Double) -> ErrorBlocks {
            let track = OrientationTrack(
                name: "test", times: times,
                estimates: times.map {
                    OrientationEstimate(
                        orientation: .aboutVertical(scale * Angle.radians(2 + Double.sin(0.7 * Double($0) * 1e-9))))
                })
            return ErrorBlocks(Comparison(track: track, reference: reference, indices: Array(times.indices)))
        }
        let same = try #require(blocks(1).interval(ofDifferenceTo: blocks(1), metric: 0, seed: 1))
        #expect(same.low == 0 && same.high == 0)
        let worse = try #require(blocks(1.1).interval(ofDifferenceTo: blocks(1), metric: 0, seed: 1))
        #expect(worse.low > 0)
        #expect(try #require(blocks(1).halfWidths(seed: 1))[0] > 0)
    }

    @Test("ranks by hand: means, ties and wins")
    func ranks() throws {
        let ranking = FilterRanking(
            metric: .totalRMSE, filters: ["a", "b", "c"], values: [[1, 2, 3], [2, 2, 1], [1, 3, nil]])
        #expect(ranking.recordings == 2)
        // a: (1 + 2.5) / 2, b: (2 + 2.5) / 2, c: (3 + 1) / 2.
        #expect(ranking.places.map(\.filter) == ["a", "c", "b"])
        #expect(ranking.places.map(\.meanRank) == [1.75, 2, 2.25])
        #expect(ranking.places.map(\.wins) == [1, 1, 0])
    }
}
