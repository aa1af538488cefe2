/// The seven elements of the geomagnetic field in the local geodetic frame (north, east, down).
///
/// The same shape serves for the field (nT, degrees), its annual change (nT/year, degrees/year) and its
/// uncertainty (nT, degrees).
public struct MagneticElements: Equatable, Sendable {
    /// X, the component to geodetic north, nT.
    public var x: Double
    /// Y, the component to the east, nT.
    public var y: Double
    /// Z, the component down, nT.
    public var z: Double
    /// H, the horizontal intensity, nT.
    public var h: Double
    /// F, the total intensity, nT.
    public var f: Double
    /// I, the inclination or dip, degrees, down positive, [-90, 90].
    public var inclinationDegrees: Double
    /// D, the declination, degrees, east positive, (-180, 180].
    ///
    /// True heading = magnetic heading + D. NaN where H = 0, where no declination exists. At a geographic pole it is
    /// counted from the meridian of the longitude that was given.
    public var declinationDegrees: Double
}

extension MagneticElements {
    /// The elements of a field vector (north, east, down) in nT (WMM2025 Technical Report, doi 10.25923/prbc-s316).
    @inline(__always)
    init(field: SIMD3<Double>) {
        let horizontal = (field.x * field.x + field.y * field.y).squareRoot()
        let angles = angleDegrees(y: Pair(field.z, field.y), x: Pair(horizontal, field.x))
        self.init(
            x: field.x, y: field.y, z: field.z, h: horizontal,
            f: (horizontal * horizontal + field.z * field.z).squareRoot(),
            inclinationDegrees: angles.x, declinationDegrees: angles.y)
    }

    /// The change of elements whose vector changes by `change` nT/year (WMM2025 Technical Report,
    /// doi 10.25923/prbc-s316).
    @inline(__always)
    init(change: SIMD3<Double>, of elements: MagneticElements) {
        let e = elements
        let (overH, overF) = (1 / e.h, 1 / e.f)
        // 0/0 where H = 0: the direction of the horizontal change is not defined there.
        let horizontal = (e.x * change.x + e.y * change.y) * overH
        self.init(
            x: change.x, y: change.y, z: change.z, h: horizontal,
            f: (e.x * change.x + e.y * change.y + e.z * change.z) * overF,
            inclinationDegrees: (e.h * change.z - e.z * horizontal) * (overF * overF) * degreesPerRadian,
            declinationDegrees: (e.x * change.y - e.y * change.x) * (overH * overH) * degreesPerRadian)
    }
}
