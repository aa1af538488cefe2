import CSensorLab
import ProjectionCore
import Rotations
import SensorModels
import Vocabulary

/// Where places are on the screen of an observer who holds the device in each of the orientations (TRUE north;
/// from magnetic turn by the declination).
@_cdecl("sensorlab_project")
public func project(
    _ model: UnsafePointer<CChar>?, _ camera: UnsafePointer<CChar>?, _ places: UnsafePointer<sensorlab_place>?,
    _ placeCount: Int, _ observer: UnsafePointer<sensorlab_place>?, _ orientations: UnsafePointer<Double>?,
    _ orientationCount: Int, _ options: UnsafePointer<CChar>?, _ pixels: UnsafeMutablePointer<Double>?,
    _ states: UnsafeMutablePointer<UInt8>?, _ distances: UnsafeMutablePointer<Double>?, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let places = try Argument.elements(places, count: placeCount, "places")
        try Argument.check(count: orientationCount, "orientation_count")
        let quaternions = try Argument.elements(orientations, count: 4 * orientationCount, "orientations")
        let (cells, overflow) = placeCount.multipliedReportingOverflow(by: orientationCount)
        try Argument.check(count: overflow ? .max : cells, "pixels")
        let pixels = try Argument.room(pixels, count: 2 * cells, "pixels")
        if let index = quaternions.firstIndex(where: { !$0.isFinite }) {
            throw SensorLabError(
                .badData, code: .notFinite, place: "orientations, row \(index / 4)",
                message: "found \(quaternions[index]), expected finite numbers", advice: "leave such rows out")
        }
        var projector = try Projector(
            model: try projectionModel(model), camera: try eye(camera),
            places: places.enumerated().map { index, place in
                PointOfInterest(id: String(index), name: "", position: GeodeticPosition(place))
            },
            options: try CallOptions(options, accepting: CallOptions.projection).projection())
        try projector.prepare(observer: GeodeticPosition(try Argument.needed(observer, "observer").pointee))
        var positions = [ScreenPosition](repeating: .none(.undefined), count: placeCount)
        for row in 0..<orientationCount {
            let q = (0..<4).map { quaternions[4 * row + $0] }
            projector.project(Quaternion(q[0], q[1], q[2], q[3]), into: &positions)
            for (column, position) in positions.enumerated() {
                let cell = row * placeCount + column
                (pixels[2 * cell], pixels[2 * cell + 1]) = (position.x, position.y)
                states?[cell] = position.state.rawValue
            }
        }
        distances?.update(from: projector.distances, count: placeCount)
    }
}

/// The model of a name; `geodesic` for NULL.
private func projectionModel(_ text: UnsafePointer<CChar>?) throws(SensorLabError) -> ProjectionModel {
    guard let name = try Argument.optionalText(text, "model") else { return .geodesic }
    guard let model = ProjectionModel(named: name) else {
        let names = ProjectionModel.allCases.map(\.rawValue)
        let nearest = NearestName.of(name, in: names).map { "did you mean \($0)?" }
        throw Argument.refused(
            "model", "there is no projection model \(name)", nearest ?? "there are \(names.joined(separator: ", "))")
    }
    return model
}

/// The camera of a name or path; the catalogue's first for NULL.
private func eye(_ text: UnsafePointer<CChar>?) throws(SensorLabError) -> Camera {
    guard let name = try Argument.optionalText(text, "camera") else { return try CameraCatalogue.entries[0].camera() }
    return try Camera(named: name)
}
