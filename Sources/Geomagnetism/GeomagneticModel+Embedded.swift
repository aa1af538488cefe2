extension GeomagneticModel {
    /// The embedded model of a name, matched without case and without hyphens.
    ///
    /// - Throws: `unknownModel`.
    public static func named(_ name: String) throws(GeomagnetismError) -> GeomagneticModel {
        try embedded(EmbeddedModel(name: name))
    }

    /// The embedded model in force at a date (``EmbeddedModel/init(on:)``).
    ///
    /// - Throws: `dateNotCovered`.
    public static func inForce(on date: DecimalYear) throws(GeomagnetismError) -> GeomagneticModel {
        try embedded(EmbeddedModel(on: date))
    }

    /// An embedded model.
    ///
    /// - Throws: `invalidCoefficients` only if the embedded text were damaged.
    public static func embedded(_ model: EmbeddedModel) throws(GeomagnetismError) -> GeomagneticModel {
        switch model {
        case .wmm2010: try Loaded.wmm2010.get()
        case .wmm2015: try Loaded.wmm2015.get()
        case .wmm2015v2: try Loaded.wmm2015v2.get()
        case .wmm2020: try Loaded.wmm2020.get()
        case .wmm2025: try Loaded.wmm2025.get()
        case .wmmhr2025: try Loaded.wmmhr2025.get()
        }
    }

    /// The models that have been read, each on first use.
    private enum Loaded {
        static let wmm2010 = read(.wmm2010)
        static let wmm2015 = read(.wmm2015)
        static let wmm2015v2 = read(.wmm2015v2)
        static let wmm2020 = read(.wmm2020)
        static let wmm2025 = read(.wmm2025)
        static let wmmhr2025 = read(.wmmhr2025)
    }

    private static func read(_ model: EmbeddedModel) -> Result<GeomagneticModel, GeomagnetismError> {
        Result { () throws(GeomagnetismError) in
            let text = model.coefficientText
            let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            let table = try CoefficientReader.read(bytes, source: model.rawValue)
            return try GeomagneticModel(table, name: model.rawValue, errorModel: model.errorModel)
        }
    }
}
