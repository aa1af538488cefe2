import Rotations

/// A magnet that sits on the device for some time (a cover, a holder, the car around it): an extra field that is fixed to the
/// device, rises, stays, falls.
public struct AttachedMagnet: Sendable {
    /// When it begins and ends, seconds.
    public let interval: ClosedRange<Double>
    /// The field at its strongest, microtesla, device axes.
    public let field: Vector3
    private let envelope: MinimumJerkPath

    /// A magnet that comes and goes within `rise` seconds (at most half of the interval, which is longer than 0).
    public init(interval: ClosedRange<Double>, field: Vector3, rise: Double = 0.5) {
        let duration = interval.upperBound - interval.lowerBound
        precondition(duration > 0 && rise > 0, "a disturbance takes time")
        self.interval = interval
        self.field = field
        var envelope = MinimumJerkPath(0)
        envelope.pulse(from: interval.lowerBound, to: interval.upperBound, rise: min(rise, duration / 2))
        self.envelope = envelope
    }

    /// The extra field at a time in seconds, microtesla, device axes.
    func field(at time: Double) -> Vector3 { envelope.jet(at: time).value * field }
}
