import Geomagnetism
import Vocabulary

extension GeomagneticModel {
    /// The World Magnetic Model High Resolution 2025, degree 133, 2025.0 to 2030.0; read on first use.
    ///
    /// It is never selected by date. Unlike WMM2025 it includes the crustal field of structures of 300 km and
    /// more, at 30 times the cost.
    ///
    /// - Throws: `invalid-coefficients` only if the embedded text were damaged.
    public static func wmmhr2025() throws(SensorLabError) -> GeomagneticModel { try highResolution.get() }

    private static let highResolution = Result { () throws(SensorLabError) in
        try GeomagneticModel(
            embedded: CoefficientText.wmmhr2025, name: GeomagneticCatalogue.highResolutionName, errorModel: .wmmhr2025)
    }
}

/// Every published model that the laboratory knows by name: those of `EmbeddedModel`, `WMMHR2025` and `IGRF14`.
public enum GeomagneticCatalogue {
    /// The names, in the order in which messages list them.
    public static let names =
        EmbeddedModel.allCases.map(\.rawValue) + [highResolutionName, GeomagneticModel.igrf14Name]

    static let highResolutionName = "WMMHR2025"

    /// The model of a name, matched without case and hyphens; of `IGRF14` the five years that hold the date.
    ///
    /// - Throws: `unknown-model`; `date-not-covered` (IGRF14 only, other models say so when a field is asked for).
    public static func model(named name: String, on date: DecimalYear) throws(SensorLabError) -> GeomagneticModel {
        if EmbeddedModel.key(name) == EmbeddedModel.key(highResolutionName) { return try .wmmhr2025() }
        do {
            return try .named(name, on: date)
        } catch {
            guard error.code == .geomagnetismUnknownModel else { throw error }
            throw SensorLabError(
                .usage, code: .geomagnetismUnknownModel, message: error.message,
                advice: "use one of " + names.joined(separator: ", "))
        }
    }
}
