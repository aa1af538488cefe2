/// Something that the user should know, although the work went on.
public struct Warning: Sendable, Codable, Hashable {
    /// A stable name in kebab case, such as `time-backwards`; the guide has a section per code.
    public var code: String
    /// What was found, where and how often, in one sentence.
    public var message: String
    /// What to do about it, in one sentence.
    public var advice: String

    /// From its parts.
    public init(code: String, message: String, advice: String) {
        self.code = code
        self.message = message
        self.advice = advice
    }
}
