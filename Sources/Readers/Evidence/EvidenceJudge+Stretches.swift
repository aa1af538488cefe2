import Judge
import Recordings
import SensorModels
import Vocabulary

/// Units that change within a log.
extension EvidenceJudge {
    private static let parts = 8

    /// Warns of parts of a stream that are in another unit than the one in which all of it is read.
    mutating func warnOfStretches() {
        let stretches = judged.posterior.stretches(Self.parts)
        for sensor in recording.sensors {
            guard let index = judged.sensors.firstIndex(of: origin(of: sensor)), let kind = kind(of: sensor),
                let factor = factors[sensor]
            else { continue }
            let read = ReadingUnit(symbol: "", factor: factor.magnitude, share: 0)
            let others = stretches.compactMap {
                stretch -> (interval: ClosedRange<Int64>, unit: ReadingUnit, by: String)? in
                guard let marginal = stretch.streams[index], let best = marginal.units(of: kind).first,
                    Margin(best.probability) == .use, best.unit.factor != nil, !best.unit.isAbout(read)
                else { return nil }
                return (stretch.interval, best.unit, marginal.ofUnit.reason(beside: [.name, .baseRate]))
            }
            guard let first = others.first, let last = others.last(where: { $0.unit == first.unit }) else { continue }
            let start = recording.interval?.lowerBound ?? 0
            func seconds(_ time: Int64) -> Double { LogTime.difference(time, start).tenthsOfSeconds }
            warn(
                .unitUndecided,
                "the \(sensor.rawValue) changes its unit: from \(seconds(first.interval.lowerBound)) to "
                    + "\(seconds(last.interval.upperBound)) s its readings are in \(first.unit.symbol) (\(first.by)), and all are "
                    + "read as \(units[sensor]?.value.rawValue ?? "the rest")", advice: .partsAsFiles)
        }
    }
}
