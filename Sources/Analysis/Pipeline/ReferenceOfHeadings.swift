import Calibration
import Evaluation
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A reference of headings alone as orientations: under each heading stands the inclination that the log's own sensors
/// give. Errors of a track are taken with the track's own inclination in its place.
struct ReferenceOfHeadings: Sendable {
    /// Device to east-north-up.
    private(set) var orientations = QuaternionStream()
    /// The headings of these orientations, in the same order.
    private(set) var headings = SampleStream<ReferenceHeading>()
    /// What was read, and what is left out.
    let text: String

    /// - Parameters:
    ///   - recording: with headings of a reference.
    ///   - axis: the axis of the device whose headings they are.
    ///   - place: the log's name in messages.
    /// - Throws: `SensorLabError` (bad data) where the log has no inclination.
    init(_ recording: Recording, axis: HeadingAxisChoice, place: String) throws {
        let streams = CalibrationSet().filterInput(for: recording)
        let axis = axis.resolved(for: streams)
        let inclination = try OrientationTrack.inclination(of: streams, place: place)
        var row = 0
        for (time, heading) in zip(recording.referenceHeading.times, recording.referenceHeading.values) {
            let orientation = Comparison.estimate(of: inclination, at: time, row: &row)?
                .turned(toHeading: heading.heading, of: axis)
            guard let orientation else { continue }
            orientations.append(orientation, at: time)
            headings.append(heading, at: time)
        }
        let lost = recording.referenceHeading.count - headings.count
        text =
            "the reference has headings alone, taken for those of the \(axis == .top ? "top edge" : "camera"): errors are "
            + "those of the heading"
            + (lost > 0 ? "; \(lost) of them are left out, where this axis has none or the log has a gap" : "")
    }
}

extension OrientationTrack {
    /// A track that stands for the inclination under headings that have none.
    static func inclination(of streams: FilterInput, place: String) throws -> OrientationTrack {
        try FilterRequest(name: streams.gyroscope.isEmpty ? "complementary" : "vqf").resolved()
            .definedTrack(over: streams, place: place)
    }
}

extension Recording {
    /// Standard deviations of the reference's headings, radians, by its samples; empty where they are unknown.
    var referenceHeadingSigmas: [Double] {
        guard metadata.reference.parts == .heading, referenceHeading.count == reference.count else { return [] }
        return referenceHeading.values.map(\.sigma)
    }
}
