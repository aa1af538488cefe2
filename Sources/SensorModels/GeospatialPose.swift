import Rotations
import Vocabulary

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
