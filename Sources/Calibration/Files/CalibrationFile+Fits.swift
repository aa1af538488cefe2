import RealModule
import Rotations
import SensorModels

extension MagnetometerCalibration {
    /// A fit as a section of a calibration file.
    /// - Parameters:
    ///   - fit: a fit, accepted or refused.
    ///   - stream: the stream that was fitted.
    ///   - source: `log`, or the path of the file.
    public init(_ fit: MagnetometerFit, stream: SensorKind, source: String) {
        self.init(
            stream: stream.rawValue, model: fit.model, rung: fit.rung.rawValue, method: fit.method.rawValue,
            samples: fit.sampleCount, accepted: fit.verdict.accepted,
            reason: fit.verdict.accepted ? Self.acceptance(fit) : fit.verdict.reason, source: source)
        func degrees(_ radians: Double) -> Double? { radians.isFinite ? Angle.degrees(radians) : nil }
        let sigma = fit.hardIronSigma
        hardIronSigma = sigma.isFinite ? [sigma.x, sigma.y, sigma.z] : nil
        fieldMicrotesla = fit.scale == .knownFieldStrength ? fit.fieldStrength : nil
        dipDegrees = fit.dipSource == .assumed ? nil : degrees(fit.dip)
        residualPercent = fit.residualRMSPercent.isFinite ? fit.residualRMSPercent : nil
        headingSigmaDegrees = degrees(fit.headingSigma)
        headingSigmaLevelDegrees = degrees(fit.level.calibration)
        headingSigmaUprightDegrees = degrees(fit.upright.calibration)
        coverage = fit.coverage.share
        missing = fit.verdict.advice.isEmpty ? nil : fit.verdict.advice
    }

    private static func acceptance(_ fit: MagnetometerFit) -> String {
        let share = Int((100 * fit.coverage.share).rounded())
        return "\(fit.sampleCount) readings in \(share) % of all directions determine it"
    }
}

extension MagnetometerCalibration {
    /// A fit with misalignment and delay, where they were applied, as a section of a calibration file.
    public init(_ aligned: AlignedMagnetometerFit, stream: SensorKind, source: String) {
        self.init(aligned.fit, stream: stream, source: source)
        alignment = aligned.reason
        guard aligned.isApplied, let found = aligned.alignment else { return }
        func degrees(_ v: Vector3) -> [Double] { (0..<3).map { Angle.degrees(v[$0]) } }
        rung = "full"
        (delaySeconds, delaySigmaSeconds) = (found.delay, found.delaySigma)
        misalignmentDegrees = degrees(found.misalignment)
        misalignmentSigmaDegrees = degrees(found.misalignmentSigma)
    }

    /// The magnetometer's part of an in-use calibration.
    public init(_ fit: InUseFit, stream: SensorKind, source: String) {
        self.init(
            stream: stream.rawValue, model: fit.magnetometer, rung: "full", method: "in-use", samples: fit.sampleCount,
            accepted: fit.verdict.accepted,
            reason: fit.verdict.accepted
                ? "\(fit.sampleCount) readings, of which one field explains \(Int((100 * fit.inlierShare).rounded())) %"
                : fit.verdict.reason,
            source: source)
        let sigma = fit.hardIronSigma
        hardIronSigma = sigma.isFinite ? [sigma.x, sigma.y, sigma.z] : nil
        fieldMicrotesla = fit.fieldStrength.isFinite ? fit.fieldStrength : nil
        dipDegrees = fit.dip.isFinite ? Angle.degrees(fit.dip) : nil
        headingSigmaDegrees = fit.headingSigma.isFinite ? Angle.degrees(fit.headingSigma) : nil
        headingSigmaLevelDegrees = fit.levelHeadingSigma.isFinite ? Angle.degrees(fit.levelHeadingSigma) : nil
        headingSigmaUprightDegrees = fit.uprightHeadingSigma.isFinite ? Angle.degrees(fit.uprightHeadingSigma) : nil
        delaySeconds = fit.delay
        missing = fit.verdict.advice.isEmpty ? nil : fit.verdict.advice
    }
}

extension GyroscopeCalibration {
    /// The gyroscope's part of an in-use calibration.
    public init(_ fit: InUseFit, stream: SensorKind, source: String) {
        self.init(
            stream: stream.rawValue, model: fit.gyroscope, method: "in-use", accepted: fit.verdict.accepted,
            reason: fit.verdict.accepted ? "gravity and field over the log determine it" : fit.verdict.reason,
            source: source)
        biasSigma = fit.biasSigma.isFinite ? [fit.biasSigma.x, fit.biasSigma.y, fit.biasSigma.z] : nil
        missing = fit.verdict.advice.isEmpty ? nil : fit.verdict.advice
    }
}
