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
}

/// The poses of a session along a trajectory: the true path, with each step turned by the offset of its time.
struct ARSessionPoses {
    private let session: ARSessionModel
    private let trajectory: Trajectory
    private let last: Int
    private var index = 0
    private var before: Vector3
    private var position = Vector3.zero

    /// - Parameter duration: seconds.
    init(_ session: ARSessionModel, of trajectory: Trajectory, duration: Double) {
        (self.session, self.trajectory) = (session, trajectory)
        last = Int(clamping: duration * session.rate)
        before = trajectory.position(at: 0)
    }

    private var time: Double { Double(index) / session.rate }

    /// The stamp of the next pose; `nil` at the end.
    var nextStamp: Int64? { index > last ? nil : Int64(clamping: (time * 1e9).rounded()) }

    /// The next poses, up to a stamp.
    mutating func next(until end: Int64) -> SampleStream<ARPose> {
        var poses = SampleStream<ARPose>()
        let (toWorld, toDevice) = (ARPose.worldToLevel.conjugate, ARPose.deviceToCamera.conjugate)
        while let stamp = nextStamp, stamp <= end {
            // Headings count clockwise: a smaller heading is a counter-clockwise turn.
            let turn = Quaternion.aboutVertical(session.offset(at: time))
            let place = trajectory.position(at: time)
            position += turn.rotate(place - before)
            before = place
            poses.append(
                ARPose(
                    orientation: (toWorld * turn * trajectory.orientation(at: time) * toDevice).canonical,
                    position: toWorld.rotate(position)),
                at: stamp)
            index += 1
        }
        return poses
    }
}
