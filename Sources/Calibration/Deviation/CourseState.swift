import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

/// Parameters and weights of `CourseDeviation` between two steps of its Gauss-Newton iteration.
struct CourseState {
    /// Places of the parameters: A..E, then these, then the speed through water at each knot.
    enum Index {
        static let (east, north, lag, windEast, windNorth, speed) = (5, 6, 7, 8, 9, 10)
    }

    private let means: CourseMeans
    private let declination: Double
    /// Radians and m/s.
    private(set) var parameters: [Double]
    private var (along, across) = (Noise(), Noise())
    /// Seconds from one knot of the speed to the next, and the time of the first.
    private let (spacing, start): (Double, Double)
    /// Speed through water at first, m/s: the scale of what is known of it.
    private let usualSpeed: Double

    /// Knots of the speed are at least so far apart, seconds, and at most so many.
    private static let (shortestSpacing, mostKnots) = (30.0, 60.0)
    /// Standard deviations of the priors: A..E, current, lag, dependence of the speed on the heading, and its walk in a
    /// minute, the last two as parts of the speed.
    private static let (anglePrior, currentPrior, lagPrior, windPrior, walkPrior) = (
        Angle.radians(60), 3.0, 3.0, 0.01, 0.02
    )

    /// The scatter of the means' velocities.
    private struct Noise {
        /// m/s.
        var sigma = 0.1
        /// By what the variance of a mean of correlated residuals exceeds that of independent ones.
        var inflation = 3.0

        func weight(_ residual: Double) -> Double {
            RobustStatistics.huberWeight(residual / sigma) / (sigma * sigma * inflation)
        }

        mutating func estimate(_ residuals: [Double]) {
            let count = Double(residuals.count)
            sigma = max(RobustStatistics.scaleAboutZero(residuals), 1e-3)
            // Less than the fitted parameters use up is no estimate.
            let independent = CorrelatedMean(residuals).effectiveCount
            inflation = max(1, count / max(independent - 4, independent / 3, 1))
        }
    }

    /// Begins at the velocity v = c + s R(A) u(z + declination), which is linear in c, s cos A and s sin A.
    init(_ means: CourseMeans, declination: Double) throws(SensorLabError) {
        (self.means, self.declination) = (means, declination)
        var rows: [[Double]] = []
        var values: [Double] = []
        for (heading, velocity) in zip(means.headings, means.velocities) {
            let (sine, cosine) = (Double.sin(heading + declination), Double.cos(heading + declination))
            rows += [[1, 0, sine, cosine], [0, 1, cosine, -sine]]
            values += [velocity.east, velocity.north]
        }
        // Headings that do not differ leave current and speed undetermined: the smallest ones are taken.
        let first = try Matrix(rows).leastSquares(values, relativeTolerance: 1e-6, covariance: false).parameters
        usualSpeed = max((first[2] * first[2] + first[3] * first[3]).squareRoot(), 0.1)
        let times = means.times
        let length = (times.last ?? 0) - (times.first ?? 0)
        let pieces = max(1, min(Self.mostKnots, length / Self.shortestSpacing).rounded(.up))
        (spacing, start) = (max(length / pieces, 1e-3), times.first ?? 0)
        parameters = [Double.atan2(y: first[3], x: first[2]), 0, 0, 0, 0, first[0], first[1], 0, 0, 0]
        parameters += Array(repeating: usualSpeed, count: Int(clamping: pieces) + 1)
    }

    /// A..E, radians.
    var harmonics: [Double] { Array(parameters.prefix(5)) }

    /// The number of independent means across the vessel.
    var effectiveSampleCount: Double { Double(means.count) / across.inflation }

    /// Residuals of a mean and how the model changes with the parameters.
    private struct Row {
        var (along, across) = (0.0, 0.0)
        /// Place and derivative, m/s per unit of the parameter.
        var alongParts: [(Int, Double)] = []
        var acrossParts: [(Int, Double)] = []
    }

