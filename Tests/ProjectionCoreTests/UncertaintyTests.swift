import Geodesy
import RealModule
import Rotations
import SensorModels
import Simulation
import Testing
import Vocabulary

@testable import ProjectionCore

@Suite("Ellipse and horizon")
struct UncertaintyTests {
    static let lens = LensDistortion(k1: -0.08, k2: 0.01)
    static let orientation = Fixture.orientation(heading: 7, elevation: 3, roll: 12)

    static func projector(_ screen: ScreenOrientation) throws -> Projector {
        let camera = try Camera(
            name: "lens", width: 600, height: 800, focalX: 520, focalY: 530, centreX: 290, centreY: 410,
            distortion: lens)
        var options = ProjectionOptions()
        options.screen = screen
        var projector = try Projector(
            model: .geodesic, camera: camera, places: [Fixture.place(azimuth: 15, distance: 80, height: 212)],
            options: options)
        try projector.prepare(observer: Fixture.observer)
        return projector
    }

    /// The pixel for a small turn of the earth frame and a displacement of the observer.
    static func pixel(_ projector: Projector, turn: Vector3, displacement: Vector3) throws -> ScreenPosition {
        var moved = projector
        try moved.prepare(observer: LocalFrame(origin: Fixture.observer).geodetic(local: displacement))
        return moved.positions(Quaternion(rotationVector: turn) * orientation)[0]
    }

