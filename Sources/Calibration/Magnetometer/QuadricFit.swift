import LinearAlgebra
import Rotations

/// The algebraic quadric of unit coefficient length: the right singular vector of the smallest singular value (Merayo
/// et al., Meas. Sci. Technol. 11, 2000, 120-132, with another normalisation).
enum QuadricFit {
    static func solve(_ points: [Vector3]) throws(LinearAlgebraError) -> (hardIron: Vector3, shape: Matrix3) {
        let (centre, scale) = Quadric.normalisation(points)
        var rows = Matrix(rows: points.count, columns: 10)
        for (i, point) in points.enumerated() {
            for (j, value) in Quadric.monomials((point - centre) / scale).enumerated() { rows[i, j] = value }
        }
        guard points.count >= 10 else { throw Quadric.noEllipsoid }
        let svd = try rows.singularValueDecomposition()
        return try Quadric(coefficients: svd.vTransposed.row(9), centre: centre, scale: scale).ellipsoid()
    }
}
