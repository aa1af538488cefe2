import Calibration
import Evaluation
import Geodesy
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// What fusing AR displacement and fixes changed, as part of `project --json`.
public struct PositionReport: Codable, Sendable, Hashable {
    /// Fixes used.
    public let fixes: Int
    /// What the fixes state, standard deviation per axis, metres, median; null where they state nothing.
    @Nullable public var statedSigmaMetres: Double?
    /// What the fit found it to be.
    public let fixSigmaMetres: Double
    /// Standard deviation of the fused positions per axis, metres, median.
    public let sigmaMetres: Double
    /// How far the fused positions are from the fixes, metres, median.
    public let movedMetres: Double
    /// RMS error of the labels due to the position of the fixes alone with what the fit found, pixels; null without a
    /// reference and accuracies.
    @Nullable public var beforePixels: Double?
    /// The same for the fused positions.
    @Nullable public var afterPixels: Double?
}

/// The observer's path from the poses of an AR session and the fixes.
struct FusedObservers {
    let path: ObserverPath
    /// The path of the fixes alone, with the accuracies that the fit found.
    let fixes: ObserverPath
    let report: PositionReport

    /// The interval between positions, nanoseconds: the step of a walker is then 15 cm.
    private static let step: Int64 = 100_000_000

    /// - Parameter fixes: the path of the fixes alone; it is kept where the session has no pose.
    /// - Throws: `SensorLabError` (bad data) for poses that cannot be aligned, and for too few fixes.
    init(_ recording: Recording, name: String, request: ProjectionRequest, fixes: ObserverPath) throws {
        var own = request.analysis
        (own.filters, own.tracks) = ([], [])
        let alignment = try AlignmentJob(recording, name: name, options: own).report
        let origin = recording.interval?.lowerBound ?? 0
        // A jump moves the world's origin: the part after the last one.
        let start = [alignment.jumps.last?.seconds, alignment.newWorldsSeconds.last].compactMap { $0 }.max() ?? 0
        var path = SampleStream<Vector3>()
        for (time, pose) in zip(recording.arPoses.times, recording.arPoses.values)
        where pose.tracking.isTracking && LogTime.seconds(time - origin) >= start
            && time - (path.times.last ?? .min / 2) >= Self.step
        {
            path.append(pose.levelPosition, at: time)
        }
        // The fixes' own displacement is in the fit already.
        let others = AlignmentReport.mean(alignment.sources.filter { $0.name != "displacement" })
        let isKnown = alignment.north == North.true.rawValue && others.sigma.isFinite
        guard
            let fused = FusedPosition(
                fixes: recording.location, path: path,
                yaw: FusedPosition.Yaw(
                    offset: Angle.radians(isKnown ? others.offset : alignment.offsetDegrees),
                    // Without the declination the path alone determines the yaw.
                    offsetSigma: isKnown ? Angle.radians(others.sigma) : .infinity,
                    drift: Angle.radians(alignment.driftDegreesPerMinute) / 60,
                    driftSigma: Angle.radians(alignment.driftSigmaDegreesPerMinute) / 60),
                worstAccuracy: request.worstAccuracy, usesHeights: fixes.hasHeight),
            let first = fused.times.first, let last = fused.times.last
        else {
            throw SensorLabError(
                .badData, code: .noSamples, place: name,
                message: "fewer than 3 usable fixes meet a tracked AR pose, from which a position could be fused",
                advice: "leave --fuse-position out, or record location and AR poses together for longer")
        }
        let fixes = fixes.with(accuraciesOf: fixes, times: fused.factor ?? 1)
        self.fixes = fixes
        self.path = ObserverPath(
            fixes, between: first...last, times: fused.times, positions: fused.positions,
            accuracies: fused.sigmas.map { FusedPosition.radius68 * $0 })
        let moved = zip(fused.times, fused.positions).compactMap { time, position in
            fixes.position(at: time).map { Geodesic.wgs84.inverse(from: $0, to: position).distance }
        }
        report = PositionReport(
            fixes: fused.fixes,
            statedSigmaMetres: fused.factor.map { fused.fixSigma / $0 }, fixSigmaMetres: fused.fixSigma,
            sigmaMetres: Percentile.median(fused.sigmas) ?? 0, movedMetres: Percentile.median(moved) ?? 0)
    }
}
