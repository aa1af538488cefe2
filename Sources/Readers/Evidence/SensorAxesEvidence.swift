import Foundation
import Judge
import LinearAlgebra
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Whether the axes of a magnetometer or an accelerometer are those of the gyroscope beside it: chips have axes of
/// their own, and boards print them unchanged.
///
/// A direction d that is fixed in the room turns in the device as d' = d x w. With axes that are rotated by P, the
/// readings obey it with the rate P w. The sign of the direction is not observable, since -d obeys it as well: of the
/// 48 ways to exchange and reverse axes the 24 rotations are tried. With the 24 others the rate is mirrored:
/// d' = -d x P w.
struct SensorAxesEvidence {
    /// The column of every axis, 0...2, and whether it is reversed.
    typealias Axes = [(axis: Int, isReversed: Bool)]

    /// Of the direction's readings, where one choice is probable; else `nil`.
    let axes: Axes?
    /// Whether the rate is left-handed relative to the direction.
    let isMirrored: Bool

    private static let turns = 0.02...0.6
    private static let mostSpans = 500
    /// Ratios of the rate to that of the direction, in the right unit.
    private static let ratios = 0.75...1.3

    /// ln of the prior of other axes than the rate's: of those that magnetometers have in one chip with others (x = y,
    /// y = x, z = -z of the AK8963 in an MPU-9250; -y and -z of the AK09916 in an ICM-20948), and of any other choice.
    private static let (ofChip, other) = (-4.0, -7.0)
    /// ln(share that a fit leaves) counts so many times per span, since neighbouring spans have readings in common and
    /// what a fit leaves is no white noise; and so many times at most.
    private static let (weight, most) = (0.25, 12.0)

    /// `nil` where the readings turn with the rate as they are, or with nothing.
    /// - Parameter hasOffset: the readings contain the device's own field, constant in its axes.
    static func found(in readings: VectorStream, rate: VectorStream, hasOffset: Bool) -> SensorAxesEvidence? {
        tried(readings, rate, hasOffset).lazy.compactMap { fitted($0.spans, $0.factor, hasOffset) }.first
    }

    /// The share of the readings' changes that the turns do not explain, in the unit that explains most; `nil` where
    /// the device hardly turns.
    static func shareLeft(
        of readings: VectorStream, rate: VectorStream, hasOffset: Bool
    ) -> (share: Double, spans: Int)? {
        tried(readings, rate, hasOffset).map { spans, factor in
            let found = left(spans, factor, .identity, hasOffset)
            return (found.isMirrored ? 1 : found.share, spans.count)
        }.min { $0.share < $1.share }
    }

    /// The probabilities of choices that leave these shares, of so many spans.
    static func posterior(_ shares: [Double], _ priors: [Double], spans: Int) -> [Double] {
        let count = min(most, weight * Double(spans))
        let nats = zip(shares, priors).map { $1 - count * log(max($0, 0.01)) }
        let best = nats.max() ?? 0
        let weights = nats.map { exp($0 - best) }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }

    /// The turns that are compared, with the rad/s of each unit that they may be in.
    private static func tried(
        _ readings: VectorStream, _ rate: VectorStream, _ hasOffset: Bool
    ) -> [(spans: [TurnSpan], factor: Double)] {
        guard readings.count > 100, rate.count > 100 else { return [] }
        let parts = readings.evidenceParts
        let part = readings.within(parts)
        // Forces of a hand and of steps alternate while gravity turns: 0.1 s means, further apart, retain more of the
        // latter.
        let spans = TurnIntegral(rate.within(parts)).spans(
            of: hasOffset ? part : part.means(of: 100_000_000, fewest: 1),
            lengths: hasOffset ? 100_000_000...500_000_000 : 200_000_000...600_000_000)
        // Of every unit, and for whole numbers of every chip's counts.
        let factors =
            LogUnit.units(of: .rate).map(\.factor)
            + (rate.isWhole ? ReadingUnit.inCounts(for: .gyroscope).compactMap(\.factor) : [])
        return factors.compactMap { factor in
            let usable = spans.filter { turns.contains(factor * $0.turn.length) }
            guard usable.count >= (hasOffset ? 60 : 25) else { return nil }
            let step = max(1, usable.count / mostSpans)
            return (stride(from: 0, to: usable.count, by: step).map { usable[$0] }, factor)
        }
    }

