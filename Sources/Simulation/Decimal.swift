import Rotations

/// Numbers with few decimal places: far finer than any noise, short in a file, and the same on machines whose sines differ in
/// the last bit.
enum Decimal {
    /// The double nearest to the number rounded to `places` decimal places.
    static func rounded(_ value: Double, places: Int) -> Double {
        let scale = scales[places]
        return (value * scale).rounded() / scale + 0  // -0 becomes 0
    }

    /// The same for each component.
    static func rounded(_ v: Vector3, places: Int) -> Vector3 {
        Vector3(rounded(v.x, places: places), rounded(v.y, places: places), rounded(v.z, places: places))
    }

    private static let scales: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
}
