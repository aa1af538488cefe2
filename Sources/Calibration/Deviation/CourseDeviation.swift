import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

/// A compass reading and the velocity over ground at one time.
public struct CourseObservation: Sendable, Hashable {
    /// Seconds of any clock.
    public var time: Double
    /// The COMPASS heading, radians clockwise.
    public var compassHeading: Double
    /// Velocity over ground, m/s.
    public var east, north: Double

    /// An observation from its parts.
    public init(time: Double, compassHeading: Double, east: Double, north: Double) {
        (self.time, self.compassHeading, self.east, self.north) = (time, compassHeading, east, north)
    }
}

/// The deviation curve of a vessel that turned, from compass and velocity over ground, with the current as an unknown.
///
/// The velocity over ground v, with compass heading z, rate of turn w and declination m:
///
///     v = (s + a . u) u + c + noise,  u = (sin h, cos h)
///     h = z + m + k w + A + B sin z + C cos z + D sin 2z + E cos 2z
///
/// Unknown, with what is known beforehand as Gaussian priors:
/// * A..E (60 degrees) and the current c (3 m/s).
/// * The speed through water s: under constant power a random walk of 2 % in a minute, with larger steps where the
///   power changes (Huber's weights). Wind makes it depend on the heading: a, 1 % of s.
/// * The lag k, 3 s: the delay between compass and receiver, the drift angle of the turning hull, and the distance of
///   the antenna from the pivot over s all turn the course by an angle in proportion to the rate of turn. Turns to both
///   sides separate it from A.
///
/// In the course alone a current looks like B and C; the speed over ground, which rises and falls with it, separates
/// them. Means over 5 s are fitted; the noise along and across the vessel is estimated from the residuals, the number
/// of independent ones by `CorrelatedMean`. In simulated circles the 95 % intervals cover A..E in about 95 %.
public struct CourseDeviation: Sendable {
    /// A..E of the usual form, degrees.
    public let coefficients: DeviationCoefficients
    /// 5 x 5 covariance of A..E, degrees squared; that of A contains the variance of the declination.
    public let covariance: Matrix
    /// Where the water moves to, m/s.
    public let currentEast, currentNorth: Double
    /// Standard deviations of the current, m/s.
    public let currentEastSigma, currentNorthSigma: Double
    /// Median speed through water, m/s.
    public let speed: Double
    /// The lag k and its standard deviation, seconds; positive where the course is ahead of the compass in a turn.
    public let lag, lagSigma: Double
    /// What the vessel turned to starboard and to port, radians, both positive.
    public let turnedToStarboard, turnedToPort: Double
    /// Compass headings with the deviation that remains without current and lag, one per 5 s, in the order of time.
    public let observations: [DeviationObservation]
    /// The number of independent ones.
    public let effectiveSampleCount: Double

    /// Length of the means, seconds.
    static let interval = 5.0
    /// Slower over ground a vessel lies, drifts or manoeuvres, m/s.
    static let slowest = 0.5
    /// With fewer means nothing is estimated.
    static let fewest = 20

    /// - Parameters:
    ///   - observations: in the order of time.
    ///   - declination: radians, east positive; 0 for a compass that gives true headings.
    ///   - declinationSigma: its standard deviation, radians.
    /// - Returns: `nil` for fewer than 20 means of 5 s in which the vessel makes way.
    /// - Throws: `SensorLabError` where the equations cannot be solved.
    public init?(
        _ observations: [CourseObservation], declination: Double, declinationSigma: Double = 0
    ) throws(SensorLabError) {
        let means = CourseMeans(observations, interval: Self.interval, slowest: Self.slowest)
        guard means.count >= Self.fewest else { return nil }
        var state = try CourseState(means, declination: declination)
        // The weights follow from the residuals of the fit before; the first one has usual weights.
        for pass in 0..<4 {
            if pass > 0 { state.estimateNoise() }
            for _ in 0..<25 {
                let change = try state.step()
                if change < 1e-8 { break }
            }
        }
        let posterior = try Cholesky(state.normalEquations().matrix).inverse()
        let degrees = Angle.degrees(1)
        coefficients = DeviationCoefficients(state.harmonics.map { $0 * degrees })
        var covariance = Matrix(rows: 5, columns: 5)
        for i in 0..<5 {
            for j in 0..<5 { covariance[i, j] = posterior[i, j] * degrees * degrees }
        }
        covariance[0, 0] += (declinationSigma * degrees) * (declinationSigma * degrees)
        self.covariance = covariance
        typealias Index = CourseState.Index
        func sigma(_ index: Int) -> Double { posterior[index, index].squareRoot() }
        (currentEast, currentNorth) = (state.parameters[Index.east], state.parameters[Index.north])
        (currentEastSigma, currentNorthSigma) = (sigma(Index.east), sigma(Index.north))
        (lag, lagSigma) = (state.parameters[Index.lag], sigma(Index.lag))
        speed = RobustStatistics.median(Array(state.parameters.dropFirst(Index.speed)))
        turnedToStarboard = means.turns.reduce(0) { $0 + max(0, $1) }
        turnedToPort = means.turns.reduce(0) { $0 + max(0, -$1) }
        self.observations = state.deviations()
        effectiveSampleCount = state.effectiveSampleCount
    }
}

/// Means of observations over intervals of equal length, where the vessel makes way.
struct CourseMeans {
    /// Middle of each mean, seconds.
    private(set) var times: [Double] = []
    /// Compass heading, radians, continuous over a full turn.
    private(set) var headings: [Double] = []
    /// Velocity over ground, m/s.
    private(set) var velocities: [(east: Double, north: Double)] = []
    /// Rate of turn by compass over about 20 s, radians per second, clockwise.
    private(set) var rates: [Double] = []

    var count: Int { times.count }
    /// From one mean to the next, radians.
    var turns: [Double] { zip(headings.dropFirst(), headings).map { $0 - $1 } }

    init(_ observations: [CourseObservation], interval: Double, slowest: Double) {
        guard let start = observations.first?.time else { return }
        var (heading, last) = (0.0, 0.0)
        var (cell, sums) = (0.0, Sums())
        for (index, observation) in observations.enumerated() {
            heading += index == 0 ? observation.compassHeading : Angle.wrap(observation.compassHeading - last)
            last = observation.compassHeading
            let own = ((observation.time - start) / interval).rounded(.down)
            if own != cell {
                close(&sums, slowest)
                cell = own
            }
            sums.add(observation, heading)
        }
        close(&sums, slowest)
        // Two means to each side; a longer window would hide when a turn begins, a shorter one follow the yaw in waves.
        rates = times.indices.map { index in
            let (low, high) = (max(0, index - 2), min(times.count - 1, index + 2))
            let span = times[high] - times[low]
            return span > 0 && span < 8 * interval ? (headings[high] - headings[low]) / span : 0
        }
    }

    private struct Sums {
        var (count, time, heading, east, north) = (0.0, 0.0, 0.0, 0.0, 0.0)

        mutating func add(_ observation: CourseObservation, _ continuous: Double) {
            count += 1
            time += observation.time
            heading += continuous
            east += observation.east
            north += observation.north
        }
    }

    private mutating func close(_ sums: inout Sums, _ slowest: Double) {
        defer { sums = Sums() }
        let (east, north) = (sums.east / sums.count, sums.north / sums.count)
        guard sums.count > 0, east * east + north * north >= slowest * slowest else { return }
        times.append(sums.time / sums.count)
        headings.append(sums.heading / sums.count)
        velocities.append((east, north))
    }
}
