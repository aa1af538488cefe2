import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// A magnetometer fit with its axes rotated to those of the inertial sensors and its stamps corrected, where a
/// gyroscope determines both and the log itself confirms them.
///
/// Misalignment and delay come from `MagnetometerAlignment`, jointly with all its other unknowns. Hard iron and
/// symmetric soft iron are then fitted again in the magnetometer's own axes, with gravity rotated into them and taken
/// at the right time: the robust fit uses all readings, and the result keeps its covariance, coverage and verdict. S =
/// R S', with R the misalignment.
public struct AlignedMagnetometerFit: Sendable {
    /// With the full S where `isApplied`, else as given. The predicted heading sigmas include the misalignment's.
    public var fit: MagnetometerFit
    /// The alignment from the gyroscope; nil where it is not determined.
    public var alignment: MagnetometerAlignment?
    /// Whether misalignment and delay are part of `fit` and have to be used with it.
    public var isApplied = false
    /// The reason for applying them or not, in words.
    public var reason = ""

    /// Four numbers are tested; in 1 % of the logs one of them exceeds this many sigmas by chance.
    static let smallestSignificance = 3.0
    /// A misalignment with a larger sigma is not applied, radians per axis (1 degree).
    static let largestSigma = 0.0175
    /// The largest misalignment on one circuit board, radians (15 degrees); beyond it, something else is wrong.
    static let largestMisalignment = 0.26

    /// - Parameters:
    ///   - gyroscope: raw, rad/s.
    ///   - accelerometer: m/s^2.
    ///   - gravity: for the fit alone, where there is no accelerometer.
    ///   - magnetometer: raw, microtesla.
    ///   - fit: of the same recording, with symmetric S.
    ///   - options: those of `fit`.
    public init(
        gyroscope: VectorStream, accelerometer: VectorStream, gravity: VectorStream = VectorStream(),
        magnetometer: VectorStream, fit: MagnetometerFit, options: MagnetometerFitOptions
    ) {
        self.fit = fit
        do throws(SensorLabError) {
            reason = try decide(gyroscope, accelerometer, gravity, magnetometer, options)
        } catch {
            reason =
                "not applied, since the motion does not determine it"
                + (error.isOfRoutine ? "" : ": \(error.message)")
        }
    }

    /// Applies the alignment where it passes every check; returns the reason.
    private mutating func decide(
        _ gyroscope: VectorStream, _ accelerometer: VectorStream, _ gravity: VectorStream, _ magnetometer: VectorStream,
        _ options: MagnetometerFitOptions
    ) throws(SensorLabError) -> String {
        guard fit.verdict.accepted else { return "not applied, since the fit itself is refused" }
        guard !gyroscope.isEmpty, !accelerometer.isEmpty else {
            return "not applied, since the log has no gyroscope or no accelerometer"
        }
        let found = try MagnetometerAlignment(
            gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer, fit: fit)
        alignment = found
        let worst = (0..<3).map { found.misalignmentSigma[$0] }.max() ?? .infinity
        guard worst < Self.largestSigma, found.misalignment.length < Self.largestMisalignment else {
            return "not applied, since the motion does not determine it: \(found.text)"
        }
        guard found.significance >= Self.smallestSignificance else {
            return "not applied, since it is not significant: \(found.text)"
        }
        // Each half of the log is predicted with the result of the other half.
        let middle = (gyroscope.times[0] + gyroscope.times[gyroscope.count - 1]) / 2
        let halves = [gyroscope.clipped(to: .min...middle), gyroscope.clipped(to: (middle + 1)...(.max))]
        var (before, after) = ([Double](), [Double]())
        for (known, unknown) in [(halves[0], halves[1]), (halves[1], halves[0])] {
            let part = try MagnetometerAlignment(
                gyroscope: known, accelerometer: accelerometer, magnetometer: magnetometer, fit: fit, bias: found.bias)
            let prediction = GyroscopePrediction(
                InUseSamples(gyroscope: unknown, accelerometer: accelerometer, magnetometer: magnetometer),
                bias: found.bias)
            var turned = fit.model
            turned.softIron = part.rotation * turned.softIron
            before.append(prediction.error(fit.model, delay: 0))
            after.append(prediction.error(turned, delay: part.delay))
        }
        func text(_ errors: [Double]) -> String {
            errors.map(MagnetometerDataCheck.rounded).joined(separator: " and ")
        }
        let errors = "each half predicts the other within \(text(after)) instead of \(text(before)) microtesla"
        guard zip(before, after).allSatisfy({ $1 < $0 }) else {
            return "not applied, since it does not predict the readings better: \(found.text); \(errors)"
        }
        try apply(found, accelerometer, gravity, magnetometer, options)
        return (isApplied ? "applied" : "not applied, since the fit with it is refused") + ": \(found.text); \(errors)"
    }

