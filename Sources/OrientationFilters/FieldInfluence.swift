import Rotations

/// What the magnetometer did to heading and bias during the last one and a half seconds: when a magnet shows, it is undone,
/// because the magnet was there before it showed.
struct FieldInfluence: Sendable, Codable, Equatable {
    /// How many blocks are kept.
    static let span = 6

    /// For each block, the newest first: turn of the heading (rad) and correction of the bias (rad/s, device axes).
    private var blocks = SIMD32<Float>.zero
    /// The last block's length, s.
    private var duration = 0.0

    mutating func add(turn: Double, bias: Vector3, for time: Double) {
        var moved = SIMD32<Float>.zero
        for k in 4..<4 * Self.span { moved[k] = blocks[k - 4] }
        moved[0] = Float(turn)
        for i in 0..<3 { moved[1 + i] = Float(bias[i]) }
        blocks = moved
        duration = time
    }

    /// The sums, and the rotation (rad, device axes) by which the changed bias has turned the device since.
    var total: (turn: Double, bias: Vector3, drift: Vector3) {
        var sum = (turn: 0.0, bias: Vector3.zero, drift: Vector3.zero)
        for k in 0..<Self.span {
            let bias = Vector3(Double(blocks[4 * k + 1]), Double(blocks[4 * k + 2]), Double(blocks[4 * k + 3]))
            sum.turn += Double(blocks[4 * k])
            sum.bias += bias
            sum.drift -= Double(k) * duration * bias
        }
        return sum
    }
}
