import Recordings
import Rotations
import SensorModels

/// Errors against a reference, or of a track, that has a part of the orientation alone: what it lacks is borrowed, and
/// no error of it is shown.
extension ErrorProfile {
    /// The errors of these parts; the others are null.
    public func of(_ parts: ReferenceParts) -> ErrorProfile {
        guard parts != .orientation else { return self }
        var profile = self
        (profile.total, profile.convergenceSeconds, profile.rho) = (nil, nil, nil)
        if parts == .heading {
            (profile.inclination, profile.inclinationMountRemoved, profile.inclinationSigma) = (nil, nil, nil)
        } else {
            (profile.heading, profile.headingAfterOffset, profile.headingOffsetDegrees) = (nil, nil, nil)
            (profile.headingSigma, profile.jitterDegrees, profile.lagMilliseconds) = (nil, nil, nil)
        }
        return profile
    }
}

extension Accuracy {
    /// The errors of these parts; the others are null.
    public func of(_ parts: ReferenceParts) -> Accuracy {
        guard parts != .orientation else { return self }
        var accuracy = self
        (accuracy.totalRMSEDegrees, accuracy.rhoRMSEDegrees) = (nil, nil)
        (accuracy.p95Degrees, accuracy.medianDegrees, accuracy.maximumDegrees) = (nil, nil, nil)
        if parts == .heading {
            accuracy.inclinationRMSEDegrees = nil
        } else {
            (accuracy.headingRMSEDegrees, accuracy.headingOffsetDegrees) = (nil, nil)
            (accuracy.headingRMSEAfterOffsetDegrees, accuracy.coverage95, accuracy.nees) = (nil, nil, nil)
        }
        return accuracy
    }
}

extension Quaternion {
    /// Turned about the vertical to a heading, radians clockwise from north; `nil` where the axis has none.
    package func turned(toHeading heading: Double, of axis: HeadingAxis) -> Quaternion? {
        self.heading(of: axis).map { Quaternion.aboutVertical($0 - heading) * self }
    }
}

extension QuaternionStream {
    /// A reference as errors of a track are taken against it.
    /// - Parameters:
    ///   - indices: its scored samples, ascending.
    ///   - isRelative: whether its north is arbitrary, so that it is turned until the mean heading error is zero.
    ///   - parts: of headings alone, the track's own inclination stands under them.
    ///   - axis: whose headings these are.
    public func laid(
        against track: OrientationTrack, indices: [Int], isRelative: Bool, parts: ReferenceParts, axis: HeadingAxis
    ) -> QuaternionStream {
        let headings = parts == .heading ? leaning(as: track, axis: axis) : self
        return isRelative ? headings.aligned(to: track, indices: indices) : headings
    }

    /// The headings of the stream with the inclination of a track, where both have one.
    private func leaning(as track: OrientationTrack, axis: HeadingAxis) -> QuaternionStream {
        var (result, row) = (self, 0)
        for index in times.indices {
            guard let heading = values[index].heading(of: axis),
                let estimate = Comparison.estimate(of: track, at: times[index], row: &row)?
                    .turned(toHeading: heading, of: axis)
            else { continue }
            result.values[index] = estimate
        }
        return result
    }
}
