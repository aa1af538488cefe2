/// Which samples of a reference are scored, and which number of an estimator comes first: the definitions of the public
/// benchmarks by name.
public enum ErrorDefinition: String, Sendable, Codable, CaseIterable {
    /// `broad` where the log marks movement; else from five seconds after the reference begins. RMSE of the total error.
    case standard
    /// D. Laidig et al., Data 6(7), 72, 2021: the samples that are marked as moving (all of them where nothing is marked);
    /// RMSE of the total error.
    case broad
    /// T. Michel et al., On Attitude Estimation with Smartphones, IEEE PerCom 2017: the reference's valid samples from
    /// 5 s to 120 s after its beginning; mean of the angle between the quaternions.
    case michel

    /// The number that comes first; the overall figure is its plain mean over the recordings.
    public var headline: Metric {
        switch self {
        case .standard, .broad: return .totalRMSE
        case .michel: return .totalMean
        }
    }
}
