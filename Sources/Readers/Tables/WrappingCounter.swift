import Recordings
import Vocabulary

/// A clock that is a counter of 16 or 32 bits and begins anew when it is full: `millis()` and `micros()` of a board, also divided by 1000
/// or a million.
///
/// A step back by about as much as such a counter holds is its turn. Every other step back is a fault of the log, and is left as it is.
struct WrappingCounter {
    /// What the counter can hold, nanoseconds.
    private let moduli: [Int64]
    /// The one that it holds, once it began anew.
    private var modulus: Int64?
    private var offset: Int64 = 0
    private var last = Int64.min
    /// Of all counts so far.
    private var range: (least: Int64, most: Int64) = (.max, .min)
    /// A usual step: the largest ones of late.
    private var step: Int64 = 0
    /// How often it began anew.
    private(set) var turns = 0

    /// So many usual steps may be missing where it begins anew.
    private static let mostMissing: Int64 = 32

    init(moduli: [Int64]) { self.moduli = moduli }

    /// - Parameter exponent: the counts are in units of 10^exponent nanoseconds.
    init(exponent: Int) {
        let unit = (0..<exponent).reduce(Int64(1)) { product, _ in product * 10 }
        let (short, long) = (Int64(1) << 16, Int64(1) << 32)
        // 2^16 ns last less than any interval of sensors; 2^32 s longer than any log.
        let whole = (exponent > 0 ? [short] : []) + (exponent < 9 ? [long] : [])
        let divided = exponent == 0 ? [] : [long * (unit / 1000)] + (exponent == 9 ? [long * (unit / 1_000_000)] : [])
        moduli = (whole.map { $0 * unit } + divided).sorted()
    }

    /// The time that goes on.
    @inline(__always)
    mutating func next(_ count: Int64) -> Int64 {
        let difference = count &- last
        guard difference >= 0, turns == 0, last != .min else { return turn(count) }
        step = max(difference, step - step >> 4)
        last = count
        range.most = max(range.most, count)
        return count
    }

    @inline(never)
    private mutating func turn(_ count: Int64) -> Int64 {
        guard last != .min else {
            (last, range) = (count, (count, count))
            return count
        }
        let difference = LogTime.difference(count, last)
        if let modulus, difference > modulus / 2, modulus - difference < mostLeft {
            // A row of before the turn that comes late.
            return LogTime.sum(count, offset - modulus)
        }
        range = (min(range.least, count), max(range.most, count))
        if difference < 0 {
            for modulus in modulus.map({ [$0] }) ?? moduli where isTurn(difference + modulus, modulus) {
                self.modulus = modulus
                offset = LogTime.sum(offset, modulus)
                turns += 1
                break
            }
        } else {
            step = max(difference, step - step >> 4)
        }
        last = count
        return min(LogTime.sum(count, offset), DecimalTime.limit)
    }

    private var mostLeft: Int64 { LogTime.product(Self.mostMissing, max(step, 1)) }

    /// Whether what is left of a step back is a step of the clock, and the counter holds all that it counted, with a sign or without.
    private func isTurn(_ left: Int64, _ modulus: Int64) -> Bool {
        guard left >= 0, left <= min(mostLeft, modulus / 4) else { return false }
        return range.least >= 0 && range.most < modulus || range.least >= -modulus / 2 && range.most < modulus / 2
    }
}
