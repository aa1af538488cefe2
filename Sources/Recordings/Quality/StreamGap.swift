/// A part of a stream without samples.
public struct StreamGap: Sendable, Codable, Hashable {
    /// The last stamp before it, nanoseconds of the log's clock.
    public var start: Int64
    /// Its length, nanoseconds.
    public var length: Int64

    /// A gap of `length` nanoseconds behind the stamp `start`.
    public init(start: Int64, length: Int64) {
        self.start = start
        self.length = length
    }
}
