import LinearAlgebra
import Recordings
import Rotations
import SensorModels

/// The accelerometer's offset, scale and misalignment from poses at rest: |T (f - b)| = g in every one (D. Tedaldi, A.
/// Pretto & E. Menegatti, ICRA 2014, 3042-3049).
///
/// T = I + S with S symmetric, since gravity alone does not show a rotation of the sensor in the device. All nine
/// parameters are always fitted, as maximum a posteriori: a prior for phones (`priorSigmas`) keeps parameters that the
/// poses do not show at the ideal sensor, with a wide sigma. The sigmas decide which are determined: all with poses on
/// all sides, the bias alone with fewer, none with still fewer.
public struct AccelerometerFit: Sendable {
    /// The parameters that the poses determine.
    public typealias Extent = AccelerometerCalibration.Extent

    /// f_calibrated = T (f_raw - b), m/s^2, device axes.
    public var model: AccelerometerModel
    /// Standard deviation of b per axis, m/s^2.
    public var sigma: Vector3
    /// Standard deviations of T's elements; symmetric.
    public var scaleSigma: Matrix3
    /// 9 x 9 covariance of b (m/s^2), then S's xx, yy, zz, xy, xz, yz; nil without a pose.
    public var covariance: Matrix?
    /// Distinct poses at rest (more than 20 degrees apart).
    public var poseCount: Int
    /// The sides on which the device never lay, in words.
    public var missingPoses: [String]
    /// The parameters that the poses determine.
    public var extent: Extent
    /// Root mean square of |T (f - b)| - g over the rests, m/s^2; NaN without one.
    public var residualRMS: Double
    /// The correction over its own uncertainty, both root mean square over all poses: below 1 the fit may make the
    /// readings worse; 0 without a pose.
    public var gain: Double {
        guard let covariance else { return 0 }
        let s = model.scale - .identity
        var (change, variance) = (model.bias.lengthSquared, covariance[0, 0] + covariance[1, 1] + covariance[2, 2])
        // Over all directions, the mean square of a symmetric matrix times gravity is a third of the squares of its
        // elements.
        let square = Self.standardGravity * Self.standardGravity / 3
        for (index, (i, j)) in Self.elements.enumerated() {
            let count = i == j ? 1.0 : 2
            change += square * count * s[i, j] * s[i, j]
            variance += square * count * covariance[3 + index, 3 + index]
        }
        return (change / variance).squareRoot()
    }
    /// Accepted or refused.
    public var verdict: CalibrationVerdict

    /// Standard gravity, m/s^2.
    public static let standardGravity = 9.80665
    /// Deviation of g from standard gravity on the Earth's surface, m/s^2, standard deviation.
    public static let gravitySigma = 0.02
    /// Typical of phones: standard deviation of the bias, m/s^2, of the scale, and of the misalignment.
    static let priorSigmas = (bias: 0.2, scale: 0.005, misalignment: 0.005)
    /// Error of a rest's mean |f| before the fit shows it (tremor of a hand, nonlinearity of the sensor), m/s^2, and
    /// the number of residuals to which this knowledge is equivalent.
    static let noise = (sigma: 0.02, freedom: 4.0)
    /// Cosine of 20 degrees.
    static let samePose = 0.94
    /// A larger sigma of the bias is refused, m/s^2: half a degree of inclination.
    static let largestSigma = 0.085
    /// A parameter is determined where the data reduce its sigma below this share of the prior's.
    static let determined = 0.6

    /// Fits to the rests of a recording, detected by gyroscope and accelerometer, or by the accelerometer alone.
    /// - Parameters:
    ///   - recording: the log with the poses.
    ///   - gravity: the local g, m/s^2; `gravitySigma` is its standard deviation.
    ///   - gravitySigma: standard deviation of `gravity`, m/s^2.
    public init(recording: Recording, gravity: Double = standardGravity, gravitySigma: Double = gravitySigma) {
        let rests = RestIntervalDetector.intervals(
            gyroscope: recording.vectors(of: recording.rateSensor), accelerometer: recording.accelerometer,
            magnetometer: VectorStream())
        self.init(restForces: rests.compactMap(\.meanForce), gravity: gravity, gravitySigma: gravitySigma)
        if let refusal = DeadSensor.refusal(recording.accelerometer, name: "accelerometer") { verdict = refusal }
    }

