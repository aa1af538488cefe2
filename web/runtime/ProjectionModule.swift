import Geodesy
import Geomagnetism
import JSON
import OrientationFilters
import ProjectionCore
import Rotations
import Vocabulary

// What only the module of the Python package sensorlab-runtime has, besides that of the page.

/// Leaves the position on the screen of every place under every orientation, x, y and state (`ScreenPosition.State`),
/// then the distance of every place, metres.
/// - Parameters:
///   - call: fields: the model, the camera (a name of the catalogue or the text of a camera file; empty: generic), the
///     screen (empty: portrait).
///   - numbers: largest distance (NaN: none), number of nearest places (NaN: all), then latitude, longitude (degrees)
///     and height (metres) of the observer and of each place, then w, x, y, z of each orientation (true north).
/// - Returns: the count of numbers.
@_expose(wasm, "project") @_cdecl("sensorlab_project")
public func project(
    _ call: UnsafePointer<UInt8>, _ callLength: Int32, _ numbers: UnsafePointer<Double>, _ places: Int32,
    _ orientations: Int32
) -> Int32 {
    attempt { () throws(SensorLabError) -> Int32 in
        let fields = UnsafeBufferPointer(start: call, count: Int(callLength))
            .split(separator: Separator.field, omittingEmptySubsequences: false)
        var options = ProjectionOptions()
        if !numbers[0].isNaN { options.maximumDistance = numbers[0] }
        if !numbers[1].isNaN { options.nearest = Int(clamping: numbers[1]) }
        if let screen = ScreenOrientation(rawValue: String(decoding: fields[2], as: UTF8.self)) {
            options.screen = screen
        } else if !fields[2].isEmpty {
            throw refused("screen", ScreenOrientation.allCases.map { $0.rawValue })
        }
        func position(_ row: Int) -> GeodeticPosition {
            let at = 2 + 3 * row
            return GeodeticPosition(latitude: numbers[at], longitude: numbers[at + 1], height: numbers[at + 2])
        }
        guard let model = ProjectionModel(named: String(decoding: fields[0], as: UTF8.self)) else {
            throw refused("model", ProjectionModel.allCases.map { $0.rawValue })
        }
        let count = Int(places)
        var projector = try Projector(
            model: model, camera: try camera(Array(fields[1])),
            places: (0..<count).map { PointOfInterest(id: "\($0)", name: "", position: position($0 + 1)) },
            options: options)
        try projector.prepare(observer: position(0))
        let first = 2 + 3 * (count + 1)
        var positions = [ScreenPosition](repeating: .none(.undefined), count: count)
        answer.numbers.removeAll(keepingCapacity: true)
        answer.numbers.reserveCapacity(3 * count * Int(orientations) + count)
        for row in 0..<Int(orientations) {
            let q = numbers + first + 4 * row
            guard q[0].isFinite, q[1].isFinite, q[2].isFinite, q[3].isFinite else {
                throw SensorLabError(
                    .badData, code: .notFinite, place: "orientations, row \(row)",
                    message: "found numbers that are not finite, expected quaternions", advice: "leave such rows out")
            }
            projector.project(Quaternion(q[0], q[1], q[2], q[3]), into: &positions)
            for position in positions {
                answer.numbers.append(position.x)
                answer.numbers.append(position.y)
                answer.numbers.append(Double(position.state.rawValue))
            }
        }
        answer.numbers += projector.distances
        return Int32(answer.numbers.count)
    }
}

/// Leaves the field of one place: declination, its sigma, inclination, its sigma (degrees), north, east, down,
/// horizontal, intensity, its sigma (nanotesla), and 1 where place and date are within the model's validity. Sigmas are
/// NaN where the model has none.
/// - Parameters: the model's name, none for that in force; degrees, metres above the ellipsoid, decimal year.
@_expose(wasm, "fieldOfModel") @_cdecl("sensorlab_field_of_model")
public func fieldOfModel(
    _ name: UnsafePointer<UInt8>, _ nameLength: Int32, _ latitude: Double, _ longitude: Double, _ height: Double,
    _ year: Double
) -> Int32 {
    attempt { () throws(SensorLabError) -> Int32 in
        let date = try DecimalYear(year)
        let name = String(decoding: UnsafeBufferPointer(start: name, count: Int(nameLength)), as: UTF8.self)
        let model = name.isEmpty ? try GeomagneticModel.inForce(on: date) : try GeomagneticModel.named(name, on: date)
        let field = try model.field(
            at: GeodeticPosition(latitude: latitude, longitude: longitude, height: height), on: date)
        let (e, sigmas) = (field.elements, field.uncertainty)
        answer.numbers = [
            e.declinationDegrees, sigmas?.declinationDegrees ?? .nan, e.inclinationDegrees,
            sigmas?.inclinationDegrees ?? .nan, e.x, e.y, e.z, e.h, e.f, sigmas?.f ?? .nan,
            field.flags.isDisjoint(with: .outsideValidity) ? 1 : 0,
        ]
        return 11
    }
}

/// Leaves the decimal year of `YYYY-MM-DD`.
@_expose(wasm, "decimalYear") @_cdecl("sensorlab_decimal_year")
public func decimalYear(_ text: UnsafePointer<UInt8>, _ length: Int32) -> Int32 {
    attempt { () throws(SensorLabError) -> Int32 in
        let text = String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF8.self)
        answer.numbers = [try DecimalYear(parsing: text).value]
        return 1
    }
}

/// Takes a filter behind a hole in which nothing is known of the motion, to a stamp in nanoseconds.
/// - Returns: 0, or -1 for a filter that does not exist.
@_expose(wasm, "resume") @_cdecl("sensorlab_resume")
public func resume(_ number: Int32, _ time: Int64) -> Int32 {
    guard filters.indices.contains(Int(number)), filters[Int(number)] != nil else { return -1 }
    filters[Int(number)]?.resume(at: time)
    return 0
}

/// Copies a filter with its state.
/// - Returns: the copy's number, or -1 for a filter that does not exist.
@_expose(wasm, "copy") @_cdecl("sensorlab_copy")
public func copy(_ number: Int32) -> Int32 {
    guard filters.indices.contains(Int(number)), let filter = filters[Int(number)] else { return -1 }
    return place(filter, in: &filters)
}

/// Copies a gate with its state.
/// - Returns: the copy's number, or -1 for a gate that does not exist.
@_expose(wasm, "copyGate") @_cdecl("sensorlab_copy_gate")
public func copyGate(_ number: Int32) -> Int32 {
    guard gates.indices.contains(Int(number)), let gate = gates[Int(number)] else { return -1 }
    return place(gate, in: &gates)
}

private func camera(_ text: [UInt8]) throws(SensorLabError) -> Camera {
    if text.isEmpty { return try CameraCatalogue.entries[0].camera() }
    if text[0] == UInt8(ascii: "{") {
        return try Camera(json: JSONValue(parsing: text, name: "camera"), file: "camera")
    }
    guard let entry = CameraCatalogue.entry(named: String(decoding: text, as: UTF8.self)) else {
        throw refused("camera", CameraCatalogue.names)
    }
    return try entry.camera()
}

private func refused(_ place: String, _ names: [String]) -> SensorLabError {
    var list = ""
    for name in names { list += list.isEmpty ? name : ", " + name }
    return SensorLabError(
        .usage, code: .illegalArgument, place: place, message: "there is no such \(place)", advice: "there are \(list)")
}
