import LinearAlgebra
import RealModule
import Rotations

/// A quadric x^T A x + 2 b . x + c = 0 as ten coefficients of x^2, y^2, z^2, 2yz, 2xz, 2xy, 2x, 2y, 2z, 1, in
/// coordinates that were centred and scaled (an algebraic fit is ill conditioned without).
struct Quadric {
    var coefficients: [Double]
    var centre: Vector3
    var scale: Double

    /// Mean and mean distance of the points.
    static func normalisation(_ points: [Vector3]) -> (centre: Vector3, scale: Double) {
        let n = Double(max(points.count, 1))
        let centre = points.reduce(Vector3.zero) { $0 + $1 } / n
        let scale = points.reduce(0) { $0 + ($1 - centre).length } / n
        return (centre, scale > 0 ? scale : 1)
    }

    /// The ten monomials of a normalised point.
    static func monomials(_ x: Vector3) -> [Double] {
        [x.x * x.x, x.y * x.y, x.z * x.z, 2 * x.y * x.z, 2 * x.x * x.z, 2 * x.x * x.y, 2 * x.x, 2 * x.y, 2 * x.z, 1]
    }

    /// h and S with |S (m - h)| = 1 on the quadric; throws where it is no ellipsoid.
    func ellipsoid() throws(LinearAlgebraError) -> (hardIron: Vector3, shape: Matrix3) {
        let p = coefficients
        var a = Matrix3(Vector3(p[0], p[5], p[4]), Vector3(p[5], p[1], p[3]), Vector3(p[4], p[3], p[2]))
        var (b, c) = (Vector3(p[6], p[7], p[8]), p[9])
        if a.trace < 0 { (a, b, c) = (-1 * a, -b, -c) }
        guard let inverse = a.inverse else { throw Self.noEllipsoid }
        let middle = -(inverse * b)
        let level = middle.dot(a * middle) - c
        guard level > 0 else { throw Self.noEllipsoid }
        // S = sqrt(A / level): half of the logarithm.
        let logarithm: SymmetricLogarithm
        do {
            logarithm = try SymmetricLogarithm(exponential: (1 / level) * a)
        } catch { throw Self.noEllipsoid }
        let half = SymmetricLogarithm(elements: logarithm.elements.map { $0 / 2 })
        let shape = try half.exponentialAndDerivatives().s
        return (centre + scale * middle, (1 / scale) * shape)
    }

    static let noEllipsoid = LinearAlgebraError(
        code: .notPositiveDefinite, place: "quadric", message: "the fitted quadric is not an ellipsoid",
        advice: "cover more directions or use the method map")
}
