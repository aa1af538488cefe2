/// An error of the tool: where, what was found, what was expected, what to do.
public struct SensorLabError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure; its exit code is that of BSD's sysexits.
    public enum Kind: Int32, Sendable {
        /// A criterion was not met, or `--strict` turned a warning into an error.
        case criterion = 1
        /// A wrong command line or option.
        case usage = 64
        /// Input that cannot be used.
        case badData = 65
        /// Input that is missing.
        case noInput = 66
        /// Output that cannot be created.
        case cannotCreate = 73
        /// Reading or writing failed.
        case inputOutput = 74
    }

    /// The kind, which is the exit code.
    public var kind: Kind
    /// What went wrong, such as `no-such-file`.
    public var code: ErrorCode
    /// File, line and column, or the option; empty where there is no place.
    public var place: String
    /// What was found and what was expected.
    public var message: String
    /// What to do.
    public var advice: String

    /// An error; `place` and `advice` may be empty.
    public init(_ kind: Kind, code: ErrorCode, place: String = "", message: String, advice: String = "") {
        self.kind = kind
        self.code = code
        self.place = place
        self.message = message
        self.advice = advice
    }

    /// One line: place, message, advice.
    public var description: String {
        var line = place.isEmpty ? message : "\(place): \(message)"
        if !advice.isEmpty { line += "; \(advice)" }
        return line
    }
}
