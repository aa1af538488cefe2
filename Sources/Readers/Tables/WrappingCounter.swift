import Recordings
import Vocabulary

/// A clock that is a counter of 16 or 32 bits and wraps: `millis()` and `micros()` of a board, also divided by 1000 or
/// a million.
///
/// A step back by about the range of such a counter is a wrap. Every other step back is a fault of the log and stays.
struct WrappingCounter {
    /// Possible ranges of the counter, nanoseconds.
    private let moduli: [Int64]
    /// The range, once the counter wrapped.
    private var modulus: Int64?
    private var offset: Int64 = 0
    private var last = Int64.min
    /// Range of all counts so far.
    private var range: (least: Int64, most: Int64) = (.max, .min)
    /// A usual step: the largest of the recent ones.
    private var step: Int64 = 0
    /// Number of wraps.
    private(set) var turns = 0

    /// Most usual steps that may be missing at a wrap.
    private static let mostMissing: Int64 = 32

    init(moduli: [Int64]) { self.moduli = moduli }

    /// - Parameter exponent: of the counts, in units of 10^exponent nanoseconds.
    init(exponent: Int) {
        let unit = (0..<exponent).reduce(Int64(1)) { product, _ in product * 10 }
        let (short, long) = (Int64(1) << 16, Int64(1) << 32)
        // 2^16 ns are less than any interval of sensors; 2^32 s are more than any log.
        let whole = (exponent > 0 ? [short] : []) + (exponent < 9 ? [long] : [])
        let divided = exponent == 0 ? [] : [long * (unit / 1000)] + (exponent == 9 ? [long * (unit / 1_000_000)] : [])
        moduli = (whole.map { $0 * unit } + divided).sorted()
    }

    /// The unwrapped time.
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
            // A late row from before the wrap.
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

    /// Whether the rest of a step back is a step of the clock, and all counts fit the range, signed or unsigned.
    private func isTurn(_ left: Int64, _ modulus: Int64) -> Bool {
        guard left >= 0, left <= min(mostLeft, modulus / 4) else { return false }
        return range.least >= 0 && range.most < modulus || range.least >= -modulus / 2 && range.most < modulus / 2
    }
}
