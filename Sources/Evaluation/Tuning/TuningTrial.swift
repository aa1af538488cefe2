import OrientationFilters
import ProjectionCore
import RealModule
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// One recording for tuning: the filter's input and the reference that its output is compared with.
public struct TuningTrial: Sendable {
    /// Its name in the report.
    public var name: String
    /// Recordings of one group are left out together; the recording's name if there are no groups.
    public var group: String
    /// Calibrated streams.
    public var input: FilterInput
    /// Degrees, east positive: rotates the filter's magnetic north to true north.
    public var declination: Double
    /// Device to earth, true north.
    public var reference: QuaternionStream
    /// Whether the north of the reference is arbitrary: a constant of the headings is removed.
    public var isRelative = false
    /// What the reference is one of: errors of the rest do not count.
    public var parts = ReferenceParts.orientation
    /// The scored samples of the reference.
    public var indices: [Int]
    /// The axis for the lag of the heading.
    public var axis: HeadingAxis
    /// The labels; `nil` if the objective needs no places.
    public var screen: LabelScreen?

    /// A prepared recording with its reference.
    public init(
        name: String, group: String, input: FilterInput, declination: Double, reference: QuaternionStream,
        indices: [Int], axis: HeadingAxis, screen: LabelScreen?
    ) {
        (self.name, self.group, self.input, self.declination) = (name, group, input, declination)
        (self.reference, self.indices, self.axis, self.screen) = (reference, indices, axis, screen)
    }
}

/// The score of one set of parameters on one recording.
public struct TuningScore: Sendable, Codable, Hashable {
    /// The value of the objective.
    public var value: Double
    /// RMS of the total error, degrees; null where the reference is one of a part alone.
    @Nullable public var totalRMSEDegrees: Double?
    /// RMS of the heading error, degrees; null where the reference has no headings.
    @Nullable public var headingRMSEDegrees: Double?
    /// Degrees: true heading = estimated heading + offset; null without headings of the reference.
    @Nullable public var headingOffsetDegrees: Double?
    /// Null if the objective needs no places, or if no place was visible.
    @Nullable public var pixels: PixelAccuracy?

    /// For a track without a scored sample: worse than all others.
    static let none = TuningScore(value: .infinity)
}

extension TuningTrial {
    /// Runs the filter with changed parameters and scores its drawn track; infinite if no sample can be scored.
    public func score(
        filter: FilterEntry, parameters: [String: Double], smoothing: Double, objective: TuningObjective,
        weights: ObjectiveWeights
    ) -> TuningScore {
        guard let raw = try? filter.run(input, parameters: parameters) else { return .none }
        let drawn = DrawnTrack(raw, turn: declination, smoothing: smoothing)
        let truth = reference.laid(
            against: drawn.track, indices: indices, isRelative: isRelative, parts: parts, axis: axis)
        let comparison = Comparison(track: drawn.track, reference: truth, indices: indices)
        guard let accuracy = Accuracy(comparison)?.of(parts) else { return .none }
        var score = TuningScore(
            value: accuracy.rankedRMSEDegrees, totalRMSEDegrees: accuracy.totalRMSEDegrees,
            headingRMSEDegrees: accuracy.headingRMSEDegrees, headingOffsetDegrees: accuracy.headingOffsetDegrees)
        if objective == .heading { score.value = accuracy.headingRMSEDegrees ?? .infinity }
        guard let screen, objective.needsPlaces else { return score }
        // Labels have no error without headings.
        guard parts != .inclination else { return .none }
        var labels = PixelScore()
        labels.add(
            times: comparison.times, estimates: comparison.estimates, references: comparison.references,
            on: screen)
        score.pixels = PixelAccuracy(labels, lag: comparison.headingLag(of: axis))
        guard let pixels = score.pixels else { return .none }
        if objective == .pixels {
            score.value = pixels.rmsPixels
        } else {
            let headings = comparison.references.map { $0.heading(of: axis) ?? .nan }
            let turns = HeadingLag(times: comparison.times, estimates: headings, references: headings) != nil
            score.value = weights.sum(pixels, turns: turns)
        }
        return score
    }
}

/// The objective that tuning minimises.
public enum TuningObjective: String, Sendable, Codable, CaseIterable {
    /// RMSE of the angle of the error, degrees.
    case total
    /// RMSE of the error about the vertical, degrees.
    case heading
    /// RMS of the labels' error, pixels.
    case pixels
    /// The weighted sum of pixels, jitter in pixels and lag in milliseconds.
    case pixelsJitterLag = "pixels+jitter+lag"

    /// Whether the objective needs places and a camera.
    public var needsPlaces: Bool { self == .pixels || self == .pixelsJitterLag }
}

/// The weights of `pixels+jitter+lag`.
public struct ObjectiveWeights: Sendable, Codable, Hashable {
    /// Per pixel of RMS error.
    public var pixels: Double
    /// Per pixel of jitter.
    public var jitter: Double
    /// Per millisecond of lag, late or early.
    public var lag: Double

    /// 1 per pixel, 2 per pixel of jitter, 0.1 per millisecond by default.
    public init(pixels: Double = 1, jitter: Double = 2, lag: Double = 0.1) {
        (self.pixels, self.jitter, self.lag) = (pixels, jitter, lag)
    }

    /// The weighted sum. If the device turns but no lag can be measured, the lag counts as 0.5 s, the end of the
    /// search.
    public func sum(_ accuracy: PixelAccuracy, turns: Bool) -> Double {
        let late = accuracy.lagMilliseconds?.magnitude ?? (turns ? HeadingLag.longest * 1000 : 0)
        return pixels * accuracy.rmsPixels + jitter * (accuracy.jitterPixels ?? 0) + lag * late
    }
}