    @Test("the covariance is J S J^T with the Jacobian by finite differences", arguments: ScreenOrientation.allCases)
    func finiteDifferences(_ screen: ScreenOrientation) throws {
        let projector = try Self.projector(screen)
        // Columns: turns about east, north, up (radians), displacements east, north, up (metres).
        let h = 1e-5
        var columns: [(x: Double, y: Double)] = []
        for axis in 0..<6 {
            var (turn, move) = (Vector3.zero, Vector3.zero)
            if axis < 3 { turn[axis] = h } else { move[axis - 3] = h * 100 }
            let step = axis < 3 ? h : h * 100
            let plus = try Self.pixel(projector, turn: turn, displacement: move)
            let minus = try Self.pixel(projector, turn: -turn, displacement: -move)
            columns.append(((plus.x - minus.x) / (2 * step), (plus.y - minus.y) / (2 * step)))
        }
        let position = Matrix3(Vector3(4, 1, 0.5), Vector3(1, 9, -0.3), Vector3(0.5, -0.3, 16))
        let uncertainty = PoseUncertainty(headingSigma: 0.03, tiltSigma: 0.01, positionCovariance: position)
        var s = [[Double]](repeating: [Double](repeating: 0, count: 6), count: 6)
        (s[0][0], s[1][1], s[2][2]) = (1e-4, 1e-4, 9e-4)
        for i in 0..<3 { for j in 0..<3 { s[3 + i][3 + j] = [position.row0, position.row1, position.row2][i][j] } }
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for i in 0..<6 {
            for j in 0..<6 {
                xx += columns[i].x * s[i][j] * columns[j].x
                xy += columns[i].x * s[i][j] * columns[j].y
                yy += columns[i].y * s[i][j] * columns[j].y
            }
        }
        let ellipse = try #require(
            projector.errorEllipse(of: 0, orientation: Self.orientation, uncertainty: uncertainty))
        // The frame of a displaced observer turns by metres over the earth's radius: 1e-6 of the effect.
        #expect((ellipse.xx / xx - 1).magnitude < 1e-4)
        #expect((ellipse.yy / yy - 1).magnitude < 1e-4)
        #expect((ellipse.xy - xy).magnitude < 1e-4 * (xx * yy).squareRoot())
    }

    @Test("95 of 100 pixels of drawn poses lie in the ellipse of 95 %")
    func monteCarlo() throws {
        let projector = try Self.projector(.portrait)
        let uncertainty = PoseUncertainty(
            headingSigma: 0.02, tiltSigma: 0.008, positionCovariance: Matrix3(diagonal: Vector3(0.5, 0.5, 0.2)))
        let ellipse = try #require(
            projector.errorEllipse(of: 0, orientation: Self.orientation, uncertainty: uncertainty))
        let middle = projector.positions(Self.orientation)[0]
        let determinant = ellipse.xx * ellipse.yy - ellipse.xy * ellipse.xy
        let limit = ErrorEllipse.stretch(forProbability: 0.95)
        var random = RandomGenerator(seed: 7)
        var inside = 0
        let draws = 4000
        for _ in 0..<draws {
            let turn = Vector3(0.008 * random.gaussian(), 0.008 * random.gaussian(), 0.02 * random.gaussian())
            let move = Vector3(
                0.5.squareRoot() * random.gaussian(), 0.5.squareRoot() * random.gaussian(),
                0.2.squareRoot() * random.gaussian())
            let found = try Self.pixel(projector, turn: turn, displacement: move)
            let (dx, dy) = (found.x - middle.x, found.y - middle.y)
            let square = (ellipse.yy * dx * dx - 2 * ellipse.xy * dx * dy + ellipse.xx * dy * dy) / determinant
            if square <= limit * limit { inside += 1 }
        }
        // Binomial: sigma 0.34 %; four of them and 0.5 % for what is not linear.
        #expect((Double(inside) / Double(draws) - 0.95).magnitude < 0.019)
    }

    @Test("semi-axes and angle of a known covariance")
    func axes() {
        // Eigenvalues 9 and 4, the larger axis 30 degrees below the screen's right.
        let (c, s) = (Double.cos(Double.pi / 6), Double.sin(Double.pi / 6))
        let ellipse = ErrorEllipse(xx: 9 * c * c + 4 * s * s, xy: 5 * c * s, yy: 9 * s * s + 4 * c * c)
        #expect((ellipse.semiAxes.major - 3).magnitude < 1e-12)
        #expect((ellipse.semiAxes.minor - 2).magnitude < 1e-12)
        #expect((ellipse.angle - Double.pi / 6).magnitude < 1e-12)
        #expect((ErrorEllipse.stretch(forProbability: 0.95) - 2.447746830680816).magnitude < 1e-12)
    }

    @Test("other models and filters without a sigma have no ellipse")
    func none() throws {
        var planar = try Projector(
            model: .planar, camera: Fixture.camera(), places: [Fixture.place(azimuth: 0, distance: 100)])
        try planar.prepare(observer: Fixture.observer)
        let known = PoseUncertainty(headingSigma: 0.1, tiltSigma: 0.1, positionCovariance: .zero)
        #expect(planar.errorEllipse(of: 0, orientation: Self.orientation, uncertainty: known) == nil)
        let unknown = PoseUncertainty(OrientationEstimate(orientation: Self.orientation))
        let projector = try Self.projector(.portrait)
        #expect(projector.errorEllipse(of: 0, orientation: Self.orientation, uncertainty: unknown) == nil)
        #expect(projector.errorEllipse(of: 1, orientation: Self.orientation, uncertainty: known) == nil)
    }

    @Test(
        "the horizon: level places lie on it, at every roll and on every screen", arguments: ScreenOrientation.allCases)
    func horizon(_ screen: ScreenOrientation) throws {
        let camera = try Fixture.camera()
        var options = ProjectionOptions()
        (options.screen, options.curvature) = (screen, false)
        for roll in stride(from: -170.0, through: 170, by: 20) {
            let orientation = Fixture.orientation(heading: 0, elevation: 6, roll: roll)
            let places = [-12.0, 0, 12].map { Fixture.place("\($0)", azimuth: $0, distance: 1000) }
            var projector = try Projector(model: .geodesic, camera: camera, places: places, options: options)
            try projector.prepare(observer: Fixture.observer)
            let horizon = try #require(projector.horizon(orientation))
            let (c, s) = (Double.cos(horizon.angle), Double.sin(horizon.angle))
            let positions = projector.positions(orientation)
            for position in positions {
                let distance = (position.x - horizon.x) * s - (position.y - horizon.y) * c
                #expect(distance.magnitude < 1e-6)
            }
            // To the east is along the line, with the sky on its left.
            #expect((positions[2].x - positions[0].x) * c + (positions[2].y - positions[0].y) * s > 0)
        }
        let level = try Projector(model: .geodesic, camera: camera, places: []).horizon(
            Fixture.orientation(heading: 50))
        #expect((try #require(level).y - 400).magnitude < 1e-9)
        #expect((try #require(level).angle).magnitude < 1e-12)
        #expect(
            try Projector(model: .geodesic, camera: camera, places: []).horizon(
                Fixture.orientation(heading: 0, elevation: 90)) == nil)
    }
}
