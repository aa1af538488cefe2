import Vocabulary

/// The catalogue of models whose coefficients are part of the module. WMMHR2025, half a megabyte, is in the module
/// HighResolutionField, which apps need not link.
public enum EmbeddedModel: String, Sendable, CaseIterable {
    /// World Magnetic Model 2010, 2010.0 to 2015.0; no error model was published.
    case wmm2010 = "WMM2010"
    /// World Magnetic Model 2015 as first published, 2015.0 to 2020.0.
    case wmm2015 = "WMM2015"
    /// World Magnetic Model 2015, out-of-cycle update of 2018, 2015.0 to 2020.0.
    case wmm2015v2 = "WMM2015v2"
    /// World Magnetic Model 2020, 2020.0 to 2025.0.
    case wmm2020 = "WMM2020"
    /// World Magnetic Model 2025, 2025.0 to 2030.0.
    case wmm2025 = "WMM2025"

    /// The model of a name, matched without case and without hyphens (`wmm-2025` is `WMM2025`).
    ///
    /// - Throws: `unknown-model`, with the names that exist.
    public init(name: String) throws(SensorLabError) {
        guard let model = Self.allCases.first(where: { Self.key($0.rawValue) == Self.key(name) }) else {
            throw SensorLabError(
                .usage, code: .geomagnetismUnknownModel, message: "there is no geomagnetic model '\(name)'",
                advice: "use one of " + Self.allCases.map { $0.rawValue }.joined(separator: ", "))
        }
        self = model
    }

    /// The model in force at a date: WMM2010 before 2015, WMM2015v2 before 2020, WMM2020 before 2025, then WMM2025.
    ///
    /// - Throws: `date-not-covered` where the date is farther than
    ///   ``GeomagneticModel/extrapolationLimitYears`` from all.
    public init(on date: DecimalYear) throws(SensorLabError) {
        try date.requireCovered(
            by: 2010...2030, "which the models cover",
            advice: "give a date in that range, the model IGRF14 (from 1900 on), or a coefficient file")
        switch date.value {
        case ..<2015: self = .wmm2010
        case ..<2020: self = .wmm2015v2
        case ..<2025: self = .wmm2020
        default: self = .wmm2025
        }
    }

    /// The official coefficient file and the published error model, which WMM2010 does not have.
    fileprivate var source: (text: StaticString, errorModel: FieldErrorModel?) {
        switch self {
        case .wmm2010: (CoefficientText.wmm2010, nil)
        case .wmm2015: (CoefficientText.wmm2015, .wmm2015)
        case .wmm2015v2: (CoefficientText.wmm2015v2, .wmm2015)
        case .wmm2020: (CoefficientText.wmm2020, .wmm2020)
        case .wmm2025: (CoefficientText.wmm2025, .wmm2025)
        }
    }

    /// A name without its case and punctuation.
    package static func key(_ name: String) -> String {
        name.smallLetters.filter { $0 != "-" && $0 != "_" && $0 != " " }
    }
}

extension GeomagneticModel {
    /// The embedded model of a name, matched without case and without hyphens.
    ///
    /// - Throws: `unknown-model`.
    public static func named(_ name: String) throws(SensorLabError) -> GeomagneticModel {
        try embedded(EmbeddedModel(name: name))
    }

    /// The embedded model in force at a date (``EmbeddedModel/init(on:)``).
    ///
    /// - Throws: `date-not-covered`.
    public static func inForce(on date: DecimalYear) throws(SensorLabError) -> GeomagneticModel {
        try embedded(EmbeddedModel(on: date))
    }

    /// An embedded model.
    ///
    /// - Throws: `invalid-coefficients` only if the embedded text were damaged.
    public static func embedded(_ model: EmbeddedModel) throws(SensorLabError) -> GeomagneticModel {
        switch model {
        case .wmm2010: try Loaded.wmm2010.get()
        case .wmm2015: try Loaded.wmm2015.get()
        case .wmm2015v2: try Loaded.wmm2015v2.get()
        case .wmm2020: try Loaded.wmm2020.get()
        case .wmm2025: try Loaded.wmm2025.get()
        }
    }

    /// The models that have been read, each on first use.
    private enum Loaded {
        static let wmm2010 = read(.wmm2010)
        static let wmm2015 = read(.wmm2015)
        static let wmm2015v2 = read(.wmm2015v2)
        static let wmm2020 = read(.wmm2020)
        static let wmm2025 = read(.wmm2025)
    }

    private static func read(_ model: EmbeddedModel) -> Result<GeomagneticModel, SensorLabError> {
        Result { () throws(SensorLabError) in
            try GeomagneticModel(
                embedded: model.source.text, name: model.rawValue, errorModel: model.source.errorModel)
        }
    }

    /// Reads a coefficient file that is part of the program, under the name of the catalogue. Not
    /// inlined: five copies are 14 kB.
    @inline(never)
    package init(
        embedded text: StaticString, name: String, errorModel: FieldErrorModel?
    ) throws(SensorLabError) {
        let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        try self.init(CoefficientReader.read(bytes, source: name), name: name, errorModel: errorModel)
    }
}
