import Rotations
import SensorModels

/// The input of one step of a classic filter: one rate, and the force and the field of the same instant.
public struct SensorRow: Sendable {
    /// rad/s, device axes; zero where there is no gyroscope.
    public let rate: Vector3
    /// m/s^2, device axes, nonzero: the latest sample, turned with the gyroscope since.
    public let force: Vector3
    /// Microtesla, device axes, nonzero: the latest sample, turned likewise; `nil` before the first.
    public let field: Vector3?
    /// Whether the force came with this row; `false` where it is held.
    public let hasNewForce: Bool
    /// Whether the field came with this row; `false` where it is held.
    public let hasNewField: Bool
    /// Seconds since the last row, > 0.
    public let seconds: Double
    /// Whether a gyroscope measured the rate.
    public let hasRate: Bool
}

/// The step of a filter that was published for rows of all three sensors; `RowFilter` makes an
/// `OrientationFilter` of it.
public protocol RowAlgorithm: Sendable {
    associatedtype Parameters: FilterParameters
    /// The state after a row.
    associatedtype Core: FilterState

    /// Name, summary and reference for the catalogue.
    static var information: FilterInformation { get }

    /// The start from an orientation (device to east-north-up) and the first force (m/s^2) and field (microtesla).
    static func start(_ orientation: Quaternion, force: Vector3, field: Vector3?, _ parameters: Parameters) -> Core
    /// One row.
    static func step(_ core: inout Core, _ row: SensorRow, _ parameters: Parameters)
    /// The answer after a row: device to east-north-up.
    static func estimate(_ core: Core, _ parameters: Parameters) -> OrientationEstimate
}

/// A filter with one update per sensor, made of an algorithm for rows of all sensors.
///
/// A row begins with a sample of the gyroscope and is finished by the next; force and field that come in between belong
/// to it, and the estimate is that of the row with what has come so far. So rows of all sensors give exactly the
/// published algorithm. A sensor that is slower than the gyroscope is held and turned with the gyroscope meanwhile,
/// v - dt w x v. Intervals are measured (`SamplingInterval`). Without a gyroscope the accelerometer makes the rows,
/// with rate zero, where the algorithm can do so. The start is `StartUp`'s, as for all filters.
public struct RowFilter<Algorithm: RowAlgorithm>: OrientationFilter {
    /// The algorithm's parameters.
    public typealias Parameters = Algorithm.Parameters

    /// The state after the samples so far.
    public struct State: FilterState {
        var startUp = StartUp()
        var gyroscope = SamplingInterval()
        var accelerometer = SamplingInterval()
        var core: Algorithm.Core?
        var rate = Vector3.zero
        var force = Vector3.zero
        var field: Vector3?
        var hasNewForce = false
        var hasNewField = false
        /// Nanoseconds of the row that is not finished; 0 where there is none.
        var pending: Int64 = 0
    }

    /// Name, summary and reference for the catalogue.
    public static var information: FilterInformation { Algorithm.information }

    /// The algorithm's parameters.
    public let parameters: Parameters
    /// The state after the samples so far.
    public var state = State()
    private let needsGyroscope = Algorithm.information.withoutGyroscope == nil

    /// A filter without samples.
    public init(parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Finishes the last row and begins one with an angular rate, rad/s.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {
        let interval = state.gyroscope.step(to: time)
        finish()
        state.rate = rate
        guard state.core != nil else { return }
        state.pending = interval
        let turn = interval.asSeconds * rate
        state.force -= turn.cross(state.force)
        if let field = state.field { state.field = field - turn.cross(field) }
    }

    /// The row's specific force, m/s^2.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        guard force != .zero else { return }
        if !state.gyroscope.hasStarted {
            let interval = state.accelerometer.step(to: time)
            finish()
            if state.core != nil { state.pending = interval }
        }
        state.force = force
        state.hasNewForce = true
        guard state.core == nil, let orientation = state.startUp.observe(force: force, at: time) else { return }
        begin(orientation)
    }

    /// The row's field, microtesla.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        guard field != .zero else { return }
        state.field = field
        state.hasNewField = true
        guard state.core == nil, let orientation = state.startUp.observe(field: field) else { return }
        begin(orientation)
    }

    /// The answer of the row with what has come so far; `nil` before the start, and without the
    /// gyroscope that it needs.
    public var estimate: OrientationEstimate? {
        guard var core = state.core, state.gyroscope.hasStarted || !needsGyroscope else { return nil }
        if state.pending > 0 { Algorithm.step(&core, row, parameters) }
        return Algorithm.estimate(core, parameters)
    }

    // MARK: Rows

    private var row: SensorRow {
        SensorRow(
            rate: state.rate, force: state.force, field: state.field, hasNewForce: state.hasNewForce,
            hasNewField: state.hasNewField, seconds: state.pending.asSeconds, hasRate: state.gyroscope.hasStarted)
    }

    private mutating func begin(_ orientation: Quaternion) {
        state.core = Algorithm.start(orientation, force: state.force, field: state.field, parameters)
        state.pending = 0
        state.hasNewForce = false
        state.hasNewField = false
    }

    private mutating func finish() {
        guard state.pending > 0, var core = state.core else { return }
        Algorithm.step(&core, row, parameters)
        state.core = core
        state.pending = 0
        state.hasNewForce = false
        state.hasNewField = false
    }
}

/// The sine of the local field's dip, followed with a time constant from the first field on.
struct LearntDip: FilterState {
    private var sine: Double?

    /// The dip of the first field, device axes, where there is one.
    init(_ field: Vector3?, _ orientation: Quaternion) {
        sine = field?.normalized.map { -orientation.rotate($0).z }
    }

    /// Learns from a field's direction in the earth frame, `dt` seconds after the last row.
    /// - Returns: the unit vector along a field of the learnt dip that points north.
    @inline(__always)
    mutating func direction(of seen: Vector3, after dt: Double, time: Double) -> Vector3 {
        let old = sine ?? -seen.z
        let learnt = old + dt / (time + dt) * (-seen.z - old)
        sine = learnt
        let bounded = max(-0.99, min(0.99, learnt))
        return Vector3(0, (1 - bounded * bounded).squareRoot(), -bounded)
    }
}
