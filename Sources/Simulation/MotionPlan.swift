import Geodesy
import Vocabulary

/// The events of a simulated recording, with their times.
public struct MotionPlan: Sendable {
    /// A stop of the camera at a place of interest.
    public struct Stop: Sendable {
        /// What the camera looks at.
        public var target: PointOfInterest
        /// Seconds; the intended movement rests, the hand does not.
        public var interval: ClosedRange<Double>
    }

    /// The motion of the device.
    public var trajectory: Trajectory
    /// When the device lies still, seconds.
    public var rests: [ClosedRange<Double>] = []
    /// When the device is turned through all directions, seconds; `nil` where it is not.
    public var calibrationWave: ClosedRange<Double>?
    /// Where the camera stops, in order.
    public var stops: [Stop] = []
    /// Shaking faster than the sensors sample, which only the accelerometer reads: standard deviation per axis and
    /// sample, m/s^2.
    public var vibration = 0.0
    /// Whether the device is aboard a vehicle and the room that it is in moves along.
    public var isAboard = false

    /// Moves the places of interest by the same displacement as the scenario.
    mutating func movePlaces(from old: GeodeticPosition, to new: GeodeticPosition) {
        let frames = (old: LocalFrame(origin: old), new: LocalFrame(origin: new))
        for index in stops.indices {
            let target = stops[index].target
            let moved = frames.new.geodetic(local: frames.old.local(target.position))
            stops[index].target.position = Decimal.rounded(moved)
        }
    }
}

extension MotionPlan {
    /// The places of interest in the order in which the camera first stopped at them.
    public var places: [PointOfInterest] {
        stops.map(\.target).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

/// The request for a motion.
struct MotionRequest: Sendable {
    /// Seconds.
    var duration: Double
    /// How many headings a compass swing stops at in one turn.
    var headings = 8
    /// The parameters of the scenario.
    var parameters: [SimulationParameter] = []

    /// The value of a parameter, 0 where the scenario has none of that name.
    subscript(parameter: MotionParameter) -> Double {
        parameters.first { $0.name == parameter.rawValue }?.value ?? 0
    }
}
