/// A 3 x 3 matrix, stored as three row vectors.
public struct Matrix3: Sendable, Hashable {
    /// The first row.
    public var row0: Vector3
    /// The second row.
    public var row1: Vector3
    /// The third row.
    public var row2: Vector3

    /// From three rows.
    @inlinable
    public init(_ row0: Vector3, _ row1: Vector3, _ row2: Vector3) {
        self.row0 = row0
        self.row1 = row1
        self.row2 = row2
    }

    /// diag(d).
    @inlinable
    public init(diagonal d: Vector3) {
        self.init(Vector3(d.x, 0, 0), Vector3(0, d.y, 0), Vector3(0, 0, d.z))
    }

    /// From three columns.
    @inlinable
    public init(columns a: Vector3, _ b: Vector3, _ c: Vector3) {
        self.init(Vector3(a.x, b.x, c.x), Vector3(a.y, b.y, c.y), Vector3(a.z, b.z, c.z))
    }

    /// All elements 0.
    @inlinable public static var zero: Matrix3 { Matrix3(.zero, .zero, .zero) }
    /// diag(1, 1, 1).
    @inlinable public static var identity: Matrix3 { Matrix3(diagonal: Vector3(1, 1, 1)) }

    /// The element in `row` and `column`, both 0...2.
    @inlinable
    public subscript(row: Int, column: Int) -> Double {
        get { self[row: row][column] }
        set {
            switch row {
            case 0: row0[column] = newValue
            case 1: row1[column] = newValue
            default: row2[column] = newValue
            }
        }
    }

    /// Row 0, 1 or 2; every other index gives row 2.
    @inlinable
    public subscript(row row: Int) -> Vector3 { row == 0 ? row0 : row == 1 ? row1 : row2 }

    /// The matrix of the vector product: `skew(a) * b == a.cross(b)`.
    @inlinable
    public static func skew(_ a: Vector3) -> Matrix3 {
        Matrix3(Vector3(0, -a.z, a.y), Vector3(a.z, 0, -a.x), Vector3(-a.y, a.x, 0))
    }

    /// The outer product a b^T.
    @inlinable
    public static func outer(_ a: Vector3, _ b: Vector3) -> Matrix3 { Matrix3(a.x * b, a.y * b, a.z * b) }

    /// Rows and columns exchanged.
    @inlinable public var transpose: Matrix3 { Matrix3(columns: row0, row1, row2) }
    /// The sum of the diagonal.
    @inlinable public var trace: Double { row0.x + row1.y + row2.z }
    /// The diagonal as a vector.
    @inlinable public var diagonal: Vector3 { Vector3(row0.x, row1.y, row2.z) }
    /// The determinant, by the triple product of the rows.
    @inlinable public var determinant: Double { row0.dot(row1.cross(row2)) }

    /// The inverse by the adjugate; `nil` where the determinant is zero or not finite.
    @inlinable public var inverse: Matrix3? {
        let determinant = self.determinant
        guard determinant != 0, determinant.isFinite else { return nil }
        let inverse = Matrix3(columns: row1.cross(row2), row2.cross(row0), row0.cross(row1)) * (1 / determinant)
        return inverse.isFinite ? inverse : nil
    }

    /// Whether a symmetric matrix is positive definite: all leading minors are positive (Sylvester's criterion).
    @inlinable public var isPositiveDefinite: Bool {
        row0.x > 0 && row0.x * row1.y - row0.y * row1.x > 0 && determinant > 0
    }

    /// Whether all nine elements are finite.
    @inlinable public var isFinite: Bool { row0.isFinite && row1.isFinite && row2.isFinite }

    /// (M + M^T) / 2, which removes the asymmetry that rounding leaves in a covariance.
    @inlinable public var symmetrized: Matrix3 { (self + transpose) * 0.5 }

    /// Matrix times column vector.
    @inlinable
    public static func * (m: Matrix3, v: Vector3) -> Vector3 { Vector3(m.row0.dot(v), m.row1.dot(v), m.row2.dot(v)) }

    /// The matrix product: as transformations, first `b`, then `a`.
    @inlinable
    public static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(
            a.row0.x * b.row0 + a.row0.y * b.row1 + a.row0.z * b.row2,
            a.row1.x * b.row0 + a.row1.y * b.row1 + a.row1.z * b.row2,
            a.row2.x * b.row0 + a.row2.y * b.row1 + a.row2.z * b.row2)
    }

    /// Every element times `s`.
    @inlinable public static func * (m: Matrix3, s: Double) -> Matrix3 { Matrix3(m.row0 * s, m.row1 * s, m.row2 * s) }
    /// Every element times `s`.
    @inlinable public static func * (s: Double, m: Matrix3) -> Matrix3 { m * s }
    /// The sum, element by element.
    @inlinable
    public static func + (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(a.row0 + b.row0, a.row1 + b.row1, a.row2 + b.row2)
    }
    /// The difference, element by element.
    @inlinable
    public static func - (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(a.row0 - b.row0, a.row1 - b.row1, a.row2 - b.row2)
    }
    /// Adds, element by element.
    @inlinable public static func += (a: inout Matrix3, b: Matrix3) { a = a + b }
    /// Subtracts, element by element.
    @inlinable public static func -= (a: inout Matrix3, b: Matrix3) { a = a - b }
}

#if !hasFeature(Embedded)
    extension Matrix3: Codable {}
#endif
