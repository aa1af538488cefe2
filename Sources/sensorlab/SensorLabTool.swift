import ArgumentParser
import Foundation
import SensorModels

/// The command line: parse, call one function, print.
@main
struct SensorLabTool: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "sensorlab",
        abstract: "How good are your compass, your filter and your calibration? Answers from recorded logs.",
        discussion: """
            Start with `sensorlab analyze LOG`. A LOG is a file, a folder of per-sensor files, or - for standard input.
            Exit codes: 0 done; 1 a criterion was not met; 64 usage; 65 bad data; 66 no such input; 73 cannot create \
            output; 74 input/output.
            """,
        version: version,
        subcommands: [
            AnalyzeCommand.self, InfoCommand.self, ConvertCommand.self, FiltersCommand.self, FuseCommand.self,
            DeclinationCommand.self, CalibrateCommand.self, DeviationCommand.self, SimulateCommand.self,
            BenchReadCommand.self,
        ])

    /// Parses, runs, and turns errors into one line on standard error and the exit code that the design names.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error as SensorLabError {
            Terminal.error(error.description)
            Foundation.exit(error.kind.rawValue)
        } catch {
            exit(withError: error)
        }
    }
}
