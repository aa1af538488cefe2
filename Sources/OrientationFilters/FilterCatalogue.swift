import SensorModels

/// All causal filters, by name.
public enum FilterCatalogue {
    /// Every filter, in the order in which it is shown: from the simplest to the best.
    public static let entries: [FilterEntry] = [
        FilterEntry(CompassFilter.self),
        FilterEntry(LowPassFilter.self),
        FilterEntry(GyroscopeFilter.self),
        FilterEntry(ComplementaryFilter.self),
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
