import Geomagnetism
import OrientationFilters
import Rotations
import SensorModels
import Vocabulary

// The runtime for WebAssembly: what sensorlab.js calls. One thread; the numbers and the text of the last call stay
// where they are until the next one. Addresses are those of the module's memory. A call that fails returns -1, and its
// text is the error. Texts are parted by ASCII's separators, of groups, records and fields: JSON would be a tenth of
// the module.

struct Answer {
    /// UTF-8.
    var text: [UInt8] = []
    /// Stamps of a track, nanoseconds.
    var times: [Int64] = []
    /// `rowLength` numbers per estimate.
    var numbers: [Double] = []
}

/// Orientation w x y z, sigmas of heading and inclination, gyroscope bias x y z, rest, disturbed (-1 where a filter
/// cannot say).
private let rowLength = 11

nonisolated(unsafe) var answer = Answer()
nonisolated(unsafe) var filters: [RunningFilter?] = []

// MARK: Memory

@_expose(wasm, "allocate") @_cdecl("sensorlab_allocate")
public func allocate(_ bytes: Int32) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer.allocate(byteCount: Int(max(bytes, 1)), alignment: 8)
}

@_expose(wasm, "release") @_cdecl("sensorlab_release")
public func release(_ pointer: UnsafeMutableRawPointer) { pointer.deallocate() }

@_expose(wasm, "text") @_cdecl("sensorlab_text")
public func text() -> UnsafePointer<UInt8>? { answer.text.withUnsafeBufferPointer { $0.baseAddress } }

@_expose(wasm, "textLength") @_cdecl("sensorlab_text_length")
public func textLength() -> Int32 { Int32(answer.text.count) }

@_expose(wasm, "times") @_cdecl("sensorlab_times")
public func times() -> UnsafePointer<Int64>? { answer.times.withUnsafeBufferPointer { $0.baseAddress } }

@_expose(wasm, "numbers") @_cdecl("sensorlab_numbers")
public func numbers() -> UnsafePointer<Double>? { answer.numbers.withUnsafeBufferPointer { $0.baseAddress } }

// MARK: Filters

/// Leaves the catalogue: a group per filter, whose first record is name, summary and reference, and whose others are
/// its parameters: name, unit, meaning, small, large. The numbers are, per filter, whether it needs a gyroscope and a
/// magnetometer, then default, minimum and maximum of each parameter.
@_expose(wasm, "catalogue") @_cdecl("sensorlab_catalogue")
public func catalogue() {
    answer.text.removeAll()
    answer.numbers.removeAll()
    for entry in FilterCatalogue.entries {
        let information = entry.information
        if !answer.text.isEmpty { answer.text.append(Separator.group) }
        append(information.name, information.summary, information.reference)
        answer.numbers.append(information.withoutGyroscope == nil ? 1 : 0)
        answer.numbers.append(information.worksWithoutMagnetometer ? 0 : 1)
        for parameter in entry.parameters {
            answer.text.append(Separator.record)
            append(parameter.name, parameter.unit, parameter.meaning, parameter.small, parameter.large)
            answer.numbers += [parameter.defaultValue, parameter.range.lowerBound, parameter.range.upperBound]
        }
    }
}

/// Runs a filter over streams.
/// - Parameters:
///   - call: fields: the filter, then the names of the parameters that are changed.
///   - changes: their values.
///   - counts: samples of gyroscope, accelerometer, gravity and magnetometer.
///   - stamps: those of all four in that order, nanoseconds, ascending within each.
///   - values: x, y, z of each sample in the same order; rad/s, m/s^2, m/s^2, microtesla.
/// - Returns: rows of the track.
@_expose(wasm, "run") @_cdecl("sensorlab_run")
public func run(
    _ call: UnsafePointer<UInt8>, _ callLength: Int32, _ changes: UnsafePointer<Double>,
    _ counts: UnsafePointer<Int32>, _ stamps: UnsafePointer<Int64>, _ values: UnsafePointer<Double>
) -> Int32 {
    attempt { () throws(SensorLabError) -> Int32 in
        let (entry, parameters) = try request(call, callLength, changes)
        var offset = 0
        func stream(_ index: Int) -> VectorStream {
            let count = Int(counts[index])
            defer { offset += count }
            return VectorStream(
                times: (offset..<offset + count).map { stamps[$0] },
                values: (offset..<offset + count).map {
                    Vector3(values[3 * $0], values[3 * $0 + 1], values[3 * $0 + 2])
                })
        }
        let input = FilterInput(
            gyroscope: stream(0), accelerometer: stream(1), gravity: stream(2), magnetometer: stream(3))
        let track = try entry.run(input, parameters: parameters)
        answer.times = track.times
        answer.numbers.removeAll(keepingCapacity: true)
        answer.numbers.reserveCapacity(rowLength * track.count)
        for estimate in track.estimates { append(estimate) }
        return Int32(track.count)
    }
}