    private static func fitted(_ spans: [TurnSpan], _ factor: Double, _ hasOffset: Bool) -> SensorAxesEvidence? {
        let fits = choices.map { choice in
            let left = left(spans, factor, choice.matrix, hasOffset)
            return (choice: choice, left: left, isAsRead: choice.isAsRead && !left.isMirrored)
        }
        let priors = fits.map { fit in
            fit.isAsRead ? 0 : fit.choice.isOfChip && hasOffset && !fit.left.isMirrored ? ofChip : other
        }
        let probabilities = posterior(fits.map(\.left.share), priors, spans: spans.count)
        let turned = zip(fits, probabilities).reduce(0) { $1.0.isAsRead ? $0 : $0 + $1.1 }
        guard Margin(turned) != .ask, let best = fits.indices.max(by: { probabilities[$0] < probabilities[$1] })
        else { return nil }
        return SensorAxesEvidence(
            axes: Margin(probabilities[best]) == .ask ? nil : fits[best].choice.axes,
            isMirrored: fits[best].left.isMirrored)
    }

    /// The share of the readings' changes that the turns do not explain, with their axes rotated by a matrix; 1 for a
    /// turn that is too large or too small.
    private static func left(
        _ spans: [TurnSpan], _ factor: Double, _ matrix: Matrix3, _ hasOffset: Bool
    ) -> (share: Double, isMirrored: Bool) {
        guard !hasOffset else { return leftAboutOffset(spans, factor, matrix) }
        var (xy, xx, yy) = (0.0, 0.0, 0.0)
        for span in spans {
            let predicted = (matrix * (0.5 * (span.from + span.to))).cross(factor * span.turn)
            let observed = matrix * (span.to - span.from)
            xy += predicted.dot(observed)
            xx += predicted.lengthSquared
            yy += observed.lengthSquared
        }
        guard xx > 0, yy > 0, ratios.contains((xy / xx).magnitude) else { return (1, false) }
        return (1 - xy * xy / (xx * yy), xy < 0)
    }

    /// The same for readings m about an offset b: a span with the turn q changes them by k (mean m) x q + q x (k b),
    /// linear in the four unknowns k and k b.
    private static func leftAboutOffset(
        _ spans: [TurnSpan], _ factor: Double, _ matrix: Matrix3
    ) -> (share: Double, isMirrored: Bool) {
        var rows: [[Double]] = []
        var changes: [Double] = []
        for span in spans {
            let q = factor * span.turn
            let (change, known) = (matrix * (span.to - span.from), (matrix * (0.5 * (span.from + span.to))).cross(q))
            rows += [[known.x, 0, -q.z, q.y], [known.y, q.z, 0, -q.x], [known.z, -q.y, q.x, 0]]
            changes += [change.x, change.y, change.z]
        }
        let total = changes.reduce(0) { $0 + $1 * $1 }
        guard total > 0, let solution = try? Matrix(rows).leastSquares(changes, method: .qr),
            ratios.contains(solution.parameters[0].magnitude)
        else { return (1, false) }
        return (solution.weightedSumOfSquares / total, solution.parameters[0] < 0)
    }

    /// A rotation that exchanges and reverses axes.
    private struct Choice {
        var matrix: Matrix3
        var axes: Axes
        var isAsRead: Bool
        /// As `ofChip` has them.
        var isOfChip: Bool
    }

