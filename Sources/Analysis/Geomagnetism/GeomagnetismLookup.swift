import Evaluation
import Foundation
import Geodesy
import Geomagnetism
import Recordings
import SensorModels
import Vocabulary

/// The geomagnetic field at the place and date of a log.
public enum GeomagnetismLookup {
    /// The section of a report for a place and date, with warnings about the model's validity.
    ///
    /// - Parameters:
    ///   - place: degrees, and metres above the ellipsoid.
    ///   - date: date of the field.
    ///   - model: a name; `nil` selects the model by date.
    ///   - coefficients: path of a coefficient file, which overrides `model`.
    ///   - source: the origin of place and date.
    /// - Throws: `SensorLabError` (usage) for an unknown model, and for a place or date outside of all models.
    public static func section(
        place: GeodeticPosition, date: CalendarDate, model: String? = nil, coefficients: String? = nil, source: String
    ) throws -> (section: GeomagnetismSection, warnings: [Warning]) {
        let answer = try GeomagneticCalculator(model: model, coefficients: coefficients).answer(
            FieldRequest(place: place, date: date))
        return (answer.section(source: source), answer.warnings)
    }

    /// The field for a log: place and date from the options, else from the log; `nil` with a warning if one is unknown.
    static func section(
        for recording: Recording, options: AnalysisOptions
    ) throws -> (section: GeomagnetismSection?, warnings: [Warning]) {
        let place = options.place ?? recording.metadata.place ?? medianPlace(of: recording.location)
        let date = options.date ?? recording.metadata.date
        guard let place, let date else {
            let missing = MissingSite(place: place == nil, date: date == nil)
            let warning = Warning(
                .noDeclination, "the log does not say \(missing.questions) it was recorded: headings are magnetic",
                advice: .missing(missing.options(separated: " and ", quote: "`")))
            return (nil, options.north == .magnetic ? [] : [warning])
        }
        let given = [options.place == nil ? nil : "--place", options.date == nil ? nil : "--date"].compactMap { $0 }
        let source = given.isEmpty ? "log" : given.count == 2 ? "--place, --date" : "log, \(given[0])"
        let contradictions = contradictions(of: recording, options)
        do {
            let found = try section(
                place: place, date: date, model: options.model, coefficients: options.coefficients, source: source)
            return (found.section, contradictions + found.warnings)
        } catch let error as SensorLabError where isOfLog(error, options) {
            let warning = Warning(
                .noDeclination,
                "the log's place and date give no declination, so that headings are magnetic: \(error.message)")
            return (nil, [warning])
        }
    }

    /// What neither the log nor the options say; nothing where both are known.
    static func missing(of recording: Recording, _ options: AnalysisOptions) -> MissingSite {
        MissingSite(
            place: (options.place ?? recording.metadata.place ?? medianPlace(of: recording.location)) == nil,
            date: (options.date ?? recording.metadata.date) == nil)
    }

    /// Least difference between given and logged place (metres) or date (days) for a contradiction. Smaller ones do not
    /// affect the declination, or are due to time zones.
    private static let (leastDistance, leastDays) = (20_000.0, 1.5)

    /// Warnings about a given place or date that contradicts the log. The given one is used, since it may correct the
    /// log.
    private static func contradictions(of recording: Recording, _ options: AnalysisOptions) -> [Warning] {
        var warnings: [Warning] = []
        func contradicts(_ what: String, _ own: String, _ given: String) {
            warnings.add(
                .siteContradicted,
                "\(what) that was given, \(given), is not the log's own, \(own): the given one is used")
        }
        if let given = options.place, let own = ownPlace(of: recording, given: given) {
            let distance = Geodesic.wgs84.inverse(from: own, to: given).distance
            if distance > leastDistance {
                contradicts(
                    "the place", "\(own.latitude),\(own.longitude)",
                    "\(given.latitude),\(given.longitude), \(Int(clamping: (distance / 1000).rounded())) km away")
            }
        }
        if let given = options.date, let own = recording.metadata.date {
            func days(_ date: CalendarDate) -> Double { (Double(date.year) + date.shareOfYear) * 365.2425 }
            if (days(given) - days(own)).magnitude > leastDays { contradicts("the date", own.text, given.text) }
        }
        return warnings
    }

    /// The place from the log; `nil` if it has none.
    private static func ownPlace(of recording: Recording, given: GeodeticPosition) -> GeodeticPosition? {
        let metadata = recording.metadata
        return metadata.replacedPlace ?? medianPlace(of: recording.location)
            ?? (metadata.place == given ? nil : metadata.place)
    }

    /// Whether an error is due to a place or date of the log and not of the user. A clock that was never set must not
    /// prevent the report, only the declination.
    private static func isOfLog(_ error: SensorLabError, _ options: AnalysisOptions) -> Bool {
        switch error.code {
        case .geomagnetismDateNotCovered, .geomagnetismInvalidDate: options.date == nil
        case .geomagnetismLatitudeOutOfRange, .geomagnetismLongitudeOutOfRange, .geomagnetismHeightOutOfRange:
            options.place == nil
        default: false
        }
    }

    /// The median latitude, longitude and altitude of the fixes, which is robust against outliers.
    private static func medianPlace(of fixes: SampleStream<LocationFix>) -> GeodeticPosition? {
        func median(_ component: KeyPath<GeodeticPosition, Double>) -> Double? {
            Percentile.median(fixes.values.map { $0.place[keyPath: component] }.filter(\.isFinite))
        }
        guard let latitude = median(\.latitude), let longitude = median(\.longitude) else { return nil }
        return GeodeticPosition(latitude: latitude, longitude: longitude, height: median(\.height) ?? 0)
    }
}
