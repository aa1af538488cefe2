/// One coordinate of a motion: what is done on purpose (a path) and what comes with it (oscillations).
public struct Signal: Sendable {
    /// The intended movement.
    public var path: MinimumJerkPath
    /// Tremor, sway, steps.
    public var oscillations: [Oscillation]

    /// A path with oscillations on top.
    public init(_ path: MinimumJerkPath, _ oscillations: [Oscillation] = []) {
        self.path = path
        self.oscillations = oscillations
    }

    /// Value and derivatives at a time in seconds.
    public func jet(at time: Double) -> Jet {
        var sum = path.jet(at: time)
        for oscillation in oscillations { sum = sum + oscillation.jet(at: time) }
        return sum
    }
}