    /// The velocity without current, along and across the heading of the model.
    private func row(_ index: Int) -> Row {
        let z = means.headings[index]
        let harmonic = [1, Double.sin(z), Double.cos(z), Double.sin(2 * z), Double.cos(2 * z)]
        let rate = means.rates[index]
        let heading =
            zip(harmonic, parameters).reduce(z + declination + parameters[Index.lag] * rate) { $0 + $1.0 * $1.1 }
        let (sine, cosine) = (Double.sin(heading), Double.cos(heading))
        let velocity = means.velocities[index]
        let (east, north) = (velocity.east - parameters[Index.east], velocity.north - parameters[Index.north])
        let forward = east * sine + north * cosine
        let right = east * cosine - north * sine
        let (knot, share) = place(of: means.times[index])
        let wind = parameters[Index.windEast] * sine + parameters[Index.windNorth] * cosine
        let speed = parameters[Index.speed + knot] * (1 - share) + parameters[Index.speed + knot + 1] * share
        var row = Row()
        (row.along, row.across) = (forward - speed - wind, right)
        let sideways = right - (parameters[Index.windEast] * cosine - parameters[Index.windNorth] * sine)
        let angles = harmonic.enumerated().map { ($0.offset, $0.element) } + [(Index.lag, rate)]
        row.alongParts =
            angles.map { ($0.0, -sideways * $0.1) } + [
                (Index.east, sine), (Index.north, cosine), (Index.windEast, sine), (Index.windNorth, cosine),
                (Index.speed + knot, 1 - share), (Index.speed + knot + 1, share),
            ]
        row.acrossParts = angles.map { ($0.0, forward * $0.1) } + [(Index.east, cosine), (Index.north, -sine)]
        return row
    }

    private func place(of time: Double) -> (knot: Int, share: Double) {
        let position = (time - start) / spacing
        let knot = min(max(Int(clamping: position), 0), parameters.count - Index.speed - 2)
        return (knot, position - Double(knot))
    }

    mutating func estimateNoise() {
        let rows = (0..<means.count).map(row)
        along.estimate(rows.map(\.along))
        across.estimate(rows.map(\.across))
    }

    /// The information matrix, and the gradient of the logarithm of the posterior.
    func normalEquations() -> (matrix: Matrix, gradient: [Double]) {
        var matrix = Matrix(rows: parameters.count, columns: parameters.count)
        var gradient = Array(repeating: 0.0, count: parameters.count)
        func add(_ parts: [(Int, Double)], _ residual: Double, _ weight: Double) {
            for (i, a) in parts {
                gradient[i] += a * residual * weight
                for (j, b) in parts { matrix[i, j] += a * b * weight }
            }
        }
        for index in 0..<means.count {
            let row = row(index)
            add(row.alongParts, row.along, along.weight(row.along))
            add(row.acrossParts, row.across, across.weight(row.across))
        }
        let wind = Self.windPrior * usualSpeed
        for (index, sigma) in [
            (Index.east, Self.currentPrior), (Index.north, Self.currentPrior), (Index.lag, Self.lagPrior),
            (Index.windEast, wind), (Index.windNorth, wind),
        ] { add([(index, 1)], -parameters[index], 1 / (sigma * sigma)) }
        // B..E about 0; A about what it is, since a compass may be mounted in any direction.
        for index in 0..<5 {
            add([(index, 1)], index == 0 ? 0 : -parameters[index], 1 / (Self.anglePrior * Self.anglePrior))
        }
        let step = Self.walkPrior * usualSpeed * (spacing / 60).squareRoot()
        for knot in Index.speed..<parameters.count - 1 {
            let change = parameters[knot + 1] - parameters[knot]
            let weight = RobustStatistics.huberWeight(change / step) / (step * step)
            add([(knot + 1, 1), (knot, -1)], -change, weight)
        }
        return (matrix, gradient)
    }

    /// One step.
    /// - Returns: the largest change of A..E, current and lag, in radians, m/s and seconds.
    mutating func step() throws(SensorLabError) -> Double {
        let (matrix, gradient) = normalEquations()
        let change = try Cholesky(matrix).solve(gradient)
        for index in parameters.indices { parameters[index] += change[index] }
        return change.prefix(Index.windEast).reduce(0) { max($0, $1.magnitude) }
    }

    /// Each mean's course through water minus its compass heading, declination and lag, degrees.
    func deviations() -> [DeviationObservation] {
        (0..<means.count).map { index in
            let velocity = means.velocities[index]
            let course = Double.atan2(
                y: velocity.east - parameters[Index.east], x: velocity.north - parameters[Index.north])
            let z = means.headings[index]
            return DeviationObservation(
                compassHeadingDegrees: Angle.wrapHeadingDegrees(Angle.degrees(z)),
                deviationDegrees: Angle.wrapDegrees(
                    Angle.degrees(course - declination - parameters[Index.lag] * means.rates[index] - z)))
        }
    }
}
