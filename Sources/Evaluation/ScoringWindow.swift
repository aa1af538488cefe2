import Recordings
import SensorModels

/// Which samples of the reference are scored.
///
/// Where the log marks movement, those with `moving` set (the rule of BROAD); else those from five seconds after the
/// reference begins (the rule of the phone benchmark), so that start-up is not counted.
public struct ScoringWindow: Sendable {
    /// Nanoseconds left out at the start of a reference without movement marks.
    public static let startUp: Int64 = 5_000_000_000

    private let moving: SampleStream<Bool>
    private let start: Int64

    /// The rule for a recording, by whether it marks movement.
    public init(recording: Recording) {
        moving = recording.moving
        start = (recording.reference.times.first ?? 0) + Self.startUp
    }

    /// The indices of the reference samples that are scored, in order.
    public func indices(of reference: QuaternionStream) -> [Int] {
        guard !moving.isEmpty else { return reference.times.indices.filter { reference.times[$0] >= start } }
        var cursor = 0
        return reference.times.indices.filter { index in
            while cursor + 1 < moving.count && moving.times[cursor + 1] <= reference.times[index] { cursor += 1 }
            return moving.times[cursor] <= reference.times[index] && moving.values[cursor]
        }
    }
}
