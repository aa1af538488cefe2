import Calibration
import RealModule
import Rotations
import Testing

@Suite struct HeadingOffsetTests {
    /// AR(1) series of unit variance.
    static func autoregressive(_ n: Int, phi: Double, random: inout SeededRandom) -> [Double] {
        var x = random.gaussian()
        let innovation = (1 - phi * phi).squareRoot()
        return (0..<n).map { _ in
            defer { x = phi * x + innovation * random.gaussian() }
            return x
        }
    }

    /// The 95 % interval must cover 93 to 97 %. With 1500 repeats the rate itself has a standard deviation of 0.56 %,
    /// so that a true 95 % leaves this band with a probability below 4e-4.
    @Test(arguments: [0.0, 0.5, 0.9, 0.98, 0.99]) func intervalCoversAsItSays(phi: Double) {
        var random = SeededRandom(seed: 20_240_101)
        let truth = Angle.radians(-170)
        var covered = 0
        for _ in 0..<1500 {
            let noise = Self.autoregressive(2000, phi: phi, random: &random)
            let estimated = noise.map { _ in random.uniform(-10...10) }
            let reference = zip(estimated, noise).map { $0 + truth + Angle.radians(4) * $1 }
            let fit = HeadingOffset(estimated: estimated, reference: reference)
            if Angle.wrap(fit.offset - truth).magnitude <= fit.interval95 { covered += 1 }
        }
        let rate = Double(covered) / 1500
        #expect(rate >= 0.93 && rate <= 0.97, "covered \(rate)")
    }

    /// A slow drift of little size is known to its size: one degree of it, whose correlation time is a tenth of the
    /// log, does not refuse an offset.
    @Test func slowDriftOfLittleSizeIsNoReasonToRefuse() {
        var random = SeededRandom(seed: 12)
        for _ in 0..<20 {
            let drift = Self.autoregressive(1200, phi: 1 - 1.0 / 120, random: &random)
            let reference = drift.map { Angle.radians(7 + $0 + 0.5 * random.gaussian()) }
            let fit = HeadingOffset(estimated: reference.map { _ in 0 }, reference: reference, robust: true)
            #expect(fit.verdict.accepted, "\(fit.verdict.reason)")
            #expect(fit.sigmaDegrees < 2)
        }
    }

    /// What all references err by together widens the answer and cannot be averaged away.
    @Test func systematicSigmaIsAddedInQuadrature() {
        var random = SeededRandom(seed: 5)
        let reference = (0..<5000).map { _ in 0.01 * random.gaussian() }
        let estimated = reference.map { _ in 0.0 }
        let alone = HeadingOffset(estimated: estimated, reference: reference)
        let both = HeadingOffset(estimated: estimated, reference: reference, systematicSigma: 0.005)
        #expect((both.sigma * both.sigma - alone.sigma * alone.sigma - 0.005 * 0.005).magnitude < 1e-15)
    }

    /// The drift is fitted beside the constant: their sum is the line, and the constant stays that of a fit without it.
    @Test func driftIsFittedBesideTheConstant() throws {
        var random = SeededRandom(seed: 8)
        let times = (0..<1200).map { 1000 + 0.1 * Double($0) }
        let truth = Angle.radians(2.0 / 60)
        let reference = times.map { 3.1 + truth * ($0 - 1060) + 0.02 * random.gaussian() }
        let estimated = reference.map { _ in 0.0 }
        let fit = HeadingOffset(estimated: estimated, reference: reference, times: times, robust: true)
        let (drift, sigma) = (try #require(fit.drift), try #require(fit.driftSigma))
        #expect((drift - truth).magnitude < 3 * sigma)
        // White noise: sigma / (sqrt(n) spread of the times).
        #expect((sigma / (0.02 / (1200.0.squareRoot() * 34.64)) - 1).magnitude < 0.4)
        let without = HeadingOffset(estimated: estimated, reference: reference, robust: true)
        #expect(without.drift == nil && without.offset == fit.offset)
    }

    @Test func wrapsAcrossNorth() {
        let estimated = [3.0, 359, 1, 358].map(Angle.radians)
        let reference = [353.0, 348, 352, 349].map(Angle.radians)
        let fit = HeadingOffset(estimated: estimated, reference: reference)
        // Differences -10, -11, -9, -9.
        expectDegrees(fit.offsetDegrees, -9.75)
        #expect((Angle.degrees(fit.residualRMS) - (0.6875).squareRoot()).magnitude < 1e-9)
    }

    @Test func weightsCount() {
        let fit = HeadingOffset(estimated: [0, 0, 0], reference: [0.1, 0.1, 0.4], weights: [1, 1, 2])
        #expect((fit.offset - 0.25).magnitude < 1e-12)
    }

    @Test func robustIgnoresOutliers() {
        var random = SeededRandom(seed: 3)
        let reference = (0..<400).map { $0 % 10 == 0 ? 1.5 : 0.2 + 0.02 * random.gaussian() }
        let estimated = [Double](repeating: 0, count: 400)
        let robust = HeadingOffset(estimated: estimated, reference: reference, robust: true)
        #expect((robust.offset - 0.2).magnitude < 0.01, "\(robust.offset)")
        #expect((HeadingOffset(estimated: estimated, reference: reference).offset - 0.2).magnitude > 0.1)
    }

    @Test func refusesWhatSaysNothing() {
        #expect(!HeadingOffset(estimated: [1], reference: [2]).verdict.accepted)
        #expect(!HeadingOffset(estimated: [.nan, .nan], reference: [1, 2]).verdict.accepted)
        let everywhere = (0..<360).map { Angle.radians(Double($0)) }
        let scattered = HeadingOffset(estimated: everywhere.map { _ in 0 }, reference: everywhere)
        #expect(!scattered.verdict.accepted && scattered.sigma == .infinity)
    }

    private func expectDegrees(_ value: Double, _ expected: Double, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect((value - expected).magnitude < 1e-9, "\(value)", sourceLocation: sourceLocation)
    }
}
