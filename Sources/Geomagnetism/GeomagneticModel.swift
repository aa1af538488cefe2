import Vocabulary

/// A model of the Earth's main magnetic field: Gauss coefficients at an epoch and their change per year.
///
///     let model = try GeomagneticModel.inForce(on: DecimalYear(year: 2015, month: 6, day: 22))
///     let field = try model.field(at: GeodeticPosition(latitude: 41.375, longitude: 2.149), on: date)
///     field.elements.declinationDegrees     // degrees, east positive
///     field.uncertainty?.declinationDegrees // one standard deviation
///
/// A model is a value; copies share its coefficients. Those of ``EmbeddedModel`` are read on first use, once.
public struct GeomagneticModel: Sendable {
    /// The name: the catalogue's for embedded models (`WMM2025`), else the one in the file's header.
    public let name: String
    /// The date of the coefficients.
    public let epoch: DecimalYear
    /// The release date as the file's header has it; empty where it has none.
    public let releaseDate: String
    /// The dates for which the model is meant: five years from the epoch, both ends included.
    public let validity: ClosedRange<DecimalYear>
    /// The published error model, nil where there is none.
    public let errorModel: FieldErrorModel?
    /// The coefficients, ordered for the synthesis.
    let series: FieldSeries

    /// The highest degree of the series: 12 for the World Magnetic Models, 133 for the high resolution ones.
    public var degree: Int { series.main.degree }

    /// The heights above the ellipsoid for which the models are stated to hold: -1 km to 850 km.
    public static let validHeights: ClosedRange<Double> = -1000...850_000

    /// The farthest that a field is extrapolated beyond a model's validity, years.
    ///
    /// A model's prediction of the secular variation is made for five years; beyond twice that time it is an error.
    public static let extrapolationLimitYears = 5.0

    /// What a field needs of the model.
    var context: FieldContext {
        FieldContext(
            epoch: epoch.value, validity: validity.lowerBound.value...validity.upperBound.value, errorModel: errorModel)
    }

    /// Reads a model from the text of a .COF file.
    ///
    /// - Parameters:
    ///   - coefficients: the whole text: header, rows `n m g h dg/dt dh/dt`, closing line of nines.
    ///   - source: what messages call the text, for example the file's name.
    ///   - errorModel: the model's uncertainties; a file has none.
    /// - Throws: `invalid-coefficients`, with the line and the rule.
    public init(
        coefficients: String, source: String, errorModel: FieldErrorModel? = nil
    ) throws(SensorLabError) {
        let bytes = Array(coefficients.utf8)
        let result = bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(SensorLabError) in try CoefficientReader.read(bytes, source: source) }
        }
        try self.init(result.get(), errorModel: errorModel)
    }

    init(_ table: CoefficientTable, name: String? = nil, errorModel: FieldErrorModel?) throws(SensorLabError) {
        self.name = name ?? table.name
        epoch = table.epoch
        releaseDate = table.releaseDate
        validity = try table.epoch...DecimalYear(table.epoch.value + 5)
        self.errorModel = errorModel
        series = FieldSeries(table)
    }
}
