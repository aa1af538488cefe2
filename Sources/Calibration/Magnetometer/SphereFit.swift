import LinearAlgebra
import Rotations

/// The algebraic sphere: |m|^2 = 2 m . h + (F^2 - |h|^2), linear in h and the bracket; the start of the geometric fits.
enum SphereFit {
    /// Centre and radius in the unit of the points; minimum norm about the mean where the points lie in a plane, so
    /// that the centre then lies in that plane.
    static func solve(_ points: [Vector3]) throws(LinearAlgebraError) -> (centre: Vector3, radius: Double) {
        let n = Double(points.count)
        let mean = points.reduce(Vector3.zero) { $0 + $1 } / max(n, 1)
        var rows = Matrix(rows: points.count, columns: 4)
        var squares = [Double](repeating: 0, count: points.count)
        for (i, point) in points.enumerated() {
            let u = point - mean
            (rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3]) = (2 * u.x, 2 * u.y, 2 * u.z, 1)
            squares[i] = u.lengthSquared
        }
        let p = try rows.leastSquares(squares, relativeTolerance: 1e-9).parameters
        let offset = Vector3(p[0], p[1], p[2])
        return (mean + offset, max(p[3] + offset.lengthSquared, 0).squareRoot())
    }
}
