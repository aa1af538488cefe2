/// The metrics of a comparison, stored as a file in a repository; later runs are compared with it.
///
/// Sorted by name, four decimals, one metric per line, so that an update changes only the lines whose numbers changed.
public struct Baseline: Codable, Sendable, Hashable {
    /// The schema that this version reads and writes.
    public static let schema = "sensorlab.baseline/1"

    /// One filter on one recording.
    public struct Filter: Codable, Sendable, Hashable {
        /// The filter.
        public var name: String
        /// All its parameters.
        public var parameters: [String: Double]
        /// Values by metric name; metrics that the filter lacks are omitted.
        public var metrics: [String: Double]

        /// One filter's figures, rounded to four decimals.
        public init(name: String, parameters: [String: Double], metrics: [String: Double]) {
            self.name = name
            self.parameters = parameters
            self.metrics = metrics.mapValues(Baseline.rounded)
        }
    }

    /// One recording.
    public struct Recording: Codable, Sendable, Hashable {
        /// Its name in the comparison.
        public var name: String
        /// Sorted by name.
        public var filters: [Filter]

        /// One recording's filters, sorted by name.
        public init(name: String, filters: [Filter]) {
            self.name = name
            self.filters = filters.sorted { $0.name < $1.name }
        }
    }

    /// Name and version of the schema.
    public var schema = Self.schema
    /// The definition of the errors.
    public var definition: ErrorDefinition
    /// Sorted by name.
    public var recordings: [Recording]

    /// Recordings, sorted by name.
    public init(definition: ErrorDefinition, recordings: [Recording]) {
        self.definition = definition
        self.recordings = recordings.sorted { $0.name < $1.name }
    }

    /// Rounding and the mathematical library of another machine move a value by no more than this.
    static let noise = 2e-4

    static func rounded(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }

    /// This baseline, but with the numbers of `old` where the two differ by rounding only, so that an update on another
    /// machine changes no line needlessly.
    public func settled(on old: Baseline) -> Baseline {
        var result = self
        for (r, recording) in recordings.enumerated() {
            guard let before = old.recordings.first(where: { $0.name == recording.name }) else { continue }
            for (f, filter) in recording.filters.enumerated() {
                guard let known = before.filters.first(where: { $0.name == filter.name }) else { continue }
                for (metric, value) in filter.metrics {
                    guard let earlier = known.metrics[metric], (earlier - value).magnitude <= Self.noise else {
                        continue
                    }
                    result.recordings[r].filters[f].metrics[metric] = earlier
                }
            }
        }
        return result
    }
}

/// How far a metric may move from its baseline before it counts as improved or worse.
public struct BaselineTolerance: Codable, Sendable, Hashable {
    /// Degrees, seconds or shares (0...1); for the lag, units of 0.1 s.
    public var absolute: Double
    /// As a share of the baseline's distance from the ideal.
    public var relative: Double
    /// Whether the principal metrics use half the 95 % interval of a block bootstrap instead, where that is wider.
    /// Changes that another stretch of the same motion could have caused are then not reported.
    public var bootstrap: Bool

    /// The larger of 0.02 (degrees, seconds or shares; 2 ms for the lag) and 1 %: far above the differences between
    /// machines, far below any relevant change.
    public init(absolute: Double = 0.02, relative: Double = 0.01, bootstrap: Bool = false) {
        self.absolute = absolute
        self.relative = relative
        self.bootstrap = bootstrap
    }

    /// The change that is allowed for a metric whose baseline has this distance from the ideal.
    /// - Parameter halfWidth: of the bootstrap interval; `nil` where there is none.
    func allowed(_ metric: Metric, distance: Double, halfWidth: Double?) -> Double {
        let fixed = max(absolute * metric.scale, relative * distance)
        return bootstrap ? max(fixed, halfWidth ?? 0) : fixed
    }
}
