import Rotations

/// What the magnetometer did to heading and bias during the last seconds: when a magnet shows, it is undone, because the magnet
/// was there before it showed.
public struct FieldInfluence: Sendable, Codable, Equatable {
    /// How many blocks are kept.
    public static let span = Int(experiment("SPAN", 6))

    /// Turn of the heading (rad) and correction of the bias (rad/s), the newest first.
    private var blocks = SIMD64<Float>.zero
    /// The last block's length, s.
    private var duration = 0.0

    mutating func add(turn: Double, bias: Vector3, for time: Double) {
        var moved = SIMD64<Float>.zero
        for k in 4..<4 * Self.span { moved[k] = blocks[k - 4] }
        moved[0] = Float(turn)
        for i in 0..<3 { moved[1 + i] = Float(bias[i]) }
        blocks = moved
        duration = time
    }

    /// The sums, and the bias' sum weighted by the time since, which is the angle that it has turned the device by.
    var total: (turn: Double, bias: Vector3, biasTime: Vector3) {
        var sum = (turn: 0.0, bias: Vector3.zero, biasTime: Vector3.zero)
        for k in 0..<Self.span {
            let bias = Vector3(Double(blocks[4 * k + 1]), Double(blocks[4 * k + 2]), Double(blocks[4 * k + 3]))
            sum.turn += Double(blocks[4 * k])
            sum.bias += bias
            sum.biasTime += Double(k) * duration * bias
        }
        sum.biasTime = -1 * sum.biasTime
        return sum
    }
}
