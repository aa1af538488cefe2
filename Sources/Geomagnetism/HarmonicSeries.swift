/// One term of a spherical harmonic series, degree n and order m; each number twice, as the two lanes take it.
struct HarmonicTerm: Sendable {
    /// The coefficients g and h, times the scale of the monic Legendre functions.
    var (g, h): (Pair, Pair)
    /// The same for the function of degree n - 1, times sqrt(n^2 - m^2); in order 0, g for the function of order
    /// 1, times sqrt(n(n+1)/2).
    var (gRoot, hRoot): (Pair, Pair)
    /// ((n - 1)^2 - m^2) / ((2n - 1)(2n - 3)), the factor of the recursion.
    var recursion: Double
}

/// Gauss coefficients in the order in which the synthesis walks through them, scaled for its recursion.
///
/// The Schmidt semi-normalised functions P(n, m) are carried as p(n, m) = P(n, m) / k(n, m), whose highest power of the
/// cosine has the factor 1, and so obey the short recursion p(n) = x p(n-1) - recursion p(n-2). The scale k, at most
/// 2^(n-m), goes into the coefficients. Forward recursion over the degree at fixed order is stable, and since sin^m is
/// carried without its first power, nothing is divided by the sine: the poles are not singular.
struct HarmonicSeries: Sendable {
    /// The highest degree.
    let degree: Int
    /// Terms by order m = 0, 1, ... and within it by degree n = max(m, 1), ..., `degree`.
    let terms: [HarmonicTerm]

    /// The series of coefficients (g, h) that lie at ``CoefficientTable/index(degree:order:)``.
    init(degree: Int, coefficient: (Int) -> (g: Double, h: Double)) {
        self.degree = degree
        var terms: [HarmonicTerm] = []
        terms.reserveCapacity(CoefficientTable.index(degree: degree, order: degree))
        var sectoralScale = 1.0
        for m in 0...degree {
            if m > 1 { sectoralScale *= (Double(2 * m - 1) / Double(2 * m)).squareRoot() }
            var scale = sectoralScale
            // The scale of order 1 and the same degree.
            var nextScale = 1.0
            for n in max(m, 1)...degree {
                let root = Double(n * n - m * m).squareRoot()
                if m == 0, n > 1 { nextScale *= Double(2 * n - 1) / Double(n * n - 1).squareRoot() }
                let rootScale = m == 0 ? Double(n * (n + 1) / 2).squareRoot() * nextScale : root * scale
                if n > m { scale *= Double(2 * n - 1) / root }
                let (g, h) = coefficient(CoefficientTable.index(degree: n, order: m))
                let recursion =
                    n > m + 1 ? Double((n - 1) * (n - 1) - m * m) / Double((2 * n - 1) * (2 * n - 3)) : 0
                terms.append(
                    HarmonicTerm(
                        g: Pair(repeating: g * scale), h: Pair(repeating: h * scale),
                        gRoot: Pair(repeating: g * rootScale), hRoot: Pair(repeating: h * rootScale),
                        recursion: recursion))
            }
        }
        self.terms = terms
    }
}
