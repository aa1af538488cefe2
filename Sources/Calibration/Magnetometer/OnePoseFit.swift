import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The hard iron from a single pose with a known heading (from the sun, a landmark, an edge on a map): h = m - q^-1 B,
/// with the attitude q from gravity and that heading, and the Earth's field B from a geomagnetic model. ArduPilot
/// calibrates vehicles that cannot be turned over in this way.
///
/// The soft iron stays unknown and is part of h in this pose: the calibration is exact there and degrades as the device
/// turns away. Its sigma includes that.
public struct OnePoseFit: Sendable {
    /// The Earth's field at the log's place, and the known quantities of the pose.
    public struct Options: Sendable {
        /// Microtesla.
        public var fieldStrength: Double
        /// Radians, down positive.
        public var dip: Double
        /// Clockwise from MAGNETIC north, radians.
        public var heading: Double
        /// Standard deviation of the heading, declination included, radians.
        public var headingSigma: Double
        /// The axis whose heading it is.
        public var axis: HeadingAxis
        /// Standard deviation of each element of the soft iron's logarithm; phones have 0.02 to 0.05.
        public var softIronSigma = 0.03
        /// Standard deviation of the vertical from a resting accelerometer, radians: a bias of 0.1 m/s^2.
        public var tiltSigma = 0.01
        /// A pose whose predicted heading sigma exceeds this is refused, radians. Default 10 degrees: without any
        /// calibration a phone's compass points anywhere.
        public var largestHeadingSigma = 0.175

        /// The required quantities.
        public init(fieldStrength: Double, dip: Double, heading: Double, headingSigma: Double, axis: HeadingAxis) {
            (self.fieldStrength, self.dip, self.axis) = (fieldStrength, dip, axis)
            (self.heading, self.headingSigma) = (heading, headingSigma)
        }
    }

    /// h, with S = identity.
    public var model = MagnetometerModel(hardIron: .zero)
    /// Standard deviations of h, microtesla.
    public var hardIronSigma = Vector3(.infinity, .infinity, .infinity)
    /// Predicted sigma of the heading, lying face up.
    public var level = PoseHeadingSigma(calibration: .infinity, singleReading: .infinity)
    /// Predicted sigma of the heading, held upright.
    public var upright = PoseHeadingSigma(calibration: .infinity, singleReading: .infinity)
    /// Seconds from the first sample to the start and to the end of the longest rest, which was used; `nil` without a
    /// rest.
    public var rest: ClosedRange<Double>?
    /// Start of that rest, nanoseconds of the log's clock.
    public var restStart: Int64?
    /// Readings of the magnetometer that were averaged.
    public var sampleCount = 0
    /// Accepted or refused.
    public var verdict = CalibrationVerdict.accepted

    /// Upper limit of the scatter of the field at rest, microtesla per axis.
    private static let largestScatter = 3.0
    /// An axis closer to the vertical has no heading, sine of 6 degrees.
    private static let flattest = 0.1

    /// Never throws: where the pose does not determine the hard iron, the result is refused with the reason.
    public init(accelerometer: VectorStream, magnetometer: VectorStream, options: Options) {
        let rests = Self.rests(accelerometer, magnetometer)
        guard
            let rest = rests.max(by: {
                $0.interval.upperBound - $0.interval.lowerBound < $1.interval.upperBound - $1.interval.lowerBound
            })
        else {
            verdict = .refused(
                "the device is never at rest for a second",
                advice: "hold the device against an edge of known direction, or lay it down")
            return
        }
        let origin = min(accelerometer.times[0], magnetometer.times[0])
        self.rest =
            LogTime.seconds(rest.interval.lowerBound &- origin)...LogTime.seconds(rest.interval.upperBound &- origin)
        restStart = rest.interval.lowerBound
        sampleCount = rest.readings
        if let other = rests.first(where: { $0.isAnotherPose(than: rest, options) }) {
            let starts = [rest, other].map(\.interval.lowerBound).sorted().map {
                "\((10 * LogTime.seconds($0)).rounded() / 10) s"
            }
            verdict = .refused(
                "the device rests in several poses, from \(starts[0]) and from \(starts[1]) of the log's clock, but the heading holds for one pose",
                advice: "choose the pose with --from and --to")
            return
        }
        guard let attitude = Self.attitude(force: rest.force, options) else {
            verdict = .refused(
                "the axis whose heading is known points up or down",
                advice: "tilt the device, or give the other --heading-axis")
            return
        }
        let horizontal = options.fieldStrength * Double.cos(options.dip)
        let earth = Vector3(0, horizontal, -options.fieldStrength * Double.sin(options.dip))
        let field = attitude.unrotate(earth)
        model = MagnetometerModel(hardIron: rest.field - field)
        do {
            try predict(field, earth, attitude, noise: rest.noise, options)
        } catch {
            verdict = .refused(by: error)
            return
        }
        let sigma = max(level.calibration, upright.calibration)
        guard sigma > options.largestHeadingSigma else { return }
        let degrees = Int(clamping: Angle.degrees(sigma).rounded(.up))
        verdict = .refused(
            "the heading's sigma in other poses would be \(degrees) degrees, too large",
            advice: "give a more accurate heading, or turn the device through all directions")
        verdict.isUncertain = true
    }

