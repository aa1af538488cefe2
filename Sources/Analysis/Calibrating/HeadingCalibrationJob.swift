import Calibration
import Evaluation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Fits the constant between a filter's heading and true heading, and compares stated accuracies with actual errors.
public struct HeadingCalibrationJob: Sendable {
    /// The calibration file; its heading section may be refused.
    public var file: CalibrationFile
    /// Stated accuracy and actual error, per source of headings.
    public var accuracy: [ClaimedAccuracy]

    /// Runs the first filter of the options over a log and compares its heading with the source.
    ///
    /// - Parameters:
    ///   - recording: the log.
    ///   - input: path, format and checksum, for the file.
    ///   - options: the filter, calibration, place, date and heading axis.
    ///   - source: the source of true headings.
    ///   - tool: the version of the program.
    ///   - claims: a device's headings with stated accuracies, their north and their axis.
    ///   - interval: length of the table's rows over time, seconds.
    /// - Throws: `SensorLabError`: bad data for a log without the data that the source needs, or on which no filter
    ///   runs; usage for references with true north if the declination is unknown.
    public init(
        _ recording: Recording, input: InputSection, options: AnalysisOptions, source: HeadingSource, tool: String,
        claims: (headings: [ClaimedHeading], north: North, axis: HeadingAxis)? = nil, interval: Double = 10
    ) throws {
        let filters = try options.filters.prefix(1).map { try $0.resolved() }
        let prepared = try PreparedLog(recording, name: input.path, options: options)
        let source = try Self.resolved(source, recording, input)
        let track = try prepared.run(filters).runs[0].track
        // Landmarks are sighted in the centre of the picture, along the camera axis.
        let axis: HeadingAxis =
            if case .sightings = source { .camera } else { prepared.headingAxis }
        let found = try Self.references(source, recording, prepared, axis)
        let pairs = HeadingPair.pairs(track, found.references, axis: axis)
        let fit = HeadingOffset(
            estimated: pairs.map(\.estimated), reference: pairs.map(\.reference), weights: pairs.map(\.weight),
            robust: true, systematicSigma: found.systematicSigma)
        let section = HeadingCalibration(
            fit, rejected: found.rejected + found.references.count - pairs.count, against: source.against,
            filter: track.name, headingAxis: axis, north: prepared.north, source: input.path)
        file = CalibrationFile(
            heading: section,
            provenance: CalibrationJob.provenance(recording, input, tool, field: prepared.geomagnetism),
            warnings: [])
        let tracks = [track] + [prepared.deviceAttitude(named: "device attitude")].compactMap { $0 }
        let own = recording.metadata.attitudeNorth ?? .magnetic
        let headings = zip(recording.heading.times, recording.heading.values).map {
            ClaimedHeading(time: $0, heading: $1, accuracy: .nan)
        }
        accuracy = tracks.compactMap {
            Self.table($0.name, HeadingPair.pairs($0, found.references, axis: axis), interval)
        }
        var warnings = LogWarnings.collected(prepared.warnings, found.warnings)
        // A device's compass gives the heading of the top edge.
        for (name, claimed, north, claimAxis) in [
            ("device heading", headings, own, .top),
            ("claims", claims?.headings ?? [], claims?.north ?? .true, claims?.axis ?? .top),
        ] {
            let check = try ClaimsCheck(
                claimed, named: name, north: north, axis: claimAxis, source: source, sourceAxis: axis, log: prepared,
                interval: interval)
            accuracy += [check.table].compactMap { $0 }
            warnings += check.warnings
        }
        file.warnings = warnings
    }

    static func resolved(
        _ source: HeadingSource, _ recording: Recording, _ input: InputSection
    ) throws -> HeadingSource {
        func missing(_ what: String, _ advice: String) -> SensorLabError {
            SensorLabError(.badData, code: .noHeadingReference, place: input.path, message: what, advice: advice)
        }
        let others = "give --reference FILE, --sightings FILE or --bearings FILE"
        switch source {
        case .automatic:
            if !recording.reference.isEmpty { return .reference }
            if !recording.location.isEmpty { return .course(CourseOverGround.Options()) }
            throw missing("the log has neither a reference track nor location fixes", others)
        case .reference where recording.reference.isEmpty:
            throw missing("the log has no reference track", others)
        case .course where recording.location.isEmpty:
            throw missing("the log has no location fixes", others)
        case .sightings(let sightings, observer: nil) where recording.location.isEmpty:
            if let place = recording.metadata.place { return .sightings(sightings, observer: place) }
            throw missing(
                "the log has neither location fixes nor a place, so the observer's is unknown", "give --place LAT,LON")
        default: return source
        }
    }

