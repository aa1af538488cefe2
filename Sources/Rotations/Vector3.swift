import RealModule

/// Three Cartesian components, in the frame and unit that its owner states.
///
/// 24 bytes without padding.
public struct Vector3: Sendable, Hashable {
    /// The first component.
    public var x: Double
    /// The second component.
    public var y: Double
    /// The third component.
    public var z: Double

    /// A vector of three components.
    @inlinable
    public init(_ x: Double, _ y: Double, _ z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// (0, 0, 0).
    @inlinable public static var zero: Vector3 { Vector3(0, 0, 0) }

    /// The component of index 0 (x), 1 (y) or 2 (z). Precondition: one of these.
    @inlinable
    public subscript(index: Int) -> Double {
        get {
            precondition(0 <= index && index < 3, "a Vector3 has the indices 0, 1 and 2")
            return index == 0 ? x : index == 1 ? y : z
        }
        set {
            switch index {
            case 0: x = newValue
            case 1: y = newValue
            default:
                precondition(index == 2, "a Vector3 has the indices 0, 1 and 2")
                z = newValue
            }
        }
    }

    /// The square of the length.
    @inlinable public var lengthSquared: Double { x * x + y * y + z * z }

    /// The Euclidean length. Overflows above 1e154, which no sensor reaches.
    @inlinable public var length: Double { lengthSquared.squareRoot() }

    /// Whether all three components are finite.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

    /// The vector of length 1 in the same direction; `nil` for the zero vector and for non-finite components.
    @inlinable public var normalized: Vector3? {
        let square = lengthSquared
        if square > 1e-280, square.isFinite { return self / square.squareRoot() }
        // The square has underflowed, overflowed or lost digits.
        let largest = max(x.magnitude, y.magnitude, z.magnitude)
        guard largest > 0, isFinite else { return nil }
        let scaled = Vector3(x / largest, y / largest, z / largest)
        return Vector3(scaled.x / scaled.length, scaled.y / scaled.length, scaled.z / scaled.length)
    }

    /// The scalar product.
    @inlinable
    public func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

    /// The right-handed vector product `self` x `other`.
    @inlinable
    public func cross(_ other: Vector3) -> Vector3 {
        Vector3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    /// The angle between two vectors, radians in [0, pi]; 0 where one of them is zero.
    ///
    /// Uses atan2 of cross and dot product, which keeps full precision near 0 and pi, where acos loses half the digits.
    @inlinable
    public func angle(to other: Vector3) -> Double { Double.atan2(y: cross(other).length, x: dot(other)) }

    /// The sum.
    @inlinable public static func + (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x + b.x, a.y + b.y, a.z + b.z) }
    /// The difference.
    @inlinable public static func - (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x - b.x, a.y - b.y, a.z - b.z) }
    /// The opposite vector.
    @inlinable public static prefix func - (a: Vector3) -> Vector3 { Vector3(-a.x, -a.y, -a.z) }
    /// Every component times `s`.
    @inlinable public static func * (s: Double, a: Vector3) -> Vector3 { Vector3(s * a.x, s * a.y, s * a.z) }
    /// Every component times `s`.
    @inlinable public static func * (a: Vector3, s: Double) -> Vector3 { Vector3(a.x * s, a.y * s, a.z * s) }
    /// Every component divided by `s`.
    @inlinable public static func / (a: Vector3, s: Double) -> Vector3 { Vector3(a.x / s, a.y / s, a.z / s) }
    /// Adds.
    @inlinable public static func += (a: inout Vector3, b: Vector3) { a = a + b }
    /// Subtracts.
    @inlinable public static func -= (a: inout Vector3, b: Vector3) { a = a - b }
    /// Scales.
    @inlinable public static func *= (a: inout Vector3, s: Double) { a = a * s }
}

#if !hasFeature(Embedded)
    extension Vector3: Codable {}
#endif
