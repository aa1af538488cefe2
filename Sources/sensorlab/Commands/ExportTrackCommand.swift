import Analysis
import ArgumentParser
import Files
import Reporting
import SensorModels

extension PoseFormat: NameArgument {
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

struct ExportTrackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "track",
        abstract: "Write one track in the format of evo and others that compare trajectories.",
        discussion: """
            Orientations of the device in east-north-up, with the position 0, at the stamps of the log's clock. `--filter device` \
            and `--filter reference` write those of the log.
            """,
        examples: [
            "sensorlab export track log.csv --filter vqf --out vqf.tum",
            "sensorlab export track log.csv --filter reference --out reference.tum",
            "sensorlab export track log.csv --filter vqf --format kitti --out vqf.txt",
        ])

    @OptionGroup var input: InputOptions
    @Option(name: .filter, help: "Filter to run, or device, or reference.", completion: .filter) var filter: [String]
    @OptionGroup var parameters: ParameterOptions
    @OptionGroup var estimate: EstimateOptions
    @Option(help: "Format: \(PoseFormat.names).") var format = PoseFormat.tum
    @Option(help: "File to write (default: standard output).") var out: OutputPath?
    @Flag(help: "Print no warnings.") var quiet = false

    func validate() throws { _ = try NameList.filter(filter) }

    func run() throws {
        let log = try ReadLog(input, site: estimate.site)
        let request = try parameters.applied(to: [NameList.filter(filter) ?? ""])[0]
        let options = try estimate.options([request])
        let found = try NamedTrack(request, in: log.recording, options: options, place: input.log)
        Terminal.warn(found.warnings, quiet: quiet)
        let file = try OutputFile(path: out?.path ?? "-")
        try format.write(found.track, headingAxis: found.headingAxis, north: found.north) { try file.write($0) }
        try file.close()
    }
}
