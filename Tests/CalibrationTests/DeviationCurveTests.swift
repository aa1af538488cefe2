import Calibration
import LinearAlgebra
import RealModule
import Rotations
import Testing
import Vocabulary

@Suite struct DeviationCurveTests {
    /// NGA Handbook of Magnetic Compass Adjustment, chapter V: deviations on the eight principal compass headings.
    static let handbook = zip(
        stride(from: 0.0, to: 360, by: 45), [10.5, 20.0, 11.5, -1.2, -5.5, -8.0, -12.5, -6.8]
    ).map { DeviationObservation(compassHeadingDegrees: $0, deviationDegrees: $1) }

    @Test func handbookExample() throws {
        let curve = try DeviationCurve(Self.handbook)
        for (value, expected) in zip(curve.coefficients.values, [1.00, 11.94, 7.96, 5.00, 1.50]) {
            #expect((value - expected).magnitude <= 0.005, "printed to two decimals")
        }
        #expect((curve.residualRMSDegrees - 0.051).magnitude <= 0.0005)
        #expect(curve.verdict.accepted)
        // Exact coefficients, computed independently to four decimals.
        for (value, expected) in zip(curve.exact.values, [0.0174, 0.2179, 0.1348, 0.0864, 0.0242]) {
            #expect((value - expected).magnitude <= 0.00005)
        }
    }

    /// On eight equally spaced headings the columns are orthogonal: the variances are s^2/8 (A) and s^2/4 (B..E) with
    /// s^2 = sum of squares / 3.
    @Test func sigmasOfEquallySpacedHeadings() throws {
        let curve = try DeviationCurve(Self.handbook)
        let variance = curve.residualRMSDegrees * curve.residualRMSDegrees * 8 / 3
        #expect((curve.sigmas.a - (variance / 8).squareRoot()).magnitude < 1e-12)
        for sigma in curve.sigmas.values.dropFirst() {
            #expect((sigma - (variance / 4).squareRoot()).magnitude < 1e-12)
        }
        #expect((curve.sigma(compassHeadingDegrees: 17) - (variance * 5 / 8).squareRoot()).magnitude < 1e-12)
    }