    private mutating func apply(
        _ found: MagnetometerAlignment, _ accelerometer: VectorStream, _ gravity: VectorStream,
        _ magnetometer: VectorStream, _ options: MagnetometerFitOptions
    ) throws(SensorLabError) {
        var stream = magnetometer
        let late = LogTime.nanoseconds(seconds: found.delay) ?? 0
        stream.times = stream.times.map { $0 - late }
        var samples = MagnetometerSamples(magnetometer: stream, accelerometer: accelerometer, gravity: gravity)
        let back = found.rotation.transpose
        samples.down = samples.down.map { down in down.map { back * $0 } }
        var own = MagnetometerFit(samples: samples, options: options)
        guard own.verdict.accepted else { return }
        own.model.softIron = found.rotation * own.model.softIron
        let tangent = Double.tan(own.dip)
        // A rotation about the vertical rotates the heading. One about a horizontal axis tilts the vertical field into
        // the horizontal plane: on average over all headings, half of its variance.
        func widen(_ sigma: inout PoseHeadingSigma, vertical: Int) {
            let squares = (0..<3).map { found.misalignmentSigma[$0] * found.misalignmentSigma[$0] }
            let across = squares.reduce(0, +) - squares[vertical]
            let variance = squares[vertical] + tangent * tangent * across / 2
            sigma.calibration = (sigma.calibration * sigma.calibration + variance).squareRoot()
            sigma.singleReading = (sigma.singleReading * sigma.singleReading + variance).squareRoot()
        }
        widen(&own.level, vertical: 2)
        widen(&own.upright, vertical: 1)
        (fit, isApplied) = (own, true)
    }
}

extension MagnetometerAlignment {
    /// R of `misalignment`: from the axes of the magnetometer to those of the inertial sensors.
    var rotation: Matrix3 { Quaternion(rotationVector: misalignment).matrix }

    /// The largest of misalignment per axis and delay, in units of its sigma.
    var significance: Double {
        let turns = (0..<3).map { misalignment[$0].magnitude / misalignmentSigma[$0] }
        return max(turns.max() ?? 0, delay.magnitude / delaySigma)
    }

    /// The numbers in words.
    var text: String {
        func list(_ v: Vector3) -> String {
            (0..<3).map { MagnetometerDataCheck.rounded(Angle.degrees(v[$0])) }.joined(separator: ", ")
        }
        func milliseconds(_ seconds: Double) -> String { MagnetometerDataCheck.rounded(1000 * seconds) }
        return "misalignment (\(list(misalignment))) +- (\(list(misalignmentSigma))) degrees, "
            + "delay \(milliseconds(delay)) +- \(milliseconds(delaySigma)) ms"
    }
}

/// Whether misalignment and delay of the magnetometer against the inertial sensors are part of its calibration.
public enum MagnetometerAlignmentChoice: String, Sendable, Codable, CaseIterable {
    /// If the log has a gyroscope, and they are significant and improve the prediction of readings left out.
    case auto
    /// Never: S stays symmetric, the delay zero.
    case none
}

/// How well the gyroscope's turn over a second predicts the next reading of the field. It needs neither attitude nor
/// field: a test of a calibration on readings that it was not fitted to.
struct GyroscopePrediction {
    private let samples: InUseSamples
    private let strapdown: Strapdown

    /// Seconds between the two readings: long enough to turn, short against the gyroscope's drift.
    static let interval = 1.0

    /// - Parameter bias: the gyroscope's, rad/s.
    init(_ samples: InUseSamples, bias: Vector3) {
        self.samples = samples
        strapdown = Strapdown(samples, bias: bias)
    }

    /// Median length of the difference of predicted and calibrated field, microtesla; infinite without two readings.
    ///
    /// - Parameter delay: of the magnetometer's stamps, seconds.
    func error(_ model: MagnetometerModel, delay: Double) -> Double {
        let fields = samples.field.map { reading in
            strapdown.orientation(at: samples.reading(reading, earlier: delay)).rotate(model.apply(reading.value))
        }
        let times = samples.field.map { samples.times[$0.index] + $0.lead }
        var errors: [Double] = []
        var next = 0
        for i in fields.indices {
            while next < fields.count, times[next] < times[i] + Self.interval { next += 1 }
            guard next < fields.count else { break }
            errors.append((fields[next] - fields[i]).length)
        }
        return errors.isEmpty ? .infinity : RobustStatistics.median(errors)
    }
}
