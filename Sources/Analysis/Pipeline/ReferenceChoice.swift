import Calibration
import Evaluation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The reference for errors.
public enum ReferenceChoice: Sendable, Equatable {
    /// The log's own reference, if it has one.
    case log
    /// The reference (else the device's attitude) in another file, with the log's clock.
    case file(String)
    /// The attitude that the device itself computed.
    case deviceAttitude

    /// The recording with this reference in place of its own, and warnings about it.
    ///
    /// - Parameters:
    ///   - recording: the log that gets the reference.
    ///   - terms: what the user says of the reference.
    ///   - place: the log's name in messages.
    ///   - source: reads the file of a reference.
    /// - Throws: `SensorLabError`: no input (66) for a missing file; bad data (65) for a file without orientations, for
    ///   a log without the device's attitude, and for a reference that does not overlap the log in time.
    public func applied(
        to recording: Recording, given terms: ReferenceTerms = ReferenceTerms(), place: String,
        source: any RecordingSource
    ) throws -> (recording: Recording, warnings: [Warning]) {
        switch self {
        case .log: return (recording, [])
        case .deviceAttitude:
            guard !recording.attitude.isEmpty else {
                throw SensorLabError(
                    .badData, code: .noDeviceAttitude, place: place,
                    message: "the log has no attitude of the device (dev_qw..dev_qz) to measure errors against",
                    advice: "leave --device-attitude out, or record the attitude")
            }
            var result = recording
            result.reference = recording.attitude
            result.referenceHeading = SampleStream()
            result.metadata.reference.north =
                recording.metadata.attitudeIsRelative
                ? .arbitrary : ReferenceNorth(recording.metadata.attitudeNorth ?? .magnetic)
            return (result, [])
        case .file(let path): return try replaced(by: source.reference(at: path), path, recording, terms, place)
        }
    }

    private func replaced(
        by other: Recording, _ path: String, _ recording: Recording, _ terms: ReferenceTerms, _ place: String
    ) throws -> (recording: Recording, warnings: [Warning]) {
        let isReference = !other.reference.isEmpty
        // Headings are a reference, the device's attitude beside them is none.
        let stream = isReference || !other.referenceHeading.isEmpty ? other.reference : other.attitude
        let times = stream.isEmpty ? other.referenceHeading.times : stream.times
        guard let first = times.first, let last = times.last else {
            throw SensorLabError(
                .badData, code: .noReference, place: path,
                message:
                    "found no orientation, expected the columns t,ref_qw,ref_qx,ref_qy,ref_qz (or qw,qx,qy,qz), or "
                    + "headings alone as t,ref_heading",
                advice: "give a file with the reference orientation, with times in the log's clock")
        }
        var own = recording
        (own.reference, own.referenceHeading) = (QuaternionStream(), SampleStream())
        guard let interval = own.interval, interval.overlaps(first...last) else {
            throw SensorLabError(
                .badData, code: .referenceClock, place: path,
                message:
                    "the reference covers \(span(first, last)), the log \(place) \(span(own.interval)): they do not overlap",
                advice: "convert the reference's time stamps to the log's clock")
        }
        var result = own
        (result.reference, result.referenceHeading) = (stream, other.referenceHeading)
        // A line `# north:` speaks of the file's orientations, whatever their columns are called.
        let named = isReference ? nil : other.metadata.attitudeNorth.map(ReferenceNorth.init)
        result.metadata.reference = recording.metadata.reference.overridden(by: other.metadata.reference)
        let north = terms.north ?? other.metadata.reference.north ?? named ?? recording.metadata.reference.north
        result.metadata.reference.north = north
        if result.moving.isEmpty { result.moving = other.moving }
        // A delay that is known or fitted is no fault.
        let isDelaySaid = result.metadata.reference.overridden(by: terms).delay != nil
        let doubts = [
            short(path, first, last, interval, own), isDelaySaid ? nil : shifted(path, own, stream),
        ]
        // A north that is said is no longer unknown.
        let warnings = other.warnings.filter { isReference || $0.code != .arbitraryNorth || north == nil }
        return (result, warnings + doubts.compactMap { $0 })
    }

    private func short(
        _ path: String, _ first: Int64, _ last: Int64, _ interval: ClosedRange<Int64>, _ log: Recording
    ) -> Warning? {
        let covered = LogTime.seconds(min(last, interval.upperBound) - max(first, interval.lowerBound))
        guard covered < 0.9 * log.duration else { return nil }
        return Warning(
            .referenceShort, place: path,
            "the reference covers \(tenths(covered)) s of the log's \(tenths(log.duration)) s; errors are measured "
                + "there alone")
    }

    /// Detects different clocks that overlap by chance: the motions do not match.
    private func shifted(_ path: String, _ log: Recording, _ reference: QuaternionStream) -> Warning? {
        guard !reference.isEmpty else { return nil }
        let rates = log.vectors(of: log.rateSensor)
        guard let clock = ReferenceClock(gyroscope: rates, reference: reference), clock.isShifted else { return nil }
        let side = clock.delaySeconds > 0 ? "later" : "earlier"
        return Warning(
            .referenceClockShifted, place: path,
            "the reference turns \(tenths(clock.delaySeconds.magnitude)) s \(side) than the gyroscope: its clock is "
                + "shifted, which makes most of the errors",
            advice: .subtract(seconds: tenths(clock.delaySeconds)))
    }

    private func span(_ interval: ClosedRange<Int64>?) -> String {
        interval.map { span($0.lowerBound, $0.upperBound) } ?? "nothing"
    }

    private func span(_ first: Int64, _ last: Int64) -> String {
        "\(LogTime.text(first)) s to \(LogTime.text(last)) s"
    }

    private func tenths(_ seconds: Double) -> String { String((seconds * 10).rounded() / 10) }
}