    private static let choices: [Choice] = {
        let unit = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
        var found: [Choice] = []
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for signs in 0..<8 {
                let axes = order.enumerated().map { (axis: $1, isReversed: signs >> $0 & 1 == 1) }
                let rows = axes.map { ($0.isReversed ? -1 : 1) * unit[$0.axis] }
                guard rows[0].cross(rows[1]).dot(rows[2]) > 0 else { continue }
                found.append(
                    Choice(
                        matrix: Matrix3(columns: rows[0], rows[1], rows[2]).transpose, axes: axes,
                        isAsRead: order == [0, 1, 2] && signs == 0,
                        isOfChip: order == [1, 0, 2] && signs == 4 || order == [0, 1, 2] && signs == 6))
            }
        }
        return found
    }()

    /// Axes of the rate's columns, where those are the rotated ones.
    var axesOfRate: Axes? {
        axes.map { axes in
            (0..<3).compactMap { axis in
                axes.firstIndex { $0.axis == axis }.map { (axis: $0, isReversed: axes[$0].isReversed != isMirrored) }
            }
        }
    }

    /// Whether both give the same axes for the rate.
    func agrees(with other: SensorAxesEvidence) -> Bool {
        guard isMirrored == other.isMirrored, let axes, let others = other.axes else { return false }
        return zip(axes, others).allSatisfy { $0 == $1 }
    }
}

extension EvidenceJudge {
    /// Warns of a sensor whose axes are not the gyroscope's; its direction is not used then.
    /// - Returns: the sensors whose axes are not the others'.
    mutating func compareAxes() -> Set<SensorKind> {
        let rate = recording.gyroscope
        fieldAxes = SensorAxesEvidence.found(in: recording.magnetometer, rate: rate, hasOffset: true)
        let forceAxes = SensorAxesEvidence.found(in: force, rate: rate, hasOffset: false)
        // Chips are right-handed in any pose, so a left-handed pair means a mirrored rate. The rate is also wrong where
        // both other sensors agree.
        let mirrored = [forceAxes, fieldAxes].compactMap { $0 }.first(where: \.isMirrored)
        let agreed = forceAxes.flatMap { force in fieldAxes.flatMap { force.agrees(with: $0) ? force : nil } }
        if let found = mirrored ?? agreed {
            warn(
                of: .gyroscope, found.axesOfRate,
                "the \(forceAxes == nil ? "field" : "specific force") does not turn with its rates as they are")
            fieldAxes = nil
            return [.gyroscope]
        }
        var turned: Set<SensorKind> = []
        if let found = forceAxes {
            let sensor = recording.gravity.isEmpty ? SensorKind.accelerometer : .gravity
            warn(of: sensor, found.axes, "its direction does not turn with the rates as it is")
            turned.insert(sensor)
        }
        if let found = fieldAxes {
            warn(of: .magnetometer, found.axes, "its field does not turn with the rates as it is")
            turned.insert(.magnetometer)
        }
        return turned
    }

    private mutating func warn(of sensor: SensorKind, _ axes: SensorAxesEvidence.Axes?, _ reason: String) {
        let names = ["x", "y", "z"]
        let shown = axes.map { axes in
            axes.enumerated().map { "\(names[$0]) = \($1.isReversed ? "-" : "")\(names[$1.axis])" }.joined(
                separator: ", ")
        }
        warn(
            .frameUndecided,
            "the \(sensor.rawValue)'s axes are not \(sensor == .gyroscope ? "the other sensors'" : "the gyroscope's"): \(reason), but "
                + (shown.map { "does with \($0) of its columns" }
                    ?? "does with its axes exchanged or reversed, in several ways")
                + "; \(sensor == .magnetometer ? "headings" : "orientations") from it are wrong",
            advice: .columns(if: "that is right", axes.flatMap { axesOption(sensor, $0) }))
    }

    /// The value of `--columns` with the columns of a sensor exchanged; `nil` for a log of several tables.
    func axesOption(_ turned: SensorKind, _ axes: SensorAxesEvidence.Axes) -> String? {
        guard let table = tables.first, table.sensors[turned]?.count == 3 else { return nil }
        return columnsOption(time: "\(CanonicalColumns.time)=\(table.time + 1)", turned: [turned], axes)
    }