    /// Deviations made from Poisson's equations X' = X + aX + bY + cZ + P, Y' = Y + dX + eY + fZ + Q; the exact form
    /// must return its definitions (D = (a - e) / 2 lambda and so on) to rounding, and evaluate to the deviations.
    @Test func exactFormInvertsPoissonsEquations() throws {
        let (a, b, c, d, e, f) = (0.06, -0.03, 0.02, 0.05, -0.04, 0.01)
        let (p, q, horizontal, vertical) = (4.0, -2.5, 20.0, 40.0)
        let lambda = 1 + (a + e) / 2
        let expected = [
            (d - b) / (2 * lambda), (c * vertical / horizontal + p / horizontal) / lambda,
            (f * vertical / horizontal + q / horizontal) / lambda, (a - e) / (2 * lambda), (d + b) / (2 * lambda),
        ]
        let observations = stride(from: 5.0, to: 360, by: 25).map { magnetic in
            let z = Angle.radians(magnetic)
            let (x, y) = (horizontal * Double.cos(z), -horizontal * Double.sin(z))
            let xMeasured = x + a * x + b * y + c * vertical + p
            let yMeasured = y + d * x + e * y + f * vertical + q
            let compass = Angle.degrees(Double.atan2(y: -yMeasured, x: xMeasured))
            return DeviationObservation(
                compassHeadingDegrees: Angle.wrapHeadingDegrees(compass),
                deviationDegrees: Angle.wrapDegrees(magnetic - compass))
        }
        let curve = try DeviationCurve(observations)
        for (value, expected) in zip(curve.exact.values, expected) { #expect((value - expected).magnitude < 1e-13) }
        for observation in observations {
            let deviation = curve.exact.exactDeviation(compassHeadingDegrees: observation.compassHeadingDegrees)
            #expect((deviation - observation.deviationDegrees).magnitude < 1e-11)
        }
        #expect(curve.exactResidualRMSDegrees < 1e-11)
        #expect(curve.residualRMSDegrees > 0.1, "the usual form only approximates large deviations")
    }

    @Test func refusesFewHeadings() throws {
        let curve = try DeviationCurve(Array(Self.handbook.prefix(4)))
        #expect(!curve.verdict.accepted && curve.verdict.reason.contains("4 distinct headings"))
        #expect(curve.sigmas.a == .infinity && curve.covariance == nil)
        #expect(curve.coefficients.values.allSatisfy { $0.isFinite })
    }

    @Test func refusesHalfACircleAndNoRedundancy() throws {
        let half = stride(from: 0.0, through: 170, by: 10).map {
            DeviationObservation(compassHeadingDegrees: $0, deviationDegrees: 3)
        }
        let curve = try DeviationCurve(half)
        #expect(!curve.verdict.accepted && curve.verdict.reason.contains("190"))
        let five = stride(from: 0.0, to: 360, by: 72).map {
            DeviationObservation(compassHeadingDegrees: $0, deviationDegrees: 3)
        }
        #expect(try DeviationCurve(five).verdict.reason.contains("as many headings as coefficients"))
        #expect(throws: SensorLabError.self) { try DeviationCurve([]) }
    }

    @Test func headingsNearNorthAreOne() throws {
        let north = [359.8, 0.1, 360.3].map { DeviationObservation(compassHeadingDegrees: $0, deviationDegrees: 1) }
        #expect(try DeviationCurve(north).distinctHeadings == 1)
    }

    @Test func weightsAndRobustness() throws {
        var observations = stride(from: 0.0, to: 360, by: 15).map { heading in
            DeviationObservation(
                compassHeadingDegrees: heading, deviationDegrees: 1 + 4 * Double.sin(Angle.radians(heading)))
        }
        observations[7].deviationDegrees += 40
        #expect(try (DeviationCurve(observations).coefficients.a - 1).magnitude > 1)
        #expect(try (DeviationCurve(observations, robust: true).coefficients.a - 1).magnitude < 1e-3)
        observations[7].weight = 1e-12
        #expect(try (DeviationCurve(observations).coefficients.b - 4).magnitude < 1e-9)
    }

    /// A swing through four circles whose deviations err by a slow process of 60 samples' memory and white noise on
    /// top, which hides the memory from neighbouring samples: the 95 % intervals of A..E hold 90 to 99 % of 60 logs
    /// (the mean of 300, five of a log correlated, scatters by 2 %).
    @Test func intervalsHoldForSlowErrors() throws {
        var random = SeededRandom(seed: 6)
        var inside = 0
        for _ in 0..<60 {
            var slow = random.gaussian()
            let phi = Double.exp(-1 / 60.0)
            let log = (0..<1200).map { i in
                slow = phi * slow + (1 - phi * phi).squareRoot() * random.gaussian()
                return DeviationObservation(
                    compassHeadingDegrees: Angle.wrapHeadingDegrees(1.2 * Double(i)),
                    deviationDegrees: slow + 2 * random.gaussian())
            }
            let curve = try DeviationCurve(log, correlated: true)
            inside += zip(curve.coefficients.values, curve.sigmas.values).count { $0.magnitude < 1.96 * $1 }
        }
        #expect(inside >= 270 && inside <= 297, "\(inside) of 300")
    }

    /// A log's neighbours share their errors: with residuals that repeat ten times, the sigma must not fall by
    /// sqrt(10).
    @Test func correlatedLogCountsItsSamplesHonestly() throws {
        var random = SeededRandom(seed: 5)
        var log: [DeviationObservation] = []
        for i in 0..<200 {
            let noise = random.gaussian()
            for k in 0..<10 {
                let heading = Double(i * 10 + k) * 1.8
                log.append(DeviationObservation(compassHeadingDegrees: heading, deviationDegrees: noise))
            }
        }
        let plain = try DeviationCurve(log)
        let honest = try DeviationCurve(log, correlated: true)
        // Block of ten: tau = 10. The estimate scatters by about sqrt(window / n) = 15 %.
        let ratio = honest.sigmas.a / plain.sigmas.a
        #expect(ratio > 10.0.squareRoot() * 0.75 && ratio < 10.0.squareRoot() * 1.25, "\(ratio)")
        #expect(honest.effectiveSampleCount < 300 && plain.effectiveSampleCount == 2000)
    }
}
