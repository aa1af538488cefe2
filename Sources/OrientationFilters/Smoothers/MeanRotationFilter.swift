import Rotations
import SensorModels
import Vocabulary

/// The mean of the last N compass orientations, as the first frameworks for augmented reality had it.
///
/// One orientation per sample of the accelerometer. The mean is that of the quaternions with their signs aligned, which
/// for rotations within some tens of degrees is the mean of least squares (F. L. Markley et al., J. Guidance, Control
/// and Dynamics 30(4), 2007). Where it fails: it lags by half of its length; magnets and accelerations pass. The
/// gyroscope is not used; sigmas and flags are unknown.
public struct MeanRotationFilter: OrientationFilter {
    /// The largest N.
    public static let longest = 60

    /// The length.
    public struct Parameters: FilterParameters {
        /// Samples of the accelerometer; default 20.
        public var samples = 20.0

        /// The default.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "samples", in: 1...Double(MeanRotationFilter.longest),
                    "number of orientations in the mean, one per sample of the accelerometer",
                    small: "follows every shake", large: "lags behind the motion"
                ) { $1(&$0.samples) }
            ]
        }
    }

    /// The state after the samples so far.
    public struct State: FilterState {
        var vectors = TwoVectorState()
        /// The latest orientations; `next` is the place of the next one.
        var ring: [Quaternion]
        var next = 0
        var count = 0
        var mean: Quaternion?
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "mean-rotation", summary: "mean of the last N compass orientations",
        reference: "F. L. Markley et al., J. Guidance 30(4), 2007",
        withoutGyroscope: "no motion: the orientation is constant apart from noise", worksWithoutMagnetometer: true)

    /// The length.
    public let parameters: Parameters
    /// The state after the samples so far.
    public var state: State

    /// A filter without samples.
    public init(parameters: Parameters = Parameters()) {
        self.parameters = parameters
        let count = max(1, min(Self.longest, Int(clamping: parameters.samples)))
        state = State(ring: Array(repeating: .identity, count: count))
    }

    /// Ignored.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {}

    /// Adds the orientation of this force (m/s^2) and the latest field.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        let hadField = state.vectors.field != nil
        state.vectors.setForce(force, at: time)
        if hadField { add() }
    }

    /// Takes the field (microtesla); the first one makes the first orientation.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        state.vectors.setField(field)
        if state.count == 0 { add() }
    }

    /// The mean; without a magnetometer the orientation of the latest force, with a relative heading.
    public var estimate: OrientationEstimate? {
        (state.mean ?? state.vectors.relative).map { OrientationEstimate(orientation: $0) }
    }

    private mutating func add() {
        guard let latest = state.vectors.orientation else { return }
        state.ring[state.next] = latest
        state.next = (state.next + 1) % state.ring.count
        state.count = min(state.count + 1, state.ring.count)
        var sum = Quaternion(0, 0, 0, 0)
        for k in 0..<state.count {
            let q = state.ring[k]
            let sign: Double =
                q.w * latest.w + q.x * latest.x + q.y * latest.y + q.z * latest.z < 0 ? -1 : 1
            sum = Quaternion(sum.w + sign * q.w, sum.x + sign * q.x, sum.y + sign * q.y, sum.z + sign * q.z)
        }
        state.mean = sum.normalized ?? latest
    }
}
