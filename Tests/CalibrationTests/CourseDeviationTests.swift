import RealModule
import Rotations
import Testing

@testable import Calibration

/// A boat that turns in a current, with everything that bends its course: yaw in waves, the walk of its speed, wind,
/// the delay of the receiver, the resolution of its instruments.
struct SimulatedBoat {
    /// A..E, degrees.
    var deviation: [Double]
    /// Where the water moves to, m/s.
    var current: (east: Double, north: Double)
    var observations: [CourseObservation] = []

    static let declination = Angle.radians(3)
    /// 1.5 knots, m/s.
    static let drift = 1.5 * 1852 / 3600
    /// Steps per second.
    private static let rate = 10

    /// - Parameter turns: rate of turn in degrees per second, clockwise, and how long, seconds.
    init(seed: UInt64, turns: [(rate: Double, seconds: Double)]) {
        var random = SeededRandom(seed: seed)
        deviation = [2, 6, 6, 2, 1].map { random.gaussian() * $0 }
        let set = random.uniform(0...2 * Double.pi)
        current = (Self.drift * Double.sin(set), Self.drift * Double.cos(set))
        let (speed, lag) = (3.0, 1.5 * random.gaussian())
        let wind = (0.01 * speed * random.gaussian(), 0.01 * speed * random.gaussian())
        let whole = random.uniform(0...1) < 0.3
        let rates = turns.flatMap {
            Array(repeating: Angle.radians($0.rate), count: Int(clamping: $0.seconds * Double(Self.rate)))
        }
        let yaw = Self.process(rates.count, 1.5, 4, &random).map(Angle.radians)
        let walk = Self.process(rates.count, 0.02, 20, &random)
        let noise = (0..<2).map { _ in Self.process(rates.count, 0.08, 3, &random) }
        let reading = Self.process(rates.count, 1, 1.5, &random)
        var heading = random.uniform(0...2 * Double.pi)
        let curve = DeviationCoefficients(deviation)
        for index in rates.indices {
            heading += rates[index] / Double(Self.rate)
            // Once a second.
            guard index % Self.rate == Self.rate / 2 else { continue }
            let course = heading + yaw[index] + lag * rates[index]
            let (sine, cosine) = (Double.sin(course), Double.cos(course))
            let through = speed * (1 + walk[index]) + wind.0 * sine + wind.1 * cosine
            let east = through * sine + current.east + noise[0][index]
            let north = through * cosine + current.north + noise[1][index]
            let magnetic = Angle.degrees(heading + yaw[index] - Self.declination)
            var compass = magnetic
            for _ in 0..<60 {
                compass = magnetic - curve.approximateDeviation(compassHeadingDegrees: compass)
            }
            compass += reading[index]
            compass = whole ? compass.rounded() : (compass * 10).rounded() / 10
            // As RMC has them: tenths of a knot and of a degree.
            let knots = ((east * east + north * north).squareRoot() * 36_000 / 1852).rounded() / 10
            let shown = Angle.radians((Angle.degrees(Double.atan2(y: east, x: north)) * 10).rounded() / 10)
            let ground = knots * 1852 / 3600
            observations.append(
                CourseObservation(
                    time: Double(index) / Double(Self.rate),
                    compassHeading: Angle.radians(Angle.wrapHeadingDegrees(compass)),
                    east: ground * Double.sin(shown), north: ground * Double.cos(shown)))
        }
    }

    /// A Gauss-Markov process of first order.
    private static func process(_ count: Int, _ sigma: Double, _ time: Double, _ random: inout SeededRandom) -> [Double]
    {
        let keep = Double.exp(-1 / (time * Double(rate)))
        var value = sigma * random.gaussian()
        return (0..<count).map { _ in
            defer { value = keep * value + sigma * (1 - keep * keep).squareRoot() * random.gaussian() }
            return value
        }
    }
}

@Suite struct CourseDeviationTests {
    /// Two circles to starboard, two to port, two minutes each.
    private static let circles = [
        (rate: 3.0, seconds: 240.0), (rate: 0.0, seconds: 30.0), (rate: -3.0, seconds: 240.0),
    ]

