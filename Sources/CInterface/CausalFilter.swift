import Analysis
import CSensorLab
import Files
import Foundation
import OrientationFilters
import Rotations
import SensorModels
import Vocabulary

/// A running filter that checks its samples, since C's types do not enforce the filters' preconditions.
struct CausalFilter {
    /// The name in the catalogue.
    let name: String
    /// All parameters by name.
    let parameters: [String: Double]
    private var filter: RunningFilter
    /// The stamp of the last sample; the earliest possible one before the first.
    private var lastTime = -LogTime.limit

    /// A filter without samples.
    /// - Throws: usage for unknown names, values out of range and an estimator of whole recordings.
    init(name: String, parameters: [String: Double]) throws {
        let resolved = try FilterRequest(name: name, parameters: parameters).resolved(causal: true)
        (self.name, self.parameters) = (resolved.name, resolved.parameters)
        filter = try resolved.entry.filter(parameters: resolved.parameters)
    }

    /// The orientation after the samples so far; `nil` until it is defined.
    var estimate: OrientationEstimate? { filter.estimate }

    /// What was learnt of the sensors; `nil` until something was, and for filters that do not calibrate.
    var calibration: SelfCalibration? { filter.calibration }

    /// Takes a sample.
    /// - Throws: usage for an unknown sensor; bad data for a stamp that steps back and for values that are not finite.
    mutating func update(_ sensor: sensorlab_sensor, _ value: Vector3, at time: Int64) throws(SensorLabError) {
        guard value.isFinite else {
            throw SensorLabError(
                .badData, code: .notFinite, place: "xyz",
                message: "found \(value.x), \(value.y), \(value.z), expected finite numbers",
                advice: "leave the sample out")
        }
        try check(time)
        switch Int(sensor) {
        case SENSORLAB_GYROSCOPE: filter.update(gyroscope: value, at: time)
        case SENSORLAB_ACCELEROMETER: filter.update(accelerometer: value, at: time)
        case SENSORLAB_GRAVITY: filter.update(gravity: value, at: time)
        case SENSORLAB_MAGNETOMETER: filter.update(magnetometer: value, at: time)
        default:
            throw Argument.refused(
                "sensor", "found \(sensor), expected 0 to 3", "pass one of SENSORLAB_GYROSCOPE...")
        }
        lastTime = time
    }

    /// Continues after a gap.
    /// - Throws: bad data for a stamp that steps back.
    mutating func resume(at time: Int64) throws(SensorLabError) {
        try check(time)
        filter.resume(at: time)
        lastTime = time
    }

    private func check(_ time: Int64) throws(SensorLabError) {
        guard time >= lastTime, time <= LogTime.limit else {
            throw SensorLabError(
                .badData, code: .timeBackwards, place: "time",
                message: "found the stamp \(time) ns, expected \(lastTime) to \(LogTime.limit)",
                advice: "give nanoseconds of one clock in ascending order")
        }
    }
}

extension CausalFilter: Codable {
    private enum CodingKeys: CodingKey { case name, parameters, lastTime, state }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            name: try container.decode(String.self, forKey: .name),
            parameters: try container.decode([String: Double].self, forKey: .parameters))
        lastTime = try container.decode(Int64.self, forKey: .lastTime)
        try filter.restoreState(from: try container.superDecoder(forKey: .state))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(parameters, forKey: .parameters)
        try container.encode(lastTime, forKey: .lastTime)
        try filter.encodeState(to: container.superEncoder(forKey: .state))
    }
}

/// A filter as bytes: a line with the library's version, a binary property list (which keeps every bit of a number),
/// and the SHA-256 of both.
///
/// A state is internal to a filter, so another version refuses it. The checksum refuses damaged bytes, since a state
/// whose counts differ from its filter's could not be used safely.
enum SavedFilter {
    private static let head = Array("sensorlab.filter \(SENSORLAB_VERSION)\n".utf8)
    private static let checksumCount = 32

    static func bytes(of filter: CausalFilter) throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let content = head + Array(try encoder.encode(filter))
        return content + SHA256.digest(of: content)
    }

    /// - Throws: bad data for bytes that this version did not write.
    static func filter(of bytes: [UInt8]) throws -> CausalFilter {
        let content = Array(bytes.dropLast(checksumCount))
        guard content.starts(with: head) else {
            throw refused(
                "found \(bytes.count) bytes that are not a filter of this version, expected a filter saved by version "
                    + SENSORLAB_VERSION)
        }
        guard Array(bytes.suffix(checksumCount)) == SHA256.digest(of: content) else {
            throw refused("the bytes do not match their checksum")
        }
        do {
            return try PropertyListDecoder().decode(CausalFilter.self, from: Data(content.dropFirst(head.count)))
        } catch is DecodingError {
            throw refused("the state has another layout than this filter's state")
        }
    }

    private static func refused(_ message: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badFilterState, place: "bytes", message: message,
            advice: "save the filter again, with this version of the library")
    }
}
