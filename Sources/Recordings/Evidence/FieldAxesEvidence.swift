import LinearAlgebra
import Rotations
import SensorModels
import Vocabulary

/// Whether a magnetometer's axes are those of the gyroscope beside it: chips of both have axes of their own, and boards print them as they are.
///
/// The field d turns in the device as d' = d x w. With axes that are turned by P, the readings obey it with the rate P w. The sign of the field
/// cannot be seen so, since -d obeys it as well: of the 48 ways to exchange and reverse axes the 24 that are rotations are tried.
struct FieldAxesEvidence {
    /// The column of every axis, 0...2, and whether it is reversed, where one way fits clearly better than all others; else `nil`.
    let axes: [(axis: Int, isReversed: Bool)]?

    /// The share of the changes that a fit leaves: of one that holds, of one that does not, and how much smaller the best one's is.
    private static let (holding, failing, clear) = (0.35, 0.6, 0.6)
    private static let turns = 0.02...0.6
    private static let mostSpans = 500
    /// rad/s of the rate for one of the field, in the right unit.
    private static let ratios = 0.75...1.3

    /// `nil` where the readings turn with the rate as they are, or with nothing.
    static func found(in field: VectorStream, rate: VectorStream) -> FieldAxesEvidence? {
        guard field.count > 100, rate.count > 100 else { return nil }
        let parts = field.evidenceParts
        let spans = TurnIntegral(rate.within(parts)).spans(of: field.within(parts), lengths: 100_000_000...500_000_000)
        var factors = LogUnit.units(of: .rate).map(\.factor)
        if rate.isWhole { factors += GyroscopeChips.countsPerDegree.map { LogUnit.degreesPerSecond.factor / $0 } }
        return factors.lazy.compactMap { factor in
            let usable = spans.filter { turns.contains(factor * $0.turn.length) }
            guard usable.count >= 60 else { return nil }
            let few = stride(from: 0, to: usable.count, by: max(1, usable.count / mostSpans)).map { usable[$0] }
            return fitted(few, factor)
        }.first
    }

    private static func fitted(_ spans: [TurnSpan], _ factor: Double) -> FieldAxesEvidence? {
        guard left(spans, factor, .identity) > failing else { return nil }
        let shares = rotations.map { (rotation: $0, left: left(spans, factor, $0.matrix)) }.sorted { $0.left < $1.left }
        guard shares[0].left < holding else { return nil }
        return FieldAxesEvidence(axes: shares[0].left < clear * shares[1].left ? shares[0].rotation.axes : nil)
    }

    /// The share of the readings' changes that the turns do not explain, their axes turned by a matrix.
    private static func left(_ spans: [TurnSpan], _ factor: Double, _ matrix: Matrix3) -> Double {
        var rows: [[Double]] = []
        var changes: [Double] = []
        for span in spans {
            let q = factor * span.turn
            let change = matrix * (span.to - span.from)
            let known = (matrix * (0.5 * (span.from + span.to))).cross(q)
            rows += [[known.x, 0, -q.z, q.y], [known.y, q.z, 0, -q.x], [known.z, -q.y, q.x, 0]]
            changes += [change.x, change.y, change.z]
        }
        let total = changes.reduce(0) { $0 + $1 * $1 }
        guard total > 0, let solution = try? Matrix(rows).leastSquares(changes, method: .qr),
            ratios.contains(solution.parameters[0])
        else { return 1 }
        return solution.weightedSumOfSquares / total
    }

    /// The 23 rotations that exchange and reverse axes.
    private static let rotations: [(matrix: Matrix3, axes: [(axis: Int, isReversed: Bool)])] = {
        let unit = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
        var found: [(matrix: Matrix3, axes: [(axis: Int, isReversed: Bool)])] = []
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for signs in 0..<8 {
                let axes = order.enumerated().map { (axis: $1, isReversed: signs >> $0 & 1 == 1) }
                let rows = axes.map { ($0.isReversed ? -1 : 1) * unit[$0.axis] }
                guard rows[0].cross(rows[1]).dot(rows[2]) > 0, signs != 0 || order != [0, 1, 2] else { continue }
                found.append((Matrix3(columns: rows[0], rows[1], rows[2]).transpose, axes))
            }
        }
        return found
    }()
}

extension EvidenceJudge {
    /// Warns of a magnetometer whose axes are not the gyroscope's, and takes nothing from its direction then.
    mutating func compareFieldAxes() {
        fieldAxes = FieldAxesEvidence.found(in: recording.magnetometer, rate: recording.gyroscope)
        guard let found = fieldAxes else { return }
        let names = ["x", "y", "z"]
        let shown = found.axes.map { axes in
            axes.enumerated().map { "\(names[$0]) = \($1.isReversed ? "-" : "")\(names[$1.axis])" }.joined(
                separator: ", ")
        }
        warn(
            .frameUndecided,
            "the magnetometer's axes are not the gyroscope's: its field does not turn with the rates as it is, but "
                + (shown.map { "does with \($0) of its columns" }
                    ?? "does with its axes exchanged or reversed, in several ways")
                + "; headings from it are wrong",
            found.axes.flatMap(axesOption).map { "read it so: --columns \($0)" }
                ?? "say which column is which axis with --columns, such as mx=-8 (docs/guide/mapping.md)")
    }

    /// The columns that `--columns` takes, with those of the magnetometer exchanged; `nil` for a log of several tables.
    private func axesOption(_ axes: [(axis: Int, isReversed: Bool)]) -> String? {
        guard tables.count == 1, let field = tables[0].sensors[.magnetometer], field.count == 3 else { return nil }
        var parts = ["\(CanonicalColumns.time)=\(tables[0].time + 1)"]
        for (sensor, roles) in CanonicalColumns.vectors {
            guard let columns = tables[0].sensors[sensor], columns.count == 3 else { continue }
            parts += roles.indices.map { index in
                guard sensor == .magnetometer else { return "\(roles[index])=\(columns[index] + 1)" }
                return "\(roles[index])=\(axes[index].isReversed ? "-" : "")\(field[axes[index].axis] + 1)"
            }
        }
        return parts.joined(separator: ",")
    }
}
