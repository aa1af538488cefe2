import Evaluation
import Foundation
import Geodesy
import Geomagnetism
import Recordings
import SensorModels
import Vocabulary

/// The geomagnetic field where and when a log was recorded.
public enum GeomagnetismLookup {
    /// The field at a place and date, as the reports show it, with the model's warnings about its validity.
    ///
    /// - Parameters:
    ///   - place: degrees, and metres above the ellipsoid.
    ///   - date: on which the field is wanted.
    ///   - model: a name, or `nil` for the model in force at the date.
    ///   - coefficients: the path of a coefficient file, which goes before `model`.
    ///   - source: where place and date came from.
    /// - Throws: `SensorLabError` (usage) for an unknown model and places and dates that no model covers.
    public static func section(
        place: GeodeticPosition, date: CalendarDate, model: String? = nil, coefficients: String? = nil, source: String
    ) throws -> (section: GeomagnetismSection, warnings: [Warning]) {
        let answer = try GeomagneticCalculator(model: model, coefficients: coefficients).answer(
            FieldRequest(place: place, date: date))
        return (answer.section(source: source), answer.warnings)
    }

    /// The field for a log: place and date from the options, else from the log; `nil` with a warning where one is unknown.
    static func section(
        for recording: Recording, options: AnalysisOptions
    ) throws -> (section: GeomagnetismSection?, warnings: [Warning]) {
        let place = options.place ?? recording.metadata.place ?? medianPlace(of: recording.location)
        let date = options.date ?? recording.metadata.date
        guard let place, let date else {
            let missing = [place == nil ? "--place LAT,LON" : nil, date == nil ? "--date YYYY-MM-DD" : nil]
                .compactMap { $0 }.joined(separator: " and ")
            let warning = Warning(
                code: .noDeclination,
                message: "the log does not say where and when it was recorded: headings are magnetic",
                advice: "give \(missing) for true headings")
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
                code: .noDeclination,
                message: "what the log says of its place and date has no declination, so that headings are magnetic: "
                    + error.message,
                advice: "give the right ones with --place LAT,LON and --date YYYY-MM-DD for true headings")
            return (nil, [warning])
        }
    }

    /// From here on a place that is given for a log is another one than the log's, metres, and a date, days: what differs by less has
    /// no effect on the declination, or is a time zone.
    private static let (leastDistance, leastDays) = (20_000.0, 1.5)

    /// A place or date that was given for a log which says another one: what is given is used, for it may correct the log.
    private static func contradictions(of recording: Recording, _ options: AnalysisOptions) -> [Warning] {
        var warnings: [Warning] = []
        func contradicts(_ what: String, _ own: String, _ given: String) {
            warnings.add(
                .siteContradicted,
                "\(what) that was given, \(given), is not the log's own, \(own): the given one is used",
                advice: "leave \(what) out (the option, or the manifest's column) where the log is right")
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

    /// The place that the log says itself; `nil` where it says none.
    private static func ownPlace(of recording: Recording, given: GeodeticPosition) -> GeodeticPosition? {
        let metadata = recording.metadata
        return metadata.replacedPlace ?? medianPlace(of: recording.location)
            ?? (metadata.place == given ? nil : metadata.place)
    }

    /// Whether an error is about a place or date that the log states, not the user: a clock that was never set costs the
    /// declination, not the report.
    private static func isOfLog(_ error: SensorLabError, _ options: AnalysisOptions) -> Bool {
        switch error.code {
        case .geomagnetismDateNotCovered, .geomagnetismInvalidDate: options.date == nil
        case .geomagnetismLatitudeOutOfRange, .geomagnetismLongitudeOutOfRange, .geomagnetismHeightOutOfRange:
            options.place == nil
        default: false
        }
    }

    /// The median of latitude, longitude and altitude of the fixes, which single wild fixes do not move.
    private static func medianPlace(of fixes: SampleStream<LocationFix>) -> GeodeticPosition? {
        func median(_ component: KeyPath<GeodeticPosition, Double>) -> Double? {
            Percentile.median(fixes.values.map { $0.place[keyPath: component] }.filter(\.isFinite))
        }
        guard let latitude = median(\.latitude), let longitude = median(\.longitude) else { return nil }
        return GeodeticPosition(latitude: latitude, longitude: longitude, height: median(\.height) ?? 0)
    }
}
