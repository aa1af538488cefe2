import Analysis
import CSensorLab
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Fits a calibration to logs and writes the calibration file's JSON (schema `sensorlab.calibration/1`).
@_cdecl("sensorlab_calibrate")
public func calibrate(
    _ kind: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
    _ json: HandleResult, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let json = try Argument.needed(json, "json")
        let fit = try CalibrationKind(named: try Argument.text(kind, "kind"))
        let options = try CallOptions(options, accepting: CallOptions.fitting + CallOptions.reading)
        let log = try OpenedLog(path: try Argument.text(path, "path"), options: try options.reading(checksum: true))
        let file = try fit.file(log.recording, input: log.section, options: options)
        json.pointee = Handle.make(CText(file.json.text.utf8))
    }
}

/// Fits a calibration to arrays of raw readings.
@_cdecl("sensorlab_calibrate_streams")
public func calibrateStreams(
    _ kind: UnsafePointer<CChar>?, _ streams: UnsafePointer<sensorlab_streams>?, _ options: UnsafePointer<CChar>?,
    _ json: HandleResult, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let json = try Argument.needed(json, "json")
        let fit = try CalibrationKind(named: try Argument.text(kind, "kind"))
        let options = try CallOptions(options, accepting: CallOptions.fitting)
        let input = try CallerStreams.input(streams)
        var recording = Recording()
        recording.gyroscope = input.gyroscope
        recording.accelerometer = input.accelerometer
        recording.gravity = input.gravity
        recording.magnetometer = input.magnetometer
        let section = InputSection(path: "streams", format: "arrays", sha256: "")
        let file = try fit.file(recording, input: section, options: options)
        json.pointee = Handle.make(CText(file.json.text.utf8))
    }
}

/// Applies the section of a sensor of a calibration file's JSON to `count` readings of three numbers; `readings`
/// and `calibrated` may be the same array.
@_cdecl("sensorlab_calibration_apply")
public func applyCalibration(
    _ json: UnsafePointer<CChar>?, _ jsonCount: Int, _ sensor: sensorlab_sensor, _ readings: UnsafePointer<Double>?,
    _ count: Int, _ calibrated: UnsafeMutablePointer<Double>?, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let text = try Argument.elements(json, count: jsonCount, "json")
        let file = try CalibrationFile(parsing: text.map { UInt8(bitPattern: $0) }, name: "calibration")
        let apply = try file.correction(of: sensor)
        try Argument.check(count: count, "count")
        let readings = try Argument.elements(readings, count: 3 * count, "readings")
        let calibrated = try Argument.room(calibrated, count: 3 * count, "calibrated")
        for row in 0..<count {
            let value = apply(Vector3(readings[3 * row], readings[3 * row + 1], readings[3 * row + 2]))
            calibrated.baseAddress?.put(value, row)
        }
    }
}

/// What `sensorlab calibrate` fits.
private enum CalibrationKind: String, CaseIterable {
    case magnetometer
    case gyroscope
    case accelerometer
    case inUse = "in-use"

    init(named name: String) throws(SensorLabError) {
        guard let kind = Self(rawValue: name) else {
            throw Argument.refused(
                "kind", "there is no calibration \(name)",
                "there are \(Self.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self = kind
    }

    func file(_ recording: Recording, input: InputSection, options: CallOptions) throws -> CalibrationFile {
        let analysis = try options.analysis(calibration: .none)
        let (method, alignment) = try options.fit()
        switch self {
        case .magnetometer:
            return try CalibrationJob.magnetometer(
                recording, input: input, options: analysis, method: method, alignment: alignment,
                tool: SENSORLAB_VERSION)
        case .gyroscope: return try CalibrationJob.gyroscope(recording, input: input, tool: SENSORLAB_VERSION)
        case .accelerometer:
            return try CalibrationJob.accelerometer(recording, input: input, options: analysis, tool: SENSORLAB_VERSION)
        case .inUse:
            return try CalibrationJob.inUse(recording, input: input, options: analysis, tool: SENSORLAB_VERSION)
        }
    }
}

extension CalibrationFile {
    /// How a sensor's readings are corrected.
    /// - Throws: usage for an unknown sensor; bad data where the file has no section for it.
    fileprivate func correction(of sensor: sensorlab_sensor) throws(SensorLabError) -> (Vector3) -> Vector3 {
        let name: String
        switch Int(sensor) {
        case SENSORLAB_GYROSCOPE:
            if let model = gyroscope?.model { return model.apply }
            name = "gyroscope"
        case SENSORLAB_ACCELEROMETER:
            if let model = accelerometer?.model { return model.apply }
            name = "accelerometer"
        case SENSORLAB_MAGNETOMETER:
            if let model = magnetometer?.model { return model.apply }
            name = "magnetometer"
        default:
            throw Argument.refused(
                "sensor", "found \(sensor), expected a gyroscope, an accelerometer or a magnetometer",
                "pass one of SENSORLAB_GYROSCOPE...")
        }
        throw SensorLabError(
            .badData, code: .noCalibration, place: "calibration", message: "it has no section for the \(name)",
            advice: "calibrate that sensor")
    }
}
