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
