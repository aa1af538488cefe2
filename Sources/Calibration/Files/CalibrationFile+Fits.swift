import RealModule
import Rotations
import SensorModels
import Vocabulary

// Fits, accepted or refused, as sections of a calibration file. `stream` is the fitted stream, `source` is `log` or the
// path of the file.

extension CalibrationHead {
    /// The header of a fit.
    /// - Parameter acceptance: the reason for acceptance.
    public init(
        _ sensor: SensorKind, stream: SensorKind, method: CalibrationMethod, verdict: CalibrationVerdict,
        acceptance: String, source: String
    ) {
        self.init(
            sensor: sensor, stream: stream, method: method, accepted: verdict.accepted,
            reason: verdict.accepted ? acceptance : verdict.reason,
            missing: verdict.advice.isEmpty ? nil : verdict.advice, source: source)
    }
}

extension MagnetometerCalibration {
    /// A fit of hard and soft iron.
    public init(_ fit: MagnetometerFit, stream: SensorKind, source: String) {
        let share = fit.verdict.accepted ? Int(clamping: (100 * fit.coverage.share).rounded()) : 0
        self.init(
            head: CalibrationHead(
                .magnetometer, stream: stream, method: CalibrationMethod(fit.method), verdict: fit.verdict,
                acceptance: "\(fit.sampleCount) readings in \(share) % of all directions determine the calibration",
                source: source),
            model: fit.model, rung: Rung(fit.rung), samples: fit.sampleCount)
        hardIronSigma = fit.hardIronSigma.finite
        fieldMicrotesla = fit.scale == .knownFieldStrength ? fit.fieldStrength : nil
        dipDegrees = fit.dipSource == .assumed ? nil : fit.dip.finiteDegrees
        residualPercent = fit.residualRMSPercent.finite
        head.remainingSigma = fit.headingSigma.finiteDegrees
        headingSigmaLevelDegrees = fit.level.calibration.finiteDegrees
        headingSigmaUprightDegrees = fit.upright.calibration.finiteDegrees
        coverage = fit.coverage.share
    }

    /// A fit with misalignment and delay, where applied.
    public init(_ aligned: AlignedMagnetometerFit, stream: SensorKind, source: String) {
        self.init(aligned.fit, stream: stream, source: source)
        alignment = aligned.reason
        guard aligned.isApplied, let found = aligned.alignment else { return }
        func degrees(_ v: Vector3) -> Vector3 { Vector3(Angle.degrees(v.x), Angle.degrees(v.y), Angle.degrees(v.z)) }
        rung = .full
        (delaySeconds, delaySigmaSeconds) = (found.delay, found.delaySigma)
        misalignmentDegrees = degrees(found.misalignment)
        misalignmentSigmaDegrees = degrees(found.misalignmentSigma)
    }

    /// A hard iron fitted to one pose.
    public init(_ fit: OnePoseFit, options: OnePoseFit.Options, stream: SensorKind, source: String) {
        var part = "nothing"
        if let rest = fit.rest, let start = fit.restStart {
            // Seconds in the clock of --from and --to.
            let (length, begin) = (rest.upperBound - rest.lowerBound, LogTime.seconds(start))
            part =
                "\(Int(clamping: length.rounded())) s of rest from \(Int(clamping: begin.rounded())) s of the log's clock on"
        }
        self.init(
            head: CalibrationHead(
                .magnetometer, stream: stream, method: .onePose, verdict: fit.verdict,
                acceptance: "\(part) at a known heading determine the hard iron", source: source),
            model: fit.model, rung: .sphere, samples: fit.sampleCount)
        if fit.verdict.accepted {
            head.missing =
                "the soft iron is not known: turn the device through all directions for a calibration that holds in every pose"
        }
        hardIronSigma = fit.hardIronSigma.finite
        fieldMicrotesla = options.fieldStrength
        dipDegrees = options.dip.finiteDegrees
        head.remainingSigma = max(fit.level.calibration, fit.upright.calibration).finiteDegrees
        headingSigmaLevelDegrees = fit.level.calibration.finiteDegrees
        headingSigmaUprightDegrees = fit.upright.calibration.finiteDegrees
    }

    /// The magnetometer part of an in-use calibration.
    public init(_ fit: InUseFit, stream: SensorKind, source: String) {
        let share = fit.verdict.accepted ? Int(clamping: (100 * fit.inlierShare).rounded()) : 0
        self.init(
            head: CalibrationHead(
                .magnetometer, stream: stream, method: .inUse, verdict: fit.verdict,
                acceptance: "\(fit.sampleCount) readings; one constant field explains \(share) % of them",
                source: source),
            model: fit.magnetometer, rung: .full, samples: fit.sampleCount)
        hardIronSigma = fit.hardIronSigma.finite
        fieldMicrotesla = fit.fieldStrength.finite
        dipDegrees = fit.dip.finiteDegrees
        head.remainingSigma = fit.headingSigma.finiteDegrees
        headingSigmaLevelDegrees = fit.levelHeadingSigma.finiteDegrees
        headingSigmaUprightDegrees = fit.uprightHeadingSigma.finiteDegrees
        delaySeconds = fit.delay
    }
}

