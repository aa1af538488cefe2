/// For how long the field has been the same in the earth frame, whatever it is: a magnet that is carried past changes, the
/// field of a place does not.
struct FieldSteadiness: Sendable, Codable, Equatable {
    /// Time constant of the mean, s.
    static let memory: Float = 1
    /// Largest deviation of a steady field from its mean, part of the mean.
    static let tolerance: Float = 0.2

    private var mean = SIMD3<Float>.zero
    /// s.
    private(set) var time: Float = 0

    mutating func observe(_ block: FieldBlock) {
        let deviation = SIMD3(Float(block.mean.x), Float(block.mean.y), Float(block.mean.z)) - mean
        let limit = Self.tolerance * Self.tolerance * (mean * mean).sum()
        let duration = Float(block.duration)
        time = (deviation * deviation).sum() < limit ? time + duration : 0
        mean += duration / (Self.memory + duration) * deviation
    }
}
