import Evaluation
import Geomagnetism
import OrientationFilters
import Readers
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A log for a test suite: read, calibrated, with its reference in the frame of the filters.
///
///     let log = try TestLog("Fixtures/walk.csv.gz", calibration: ["Fixtures/phone.json"])
///     let track = try log.track("kalman")
///     expect(track, isWithin: .degrees(3), of: log.reference)
public struct TestLog: Sendable {
    /// The log as read.
    public let recording: Recording
    /// The input of the filters: the streams after calibration.
    public let input: FilterInput
    /// Radians, east positive; `nil` where the log has no place or date.
    public let declination: Double?
    /// The log's reference, device to east-north-up with MAGNETIC north, like the filters' tracks; empty where the log
    /// has none.
    public let reference: QuaternionStream

    private let path: String

    /// Reads a log of any known format.
    ///
    /// - Parameters:
    ///   - path: a file or a folder that is one log.
    ///   - calibration: calibration files of `sensorlab calibrate`, one per sensor; readings are used as they are
    ///     without.
    ///   - reference: another log that holds the reference, in the same clock.
    ///   - options: which part of the log, and how it is read.
    /// - Throws: `SensorLabError` for what cannot be read; bad data for a reference with true north in a log whose
    ///   declination is unknown.
    public init(
        _ path: String, calibration: [String] = [], reference: String? = nil, options: ReadOptions = ReadOptions()
    ) throws {
        self.path = path
        var recording = try RecordingReader.read(path: path, options: options)
        if let reference {
            let other = try RecordingReader.read(path: reference)
            recording.reference = other.reference.isEmpty ? other.attitude : other.reference
            recording.metadata.reference = recording.metadata.reference.overridden(by: other.metadata.reference)
            recording.moving = other.moving.isEmpty ? recording.moving : other.moving
        }
        var set = CalibrationSet()
        for file in calibration { set.merge(try CalibrationFile.read(path: file), source: file) }
        self.recording = recording
        input = set.filterInput(for: recording)
        declination = try Self.declination(of: recording)
        let frame = ReferenceFrame(recording, north: .magnetic, declination: declination)
        if let warning = frame.warnings.first(where: { $0.code == .northsDiffer }) {
            throw SensorLabError(
                .badData, code: .northsDiffer, place: path, message: warning.message,
                advice: "write the lines `# place: LAT,LON` and `# date: YYYY-MM-DD` into the log")
        }
        self.reference = frame.stream
    }

    /// Runs a filter of the catalogue, with changes to its parameters.
    /// - Throws: `SensorLabError`: usage for unknown names, bad data where the orientation is never defined.
    public func track(_ filter: String, parameters: [String: Double] = [:]) throws -> OrientationTrack {
        guard let entry = FilterCatalogue.entry(named: filter) else {
            throw SensorLabError(
                .usage, code: .unknownFilter, place: filter, message: "there is no filter \(filter)",
                advice: "there are \(FilterCatalogue.entries.map(\.information.name).joined(separator: ", "))")
        }
        return try checked(try entry.run(input, parameters: parameters))
    }

    /// Runs a filter of your own.
    /// - Throws: `SensorLabError` (bad data) where the orientation is never defined.
    public func track(_ filter: some OrientationFilter) throws -> OrientationTrack {
        var filter = filter
        return try checked(filter.replay(input))
    }

    private func checked(_ track: OrientationTrack) throws -> OrientationTrack {
        guard track.count > 0 else {
            throw SensorLabError(
                .badData, code: .neverDefined, place: path,
                message: "\(track.name) never had a defined orientation on this log",
                advice: "check its sensors with `sensorlab info`")
        }
        return track
    }

    private static func declination(of recording: Recording) throws -> Double? {
        guard let place = recording.metadata.place, let date = recording.metadata.date else { return nil }
        let day = DecimalYear(date)
        return Angle.radians(
            try GeomagneticModel.inForce(on: day).field(at: place, on: day).elements.declinationDegrees)
    }
}
