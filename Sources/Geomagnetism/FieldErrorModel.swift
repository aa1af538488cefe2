/// A model's published error model: one global-average uncertainty per element.
///
/// The figures cover what a model of the core field leaves out (crust, disturbance, prediction of the secular
/// variation) and are taken as one standard deviation. They say nothing about steel, cars or buildings near the sensor.
public struct FieldErrorModel: Equatable, Sendable {
    /// The uncertainty of every element; of the declination the part that does not depend on H.
    public let constant: MagneticElements
    /// The part of the declination's uncertainty that grows as H falls, degrees times nT.
    public let declinationTimesH: Double

    /// The uncertainty of every element where the horizontal intensity is `h` nT.
    ///
    /// The declination's is sqrt(constant^2 + (declinationTimesH / H)^2), at most 180 degrees.
    public func uncertainty(horizontalIntensity h: Double) -> MagneticElements {
        let growing = declinationTimesH / h
        let declination = (constant.declinationDegrees * constant.declinationDegrees + growing * growing).squareRoot()
        var uncertainty = constant
        uncertainty.declinationDegrees = declination < 180 ? declination : 180
        return uncertainty
    }

    /// WMM2015, which WMM2015v2 shares (WMM2015 Technical Report, Chulliat et al. 2015).
    public static let wmm2015 = FieldErrorModel(
        constant: MagneticElements(
            x: 138, y: 89, z: 165, h: 133, f: 152, inclinationDegrees: 0.22, declinationDegrees: 0.23),
        declinationTimesH: 5430)

    /// WMM2020 (WMM2020 Technical Report, Chulliat et al. 2020, doi 10.25923/ytk1-yx35).
    public static let wmm2020 = FieldErrorModel(
        constant: MagneticElements(
            x: 131, y: 94, z: 157, h: 128, f: 148, inclinationDegrees: 0.21, declinationDegrees: 0.26),
        declinationTimesH: 5625)

    /// WMM2025 (WMM2025 Technical Report, doi 10.25923/prbc-s316).
    public static let wmm2025 = FieldErrorModel(
        constant: MagneticElements(
            x: 137, y: 89, z: 141, h: 133, f: 138, inclinationDegrees: 0.20, declinationDegrees: 0.26),
        declinationTimesH: 5417)

    /// WMMHR2025 (WMM2025 Technical Report, doi 10.25923/prbc-s316).
    public static let wmmhr2025 = FieldErrorModel(
        constant: MagneticElements(
            x: 135, y: 85, z: 134, h: 130, f: 134, inclinationDegrees: 0.19, declinationDegrees: 0.25),
        declinationTimesH: 5205)
}
