import Calibration
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// What says where true north is in an AR world without a compass: the way walked, geospatial poses, sightings, known bearings.
struct CompassFreeSources {
    /// Those that the log or the user has.
    private(set) var sources: [AlignmentSource] = []
    /// What was left out, and why.
    private(set) var warnings: [Warning]

    /// - Parameters:
    ///   - poses: with tracking.
    ///   - yaw: drift and jumps, which carry what is said to the end.
    init(
        _ recording: Recording, name: String, poses: SampleStream<ARPose>, yaw: YawAlignment,
        directions: AlignmentJob.Directions
    ) {
        let origin = recording.interval?.lowerBound ?? poses.times.first ?? 0
        let seconds = { (time: Int64) in LogTime.seconds(time - origin) }
        var positions = SampleStream<Vector3>()
        // A jump moves the origin too: a displacement across one says nothing, so the part after the last one is used.
        let start = max(yaw.span.lowerBound, yaw.jumps.last?.time ?? -.infinity)
        for (time, pose) in zip(poses.times, poses.values) where seconds(time) >= start {
            positions.append(pose.levelPosition, at: time)
        }
        let end = origin + (LogTime.nanoseconds(seconds: yaw.span.upperBound) ?? 0)
        if let found = DisplacementAlignment(
            fixes: recording.location, positions: positions, end: end, drift: yaw.drift, driftSigma: yaw.driftSigma)
        {
            sources.append(
                AlignmentSource(name: "displacement", offset: found.offset, sigma: found.sigma, samples: found.fixes))
        }
        let own = OrientationTrack(
            name: "AR", times: poses.times,
            estimates: poses.values.map { OrientationEstimate(orientation: $0.deviceOrientation) })
        let known = KnownDirections(directions, of: recording, name: name)
        warnings = known.warnings
        for (source, references) in known.sources where !references.isEmpty {
            let pairs = HeadingPair.pairs(own, references, axis: .camera)
            warnings += KnownDirections.warnings(
                source, references, used: pairs.map(\.time), poses: poses.times, place: name)
            // A service's errors stay alike for long: many poses are worth no more than the best of them.
            let independent = source == "geospatial" ? 1 : pairs.count
            if let source = AlignmentSource(source, pairs, yaw, seconds, independent: independent) {
                sources.append(source)
            }
        }
    }
}

extension AlignmentSource {
    /// The weighted mean of what single directions say, each carried to the end by the fitted drift and jumps; `nil` without one.
    /// - Parameter independent: how many of their errors are.
    fileprivate init?(
        _ name: String, _ pairs: [HeadingPair], _ yaw: YawAlignment, _ seconds: (Int64) -> Double, independent: Int
    ) {
        let values = pairs.map { pair in
            Angle.wrap(pair.difference - Angle.wrap(yaw.offset(at: seconds(pair.time)) - yaw.offset))
        }
        guard let first = values.first else { return nil }
        let weights = pairs.map(\.weight)
        let total = weights.reduce(0, +)
        let centred = values.map { Angle.wrap($0 - first) }
        let mean = zip(centred, weights).reduce(0) { $0 + $1.0 * $1.1 } / total
        let chi = zip(centred, weights).reduce(0) { $0 + $1.1 * ($1.0 - mean) * ($1.0 - mean) }
        // Where they scatter more than they state, by the scatter; and all of them by the drift that carries them to the end.
        let inflation = max(1, chi / Double(max(1, values.count - 1))) * Double(values.count) / Double(independent)
        let time = zip(pairs, weights).reduce(0) { $0 + $1.1 * seconds($1.0.time) } / total
        let carried = yaw.carryingSigma(from: time)
        self.init(
            name: name, offset: Angle.wrap(first + mean), sigma: (inflation / total + carried * carried).squareRoot(),
            samples: values.count)
    }
}
