/// One coordinate of a motion: what is done on purpose (paths) and what comes with it (oscillations, steps).
public struct Signal: Sendable {
    /// The intended movement from rest to rest.
    public var path: MinimumJerkPath
    /// The intended movement along control values, added to the path.
    public var spline: SplinePath?
    /// Tremor, sway, vibration.
    public var oscillations: [Oscillation]
    /// What walking does to it.
    public var gait: [GaitMotion]

    /// Paths with oscillations on top.
    public init(
        _ path: MinimumJerkPath = MinimumJerkPath(0), _ oscillations: [Oscillation] = [], spline: SplinePath? = nil,
        gait: [GaitMotion] = []
    ) {
        self.path = path
        self.spline = spline
        self.oscillations = oscillations
        self.gait = gait
    }

    /// Value and derivatives at a time in seconds.
    public func jet(at time: Double) -> Jet {
        var sum = path.jet(at: time)
        if let spline { sum = sum + spline.jet(at: time) }
        for oscillation in oscillations { sum = sum + oscillation.jet(at: time) }
        for motion in gait { sum = sum + motion.jet(at: time) }
        return sum
    }
}
