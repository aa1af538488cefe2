import RealModule
import Testing

@testable import Calibration

@Suite struct CorrelatedMeanTests {
    /// Share of 1500 series whose mean, truly zero, lies inside the interval. Its own standard deviation is 0.56 %.
    private func coverage(_ make: (inout SeededRandom) -> [Double]) -> Double {
        var random = SeededRandom(seed: 77)
        let hits = (0..<1500).count { _ in
            let series = make(&random)
            return (series.reduce(0, +) / Double(series.count)).magnitude <= CorrelatedMean(series).interval95
        }
        return Double(hits) / 1500
    }

    private func expect93to97(_ rate: Double, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(rate >= 0.93 && rate <= 0.97, "covered \(rate)", sourceLocation: sourceLocation)
    }

    /// Noise hides a slow drift from correlations of short lags; this interval must still cover it.
    @Test func driftUnderNoise() {
        expect93to97(
            coverage { random in
                let slow = HeadingOffsetTests.autoregressive(2000, phi: 0.99, random: &random)
                return slow.map { 0.8 * $0 + 0.6 * random.gaussian() }
            })
    }

    @Test func twoProcesses() {
        expect93to97(
            coverage { random in
                let slow = HeadingOffsetTests.autoregressive(2000, phi: 0.95, random: &random)
                return zip(slow, HeadingOffsetTests.autoregressive(2000, phi: 0.6, random: &random)).map {
                    0.8 * $0 + 0.6 * $1
                }
            })
    }

    /// Forty values and two hundred, as sightings and fixes are.
    @Test(arguments: [(40, 0.0), (200, 0.5), (200, 0.9)]) func fewValues(count: Int, phi: Double) {
        expect93to97(coverage { HeadingOffsetTests.autoregressive(count, phi: phi, random: &$0) })
    }

    /// A correlation time of a tenth of the series and its sigma: within a factor of two of the theory's in the median,
    /// sqrt((1 + phi) / (1 - phi) / n) for unit variance.
    @Test func sizeOfSigma() {
        var random = SeededRandom(seed: 8)
        for (phi, n) in [(0.0, 1000), (0.9, 2000), (0.98, 2000)] {
            let sigmas = (0..<101).map { _ in
                CorrelatedMean(HeadingOffsetTests.autoregressive(n, phi: phi, random: &random)).sigma
            }
            let expected = ((1 + phi) / (1 - phi) / Double(n)).squareRoot()
            #expect((0.7...1.4).contains(RobustStatistics.median(sigmas) / expected), "\(phi)")
        }
    }

    @Test func degenerateSeries() {
        #expect(CorrelatedMean([]).sigma == .infinity)
        #expect(CorrelatedMean([3]).interval95 == .infinity)
        #expect(CorrelatedMean([2, 2, 2]).sigma == 0)
        // Two values have one projection, of size 1 here: at least t = 12.706 of one degree of freedom, and not
        // unbounded.
        let two = CorrelatedMean([1, 3]).interval95
        #expect(two > 12.7 && two < 40, "\(two)")
    }

    /// P(|T| <= 2.228) = 0.95 for 10 degrees of freedom, 4.303 for 2, 12.706 for 1, 2.131 for 15 (any table).
    @Test(arguments: [(10, 2.228139), (2, 4.302653), (1, 12.706205), (15, 2.131450)])
    func studentT(freedom: Int, t: Double) {
        #expect((StudentT.central(t, degreesOfFreedom: freedom) - 0.95).magnitude < 1e-6)
        #expect(StudentT.central(0, degreesOfFreedom: freedom).magnitude < 1e-15)
    }

    /// An autoregressive process of first order has (1 + phi) / (1 - phi) samples per independent one.
    @Test(arguments: [0.0, 0.5, 0.9])
    func correlationTimeOfAnAutoregressiveProcess(_ phi: Double) {
        var random = SeededRandom(seed: 5)
        let times = (0..<20).map { _ in
            CorrelationTime.of(HeadingOffsetTests.autoregressive(5000, phi: phi, random: &random))
        }
        let mean = times.reduce(0, +) / 20
        #expect((mean / ((1 + phi) / (1 - phi)) - 1).magnitude < 0.1, "\(mean)")
    }
}
