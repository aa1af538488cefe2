/// Which north an orientation or heading refers to.
public enum North: String, Sendable, Codable, CaseIterable {
    case `true`
    case magnetic
}
