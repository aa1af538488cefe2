import Analysis

extension AnalysisOptions {
    /// Takes over where, when and which heading.
    mutating func apply(_ geomagnetic: GeomagneticOptions, _ heading: HeadingOptions) {
        place = geomagnetic.place
        date = geomagnetic.date
        model = geomagnetic.model
        coefficients = geomagnetic.coefficients
        headingAxis = heading.headingAxis
        north = heading.north
    }
}
