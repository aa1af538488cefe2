import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Rows that come in packets and have the times of their arrival: several in a row close together, then a pause.
///
/// Sensors that pause so are rare, and the readings tell: if a pause is as long as its stamps say, the difference
/// across it is that of a longer time than the one between neighbours, and its square larger; if the samples are evenly
/// spaced, it is that of neighbours. Of a device at rest no difference shows, and no time matters.
struct ArrivalTimes {
    /// Rows of a packet, its pause and the distance of its rows by their stamps, seconds; the medians.
    let rows: Int
    let pause, step: Double
    /// Evenly spaced samples, hertz.
    let hertz: Double
    private let packets: [Range<Int>]

    /// Fewest packets, and fewest rows of one, that are judged.
    private static let (fewest, shortest) = (8, 3)
    /// How many times larger the mean square of the differences across the pauses may be by chance.
    private static let ratio = 2.0

    /// `nil` where the stamps are not of packets, or the readings speak against it.
    init?(_ stream: VectorStream) {
        let times = stream.times
        guard times.count >= Self.fewest * Self.shortest, let first = times.first, let last = times.last, last > first
        else { return nil }
        let even = Double(last - first) / Double(times.count - 1)
        var packets: [Range<Int>] = []
        var start = 0
        for index in times.indices.dropFirst() where Double(times[index] - times[index - 1]) > even {
            packets.append(start..<index)
            start = index
        }
        // The first and the last one may be cut.
        packets.append(start..<times.count)
        let inner = packets.dropFirst().dropLast().filter { $0.count >= Self.shortest }
        let within = inner.reduce(0.0) { $0 + Double(times[$1.upperBound - 1] - times[$1.lowerBound]) }
        let steps = inner.reduce(0) { $0 + $1.count - 1 }
        guard inner.count >= Self.fewest, 2 * inner.count > packets.count, steps > 0, within > 0 else { return nil }
        let step = within / Double(steps)
        let pauses = inner.map { Double(times[$0.lowerBound] - times[$0.lowerBound - 1]) }
        guard let pause = Percentile.upperMedian(pauses), 2 * step < even, pause > 2 * even,
            let rows = Percentile.upperMedian(inner.map { Double($0.count) })
        else { return nil }
        /// The mean, as most neighbours of a coarse sensor are equal.
        func square(_ pairs: [(Int, Int)]) -> Double {
            pairs.reduce(0) { $0 + (stream.values[$1.0] - stream.values[$1.1]).lengthSquared } / Double(pairs.count)
        }
        let near = square(inner.flatMap { packet in packet.dropFirst().map { ($0 - 1, $0) } })
        let across = square(inner.map { ($0.lowerBound - 1, $0.lowerBound) })
        guard across <= Self.ratio * near || across == 0 else { return nil }
        self.packets = packets
        self.rows = Int(clamping: rows)
        (self.pause, self.step, hertz) = (pause * 1e-9, step * 1e-9, 1e9 / even)
    }

    /// The samples of every packet spread evenly over the time since the one before, which is what they were measured
    /// in; a longer one than three usual packets is a hole.
    func spread(_ times: [Int64]) -> [Int64] {
        let even = 1e9 / hertz
        var spread = times
        for (number, packet) in packets.enumerated() {
            let end = times[packet.upperBound - 1]
            let since = number > 0 ? Double(end - times[packet.lowerBound - 1]) : .infinity
            let usual = even * Double(packet.count)
            let interval = (since > 3 * max(usual, even * Double(rows)) ? usual : since) / Double(packet.count)
            for index in packet {
                spread[index] = end - Int64(clamping: interval * Double(packet.upperBound - 1 - index))
            }
        }
        // The first packet begins before the log; the order stays.
        for index in spread.indices.dropFirst() { spread[index] = max(spread[index], spread[index - 1]) }
        return spread
    }
}

extension RawLog {
    /// Spreads samples with the times of their arrival, in all streams that share them.
    mutating func spreadArrivals(_ name: String) {
        var told: Set<[Int64]> = []
        for sensor in SensorKind.allCases {
            let times = recording.vectors(of: sensor).times
            guard !told.contains(times), let found = ArrivalTimes(recording.vectors(of: sensor)) else { continue }
            let spread = found.spread(times)
            told.insert(spread)
            var moved: [String] = []
            for other in SensorKind.allCases {
                guard let path = Recording.vectorPath(of: other), recording[keyPath: path].times == times else {
                    continue
                }
                recording[keyPath: path].times = spread
                moved.append(other.rawValue)
            }
            if recording.attitude.times == times { recording.attitude.times = spread }
            warn(
                .roundedStamps, place: name,
                "\(moved.joined(separator: ", ")): the rows come in packets of \(found.rows), "
                    + "\(MagnitudeEvidence.shown(1e3 * found.step)) ms apart, and the readings do not change more across the "
                    + "\(MagnitudeEvidence.shown(1e3 * found.pause)) ms between packets: the times are those of arrival, and "
                    + "the samples are spread evenly, \(MagnitudeEvidence.shown(found.hertz)) Hz",
                advice: .none("a sample's time is known to a packet"))
        }
    }
}
