import Calibration
import Evaluation
import Geodesy
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Fits the calibration of one sensor to a log and creates the calibration file.
public enum CalibrationJob {
    /// Hard and soft iron; with `alignment` also misalignment and delay against the gyroscope.
    /// - Throws: `SensorLabError` (bad data) for a log without a magnetometer, (usage) for a place and date outside of
    ///   all models.
    public static func magnetometer(
        _ recording: Recording, input: InputSection, options: AnalysisOptions, method: MagnetometerFitMethod,
        alignment: MagnetometerAlignmentChoice = .none, tool: String
    ) throws -> CalibrationFile {
        let stream = recording.fieldSensor
        let magnetometer = recording.vectors(of: stream)
        guard !magnetometer.isEmpty else { throw missing(.noMagnetometer, "magnetometer", input) }
        let (field, warnings) = try geomagnetism(recording, options)
        let fit = try fitOptions(recording, options: options, method: method)
        var result = MagnetometerFit(samples: recording.magnetometerSamples, options: fit)
        result.refuse(for: FieldVertical(recording, field: field).refusal(of: result.model))
        var section = MagnetometerCalibration(result, stream: stream, source: input.path)
        if alignment == .auto {
            let rate = recording.rateSensor
            let aligned = AlignedMagnetometerFit(
                gyroscope: recording.vectors(of: rate), accelerometer: recording.accelerometer,
                gravity: recording.gravity, magnetometer: magnetometer, fit: result, options: fit)
            section = MagnetometerCalibration(aligned, stream: stream, source: input.path)
        }
        return CalibrationFile(
            magnetometer: section, provenance: provenance(recording, input, tool, field: field),
            warnings: recording.warnings + warnings)
    }

    /// The hard iron from one pose of known heading.
    /// - Parameters:
    ///   - recording: the pose, at rest.
    ///   - input: the log, for the file.
    ///   - options: place, date and model of the field.
    ///   - heading: clockwise from `north`, degrees, with its standard deviation.
    ///   - north: the north of the heading.
    ///   - axis: the axis whose heading it is.
    ///   - tool: the version that the file records.
    /// - Throws: `SensorLabError` (bad data) for a log without a magnetometer, without both accelerometer and gravity,
    ///   or without place and date.
    public static func magnetometer(
        _ recording: Recording, input: InputSection, options: AnalysisOptions,
        heading: (degrees: Double, sigma: Double),
        north: North, axis: HeadingAxisChoice, tool: String
    ) throws -> CalibrationFile {
        let stream = recording.fieldSensor
        let magnetometer = recording.vectors(of: stream)
        guard !magnetometer.isEmpty else { throw missing(.noMagnetometer, "magnetometer", input) }
        let streams = FilterInput(accelerometer: recording.accelerometer, gravity: recording.gravity)
        let force = streams.force
        guard !force.isEmpty else { throw missing(.noAccelerometer, "accelerometer", input) }
        let (field, warnings) = try geomagnetism(recording, options)
        guard let field else {
            let missing = GeomagnetismLookup.missing(of: recording, options)
            throw SensorLabError(
                .badData, code: .noDeclination, place: input.path,
                message:
                    "a calibration in one pose needs the Earth's field, and so the log's \(missing.words), not known here",
                advice: "give \(missing.options(separated: " and "))")
        }
        let declination = north == .true ? field.declinationDegrees : 0
        let declinationSigma = north == .true ? field.declinationSigmaDegrees ?? 0.5 : 0
        let known = OnePoseFit.Options(
            fieldStrength: field.intensityMicrotesla, dip: Angle.radians(field.inclinationDegrees),
            heading: Angle.radians(heading.degrees - declination),
            headingSigma: Angle.radians(
                (heading.sigma * heading.sigma + declinationSigma * declinationSigma).squareRoot()),
            axis: axis.resolved(for: streams))
        let fit = OnePoseFit(accelerometer: force, magnetometer: magnetometer, options: known)
        return CalibrationFile(
            magnetometer: MagnetometerCalibration(fit, options: known, stream: stream, source: input.path),
            provenance: provenance(recording, input, tool, field: field), warnings: recording.warnings + warnings)
    }

    /// Bias, scale and misalignment, as far as the poses at rest determine them; uses local gravity if the place is
    /// known.
    /// - Throws: `SensorLabError` (bad data) for a log without an accelerometer.
    public static func accelerometer(
        _ recording: Recording, input: InputSection, options: AnalysisOptions, tool: String
    ) throws -> CalibrationFile {
        guard !recording.accelerometer.isEmpty else { throw missing(.noAccelerometer, "accelerometer", input) }
        let place = options.place ?? recording.metadata.place
        let gravity = place.map { NormalGravity.magnitude(at: $0) }
        let result = AccelerometerFit(
            recording: recording, gravity: gravity ?? AccelerometerFit.standardGravity,
            gravitySigma: gravity == nil ? AccelerometerFit.gravitySigma : 0.001)
        var provenance = provenance(recording, input, tool)
        provenance.place = place
        return CalibrationFile(
            accelerometer: AccelerometerCalibration(result, stream: .accelerometer, source: input.path),
            provenance: provenance, warnings: recording.warnings)
    }

