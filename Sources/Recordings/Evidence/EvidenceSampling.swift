import Rotations
import SensorModels
import Vocabulary

extension VectorStream {
    /// The parts of a stream that evidence looks at: all of it, of a long one eight parts in even distances. Hours of motion
    /// decide nothing that minutes do not.
    var evidenceParts: [ClosedRange<Int64>] {
        let (most, count) = (64_000, 8)
        guard self.count > most, let first = times.first, let last = times.last else { return [] }
        let step = Double(last - first) / Double(count)
        let length = step * Double(most) / Double(self.count)
        return (0..<count).map { part in
            let start = Double(part) * step
            return first + Int64(clamping: start)...first + Int64(clamping: start + length)
        }
    }

    /// The samples in some parts of the time; all of them where there are no parts.
    func within(_ parts: [ClosedRange<Int64>]) -> VectorStream {
        guard !parts.isEmpty else { return self }
        let clipped = parts.map { self.clipped(to: $0) }
        return VectorStream(times: clipped.flatMap(\.times), values: clipped.flatMap(\.values))
    }

    /// Values in even distances: all of a short stream, some `most` of a long one.
    func sampledValues(_ most: Int = 10_000) -> [Vector3] {
        stride(from: 0, to: count, by: max(1, count / most)).map { values[$0] }
    }
}
