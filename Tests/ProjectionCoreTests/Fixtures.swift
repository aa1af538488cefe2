import Geodesy
import RealModule
import Rotations
import Vocabulary

@testable import ProjectionCore

/// What the tests of the projection share.
enum Fixture {
    /// The observer's position.
    static let observer = GeodeticPosition(latitude: 45, longitude: 6, height: 200)

    /// Portrait upright, the camera towards a heading (degrees), tilted up by `elevation` and rolled by `roll` (right
    /// edge up positive), degrees.
    static func orientation(heading: Double, elevation: Double = 0, roll: Double = 0) -> Quaternion {
        let upright = Quaternion(rotationVector: Vector3(Double.pi / 2, 0, 0))
        // About the device's x the camera (-z) goes up, about its z the right edge.
        return Quaternion.aboutVertical(-Angle.radians(heading)) * upright
            * Quaternion(angle: Angle.radians(elevation), axis: Vector3(1, 0, 0))
            * Quaternion(angle: Angle.radians(roll), axis: Vector3(0, 0, 1))
    }

    /// 60 x 80 degrees on 600 x 800 pixels.
    static func camera() throws -> Camera {
        try Camera(name: "test", width: 600, height: 800, horizontalFieldOfView: 60, verticalFieldOfView: 80)
    }

    static func place(
        _ id: String = "p", latitude: Double, longitude: Double, height: Double = 200, category: String = ""
    ) -> PointOfInterest {
        PointOfInterest(
            id: id, name: id, position: GeodeticPosition(latitude: latitude, longitude: longitude, height: height),
            category: category)
    }

    /// A place by azimuth (degrees) and distance (metres) from the observer.
    static func place(_ id: String = "p", azimuth: Double, distance: Double, height: Double = 200) -> PointOfInterest {
        var end = Geodesic.wgs84.direct(from: observer, azimuth: azimuth, distance: distance).end
        end.height = height
        return PointOfInterest(id: id, name: id, position: end)
    }

    static func position(
        _ model: ProjectionModel, _ place: PointOfInterest, _ orientation: Quaternion,
        options: ProjectionOptions = ProjectionOptions()
    ) throws -> ScreenPosition {
        var projector = try Projector(model: model, camera: camera(), places: [place], options: options)
        try projector.prepare(observer: observer)
        return projector.positions(orientation)[0]
    }
}
