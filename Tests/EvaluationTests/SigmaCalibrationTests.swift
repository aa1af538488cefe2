import Evaluation
import OrientationFilters
import SensorModels
import Simulation
import Smoothing
import TestSupport
import Testing
import Vocabulary

@Suite("Simulation-based calibration")
struct SigmaCalibrationTests {
    /// Ranks of normal truths of which a normal distribution with `claimed` times their sigma is claimed.
    private func ranks(_ count: Int, claimed: Double, seed: UInt64) -> RankStatistics {
        var random = RandomGenerator(seed: seed)
        return RankStatistics((0..<count).map { _ in RankStatistics.rank(normal: random.gaussian() / claimed) })
    }

    /// A known Gaussian case: right sigmas are flat, sigmas 15 % too small or too large are found with 2000 trials.
    /// Seeds are fixed; of right ones, one in a hundred would fall below 0.01.
    @Test("right sigmas are flat; wrong ones, by 15 %, are not")
    func gaussian() {
        for seed in UInt64(1)...5 {
            #expect(ranks(2000, claimed: 1, seed: seed).probability > 0.01)
            #expect(ranks(2000, claimed: 0.85, seed: seed).probability < 1e-4)
            #expect(ranks(2000, claimed: 1.15, seed: seed).probability < 0.01)
        }
        let narrow = ranks(2000, claimed: 0.5, seed: 9)
        #expect(narrow.counts[0] > 200 && narrow.counts[10] < 100)
        #expect(narrow.counts.reduce(0, +) == 2000)
        // Too many low ranks in front, too many high ones behind.
        let excess = narrow.excess(at: [0.1, 0.5, 0.9])
        #expect(excess[0] > 0.1 && excess[1].magnitude < 0.05 && excess[2] < -0.1)
    }

    @Test("the length of an error in a plane has even ranks")
    func plane() {
        var random = RandomGenerator(seed: 4)
        let ranks = RankStatistics(
            (0..<2000).map { _ in
                let (x, y) = (random.gaussian(), random.gaussian())
                return RankStatistics.rank(rayleigh: (x * x + y * y).squareRoot())
            })
        #expect(ranks.probability > 0.01)
    }

    /// Quantiles of tables (M. Abramowitz, I. Stegun, 1964, 26.8).
    @Test("chi-square", arguments: [(19.0, 30.144, 0.05), (19, 43.820, 0.001), (1, 3.8415, 0.05), (10, 2.1559, 0.995)])
    func chiSquare(freedom: Double, value: Double, probability: Double) {
        let found = ChiSquare.survival(value, degreesOfFreedom: freedom)
        #expect((found / probability - 1).magnitude < 1e-3)
        #expect(ChiSquare.survival(0, degreesOfFreedom: freedom) == 1)
        #expect(ChiSquare.survival(.nan, degreesOfFreedom: freedom).isNaN)
    }

    /// Four trials: mean 0.8, standard deviation 0.2, t = 3.1824.
    @Test("a share of clusters has the interval of their mean")
    func clusters() throws {
        let share = ClusteredShare([0.6, 1, 0.6, 1])
        let half = 3.1824 * (0.16 / 3).squareRoot() / 2
        #expect((share.mean - 0.8).magnitude < 1e-12)
        #expect((try #require(share.interval).lowerBound - (0.8 - half)).magnitude < 1e-3)
        #expect(ClusteredShare([0.5]).interval == nil)
    }

    @Test("twenty simulated phones: the same again, every sigma scored, none absurd")
    func small() throws {
        let names = ["kalman", "sensorlab", "map"]
        let entries = try names.map { try #require(EstimatorCatalogue.entry(named: $0)) }
        let run = SigmaCalibrationRun(entries: entries, trials: 20, seconds: 14, seed: 1)
        let results = (0..<20).map { run.trial($0) }
        #expect(Set(results.map(\.surroundings)).count == 3)
        for name in names {
            // `map` states no sigma of the bias.
            for quantity in SigmaTrial.Quantity.allCases where name != "map" || quantity != .bias {
                let summary = try #require(SigmaCalibrationRun.summary(of: quantity, by: name, in: results))
                #expect(summary.ranks.ranks.count == 20)
                #expect(summary.ranks.ranks.allSatisfy { (0...1).contains($0) })
                #expect(summary.coverage.mean > 0.5, "\(name), \(quantity)")
                #expect(summary.normalisedSquare > 0.01 && summary.normalisedSquare < 10, "\(name), \(quantity)")
            }
        }
        let again = run.trial(7)
        #expect(again.scores["map"]?.scores[.heading]?.rank == results[7].scores["map"]?.scores[.heading]?.rank)
        // The whole recording says more of the bias than its beginning.
        let causal = try #require(SigmaCalibrationRun.summary(of: .heading, by: "sensorlab", in: results))
        let smoothed = try #require(SigmaCalibrationRun.summary(of: .heading, by: "map", in: results))
        #expect(smoothed.error < causal.error)
    }

    @Test("an estimator without a sigma has no score")
    func withoutSigma() throws {
        let entry = try #require(FilterCatalogue.entry(named: "vqf"))
        let result = SigmaCalibrationRun(entries: [entry], trials: 1, seconds: 12, seed: 1).trial(0)
        #expect(try #require(result.scores["vqf"]).scores.isEmpty)
    }
}
