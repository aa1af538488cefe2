/// What a motion is laid out for.
struct MotionRequest: Sendable {
    /// Seconds.
    var duration: Double
    /// How many headings a compass swing stops at in one turn.
    var headings = 8
}
