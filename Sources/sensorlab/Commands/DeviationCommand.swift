import Analysis
import ArgumentParser
import Calibration
import Files
import Foundation
import Readers
import Recordings
import Reporting
import Vocabulary

struct DeviationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deviation",
        abstract: "Fit the compass's deviation curve A..E to a table (columns heading,deviation), "
            + "to a log with a reference, or to a vessel's log.",
        discussion: """
            In a vessel's log (NMEA 0183, Signal K) the truth is the course over ground, with the current as an unknown: \
            turn slowly through the whole circle, once to each side, at constant power. A table is a CSV with the columns heading,deviation in degrees: COMPASS heading, and magnetic minus compass \
            heading, east positive. The curve: A + B sin z + C cos z + D sin 2z + E cos 2z. B and C hold only for the place \
            where they were measured; --at computes them for another place and needs a second table from a place with another dip.
            """,
        examples: [
            "sensorlab deviation swing.csv --card card.svg --picture curve.svg",
            "sensorlab deviation log.csv --bands",
            "sensorlab deviation boat.nmea --card card.svg --table deviation.xml",
        ])

    @OptionGroup var input: InputOptions
    @OptionGroup var estimate: EstimateOptions
    @Flag(help: "Limit the influence of outliers in a table (always on for a log).") var robust = false
    @Flag(help: "Fit a curve per band of tilt (30 degrees), for a handheld device; logs only.") var bands = false
    @Option(
        parsing: .unconditional,
        help: "Compute the curve for this place, LAT,LON[,ALTITUDE]; refused without --second.",
        transform: PlaceArgument.parse)
    var at: PlaceArgument?
    @Option(help: "Table of the same compass from a second place.", completion: .file()) var second: InputPath?
    @Option(
        parsing: .unconditional, help: "Place where --second was measured: LAT,LON[,ALTITUDE].",
        transform: PlaceArgument.parse)
    var secondPlace: PlaceArgument?
    @Option(help: "Deviation card to write: .svg, else text.") var card: OutputPath?
    @Option(help: "Picture (SVG) of the curve.") var picture: OutputPath?
    @Option(help: "Table to write: .xml for OpenCPN's Deviation plugin, .json for Signal K (radians), else CSV.")
    var table: OutputPath?
    @Flag(help: "Print JSON.") var json = false
    @Flag(help: "Print no warnings.") var quiet = false

    func validate() throws {
        guard (second == nil) == (secondPlace == nil) else {
            throw ValidationError("--second and --second-place need each other: give both.")
        }
        guard second == nil || at != nil else { throw ValidationError("--second: expected --at LAT,LON too.") }
        guard at == nil || (estimate.site.position != nil && estimate.geomagnetic.date != nil) else {
            throw ValidationError(
                "--at: give the place and date of the table: --place LAT,LON --date YYYY-MM-DD.")
        }
    }

    func run() throws {
        let options = try estimate.options()
        var section: DeviationSection
        switch try DeviationInput(input, site: estimate.site) {
        case .table(let table):
            guard !bands else {
                throw ValidationError("--bands: found a table, expected a log, which has the pose of the device.")
            }
            // Options without an effect on a table are errors.
            let ignored =
                GivenOptions(of: input.part.reading).names
                + (estimate.calibration.calibration.isEmpty ? [] : ["--calibration"])
                + GivenOptions(of: estimate.heading).names
            if let option = ignored.first {
                throw ValidationError("\(option): found a table, expected a log; a table is used unchanged.")
            }
            section = try DeviationAnalysis.section(table: table, robust: robust)
            section.at = try carried(table, options)
        case .log(let recording):
            guard at == nil else { throw ValidationError("--at: found a log, expected a table.") }
            let (found, warnings) = try DeviationAnalysis.section(
                of: recording, options: options, place: input.log, bands: bands)
            Terminal.warn(warnings, quiet: quiet)
            section = found
        }
        if let card {
            let page = DeviationCard(section)
            let text = card.path.lowercased().hasSuffix(".svg") ? page.svg : page.text
            try OutputFile.write(Data(text.utf8), to: card.path)
        }
        if let picture { try OutputFile.write(Data(DeviationPicture.svg(section).utf8), to: picture.path) }
        if let table {
            let text = try DeviationTables(section, place: input.log).text(
                path: table.path, compass: fileStem(input.log))
            try OutputFile.write(Data(text.utf8), to: table.path)
        }
        try answer(section)
    }

    private func answer(_ section: DeviationSection) throws {
        let reasons = [section.accepted ? nil : section.reason, section.at.flatMap { $0.accepted ? nil : $0.reason }]
            .compactMap { $0 }
        let warnings = reasons.map { Warning(.deviationRefused, "refused: \($0)") }
        if !input.strict { Terminal.warn(warnings, quiet: quiet) }
        try Terminal.output(Answer(deviation: section), asJSON: json, DeviationText.text(section))
        if input.strict, let error = warnings.first?.error(.criterion) { throw error }
    }

    private func carried(_ table: [DeviationObservation], _ options: AnalysisOptions) throws -> DeviationAtPlace? {
        guard let at, let place = estimate.site.position, let date = estimate.geomagnetic.date else { return nil }
        var other: DeviationCarrier.Measured?
        if let second = second?.path, let secondPlace {
            guard let rows = try DeviationTable.read(path: second) else {
                throw SensorLabError(
                    .badData, code: .badTable, place: second,
                    message: "found no table, expected the columns heading,deviation",
                    advice: "name the columns in the first line")
            }
            other = DeviationCarrier.Measured(observations: rows, place: secondPlace.position)
        }
        return try DeviationCarrier.carried(
            DeviationCarrier.Measured(observations: table, place: place), other, to: at.position, date: date,
            options: options,
            robust: robust)
    }

    private struct Answer: Encodable {
        let schema = "sensorlab.deviation/1"
        let deviation: DeviationSection
    }
}

