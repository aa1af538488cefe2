import RealModule

/// Gravity of the WGS-84 ellipsoid, which the real one follows within 0.003 m/s^2 (mountains apart).
public enum NormalGravity {
    /// Normal gravity in m/s^2 at a position: Somigliana's closed formula on the ellipsoid, continued upwards to second order
    /// in the height (NIMA TR 8350.2, 3rd edition, 2000, equations 4-1 and 4-3). For heights up to some tens of kilometres.
    public static func magnitude(at position: GeodeticPosition) -> Double {
        let ellipsoid = Ellipsoid.wgs84
        let s = DegreeTrigonometry.sineCosine(position.latitude).sine
        let onEllipsoid =
            9.780_325_335_9 * (1 + 0.001_931_852_652_41 * s * s)
            / (1 - ellipsoid.eccentricitySquared * s * s).squareRoot()
        // m = omega^2 a^2 b / GM, the ratio of centrifugal to gravitational acceleration at the equator.
        let m = 0.003_449_786_506_84
        let ratio = position.height / ellipsoid.equatorialRadius
        let f = ellipsoid.flattening
        return onEllipsoid * (1 - 2 * ratio * (1 + f + m - 2 * f * s * s) + 3 * ratio * ratio)
    }
}
