import Evaluation
import Recordings
import Rotations
import SensorModels

/// Heading and rho of a track in a few numbers.
enum TrackSummaries {
    static func heading(of track: OrientationTrack, axis: HeadingAxis, north: North) -> HeadingSection {
        var statistics = CircularStatistics()
        var defined = 0
        for estimate in track.estimates {
            guard let heading = estimate.orientation.heading(of: axis) else { continue }
            statistics.add(heading)
            defined += 1
        }
        let sigmas = track.estimates.map(\.headingSigma).filter(\.isFinite)
        return HeadingSection(
            north: north,
            circularMeanDegrees: statistics.mean.map { Angle.wrapHeadingDegrees(Angle.degrees($0)) },
            circularStandardDeviationDegrees: defined > 0 ? Angle.degrees(statistics.standardDeviation) : nil,
            medianSigmaDegrees: Percentile.median(sigmas).map(Angle.degrees),
            definedShare: track.count > 0 ? Double(defined) / Double(track.count) : 0)
    }

    /// rho from the filter's gravity, and beside it from recorded gravity at the stamps of the track.
    static func rho(of track: OrientationTrack, recordedGravity: VectorStream) -> RhoSection {
        var section = RhoSection()
        let values = track.estimates.compactMap { Rho.classic(down: $0.orientation.down).map(Angle.degrees) }
        if !values.isEmpty {
            let mean = values.reduce(0, +) / Double(values.count)
            section.meanDegrees = mean
            section.standardDeviationDegrees =
                (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
            section.minimumDegrees = values.min()
            section.maximumDegrees = values.max()
        }
        let zenith = track.estimates.compactMap { Rho.zenithAngle(down: $0.orientation.down).map(Angle.degrees) }
        if !zenith.isEmpty { section.meanZenithAngleDegrees = zenith.reduce(0, +) / Double(zenith.count) }

        let recorded = recordedGravity.values.compactMap { recordedRho($0) }
        if !recorded.isEmpty { section.recordedGravityMeanDegrees = recorded.reduce(0, +) / Double(recorded.count) }
        var squares = 0.0
        var count = 0
        var row = 0
        for (time, gravity) in zip(recordedGravity.times, recordedGravity.values) {
            while row + 1 < track.count && track.times[row + 1] <= time { row += 1 }
            guard row < track.count, track.times[row] <= time, time - track.times[row] <= Comparison.maximumGap,
                let fromFilter = Rho.classic(down: track.estimates[row].orientation.down),
                let fromGravity = recordedRho(gravity)
            else { continue }
            let difference = Angle.degrees(fromFilter) - fromGravity
            squares += difference * difference
            count += 1
        }
        if count > 0 { section.rmsToRecordedGravityDegrees = (squares / Double(count)).squareRoot() }
        return section
    }

    /// rho in degrees from a sample of recorded gravity, whose sign is the accelerometer's.
    private static func recordedRho(_ gravity: Vector3) -> Double? {
        guard let up = gravity.normalized else { return nil }
        return Rho.classic(down: -up).map(Angle.degrees)
    }
}
