/// What the sections of all sensors have in common.
public protocol SensorCalibration {
    /// The stream that was fitted.
    var stream: String { get }
    /// Whether the data carried the result.
    var accepted: Bool { get }
    /// Why it was accepted or refused.
    var reason: String { get }
    /// What to do to get what is missing.
    var missing: String? { get }
}
