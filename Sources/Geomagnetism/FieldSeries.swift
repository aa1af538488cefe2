/// The two series of a model: the main field at the epoch and its change per year, nT and nT/year.
struct FieldSeries: Sendable {
    /// The main field.
    let main: HarmonicSeries
    /// The secular variation, of the same degree or a lower one: WMMHR2025 gives it to degree 15 of 133 only.
    let change: HarmonicSeries

    init(_ table: CoefficientTable) {
        let coefficients = table.coefficients
        main = HarmonicSeries(degree: table.degree) { (coefficients[$0].x, coefficients[$0].y) }
        var degree = table.degree
        while degree > 1, Self.isStill(coefficients, degree) { degree -= 1 }
        change = HarmonicSeries(degree: degree) { (coefficients[$0].z, coefficients[$0].w) }
    }

    /// Whether no coefficient of a degree changes.
    private static func isStill(_ coefficients: [SIMD4<Double>], _ n: Int) -> Bool {
        (CoefficientTable.index(degree: n, order: 0)...CoefficientTable.index(degree: n, order: n))
            .allSatisfy { coefficients[$0].z == 0 && coefficients[$0].w == 0 }
    }
}
