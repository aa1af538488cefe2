import Geodesy
import Recordings

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

    /// Moves the places of interest as far as the scenario was moved.
    mutating func movePlaces(from old: Place, to new: Place) {
        let frames = (old: LocalFrame(origin: old.geodetic), new: LocalFrame(origin: new.geodetic))
        for index in stops.indices {
            let target = stops[index].target
            let moved = frames.new.geodetic(local: frames.old.local(target.place.geodetic))
            stops[index].target = PlaceOfInterest(
                target.name, latitude: Decimal.rounded(moved.latitude, places: 7),
                longitude: Decimal.rounded(moved.longitude, places: 7),
                altitude: Decimal.rounded(moved.height, places: 2))
        }
    }

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

extension MotionPlan {
    /// The places of interest in the order in which the camera first stopped at them.
    public var places: [PlaceOfInterest] {
        stops.map(\.target).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
