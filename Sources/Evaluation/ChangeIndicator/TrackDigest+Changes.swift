import RealModule
import Rotations
import SensorModels
import Vocabulary

extension TrackDigest {
    /// What may differ before it counts as a change: the last bits of another machine's mathematical library and of another
    /// LAPACK may, amplified over a recording; a change that anybody meant to make may not.
    public struct Tolerance: Sendable {
        /// Of an orientation, degrees.
        public var degrees = 0.001
        /// Of a sigma, as a share of it.
        public var share = 0.001

        /// A thousandth of a degree, a thousandth of a sigma.
        public init() {}
    }

    /// How one filter's answers changed.
    public struct Change: Sendable, CustomStringConvertible {
        /// The filter.
        public var filter: String
        /// What changed most, and when.
        public var description: String
    }

    /// One entry per filter whose answers differ from those of `committed` by more than the tolerance.
    public func changes(from committed: TrackDigest, tolerance: Tolerance = Tolerance()) -> [Change] {
        let names = (committed.rows + rows).map(\.filter)
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.compactMap { name in
            let (old, new) = (committed.rows.filter { $0.filter == name }, rows.filter { $0.filter == name })
            return Self.change(old, new, tolerance).map { Change(filter: name, description: "\(name): \($0)") }
        }
    }

    private static func change(_ old: [Row], _ new: [Row], _ tolerance: Tolerance) -> String? {
        if old.isEmpty { return "it was not there before" }
        if new.isEmpty { return "it is not there any more" }
        guard old.map(\.time) == new.map(\.time) else { return "the track has other time stamps" }
        let angles = zip(old, new).map { Angle.degrees($0.orientation.angle(to: $1.orientation)) }
        if let worst = angles.indices.max(by: { angles[$0] < angles[$1] }), angles[worst] > tolerance.degrees {
            return "the orientation differs by \(rounded(angles[worst])) degrees at \(LogTime.text(old[worst].time)) s"
        }
        for (before, after) in zip(old, new) {
            for (name, path) in sigmas {
                if differs(before[keyPath: path], after[keyPath: path], tolerance) {
                    return "the sigma of the \(name) was \(text(before[keyPath: path])) degrees and is "
                        + "\(text(after[keyPath: path])) at \(LogTime.text(before.time)) s"
                }
            }
        }
        return nil
    }

    private static var sigmas: [(String, KeyPath<Row, Double?>)] {
        [("heading", \.headingSigmaDegrees), ("inclination", \.inclinationSigmaDegrees)]
    }

    private static func differs(_ a: Double?, _ b: Double?, _ tolerance: Tolerance) -> Bool {
        guard let a, let b else { return (a == nil) != (b == nil) }
        // Two units of the last decimal that is written.
        return (a - b).magnitude > max(2e-5, tolerance.share * a.magnitude)
    }

    private static func rounded(_ value: Double) -> String { "\((value * 1e4).rounded() / 1e4)" }

    private static func text(_ value: Double?) -> String { value.map(rounded) ?? "unknown" }
}
