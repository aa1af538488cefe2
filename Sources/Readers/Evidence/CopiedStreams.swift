import Judge
import Recordings
import SensorModels
import Vocabulary

/// Columns of one sensor that hold another one's numbers, as a program writes them that names a variable twice.
extension EvidenceJudge {
    /// Fewest different samples: constant readings may agree by chance.
    private static let fewest = 5

    /// Leaves out every stream with the numbers of a sensor of another quantity: of the two, the one that the readings
    /// are less probably of.
    /// - Returns: whether there were any.
    mutating func leaveOutCopies() -> Bool {
        let sensors = judged.sensors
        var copies: [(copy: SensorKind, of: SensorKind)] = []
        for (index, sensor) in sensors.enumerated() {
            for other in sensors[..<index] where isCopy(sensor, of: other) {
                copies.append(probability(of: sensor) > probability(of: other) ? (other, sensor) : (sensor, other))
            }
        }
        for (copy, original) in copies where !recording.vectors(of: copy).isEmpty {
            let (source, claim) = (claims[original]?.source ?? original.rawValue, claims[copy])
            recording = recording.without(copy)
            claims[copy] = nil
            recording.lostSensors.insert(copy)
            warn(
                .incompleteColumns,
                "the \(copy.rawValue) (\(claim?.source ?? copy.rawValue)) has the \(original.rawValue)'s numbers (\(source)), "
                    + "sample for sample: it is left out as a copy",
                advice: .columns(if: "its own readings are in other columns", nil))
        }
        return !copies.isEmpty
    }

    private func isCopy(_ sensor: SensorKind, of other: SensorKind) -> Bool {
        let (own, others) = (recording.vectors(of: sensor).values, recording.vectors(of: other).values)
        return LogUnit.Quantity(of: sensor) != LogUnit.Quantity(of: other) && own == others
            && Set(own.lazy.prefix(1000).map(\.x)).count >= Self.fewest
    }

    /// P(the readings are of the quantity that the stream is named).
    private func probability(of sensor: SensorKind) -> Double {
        guard let named = Kind(sensor), let kinds = judged.marginal(of: sensor)?.kinds else { return 0 }
        return kinds.filter { $0.kind == named || $0.kind.isForce && named.isForce }.reduce(0) { $0 + $1.probability }
    }
}
