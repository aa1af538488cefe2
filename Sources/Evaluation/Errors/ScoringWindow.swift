import Recordings
import SensorModels

/// The definitions of public benchmarks: which samples of a reference are scored, and which metric is the headline.
public enum ErrorDefinition: String, Sendable, Codable, CaseIterable {
    /// `broad` if the log marks movement, else later than five seconds after the start of the reference. RMSE of the
    /// total error.
    case standard
    /// D. Laidig et al., Data 6(7), 72, 2021: the samples that are marked as moving (all if nothing is marked); RMSE of
    /// the total error.
    case broad
    /// T. Michel et al., On Attitude Estimation with Smartphones, IEEE PerCom 2017: the valid samples from 5 s to 120 s
    /// after the start of the reference; mean of the angle between the quaternions.
    case michel

    /// The headline metric; the overall figure is its mean over the recordings.
    public var headline: Metric {
        switch self {
        case .standard, .broad: return .totalRMSE
        case .michel: return .totalMean
        }
    }
}

/// Which samples of the reference are scored.
public struct ScoringWindow: Sendable {
    /// Start-up that is not scored, nanoseconds, its last one included, for a reference without movement marks.
    public static let startUp: Int64 = 5_000_000_000
    /// End of the window of Michel et al., nanoseconds from the start of the reference.
    public static let michelEnd: Int64 = 120_000_000_000

    /// Empty if `interval` decides.
    private let moving: SampleStream<Bool>
    private let interval: ClosedRange<Int64>

    /// The window of a definition, for a recording with a reference.
    public init(recording: Recording, definition: ErrorDefinition = .standard) {
        let start = recording.reference.times.first ?? 0
        switch definition {
        case .standard:
            moving = recording.moving
            interval = start + Self.startUp + 1...Int64.max
        case .broad:
            moving = recording.moving
            interval = Int64.min...Int64.max
        case .michel:
            moving = SampleStream()
            interval = start + Self.startUp...start + Self.michelEnd
        }
    }

    /// All samples from one stamp to another, both included, nanoseconds of the log's clock.
    public init(interval: ClosedRange<Int64>) {
        moving = SampleStream()
        self.interval = interval
    }

    /// The indices of the reference samples that are scored, in order.
    public func indices(of reference: QuaternionStream) -> [Int] { indices(of: reference.times) }

    /// The indices of the scored stamps, in order.
    public func indices(of times: [Int64]) -> [Int] {
        guard !moving.isEmpty else { return times.indices.filter { interval.contains(times[$0]) } }
        var cursor = 0
        return times.indices.filter { index in
            while cursor + 1 < moving.count && moving.times[cursor + 1] <= times[index] { cursor += 1 }
            return moving.times[cursor] <= times[index] && moving.values[cursor]
        }
    }
}
