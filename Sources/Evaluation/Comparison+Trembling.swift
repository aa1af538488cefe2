import Rotations

extension Comparison {
    /// How late the track's heading is against the reference's, over the scored samples; `nil` as `HeadingLag.init`.
    public func headingLag(of axis: HeadingAxis) -> HeadingLag? {
        HeadingLag(
            times: times, estimates: Self.headings(estimates, axis), references: Self.headings(references, axis))
    }

    /// The jitter of the track's heading and that of the reference's, radians, over the scored samples.
    public func headingJitter(of axis: HeadingAxis) -> (estimate: Jitter, reference: Jitter) {
        var (estimate, reference) = (Jitter(), Jitter())
        estimate.add(times: times, angles: Self.headings(estimates, axis))
        reference.add(times: times, angles: Self.headings(references, axis))
        return (estimate, reference)
    }

    /// Radians; NaN where the axis is too near the vertical.
    private static func headings(_ orientations: [Quaternion], _ axis: HeadingAxis) -> [Double] {
        orientations.map { $0.heading(of: axis) ?? .nan }
    }
}
