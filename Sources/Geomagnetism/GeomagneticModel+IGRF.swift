import Vocabulary

extension GeomagneticModel {
    /// The name of the International Geomagnetic Reference Field, 14th generation, as ``named(_:on:)`` takes it.
    public static let igrf14Name = "IGRF14"

    /// The International Geomagnetic Reference Field, 14th generation, for a date of 1900 to 2030.
    ///
    /// The IGRF gives the main field every five years and is linear in between (IAGA Division V-MOD, doi
    /// 10.5281/zenodo.14012302): the result is the model of the five years that hold the date, of degree 10 before 1995
    /// and 13 after. Its dates after 2025 are a prediction. No error model is published with it.
    ///
    /// - Throws: `date-not-covered` more than ``extrapolationLimitYears`` outside 1900 to 2030.
    public static func igrf14(on date: DecimalYear) throws(SensorLabError) -> GeomagneticModel {
        let models = try igrf14Models.get()
        guard let model = models.last(where: { $0.epoch <= date }) ?? models.first else {
            throw SensorLabError(
                .badData, code: .geomagnetismInvalidCoefficients, message: "IGRF14 has no epochs", advice: "report this"
            )
        }
        try date.requireCovered(
            by: 1900...2030, "for which \(igrf14Name) holds", advice: "give a date in that range")
        return model
    }

    /// The model of a name, matched without case and hyphens: one of ``EmbeddedModel``, or `IGRF14`, whose five
    /// years are those of the date.
    ///
    /// - Throws: `unknown-model`; `date-not-covered` (IGRF14 only, other models say so when a field is asked for).
    public static func named(_ name: String, on date: DecimalYear) throws(SensorLabError) -> GeomagneticModel {
        if EmbeddedModel.key(name) == EmbeddedModel.key(igrf14Name) { return try igrf14(on: date) }
        do {
            return try named(name)
        } catch {
            var complete = error
            complete.advice += ", " + igrf14Name
            throw complete
        }
    }

    /// One model for every two successive epochs; read on first use.
    private static let igrf14Models = Result { () throws(SensorLabError) in
        let text = CoefficientText.igrf14
        let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        let file = try HarmonicFile(bytes, source: igrf14Name)
        var models: [GeomagneticModel] = []
        for (index, epoch) in file.epochs.enumerated().dropLast() {
            let years = file.epochs[index + 1].value - epoch.value
            let coefficients = zip(file.coefficients[index], file.coefficients[index + 1]).map { first, second in
                SIMD4(lowHalf: first, highHalf: (second - first) / years)
            }
            let table = CoefficientTable(
                name: igrf14Name, epoch: epoch, releaseDate: "", degree: file.degree, coefficients: coefficients)
            models.append(try GeomagneticModel(table, errorModel: nil))
        }
        return models
    }
}
