import Rotations
import SensorModels
import Vocabulary

extension TableSchema.Doubt {
    /// What the columns of a rate are called whose axes are not certain; `nil` for every other doubt.
    fileprivate var angles: [String]? {
        switch self {
        case .axesOfRoll: ["roll", "pitch", "yaw"]
        case .axesOfAlpha, .anglesOrRate: ["alpha", "beta", "gamma"]
        default: nil
        }
    }

    /// The column about x, y and z, in the ways that programs have them: the first is how they are read.
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

/// Which axis a rate is about that is called by an angle: what turns with it decides.
extension EvidenceJudge {
    mutating func decideRateAxes() throws {
        guard let doubt = doubts[.gyroscope], let angles = doubt.angles, !recording.gyroscope.isEmpty,
            !without.contains(.gyroscope)
        else { return }
        let names = angles.joined(separator: ", ")
        let columns = tables.count == 1 ? tables[0].sensors[.gyroscope] ?? [] : []
        let options = doubt.orders.compactMap { order in
            axesOption(.gyroscope, order.map { (axis: $0, isReversed: false) }).map { "--columns \($0)" }
        }
        guard let order = order(of: doubt.orders) else {
            switch doubt {
            case .anglesOrRate:
                warn(
                    .incompleteColumns,
                    "\(claims[.gyroscope]?.source ?? names): nothing turns with them, and they may be angles: they are not read as "
                        + "the gyroscope",
                    options.first.map { "if they are rates about x, y, z, say so: \($0)" }
                        ?? "if they are rates, say so with --columns (docs/guide/mapping.md)")
                claims[.gyroscope] = nil
                recording = recording.without(.gyroscope)
            case .axesOfAlpha where !isStill:
                throw SensorLabError(
                    .badData, code: .unknownFrame, place: name,
                    message:
                        "the axes of the gyroscope are not known: its columns are called \(names), which are about x, y, z in "
                        + "some programs and about z, x, y or z, y, x in others, and no direction turns with them that shows it",
                    advice:
                        "say which it is, \(options.isEmpty ? "with --columns gx=COLUMN,gy=COLUMN,gz=COLUMN" : options.joined(separator: " or ")), "
                        + "or do without: --without gyroscope")
            default:
                warn(
                    .frameUndecided,
                    "the gyroscope's columns are called \(names): they are taken as the rates about x, y, z, and nothing in the log "
                        + "confirms it",
                    options.dropFirst().first.map { "if they are about others, say so, such as \($0)" }
                        ?? "if they are about others, say so with --columns (docs/guide/mapping.md)")
            }
            return
        }
        claims[.gyroscope]?.note = "x, y, z are \(order.map { angles[$0] }.joined(separator: ", ")), as they turn"
        guard order != [0, 1, 2] else { return }
        recording.gyroscope.values.change { Vector3($0[order[0]], $0[order[1]], $0[order[2]]) }
        if columns.count == 3 { tables[0].sensors[.gyroscope] = order.map { columns[$0] } }
    }

    /// Whether the rate is that of a device at rest, whose axes matter little.
    private var isStill: Bool { recording.gyroscope.values.allSatisfy { $0 == .zero } }

    /// The order with which a direction turns clearly better than with the others; `nil` without one.
    private func order(of orders: [[Int]]) -> [Int]? {
        func best(_ readings: VectorStream, _ hasOffset: Bool) -> [Int]? {
            let shares = orders.compactMap { order -> (order: [Int], share: Double)? in
                var rate = recording.gyroscope
                rate.values.change { Vector3($0[order[0]], $0[order[1]], $0[order[2]]) }
                return SensorAxesEvidence.shareLeft(of: readings, rate: rate, hasOffset: hasOffset).map { (order, $0) }
            }.sorted { $0.share < $1.share }
            guard shares.count == orders.count, SensorAxesEvidence.isClear(shares.map(\.share)) else { return nil }
            return shares[0].order
        }
        return best(force, false) ?? best(recording.magnetometer, true)
            ?? best(recording.magnetometerCorrected, false)
    }
}