    /// Device to east-north-up with magnetic north.
    private static func attitude(force: Vector3, _ options: Options) -> Quaternion? {
        guard let up = force.normalized else { return nil }
        let axis = options.axis.direction
        let level = axis - axis.dot(up) * up
        guard level.length > flattest, let ahead = level.normalized else { return nil }
        // The rows are east, north and up in device axes, for a heading of 0.
        return Quaternion.aboutVertical(-options.heading) * Quaternion(matrix: Matrix3(ahead.cross(up), ahead, up))
    }

    /// Sigmas from the independent errors of heading, vertical, field and readings, and from the soft iron, which
    /// shifts h by L b; L is the same in all poses.
    private mutating func predict(
        _ field: Vector3, _ earth: Vector3, _ attitude: Quaternion, noise: Double, _ options: Options
    ) throws(SensorLabError) {
        let model = FieldModel(
            hardIron: self.model.hardIron, strength: options.fieldStrength,
            vertical: options.fieldStrength * Double.sin(options.dip))
        let (_, derivatives) = try model.softIron.exponentialAndDerivatives()
        var columns: [(direction: Vector3, sigma: Double)] = [
            (attitude.unrotate(Vector3(0, 0, 1).cross(earth)), options.headingSigma),
            (attitude.unrotate(Vector3(1, 0, 0).cross(earth)), options.tiltSigma),
            (attitude.unrotate(Vector3(0, 1, 0).cross(earth)), options.tiltSigma),
            (Vector3(1, 0, 0), noise), (Vector3(0, 1, 0), noise), (Vector3(0, 0, 1), noise),
        ]
        let soft = derivatives.map { $0 * field }
        columns += soft.map { ($0, options.softIronSigma) }
        var covariance = Matrix(rows: FieldModel.count, columns: FieldModel.count)
        for (direction, sigma) in columns {
            for i in 0..<3 {
                for j in 0..<3 { covariance[i, j] += sigma * sigma * direction[i] * direction[j] }
            }
        }
        let variance = options.softIronSigma * options.softIronSigma
        for (index, direction) in soft.enumerated() {
            let column = FieldModel.softIronRange.lowerBound + index
            covariance[column, column] = variance
            for i in 0..<3 {
                covariance[i, column] = variance * direction[i]
                covariance[column, i] = variance * direction[i]
            }
        }
        hardIronSigma = Vector3(
            covariance[0, 0].squareRoot(), covariance[1, 1].squareRoot(), covariance[2, 2].squareRoot())
        level = try .predict(.level, model: model, covariance: covariance, dip: options.dip, residualSigma: noise)
        upright = try .predict(.upright, model: model, covariance: covariance, dip: options.dip, residualSigma: noise)
    }

    private struct Rest {
        var interval: ClosedRange<Int64>
        var force, field: Vector3
        var readings: Int
        /// Standard deviation of the mean reading, microtesla, per axis.
        var noise: Double

        /// Whether gravity, or the field compared with a turn about the vertical, differs by ten degrees.
        func isAnotherPose(than other: Rest, _ options: Options) -> Bool {
            let horizontal = options.fieldStrength * Double.cos(options.dip)
            let turn = Angle.radians(10)
            return force.angle(to: other.force) > turn
                || (field - other.field).length > 2 * horizontal * Double.sin(turn / 2) + largestScatter
        }
    }

    /// The rests of the accelerometer in which the magnetometer is constant, too.
    private static func rests(_ force: VectorStream, _ field: VectorStream) -> [Rest] {
        RestIntervalDetector.intervals(
            gyroscope: VectorStream(), accelerometer: force, magnetometer: field
        ).compactMap { rest -> Rest? in
            let interval = rest.start...rest.end
            guard let force = rest.meanForce, let m = statistics(field.clipped(to: interval)),
                m.count > 1, m.scatter < largestScatter
            else { return nil }
            return Rest(
                interval: interval, force: force, field: m.mean, readings: m.count,
                // Readings of a resting magnetometer are hardly independent: a tenth of them counts.
                noise: m.scatter / (Double(m.count) / 10).squareRoot())
        }
    }

    private static func statistics(_ stream: VectorStream) -> (mean: Vector3, scatter: Double, count: Int)? {
        guard !stream.isEmpty else { return nil }
        let mean = stream.values.reduce(.zero, +) / Double(stream.count)
        let square = stream.values.reduce(0) { $0 + ($1 - mean).lengthSquared } / Double(3 * stream.count)
        return (mean, square.squareRoot(), stream.count)
    }
}
