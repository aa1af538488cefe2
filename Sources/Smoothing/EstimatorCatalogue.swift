import OrientationFilters
import Vocabulary

/// Every estimator by name: the causal filters, which an app can run, then those that need the whole recording.
public enum EstimatorCatalogue {
    /// The estimators that need the whole recording.
    public static let offline: [FilterEntry] = [
        OfflineVQF.entry, MapEstimator.entry,
    ]

    /// All estimators, in display order.
    public static let entries: [FilterEntry] = FilterCatalogue.entries + offline

    /// The entry of that name, matched without case.
    public static func entry(named name: String) -> FilterEntry? {
        entries.first { $0.information.name == name.lowercased() }
    }
}

/// The catalogue of filters as JSON, for `filters --json` and the page of `serve`.
public struct CatalogueListing: Encodable, Sendable {
    /// The schema's name.
    public let schema = "sensorlab.filters/1"
    /// One entry per filter, in the order of the catalogue.
    public let filters: [Filter]

    /// A listing of these filters.
    public init(_ entries: [FilterEntry]) { filters = entries.map(Filter.init) }

    /// One filter: its description, the sensors that it can do without, and its parameters.
    public struct Filter: Encodable, Sendable {
        let name: String
        let summary: String
        let reference: String
        @Nullable var withoutGyroscope: String?
        let worksWithoutMagnetometer: Bool
        let isOffline: Bool
        let parameters: [Parameter]

        /// The listing of one filter.
        public init(_ entry: FilterEntry) {
            name = entry.information.name
            summary = entry.information.summary
            reference = entry.information.reference
            worksWithoutMagnetometer = entry.information.worksWithoutMagnetometer
            isOffline = entry.information.isOffline
            parameters = entry.parameters.map(Parameter.init)
            _withoutGyroscope = Nullable(wrappedValue: entry.information.withoutGyroscope)
        }
    }

    /// One parameter: unit, default, closed range, meaning, and the effect of small and large values.
    public struct Parameter: Encodable, Sendable {
        let name: String
        let unit: String
        let defaultValue: Double
        let minimum: Double
        let maximum: Double
        let meaning: String
        let small: String
        let large: String

        init(_ parameter: ParameterInformation) {
            name = parameter.name
            unit = parameter.unit
            defaultValue = parameter.defaultValue
            minimum = parameter.range.lowerBound
            maximum = parameter.range.upperBound
            meaning = parameter.meaning
            small = parameter.small
            large = parameter.large
        }
    }
}