/// A filter that is fed sample by sample.
/// - Returns: its number, from 0.
@_expose(wasm, "create") @_cdecl("sensorlab_create")
public func create(
    _ call: UnsafePointer<UInt8>, _ callLength: Int32, _ changes: UnsafePointer<Double>
) -> Int32 {
    attempt { () throws(SensorLabError) -> Int32 in
        let (entry, parameters) = try request(call, callLength, changes)
        return place(try entry.filter(parameters: parameters), in: &filters)
    }
}

/// Puts a value into the first free place of a list.
/// - Returns: its number, from 0.
func place<Value>(_ value: Value, in list: inout [Value?]) -> Int32 {
    guard let free = list.firstIndex(where: { $0 == nil }) else {
        list.append(value)
        return Int32(list.count - 1)
    }
    list[free] = value
    return Int32(free)
}

@_expose(wasm, "destroy") @_cdecl("sensorlab_destroy")
public func destroy(_ number: Int32) {
    if filters.indices.contains(Int(number)) { filters[Int(number)] = nil }
}

/// - Parameter sensor: 0 gyroscope, 1 accelerometer, 2 gravity, 3 magnetometer.
/// - Returns: 0, or -1 for a filter or sensor that does not exist.
@_expose(wasm, "update") @_cdecl("sensorlab_update")
public func update(_ number: Int32, _ sensor: Int32, _ time: Int64, _ x: Double, _ y: Double, _ z: Double) -> Int32 {
    guard filters.indices.contains(Int(number)), filters[Int(number)] != nil else { return -1 }
    let reading = Vector3(x, y, z)
    switch sensor {
    case 0: filters[Int(number)]?.update(gyroscope: reading, at: time)
    case 1: filters[Int(number)]?.update(accelerometer: reading, at: time)
    case 2: filters[Int(number)]?.update(gravity: reading, at: time)
    case 3: filters[Int(number)]?.update(magnetometer: reading, at: time)
    default: return -1
    }
    return 0
}

/// Leaves the estimate of a filter.
/// - Returns: 1, 0 where it is not defined yet, -1 for a filter that does not exist.
@_expose(wasm, "estimate") @_cdecl("sensorlab_estimate")
public func estimate(_ number: Int32) -> Int32 {
    guard filters.indices.contains(Int(number)), let filter = filters[Int(number)] else { return -1 }
    guard let estimate = filter.estimate else { return 0 }
    answer.numbers.removeAll(keepingCapacity: true)
    append(estimate)
    return 1
}

/// Leaves what a filter has learnt of the sensors: `SelfCalibration.numbers`, then readings and disturbed.
/// - Returns: 1, 0 where nothing was learnt, -1 for a filter that does not exist.
@_expose(wasm, "calibration") @_cdecl("sensorlab_calibration")
public func calibration(_ number: Int32) -> Int32 {
    guard filters.indices.contains(Int(number)), let filter = filters[Int(number)] else { return -1 }
    guard let found = filter.calibration else { return 0 }
    answer.numbers = found.numbers + [Double(found.readings), Double(found.disturbed.rawValue)]
    return 1
}

// MARK: Gates

nonisolated(unsafe) var gates: [HeadingGate?] = []

/// A gate for headings; its limits in rad and s.
/// - Returns: its number, from 0.
@_expose(wasm, "createGate") @_cdecl("sensorlab_create_gate")
public func createGate(
    _ readySigma: Double, _ lostSigma: Double, _ readyTime: Double, _ lostTime: Double, _ disturbedTime: Double
) -> Int32 {
    var limits = HeadingGate.Limits()
    (limits.readySigma, limits.lostSigma) = (readySigma, lostSigma)
    (limits.readyTime, limits.lostTime, limits.disturbedTime) = (readyTime, lostTime, disturbedTime)
    return place(HeadingGate(limits), in: &gates)
}