    /// Fits to mean specific forces at rest, m/s^2, device axes, one per rest.
    ///
    /// Never throws: with too few poses the result is refused.
    public init(restForces: [Vector3], gravity: Double = standardGravity, gravitySigma: Double = gravitySigma) {
        let forces = restForces.filter { $0.isFinite && ($0.length - gravity).magnitude < 2 }
        // Rests in the same pose are one observation.
        let weights = forces.map { one in
            1 / Double(forces.count { $0.dot(one) > Self.samePose * $0.length * one.length })
        }
        var poses: [Vector3] = []
        for force in forces where !poses.contains(where: { Self.isSame($0, force) }) { poses.append(force) }
        poseCount = poses.count
        missingPoses = Self.faces.filter { face in
            !poses.contains { $0.dot(face.up) > 0.8 * $0.length }
        }.map(\.name)
        model = AccelerometerModel(bias: .zero)
        let prior = Self.priorSigmas
        sigma = Vector3(prior.bias, prior.bias, prior.bias)
        scaleSigma = Matrix3.zero
        (residualRMS, extent, covariance, verdict) = (.nan, .nothing, nil, .accepted)
        var parameters = [Double](repeating: 0, count: 9)
        var noise = Self.noise.sigma
        do {
            // Gauss-Newton; |f| is so nearly linear in all nine parameters that five steps converge to rounding, with
            // the noise.
            for _ in 0..<6 where !forces.isEmpty {
                let (rows, values) = Self.equations(forces, weights, parameters, gravity, noise)
                let fit = try rows.leastSquares(values)
                parameters = zip(parameters, fit.parameters).map { $0 + $1 }
                guard let cofactor = fit.cofactor else { break }
                covariance = cofactor
                noise = Self.noise(forces, weights, parameters, gravity, cofactor)
            }
        } catch {
            verdict = .refused(by: error)
            return
        }
        model = Self.model(parameters)
        let residuals = forces.map { model.apply($0).length - gravity }
        residualRMS = (residuals.reduce(0) { $0 + $1 * $1 } / Double(forces.count)).squareRoot()
        takeSigmas(commonScale: gravitySigma / gravity)
        judge()
        if let refusal = Self.wrongUnit(restForces, used: forces.count) { verdict = refusal }
    }

    /// Detects another unit: at rest an accelerometer reads 9.8; a log in another unit has rests, but none of that
    /// size.
    private static func wrongUnit(_ forces: [Vector3], used: Int) -> CalibrationVerdict? {
        let size = RobustStatistics.median(forces.filter(\.isFinite).map(\.length))
        guard used == 0, size.isFinite else { return nil }
        let found =
            "at rest the accelerometer reads \(MagnetometerDataCheck.rounded(size)), expected gravity, 9.8 m/s^2"
        for (unit, factor) in [("g", standardGravity), ("mg", standardGravity / 1000)]
        where (size * factor - standardGravity).magnitude < 1 {
            return .refused(
                "\(found): the log looks like \(unit)", advice: "multiply the readings by \(factor) or state the unit")
        }
        return .refused(found, advice: "check the unit of the log, and the sensor")
    }

    private static func isSame(_ a: Vector3, _ b: Vector3) -> Bool { a.dot(b) > samePose * a.length * b.length }

    /// Direction of the specific force in each of the six poses.
    private static let faces: [(up: Vector3, name: String)] = [
        (Vector3(0, 0, 1), "face up"), (Vector3(0, 0, -1), "face down"), (Vector3(0, 1, 0), "upright"),
        (Vector3(0, -1, 0), "upside down"), (Vector3(1, 0, 0), "on its left edge"),
        (Vector3(-1, 0, 0), "on its right edge"),
    ]

