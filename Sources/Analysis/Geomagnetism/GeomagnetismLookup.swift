import Evaluation
import Foundation
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
        do {
            return try section(
                place: place, date: date, model: options.model, coefficients: options.coefficients, source: source)
        } catch let error as SensorLabError where isOfLog(error, options) {
            let warning = Warning(
                code: .noDeclination,
                message: "what the log says of its place and date has no declination, so that headings are magnetic: "
                    + error.message,
                advice: "give the right ones with --place LAT,LON and --date YYYY-MM-DD for true headings")
            return (nil, [warning])
        }
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
