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
    /// Sensors that several triples may be.
    private(set) var doubtful: [(sensor: SensorKind, positions: [[Int]])] = []

    /// Three columns of increments of velocity: no column is a sensor's reading then.
    private(set) var increments: [Int]?

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
    /// Of tables with more of them than sensors: those have what a hub computes, too.
    private static let ofMany: [Kind: Double] = [
        .accelerometer: 0, .gyroscope: 0, .magnetometer: 0, .gravity: -1, .linearAcceleration: -1, .other: -1,
    ]
    /// Nats of a file's name; the readings may contradict it.
    private static let ofName = 2.5

    /// - Parameters:
    ///   - candidates: columns that may be an axis, ascending.
    ///   - seconds: of the rows; `nil` where no column is known to have them, and turns say nothing.
    ///   - named: the sensor in the file's name.
    init(_ head: TableHead, among candidates: [Int], seconds: [Double]?, named: SensorKind?) {
        var best = -Double.infinity
        for triples in Self.divisions(candidates) {
            let named = triples.count == 1 ? named.flatMap(Kind.init) : nil
            let judged = Self.judged(head, triples, seconds, named)
            let kinds = judged.map { Self.kind($0, named: named) }
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
            doubtful = CanonicalColumns.vectors.compactMap { sensor, _ in
                let places = Self.candidates(for: sensor, judged).map { triples[$0] }
                return places.count > 1 && found.contains { $0.sensor == sensor } ? (sensor, places) : nil
            }
            found.removeAll { triple in doubtful.contains { $0.sensor == triple.sensor } }
            increments = triples.first { head.areIncrements($0, seconds) }
        }
        if increments != nil { (found, doubtful) = ([], []) }
    }

    /// The most probable sensor; the one that the file's name gives, unless the readings are probably something else.
    fileprivate static func kind(_ marginal: Marginal?, named: Kind?) -> (kind: Kind, probability: Double)? {
        guard let best = marginal?.kinds.first else { return nil }
        if let named, best.kind == named || Margin(best.probability) == .ask { return (named, 1) }
        return marginal?.kinds.first { sensor($0.kind) != nil }
    }

    /// The triples that may well be this sensor's.
    private static func candidates(for sensor: SensorKind, _ judged: [Marginal?]) -> [Int] {
        judged.indices.filter { index in
            let share = judged[index]?.kinds.first { self.sensor($0.kind) == sensor }?.probability ?? 0
            return Margin(1 - share) == .ask
        }
    }

    static func sensor(_ kind: Kind) -> SensorKind? {
        switch kind {
        case .accelerometer: .accelerometer
        case .gyroscope: .gyroscope
        case .magnetometer: .magnetometer
        case .gravity: .gravity
        case .linearAcceleration, .other: nil
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

    /// ln of how often one triple of a file of this name is each sensor's.
    static func names(_ named: Kind?) -> [Kind: Double] {
        guard let named else { return ofOne }
        return ofOne.mapValues { $0 - ofName }.merging([named: 0]) { $1 }
    }

    /// The posterior of every triple; of a table with more of them than a log has sensors each alone, since the joint
    /// grows with every stream.
    private static func judged(
        _ head: TableHead, _ triples: [[Int]], _ seconds: [Double]?, _ named: Kind?
    ) -> [Marginal?] {
        let streams = triples.enumerated().map { index, positions in
            var stream = UnreadStream(head.stream(positions, seconds))
            stream.name =
                triples.count == 1
                ? names(named) : triples.count == 2 ? ofTwo[index] : triples.count == 3 ? order[index] : ofMany
            stream.hasOtherAxes = seconds == nil
            return stream
        }
        return streams.count > mostTogether
            ? streams.flatMap { Posterior(UnreadLog([$0])).streams } : Posterior(UnreadLog(streams)).streams
    }
}

extension TableHead {
    /// What the first readings of three columns show, given the likelihoods of their name.
    private func judged(_ positions: [Int], _ name: [Kind: Double]) -> Marginal? {
        var unread = UnreadStream(stream(positions, nil))
        unread.name = name
        return Posterior(UnreadLog([unread])).streams[0]
    }

    /// The unit of three columns of a sensor, by their first readings; `nil` where none is probable, for a rate, whose
    /// unit all rows of a log show better, and for a field in whole numbers, which may be counts or a unit's
    /// thousandths.
    func unit(of sensor: SensorKind, in positions: [Int]) -> String? {
        guard let kind = Kind(sensor), kind != .gyroscope,
            kind != .magnetometer || !stream(positions, nil).isWhole
        else { return nil }
        return judged(positions, [kind: 0])?.units(of: kind)
            .first { $0.unit.factor != nil && Margin($0.probability) != .ask }
            .map { LogUnit(spelling: $0.unit.symbol, of: sensor)?.rawValue ?? $0.unit.symbol }
    }

    /// Whether three columns are as long as gravity, and no rate.
    func isGravity(_ positions: [Int]) -> Bool {
        let kinds = judged(positions, [.gravity: 0, .accelerometer: 0, .gyroscope: 0])?.kinds ?? []
        return kinds.first { $0.kind == .gyroscope || $0.kind == .other }?.probability ?? 0 < 0.5 && !kinds.isEmpty
    }

    /// The sensor of three columns of a file that a sensor names: that one, unless the readings are probably another's.
    func sensor(in positions: [Int], named: SensorKind?) -> SensorKind? {
        guard let named, let kind = Kind(named) else { return nil }
        guard let found = JudgedTriples.kind(judged(positions, JudgedTriples.names(kind)), named: kind),
            Margin(found.probability) != .ask
        else { return nil }
        return found.kind == kind ? named : JudgedTriples.sensor(found.kind)
    }

    /// The sensor of three columns whose names say nothing, by their first readings; `nil` where none is probable.
    /// - Parameter isOnly: a table has no other readings.
    func probableSensor(in positions: [Int], isOnly: Bool = false) -> SensorKind? {
        // What a phone computes has a name.
        let names: [Kind: Double] =
            isOnly ? JudgedTriples.names(nil) : [.accelerometer: 0, .gyroscope: 0, .magnetometer: 0, .other: 0]
        let kind = judged(positions, names)?.kinds.first
        return kind.flatMap { Margin($0.probability) == .ask ? nil : JudgedTriples.sensor($0.kind) }
    }

    /// Whether three columns are as long as gravity times the time between the rows: what an inertial unit adds up from
    /// one row to the next. Its length is known to some parts in a thousand, and no unit makes a sensor's reading so.
    fileprivate func areIncrements(_ positions: [Int], _ seconds: [Double]?) -> Bool {
        guard let seconds, let step = TimeColumn.medianStep(seconds), step > 0 else { return false }
        let lengths = stream(positions, seconds).values.map { $0.length / step / LogUnit.gravities.factor }.sorted()
        guard lengths.count > 8, let median = Percentile.upperMedian(lengths) else { return false }
        return (0.97...1.03).contains(median)
            && Percentile.of(sorted: lengths, 0.9) - Percentile.of(sorted: lengths, 0.1) < 0.2
            && !(0.5...2).contains(step)
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