    /// How often the 95 % interval of each of A..E contains the true one, and the errors over their sigmas.
    private func coverage(runs: UInt64, _ turns: [(rate: Double, seconds: Double)]) throws -> [Double] {
        var inside = Array(repeating: 0.0, count: 5)
        for seed in 0..<runs {
            let boat = SimulatedBoat(seed: 59_000 + seed, turns: turns)
            let fit = try #require(
                try CourseDeviation(boat.observations, declination: SimulatedBoat.declination))
            for (index, value) in fit.coefficients.values.enumerated() {
                let sigma = fit.covariance[index, index].squareRoot()
                if (value - boat.deviation[index]).magnitude < 1.96 * sigma { inside[index] += 1 }
            }
        }
        return inside.map { $0 / Double(runs) }
    }

    @Test func circlesInACurrent() throws {
        let found = try coverage(runs: 200, Self.circles)
        let mean = found.reduce(0, +) / 5
        #expect((0.93...0.97).contains(mean), "\(found)")
        // Of 200 runs a true 95 % is within three sigmas of the count: 0.90 to 0.996.
        for share in found { #expect(share > 0.90, "\(found)") }
    }

    /// Circles to one side leave A to what is known of the lag; its sigma says so.
    @Test func circlesToOneSide() throws {
        let found = try coverage(runs: 100, [(rate: 3, seconds: 360)])
        #expect(found.reduce(0, +) / 5 > 0.91, "\(found)")
        let boat = SimulatedBoat(seed: 1, turns: [(rate: 3, seconds: 360)])
        let fit = try #require(try CourseDeviation(boat.observations, declination: SimulatedBoat.declination))
        #expect(fit.covariance[0, 0].squareRoot() > 3)
        #expect(fit.covariance[1, 1].squareRoot() < 2)
        #expect((Angle.degrees(fit.turnedToStarboard) - 1080).magnitude < 40 && fit.turnedToPort < 0.3)
    }

    /// Eight legs of a minute, 45 degrees apart.
    @Test func legsOfTheRose() throws {
        let legs = (0..<8).flatMap { _ in [(rate: 0.0, seconds: 60.0), (rate: 2.25, seconds: 20.0)] }
        let found = try coverage(runs: 100, legs)
        #expect(found.reduce(0, +) / 5 > 0.91, "\(found)")
    }

    /// Without noise, current or lag: A..E are those of the compass, whatever it is mounted like.
    @Test func exactWithoutDisturbance() throws {
        let curve = DeviationCoefficients([95, 6, -4, 2, -1])
        let declination = Angle.radians(-12)
        let observations = (0..<600).map { index in
            let compass = Double(index) * 1.5
            let heading =
                Angle.radians(compass + curve.approximateDeviation(compassHeadingDegrees: compass)) + declination
            return CourseObservation(
                time: Double(index), compassHeading: Angle.radians(Angle.wrapHeadingDegrees(compass)),
                east: 2.5 * Double.sin(heading) - 0.6, north: 2.5 * Double.cos(heading) + 0.3)
        }
        let fit = try #require(try CourseDeviation(observations, declination: declination))
        // A mean over 7.5 degrees of turn shrinks D and E by a part in 70 at most, and the priors pull less than that.
        for (value, expected) in zip(fit.coefficients.values, curve.values) {
            #expect((value - expected).magnitude < 0.15, "\(fit.coefficients)")
        }
        #expect((fit.currentEast + 0.6).magnitude < 0.02 && (fit.currentNorth - 0.3).magnitude < 0.02)
        #expect((fit.speed - 2.5).magnitude < 0.03)
    }

    /// A quarter of a circle does not determine a curve, two opposite courses neither; a boat at rest has no course.
    @Test func refusals() throws {
        let quarter = SimulatedBoat(seed: 2, turns: [(rate: 0.5, seconds: 180)])
        let arc = try #require(try CourseDeviation(quarter.observations, declination: 0))
        #expect(try !DeviationCurve(arc).verdict.accepted)
        let runs = SimulatedBoat(
            seed: 3, turns: [(rate: 0, seconds: 200), (rate: 9, seconds: 20), (rate: 0, seconds: 200)])
        let there = try #require(try CourseDeviation(runs.observations, declination: 0))
        #expect(try !DeviationCurve(there).verdict.accepted)
        let rest = (0..<600).map { CourseObservation(time: Double($0), compassHeading: 1, east: 0.1, north: 0) }
        #expect(try CourseDeviation(rest, declination: 0) == nil)
        #expect(try CourseDeviation([], declination: 0) == nil)
    }

    /// The curve of the fit has its coefficients, and an exact form that agrees with it.
    @Test func curve() throws {
        let boat = SimulatedBoat(seed: 4, turns: Self.circles)
        let fit = try #require(try CourseDeviation(boat.observations, declination: SimulatedBoat.declination))
        let curve = try DeviationCurve(fit)
        #expect(curve.verdict.accepted)
        #expect(curve.coefficients == fit.coefficients)
        for heading in stride(from: 0.0, to: 360, by: 30) {
            let difference =
                curve.deviation(compassHeadingDegrees: heading)
                - curve.exact.exactDeviation(compassHeadingDegrees: heading)
            // The exact form is fitted to the noisy deviations by itself.
            #expect(difference.magnitude < 1.5)
        }
    }
}
