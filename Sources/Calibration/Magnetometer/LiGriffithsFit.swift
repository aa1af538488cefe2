import LinearAlgebra
import Rotations

/// The ellipsoid-specific algebraic fit: minimises p^T D^T D p subject to k J - I^2 = 1 with k = 4, which only
/// ellipsoids meet (Q. Li & J. G. Griffiths, Least squares ellipsoid specific fitting, Geometric Modeling and
/// Processing 2004, 335-340). I = a + b + c and J = ab + bc + ac - f^2 - g^2 - h^2; after the linear block is
/// eliminated a 6 x 6 generalised eigenproblem with one positive eigenvalue remains.
enum LiGriffithsFit {
    static func solve(_ points: [Vector3]) throws(LinearAlgebraError) -> (hardIron: Vector3, shape: Matrix3) {
        let (centre, scale) = Quadric.normalisation(points)
        var scatter = Matrix(rows: 10, columns: 10)
        for point in points {
            let row = Quadric.monomials((point - centre) / scale)
            for i in 0..<10 {
                for j in 0..<10 { scatter[i, j] += row[i] * row[j] }
            }
        }
        let (quadratic, linear) = (Array(0..<6), Array(6..<10))
        let s11 = block(scatter, quadratic, quadratic)
        let s12 = block(scatter, quadratic, linear)
        let s22 = block(scatter, linear, linear)
        let elimination = try s22.solve(s12.transposed)
        let reduced = s11 - s12 * elimination
        let eigen = try reduced.generalisedEigen(relativeTo: constraint)
        let candidates = eigen.values.indices.filter { (eigen.values[$0].realValue ?? -1) > 0 }
        // Rounding can push the wanted eigenvalue of noise-free data to zero: then the smallest in size is it.
        let byPositive = candidates.max { (eigen.values[$0].realValue ?? 0) < (eigen.values[$1].realValue ?? 0) }
        let bySize = eigen.values.indices.filter { eigen.values[$0].realValue != nil }.min {
            (eigen.values[$0].realValue ?? 0).magnitude < (eigen.values[$1].realValue ?? 0).magnitude
        }
        guard let index = byPositive ?? bySize else { throw Quadric.noEllipsoid }
        let v1 = eigen.vectors.column(index)
        let v2 = (elimination * v1).map { -$0 }
        return try Quadric(coefficients: v1 + v2, centre: centre, scale: scale).ellipsoid()
    }

    /// 4 J - I^2 as a quadratic form of (a, b, c, f, g, h).
    private static let constraint = Matrix([
        [-1, 1, 1, 0, 0, 0], [1, -1, 1, 0, 0, 0], [1, 1, -1, 0, 0, 0],
        [0, 0, 0, -4, 0, 0], [0, 0, 0, 0, -4, 0], [0, 0, 0, 0, 0, -4],
    ])

    private static func block(_ matrix: Matrix, _ rows: [Int], _ columns: [Int]) -> Matrix {
        Matrix(rows.map { row in columns.map { matrix[row, $0] } })
    }
}
