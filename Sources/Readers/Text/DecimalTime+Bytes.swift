import Recordings
import Vocabulary

extension DecimalTime {
    /// Reads the time that begins at `p` and moves `p` past it; `nil` where there is none or it needs the slow way.
    @inline(__always)
    static func parse(_ p: inout UnsafePointer<UInt8>) -> Int64? {
        let isNegative = p.pointee == UInt8(ascii: "-")
        let start = p + (isNegative ? 1 : 0)
        let first = EightDigits(at: start)
        guard first.count > 0 else { return nil }
        var whole = first.value
        var s = start + first.count
        while s.pointee &- 48 < 10 && s - start <= 10 {
            whole = whole &* 10 &+ UInt64(s.pointee &- 48)
            s += 1
        }
        guard s - start <= 10 && whole <= 4_000_000_000 else { return nil }
        var nanoseconds: UInt64 = 0
        if s.pointee == UInt8(ascii: ".") {
            s += 1
            let decimals = EightDigits(at: s)
            if decimals.count > 0 { nanoseconds = decimals.value }
            var places = decimals.count
            s += places
            if places == 8 && s.pointee &- 48 < 10 {
                nanoseconds = nanoseconds &* 10 &+ UInt64(s.pointee &- 48)
                s += 1
                places = 9
                guard s.pointee &- 48 >= 10 else { return nil }
            }
            while places < 9 {
                nanoseconds = nanoseconds &* 10
                places += 1
            }
        }
        let time = Int64(truncatingIfNeeded: whole &* 1_000_000_000 &+ nanoseconds)
        p = s
        return isNegative ? -time : time
    }

    /// As `parse`, for integer nanoseconds.
    @inline(__always)
    static func parseInteger(_ p: inout UnsafePointer<UInt8>) -> Int64? {
        var s = p
        let negative = s.pointee == UInt8(ascii: "-")
        if negative { s += 1 }
        var whole: Int64 = 0
        let start = s
        while s.pointee &- 48 < 10 {
            whole = whole &* 10 &+ Int64(s.pointee &- 48)
            s += 1
        }
        guard s > start && s - start <= 18 || s - start == 19 && whole >= 0 && whole <= limit && start.pointee < 53
        else { return nil }
        p = s
        return negative ? -whole : whole
    }
}
