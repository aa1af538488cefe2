import Analysis

extension AnalysisOptions {
    /// Takes over where and when.
    mutating func apply(_ geomagnetic: GeomagneticOptions) {
        place = geomagnetic.place
        date = geomagnetic.date
        model = geomagnetic.model
        coefficients = geomagnetic.coefficients
    }

    /// Takes over which heading.
    mutating func apply(_ heading: HeadingOptions) {
        headingAxis = heading.headingAxis
        north = heading.north
    }
}
