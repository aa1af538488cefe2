import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The maximum a posteriori estimate of a window that slides: attitude, gyroscope bias and scale, iron, field and room
/// at once, decided again whenever a node is added.
///
/// Between two nodes the gyroscope is integrated with the estimated bias and scale. It calibrates itself: readings are
/// best as the sensors gave them. The model is in docs/reference/filters-fixed-lag.md.
///
/// A copy that is updated makes its own scratch memory; nothing of it is state.
public struct FixedLagFilter: OrientationFilter {
    /// Noise, priors and the window.
    public typealias Parameters = TrajectoryParameters

    /// The state after the samples so far.
    public struct State: FilterState {
        var window: SlidingWindow
        var seen = SeenDirections()
        /// Of the magnetometer, used so far.
        var readings = 0
        /// Whether the window has its first node.
        var isStarted = false
        /// Stamps of the last sample of the gyroscope, of the last node, and of the last reading of the magnetometer
        /// that was used; the last one is the smallest number before there is one.
        var time: Int64 = 0
        var nodeTime: Int64 = 0
        var fieldTime = Int64.min
        /// The latest readings before the start: m/s^2, microtesla.
        var force: Vector3?
        var field: Vector3?

        init(_ parameters: TrajectoryParameters) { window = SlidingWindow(parameters) }
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "fixed-lag",
        summary: "maximum a posteriori over a window that slides: attitude, bias, scale, iron and field at once",
        reference: "docs/reference/filters-fixed-lag.md; after G. Sibley, L. Matthies, G. Sukhatme, 2010",
        withoutGyroscope: nil, worksWithoutMagnetometer: true, calibratesItself: true)

    /// Noise, priors and the window.
    public let parameters: TrajectoryParameters
    /// The state after the samples so far.
    public var state: State
    private var scratch: WindowWorkspace?

    /// A filter without samples.
    public init(parameters: TrajectoryParameters = TrajectoryParameters()) {
        self.parameters = parameters
        state = State(parameters)
    }

    // MARK: Limits

    /// Longer steps of the gyroscope begin a new window, nanoseconds.
    static let longestStep = 5 * LogTime.nanosecondsPerSecond
    /// A sample of another sensor that is farther from the latest one of the gyroscope is not used, s.
    static let longestCarry = 0.25
    /// What no sensor reads: rad/s, m/s^2 and microtesla.
    private static let largestRate = 1e3
    private static let largestForce = 1e4
    private static let largestField = 1e6
    /// A stamp's rounding does not put a node off by a sample, s.
    private static let rounding = 1e-6

    // MARK: Samples