    /// Bias and drift; also scale and misalignment if the motion between rests determines them.
    /// - Throws: `SensorLabError` (bad data) for a log without a gyroscope.
    public static func gyroscope(_ recording: Recording, input: InputSection, tool: String) throws -> CalibrationFile {
        let stream = recording.rateSensor
        let rates = recording.vectors(of: stream)
        guard !rates.isEmpty else { throw missing(.noGyroscope, "gyroscope", input) }
        let result = GyroscopeFit(
            gyroscope: rates, accelerometer: recording.accelerometer, magnetometer: recording.magnetometer)
        return CalibrationFile(
            gyroscope: GyroscopeCalibration(result, stream: stream, source: input.path),
            provenance: provenance(recording, input, tool), warnings: recording.warnings)
    }

    /// Calibrates gyroscope and magnetometer from an ordinary log.
    /// - Throws: `SensorLabError` (bad data) for a log without gyroscope or magnetometer, (usage) for a place and date
    ///   outside of all models.
    public static func inUse(
        _ recording: Recording, input: InputSection, options: AnalysisOptions, tool: String
    ) throws -> CalibrationFile {
        let (fit, field, warnings) = try inUseFit(recording, input: input, options: options)
        return inUseFile(
            fit, recording, input, provenance: provenance(recording, input, tool, field: field),
            warnings: recording.warnings + warnings)
    }

    /// The calibration file of an in-use fit.
    static func inUseFile(
        _ fit: InUseFit, _ recording: Recording, _ input: InputSection, provenance: CalibrationProvenance,
        warnings: [Warning]
    ) -> CalibrationFile {
        let rate = recording.rateSensor
        let stream = recording.fieldSensor
        let part = InUseFit.partWarning(seconds: recording.vectors(of: rate).duration)
        return CalibrationFile(
            magnetometer: MagnetometerCalibration(fit, stream: stream, source: input.path),
            gyroscope: GyroscopeCalibration(fit, stream: rate, source: input.path), provenance: provenance,
            warnings: LogWarnings.collected(warnings, [part].compactMap { $0 }))
    }

    /// - Parameter field: the geomagnetic field of the fit, with its place and date.
    static func provenance(
        _ recording: Recording, _ input: InputSection, _ tool: String, field: GeomagnetismSection? = nil
    ) -> CalibrationProvenance {
        CalibrationProvenance(
            toolVersion: tool, logs: [CalibrationProvenance.Log(path: input.path, sha256: input.sha256)],
            device: recording.metadata.device, date: field.flatMap { CalendarDate($0.date) } ?? recording.metadata.date,
            place: field?.place ?? recording.metadata.place, geomagneticModel: field?.model)
    }

    static func geomagnetism(
        _ recording: Recording, _ options: AnalysisOptions
    ) throws -> (section: GeomagnetismSection?, warnings: [Warning]) {
        var magnetic = options
        magnetic.north = .magnetic  // No declination is needed here: an unknown place is no reason to warn of it.
        return try GeomagnetismLookup.section(for: recording, options: magnetic)
    }

    static func fitOptions(
        _ recording: Recording, options: AnalysisOptions, method: MagnetometerFitMethod
    ) throws -> MagnetometerFitOptions {
        var fit = MagnetometerFitOptions(field: try geomagnetism(recording, options).section)
        fit.method = method
        return fit
    }

    /// Only the fit, with its geomagnetic field. A refusal names the defect of the readings, if it is known.
    static func inUseFit(
        _ recording: Recording, input: InputSection, options: AnalysisOptions
    ) throws -> (fit: InUseFit, field: GeomagnetismSection?, warnings: [Warning]) {
        let rates = recording.vectors(of: recording.rateSensor)
        let readings = recording.vectors(of: recording.fieldSensor)
        guard !rates.isEmpty else { throw missing(.noGyroscope, "gyroscope", input) }
        guard !readings.isEmpty else { throw missing(.noMagnetometer, "magnetometer", input) }
        let (field, warnings) = try geomagnetism(recording, options)
        var result = InUseFit(
            gyroscope: rates, accelerometer: recording.accelerometer, magnetometer: readings,
            options: InUseFit.Options(field: field))
        if !result.verdict.accepted {
            // Prefer a sensor that was off, or a wrong unit, as the reason.
            result.verdict = recording.magnetometerSamples.refusal(gyroscope: rates) ?? result.verdict
        }
        return (result, field, warnings)
    }

    static func missing(_ code: ErrorCode, _ sensor: String, _ input: InputSection) -> SensorLabError {
        SensorLabError(
            .badData, code: code, place: input.path, message: "the log has no \(sensor) to calibrate",
            advice: "record the \(sensor)")
    }
}

/// Coverage of directions by the readings behind a magnetometer's calibration.
public enum CalibrationCoverage {
    /// - Returns: `nil` if the file has no magnetometer section or the log lacks its stream.
    public static func of(_ recording: Recording, calibratedBy file: CalibrationFile) -> DirectionCoverage? {
        guard let section = file.magnetometer else { return nil }
        let model = section.model
        let readings = recording.vectors(of: section.stream).values.filter(\.isFinite).map(model.apply)
        return readings.isEmpty
            ? nil : DirectionCoverage(calibrated: readings, fieldPointsDown: (section.dipDegrees ?? 1) > 0)
    }
}