/// The input of `deviation`: a table or a log. Standard input and pipes are read into memory, since they can be read
/// once only.
enum DeviationInput {
    case table([DeviationObservation])
    case log(Recording)

    init(_ options: InputOptions, site: PlaceOptions) throws {
        let path = options.log
        if let (name, bytes) = PipeBytes.of(path) {
            if let table = try DeviationTable.observations(Data(bytes), name: name) {
                self = .table(table)
            } else {
                let read = try options.part.readOptions(place: site.place?.position, checksum: false)
                self = .log(try RecordingReader.read(bytes: bytes, name: name, options: read))
            }
        } else if let table = try DeviationTable.read(path: path) {
            self = .table(table)
        } else {
            self = .log(try ReadLog(options, site: site).recording)
        }
    }
}

/// A deviation curve as text.
enum DeviationText {
    static func text(_ section: DeviationSection) -> String {
        guard section.accepted else {
            return
                (["the deviation curve is not determined: \(section.reason)"] + (section.course.map(course) ?? [])
                + (section.bands ?? []).map(band))
                .joined(separator: "\n") + "\n"
        }
        var lines = ["coefficient   degrees    sigma    exact (no unit)"]
        let values = [("A", section.A), ("B", section.B), ("C", section.C), ("D", section.D), ("E", section.E)]
        for (letter, value) in values {
            let sigma = section.sigmas[letter].map { String(format: "%.3f", $0) } ?? "unknown"
            let exact = section.exact?[letter].map { String(format: "%.4f", $0) } ?? ""
            lines.append(
                TextCell.left(letter, 11) + TextCell.right(String(format: "%.3f", value), 10)
                    + TextCell.right(sigma, 9) + TextCell.right(exact, 19))
        }
        lines.append(String(format: "residual RMS %.3f degrees", section.residualRMSDegrees))
        lines += section.course.map(course) ?? []
        lines += (section.bands ?? []).map(band) + (section.at.map(elsewhere) ?? [])
        return lines.joined(separator: "\n") + "\n"
    }

    private static let knot = 1852.0 / 3600

    private static func course(_ found: DeviationCourse) -> [String] {
        let current = String(
            format: "current %.2f kn (sigma %.2f) towards %03.0f degrees, speed through water %.1f kn",
            found.currentMetresPerSecond / knot, found.currentSigmaMetresPerSecond / knot, found.currentTowardsDegrees,
            found.speedMetresPerSecond / knot)
        let turns = String(
            format: "turned %.0f degrees to starboard, %.0f to port; course %.1f s (sigma %.1f) ahead of the compass",
            found.turnedToStarboardDegrees, found.turnedToPortDegrees, found.lagSeconds, found.lagSigmaSeconds)
        let stated = found.statedVariationDegrees.map { String(format: "; the instruments state %.1f", $0) } ?? ""
        let north = String(format: "declination %.2f degrees", found.declinationDegrees) + stated
        return [current, turns, north]
    }

    private static func band(_ band: DeviationBand) -> String {
        let range = String(
            format: "axis %+.0f to %+.0f degrees above the horizon: ", band.fromDegrees, band.toDegrees)
        guard band.accepted else { return range + "not determined (\(band.samples) samples): \(band.reason)" }
        let values = ["A", "B", "C", "D", "E"].map { letter in
            let sigma = band.sigmas[letter].map { String(format: "(%.2f)", $0) } ?? "(unknown)"
            return "\(letter) " + String(format: "%+.2f ", band.coefficients[letter] ?? 0) + sigma
        }
        return range + values.joined(separator: "  ")
            + String(format: "  residual RMS %.2f  %d samples", band.residualRMSDegrees, band.samples)
    }

    private static func elsewhere(_ there: DeviationAtPlace) -> [String] {
        let values = ["A", "B", "C", "D", "E"].map { letter in
            let value = there.exact[letter].map { String(format: "%.4f", $0) } ?? "unknown"
            return "\(letter) \(value)" + (there.sigmas[letter].map { String(format: " (%.4f)", $0) } ?? "")
        }
        return [
            "at \(there.place.latitude),\(there.place.longitude), "
                + String(
                    format: "dip %.1f degrees, horizontal field %.1f microtesla", there.dipDegrees,
                    there.horizontalMicrotesla)
                + ", exact form: " + values.joined(separator: "  ")
        ]
    }
}