@_expose(wasm, "destroyGate") @_cdecl("sensorlab_destroy_gate")
public func destroyGate(_ number: Int32) {
    if gates.indices.contains(Int(number)) { gates[Int(number)] = nil }
}

/// - Parameters: the heading's sigma, rad, NaN where it is unknown; disturbed as in a row; nanoseconds.
/// - Returns: the obstacle, doubled, and 1 where the gate is ready.
@_expose(wasm, "updateGate") @_cdecl("sensorlab_update_gate")
public func updateGate(_ number: Int32, _ sigma: Double, _ disturbed: Int32, _ time: Int64) -> Int32 {
    guard gates.indices.contains(Int(number)), var gate = gates[Int(number)] else { return 0 }
    let flag = disturbed < 0 ? Flag.unknown : Flag(disturbed > 0)
    gate.update(headingSigma: sigma, disturbed: flag, at: time)
    gates[Int(number)] = gate
    return 2 * Int32(gate.obstacle.rawValue) + (gate.isReady ? 1 : 0)
}

// MARK: Geomagnetism

/// Leaves declination, inclination (degrees), H, X, Y, Z, F (microtesla) and the declination's sigma (degrees, NaN
/// where the model has none); the text is the model's name. - Parameters: degrees, metres above the ellipsoid, decimal
/// year.
@_expose(wasm, "field") @_cdecl("sensorlab_field")
public func field(_ latitude: Double, _ longitude: Double, _ height: Double, _ year: Double) -> Int32 {
    attempt { () throws(SensorLabError) -> Int32 in
        let date = try DecimalYear(year)
        let model = try GeomagneticModel.inForce(on: date)
        let found = try model.field(
            at: GeodeticPosition(latitude: latitude, longitude: longitude, height: height), on: date)
        let e = found.elements
        answer.numbers = [
            e.declinationDegrees, e.inclinationDegrees, e.h / 1000, e.x / 1000, e.y / 1000, e.z / 1000, e.f / 1000,
            found.uncertainty?.declinationDegrees ?? .nan,
        ]
        answer.text = Array(model.name.utf8)
        return 8
    }
}

// MARK: What the calls have in common

enum Separator {
    static let group: UInt8 = 0x1D
    static let record: UInt8 = 0x1E
    static let field: UInt8 = 0x1F
}

/// Adds the fields of a record to the text.
func append(_ fields: String...) {
    for (index, field) in fields.enumerated() {
        if index > 0 { answer.text.append(Separator.field) }
        answer.text += Array(field.utf8)
    }
}

/// Runs a body; its error becomes the text: code, place, message, advice.
func attempt(_ body: () throws(SensorLabError) -> Int32) -> Int32 {
    do {
        return try body()
    } catch {
        answer.text.removeAll()
        append(error.code.rawValue, error.place, error.message, error.advice)
        return -1
    }
}

/// The filter and the changed parameters that a call names.
private func request(
    _ call: UnsafePointer<UInt8>, _ length: Int32, _ changes: UnsafePointer<Double>
) throws(SensorLabError) -> (entry: FilterEntry, parameters: [String: Double]) {
    let fields = UnsafeBufferPointer(start: call, count: Int(length))
        .split(separator: Separator.field, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    guard let name = fields.first, let entry = FilterCatalogue.entry(named: name) else {
        throw SensorLabError(
            .usage, code: .unknownFilter, place: fields.first ?? "", message: "there is no filter of this name",
            advice: "choose one of the catalogue")
    }
    var parameters: [String: Double] = [:]
    for (index, name) in fields.dropFirst().enumerated() { parameters[name] = changes[index] }
    return (entry, parameters)
}

private func append(_ estimate: OrientationEstimate) {
    let (q, bias) = (estimate.orientation, estimate.gyroscopeBias)
    answer.numbers += [
        q.w, q.x, q.y, q.z, estimate.headingSigma, estimate.inclinationSigma, bias.x, bias.y, bias.z,
        Double(estimate.rest.rawValue), Double(estimate.disturbed.rawValue),
    ]
}
