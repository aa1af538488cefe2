/// One term of the spherical harmonic series: degree n and order m.
struct HarmonicTerm: Sendable {
    /// (g, h, dg/dt, dh/dt), nT and nT/year.
    var coefficients: SIMD4<Double>
    /// The degree n.
    var degree: Double
    /// sqrt(n^2 - m^2).
    var root: Double
    /// (2n - 1) / sqrt(n^2 - m^2); 0 where n = m.
    var forward: Double
    /// sqrt((n - 1)^2 - m^2) / sqrt(n^2 - m^2); 0 where n = m.
    var backward: Double
}

/// A model's Gauss coefficients in the order in which the synthesis walks through them, with the factors of the Legendre
/// recursion beside them.
///
/// The functions are Schmidt semi-normalised. The recursion runs over the degree at fixed order, forward, which is stable
/// and, since the sectoral start value sin^m is carried without the sine's first power, free of divisions by the sine:
/// nothing special happens at the poles.
struct HarmonicSeries: Sendable {
    /// The highest degree.
    let degree: Int
    /// Terms by order m = 0, 1, ... and within it by degree n = max(m, 1), ..., `degree`.
    let terms: [HarmonicTerm]
    /// The factor from P(m-1, m-1) / sin^(m-1) to P(m, m) / sin^m; element 0 is not used.
    let sectoral: [Double]

    /// Below this start value an order and all higher ones add nothing to a double (and would slow it down as
    /// subnormals): P(n, m) exceeds P(m, m) by less than 10^220 up to degree 720.
    static let negligible = 1e-280

    init(_ table: CoefficientTable) {
        degree = table.degree
        var terms: [HarmonicTerm] = []
        terms.reserveCapacity(table.coefficients.count)
        var sectoral = [1.0]
        for m in 0...table.degree {
            if m > 0 { sectoral.append(m == 1 ? 1 : (Double(2 * m - 1) / Double(2 * m)).squareRoot()) }
            for n in max(m, 1)...table.degree {
                let root = Double(n * n - m * m).squareRoot()
                let previous = Double(max((n - 1) * (n - 1) - m * m, 0)).squareRoot()
                terms.append(
                    HarmonicTerm(
                        coefficients: table.coefficients[CoefficientTable.index(degree: n, order: m)],
                        degree: Double(n), root: root,
                        forward: n == m ? 0 : Double(2 * n - 1) / root, backward: n == m ? 0 : previous / root))
            }
        }
        self.terms = terms
        self.sectoral = sectoral
    }
}
