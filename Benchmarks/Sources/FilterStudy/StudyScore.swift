import Foundation
import Rotations
import SensorModels
import Vocabulary

/// The error of a track over the scored reference: root mean squares in degrees, and how consistent its sigmas are; the
/// half width is the median one of the heading's 95 % intervals, degrees.
struct StudyScore: CustomStringConvertible {
    static let columns =
        "samples,total,heading,heading_o,inclination,offset,cover_heading,cover_inclination,nees,half_width"
    /// Gaps of the track that are longer are not scored, nanoseconds.
    private static let longestGap: Int64 = 100_000_000
    /// 95 % of an angle and of a direction lie within these multiples of sigma (chi-square, one and two degrees).
    private static let (ofAngle, ofDirection) = (1.96, 2.448)

    private var samples = 0
    private var squares = (total: 0.0, heading: 0.0, inclination: 0.0, normalized: 0.0)
    private var covered = (heading: 0, inclination: 0)
    private var headings: [Double] = []
    private var sigmas: [Double] = []

    init(_ track: OrientationTrack, _ recording: StudyRecording) {
        var row = 0
        for (time, truth) in zip(recording.reference.times, recording.reference.values) {
            while row + 1 < track.count && track.times[row + 1] <= time { row += 1 }
            guard row < track.count, track.times[row] <= time else { continue }
            let here = track.estimates[row]
            var estimate = here.orientation
            if track.times[row] < time {
                guard row + 1 < track.count, track.times[row + 1] - track.times[row] <= Self.longestGap else {
                    continue
                }
                let fraction = Double(time - track.times[row]) / Double(track.times[row + 1] - track.times[row])
                estimate = estimate.slerp(to: track.estimates[row + 1].orientation, fraction: fraction)
            }
            let error = (estimate * truth.conjugate).canonical
            let heading = error.twistAboutVertical
            let tilt = (estimate * (truth * recording.mount).conjugate).canonical.tiltOfVertical
            samples += 1
            headings.append(heading)
            sigmas.append(here.headingSigma)
            let total = 2 * atan2(error.vector.length, error.w)
            squares.total += total * total
            squares.heading += heading * heading
            squares.inclination += tilt * tilt
            squares.normalized += (heading / here.headingSigma) * (heading / here.headingSigma)
            if abs(heading) <= Self.ofAngle * here.headingSigma { covered.heading += 1 }
            if tilt <= Self.ofDirection * here.inclinationSigma { covered.inclination += 1 }
        }
    }

    var description: String {
        let count = Double(max(1, samples))
        var mean = CircularStatistics()
        for heading in headings { mean.add(heading) }
        let offset = mean.mean ?? 0
        let centred = headings.reduce(0.0) { $0 + Angle.wrap($1 - offset) * Angle.wrap($1 - offset) }
        let angles = [squares.total, squares.heading, centred, squares.inclination].map {
            Angle.degrees(($0 / count).squareRoot())
        }
        let rest = [
            Angle.degrees(offset), Double(covered.heading) / count, Double(covered.inclination) / count,
            squares.normalized / count, Angle.degrees(Self.ofAngle * (Percentile.upperMedian(sigmas) ?? .nan)),
        ]
        return "\(samples)," + (angles + rest).map { String(format: "%.4f", $0) }.joined(separator: ",")
    }
}
