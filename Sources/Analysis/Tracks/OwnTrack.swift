import Evaluation
import Files
import Foundation
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Smoothing
import Vocabulary

/// A filter of the user's own, by its track in a file: it stands beside the filters of the catalogue.
public struct OwnTrack: Sendable, Hashable {
    /// Its name in tables, charts and baselines.
    public var name: String
    /// The file; for several logs a folder with one file per log, named after it.
    public var path: String
    /// What the user says of its convention.
    public var words: TrackWords

    /// - Throws: `SensorLabError` (usage) for a name of the catalogue.
    public init(name: String, path: String, words: TrackWords = TrackWords()) throws {
        guard EstimatorCatalogue.entry(named: name) == nil, name.lowercased() != PreparedLog.deviceName else {
            throw SensorLabError(
                .usage, code: .badTrack, place: "--track \(name)=\(path)",
                message: "\(name) is a filter of the catalogue", advice: "give the track another name")
        }
        (self.name, self.path, self.words) = (name, path, words)
    }

    /// As an entry of the catalogue, without rows.
    public var listing: FilterEntry { entry(OrientationTrack(name: name, times: [], estimates: [])) }

    /// A filter of no parameters that gives these rows whatever the readings are.
    fileprivate func entry(_ rows: OrientationTrack) -> FilterEntry {
        FilterEntry(
            offline: FilterInformation(
                name: name, summary: "own track", reference: path, withoutGyroscope: "a track of a file",
                worksWithoutMagnetometer: true, isOffline: true)
        ) { (_: NoParameters, _: FilterInput) in rows }
    }

    private struct NoParameters: FilterParameters {
        static var descriptors: [ParameterDescriptor<NoParameters>] { [] }
    }

    /// The file for a log.
    /// - Throws: `SensorLabError` (no input) for a folder without one.
    func file(forLog log: String) throws -> String {
        guard PathKind(path: path) == .folder else { return path }
        let stem = ComparisonLog.stem(of: log)
        for ending in [".csv", ".txt", ".tum"] {
            let file = "\(path)/\(stem)\(ending)"
            if PathKind(path: file) == .file { return file }
        }
        throw SensorLabError(
            .noInput, code: .noSuchFile, place: path, message: "the folder has no track of the log \(stem)",
            advice: "write it as \(stem).csv, .txt or .tum")
    }
}

/// The user's own tracks on one log, as filters of no parameters.
public struct OwnTracks: Sendable {
    /// Their filters, in the order of the request.
    public private(set) var filters: [ResolvedFilter] = []
    /// The names of those that are headings alone.
    public private(set) var headingsAlone: Set<String> = []
    /// How their numbers were read.
    public private(set) var warnings: [Warning] = []

    /// - Parameter passingOver: whether tracks that are not of this log are left out.
    /// - Throws: `SensorLabError` for a file that cannot be read, does not overlap the log, or whose convention the log
    ///   does not show.
    public init(_ tracks: [OwnTrack], on log: PreparedLog, passingOver: Bool = false) throws {
        for track in tracks {
            let read: ReadTrack
            do {
                read = try ReadTrack(track, on: log)
            } catch  where passingOver { continue }
            filters.append(ResolvedFilter(entry: track.entry(read.track), parameters: [:]))
            warnings += read.warnings
            if read.isHeadingAlone { headingsAlone.insert(track.name) }
        }
    }
}

/// A track read from its file, with its convention found.
private struct ReadTrack {
    private(set) var track: OrientationTrack
    /// Whether its inclination is another filter's.
    let isHeadingAlone: Bool
    private(set) var warnings: [Warning] = []

    init(_ own: OwnTrack, on log: PreparedLog) throws {
        let path = try own.file(forLog: log.name)
        let table = try TrackTable(path: path)
        let words = own.words.completed(by: table.words)
        let times = try TrackClock.times(table.stamps, of: path, on: log)
        let north = words.north ?? .magnetic
        let conventions = Self.conventions(table, words)
        let base =
            try conventions.contains { $0.convention.form == .heading }
            ? OrientationTrack.inclination(of: log.streams, place: log.name) : nil
        func stream(_ convention: TrackConvention) -> QuaternionStream {
            var (stream, row) = (QuaternionStream(), 0)
            for index in times.indices {
                var orientation: Quaternion?
                if convention.form == .heading {
                    orientation = base.flatMap { Comparison.estimate(of: $0, at: times[index], row: &row) }?
                        .turned(toHeading: convention.heading(table.numbers[index]), of: log.headingAxis)
                } else {
                    orientation = convention.orientation(table.row(index))
                }
                if let orientation { stream.append(orientation, at: times[index]) }
            }
            return stream
        }
        let evidence = ConventionEvidence(
            conventions, input: log.readings, declination: north == .true ? log.declination ?? 0 : 0, track: stream)
        guard let best = evidence.best else {
            throw SensorLabError(
                .badData, code: .trackConvention, place: path,
                message: "no row of \(table.columns) is an orientation by the convention that was given",
                advice: "leave --track-convention out, or give another one")
        }
        let isOpen = conventions.count > 1 && evidence.probability < Self.fewest
        guard !isOpen else {
            let next = evidence.candidates.dropFirst().first.map { " or \($0.convention.text)" } ?? ""
            throw SensorLabError(
                .badData, code: .trackConvention, place: path,
                message: "the log does not show what the numbers of \(table.columns) mean: \(best.text)\(next)",
                advice: "give --track-convention, such as \(own.name)=\(best.text)")
        }
        isHeadingAlone = best.form == .heading
        track = Self.track(own.name, stream(best), table, times)
        track.turn(by: log.turnBefore(north))
        warnings.append(
            Warning(
                evidence.probability < Self.clear ? .trackDoubtful : .trackRead, place: path,
                Self.account(own.name, table, best, evidence, north)))
    }

