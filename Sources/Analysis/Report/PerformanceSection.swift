/// Times, which differ from run to run and stand nowhere else.
public struct PerformanceSection: Codable, Sendable, Hashable {
    /// Seconds per step of the work.
    public var seconds: [String: Double] = [:]
    /// Samples of all sensors per second of filtering, by filter.
    public var samplesPerSecond: [String: Double] = [:]

    /// Empty.
    public init() {}
}
