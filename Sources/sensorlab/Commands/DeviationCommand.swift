import Analysis
import ArgumentParser
import Foundation
import Recordings
import SensorModels

struct DeviationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deviation",
        abstract: "The compass's deviation curve A..E, from a table or from a log with reference.",
        discussion: """
            A table is a CSV with the columns heading,deviation in degrees: COMPASS heading, and magnetic minus compass \
            heading, east positive. The curve: A + B sin z + C cos z + D sin 2z + E cos 2z.
            """)

    @OptionGroup var input: InputOptions
    @OptionGroup var calibration: CalibrationOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var heading: HeadingOptions
    @Flag(help: "Machine-readable, on standard output.") var json = false
    @Flag(help: "No warnings on standard error.") var quiet = false

    func run() throws {
        let section: DeviationSection
        switch try DeviationInput(input, place: geomagnetic.place) {
        case .table(let table): section = try DeviationAnalysis.section(table: table)
        case .log(let recording):
            var options = AnalysisOptions()
            options.calibration = try calibration.choice(default: .none)
            options.apply(geomagnetic)
            options.apply(heading)
            let (found, warnings) = try DeviationAnalysis.section(of: recording, options: options, place: input.log)
            Terminal.warn(warnings, quiet: quiet)
            section = found
        }
        if !section.accepted {
            Terminal.warn(
                [
                    Warning(
                        code: "deviation-refused", message: "refused: \(section.reason)",
                        advice: "see docs/deviation.md")
                ],
                quiet: quiet)
        }
        if json {
            Terminal.output(try JSONText.data(Answer(deviation: section)))
        } else {
            Terminal.output(DeviationText.text(section))
        }
        if input.strict && !section.accepted { throw ExitCode(1) }
    }

    private struct Answer: Encodable {
        let schema = "sensorlab.deviation/1"
        let deviation: DeviationSection
    }
}
