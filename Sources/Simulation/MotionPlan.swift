/// What happens in a simulated recording, and when.
public struct MotionPlan: Sendable {
    /// A stop of the camera at a place of interest.
    public struct Stop: Sendable {
        /// What the camera looks at.
        public var target: PlaceOfInterest
        /// Seconds; the intended movement rests, the hand does not.
        public var interval: ClosedRange<Double>
    }

    /// The motion of the device.
    public var trajectory: Trajectory
    /// When the device lies still, seconds.
    public var rests: [ClosedRange<Double>]
    /// When the device is turned through all directions, seconds; `nil` where it is not.
    public var calibrationWave: ClosedRange<Double>?
    /// Where the camera stops, in order.
    public var stops: [Stop]

    /// A motion and what stands out in it.
    public init(
        trajectory: Trajectory, rests: [ClosedRange<Double>] = [], calibrationWave: ClosedRange<Double>? = nil,
        stops: [Stop] = []
    ) {
        self.trajectory = trajectory
        self.rests = rests
        self.calibrationWave = calibrationWave
        self.stops = stops
    }
}
