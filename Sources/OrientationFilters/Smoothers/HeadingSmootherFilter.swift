import Rotations
import SensorModels

/// How a sequence of compass headings is smoothed.
public protocol HeadingSmoother: FilterState {
    associatedtype Parameters: FilterParameters

    /// Name, summary and reference for the catalogue.
    static var information: FilterInformation { get }

    /// Weight of the accelerometer's old value in the low-pass of the tilt.
    static func tiltWeight(_ parameters: Parameters) -> Double

    /// No heading yet.
    init()
    /// The smoothed heading, radians; only called after a sample.
    var heading: Double { get }
    /// A heading, radians in (-pi, pi], `seconds` after the last one.
    mutating func add(_ heading: Double, after seconds: Double, _ parameters: Parameters)
}

/// A compass whose heading is smoothed as an angle, as frameworks for augmented reality do, the tilt apart from it.
///
/// The heading is that of a level frame which follows the tilt by the shortest rotation, so it is no axis's heading and
/// has no pose in which it is undefined. One step per sample of the magnetometer. Where it fails: every turn lags;
/// magnets pass. The gyroscope is not used; sigmas and flags are unknown.
public struct HeadingSmootherFilter<Smoother: HeadingSmoother>: OrientationFilter {
    /// The smoother's parameters.
    public typealias Parameters = Smoother.Parameters

    /// The state after the samples so far.
    public struct State: FilterState {
        var startUp = StartUp()
        var force = Vector3.zero
        /// Level as the force, of a heading that is never corrected.
        var base: Quaternion?
        var smoother: Smoother?
        var clock = SampleClock()
    }

    /// Name, summary and reference for the catalogue.
    public static var information: FilterInformation { Smoother.information }

    /// The smoother's parameters.
    public let parameters: Parameters
    /// The state after the samples so far.
    public var state = State()

    /// A filter without samples.
    public init(parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Ignored.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {}

    /// One step of the tilt's low-pass, m/s^2.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        guard let base = state.base else {
            guard force != .zero else { return }
            state.force = force
            if let start = state.startUp.observe(force: force, at: time) { begin(start) }
            return
        }
        let weight = Smoother.tiltWeight(parameters)
        state.force = weight * state.force + (1 - weight) * force
        state.base = TiltCompass.levelled(base, force: state.force)
    }

    /// One step of the heading's smoothing, microtesla.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        let seconds = state.clock.step(to: time)
        guard let base = state.base else {
            guard field != .zero else { return }
            if let start = state.startUp.observe(field: field) { begin(start) }
            return
        }
        guard let compass = TiltCompass.orientation(force: base.unrotate(Vector3(0, 0, 1)), field: field) else {
            return
        }
        var smoother = state.smoother ?? Smoother()
        smoother.add((compass * base.conjugate).twistAboutVertical, after: seconds, parameters)
        state.smoother = smoother
    }

    /// The orientation; sigmas are NaN and flags unknown.
    public var estimate: OrientationEstimate? {
        state.base.map { base in
            OrientationEstimate(orientation: Quaternion.aboutVertical(state.smoother?.heading ?? 0) * base)
        }
    }

    private mutating func begin(_ orientation: Quaternion) {
        state.base = orientation
        guard state.startUp.field != nil else { return }
        var smoother = Smoother()
        smoother.add(0, after: SampleClock.firstStep, parameters)
        state.smoother = smoother
    }
}
