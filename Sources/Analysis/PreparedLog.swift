import Calibration
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A log with its field, its north, its calibration and the streams that filters get.
public struct PreparedLog: Sendable {
    /// The field where and when the log was made; `nil` where place or date are unknown.
    public let geomagnetism: GeomagnetismSection?
    /// The north of headings and orientations.
    public let north: North
    /// The calibrations, refused ones included.
    public let calibration: CalibrationSet
    /// What the filters get.
    public let streams: FilterInput
    /// What reading, the geomagnetic model and the calibration had to say.
    public let warnings: [Warning]

    /// - Throws: `SensorLabError` for unusable options and calibration files.
    public init(_ recording: Recording, options: AnalysisOptions) throws {
        let (geomagnetism, fieldWarnings) = try GeomagnetismLookup.section(for: recording, options: options)
        if options.north == .true && geomagnetism == nil {
            throw SensorLabError(
                .usage, code: "no-declination", place: "--north true",
                message: "the log does not say where and when it was recorded",
                advice: "give --place LAT,LON and --date YYYY-MM-DD, or use --north magnetic")
        }
        self.geomagnetism = geomagnetism
        north = options.north ?? (geomagnetism == nil ? .magnetic : .true)
        let (calibration, calibrationWarnings) = try CalibrationStep.calibration(
            for: recording, choice: options.calibration, field: geomagnetism)
        self.calibration = calibration
        streams = calibration.filterInput(for: recording)
        warnings =
            recording.warnings + SensorWarnings.of(recording) + fieldWarnings + calibrationWarnings
            + Self.headingWarnings(calibration.heading, filters: options.filters)
            + [FieldPlausibility(streams.magnetometer).warning].compactMap { $0 }
    }

    /// A heading's constant belongs to the filter with which it was measured.
    private static func headingWarnings(_ heading: HeadingCalibration?, filters: [FilterRequest]) -> [Warning] {
        guard let heading, heading.applied == true else { return [] }
        let others = filters.map { $0.name.lowercased() }.filter { $0 != heading.filter.lowercased() }
        guard !others.isEmpty else { return [] }
        return [
            Warning(
                code: "heading-calibration-of-another-filter",
                message:
                    "\(heading.source): the heading's constant was measured with the filter \(heading.filter); it is "
                    + "added to the headings of \(others.joined(separator: ", ")) too",
                advice: "measure it with the filter that you use: `sensorlab calibrate heading LOG --filter NAME`")
        ]
    }

    /// The declination, radians, east positive; `nil` where it is unknown.
    var declination: Double? { geomagnetism.map { Angle.radians($0.declinationDegrees) } }

    /// A filter's track, whose north is magnetic, turned to `north` and by the heading calibration.
    func turned(_ track: OrientationTrack) -> OrientationTrack {
        track.turned(by: -((north == .true ? declination ?? 0 : 0) + calibration.headingOffset))
    }
}
