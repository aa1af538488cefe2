import RealModule
import Rotations
import SensorModels
import Vocabulary

/// What a filter that calibrates itself has learnt of the sensors, with standard deviations: of what it was fed, so of
/// the errors that an applied calibration left.
///
/// Axes are the device's, but for the field's.
public struct SelfCalibration: Equatable, Sendable {
    /// Microtesla: what the device's own magnets add.
    public var hardIron = Vector3.zero
    /// Per axis, microtesla.
    public var hardIronSigma = Vector3.zero
    /// No unit: what the device's iron makes of the field; reading = softIron field + hardIron. (A calibration's soft
    /// iron is the inverse.)
    public var softIron = Matrix3.identity
    /// Of each element. Those on the diagonal share the uncertainty of the field's strength.
    public var softIronSigma = Matrix3.zero
    /// rad/s: what is to be subtracted from the gyroscope's readings.
    public var gyroscopeBias = Vector3.zero
    /// Per axis, rad/s.
    public var gyroscopeBiasSigma = Vector3.zero
    /// No unit: rate = reading - bias - distortion reading.
    public var gyroscopeDistortion = Matrix3.zero
    /// Of each element.
    public var gyroscopeDistortionSigma = Matrix3.zero
    /// m/s^2: what is to be subtracted from the accelerometer's readings.
    public var accelerometerBias = Vector3.zero
    /// Per axis, m/s^2; as wide as the prior where turns have not shown it.
    public var accelerometerBiasSigma = Vector3.zero
    /// The mean field, microtesla: east (0, as north is where it points), north, up; zero without a magnetometer.
    public var field = Vector3.zero
    /// Of the horizontal and of the upward component, microtesla, as y and z.
    public var fieldSigma = Vector3.zero
    /// s: by how much the magnetometer's stamps are late.
    public var magnetometerDelay = 0.0
    /// s.
    public var magnetometerDelaySigma = 0.0
    /// Whether the field here and now is disturbed.
    public var disturbed = Flag.unknown
    /// The share of 48 directions of equal area, of the field in device axes, that were seen so far, in [0, 1].
    public var seenShare = 0.0
    /// Readings of the magnetometer that were used so far.
    public var readings = 0

    /// Nothing is known.
    public init() {}

    init(_ window: SlidingWindow, seen share: Double, readings: Int) {
        let (found, sigmas) = (window.constants, window.sigmas)
        (gyroscopeBias, gyroscopeBiasSigma) = (window.bias, sigmas.bias)
        (gyroscopeDistortion, gyroscopeDistortionSigma) = (found.distortion, sigmas.constants.distortion)
        (accelerometerBias, accelerometerBiasSigma) = (found.forceBias, sigmas.constants.forceBias)
        (disturbed, seenShare, self.readings) = (window.isDisturbed, share, readings)
        (hardIron, hardIronSigma) = (found.hardIron, sigmas.constants.hardIron)
        (softIron, softIronSigma) = (found.softIron, sigmas.constants.softIron)
        (magnetometerDelay, magnetometerDelaySigma) = (found.delay, sigmas.constants.delay)
        guard window.hasField else { return }
        field = Vector3(0, Vector3(found.field.x, found.field.y, 0).length, found.field.z)
        fieldSigma = Vector3(0, sigmas.horizontal, sigmas.constants.field.z)
    }

    /// All in their order, matrices row by row, but for `disturbed` and `readings`: for interfaces to other languages.
    public var numbers: [Double] {
        var result: [Double] = []
        result.reserveCapacity(63)
        func add(_ v: Vector3, _ sigma: Vector3) { result += [v.x, v.y, v.z, sigma.x, sigma.y, sigma.z] }
        func add(_ m: Matrix3, _ sigma: Matrix3) {
            for row in [m.row0, m.row1, m.row2, sigma.row0, sigma.row1, sigma.row2] { result += [row.x, row.y, row.z] }
        }
        add(hardIron, hardIronSigma)
        add(softIron, softIronSigma)
        add(gyroscopeBias, gyroscopeBiasSigma)
        add(gyroscopeDistortion, gyroscopeDistortionSigma)
        add(accelerometerBias, accelerometerBiasSigma)
        add(field, fieldSigma)
        result += [magnetometerDelay, magnetometerDelaySigma, seenShare]
        return result
    }

    // MARK: As calibration models

    /// Hard and soft iron as a calibration removes them; `nil` without a magnetometer or where the iron leaves no
    /// field.
    public var magnetometerModel: MagnetometerModel? {
        guard field != .zero, let inverse = softIron.inverse else { return nil }
        return MagnetometerModel(hardIron: hardIron, softIron: inverse)
    }

    /// Bias and scale as a calibration removes them: (1 - K) (raw - (1 - K)^-1 bias).
    public var gyroscopeModel: GyroscopeModel {
        let scale = Matrix3.identity - gyroscopeDistortion
        return GyroscopeModel(bias: (scale.inverse ?? .identity) * gyroscopeBias, scale: scale)
    }

    /// The accelerometer's bias as a calibration removes it.
    public var accelerometerModel: AccelerometerModel { AccelerometerModel(bias: accelerometerBias) }

    /// The standard deviation of the heading by what is not known of the iron, radians, with these axes of the device
    /// horizontal (0 and 1: it lies flat; 0 and 2: it is held upright). Soft iron counts where it is not the common
    /// scale, which turns nothing.
    public func headingSigma(horizontal i: Int, _ j: Int) -> Double {
        guard field.y > 0 else { return .infinity }
        let (h, s, length) = (hardIronSigma, softIronSigma, field.length)
        let across = 0.5 * (s[i, j] * s[i, j] + s[j, i] * s[j, i])
        let variance = 0.5 * (h[i] * h[i] + h[j] * h[j]) + across * length * length
        return variance.squareRoot() / field.y
    }

    /// As findings about a recording that was fed, from its first stamp to its last, nanoseconds.
    package func findings(in interval: ClosedRange<Int64>) -> RecordingFindings {
        var result = RecordingFindings(interval: interval)
        (result.gyroscope, result.biasSigma) = (gyroscopeModel, gyroscopeBiasSigma)
        (result.accelerometer, result.forceBiasSigma) = (accelerometerModel, accelerometerBiasSigma)
        guard let magnetometerModel else { return result }
        (result.magnetometer, result.hardIronSigma) = (magnetometerModel, hardIronSigma)
        (result.delay, result.delaySigma) = (magnetometerDelay, magnetometerDelaySigma)
        (result.field, result.readings) = (field, readings)
        result.levelHeadingSigma = headingSigma(horizontal: 0, 1)
        result.uprightHeadingSigma = headingSigma(horizontal: 0, 2)
        result.headingSigma = max(result.levelHeadingSigma, result.uprightHeadingSigma)
        return result
    }
}
