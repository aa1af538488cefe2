import RealModule
import Rotations
import TestSupport
import Testing
import Vocabulary

@Suite("Angles")
struct AngleTests {
    @Test(
        "degrees wrap to (-180, 180]",
        arguments: [(0, 0), (180, 180), (-180, 180), (181, -179), (540, 180), (-541, 179), (720.25, 0.25)])
    func wrapDegrees(_ angle: Double, _ expected: Double) { #expect(Angle.wrapDegrees(angle) == expected) }

    @Test("headings wrap to [0, 360)", arguments: [(0, 0), (360, 0), (-1, 359), (725, 5), (-0.0, 0), (-1e-20, 0)])
    func wrapHeading(_ angle: Double, _ expected: Double) { #expect(Angle.wrapHeadingDegrees(angle) == expected) }

    @Test("radians wrap to (-pi, pi]")
    func wrapRadians() {
        #expect(Angle.wrap(-Double.pi) == Double.pi)
        #expect((Angle.wrap(7) - (7 - 2 * Double.pi)).magnitude < 1e-15)
        #expect((Angle.wrap(-100 * Double.pi + 0.5) - 0.5).magnitude < 1e-13)
    }

    @Test("the mean of 359 and 1 degree is 0, not 180")
    func circularMean() {
        var statistics = CircularStatistics()
        statistics.add(Angle.radians(359))
        statistics.add(Angle.radians(1))
        expectAngle(statistics.mean.map(Angle.degrees), 0, within: 1e-12)
    }

    @Test("opposite directions have no mean; no data has none either")
    func undefinedMean() {
        var statistics = CircularStatistics()
        #expect(statistics.mean == nil)
        statistics.add(0)
        statistics.add(Double.pi)
        #expect(statistics.mean == nil)
    }

    @Test("for small spreads the circular standard deviation is the ordinary one")
    func spread() {
        var statistics = CircularStatistics()
        for value in [-0.01, 0.01] { statistics.add(value) }
        // sqrt(-2 ln cos 0.01) = 0.0100002 (series: a (1 + a^2 / 6 ...)).
        #expect((statistics.standardDeviation - 0.01).magnitude < 1e-6)
    }
}

@Suite("Vectors and matrices")
struct MatrixTests {
    let m = Matrix3(Vector3(2, -1, 0.5), Vector3(0, 3, 1), Vector3(1, 0, -2))

    @Test("inverse, determinant, transpose")
    func inverse() throws {
        // 2 (3 (-2) - 1 * 0) - (-1) (0 (-2) - 1 * 1) + 0.5 (0 * 0 - 3 * 1) = -12 - 1 - 1.5
        #expect((m.determinant + 14.5).magnitude < 1e-14)
        let product = m * (try #require(m.inverse))
        for row in 0..<3 {
            for column in 0..<3 { #expect((product[row, column] - (row == column ? 1 : 0)).magnitude < 1e-15) }
        }
        #expect(m.transpose[0, 2] == m[2, 0])
        #expect(Matrix3(Vector3(1, 2, 3), Vector3(2, 4, 6), Vector3(0, 0, 1)).inverse == nil)
    }

    @Test("positive definite: the identity is, a mirror and a flat matrix are not")
    func positiveDefinite() {
        #expect(Matrix3.identity.isPositiveDefinite)
        #expect(Matrix3(Vector3(2, 1, 0), Vector3(1, 2, 0), Vector3(0, 0, 1)).isPositiveDefinite)
        #expect(!Matrix3(diagonal: Vector3(-1, -1, 1)).isPositiveDefinite)
        #expect(!Matrix3(diagonal: Vector3(1, 1, 0)).isPositiveDefinite)
        #expect(!Matrix3(Vector3(1, 2, 0), Vector3(2, 1, 0), Vector3(0, 0, 1)).isPositiveDefinite)
    }

    @Test("the skew matrix is the cross product")
    func skew() {
        let (a, b) = (Vector3(1, -2, 3), Vector3(0.5, 4, -1))
        expectVector(Matrix3.skew(a) * b, a.cross(b), within: 1e-15)
        expectVector(a.cross(b), Vector3(-10, 2.5, 5), within: 1e-15)
    }

    @Test("the angle between nearly parallel vectors keeps its digits")
    func smallAngle() {
        let angle = Vector3(1, 0, 0).angle(to: Vector3(1, 1e-10, 0))
        #expect((angle - 1e-10).magnitude < 1e-25)
    }
}
