import RealModule
import Testing

@testable import Calibration

struct NoiseFitTests {
    /// Samples with white noise N and a random walk K.
    private func samples(_ count: Int, interval: Double, n: Double, k: Double, seed: UInt64) -> [Double] {
        var random = SeededRandom(seed: seed)
        var walk = 0.0
        return (0..<count).map { _ in
            walk += k * interval.squareRoot() * random.gaussian()
            return walk + n / interval.squareRoot() * random.gaussian()
        }
    }

    /// The worked example of the overlapping Allan deviation in NIST SP 1065 (section 12.4): nine values of frequency,
    /// tau 1 and 2.
    @Test func publishedExample() {
        let values = [892.0, 809, 823, 798, 671, 644, 883, 903, 677]
        let curve = AllanDeviation.curve(of: values, interval: 1)
        #expect((curve[0].deviation - 91.22945).magnitude < 1e-5)
        #expect((curve[1].deviation - 85.95287).magnitude < 1e-5)
    }

    /// White noise: sigma(tau) = N / sqrt(tau), no factor of sqrt 2; the stated 95 % hold N in 93 to 99 % of 200 runs
    /// (two binomial sigmas about 95 are 92 to 98; the interval is a little wide by construction).
    @Test func whiteNoise() {
        var hits = 0
        for seed in 0..<200 {
            let fit = NoiseFit(
                samples: samples(20_000, interval: 0.01, n: 2e-4, k: 0, seed: UInt64(seed)), interval: 0.01)
            #expect(fit.verdict.accepted)
            if fit.n.low <= 2e-4 && 2e-4 <= fit.n.high { hits += 1 }
            if seed == 0 { #expect((fit.n.value / 2e-4 - 1).magnitude < 0.1) }
        }
        #expect(hits >= 184, "\(hits) of 200")
    }

    /// White noise and a random walk: both within their intervals in at least 88 % of 100 runs (95 % less two binomial
    /// sigmas, less the approximation in the degrees of freedom of slow noise).
    @Test func randomWalk() {
        var (n, k) = (0, 0)
        for seed in 0..<100 {
            let fit = NoiseFit(
                samples: samples(60_000, interval: 0.1, n: 1e-3, k: 1e-4, seed: 1000 + UInt64(seed)), interval: 0.1)
            if fit.n.low <= 1e-3 && 1e-3 <= fit.n.high { n += 1 }
            if fit.k.low <= 1e-4 && 1e-4 <= fit.k.high { k += 1 }
        }
        #expect(n >= 88 && k >= 88, "N \(n), K \(k) of 100")
    }

    /// Three seconds say nothing, and the message says how long it takes; a dead sensor is named as such.
    @Test func refusals() {
        let short = NoiseFit(samples: samples(300, interval: 0.01, n: 1e-3, k: 0, seed: 1), interval: 0.01)
        #expect(!short.verdict.accepted && short.verdict.reason.contains("60 s"))
        #expect(!NoiseFit(samples: Array(repeating: 1, count: 20_000), interval: 0.01).verdict.accepted)
        #expect(!NoiseFit(samples: [], interval: 0.01).verdict.accepted)
    }

    /// Against scipy 1.17 (stats.chi2.ppf), within the errors that the approximation states.
    @Test(arguments: [
        (2.0, 0.05063561596857975, 7.377758908227871, 0.49, 0.006),
        (3, 0.21579528262389785, 9.348403604496148, 0.16, 0.003),
        (4.5, 0.6493845992113172, 11.998539402698974, 0.054, 0.0011),
        (6, 1.2373442457912027, 14.44937533544792, 0.026, 0.0006),
        (10, 3.2469727802368413, 20.483177350807388, 0.0075, 1e-4),
        (30, 16.79077226556663, 46.97924224367115, 8e-4, 6e-5),
        (100, 74.22192747492373, 129.5611971858366, 8e-5, 3e-5),
        (1000, 914.257153799259, 1089.5309127749135, 2e-6, 2e-6),
    ])
    func chiSquared(v: Double, lower: Double, upper: Double, lowerError: Double, upperError: Double) {
        let found = ChiSquared.interval95(degreesOfFreedom: v)
        #expect((found.lower / lower - 1).magnitude < lowerError, "\(found.lower)")
        #expect((found.upper / upper - 1).magnitude < upperError, "\(found.upper)")
    }
}
