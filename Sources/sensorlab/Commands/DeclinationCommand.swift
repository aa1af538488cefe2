import Analysis
import ArgumentParser
import Foundation
import SensorModels

struct DeclinationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "declination",
        abstract: "Magnetic declination, inclination and intensity at a place and date, with uncertainty.",
        discussion:
            "true heading = magnetic heading + declination, east positive. Example: --place -33.8,151.2 --date 2026-03-01"
    )

    @OptionGroup var geomagnetic: GeomagneticOptions
    @Flag(help: "Machine-readable, on standard output.") var json = false
    @Flag(help: "A date outside the model's validity is an error.") var strict = false
    @Flag(help: "No warnings on standard error.") var quiet = false

    func run() throws {
        guard let place = geomagnetic.place, let date = geomagnetic.date else {
            let missing = [
                geomagnetic.place == nil ? "--place LAT,LON" : nil, geomagnetic.date == nil ? "--date YYYY-MM-DD" : nil,
            ]
            throw ValidationError(
                "there is no default place and no default date: give \(missing.compactMap { $0 }.joined(separator: " and "))."
            )
        }
        let (field, warnings) = try GeomagnetismLookup.section(
            place: place, date: date, model: geomagnetic.model, coefficients: geomagnetic.coefficients,
            source: "--place, --date")
        Terminal.warn(warnings, quiet: quiet)
        if json {
            Terminal.output(try JSONText.data(Answer(geomagnetism: field)))
        } else {
            Terminal.output(text(field))
        }
        if strict, let warning = warnings.first(where: { $0.code.contains("validity") }) {
            throw SensorLabError(
                .criterion, code: warning.code, message: warning.message, advice: warning.advice)
        }
    }

    private struct Answer: Encodable {
        let schema = "sensorlab.declination/1"
        let geomagnetism: GeomagnetismSection
    }

    private func text(_ field: GeomagnetismSection) -> String {
        let sigma = field.declinationSigmaDegrees.map { String(format: " +- %.2f", $0) } ?? ""
        return """
            declination   \(String(format: "%.3f", field.declinationDegrees))\(sigma) degrees, east positive
            inclination   \(String(format: "%.3f", field.inclinationDegrees)) degrees, down positive
            intensity     \(String(format: "%.3f", field.intensityMicrotesla)) microtesla, \
            horizontal \(String(format: "%.3f", field.horizontalMicrotesla))
            model         \(field.model), valid from \(field.validFrom) to \(field.validTo)

            """
    }
}
