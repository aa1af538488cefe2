import Geomagnetism
import SensorModels
import Vocabulary

/// A place and a date at which the field is wanted.
public struct FieldRequest: Sendable, Hashable {
    /// The place; `GeomagneticCalculator.heightAbove` is what its altitude is counted from.
    public var place: GeodeticPosition
    /// The date.
    public var date: DecimalYear
    /// The date as it was written: `YYYY-MM-DD` or a decimal year.
    public var dateText: String

    /// A place and a decimal year, with the text it was written in.
    public init(place: GeodeticPosition, date: DecimalYear, dateText: String) {
        (self.place, self.date, self.dateText) = (place, date, dateText)
    }

    /// A place on a calendar day.
    public init(place: GeodeticPosition, date: CalendarDate) {
        self.init(
            place: place, date: DecimalYear(date), dateText: date.text)
    }

    /// Reads a date as a table has it: `YYYY-MM-DD`, perhaps with a time behind it, or a decimal year.
    /// - Throws: `SensorLabError` for any other text.
    public init(place: GeodeticPosition, dateText: String) throws(SensorLabError) {
        let text = String(dateText.prefix { $0 != "T" && $0 != " " })
        self.init(place: place, date: try DecimalYear(parsing: text), dateText: text)
    }
}

/// The field at a place and date, with the model's warnings about its validity.
public struct FieldAnswer: Sendable {
    /// The place and date.
    public let request: FieldRequest
    /// The field.
    public let field: GeomagneticField
    /// The model's name.
    public let model: String
    /// The dates for which the model is meant, decimal years.
    public let validity: ClosedRange<Double>
    /// What the place's altitude is counted from.
    public let heightAbove: HeightReference
    /// Where the field lies outside of the model's validity; empty where it is valid.
    public let warnings: [Warning]

    /// Whether date and height lie within the model's validity.
    public var isValid: Bool {
        field.flags.isDisjoint(with: [.beforeValidity, .afterValidity, .heightOutsideValidity])
    }

    /// The section of a report.
    /// - Parameter source: where place and date came from.
    public func section(source: String) -> GeomagnetismSection {
        let elements = field.elements
        var section = GeomagnetismSection(
            model: model, date: request.dateText, place: request.place, declinationDegrees: elements.declinationDegrees,
            declinationSigmaDegrees: field.uncertainty?.declinationDegrees,
            inclinationDegrees: elements.inclinationDegrees, intensityMicrotesla: elements.f / 1000,
            horizontalMicrotesla: elements.h / 1000, validFrom: validity.lowerBound, validTo: validity.upperBound,
            source: source)
        section.gridVariationDegrees = field.gridVariationDegrees
        section.zone = field.zone.rawValue
        section.elements = FieldComponents(elements)
        section.annualChange = FieldComponents(field.annualChange)
        section.sigmas = field.uncertainty.map(FieldComponents.init)
        section.heightAbove = heightAbove.rawValue
        section.warnings = warnings.map(\.code.rawValue)
        return section
    }
}

extension [FieldAnswer] {
    /// The warnings of many answers, each kind once, with the number of points that it concerns.
    public var warningSummary: [Warning] {
        guard count > 1 else { return first?.warnings ?? [] }
        var order: [DiagnosticCode] = []
        var found: [DiagnosticCode: (warning: Warning, count: Int)] = [:]
        for warning in lazy.flatMap(\.warnings) {
            if found[warning.code] == nil { order.append(warning.code) }
            found[warning.code, default: (warning, 0)].count += 1
        }
        return order.compactMap { code in
            guard let (warning, number) = found[code] else { return nil }
            return Warning(
                code: code, message: "\(number) of \(count) points, the first of them: \(warning.message)",
                advice: warning.advice)
        }
    }
}
