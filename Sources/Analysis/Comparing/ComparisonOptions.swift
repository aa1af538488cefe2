import Recordings

/// What a comparison of filters does, for all of its logs.
public struct ComparisonOptions: Sendable {
    /// Filters, calibration, place, date, axis, north, reference, definition and the number of cores.
    public var analysis: AnalysisOptions
    /// What is read of the logs.
    public var read = ReadOptions()
    /// The seed of the bootstraps.
    public var seed: UInt64 = 1
    /// Whether the agreement of heading sources is measured on logs with a reference too.
    public var agreement = false

    /// Readings as they are, no calibration; the filters that `analyze` runs.
    public init() {
        analysis = AnalysisOptions()
        analysis.calibration = .none
    }
}
