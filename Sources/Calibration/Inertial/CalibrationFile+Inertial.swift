import Rotations
import SensorModels

extension GyroscopeCalibration {
    /// A fit as a section of a calibration file.
    /// - Parameters:
    ///   - fit: a fit, accepted or refused.
    ///   - stream: the stream that was fitted.
    ///   - source: `log`, or the path of the file.
    public init(_ fit: GyroscopeFit, stream: SensorKind, source: String) {
        let seconds = Int(fit.restSeconds.rounded())
        let scaled = fit.scale.flatMap { $0.verdict.accepted ? $0 : nil }
        let turns = scaled.map { ", \($0.turnCount) turns scale and misalignment" } ?? ""
        self.init(
            stream: stream.rawValue, model: fit.model,
            method: scaled == nil ? "mean rate at rest" : "mean rate at rest, turns of gravity between rests",
            accepted: fit.verdict.accepted,
            reason: fit.verdict.accepted ? "\(seconds) s of rest determine the bias\(turns)" : fit.verdict.reason,
            source: source)
        biasSigma = fit.sigma.isFinite ? [fit.sigma.x, fit.sigma.y, fit.sigma.z] : nil
        restSeconds = fit.restSeconds
        if let drift = fit.drift {
            driftPerMinute = (60 * drift.rate).components
            driftSigma = (60 * drift.sigma).components
        }
        scaleSigma = scaled?.sigma.rowComponents
        self.turns = fit.scale?.turnCount
        let unscaled = fit.scale.flatMap { $0.verdict.accepted ? nil : $0.verdict }
        if !fit.verdict.advice.isEmpty {
            missing = fit.verdict.advice
        } else if let unscaled {
            missing = "scale and misalignment are not known (\(unscaled.reason)): \(unscaled.advice)"
        }
    }
}

extension AccelerometerCalibration {
    /// A fit as a section of a calibration file.
    /// - Parameters:
    ///   - fit: a fit, accepted or refused.
    ///   - stream: the stream that was fitted.
    ///   - source: `log`, or the path of the file.
    public init(_ fit: AccelerometerFit, stream: SensorKind, source: String) {
        let what = [
            .nothing: "nothing", .bias: "the bias alone", .scale: "bias and scale",
            AccelerometerFit.Extent.misalignment: "bias, scale and misalignment",
        ]
        let gain = fit.gain < 1 ? "; the correction is smaller than its own sigma, so nothing is gained by it" : ""
        self.init(
            stream: stream.rawValue, model: fit.model, method: "poses at rest, maximum a posteriori",
            accepted: fit.verdict.accepted,
            reason: fit.verdict.accepted
                ? "\(fit.poseCount) poses at rest determine \(what[fit.extent] ?? "")\(gain)" : fit.verdict.reason,
            source: source)
        biasSigma = fit.sigma.components
        scaleSigma = fit.scaleSigma.rowComponents
        determined = fit.extent.rawValue
        poses = fit.poseCount
        residualRMS = fit.residualRMS.isFinite ? fit.residualRMS : nil
        missing = fit.verdict.advice.isEmpty ? nil : fit.verdict.advice
    }
}

extension Vector3 {
    /// x, y, z.
    fileprivate var components: [Double] { [x, y, z] }
}

extension Matrix3 {
    /// The elements by rows.
    fileprivate var rowComponents: [[Double]] { [row0, row1, row2].map(\.components) }
}
