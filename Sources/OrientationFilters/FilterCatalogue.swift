import SensorModels

/// All causal filters, by name.
public enum FilterCatalogue {
    /// Every filter, in the order in which it is shown: from the simplest to the best.
    public static let entries: [FilterEntry] = [
        FilterEntry(CompassFilter.self),
        FilterEntry(LowPassFilter.self),
        FilterEntry(TiltFilter.self),
        FilterEntry(TriadFilter.self),
        FilterEntry(QuestFilter.self),
        FilterEntry(RadiusLowPassFilter.self),
        FilterEntry(CircularFilter.self),
        FilterEntry(MeanRotationFilter.self),
        FilterEntry(GyroscopeFilter.self),
        FilterEntry(ComplementaryFilter.self),
        FilterEntry(MadgwickFilter.self),
        FilterEntry(MahonyFilter.self),
        FilterEntry(AquaFilter.self),
        FilterEntry(QuaternionEKFFilter.self),
        FilterEntry(ManifoldUKFFilter.self),
        FilterEntry(KalmanFilter.self),
        FilterEntry(BasicVQFFilter.self),
        FilterEntry(VQFFilter.self),
        FilterEntry(SensorLabFilter.self),
    ]

    /// The entry of that name, matched without case.
    public static func entry(named name: String) -> FilterEntry? {
        entries.first { $0.information.name == name.lowercased() }
    }
}
