import Analysis
import CSensorLab
import Evaluation
import Files
import Rotations
import SensorModels
import Vocabulary

/// A track with the axis whose heading is shown.
struct FusedTrack {
    let track: OrientationTrack
    let axis: HeadingAxis
    /// What headings count from.
    var north = North.magnetic
    /// What the tool would print beside the track.
    var warnings: [Warning] = []
}

/// What the headings of a track count from: 1 true, 0 magnetic north.
@_cdecl("sensorlab_track_is_true_north")
public func trackIsTrueNorth(_ track: OpaquePointer?) -> Int32 {
    track.map { Handle<FusedTrack>.at($0).value.north == .true ? 1 : 0 } ?? 0
}

/// The warnings of a track of a log, as JSON: a list of objects with "code", "message" and "advice".
@_cdecl("sensorlab_track_warnings")
public func trackWarnings(_ track: OpaquePointer?, _ json: HandleResult, _ error: ErrorResult) -> sensorlab_status {
    call(error) {
        let warnings = Handle<FusedTrack>.at(try Argument.needed(track, "track")).value.warnings
        try Argument.needed(json, "json").pointee = Handle.make(CText(try JSONText.data(warnings)))
    }
}

/// Runs a filter of the catalogue, those of whole recordings included, with magnetic north and readings as they
/// are.
@_cdecl("sensorlab_fuse")
public func fuse(
    _ name: UnsafePointer<CChar>?, _ parameters: UnsafePointer<sensorlab_parameter>?, _ count: Int,
    _ streams: UnsafePointer<sensorlab_streams>?, _ axis: sensorlab_axis, _ track: HandleResult, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let result = try Argument.needed(track, "track")
        let filter = try FilterRequest(
            name: try Argument.text(name, "name"),
            parameters: try Argument.parameters(parameters, count: count)
        ).resolved()
        let choice = try HeadingAxisChoice(axis)
        let input = try CallerStreams.input(streams)
        result.pointee = Handle.make(
            FusedTrack(
                track: try filter.definedTrack(over: input, place: "streams"),
                axis: choice.resolved(for: input)))
    }
}

/// How many rows there are.
@_cdecl("sensorlab_track_count")
public func trackCount(_ track: OpaquePointer?) -> Int {
    track.map { Handle<FusedTrack>.at($0).value.track.count } ?? 0
}

/// The axis whose heading the rows hold: SENSORLAB_TOP or SENSORLAB_CAMERA.
@_cdecl("sensorlab_track_axis")
public func trackAxis(_ track: OpaquePointer?) -> sensorlab_axis {
    guard let track else { return sensorlab_axis(SENSORLAB_AUTO) }
    switch Handle<FusedTrack>.at(track).value.axis {
    case .top: return sensorlab_axis(SENSORLAB_TOP)
    case .camera: return sensorlab_axis(SENSORLAB_CAMERA)
    }
}

/// Copies the rows; `rows` must be the track's count.
@_cdecl("sensorlab_track_copy")
public func copyTrack(
    _ track: OpaquePointer?, _ columns: UnsafePointer<sensorlab_track_columns>?, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let fused = Handle<FusedTrack>.at(try Argument.needed(track, "track")).value
        let columns = try Argument.needed(columns, "columns").pointee
        guard columns.rows == fused.track.count else {
            throw Argument.refused(
                "columns.rows", "found \(columns.rows), expected \(fused.track.count)",
                "pass the number that sensorlab_track_count gives")
        }
        fused.copy(to: columns)
    }
}

/// Releases a track; NULL is allowed.
@_cdecl("sensorlab_track_free")
public func freeTrack(_ track: OpaquePointer?) { Handle<FusedTrack>.free(track) }

extension HeadingAxisChoice {
    /// - Throws: usage for an unknown constant.
    fileprivate init(_ axis: sensorlab_axis) throws(SensorLabError) {
        switch Int(axis) {
        case SENSORLAB_AUTO: self = .auto
        case SENSORLAB_TOP: self = .top
        case SENSORLAB_CAMERA: self = .camera
        default:
            throw Argument.refused("axis", "found \(axis), expected 0 to 2", "pass SENSORLAB_AUTO, _TOP or _CAMERA")
        }
    }
}

extension FusedTrack {
    /// Copies every row into the columns that are not NULL.
    fileprivate func copy(to columns: sensorlab_track_columns) {
        columns.times?.update(from: track.times, count: track.count)
        for (row, estimate) in track.estimates.enumerated() {
            let q = estimate.orientation
            if let orientation = columns.orientation {
                let first = orientation + 4 * row
                (first[0], first[1], first[2], first[3]) = (q.w, q.x, q.y, q.z)
            }
            columns.gyroscope_bias?.put(estimate.gyroscopeBias, row)
            columns.gyroscope_bias_sigma?.put(estimate.gyroscopeBiasSigma, row)
            columns.heading?[row] = q.heading(of: axis) ?? .nan
            columns.heading_sigma?[row] = estimate.headingSigma
            columns.inclination_sigma?[row] = estimate.inclinationSigma
            columns.rest?[row] = estimate.rest.rawValue
            columns.disturbed?[row] = estimate.disturbed.rawValue
        }
    }
}

extension UnsafeMutablePointer<Double> {
    /// Writes the row of a table with three columns.
    func put(_ vector: Vector3, _ row: Int) {
        (self[3 * row], self[3 * row + 1], self[3 * row + 2]) = (vector.x, vector.y, vector.z)
    }
}
