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
        package var window: SlidingWindow
        var seen = SeenDirections()
        /// Of the magnetometer, used so far.
        var readings = 0
        /// Whether the window has its first node.
        package internal(set) var isStarted = false
        /// Stamps of the last sample of the gyroscope, of the last node, and of the last reading of the magnetometer
        /// that was used; the smallest number before there is one.
        package internal(set) var time = Int64.min
        package internal(set) var nodeTime = Int64.min
        var fieldTime = Int64.min
        /// Before the start: what comes first, and the latest rate, rad/s.
        var startUp = StartUp()
        var rate = Vector3.zero

        init(_ parameters: TrajectoryParameters) { window = SlidingWindow(parameters) }
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "fixed-lag",
        summary: "maximum a posteriori over a sliding window: attitude, bias, scale, iron, field",
        reference: "docs/reference/filters-fixed-lag.md; G. Sibley et al. 2010",
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
        guard state.isStarted else {
            (state.rate, state.time) = (rate, time)
            return
        }
        guard time > state.time else { return }
        let last = state.window.integrals.count - 1
        let step = LogTime.seconds(time - state.time)
        state.window.integrals[last].add(rate: rate, step: step)
        state.time = time
        if LogTime.seconds(time - state.nodeTime) >= parameters.nodeInterval - Self.rounding {
            close()
        } else if state.window.isSearching {
            let work = workspace()
            state.window.searchFarther(work, for: step)
        }
    }

    /// m/s^2.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        guard force.lengthSquared < Self.largestForce * Self.largestForce else { return }
        let late = LogTime.seconds(LogTime.difference(time, state.time))
        guard state.isStarted else {
            let first = state.startUp.observe(force: force - state.window.constants.forceBias, at: time)
            if let first, late.magnitude <= Self.longestCarry { start(first, force) }
            return
        }
        guard late.magnitude <= Self.longestCarry else { return }
        state.window.integrals[state.window.integrals.count - 1].add(force: force, late: late)
    }

    /// Microtesla.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        guard field.lengthSquared < Self.largestField * Self.largestField, field.lengthSquared > 0 else { return }
        let late = LogTime.seconds(LogTime.difference(time, state.time))
        let local = state.window.constants.withoutIron(field)
        if !state.isStarted {
            guard let first = state.startUp.observe(field: local), late.magnitude <= Self.longestCarry else { return }
            start(first, state.startUp.force)
        }
        let since = LogTime.seconds(LogTime.difference(time, state.fieldTime))
        guard since >= parameters.readingInterval, late.magnitude <= Self.longestCarry else { return }
        state.fieldTime = time
        if !state.window.hasField { state.window.start(field: state.window.orientation.rotate(local)) }
        state.window.add(field: field, late: late)
        state.readings += 1
        state.seen.add(local)
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
        (state.time, state.fieldTime, state.startUp) = (.min, .min, StartUp())
    }

    /// At the latest sample of the gyroscope, with the latest force, m/s^2.
    private mutating func start(_ orientation: Quaternion, _ force: Vector3?) {
        if let field = state.startUp.field { state.window.start(field: orientation.rotate(field)) }
        state.window.start(orientation, rate: state.rate)
        if let force { state.window.integrals[0].add(force: force, late: 0) }
        (state.nodeTime, state.isStarted) = (state.time, true)
    }

    /// Makes a node of the latest sample; where the equations have no solution, a new window begins with the
    /// orientation as it was integrated.
    private mutating func close() {
        state.nodeTime = state.time
        // No copy of the window, which would be copied in full when it changes.
        let (orientation, north) = (state.window.orientation, state.window.north)
        let before = Quaternion.aboutVertical(north) * orientation
        let rate = state.window.integrals[state.window.integrals.count - 1].lastRate
        if state.window.close(workspace()) { return }
        state.window = SlidingWindow(parameters)
        state.window.start(before, rate: rate)
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
        let ahead = Quaternion(rotationVector: parameters.latency * state.window.rate)
        let north = Quaternion.aboutVertical(state.window.north)
        var estimate = OrientationEstimate(
            orientation: (north * state.window.orientation * ahead).renormalized,
            gyroscopeBias: state.window.bias,
            headingSigma: state.window.hasField ? state.window.headingSigma : .nan,
            inclinationSigma: state.window.levelSigma, disturbed: state.window.isDisturbed)
        estimate.gyroscopeBiasSigma = state.window.sigmas.bias
        return estimate
    }

    /// What was learnt of the sensors, as of the last node; `nil` before the second one, and after a hole until there
    /// are two again.
    public var calibration: SelfCalibration? {
        guard state.isStarted, state.window.nodes.count > 1 else { return nil }
        return SelfCalibration(state.window, seen: state.seen.share, readings: state.readings)
    }
}
