import OrientationFilters
import Rotations
import SensorModels
import TestSupport
import Testing

/// A pose that a person can hold a phone in, with what the sensors read there, written down by hand:
/// north 22 and down 42 microtesla, g = 9.80665 upwards.
struct Pose: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let force: Vector3
    let field: Vector3
    /// The device's axes in east-north-up.
    let axes: (x: Vector3, y: Vector3, z: Vector3)
    let topHeading: Double?
    let cameraHeading: Double?

    var orientation: Quaternion { Quaternion(matrix: Matrix3(columns: axes.x, axes.y, axes.z)) }

    static let g = 9.80665
    static let (east, north, up) = (Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))

    static let all: [Pose] = [
        Pose(
            testDescription: "face up, top to north", force: Vector3(0, 0, g), field: Vector3(0, 22, -42),
            axes: (east, north, up), topHeading: 0, cameraHeading: nil),
        Pose(
            testDescription: "face up, top to east", force: Vector3(0, 0, g), field: Vector3(-22, 0, -42),
            axes: (-north, east, up), topHeading: 90, cameraHeading: nil),
        Pose(
            testDescription: "face down, top to north", force: Vector3(0, 0, -g), field: Vector3(0, 22, 42),
            axes: (-east, north, -up), topHeading: 0, cameraHeading: nil),
        Pose(
            testDescription: "upright, camera to north", force: Vector3(0, g, 0), field: Vector3(0, -42, -22),
            axes: (east, up, -north), topHeading: nil, cameraHeading: 0),
        Pose(
            testDescription: "upright, camera to east", force: Vector3(0, g, 0), field: Vector3(-22, -42, 0),
            axes: (-north, up, -east), topHeading: nil, cameraHeading: 90),
        Pose(
            testDescription: "upside down, camera to north", force: Vector3(0, -g, 0), field: Vector3(0, 42, -22),
            axes: (-east, -up, -north), topHeading: nil, cameraHeading: 0),
        Pose(
            testDescription: "right edge up, top to north", force: Vector3(g, 0, 0), field: Vector3(-42, 22, 0),
            axes: (up, north, -east), topHeading: 0, cameraHeading: 90),
        Pose(
            testDescription: "left edge up, top to north", force: Vector3(-g, 0, 0), field: Vector3(42, 22, 0),
            axes: (-up, north, east), topHeading: 0, cameraHeading: 270),
    ]

    /// Five seconds of holding still.
    func log(gyroscope: Bool) -> FilterInput {
        var input = FilterInput()
        for k in 0..<500 {
            let time = Int64(k) * 10_000_000
            if gyroscope { input.gyroscope.append(.zero, at: time) }
            input.accelerometer.append(force, at: time)
            if k % 4 == 0 { input.magnetometer.append(field, at: time) }
        }
        return input
    }
}

@Suite("Signs and frames in poses that a person can picture")
struct PoseTests {
    static let names = FilterCatalogue.entries.map(\.information.name)
    static let namesWithoutGyroscope = FilterCatalogue.entries.filter { $0.information.withoutGyroscope != nil }
        .map(\.information.name)

    /// Degrees. Exact input: only rounding may remain, 1e-6 degrees is 100 million times it.
    ///
    /// `vqf` takes its first levelling, by up to 90 degrees in one interval, for a bias of 2 deg/s, of which a rest
    /// leaves a trace after 5 s; the package does the same. `madgwick` swings about the answer by 2 beta dt, beta being
    /// 0.12 rad/s. In `ukf` the mean of the points' directions is not the direction of their mean: of second order in
    /// the spread.
    private func tolerance(_ name: String) -> Double {
        switch name {
        case "vqf": 0.005
        case "ukf": 0.1
        // Steps of Gauss and Newton on a problem whose constants one pose does not determine.
        case "fixed-lag": 0.01
        case "madgwick": 2 * 0.12 * 0.01 * 180 / Double.pi
        default: 1e-6
        }
    }

    private func check(_ track: OrientationTrack, _ pose: Pose, rows: Int) {
        let tolerance = tolerance(track.name)
        #expect(track.count == rows)
        for estimate in [track.estimates.first, track.estimates.last] {
            guard let q = estimate?.orientation else {
                Issue.record("no estimate")
                continue
            }
            expectRotation(q, pose.orientation, withinDegrees: tolerance)
            for (axis, expected) in [(HeadingAxis.top, pose.topHeading), (.camera, pose.cameraHeading)] {
                let heading = q.heading(of: axis).map { Angle.degrees($0) }
                if let expected { expectAngle(heading, expected, within: tolerance) } else { #expect(heading == nil) }
            }
        }
    }

    @Test("all sensors", arguments: names, Pose.all)
    func allSensors(name: String, pose: Pose) throws {
        let entry = try #require(FilterCatalogue.entry(named: name))
        check(try entry.run(pose.log(gyroscope: true)), pose, rows: 500)
    }

    @Test("without a gyroscope", arguments: namesWithoutGyroscope, Pose.all)
    func withoutGyroscope(name: String, pose: Pose) throws {
        let entry = try #require(FilterCatalogue.entry(named: name))
        check(try entry.run(pose.log(gyroscope: false)), pose, rows: 500)
    }

    @Test("recorded gravity and magnetometer alone", arguments: namesWithoutGyroscope, Pose.all)
    func gravityAlone(name: String, pose: Pose) throws {
        let entry = try #require(FilterCatalogue.entry(named: name))
        var input = pose.log(gyroscope: false)
        swap(&input.gravity, &input.accelerometer)
        check(try entry.run(input), pose, rows: 500)
    }

    @Test("without a magnetometer the heading is relative and the horizon right", arguments: names, Pose.all)
    func withoutMagnetometer(name: String, pose: Pose) throws {
        let entry = try #require(FilterCatalogue.entry(named: name))
        var input = pose.log(gyroscope: true)
        input.magnetometer = VectorStream()
        let track = try entry.run(input)
        // The first second passes while the filter waits for a field.
        #expect(track.count == 400)
        let q = try #require(track.estimates.last).orientation
        expectVector(q.unrotate(Vector3(0, 0, 1)), pose.force / Pose.g, within: Angle.radians(tolerance(name)))
        // Relative heading 0: of the top edge where it lies flatter than the camera axis, else of the camera.
        let axis: HeadingAxis = pose.topHeading == nil ? .camera : .top
        expectAngle(q.heading(of: axis).map { Angle.degrees($0) }, 0, within: tolerance(name))
        #expect(track.estimates.allSatisfy { $0.headingSigma.isNaN })
    }
}
