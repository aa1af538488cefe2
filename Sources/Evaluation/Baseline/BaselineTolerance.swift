/// How far a metric may move from its baseline before it counts as improved or worse.
public struct BaselineTolerance: Codable, Sendable, Hashable {
    /// In degrees, seconds, or parts of one; of a lag in tenths of a second.
    public var absolute: Double
    /// As a share of the baseline's distance from the ideal.
    public var relative: Double
    /// Whether the principal metrics use half the 95 % interval of a block bootstrap instead, where that is wider: what
    /// another stretch of the same motion would have changed is not reported.
    public var bootstrap: Bool

    /// 0.02 degrees (seconds, or parts of one; of a lag 2 ms) or 1 %, whichever is more: far above the differences between machines, far
    /// below what anybody would call a change.
    public init(absolute: Double = 0.02, relative: Double = 0.01, bootstrap: Bool = false) {
        self.absolute = absolute
        self.relative = relative
        self.bootstrap = bootstrap
    }

    /// What is allowed about a baseline at that distance from the ideal.
    /// - Parameter halfWidth: of the bootstrap; `nil` where there is none.
    func allowed(_ metric: Metric, distance: Double, halfWidth: Double?) -> Double {
        let fixed = max(absolute * metric.scale, relative * distance)
        return bootstrap ? max(fixed, halfWidth ?? 0) : fixed
    }
}
