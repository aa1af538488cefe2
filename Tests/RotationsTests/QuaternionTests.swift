import RealModule
import Rotations
import TestSupport
import Testing

@Suite("Quaternions")
struct QuaternionTests {
    static let samples: [Quaternion] = [
        Quaternion(1, 0, 0, 0), Quaternion(0, 1, 0, 0), Quaternion(0, 0, 1, 0), Quaternion(0, 0, 0, 1),
        Quaternion(0.5, 0.5, 0.5, 0.5), Quaternion(0.5, -0.5, 0.5, -0.5), Quaternion(0.1, 0.7, -0.5, 0.5),
        Quaternion(-0.9, 0.1, 0.2, 0.3), Quaternion(1e-9, 1, 0, 0),
    ].compactMap(\.normalized)

    @Test("the product is Hamilton's: ij = k, and the right factor acts first")
    func hamilton() {
        let (i, j, k) = (Quaternion(0, 1, 0, 0), Quaternion(0, 0, 1, 0), Quaternion(0, 0, 0, 1))
        #expect(i * j == k)
        #expect(j * k == i)
        #expect(j * i == Quaternion(0, 0, 0, -1))
        let a = Quaternion(rotationVector: Vector3(0, 0, Double.pi / 2))
        let b = Quaternion(rotationVector: Vector3(Double.pi / 2, 0, 0))
        expectVector((a * b).rotate(Vector3(0, 1, 0)), a.rotate(b.rotate(Vector3(0, 1, 0))), within: 1e-15)
    }

    @Test("a positive rotation about z takes x to y")
    func handedness() {
        let q = Quaternion(rotationVector: Vector3(0, 0, Double.pi / 2))
        expectVector(q.rotate(Vector3(1, 0, 0)), Vector3(0, 1, 0), within: 1e-15)
        expectVector(q.unrotate(Vector3(0, 1, 0)), Vector3(1, 0, 0), within: 1e-15)
    }

    @Test("rotation, matrix and back agree", arguments: samples)
    func matrix(_ q: Quaternion) {
        let v = Vector3(0.3, -1.2, 2.5)
        expectVector(q.matrix * v, q.rotate(v), within: 1e-14)
        expectVector(q.matrix.transpose * v, q.unrotate(v), within: 1e-14)
        expectRotation(Quaternion(matrix: q.matrix), q, withinDegrees: 1e-7)
        #expect((q.matrix.determinant - 1).magnitude < 1e-14)
    }

    @Test(
        "exponential and logarithm are inverse, also near 0 and near pi",
        arguments: [1e-12, 1e-6, 9.9e-5, 1.01e-4, 1, 3.14])
    func exponential(angle: Double) {
        let axis = Vector3(2, -1, 2) / 3
        let q = Quaternion(rotationVector: angle * axis)
        #expect((q.lengthSquared - 1).magnitude < 4e-16)
        #expect((q.rotationVector - angle * axis).length <= 4e-16 * max(1, 1 / angle) * angle + 1e-18)
    }

    @Test("slerp halves the angle along the shorter arc")
    func slerp() {
        let a = Quaternion.identity
        let b = Quaternion(rotationVector: Vector3(0, 0, 1))
        let negated = Quaternion(-b.w, -b.x, -b.y, -b.z)
        for other in [b, negated] {
            expectRotation(
                a.slerp(to: other, fraction: 0.5), Quaternion(rotationVector: Vector3(0, 0, 0.5)), withinDegrees: 1e-12)
        }
    }

    @Test("slerp turns about one axis of the device, from any orientation", arguments: samples)
    func slerpOnTheWay(_ start: Quaternion) {
        let turn = Vector3(0.3, -0.8, 0.5)
        let end = start * Quaternion(rotationVector: turn)
        for fraction in [0, 0.25, 1] {
            let expected = start * Quaternion(rotationVector: fraction * turn)
            expectRotation(start.slerp(to: end, fraction: fraction), expected, withinDegrees: 1e-11)
        }
    }

    @Test(
        "the angle between orientations is that of the turn from one to the other, at most half a turn",
        arguments: samples)
    func angleBetween(_ start: Quaternion) {
        for (turn, angle) in [(0.0, 0.0), (1e-6, 1e-6), (1, 1), (3, 3), (4, 2 * Double.pi - 4)] {
            let end = start * Quaternion(angle: turn, axis: Vector3(0.6, 0, -0.8))
            #expect((start.angle(to: end) - angle).magnitude < 1e-14)
        }
    }

    @Test("the shortest rotation between two directions, opposite ones included")
    func between() {
        for (a, b) in [
            (Vector3(1, 0, 0), Vector3(0, 2, 0)), (Vector3(0, 0, 1), Vector3(0, 0, -3)),
            (Vector3(1, 2, 3), Vector3(-1, -2, -3)), (Vector3(1, 0, 0), Vector3(-1, 1e-14, 0)),
        ] {
            let rotated = Quaternion(from: a, to: b).rotate(a)
            #expect(rotated.angle(to: b) < 1e-7)
        }
    }

    @Test("renormalising once removes the drift of many products")
    func renormalised() {
        var q = Quaternion.identity
        let step = Quaternion(rotationVector: Vector3(0.01, 0.02, -0.03))
        for _ in 0..<100_000 { q = (q * step).renormalized }
        #expect((q.lengthSquared - 1).magnitude < 1e-15)
    }
}
