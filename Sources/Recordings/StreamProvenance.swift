/// How a stream's unit and convention were decided.
public struct StreamProvenance: Sendable, Codable, Hashable {
    /// The unit in the log, such as `g`.
    public var unit: String
    /// The sign or frame in the log, such as `ios: face up z = -1`.
    public var convention: String
    /// The evidence, such as `meta.json`.
    public var decidedBy: String
    /// The file or columns it came from.
    public var source: String
    /// Samples that were left out: not finite, unreadable, out of order.
    public var dropped: Int
    /// How often the stamps stepped back in the log.
    public var stepsBack: Int

    /// A decision with its evidence.
    public init(
        unit: String, convention: String, decidedBy: String, source: String, dropped: Int = 0, stepsBack: Int = 0
    ) {
        self.unit = unit
        self.convention = convention
        self.decidedBy = decidedBy
        self.source = source
        self.dropped = dropped
        self.stepsBack = stepsBack
    }
}
