import Calibration
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Sources of true north in an AR world that need no compass: the walked path, geospatial poses, sightings, known
/// bearings.
struct CompassFreeSources {
    /// The sources that the log or the user provides.
    private(set) var sources: [AlignmentSource] = []
    /// Warnings about data that were omitted.
    private(set) var warnings: [Warning]

    /// - Parameters:
    ///   - poses: with tracking.
    ///   - yaw: drift and jumps, which transfer each direction to the end of the session.
    init(
        _ recording: Recording, name: String, poses: SampleStream<ARPose>, yaw: YawAlignment,
        directions: AlignmentJob.Directions
    ) {
        let origin = recording.interval?.lowerBound ?? poses.times.first ?? 0
        let seconds = { (time: Int64) in LogTime.seconds(time - origin) }
        var positions = SampleStream<Vector3>()
        // A jump moves the origin as well, so that a displacement across it is invalid: use the part after the last
        // jump.
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
            // The errors of a geospatial service correlate for long: many poses are as good as one.
            let independent = source == "geospatial" ? 1 : pairs.count
            if let source = AlignmentSource(source, pairs, yaw, seconds, independent: independent) {
                sources.append(source)
            }
        }
    }
}

extension AlignmentSource {
    /// The weighted mean of several directions, each transferred to the end by the fitted drift and jumps; `nil`
    /// without any.
    /// - Parameter independent: how many of their errors are independent.
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
        // The variance is increased if the directions scatter more than their sigmas, and by the drift of the transfer
        // to the end.
        let inflation = max(1, chi / Double(max(1, values.count - 1))) * Double(values.count) / Double(independent)
        let time = zip(pairs, weights).reduce(0) { $0 + $1.1 * seconds($1.0.time) } / total
        let carried = yaw.carryingSigma(from: time)
        self.init(
            name: name, offset: Angle.wrap(first + mean), sigma: (inflation / total + carried * carried).squareRoot(),
            samples: values.count)
    }
}

/// The known true headings of the camera from log and user, with warnings about unusable ones.
struct KnownDirections {
    /// The sources with their bearings.
    private(set) var sources: [(name: String, references: [HeadingReference])] = []
    /// Warnings about data that were omitted.
    private(set) var warnings: [Warning] = []

    init(_ directions: AlignmentJob.Directions, of recording: Recording, name: String) {
        let (geospatial, stated) = recording.geospatialPoses.bearings
        sources.append(("geospatial", geospatial))
        let unknown = recording.geospatialPoses.count - stated
        if unknown > 0 {
            warnings.append(
                Self.leftOut(
                    "\(unknown) of \(recording.geospatialPoses.count) geospatial poses have no accuracy of their yaw",
                    name, .yawAccuracy))
        }
        var sighted: [HeadingReference] = []
        var refused: [Sighting.Refusal: Int] = [:]
        for sighting in directions.sightings {
            do throws(Sighting.Refusal) {
                sighted.append(try sighting.direction(observer: directions.observer, fixes: recording.location))
            } catch {
                refused[error, default: 0] += 1
            }
        }
        sources.append(("sightings", sighted))
        for refusal in Sighting.Refusal.allCases {
            guard let count = refused[refusal] else { continue }
            let (reason, advice) = Self.text(refusal)
            warnings.append(
                Self.leftOut("\(count) of \(directions.sightings.count) sightings: \(reason)", name, advice))
        }
        sources.append(("bearings", directions.bearings))
    }

    /// Warnings about the references of a source that match no heading of the poses.
    /// - Parameters:
    ///   - used: the times of the references that do.
    ///   - poses: the times of the poses with tracking.
    static func warnings(
        _ source: String, _ references: [HeadingReference], used: [Int64], poses: [Int64], place: String
    ) -> [Warning] {
        guard used.count < references.count, let first = poses.first, let last = poses.last else { return [] }
        let outside = references.filter { $0.interval.upperBound < first || $0.interval.lowerBound > last }.count
        var warnings: [Warning] = []
        func add(_ count: Int, _ reason: String, _ advice: Advice) {
            guard count > 0 else { return }
            warnings.append(leftOut("\(count) of \(references.count) \(source): \(reason)", place, advice))
        }
        let (from, to) = (LogTime.seconds(first), LogTime.seconds(last))
        add(
            outside,
            "not within the poses' time, \(AlignmentJob.rounded(from)) to \(AlignmentJob.rounded(to)) s of the log's clock",
            .timesOfLog)
        add(
            references.count - used.count - outside,
            "there is no pose with tracking at this time, or the camera pointed up, pointed down, or turned", .aim)
        return warnings
    }

    private static func leftOut(_ message: String, _ place: String, _ advice: Advice) -> Warning {
        Warning(.referenceNotCovered, place: place, "not used: " + message, advice: advice)
    }

    private static func text(_ refusal: Sighting.Refusal) -> (reason: String, advice: Advice) {
        switch refusal {
        case .noPlace: ("no fix within 30 s", .place)
        case .tooNear: ("the landmark is too near for the accuracy of the fix", .fartherLandmark)
        case .belowHorizon: ("the sun was below the horizon", .sunTimes)
        case .overhead: ("the sun was nearly overhead", .lowerSun)
        }
    }
}

extension SampleStream where Value == GeospatialPose {
    /// One bearing of the camera per second, with the accuracy of the yaw as its sigma, and the number of poses with
    /// such an accuracy.
    fileprivate var bearings: (bearings: [HeadingReference], stated: Int) {
        var bearings: [HeadingReference] = []
        var stated = 0
        for (time, pose) in zip(times, values) where pose.yawAccuracy.isFinite {
            stated += 1
            guard let heading = pose.deviceOrientation.heading(of: .camera),
                bearings.last.map({ time - $0.interval.upperBound >= 1_000_000_000 }) ?? true
            else { continue }
            bearings.append(
                HeadingReference(
                    interval: time...time, heading: heading,
                    sigma: max(Angle.radians(pose.yawAccuracy), Self.leastSigma)))
        }
        return (bearings, stated)
    }

    /// The least sigma assumed for the yaw of a service, radians.
    private static var leastSigma: Double { Angle.radians(0.1) }
}
