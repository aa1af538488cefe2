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
