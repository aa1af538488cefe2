import Calibration
import Evaluation
import Foundation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The deviation curve of a vessel's compass from a log of its headings.
///
/// The truth is the log's reference (a gyrocompass, a satellite compass), else the course over ground of a vessel that
/// turned, with the current as an unknown.
enum VesselDeviation {
    /// - Throws: `SensorLabError` (bad data) for a log that has neither.
    static func section(
        of recording: Recording, options: AnalysisOptions, place: String
    ) throws -> (section: DeviationSection, warnings: [Warning]) {
        let north = try VesselNorth(recording, options)
        let warnings = LogWarnings.collected(recording.warnings, north.warnings)
        let truth = try options.reference.applied(
            to: recording, given: options.referenceTerms, place: place, source: options.source)
        if !truth.0.reference.isEmpty, truth.0.metadata.reference.north != .arbitrary {
            let found = referenceObservations(truth.0, north)
            if found.count >= DeviationAnalysis.fewestObservations {
                return (
                    try DeviationAnalysis.section(log: found), LogWarnings.collected(warnings, truth.1)
                )
            }
        }
        let observations = courseObservations(recording)
        guard
            let course = try CourseDeviation(
                observations, declination: north.declination, declinationSigma: north.sigma)
        else {
            throw SensorLabError(
                .badData, code: .noDeviation, place: place,
                message: "a deviation curve needs headings with speed and course over ground while the vessel makes "
                    + "way, for 100 s at least; found \(observations.count) of them",
                advice: "record HDG and RMC in one log, and turn slowly through the whole circle, once to each side")
        }
        var section = DeviationAnalysis.section(
            try DeviationCurve(course), points: CompassObservations.means(of: course.observations))
        section.course = DeviationCourse(
            course, declination: north.declination, stated: recording.statedVariation)
        return (section, warnings)
    }

    /// Compass headings at the fixes with a course.
    private static func courseObservations(_ recording: Recording) -> [CourseObservation] {
        let fixes = recording.location
        guard let start = fixes.times.first else { return [] }
        var cursor = HeadingCursor(recording.heading)
        return zip(fixes.times, fixes.values).compactMap { (time, fix) -> CourseObservation? in
            guard fix.speed.isFinite, fix.course.isFinite, let heading = cursor.heading(at: time) else { return nil }
            let course = Angle.radians(fix.course)
            return CourseObservation(
                time: LogTime.seconds(time - start), compassHeading: heading,
                east: fix.speed * sin(course), north: fix.speed * cos(course))
        }
    }

    /// At most ten a second.
    private static func referenceObservations(_ recording: Recording, _ north: VesselNorth) -> [DeviationObservation] {
        var cursor = HeadingCursor(recording.heading)
        let turn = recording.metadata.referenceNorth == .magnetic ? 0 : north.declination
        var last = Int64.min / 2
        return zip(recording.reference.times, recording.reference.values).compactMap {
            (time, attitude) -> DeviationObservation? in
            guard time - last >= 100_000_000, let truth = attitude.heading(of: .top),
                let compass = cursor.heading(at: time)
            else { return nil }
            last = time
            return DeviationObservation(
                compassHeadingDegrees: Angle.wrapHeadingDegrees(Angle.degrees(compass)),
                deviationDegrees: Angle.wrapDegrees(Angle.degrees(truth - turn - compass)))
        }
    }
}

extension Recording {
    /// The variation that a vessel's instruments state, degrees, east positive.
    fileprivate var statedVariation: Double? { metadata.other["variation"].flatMap { Double($0) } }

    /// Whether it has headings and nothing that a filter could use.
    var isOfCompassAlone: Bool {
        !heading.isEmpty
            && [
                SensorKind.accelerometer, .gravity, .gyroscope, .gyroscopeCorrected, .magnetometer,
                .magnetometerCorrected,
            ].allSatisfy { times(of: $0).isEmpty }
    }
}

/// From the compass's north to true north.
struct VesselNorth {
    /// Radians, east positive, and its standard deviation; 0 for a compass that gives true headings.
    private(set) var (declination, sigma) = (0.0, 0.0)
    /// Whether the declination is known, or not needed.
    private(set) var isKnown = true
    private(set) var warnings: [Warning] = []

    /// By the geomagnetic model, else by what the instruments state.
    /// - Parameter isAlways: also for a compass that gives true headings.
    init(_ recording: Recording, _ options: AnalysisOptions, isAlways: Bool = false) throws {
        guard isAlways || recording.metadata.attitudeNorth != .true else { return }
        let (field, found) = try GeomagnetismLookup.section(for: recording, options: options)
        if let field {
            declination = Angle.radians(field.declinationDegrees)
            sigma = Angle.radians(field.declinationSigmaDegrees ?? 0)
            warnings = found
        } else if let stated = recording.statedVariation {
            declination = Angle.radians(stated)
        } else {
            (isKnown, warnings) = (false, found)
        }
    }
}

/// Headings interpolated at rising times.
private struct HeadingCursor {
    private let headings: SampleStream<Double>
    private var next = 0
    /// Headings farther apart are not interpolated, nanoseconds.
    private static let widestGap = 3 * LogTime.nanosecondsPerSecond

    init(_ headings: SampleStream<Double>) { self.headings = headings }

    /// Radians; `nil` outside the headings and in their gaps.
    mutating func heading(at time: Int64) -> Double? {
        while next < headings.count, headings.times[next] < time { next += 1 }
        guard next < headings.count else { return nil }
        if headings.times[next] == time { return headings.values[next] }
        guard next > 0 else { return nil }
        let (a, b) = (headings.times[next - 1], headings.times[next])
        guard b - a <= Self.widestGap else { return nil }
        let turn = Angle.wrap(headings.values[next] - headings.values[next - 1])
        return headings.values[next - 1] + turn * Double(time - a) / Double(b - a)
    }
}
