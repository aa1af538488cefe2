import OrientationFilters

/// Every estimator by name: the causal filters, which an app can run, then those that need the whole recording.
public enum EstimatorCatalogue {
    /// The estimators that need the whole recording.
    public static let offline: [FilterEntry] = [
        OfflineVQF.entry, SmoothedSensorLab.entry, MapEstimator.entry,
    ]

    /// All estimators, in display order.
    public static let entries: [FilterEntry] = FilterCatalogue.entries + offline

    /// The entry of that name, matched without case.
    public static func entry(named name: String) -> FilterEntry? {
        entries.first { $0.information.name == name.lowercased() }
    }
}
