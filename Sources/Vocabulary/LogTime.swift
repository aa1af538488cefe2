/// Integer nanoseconds of a log's clock, and their text: decimal seconds with up to nine places.
public enum LogTime {
    /// Nanoseconds per second.
    public static let nanosecondsPerSecond: Int64 = 1_000_000_000

    /// Seconds as a floating-point number: for intervals, not for stamps that must stay exact.
    @inlinable
    public static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) * 1e-9 }

    /// The nearest nanosecond; `nil` for non-finite seconds and those beyond +-292 years.
    public static func nanoseconds(seconds: Double) -> Int64? {
        let scaled = (seconds * 1e9).rounded()
        guard scaled.magnitude < 9.2e18 else { return nil }
        return Int64(scaled)
    }

    /// Decimal seconds, exact, without trailing zeros: 58_202_283_700_000 becomes "58202.2837".
    public static func text(_ nanoseconds: Int64) -> String {
        var bytes: [UInt8] = []
        append(nanoseconds, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the text of `text(_:)` to UTF-8 bytes.
    public static func append(_ nanoseconds: Int64, to bytes: inout [UInt8]) {
        if nanoseconds < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, part) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        bytes.append(contentsOf: String(whole).utf8)
        guard part != 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var remainder = part
        var scale: UInt64 = 100_000_000
        while remainder != 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(remainder / scale))
            remainder %= scale
            scale /= 10
        }
    }
}
