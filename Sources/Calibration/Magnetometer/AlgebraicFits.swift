import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

/// A quadric x^T A x + 2 b . x + c = 0 as ten coefficients of x^2, y^2, z^2, 2yz, 2xz, 2xy, 2x, 2y, 2z, 1, in centred
/// and scaled coordinates (otherwise an algebraic fit is ill conditioned).
public struct Quadric {
    let coefficients: [Double]
    let centre: Vector3
    let scale: Double

    /// Makes a quadric from its coefficients in coordinates (m - centre) / scale.
    public init(coefficients: [Double], centre: Vector3, scale: Double) {
        (self.coefficients, self.centre, self.scale) = (coefficients, centre, scale)
    }

    /// Mean and mean distance of the points.
    public static func normalisation(_ points: [Vector3]) -> (centre: Vector3, scale: Double) {
        let n = Double(max(points.count, 1))
        let centre = points.reduce(Vector3.zero) { $0 + $1 } / n
        let scale = points.reduce(0) { $0 + ($1 - centre).length } / n
        return (centre, scale > 0 ? scale : 1)
    }

    /// The ten monomials of a normalised point.
    public static func monomials(_ x: Vector3) -> [Double] {
        [x.x * x.x, x.y * x.y, x.z * x.z, 2 * x.y * x.z, 2 * x.x * x.z, 2 * x.x * x.y, 2 * x.x, 2 * x.y, 2 * x.z, 1]
    }

    /// h and S with |S (m - h)| = 1 on the quadric; throws where it is no ellipsoid.
    public func ellipsoid() throws(SensorLabError) -> (hardIron: Vector3, shape: Matrix3) {
        let p = coefficients
        var a = Matrix3(Vector3(p[0], p[5], p[4]), Vector3(p[5], p[1], p[3]), Vector3(p[4], p[3], p[2]))
        var (b, c) = (Vector3(p[6], p[7], p[8]), p[9])
        if a.trace < 0 { (a, b, c) = (-1 * a, -b, -c) }
        guard let inverse = a.inverse else { throw Self.noEllipsoid }
        let middle = -(inverse * b)
        let level = middle.dot(a * middle) - c
        guard level > 0 else { throw Self.noEllipsoid }
        // S = sqrt(A / level): half the logarithm.
        let logarithm: SymmetricLogarithm
        do {
            logarithm = try SymmetricLogarithm(exponential: (1 / level) * a)
        } catch { throw Self.noEllipsoid }
        let half = SymmetricLogarithm(elements: logarithm.elements.map { $0 / 2 })
        let shape = try half.exponentialAndDerivatives().s
        return (centre + scale * middle, (1 / scale) * shape)
    }

    /// The error where no ellipsoid fits.
    public static let noEllipsoid = SensorLabError(
        .badData, code: .notPositiveDefinite, place: "quadric", message: "the fitted quadric is not an ellipsoid",
        advice: "cover more directions or use the method map")
}

/// The ellipsoid-specific algebraic fit: minimises p^T D^T D p subject to k J - I^2 = 1 with k = 4, which only
/// ellipsoids meet (Q. Li & J. G. Griffiths, Least squares ellipsoid specific fitting, Geometric Modeling and
/// Processing 2004, 335-340). I = a + b + c and J = ab + bc + ac - f^2 - g^2 - h^2; after the linear block is
/// eliminated a 6 x 6 generalised eigenproblem with one positive eigenvalue remains.
public enum LiGriffithsFit {
    /// h in the unit of the points and S with |S (m - h)| = 1; throws where the points do not determine an ellipsoid.
    public static func solve(_ points: [Vector3]) throws(SensorLabError) -> (hardIron: Vector3, shape: Matrix3) {
        let (centre, scale) = Quadric.normalisation(points)
        var scatter = Matrix(rows: 10, columns: 10)
        for point in points {
            let row = Quadric.monomials((point - centre) / scale)
            for i in 0..<10 {
                for j in 0..<10 { scatter[i, j] += row[i] * row[j] }
            }
        }
        let (quadratic, linear) = (Array(0..<6), Array(6..<10))
        let s11 = scatter.block(quadratic, quadratic)
        let s12 = scatter.block(quadratic, linear)
        let s22 = scatter.block(linear, linear)
        let elimination = try s22.solve(s12.transposed)
        let reduced = s11 - s12 * elimination
        let eigen = try reduced.generalisedEigen(relativeTo: constraint)
        let candidates = eigen.values.indices.filter { (eigen.values[$0].realValue ?? -1) > 0 }
        // Rounding can move the wanted eigenvalue of noise-free data to zero: then the smallest in magnitude is taken.
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
}

/// The algebraic sphere: |m|^2 = 2 m . h + (F^2 - |h|^2), linear in h and the bracket; the start of the geometric fits.
enum SphereFit {
    /// Centre and radius in the unit of the points. For points in a plane, the minimum-norm solution about the mean,
    /// whose centre is in that plane.
    static func solve(_ points: [Vector3]) throws(SensorLabError) -> (centre: Vector3, radius: Double) {
        let n = Double(points.count)
        let mean = points.reduce(Vector3.zero) { $0 + $1 } / max(n, 1)
        var rows = Matrix(rows: points.count, columns: 4)
        var squares = [Double](repeating: 0, count: points.count)
        for (i, point) in points.enumerated() {
            let u = point - mean
            (rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3]) = (2 * u.x, 2 * u.y, 2 * u.z, 1)
            squares[i] = u.lengthSquared
        }
        let p = try rows.leastSquares(squares, relativeTolerance: 1e-9, covariance: false).parameters
        let offset = Vector3(p[0], p[1], p[2])
        return (mean + offset, max(p[3] + offset.lengthSquared, 0).squareRoot())
    }
}

extension Matrix {
    /// The submatrix of these rows and columns.
    func block(_ rows: [Int], _ columns: [Int]) -> Matrix {
        Matrix(rows.map { row in columns.map { self[row, $0] } })
    }
}
