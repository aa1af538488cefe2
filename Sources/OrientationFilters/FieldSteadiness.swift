import Rotations

/// For how long the field has been the same in the earth frame, whatever it is: a magnet that is carried past changes, the
/// field of a place does not.
struct FieldSteadiness: Sendable, Codable, Equatable {
    /// Time constant of the mean, s.
    static let memory = 1.0
    /// Largest deviation of a steady field from its mean, part of the mean.
    static let tolerance = 0.2

    private var mean = Vector3.zero
    /// s.
    private(set) var time = 0.0

    mutating func observe(_ block: FieldBlock) {
        let deviation = block.mean - mean
        let limit = Self.tolerance * mean.length
        time = deviation.lengthSquared < limit * limit ? time + block.duration : 0
        mean += block.duration / (Self.memory + block.duration) * deviation
    }
}
