import OrientationFilters

/// How a slider runs over a parameter. The field beside it takes every valid value; the slider covers those worth trying.
struct SliderScale: Encodable, Sendable, Hashable {
    /// The value at the slider's left end.
    let minimum: Double
    /// The value at the slider's right end.
    let maximum: Double
    /// Equal steps are equal factors.
    let isLogarithmic: Bool

    /// How far a logarithmic slider goes to either side of the default.
    static let reach = 100.0

    /// Parameters that span orders of magnitude (time constants, sigmas) get a logarithmic slider, a factor of a hundred to
    /// either side of the default as far as the range goes; the others their range.
    init(_ parameter: ParameterInformation) {
        let (range, standard) = (parameter.range, parameter.defaultValue)
        let spansMagnitudes =
            range.lowerBound > 0 ? range.upperBound / range.lowerBound >= 1000 : standard <= range.upperBound / 20
        if standard > 0 && range.lowerBound >= 0 && spansMagnitudes {
            minimum = max(range.lowerBound, standard / Self.reach)
            maximum = min(range.upperBound, standard * Self.reach)
            isLogarithmic = true
        } else {
            minimum = range.lowerBound
            maximum = range.upperBound
            isLogarithmic = false
        }
    }
}
