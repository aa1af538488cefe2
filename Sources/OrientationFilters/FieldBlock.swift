import Rotations

/// The mean field of a quarter of a second in the earth frame: what a correction by the magnetometer sees.
struct FieldBlock: Sendable, Codable, Equatable {
    /// Microtesla, without the hard iron that was believed.
    private(set) var mean = Vector3.zero
    /// s.
    private(set) var duration = 0.0
    /// Whether a sample of it disagreed with the learnt field.
    var isDisturbed = false

    /// A field in the earth frame that stands for `dt` seconds.
    @inline(__always)
    mutating func add(_ field: Vector3, for dt: Double) {
        duration += dt
        mean += (dt / duration) * (field - mean)
    }
}

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