    /// Turns the orientation by the mean of the last and this rate, rad/s; a node follows every `nodeInterval`.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {
        guard rate.lengthSquared < Self.largestRate * Self.largestRate else { return }
        if state.isStarted {
            let step = LogTime.difference(time, state.time)
            if step > Self.longestStep || step < -Hole.shortest { begin(after: step) }
        }
        guard state.isStarted else { return start(rate, at: time) }
        guard time > state.time else { return }
        let last = state.window.integrals.count - 1
        state.window.integrals[last].add(rate: rate, step: LogTime.seconds(time - state.time))
        state.time = time
        if LogTime.seconds(time - state.nodeTime) >= parameters.nodeInterval - Self.rounding { close() }
    }

    /// m/s^2.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        guard force.lengthSquared < Self.largestForce * Self.largestForce else { return }
        guard state.isStarted else {
            state.force = force
            return
        }
        let late = LogTime.seconds(LogTime.difference(time, state.time))
        guard late.magnitude <= Self.longestCarry else { return }
        state.window.integrals[state.window.integrals.count - 1].add(force: force, late: late)
    }

    /// Microtesla.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        guard field.lengthSquared < Self.largestField * Self.largestField, field.lengthSquared > 0 else { return }
        let since = LogTime.seconds(LogTime.difference(time, state.fieldTime))
        guard since >= parameters.readingInterval else { return }
        guard state.isStarted else {
            (state.field, state.fieldTime) = (field, time)
            return
        }
        let late = LogTime.seconds(LogTime.difference(time, state.time))
        guard late.magnitude <= Self.longestCarry else { return }
        state.fieldTime = time
        if !state.window.hasField {
            state.window.start(field: state.window.orientation.rotate(state.window.constants.withoutIron(field)))
        }
        state.window.add(field: field, late: late)
        state.readings += 1
        state.seen.add(state.window.constants.withoutIron(field))
    }

    /// Begins a new window with what was learnt of the sensors; the attitude is open again.
    public mutating func resume(at time: Int64) {
        let length = LogTime.difference(time, state.time)
        if !state.isStarted || length > Hole.shortest { begin(after: length) }
    }

    /// After the gyroscope was silent for some nanoseconds, or its stamps jumped back.
    private mutating func begin(after length: Int64) {
        if state.isStarted { state.window.restart(after: max(0, LogTime.seconds(length)), workspace()) }
        state.isStarted = false
        (state.force, state.field, state.fieldTime) = (nil, nil, .min)
    }

    /// Up by the accelerometer, north by the magnetometer where it was read.
    private mutating func start(_ rate: Vector3, at time: Int64) {
        guard let force = state.force else { return }
        let up = force.normalized ?? Vector3(0, 0, 1)
        let field = state.field.map { state.window.constants.withoutIron($0) }
        var east = (field ?? Vector3(0, 1, 0)).cross(up)
        if east.length < 1e-6 { east = Vector3(1, 0, 0).cross(up) }
        let unit = east.normalized ?? Vector3(0, 1, 0)
        let orientation = Quaternion(matrix: Matrix3(unit, up.cross(unit), up))
        if let field { state.window.start(field: orientation.rotate(field)) }
        state.window.start(orientation, rate: rate)
        state.window.integrals[0].add(force: force, late: 0)
        (state.time, state.nodeTime, state.isStarted) = (time, time, true)
        if state.fieldTime > time { state.fieldTime = .min }
    }

    /// Makes a node of the latest sample; where the equations have no solution, a new window begins with the
    /// orientation as it was integrated.
    private mutating func close() {
        state.nodeTime = state.time
        // No copy of the window, which would be copied in full when it changes.
        let (orientation, north) = (state.window.orientation, state.window.north)
        let rate = state.window.integrals[state.window.integrals.count - 1].lastRate
        guard !state.window.close(workspace()) else { return }
        state.window = SlidingWindow(parameters)
        state.window.start(Quaternion.aboutVertical(north) * orientation, rate: rate)
        state.isStarted = orientation.isFinite
    }

    /// Scratch memory that no other value uses.
    private mutating func workspace() -> WindowWorkspace {
        if isKnownUniquelyReferenced(&scratch), let scratch, scratch.holds(state.window) { return scratch }
        let made = WindowWorkspace(state.window)
        scratch = made
        return made
    }

    // MARK: The answer

    /// The orientation with its sigmas, `latency` seconds after the last sample of the gyroscope. The heading's sigma
    /// is NaN as long as there was no reading of the magnetometer.
    public var estimate: OrientationEstimate? {
        guard state.isStarted else { return nil }
        let window = state.window
        let rate = window.integrals[window.integrals.count - 1].rate
        let ahead = Quaternion(rotationVector: parameters.latency * rate)
        let north = Quaternion.aboutVertical(window.north)
        var estimate = OrientationEstimate(
            orientation: (north * window.orientation * ahead).renormalized, gyroscopeBias: window.bias,
            headingSigma: window.hasField ? window.headingSigma : .nan, inclinationSigma: window.levelSigma,
            disturbed: window.isDisturbed)
        estimate.gyroscopeBiasSigma = window.sigmas.bias
        return estimate
    }

    /// What was learnt of the sensors, as of the last node; `nil` before the second one, and after a hole until there
    /// are two again.
    public var calibration: SelfCalibration? {
        guard state.isStarted, state.window.nodes.count > 1 else { return nil }
        return SelfCalibration(state.window, seen: state.seen.share, readings: state.readings)
    }
}