    /// The value of `--columns` for a log of one table; `nil` for others, and for one without a time.
    /// - Parameters:
    ///   - time: the part for the time; `nil` to leave it out.
    ///   - turned: the sensors whose columns are exchanged or reversed.
    func columnsOption(time: String?, turned: Set<SensorKind> = [], _ axes: SensorAxesEvidence.Axes = []) -> String? {
        guard tables.count == 1 else { return nil }
        var parts = time.map { [$0] } ?? []
        for (sensor, roles) in CanonicalColumns.vectors {
            guard let columns = tables[0].sensors[sensor], columns.count == 3 else { continue }
            let claim = claims[sensor]
            let unit = claim?.scale == nil ? claim?.unit.map { ":\($0.value.rawValue)" } ?? "" : ""
            parts += roles.indices.map { index in
                let unit = index == 0 ? unit : ""
                guard turned.contains(sensor) else { return "\(roles[index])=\(columns[index] + 1)\(unit)" }
                return "\(roles[index])=\(axes[index].isReversed ? "-" : "")\(columns[axes[index].axis] + 1)\(unit)"
            }
        }
        return parts.joined(separator: ",")
    }
}

/// Whether the third axis of an accelerometer points down throughout a log, as in inertial navigation systems.
struct DownEvidence {
    /// The median of z, m/s^2.
    let z: Double

    /// Largest z of the force's direction, from means of 1 s, of a short log of a sixth of it.
    private static let down = -0.7
    private static let share = 0.9

    /// `nil` where z points up or sideways in a tenth of the log.
    /// - Parameter force: read as specific force.
    init?(_ force: VectorStream) {
        guard let first = force.times.first, let last = force.times.last else { return nil }
        let length = min(1_000_000_000, max(1, LogTime.difference(last, first) / 6))
        let means = force.within(force.evidenceParts).means(of: length, fewest: 1).values
        let directions = means.compactMap(\.normalized)
        guard directions.count >= 5,
            Double(directions.count { $0.z < Self.down }) >= Self.share * Double(directions.count),
            let median = Percentile.upperMedian(means.map(\.z))
        else { return nil }
        z = median
    }
}

extension EvidenceJudge {
    /// Forward, right, down to right, forward, up.
    private static let forwardRightDown: SensorAxesEvidence.Axes = [(1, false), (0, false), (2, true)]

    /// Warns of axes that may be forward, right and down: as they are, the heading would be that of the right side. The
    /// API or the format identifies a phone that lay face down.
    mutating func warnOfDown() {
        guard !hasPhoneStreams, let sign = signs[.accelerometer], sign.value == .android,
            assumptions.sign(of: .accelerometer) == nil, claims[.accelerometer]?.sign == nil,
            let evidence = DownEvidence(recording.accelerometer)
        else { return }
        let field = marginal(of: .accelerometer)?.ofSign
            .first { $0.term == .direction }
        // The other sign has its own warning.
        guard field.map({ $0.nats > 0 }) != false else { return }
        let sensors = recording.sensors.filter { Recording.vectorPath(of: $0) != nil }
        let option = tables.first.flatMap {
            columnsOption(time: "\(CanonicalColumns.time)=\($0.time + 1)", turned: Set(sensors), Self.forwardRightDown)
        }
        warn(
            .frameUndecided,
            "the accelerometer's z is \(MagnitudeEvidence.shown(evidence.z)) m/s^2 in nearly the whole log: the axes of "
                + "\(sensors.map(\.rawValue).joined(separator: ", ")) are forward, right, down (north-east-down, as of VectorNav, SBG, MicroStrain "
                + "and autopilots), or the device lay face down"
                + (field.map { " (\($0.reason), as of specific force)" } ?? ", or the accelerometer has the other sign")
                + "; they are read as right, forward, up, and in the first case the heading is that of the right side",
            advice: .forwardRightDown(option, orSign: field == nil))
    }
}

extension TableSchema.Doubt {
    /// The names of a rate's columns whose axes are uncertain; `nil` for every other doubt.
    fileprivate var angles: [String]? {
        switch self {
        case .axesOfRoll: ["roll", "pitch", "yaw"]
        case .axesOfAlpha, .anglesOrRate: ["alpha", "beta", "gamma"]
        default: nil
        }
    }

