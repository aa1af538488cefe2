import Recordings
import Rotations
import SensorModels

/// A heading over time, whatever it comes from: a filter, the device's attitude or compass, the course over ground.
public struct HeadingSeries: Sendable {
    /// What it comes from, such as `kalman`, `device`, `device-compass`, `course`.
    public let name: String
    /// Radians clockwise from north, at ascending stamps.
    public let samples: SampleStream<Double>
    /// The longest interval between two samples that is interpolated, nanoseconds.
    public let maximumGap: Int64

    /// The speed over ground, m/s, from which on a course means something: a brisk walk is 1.5.
    public static let slowestForCourse = 1.0
    /// Of location fixes, nanoseconds: they come once a second, sometimes less.
    public static let maximumGapOfFixes: Int64 = 2_500_000_000

    /// From samples; those that are not finite are left out.
    public init(name: String, samples: SampleStream<Double>, maximumGap: Int64 = Comparison.maximumGap) {
        self.name = name
        self.maximumGap = maximumGap
        let kept = samples.values.indices.filter { samples.values[$0].isFinite }
        self.samples = SampleStream(times: kept.map { samples.times[$0] }, values: kept.map { samples.values[$0] })
    }

    /// The heading of an axis of a track; left out where it is undefined.
    public init(track: OrientationTrack, axis: HeadingAxis) {
        self.init(
            name: track.name,
            samples: SampleStream(
                times: track.times, values: track.estimates.map { $0.orientation.heading(of: axis) ?? .nan }))
    }

    /// The course of location fixes that move, clockwise from true north.
    /// - Parameters:
    ///   - fixes: with speed and course, or positions that tell them.
    ///   - turn: radians that are added, for another north.
    public init(courseOf fixes: SampleStream<LocationFix>, turn: Double) {
        self.init(
            name: "course",
            samples: SampleStream(
                times: fixes.times,
                values: fixes.values.map { fix in
                    fix.speed >= Self.slowestForCourse ? Angle.radians(fix.course) + turn : .nan
                }),
            maximumGap: Self.maximumGapOfFixes)
    }

    /// The heading on a uniform clock, radians; NaN where there is none.
    func values(from start: Int64, step: Int64, count: Int) -> [Double] {
        var row = 0
        return (0..<count).map { index in
            let time = start + Int64(index) * step
            while row + 1 < samples.count && samples.times[row + 1] <= time { row += 1 }
            guard row < samples.count, samples.times[row] <= time else { return .nan }
            if samples.times[row] == time { return samples.values[row] }
            guard row + 1 < samples.count else { return .nan }
            let interval = samples.times[row + 1] - samples.times[row]
            guard interval <= maximumGap else { return .nan }
            let turn = Angle.wrap(samples.values[row + 1] - samples.values[row])
            return samples.values[row] + turn * Double(time - samples.times[row]) / Double(interval)
        }
    }
}
