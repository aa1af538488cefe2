import Rotations
import Vocabulary

/// How well an AR session tracked when it gave a pose, in the order of `ARCamera.TrackingState`.
public enum ARTracking: Int8, Sendable, CaseIterable {
    /// No pose is known: the one that is given is to be ignored (ARCore: STOPPED).
    case notAvailable = 0
    /// A pose of doubtful quality (ARCore: PAUSED).
    case limited = 1
    /// The pose is good (ARCore: TRACKING).
    case normal = 2
    /// The session looks for its old world.
    case relocalizing = 3

    /// Whether the pose belongs to the world of its session.
    public var isTracking: Bool { self == .normal || self == .limited }
}

/// The pose of the back camera in the world of an AR session.
///
/// Frames are ARKit's (Apple, `ARCamera.transform`, `ARConfiguration.WorldAlignment`). World: right-handed, y up;
/// under `gravityAndHeading` x is east and z is south, under `gravity` the yaw is arbitrary. Camera: x right with the
/// phone in landscape, its home button or port on the right, y up, z towards the viewer, so that the camera looks
/// along -z. ARCore's `Camera.getPose` has the same axes on phones whose back sensor is mounted as usual
/// (`SENSOR_ORIENTATION` 90).
public struct ARPose: Sendable, Hashable {
    /// Camera to world.
    public var orientation: Quaternion
    /// Metres in the world.
    public var position: Vector3
    /// How well the session tracked.
    public var tracking: ARTracking

    /// A pose.
    public init(orientation: Quaternion, position: Vector3, tracking: ARTracking = .normal) {
        (self.orientation, self.position, self.tracking) = (orientation, position, tracking)
    }

    /// Device axes (portrait: x right, y top edge, z out of the screen) to camera axes: (x, y, z) becomes (-y, x, z),
    /// since in landscape with the port on the right the top edge points left and the right edge up.
    public static let deviceToCamera = Quaternion(angle: Double.pi / 2, axis: Vector3(0, 0, 1))
    /// World axes to a level frame whose z is up and whose y is the world's -z: (x, y, z) becomes (x, -z, y). Under
    /// `gravityAndHeading` that is east-north-up.
    public static let worldToLevel = Quaternion(angle: Double.pi / 2, axis: Vector3(1, 0, 0))

    /// The device's orientation in the level frame of the session: device to (x, -z, y) of its world.
    public var deviceOrientation: Quaternion { Self.worldToLevel * orientation * Self.deviceToCamera }

    /// The position in the level frame, metres: east, north, up under `gravityAndHeading`.
    public var levelPosition: Vector3 { Vector3(position.x, -position.z, position.y) }
}

/// The pinhole of an AR session's picture as the camera gives it, which is landscape (ARKit: `ARCamera.intrinsics` and
/// `imageResolution`; ARCore: `getImageIntrinsics`). Pixels; x right and y down from the upper left corner.
public struct ARIntrinsics: Sendable, Hashable {
    /// Focal lengths along x and y.
    public var focalX, focalY: Double
    /// The principal point.
    public var centreX, centreY: Double
    /// The size of the picture.
    public var width, height: Double

    /// Intrinsics as they are.
    public init(focalX: Double, focalY: Double, centreX: Double, centreY: Double, width: Double, height: Double) {
        (self.focalX, self.focalY) = (focalX, focalY)
        (self.centreX, self.centreY) = (centreX, centreY)
        (self.width, self.height) = (width, height)
    }

    /// The same camera's picture with the device upright (portrait): its right is the picture's top, its
    /// foot the picture's right.
    public var upright: ARIntrinsics {
        ARIntrinsics(
            focalX: focalY, focalY: focalX, centreX: height - centreY, centreY: centreX, width: height, height: width)
    }
}

#if !hasFeature(Embedded)
    extension ARIntrinsics: Codable {}
#endif

/// The position and direction of a camera on Earth, as a visual positioning service gives them
/// (ARCore's `GeospatialPose`).
public struct GeospatialPose: Sendable, Hashable {
    /// WGS-84; the height is 0 where it is not known.
    public var place: GeodeticPosition
    /// Whether the height is known.
    public var hasHeight: Bool
    /// Camera (`ARPose`) to x east, y up, z south, of true north (`getEastUpSouthQuaternion`).
    public var orientation: Quaternion
    /// Metres, of 68 %; NaN where unknown.
    public var horizontalAccuracy: Double
    /// Metres, of 68 %; NaN where unknown.
    public var verticalAccuracy: Double
    /// Degrees, one standard deviation (`getOrientationYawAccuracy`); NaN where unknown.
    public var yawAccuracy: Double

    /// A pose; what is not given is unknown.
    public init(
        place: GeodeticPosition, hasHeight: Bool = true, orientation: Quaternion, horizontalAccuracy: Double = .nan,
        verticalAccuracy: Double = .nan, yawAccuracy: Double = .nan
    ) {
        (self.place, self.hasHeight, self.orientation) = (place, hasHeight, orientation)
        (self.horizontalAccuracy, self.verticalAccuracy) = (horizontalAccuracy, verticalAccuracy)
        self.yawAccuracy = yawAccuracy
    }

    /// The device's orientation: device to east-north-up, true north.
    public var deviceOrientation: Quaternion { ARPose.worldToLevel * orientation * ARPose.deviceToCamera }
}
