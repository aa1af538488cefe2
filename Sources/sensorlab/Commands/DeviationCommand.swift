import Analysis
import ArgumentParser
import Calibration
import Foundation
import Recordings
import Reporting
import SensorModels
import Vocabulary

struct DeviationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deviation",
        abstract: "The compass's deviation curve A..E, from a table or from a log with reference.",
        discussion: """
            A table is a CSV with the columns heading,deviation in degrees: COMPASS heading, and magnetic minus compass \
            heading, east positive. The curve: A + B sin z + C cos z + D sin 2z + E cos 2z. B and C hold for the place \
            where they were measured; --at asks for another one, which takes a second table from a place with another dip.
            """)

    @OptionGroup var input: InputOptions
    @OptionGroup var calibration: CalibrationOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var heading: HeadingOptions
    @Flag(help: "Bound the pull of outliers in a table (of a log it always is).") var robust = false
    @Flag(help: "A curve per band of tilt (30 degrees), for a device held in the hand; of a log.") var bands = false
    @Option(
        parsing: .unconditional,
        help: "LAT,LON[,ALTITUDE]: the curve at another place than --place; refused without --second.")
    var at: Place?
    @Option(help: "A table of the same compass from a second place.", completion: .file()) var second: String?
    @Option(parsing: .unconditional, help: "LAT,LON[,ALTITUDE]: where --second was measured.") var secondPlace: Place?
    @Option(help: "A deviation card to print: .svg, else text.") var card: OutputPath?
    @Option(help: "The curve as a picture (SVG).") var picture: OutputPath?
    @Flag(help: "Machine-readable, on standard output.") var json = false
    @Flag(help: "No warnings on standard error.") var quiet = false

    func validate() throws {
        guard (second == nil) == (secondPlace == nil) else {
            throw ValidationError("--second and --second-place belong together.")
        }
        guard second == nil || at != nil else { throw ValidationError("--second: it serves --at LAT,LON only.") }
        guard at == nil || (geomagnetic.place != nil && geomagnetic.date != nil) else {
            throw ValidationError("--at: say where and when the table was measured: --place LAT,LON --date YYYY-MM-DD.")
        }
    }

    func run() throws {
        var options = AnalysisOptions()
        options.calibration = try calibration.choice(default: .none)
        options.apply(geomagnetic)
        options.apply(heading)
        var section: DeviationSection
        switch try DeviationInput(input, place: geomagnetic.place) {
        case .table(let table):
            guard !bands else { throw ValidationError("--bands: a table does not say how the device was held.") }
            section = try DeviationAnalysis.section(table: table, robust: robust)
            section.at = try carried(table, options)
        case .log(let recording):
            guard at == nil else { throw ValidationError("--at: it takes tables, found a log.") }
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
        try answer(section)
    }

    private func answer(_ section: DeviationSection) throws {
        let reasons = [section.accepted ? nil : section.reason, section.at.flatMap { $0.accepted ? nil : $0.reason }]
            .compactMap { $0 }
        Terminal.warn(
            reasons.map {
                Warning(code: .deviationRefused, message: "refused: \($0)", advice: "see docs/guide/deviation.md")
            }, quiet: quiet)
        if json {
            Terminal.output(try JSONText.data(Answer(deviation: section)))
        } else {
            Terminal.output(DeviationText.text(section))
        }
        if input.strict && !reasons.isEmpty { throw ExitCode(1) }
    }

    private func carried(_ table: [DeviationObservation], _ options: AnalysisOptions) throws -> DeviationAtPlace? {
        guard let at, let place = geomagnetic.place, let date = geomagnetic.date else { return nil }
        var other: DeviationCarrier.Measured?
        if let second, let secondPlace {
            guard let rows = try DeviationTable.read(path: second) else {
                throw SensorLabError(
                    .badData, code: .badTable, place: second,
                    message: "found no table, expected the columns heading,deviation",
                    advice: "name the columns in the first line")
            }
            other = DeviationCarrier.Measured(observations: rows, place: secondPlace)
        }
        return try DeviationCarrier.carried(
            DeviationCarrier.Measured(observations: table, place: place), other, to: at, date: date, options: options,
            robust: robust)
    }

    private struct Answer: Encodable {
        let schema = "sensorlab.deviation/1"
        let deviation: DeviationSection
    }
}
