import Calibration
import Recordings
import Rotations
import SensorModels
import Vocabulary

extension RecordingFindings {
    /// Converts findings about calibrated readings into findings about the raw readings of a recording.
    func aboutRaw(_ applied: CalibrationSet, of recording: Recording) -> RecordingFindings {
        var result = self
        if let before = applied.gyroscopeModel, let after = gyroscope {
            result.gyroscope = after.after(before)
            result.biasSigma = biasSigma.spread(by: before.scale)
        }
        if let before = applied.accelerometerModel, let after = accelerometer {
            result.accelerometer = after.after(before)
            result.forceBiasSigma = forceBiasSigma.spread(by: before.scale)
        }
        if let before = applied.fieldModel(for: recording), let after = magnetometer {
            result.magnetometer = after.after(before)
            result.hardIronSigma = hardIronSigma.spread(by: before.softIron)
            result.delay += applied.magnetometer?.delaySeconds ?? 0
        }
        return result
    }

    /// The largest acceptable heading sigma, predicted for the part's own attitudes, radians: 3 degrees, as in
    /// `InUseFit`.
    private static let largestHeadingSigma = InUseFit.Options().largestHeadingSigma

    private static let advice = "turn the device through all directions for half a minute, away from iron and magnets"

    /// Verdict on the solution as a whole.
    fileprivate var verdict: CalibrationVerdict {
        if let refusal { return .refused(refusal.message, advice: refusal.advice) }
        if let doubt { return .refused(doubt.message, advice: Self.advice) }
        return .accepted
    }

    /// Verdict on hard and soft iron.
    fileprivate var ironVerdict: CalibrationVerdict {
        guard verdict.accepted, !(headingSigma <= Self.largestHeadingSigma) else { return verdict }
        let degrees = (Angle.degrees(headingSigma) * 10).rounded() / 10
        return .refused("the heading's sigma from this log is \(degrees) degrees, too large", advice: Self.advice)
    }
}

extension FilterInput {
    /// The streams with the calibration that an estimator found itself; `nil` if it found none, or one per part.
    func calibrated(by findings: [RecordingFindings]) -> FilterInput? {
        guard findings.count == 1, let part = findings.first, part.refusal == nil, let magnetometer = part.magnetometer
        else {
            return nil
        }
        var result = self
        result.magnetometer = self.magnetometer.mapped { magnetometer.apply($0) }
        if let gyroscope = part.gyroscope { result.gyroscope = self.gyroscope.mapped { gyroscope.apply($0) } }
        return result
    }
}

extension InertialModel {
    /// The model that combines this model with one applied before it: K2 (K1 (w - b1) - b2).
    fileprivate func after(_ before: InertialModel) -> InertialModel {
        let inverse = before.scale.inverse ?? .identity
        return InertialModel(bias: before.bias + inverse * bias, scale: scale * before.scale)
    }
}

extension MagnetometerModel {
    /// The model that combines this model with one applied before it:
    /// S2 (S1 (m - h1) - h2) = S2 S1 (m - (h1 + S1^-1 h2)).
    func after(_ before: MagnetometerModel) -> MagnetometerModel {
        let inverse = before.softIron.inverse ?? .identity
        return MagnetometerModel(
            hardIron: before.hardIron + inverse * hardIron, softIron: softIron * before.softIron)
    }
}

extension Vector3 {
    /// Standard deviations of M^-1 x from those of x, with independent components.
    func spread(by matrix: Matrix3) -> Vector3 {
        let inverse = matrix.inverse ?? .identity
        func length(_ row: Vector3) -> Double { Vector3(row.x * x, row.y * y, row.z * z).length }
        return Vector3(length(inverse.row0), length(inverse.row1), length(inverse.row2))
    }
}

extension CalibrationJob {
    /// The calibration file from the findings of an estimator that calibrates itself: those of the longest part with a
    /// solution.
    /// - Parameters:
    ///   - findings: about raw readings.
    ///   - method: the estimator.
    /// - Returns: `nil` if no part has a solution.
    static func found(
        _ findings: [RecordingFindings], by method: CalibrationMethod, applied: CalibrationSet, recording: Recording,
        input: InputSection,
        provenance: CalibrationProvenance, warnings: [Warning]
    ) -> CalibrationFile? {
        func length(_ part: RecordingFindings) -> Int64 { part.interval.upperBound &- part.interval.lowerBound }
        let solved = findings.filter { $0.gyroscope != nil }
        guard let part = solved.max(by: { length($0) < length($1) }), let model = part.gyroscope else { return nil }
        func head(
            _ sensor: SensorKind, _ stream: SensorKind, _ verdict: CalibrationVerdict, _ acceptance: String
        ) -> CalibrationHead {
            CalibrationHead(
                sensor, stream: stream, method: method, verdict: verdict, acceptance: acceptance,
                source: input.path)
        }
        let wander = GyroscopeCalibration.biasWander
        func wandering(_ sigma: Double) -> Double { (sigma * sigma + wander * wander).squareRoot() }
        var file = CalibrationFile(
            gyroscope: GyroscopeCalibration(
                head: head(
                    .gyroscope, applied.gyroscope?.stream ?? recording.rateSensor, part.verdict,
                    "all readings of the recording together determine the calibration"), model: model,
                biasSigma: Vector3(
                    wandering(part.biasSigma.x), wandering(part.biasSigma.y), wandering(part.biasSigma.z))),
            provenance: provenance, warnings: warnings)
        guard let magnetometer = part.magnetometer else { return file }
        let share = Int(clamping: (100 * (1 - part.disturbedShare)).rounded())
        var section = MagnetometerCalibration(
            head: head(
                .magnetometer, applied.magnetometer?.stream ?? recording.fieldSensor, part.ironVerdict,
                "\(part.readings) readings, of which \(share) % are undisturbed"), model: magnetometer, rung: .full,
            samples: part.readings)
        section.hardIronSigma = part.hardIronSigma
        section.fieldMicrotesla = part.field.length
        section.dipDegrees = Angle.degrees(part.dip)
        section.head.remainingSigma = Angle.degrees(part.headingSigma)
        section.headingSigmaLevelDegrees = Angle.degrees(part.levelHeadingSigma)
        section.headingSigmaUprightDegrees = Angle.degrees(part.uprightHeadingSigma)
        (section.delaySeconds, section.delaySigmaSeconds) = (part.delay, part.delaySigma)
        file.magnetometer = section
        file.magnetometer?.head.date = provenance.date
        return file
    }
}