    /// Probabilities below which the user is asked, and below which it is doubtful (as of readings of logs).
    private static let (fewest, clear) = (0.75, 0.99)

    private static func account(
        _ name: String, _ table: TrackTable, _ best: TrackConvention, _ evidence: ConventionEvidence, _ north: North
    ) -> String {
        var text = "\(name): \(table.columns) read as \(best.text),\(north.rawValue)"
        if let next = evidence.candidates.dropFirst().first {
            let margins = evidence.margins
            func shown(_ nats: Double) -> String { "\((10 * nats).rounded() / 10)" }
            text +=
                " with \(evidence.probability > 0.995 ? "over 99" : "\(Int(clamping: 100 * evidence.probability))") %; "
                + "against \(next.convention.text), gravity gives \(shown(margins.gravity)) nats, rates "
                + "\(shown(margins.rates)), the field \(shown(margins.field))"
        }
        if evidence.candidates.count == 1, table.width > 1 { text += "; no other convention fits" }
        if best.form == .heading {
            text += "; it has headings alone: the inclination is another filter's, and errors are those of the heading"
        }
        return text
    }

    /// The candidates with their priors, which need no sum of 1.
    private static func conventions(
        _ table: TrackTable, _ words: TrackWords
    ) -> [(convention: TrackConvention, prior: Double)] {
        let forms = TrackConvention.Form.allCases.filter { $0.width == table.width }
        var all: [(convention: TrackConvention, prior: Double)] = []
        for form in forms {
            for unit in form.isAngle ? TrackConvention.Unit.allCases : [.deg] {
                for direction in form == .heading ? [.deviceToEarth] : TrackConvention.Direction.allCases {
                    for frame in TrackConvention.Frame.allCases {
                        for body in form == .heading ? [.device] : TrackConvention.Body.allCases {
                            let convention = TrackConvention(
                                form: form, unit: unit, direction: direction, frame: frame, body: body)
                            guard words.allow(convention) else { continue }
                            let prior =
                                (direction == .deviceToEarth ? 0.75 : 0.25) * (frame == .enu ? 0.6 : 0.2)
                                * (body == .device ? 0.9 : 0.1)
                            all.append((convention, prior))
                        }
                    }
                }
            }
        }
        return all
    }

    private static func track(
        _ name: String, _ stream: QuaternionStream, _ table: TrackTable, _ times: [Int64]
    ) -> OrientationTrack {
        var estimates: [OrientationEstimate] = []
        estimates.reserveCapacity(stream.count)
        var row = 0
        for (time, orientation) in zip(stream.times, stream.values) {
            while times[row] < time { row += 1 }
            var estimate = OrientationEstimate(orientation: orientation)
            if !table.headingSigmas.isEmpty { estimate.headingSigma = Angle.radians(table.headingSigmas[row]) }
            if !table.inclinationSigmas.isEmpty {
                estimate.inclinationSigma = Angle.radians(table.inclinationSigmas[row])
            }
            estimates.append(estimate)
        }
        return OrientationTrack(name: name, times: stream.times, estimates: estimates)
    }
}

/// The stamps of a track in the log's clock.
private enum TrackClock {
    /// A unit of time by which log and track have less in common, as a share of the longer one, is not the track's.
    private static let leastShare = 0.01

    /// Seconds, milliseconds, microseconds or nanoseconds, of the log's clock or of Unix time: what overlaps the log
    /// most.
    /// - Throws: `SensorLabError` (bad data) where none overlaps it.
    static func times(_ stamps: [Double], of path: String, on log: PreparedLog) throws -> [Int64] {
        guard let interval = log.recording.interval, let first = stamps.first, let last = stamps.last else { return [] }
        let zero = log.recording.metadata.unixSecondsAtZero
        var best: (overlap: Double, times: (scale: Double, zero: Double))?
        for scale in [1, 1e-3, 1e-6, 1e-9] {
            for zero in [0, zero].compactMap({ $0 }) {
                let (from, to) = (scale * first - zero, scale * last - zero)
                let overlap =
                    min(to, LogTime.seconds(interval.upperBound)) - max(from, LogTime.seconds(interval.lowerBound))
                // A track of milliseconds read as seconds covers every log.
                let share = overlap / max(to - from, LogTime.seconds(interval.upperBound - interval.lowerBound))
                if share > (best?.overlap ?? leastShare) { best = (share, (scale, zero)) }
            }
        }
        guard let found = best?.times else {
            throw SensorLabError(
                .badData, code: .trackElsewhere, place: path,
                message: "the track covers \(first) to \(last), the log \(LogTime.text(interval.lowerBound)) s to "
                    + "\(LogTime.text(interval.upperBound)) s: they do not overlap",
                advice: "write the track's times in the log's clock, as its samples have them")
        }
        return stamps.map { Int64(clamping: ((found.scale * $0 - found.zero) * 1e9).rounded()) }
    }
}

extension PreparedLog {
    /// What turns a track of some north, so that `finish` gives it the log's north without the heading calibration,
    /// which is of another filter; radians, counter-clockwise.
    fileprivate func turnBefore(_ north: North) -> Double {
        let magnetic = north == .true ? declination ?? 0 : 0
        return headingShift == 0 ? magnetic : headingShift - azimuthOfMagneticNorth + magnetic
    }
}
