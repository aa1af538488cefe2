import Rotations
import SensorModels
import Vocabulary

/// A part of a log, judged as if it were alone.
public struct Stretch: Sendable {
    /// Nanoseconds of the log's clock.
    public let interval: ClosedRange<Int64>
    /// As `Posterior.streams`.
    public let streams: [Marginal?]
}

extension Posterior {
    /// Parts of equal length, judged without what the log says of its units: a program or a person may change them on
    /// the way. Empty where forces are about as long in all parts.
    public func stretches(_ count: Int) -> [Stretch] {
        let log = joint.log
        let forces = log.streams.indices.filter { streams[$0]?.outcomes.first?.hypothesis.kind.hasGravity == true }
        guard let longest = forces.map({ log.streams[$0].samples }).max(by: { $0.count < $1.count }),
            longest.count >= 100 * count
        else { return [] }
        let size = longest.count / count
        let intervals = (0..<count).map { part in
            longest.times[part * size]...max(longest.times[part * size], longest.times[(part + 1) * size - 1])
        }
        func parts(_ stream: VectorStream) -> [VectorStream] { intervals.map { stream.clipped(to: $0) } }
        let isChanged = forces.contains { index in
            let rests = parts(log.streams[index].samples).compactMap { Profile($0)?.rest }
            return (rests.max() ?? 0) > Self.ratio * (rests.min() ?? 0)
        }
        guard isChanged else { return [] }
        return intervals.map { interval in
            var part = log
            part.clocks = [(1, 0)]
            for index in part.streams.indices {
                part.streams[index].samples = log.streams[index].samples.clipped(to: interval)
                part.streams[index].units = []
                part.streams[index].constraint = nil
            }
            return Stretch(interval: interval, streams: Posterior(part).streams)
        }
    }

    /// Of lengths at rest that are worth a look: units are further apart.
    private static let ratio = 3.0
}
