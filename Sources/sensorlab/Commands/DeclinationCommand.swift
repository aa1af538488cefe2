import Analysis
import ArgumentParser
import Files
import Foundation
import Geomagnetism
import Reporting
import Vocabulary

struct DeclinationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "declination",
        abstract: "Compute magnetic declination and all elements of the field, with uncertainty.",
        discussion: """
            true heading = magnetic heading + declination, east positive. At one place and date:
              --place -33.8,151.2 --date 2026-03-01
            For a list (CSV with lat,lon[,alt][,date]; the output repeats the lines):  --points FILE [--date ...]
            On a grid, with a map:  --grid 35,72,-12,45,1 --date 2026-03-01 --map europe.svg
            Over time:  --place 41.375,2.149 --from 2000-01-01 --to 2030-01-01 --step 1y --model IGRF14
            """,
        examples: [
            "sensorlab declination --place 48.137,11.575 --date 2026-06-01",
            "sensorlab declination --place 48.137,11.575 --date 2026-06-01 --json",
            "sensorlab declination --grid 35,72,-12,45,1 --date 2026-06-01 --map map.svg",
        ])

    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var extent: FieldExtentOptions
    @Option(help: "Map of the declination on the grid (SVG).") var map: OutputPath?
    @Option(help: "File to write (default: standard output).") var out: OutputPath?
    @Flag(help: "Print JSON: an object for one point, a list for several.") var json = false
    @Flag(help: "Fail for a date or height outside the model's validity (1) and for a line without a point (65).")
    var strict = false
    @Flag(help: "Print no warnings.") var quiet = false

    func run() throws {
        let calculator = try GeomagneticCalculator(
            model: geomagnetic.model, coefficients: geomagnetic.coefficients?.path,
            heightAbove: geomagnetic.site.heightAbove)
        let request = try extent.request(geomagnetic, hasMap: map != nil, calculator: calculator, strict: strict)
        let answers = try calculator.answers(request.fields)
        Terminal.warn(request.warnings + answers.warningSummary, quiet: quiet)
        let table = try contents(request, answers)
        var outputs: [(path: String, bytes: [UInt8])] = [(out?.path ?? "-", Array(table))]
        if let map { outputs.append((map.path, try picture(request, answers))) }
        try OutputFile.write(outputs.filter { $0.path != "-" })
        for output in outputs where output.path == "-" { Terminal.output(Data(output.bytes)) }
        if strict,
            let error = answers.lazy.flatMap(\.warnings).first(where: \.code.isOutsideValidity)?.error(.criterion)
        {
            throw error
        }
    }

    private func contents(_ request: FieldExtent, _ answers: [FieldAnswer]) throws -> Data {
        if json {
            let sections = answers.map { $0.section(source: request.source) }
            guard request.isList else {
                return try JSONText.data(Answer(geomagnetism: sections[0]))
            }
            return try JSONText.data(Answer(geomagnetism: sections))
        }
        switch request {
        case .single: return Data(answers.map(DeclinationText.text).joined().utf8)
        case .points(let table): return Data(FieldTable.csv(table, answers))
        case .grid, .series: return Data(FieldTable.csv(answers))
        }
    }

    private func picture(_ request: FieldExtent, _ answers: [FieldAnswer]) throws -> [UInt8] {
        guard case .grid(let grid, _) = request, let picture = DeclinationMap.svg(grid, answers) else {
            throw ValidationError("--map: a map needs a --grid of at least two latitudes and two longitudes.")
        }
        return Array(picture.utf8)
    }

    private struct Answer<Content: Encodable>: Encodable {
        let schema = "sensorlab.declination/1"
        let geomagnetism: Content
    }
}

/// The field at one place and date as text.
enum DeclinationText {
    static func text(_ answer: FieldAnswer) -> String {
        let (field, place) = (answer.field, answer.request.place)
        let (elements, change, sigma) = (field.elements, field.annualChange, field.uncertainty)
        let height = answer.heightAbove == .meanSeaLevel ? "mean sea level" : "the ellipsoid"
        var lines = [
            ("place", "\(place.latitude), \(place.longitude), \(place.height) m above \(height)"),
            ("date", "\(answer.request.dateText) (\(String(format: "%.4f", answer.request.date.value)))"),
            ("model", "\(answer.model), valid from \(answer.validity.lowerBound) to \(answer.validity.upperBound)"),
        ]
        func angle(_ name: String, _ path: KeyPath<MagneticElements, Double>, _ sign: String) {
            lines.append((name, value(elements, change, sigma, path, 1, "degrees, \(sign)")))
        }
        func intensity(_ name: String, _ path: KeyPath<MagneticElements, Double>, _ sign: String = "") {
            lines.append((name, value(elements, change, sigma, path, 1000, "microtesla\(sign)")))
        }
        angle("declination D", \.declinationDegrees, "east positive")
        angle("inclination I", \.inclinationDegrees, "down positive")
        intensity("horizontal H", \.h)
        intensity("north X", \.x)
        intensity("east Y", \.y)
        intensity("down Z", \.z)
        intensity("total F", \.f)
        if let grid = field.gridVariationDegrees {
            lines.append(("grid variation", String(format: "%+.3f degrees, polar stereographic grid", grid)))
        }
        lines.append(("zone", zone(field.zone)))
        return lines.map { TextCell.left($0.0, 16) + $0.1 + "\n" }.joined()
    }

    /// Value, standard deviation and change in a year.
    private static func value(
        _ elements: MagneticElements, _ change: MagneticElements, _ sigma: MagneticElements?,
        _ path: KeyPath<MagneticElements, Double>, _ unit: Double, _ words: String
    ) -> String {
        let deviation = sigma.map { String(format: " +- %.3f", $0[keyPath: path] / unit) } ?? ""
        return String(format: "%+.3f", elements[keyPath: path] / unit) + "\(deviation) \(words); "
            + String(format: "%+.3f a year", change[keyPath: path] / unit)
    }

    private static func zone(_ zone: CompassZone) -> String {
        switch zone {
        case .normal: "normal (H of 6 microtesla or more)"
        case .caution: "caution (H below 6 microtesla): a compass may be in error"
        case .blackout: "blackout (H below 2 microtesla): do not use a compass"
        }
    }
}