    struct References {
        var references: [HeadingReference]
        var rejected = 0
        /// Common error of all references, radians.
        var systematicSigma = 0.0
        var warnings: [Warning] = []
    }

    /// The references, rotated to the north of the estimates.
    static func references(
        _ source: HeadingSource, _ recording: Recording, _ prepared: PreparedLog, _ axis: HeadingAxis
    ) throws -> References {
        switch source {
        case .automatic, .reference: return try track(recording, prepared, axis)
        case .course(let options):
            let found = CourseOverGround.references(recording.location, options: options)
            var result = try turned(
                References(references: found.references, rejected: found.rejected), .true, prepared)
            result.warnings.add(
                .courseIncludesCarrying,
                "the course is the direction of walking: the offset contains the angle between that and the "
                    + "device's \(axis.rawValue) axis")
            return result
        case .sightings(let sightings, let observer):
            let found = sightings.compactMap { $0.reference(observer: observer, fixes: recording.location) }
            return try turned(
                References(references: found, rejected: sightings.count - found.count), .true, prepared)
        case .bearings(let bearings, let north):
            return try turned(References(references: bearings), north, prepared)
        }
    }

    /// At most ten references per second, two in long logs (`ThinnedSamples`), within the scoring window.
    private static func track(
        _ recording: Recording, _ prepared: PreparedLog, _ axis: HeadingAxis
    ) throws -> References {
        guard recording.metadata.reference.north != .arbitrary else {
            throw SensorLabError(
                .badData, code: .noReference, place: prepared.name,
                message: "the north of the reference is arbitrary, so that it shows no heading offset",
                advice: "give a reference of known north, or --course with fixes of a walk")
        }
        let own = recording.metadata.referenceNorth ?? .magnetic
        let frame = ReferenceFrame(recording, north: own, declination: nil)
        var result = References(references: [], warnings: frame.warnings)
        var last = Int64.min / 2
        let indices = ScoringWindow(recording: recording).indices(of: recording.reference)
        let interval = ThinnedSamples.offsetInterval(of: indices.count)
        for index in indices where recording.reference.times[index] - last >= interval {
            guard let heading = recording.reference.values[index].heading(of: axis) else { continue }
            last = recording.reference.times[index]
            result.references.append(HeadingReference(interval: last...last, heading: heading, sigma: 0))
        }
        return try turned(result, own, prepared)
    }

    private static func turned(
        _ references: References, _ north: North, _ prepared: PreparedLog
    ) throws -> References {
        let isTurned = north != prepared.north
        guard !isTurned || prepared.declination != nil else {
            throw SensorLabError(
                .usage, code: .noDeclination,
                message: "the references have \(north.rawValue) north, the estimates \(prepared.north.rawValue) north, "
                    + "and the declination is unknown: the offset would contain the declination",
                advice: "give --place LAT,LON and --date YYYY-MM-DD")
        }
        var result = references
        result.systematicSigma = prepared.systematicSigma(of: north)
        guard isTurned else { return result }
        let turn = prepared.headingTurn(from: north)
        for index in result.references.indices { result.references[index].heading += turn }
        return result
    }

    static func table(_ source: String, _ pairs: [HeadingPair], _ interval: Double) -> ClaimedAccuracy? {
        ClaimedAccuracy(
            source: source, times: pairs.map { LogTime.seconds($0.time) },
            claimed: pairs.map { Angle.degrees($0.estimatedSigma) }, errors: pairs.map { Angle.degrees($0.difference) },
            interval: interval)
    }
}

/// The source of true headings.
public enum HeadingSource: Sendable {
    /// The log's reference track if it has one, else the course over ground.
    case automatic
    /// The log's reference track.
    case reference
    /// The course over ground of the log's fixes while walking.
    case course(CourseOverGround.Options)
    /// Landmarks in the centre of the picture, and the observer's position; `nil` takes it from the fixes, else the
    /// place of the log.
    case sightings([Sighting], observer: GeodeticPosition?)
    /// Known bearings and their north.
    case bearings([HeadingReference], North)

    /// The source's name in the calibration file; `automatic` is resolved before.
    var against: HeadingCalibration.Against {
        switch self {
        case .automatic, .reference: .reference
        case .course: .course
        case .sightings: .sightings
        case .bearings: .bearings
        }
    }
}
