import Judge
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Which neighbouring columns without names are which sensor's, by the posterior of the first rows.
struct JudgedTriples {
    /// Three columns, the sensor that they most probably are, and the unit where the lengths show it.
    typealias Triple = (sensor: SensorKind, positions: [Int], unit: String?)

    private(set) var found: [Triple] = []

    /// Most ways to divide columns into triples, and most triples that are judged together.
    private static let (most, mostTogether) = (24, 4)
    /// ln of how often the first, second and third triple of a table are these sensors'; of tables with two, the field
    /// is hardly ever one; others are angles and what else a program prints.
    private static let order: [[Kind: Double]] = [
        [.accelerometer: 0, .gyroscope: -0.7, .magnetometer: -2, .other: -5],
        [.accelerometer: -0.7, .gyroscope: 0, .magnetometer: -0.5, .other: -5],
        [.accelerometer: -2, .gyroscope: -0.7, .magnetometer: 0, .other: -3],
    ]
    private static let ofTwo: [[Kind: Double]] = [
        [.accelerometer: 0, .gyroscope: -0.7, .magnetometer: -3.5, .other: -5],
        [.accelerometer: -0.7, .gyroscope: 0, .magnetometer: -3.5, .other: -5],
    ]
    private static let ofOne: [Kind: Double] = [.accelerometer: 0, .gyroscope: -0.7, .magnetometer: -1, .other: -1]

    /// - Parameters:
    ///   - candidates: columns that may be an axis, ascending.
    ///   - seconds: of the rows; `nil` where no column is known to have them, and turns say nothing.
    ///   - named: the sensor in the file's name.
    init(_ head: TableHead, among candidates: [Int], seconds: [Double]?, named: SensorKind?) {
        var best = -Double.infinity
        for triples in Self.divisions(candidates) {
            let named = triples.count == 1 ? named.flatMap(Kind.init) : nil
            let judged = Self.judged(head, triples, seconds, named)
            let kinds = judged.map { $0?.kinds.first { Self.sensor($0.kind) != nil } }
            // An axis that is always zero beside others that change is hardly a sensor's, and whole numbers beside
            // fractions even less.
            let unlike = triples.reduce(0.0) { sum, positions in
                let profiles = positions.map(head.profile)
                let set = profiles.filter { $0.varies || $0.long.first != 0 }
                guard set.contains(where: \.varies) else { return sum }
                return sum + (Set(set.map(\.isWhole)).count > 1 ? 6 : set.count < 3 ? 3 : 0)
            }
            // Columns that are no sensor's are mostly behind the others.
            let last = triples.last?.last ?? 0
            let skipped = candidates.count { $0 <= last } - 3 * triples.count
            let sum = kinds.reduce(-unlike - 2.0 * Double(skipped)) {
                $0 + .log(max($1?.probability ?? 0, 1e-3))
            }
            guard sum > best else { continue }
            best = sum
            found = zip(triples, zip(judged, kinds)).compactMap { positions, stream in
                guard let marginal = stream.0, let kind = stream.1, Margin(kind.probability) != .ask,
                    let sensor = Self.sensor(kind.kind)
                else { return nil }
                // A rate's unit is left to all rows of the log.
                let least = sensor == .gyroscope ? Margin.use : .warn
                let unit = marginal.units(of: kind.kind).first {
                    $0.unit.factor != nil && Margin($0.probability) >= least
                }
                return (sensor, positions, unit?.unit.symbol)
            }
            // Which of two is meant would be a guess.
            if found.contains(where: { Self.candidates(for: $0.sensor, judged) > 1 }) { found = [] }
        }
    }

    /// How many triples may well be this sensor's.
    private static func candidates(for sensor: SensorKind, _ judged: [Marginal?]) -> Int {
        judged.count { stream in
            let share = stream?.kinds.first { self.sensor($0.kind) == sensor }?.probability ?? 0
            return Margin(1 - share) == .ask
        }
    }

    static func sensor(_ kind: Kind) -> SensorKind? {
        switch kind {
        case .accelerometer: .accelerometer
        case .gyroscope: .gyroscope
        case .magnetometer: .magnetometer
        case .gravity, .linearAcceleration, .other: nil
        }
    }

    /// All ways to take as many disjoint triples of neighbours as there is room for.
    private static func divisions(_ candidates: [Int]) -> [[[Int]]] {
        var all: [[[Int]]] = [[]]
        for (index, position) in candidates.enumerated() {
            guard index + 2 < candidates.count, candidates[index + 2] == position + 2 else { continue }
            let triple = [position, position + 1, position + 2]
            all += all.filter { $0.last?.last ?? -1 < position }.map { $0 + [triple] }
            if all.count > 4096 { break }
        }
        let count = all.map(\.count).max() ?? 0
        guard count > 0 else { return [] }
        return Array(all.filter { $0.count == count }.prefix(most))
    }

    /// The posterior of every triple; of a table with more of them than a log has sensors each alone, since the joint
    /// grows with every stream.
    private static func judged(
        _ head: TableHead, _ triples: [[Int]], _ seconds: [Double]?, _ named: Kind?
    ) -> [Marginal?] {
        let streams = triples.enumerated().map { index, positions in
            var stream = UnreadStream(head.stream(positions, seconds))
            stream.name =
                named.map { [$0: 0] }
                ?? (triples.count == 1
                    ? ofOne : triples.count == 2 ? ofTwo[index] : order[min(index, order.count - 1)])
            stream.hasOtherAxes = seconds == nil
            return stream
        }
        return streams.count > mostTogether
            ? streams.flatMap { Posterior(UnreadLog([$0])).streams } : Posterior(UnreadLog(streams)).streams
    }
}

extension TableHead {
    /// The sensor of three columns whose names say nothing, by their first readings; `nil` where none is probable.
    func probableSensor(in positions: [Int]) -> SensorKind? {
        var unread = UnreadStream(stream(positions, nil))
        // What a phone computes has a name.
        unread.name = [.accelerometer: 0, .gyroscope: 0, .magnetometer: 0, .other: 0]
        let kind = Posterior(UnreadLog([unread])).streams.first?.flatMap { $0.kinds.first }
        return kind.flatMap { Margin($0.probability) == .ask ? nil : JudgedTriples.sensor($0.kind) }
    }

    /// The first readings of three columns; with 20 ms from row to row where no column has the time.
    func stream(_ positions: [Int], _ seconds: [Double]?) -> VectorStream {
        let axes = positions.map(longNumbers)
        var stream = VectorStream()
        for index in 0..<min(axes.map(\.count).min() ?? 0, seconds?.count ?? .max) {
            let time = seconds.map { Int64(clamping: 1e9 * ($0[index] - $0[0])) } ?? Int64(index) * 20_000_000
            stream.append(.init(axes[0][index], axes[1][index], axes[2][index]), at: time)
        }
        return stream
    }
}