extension GyroscopeCalibration {
    /// The gyroscope part of an in-use calibration; refused with the whole.
    public init(_ fit: InUseFit, stream: SensorKind, source: String) {
        var verdict = fit.verdict
        if !verdict.accepted {
            verdict = .refused("it is fitted together with the magnetometer: \(verdict.reason)", advice: verdict.advice)
        }
        self.init(
            head: CalibrationHead(
                .gyroscope, stream: stream, method: .inUse, verdict: verdict,
                acceptance: "gravity and field over the log determine the calibration", source: source),
            model: fit.gyroscope,
            biasSigma: fit.biasSigma.finite)
    }

    /// A fit of bias, and of scale and misalignment where the turns between rests determine them.
    public init(_ fit: GyroscopeFit, stream: SensorKind, source: String) {
        let seconds = Int(clamping: fit.restSeconds.rounded())
        let scaled = fit.scale.flatMap { $0.verdict.accepted ? $0 : nil }
        let turned = scaled.map { ", \($0.turnCount) turns scale and misalignment" } ?? ""
        self.init(
            head: CalibrationHead(
                .gyroscope, stream: stream, method: scaled == nil ? .rest : .restAndTurns, verdict: fit.verdict,
                acceptance: "\(seconds) s of rest determine the bias\(turned)", source: source), model: fit.model,
            biasSigma: fit.sigma.finite)
        restSeconds = fit.restSeconds
        driftPerMinute = fit.drift.map { 60 * $0.rate }
        driftSigma = fit.drift.map { 60 * $0.sigma }
        scaleSigma = scaled?.sigma
        turns = fit.scale?.turnCount
        if missing == nil, let unscaled = fit.scale?.verdict, !unscaled.accepted {
            head.missing = "scale and misalignment are not known (\(unscaled.reason)): \(unscaled.advice)"
        }
    }
}

extension AccelerometerCalibration {
    /// A fit to poses at rest.
    public init(_ fit: AccelerometerFit, stream: SensorKind, source: String) {
        let what: String
        switch fit.extent {
        case .nothing: what = "nothing"
        case .bias: what = "the bias alone"
        case .scale: what = "bias and scale"
        case .misalignment: what = "bias, scale and misalignment"
        }
        let gain =
            fit.gain < 1 ? "; the correction is smaller than its own sigma, so it does not improve the readings" : ""
        self.init(
            head: CalibrationHead(
                .accelerometer, stream: stream, method: .poses, verdict: fit.verdict,
                acceptance: "\(fit.poseCount) poses at rest determine \(what)\(gain)", source: source),
            model: fit.model, biasSigma: fit.sigma.finite)
        scaleSigma = fit.scaleSigma
        determined = fit.extent
        poses = fit.poseCount
        residualRMS = fit.residualRMS.finite
    }
}

extension HeadingCalibration {
    /// A fit and its input.
    public init(
        _ fit: HeadingOffset, rejected: Int, against: Against, filter: String, headingAxis: HeadingAxis, north: North,
        source: String
    ) {
        let independent = fit.verdict.accepted ? Int(clamping: max(1, fit.effectiveSamples.rounded())) : 0
        self.init(
            head: CalibrationHead(
                .heading, stream: .heading, method: fit.method, verdict: fit.verdict,
                acceptance: "\(fit.sampleCount) pairs of headings, equivalent to \(independent) independent ones",
                source: source),
            offsetDegrees: fit.offsetDegrees, samples: fit.sampleCount, rejected: rejected,
            outliers: fit.outlierCount, effectiveSamples: fit.effectiveSamples, against: against, filter: filter,
            headingAxis: headingAxis, north: north)
        head.remainingSigma = fit.sigmaDegrees.finite
        interval95Degrees = fit.interval95.finite.map { $0 * 180 / Double.pi }
        residualRMSDegrees = fit.residualRMS.finite.map { $0 * 180 / Double.pi }
    }
}

extension CalibrationMethod {
    fileprivate init(_ method: MagnetometerFitMethod) {
        switch method {
        case .map: self = .map
        case .geometric: self = .geometric
        }
    }
}

extension MagnetometerCalibration.Rung {
    fileprivate init(_ rung: MagnetometerFitRung) {
        switch rung {
        case .sphere: self = .sphere
        case .axisAligned: self = .axisAligned
        case .ellipsoid: self = .ellipsoid
        }
    }
}

extension Double {
    fileprivate var finite: Double? { isFinite ? self : nil }
    fileprivate var finiteDegrees: Double? { isFinite ? Angle.degrees(self) : nil }
}

extension Vector3 {
    fileprivate var finite: Vector3? { isFinite ? self : nil }
}