    /// Row and column of S for the parameters 3...8.
    private static let elements = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]

    private static func model(_ p: [Double]) -> AccelerometerModel {
        var scale = Matrix3.identity
        for (index, (i, j)) in elements.enumerated() {
            scale[i, j] += p[3 + index]
            if i != j { scale[j, i] += p[3 + index] }
        }
        return AccelerometerModel(bias: Vector3(p[0], p[1], p[2]), scale: scale)
    }

    private static var priors: [Double] {
        let p = priorSigmas
        return Array(repeating: p.bias, count: 3) + Array(repeating: p.scale, count: 3)
            + Array(repeating: p.misalignment, count: 3)
    }

    /// Rows for g - |T (f - b)| and for the priors, divided by their sigmas.
    private static func equations(
        _ forces: [Vector3], _ weights: [Double], _ p: [Double], _ gravity: Double, _ noise: Double
    ) -> (Matrix, [Double]) {
        let model = model(p)
        var rows = Matrix(rows: forces.count + 9, columns: 9)
        var values = [Double](repeating: 0, count: forces.count + 9)
        for (i, force) in forces.enumerated() {
            let centred = force - model.bias
            let calibrated = model.scale * centred
            let direction = calibrated / max(calibrated.length, 1e-9)
            let factor = weights[i].squareRoot() / noise
            let byBias = model.scale * direction
            for axis in 0..<3 { rows[i, axis] = -byBias[axis] * factor }
            for (index, (j, k)) in elements.enumerated() {
                let both = direction[j] * centred[k] + (j == k ? 0 : direction[k] * centred[j])
                rows[i, 3 + index] = both * factor
            }
            values[i] = (gravity - calibrated.length) * factor
        }
        for (index, sigma) in priors.enumerated() {
            rows[forces.count + index, index] = 1 / sigma
            values[forces.count + index] = -p[index] / sigma
        }
        return (rows, values)
    }

    /// The noise of a rest from the residuals and a weak prior. The degrees of freedom are reduced by what the
    /// parameters took from the data, not by what the prior gave them. As the noise is estimated from few residuals,
    /// errors follow Student's t; the result has the variance of that, a factor freedom / (freedom - 2).
    private static func noise(
        _ forces: [Vector3], _ weights: [Double], _ p: [Double], _ gravity: Double, _ covariance: Matrix
    ) -> Double {
        let model = model(p)
        let squares = zip(forces, weights).reduce(0.0) {
            let residual = model.apply($1.0).length - gravity
            return $0 + $1.1 * residual * residual
        }
        let fromPrior = zip(covariance.diagonal, priors).reduce(0.0) { $0 + $1.0 / ($1.1 * $1.1) }
        let free = max(0, weights.reduce(0, +) - (9 - fromPrior))
        let known = Self.noise
        return ((known.freedom * known.sigma * known.sigma + squares) / (known.freedom + free - 2)).squareRoot()
    }

    private mutating func takeSigmas(commonScale: Double) {
        for axis in 0..<3 { sigma[axis] = covariance.map { $0[axis, axis].squareRoot() } ?? sigma[axis] }
        for (index, (i, j)) in Self.elements.enumerated() {
            // A wrong g scales all axes alike.
            let common = i == j ? commonScale * commonScale : 0
            let prior = Self.priors[3 + index]
            let variance = covariance.map { $0[3 + index, 3 + index] } ?? prior * prior
            scaleSigma[i, j] = (variance + common).squareRoot()
            scaleSigma[j, i] = scaleSigma[i, j]
        }
    }

    private mutating func judge() {
        func isDetermined(_ range: Range<Int>) -> Bool {
            guard let covariance else { return false }
            return range.allSatisfy { covariance[$0, $0].squareRoot() <= Self.determined * Self.priors[$0] }
        }
        let sides =
            missingPoses.isEmpty
            ? "lay it still in tilted poses too, on edges and corners, two seconds each"
            : "lay the phone still for two seconds \(missingPoses.joined(separator: ", "))"
        guard max(sigma.x, sigma.y, sigma.z) <= Self.largestSigma else {
            extent = .nothing
            verdict = .refused(
                poseCount == 0
                    ? "the device never lay still for a second"
                    : "\(poseCount) poses at rest do not determine the bias of all three axes", advice: sides)
            return
        }
        extent = !isDetermined(3..<6) ? .bias : !isDetermined(6..<9) ? .scale : .misalignment
        if extent != .misalignment { verdict.advice = sides }
    }
}
