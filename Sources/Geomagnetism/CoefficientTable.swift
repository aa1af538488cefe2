import Vocabulary

/// The content of a .COF file: header and Gauss coefficients, complete and in order.
struct CoefficientTable: Sendable {
    /// The model's name as the header has it, for example `WMM-2025`.
    var name: String
    /// The date of the main field's coefficients.
    var epoch: DecimalYear
    /// The release date as the header has it; empty where there is none.
    var releaseDate: String
    /// The highest degree n.
    var degree: Int
    /// (g, h, dg/dt, dh/dt) in nT and nT/year, Schmidt semi-normalised, at index n(n+1)/2 + m.
    var coefficients: [SIMD4<Double>]

    /// The largest degree that is read.
    static let largestDegree = 200

    /// The place of degree n and order m in `coefficients`.
    static func index(degree n: Int, order m: Int) -> Int { n * (n + 1) / 2 + m }
}

/// Reads the numbers of a coefficient file from bytes.
enum CoefficientNumber {
    /// A decimal number with optional sign and fraction, correctly rounded; nil for anything else.
    ///
    /// A mantissa below 2^53 divided by a power of ten up to 10^22 is a quotient of two exact doubles, so one division
    /// rounds it correctly. All numbers of the official files are of that kind; longer ones take the library's way.
    static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        var index = 0
        let negative = bytes.first == UInt8(ascii: "-")
        if negative || bytes.first == UInt8(ascii: "+") { index = 1 }
        var mantissa: UInt64 = 0
        var digits = 0
        var decimals: Int?
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "."), decimals == nil {
                decimals = 0
                continue
            }
            guard byte >= 48, byte <= 57 else { return nil }
            digits += 1
            guard digits <= 15 else {
                return Double(String(decoding: bytes, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
            }
            mantissa = mantissa * 10 + UInt64(byte - 48)
            if let places = decimals { decimals = places + 1 }
        }
        guard digits > 0 else { return nil }
        let magnitude = Double(mantissa) / powersOfTen[decimals ?? 0]
        return negative ? -magnitude : magnitude
    }

    /// A non-negative whole number of at most nine digits; nil for anything else.
    static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !bytes.isEmpty, bytes.count <= 9 else { return nil }
        var value = 0
        for byte in bytes {
            guard byte >= 48, byte <= 57 else { return nil }
            value = value * 10 + Int(byte - 48)
        }
        return value
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]
}
