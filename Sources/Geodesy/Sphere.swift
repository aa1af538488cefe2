/// Radii of spheres that stand for the earth.
public enum Sphere {
    /// The mean radius (2 a + b) / 3 of WGS 84, metres (IUGG's R1; H. Moritz, J. Geodesy 74, 2000).
    public static let meanRadius = 6_371_008.771_4
    /// The equatorial radius of WGS 84, metres, which many applications use.
    public static let equatorialRadius = 6_378_137.0
}