    /// The columns about x, y and z, in the orders that programs use; the first is the one that is read.
    fileprivate var orders: [[Int]] {
        switch self {
        // A phone's roll is about y.
        case .axesOfRoll: [[0, 1, 2], [1, 0, 2]]
        // What browsers do, what their documentation says, and what frameworks for apps make of it.
        case .axesOfAlpha, .anglesOrRate: [[0, 1, 2], [1, 2, 0], [2, 1, 0]]
        default: []
        }
    }
}

/// The axes of a rate that are named by angles: the direction that turns with it decides.
extension EvidenceJudge {
    mutating func decideRateAxes() throws {
        guard let doubt = doubts[.gyroscope], let angles = doubt.angles, !recording.gyroscope.isEmpty,
            !without.contains(.gyroscope)
        else { return }
        let names = angles.joined(separator: ", ")
        let columns = tables.count == 1 ? tables[0].sensors[.gyroscope] ?? [] : []
        let options = doubt.orders.compactMap { order in
            axesOption(.gyroscope, order.map { (axis: $0, isReversed: false) })
        }
        guard let order = order(of: doubt.orders) else {
            switch doubt {
            case .anglesOrRate:
                warn(
                    .incompleteColumns,
                    "\(claims[.gyroscope]?.source ?? names): nothing turns with these columns, and they may be angles: they are "
                        + "not read as the gyroscope",
                    advice: .columns(if: "they are rates about x, y, z", options.first))
                claims[.gyroscope] = nil
                recording = recording.without(.gyroscope)
            case .axesOfAlpha where !isStill:
                throw SensorLabError(
                    .badData, code: .unknownFrame, place: name,
                    message:
                        "the axes of the gyroscope are not known: its columns are called \(names), which are about x, y, z in "
                        + "some programs and about z, x, y or z, y, x in others, and no force or field shows it by its turns",
                    advice:
                        "give the axes, \(options.isEmpty ? "with --columns gx=COLUMN,gy=COLUMN,gz=COLUMN" : options.map { "--columns \($0)" }.joined(separator: " or ")), "
                        + "or leave it out: --without gyroscope")
            default:
                warn(
                    .frameUndecided,
                    "the gyroscope's columns are called \(names): they are taken as the rates about x, y, z, and nothing in the log "
                        + "confirms it",
                    advice: .columns(if: "they are about other axes", options.dropFirst().first))
            }
            return
        }
        claims[.gyroscope]?.note =
            "x, y, z are \(order.map { angles[$0] }.joined(separator: ", ")), by the way they turn"
        guard order != [0, 1, 2] else { return }
        recording.gyroscope.values.change { Vector3($0[order[0]], $0[order[1]], $0[order[2]]) }
        if columns.count == 3 { tables[0].sensors[.gyroscope] = order.map { columns[$0] } }
    }

    /// Whether the device was at rest, where the axes matter little.
    private var isStill: Bool { recording.gyroscope.values.allSatisfy { $0 == .zero } }

    /// The order with which a direction turns clearly better than with the others; `nil` without one.
    private func order(of orders: [[Int]]) -> [Int]? {
        func best(_ readings: VectorStream, _ hasOffset: Bool) -> [Int]? {
            let found = orders.map { order in
                var rate = recording.gyroscope
                rate.values.change { Vector3($0[order[0]], $0[order[1]], $0[order[2]]) }
                return SensorAxesEvidence.shareLeft(of: readings, rate: rate, hasOffset: hasOffset)
            }
            guard found.allSatisfy({ $0 != nil }) else { return nil }
            let probabilities = SensorAxesEvidence.posterior(
                found.map { $0?.share ?? 1 }, orders.map { _ in 0 }, spans: found.compactMap { $0?.spans }.min() ?? 0)
            return zip(orders, probabilities).first { Margin($1) != .ask }?.0
        }
        return best(force, false) ?? best(recording.magnetometer, true)
            ?? best(recording.magnetometerCorrected, false)
    }
}
