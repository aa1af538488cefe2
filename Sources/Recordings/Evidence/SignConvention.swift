import SensorModels

/// Which way an accelerometer, and what the device derived from it, points at rest.
public enum SignConvention: String, Sendable, Codable, CaseIterable, Hashable {
    /// Specific force, as Android, most IMUs and phyphox have it: face up z = +9.81.
    case android
    /// CoreMotion's: face up z = -1 g.
    case ios

    /// From this sign to specific force.
    public var factor: Double { self == .android ? 1 : -1 }

    /// For people.
    public var text: String {
        switch self {
        case .android: return "specific force: face up z = +9.81"
        case .ios: return "CoreMotion: face up z = -1 g, turned here"
        }
    }

    /// Whether a sensor has a sign of this kind.
    static func applies(to sensor: SensorKind) -> Bool { LogUnit.Quantity(of: sensor) == .acceleration }
}
