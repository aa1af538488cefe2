import RealModule
import Rotations
import SensorModels

/// How two directions make an orientation.
public protocol TwoVectorMethod: Sendable {
    associatedtype Parameters: FilterParameters

    /// Name, summary and reference for the catalogue.
    static var information: FilterInformation { get }

    /// Device to east-north-up from a force (m/s^2) and a field (microtesla); `nil` where they are parallel.
    /// - Parameters:
    ///   - force: the specific force, m/s^2, device axes.
    ///   - field: the magnetic field, microtesla, device axes.
    ///   - dip: the local field's dip, radians, down positive, as learnt so far.
    ///   - parameters: of the filter.
    static func orientation(force: Vector3, field: Vector3, dip: Double, _ parameters: Parameters) -> Quaternion?
}

/// An orientation from the latest force and the latest field, without memory but for the local field's dip.
///
/// The dip is learnt with 20 s (`LearntField`), because the methods that weigh both directions need it. Where it
/// fails: every acceleration tilts. Sigmas and flags are unknown. The gyroscope is not
/// used; without a magnetometer the heading is relative.
public struct TwoVectorFilter<Method: TwoVectorMethod>: OrientationFilter {
    /// The method's parameters.
    public typealias Parameters = Method.Parameters

    /// The state after the samples so far.
    public struct State: FilterState {
        var vectors = TwoVectorState()
        var learntField = LearntField()
        var clock = SampleClock()
    }

    /// Name, summary and reference for the catalogue.
    public static var information: FilterInformation { Method.information }

    /// The method's parameters.
    public let parameters: Parameters
    /// The state after the samples so far.
    public var state = State()

    /// A filter without samples.
    public init(parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Ignored.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {}

    /// Takes the force, m/s^2.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        let isFirst = state.vectors.force == nil
        state.vectors.setForce(force, at: time)
        // A field before the first force has no dip yet.
        if isFirst, let field = state.vectors.field { learn(field, after: SampleClock.firstStep) }
    }

    /// Takes the field, microtesla.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        state.vectors.setField(field)
        learn(field, after: state.clock.step(to: time))
    }

    /// The orientation; sigmas are NaN and flags unknown.
    public var estimate: OrientationEstimate? {
        guard let force = state.vectors.force else { return nil }
        guard let field = state.vectors.field else {
            return state.vectors.relative.map { OrientationEstimate(orientation: $0) }
        }
        let d = state.learntField.direction
        return Method.orientation(force: force, field: field, dip: Double.atan2(y: -d.z, x: d.y), parameters)
            .map { OrientationEstimate(orientation: $0) }
    }

    private mutating func learn(_ field: Vector3, after dt: Double) {
        guard let force = state.vectors.force, force.lengthSquared > TiltCompass.smallestSquare,
            field.lengthSquared > TiltCompass.smallestSquare
        else { return }
        // The dip needs no heading: the part of the field along the force.
        let length = field.length
        _ = state.learntField.learn(
            Vector3(0, 0, field.dot(force) / force.length), magnitude: length, after: dt, tolerance: 0.1)
    }
}
