import RealModule
import Rotations
import SensorModels
import Vocabulary

/// An AR session beside the sensors: its poses are exact except for the yaw of its world.
public struct ARSessionModel: Sendable, Hashable {
    /// A sudden turn of the world: a relocalisation.
    public struct Jump: Sendable, Hashable {
        /// Seconds.
        public var time: Double
        /// Increase of the offset, radians.
        public var size: Double

        /// A jump at a time.
        public init(time: Double, size: Double) { (self.time, self.size) = (time, size) }
    }

    /// True heading minus heading in the world at the start, radians: the error of the initial heading under
    /// `gravityAndHeading`.
    public var yaw: Double
    /// Growth of the offset, rad/s.
    public var drift: Double
    /// Jumps, in any order.
    public var jumps: [Jump]
    /// Poses per second.
    public var rate = 60.0

    /// A session with a yaw, a drift and jumps.
    public init(yaw: Double, drift: Double = 0, jumps: [Jump] = []) {
        (self.yaw, self.drift, self.jumps) = (yaw, drift, jumps)
    }

    /// True heading minus heading in the world, radians.
    public func offset(at time: Double) -> Double {
        jumps.reduce(yaw + drift * time) { $1.time <= time ? $0 + $1.size : $0 }
    }

    /// The poses along a trajectory: the true path, with each step turned by the offset of its time.
    func poses(of trajectory: Trajectory, duration: Double) -> SampleStream<ARPose> {
        var poses = SampleStream<ARPose>()
        var (before, position) = (trajectory.position(at: 0), Vector3.zero)
        let (toWorld, toDevice) = (ARPose.worldToLevel.conjugate, ARPose.deviceToCamera.conjugate)
        for index in 0...Int(clamping: duration * rate) {
            let time = Double(index) / rate
            // Headings count clockwise: a smaller heading is a counter-clockwise turn.
            let turn = Quaternion.aboutVertical(offset(at: time))
            let place = trajectory.position(at: time)
            position += turn.rotate(place - before)
            before = place
            poses.append(
                ARPose(
                    orientation: (toWorld * turn * trajectory.orientation(at: time) * toDevice).canonical,
                    position: toWorld.rotate(position)),
                at: Int64(clamping: (time * 1e9).rounded()))
        }
        return poses
    }
}
