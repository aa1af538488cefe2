import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A track of a log by its name: a filter's, the device's own, or the reference.
public struct NamedTrack: Sendable {
    /// With the log's north.
    public let track: OrientationTrack
    /// The axis whose heading is shown.
    public let headingAxis: HeadingAxis
    /// The north of its headings; `nil` where it is arbitrary.
    public let north: North?
    /// The warnings about log, field, calibration and filter.
    public let warnings: [Warning]

    /// The name of the reference.
    public static let reference = "reference"

    /// - Parameters:
    ///   - request: the filter, or `device`, or `reference`.
    ///   - recording: the log.
    ///   - options: calibration, place, date and heading axis.
    ///   - place: the log's name in messages.
    /// - Throws: `SensorLabError` as `Fusion`; bad data where the log has no such track.
    public init(_ request: FilterRequest, in recording: Recording, options: AnalysisOptions, place: String) throws {
        guard [PreparedLog.deviceName, Self.reference].contains(request.name) else {
            let result = try Fusion(recording, options: options, place: place)
            (track, headingAxis, north) = (try result.track(), result.headingAxis, result.north)
            warnings = result.warnings
            return
        }
        let log = try PreparedLog(recording, name: place, options: options)
        let reference = log.reference()
        let isReference = request.name == Self.reference
        let found =
            isReference
            ? OrientationTrack(
                name: Self.reference, times: reference.stream.times,
                estimates: reference.stream.values.map { OrientationEstimate(orientation: $0) })
            : log.deviceAttitude()
        guard let found, found.count > 0 else {
            throw SensorLabError(
                .badData, code: .noReference, place: place,
                message: "the log has no \(isReference ? "reference" : "attitude of the device itself")",
                advice: "give --filter NAME; `sensorlab filters` lists them")
        }
        (track, headingAxis) = (found, log.headingAxis)
        north = (isReference ? reference.isRelative : recording.metadata.attitudeIsRelative) ? nil : log.north
        warnings = LogWarnings.collected(log.warnings, isReference ? reference.warnings : [])
    }
}
