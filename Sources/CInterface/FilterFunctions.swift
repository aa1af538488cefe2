import CSensorLab
import Files
import OrientationFilters
import Rotations
import SensorModels
import Smoothing
import Vocabulary

/// The heading of an axis of an orientation (w, x, y, z), [0, 2 pi); NaN where the axis is within 5 degrees of the
/// vertical, where the quaternion is NULL or not finite, and for another axis than SENSORLAB_TOP and SENSORLAB_CAMERA.
@_cdecl("sensorlab_heading")
public func heading(_ orientation: UnsafePointer<Double>?, _ axis: sensorlab_axis) -> Double {
    guard let orientation, let axis = HeadingAxis(axis) else { return .nan }
    let quaternion = Quaternion(orientation[0], orientation[1], orientation[2], orientation[3])
    return quaternion.isFinite ? quaternion.heading(of: axis) ?? .nan : .nan
}

/// The catalogue of all filters as JSON (schema `sensorlab.filters/1`): what each is, its parameters, units,
/// defaults, ranges.
@_cdecl("sensorlab_filters")
public func filters(_ json: HandleResult, _ error: ErrorResult) -> sensorlab_status {
    call(error) {
        let json = try Argument.needed(json, "json")
        json.pointee = Handle.make(CText(try JSONText.data(CatalogueListing(EstimatorCatalogue.entries))))
    }
}

/// A causal filter by name, with changes to its defaults; `parameters` may be NULL where `count` is 0.
@_cdecl("sensorlab_filter_create")
public func createFilter(
    _ name: UnsafePointer<CChar>?, _ parameters: UnsafePointer<sensorlab_parameter>?, _ count: Int,
    _ filter: HandleResult, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let filter = try Argument.needed(filter, "filter")
        filter.pointee = Handle.make(
            try CausalFilter(
                name: try Argument.text(name, "name"),
                parameters: try Argument.parameters(parameters, count: count)))
    }
}

/// Takes one sample of three numbers.
@_cdecl("sensorlab_filter_update")
public func updateFilter(
    _ filter: OpaquePointer?, _ sensor: sensorlab_sensor, _ time: Int64, _ xyz: UnsafePointer<Double>?,
    _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let filter = Handle<CausalFilter>.at(try Argument.needed(filter, "filter"))
        let xyz = try Argument.needed(xyz, "xyz")
        try filter.value.update(sensor, Vector3(xyz[0], xyz[1], xyz[2]), at: time)
    }
}

/// Continues after a gap in which the motion is unknown; called before the first sample after it, with that sample's
/// stamp.
@_cdecl("sensorlab_filter_resume")
public func resumeFilter(_ filter: OpaquePointer?, _ time: Int64, _ error: ErrorResult) -> sensorlab_status {
    call(error) { try Handle<CausalFilter>.at(try Argument.needed(filter, "filter")).value.resume(at: time) }
}

/// The estimate after the samples so far.
@_cdecl("sensorlab_filter_estimate")
public func estimateOfFilter(
    _ filter: OpaquePointer?, _ estimate: UnsafeMutablePointer<sensorlab_estimate>?, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let filter = Handle<CausalFilter>.at(try Argument.needed(filter, "filter"))
        try Argument.needed(estimate, "estimate").pointee = sensorlab_estimate(filter.value.estimate)
    }
}

/// What a filter has learnt of the sensors so far.
@_cdecl("sensorlab_filter_calibration")
public func calibrationOfFilter(
    _ filter: OpaquePointer?, _ calibration: UnsafeMutablePointer<sensorlab_self_calibration>?, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let filter = Handle<CausalFilter>.at(try Argument.needed(filter, "filter"))
        try Argument.needed(calibration, "calibration").pointee = sensorlab_self_calibration(filter.value.calibration)
    }
}

