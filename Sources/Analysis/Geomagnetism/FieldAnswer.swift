import Geomagnetism
import SensorModels
import Vocabulary

/// A place and a date for which to compute the field.
public struct FieldRequest: Sendable, Hashable {
    /// The place; the reference of its altitude is `GeomagneticCalculator.heightAbove`.
    public var place: GeodeticPosition
    /// The date.
    public var date: DecimalYear
    /// The original text of the date: `YYYY-MM-DD` or a decimal year.
    public var dateText: String

    /// A place and a decimal year, with its original text.
    public init(place: GeodeticPosition, date: DecimalYear, dateText: String) {
        (self.place, self.date, self.dateText) = (place, date, dateText)
    }

    /// A place on a calendar day.
    public init(place: GeodeticPosition, date: CalendarDate) {
        self.init(
            place: place, date: DecimalYear(date), dateText: date.text)
    }

    /// Parses the date of a table: `YYYY-MM-DD`, optionally followed by a time, or a decimal year.
    /// - Throws: `SensorLabError` for any other text.
    public init(place: GeodeticPosition, dateText: String) throws(SensorLabError) {
        let text = String(dateText.prefix { $0 != "T" && $0 != " " })
        self.init(place: place, date: try DecimalYear(parsing: text), dateText: text)
    }
}

/// The field at a place and date, with warnings about the model's validity.
public struct FieldAnswer: Sendable {
    /// The place and date.
    public let request: FieldRequest
    /// The field.
    public let field: GeomagneticField
    /// The model's name.
    public let model: String
    /// The model's period of validity, decimal years.
    public let validity: ClosedRange<Double>
    /// The reference of the place's altitude.
    public let heightAbove: HeightReference
    /// Warnings about a place or date outside of the model's validity.
    public let warnings: [Warning]

    /// Whether date and height lie within the model's validity.
    public var isValid: Bool {
        field.flags.isDisjoint(with: .outsideValidity)
    }

    /// The section of a report.
    /// - Parameter source: the origin of place and date.
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
    /// The warnings of many answers: each kind once, with the number of its points.
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
