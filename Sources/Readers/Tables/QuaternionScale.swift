import SensorModels
import Vocabulary

/// How long the quaternions of a table are: chips give fixed-point numbers, such as 2^14 (BNO055) or 2^30 (DMP of InvenSense) for 1.
struct QuaternionScale {
    /// The numbers that mean 1.
    let length: Double

    private static let known: [Double] =
        [
            127, 1e3, 1e4, 1e5, 1e6, 32_767, 2_147_483_647,
            // Powers of two.
        ] + (7...31).map { Double(1 << $0) }
    /// Of a row's length and a known one, and of rows among each other: rounding alone.
    private static let rounding = 0.01
    private static let fewestRows = 5

    /// `nil` where they are about 1 long, are not all equally long, or have a length that is no number of a chip.
    init?(_ head: TableHead, _ columns: [Int]) {
        guard columns.count == 4 else { return nil }
        let cells = columns.map { head.column($0).map(head.dialect.number) }
        let rows = cells.map(\.count).min() ?? 0
        let lengths = (0..<rows).compactMap { row -> Double? in
            let numbers = cells.compactMap { $0[row] }
            let square = numbers.reduce(0) { $0 + $1 * $1 }
            // A chip that has no attitude yet gives zeros.
            return numbers.count == 4 && square > 0 ? square.squareRoot() : nil
        }.sorted()
        guard lengths.count >= Self.fewestRows, case let median = lengths[lengths.count / 2], median > 2,
            lengths[0] > (1 - Self.rounding) * median, lengths[lengths.count - 1] < (1 + Self.rounding) * median,
            let nearest = Self.known.min(by: { ($0 / median - 1).magnitude < ($1 / median - 1).magnitude }),
            (nearest / median - 1).magnitude < Self.rounding
        else { return nil }
        length = nearest
    }
}

extension TableSchema {
    /// The channels, with quaternions of fixed-point numbers brought to length 1.
    func scaledAttitudes(_ place: String, into log: inout RawLog) -> [Channel] {
        channels.map { channel in
            guard channel.sensor == .attitude || channel.sensor == .reference, case .quaternion = channel.form,
                let scale = QuaternionScale(head, channel.columns)
            else { return channel }
            let shown = MagnitudeEvidence.shown(scale.length)
            log.warn(
                .unitByResolution,
                "\(place): the quaternions of the \(channel.sensor.rawValue) are \(shown) long: they are read as fixed-point numbers, "
                    + "\(shown) for 1", "none needed: a rotation is 1 long")
            var channel = channel
            channel.factor = 1 / scale.length
            return channel
        }
    }
}