/// The same as a calibration file.
@_cdecl("sensorlab_filter_calibration_file")
public func calibrationFileOfFilter(
    _ filter: OpaquePointer?, _ date: UnsafePointer<CChar>?, _ json: HandleResult, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let filter = Handle<CausalFilter>.at(try Argument.needed(filter, "filter"))
        let json = try Argument.needed(json, "json")
        var day: CalendarDate?
        if let date {
            let text = try Argument.text(date, "date")
            day = CalendarDate(text)
            guard day != nil else {
                throw Argument.refused("date", "found \(text), expected YYYY-MM-DD", "give the day of the readings")
            }
        }
        guard let found = filter.value.calibration else {
            throw SensorLabError(
                .badData, code: .noCalibration, place: filter.value.name, message: "nothing was learnt of the sensors",
                advice: "feed fixed-lag for some seconds; other filters do not calibrate")
        }
        let provenance = CalibrationProvenance(toolVersion: SENSORLAB_VERSION, logs: [], date: day)
        json.pointee = Handle.make(CText(Array(found.file(provenance: provenance).json.text.utf8)))
    }
}

/// Another filter in the same state.
@_cdecl("sensorlab_filter_copy")
public func copyFilter(
    _ filter: OpaquePointer?, _ copy: HandleResult, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let filter = Handle<CausalFilter>.at(try Argument.needed(filter, "filter"))
        try Argument.needed(copy, "copy").pointee = Handle.make(filter.value)
    }
}

/// Saves name, parameters and state as bytes for this version of the library; a restored filter continues with the same
/// bits.
@_cdecl("sensorlab_filter_save")
public func saveFilter(
    _ filter: OpaquePointer?, _ bytes: HandleResult, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let filter = Handle<CausalFilter>.at(try Argument.needed(filter, "filter"))
        let bytes = try Argument.needed(bytes, "bytes")
        bytes.pointee = Handle.make(CText(try SavedFilter.bytes(of: filter.value)))
    }
}

/// The filter of saved bytes.
@_cdecl("sensorlab_filter_restore")
public func restoreFilter(
    _ bytes: UnsafeRawPointer?, _ count: Int, _ filter: HandleResult, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let filter = try Argument.needed(filter, "filter")
        let content = try Argument.elements(
            bytes?.assumingMemoryBound(to: UInt8.self), count: count, "bytes")
        filter.pointee = Handle.make(try SavedFilter.filter(of: Array(content)))
    }
}

/// Releases a filter; NULL is allowed.
@_cdecl("sensorlab_filter_free")
public func freeFilter(_ filter: OpaquePointer?) { Handle<CausalFilter>.free(filter) }

extension HeadingAxis {
    /// The axis of a C constant; `nil` for SENSORLAB_AUTO and unknown ones.
    init?(_ axis: sensorlab_axis) {
        switch Int(axis) {
        case SENSORLAB_TOP: self = .top
        case SENSORLAB_CAMERA: self = .camera
        default: return nil
        }
    }
}

extension sensorlab_self_calibration {
    /// The C form; NaN in every number where nothing was learnt.
    fileprivate init(_ calibration: SelfCalibration?) {
        self.init()
        let numbers = calibration?.numbers ?? Array(repeating: .nan, count: SelfCalibration().numbers.count)
        // The numbers are the struct's first members, in this order.
        withUnsafeMutableBytes(of: &self) { bytes in
            numbers.withUnsafeBytes { bytes.copyMemory(from: $0) }
        }
        readings = Int64(calibration?.readings ?? 0)
        disturbed = Int32((calibration?.disturbed ?? .unknown).rawValue)
        defined = calibration == nil ? 0 : 1
    }
}

extension sensorlab_estimate {
    /// The C form; NaN in every number where nothing is defined.
    fileprivate init(_ estimate: OrientationEstimate?) {
        let unknown = OrientationEstimate(
            orientation: Quaternion(.nan, .nan, .nan, .nan), gyroscopeBias: Vector3(.nan, .nan, .nan))
        let value = estimate ?? unknown
        let (q, bias) = (value.orientation, value.gyroscopeBias)
        let sigma = estimate == nil ? bias : value.gyroscopeBiasSigma
        self.init(
            orientation: (q.w, q.x, q.y, q.z), gyroscope_bias: (bias.x, bias.y, bias.z),
            gyroscope_bias_sigma: (sigma.x, sigma.y, sigma.z), heading_sigma: value.headingSigma,
            inclination_sigma: value.inclinationSigma, rest: Int32(value.rest.rawValue),
            disturbed: Int32(value.disturbed.rawValue), defined: estimate == nil ? 0 : 1, reserved: 0)
    }
}
