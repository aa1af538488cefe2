import Analysis
import ArgumentParser
import Files
import OrientationFilters
import Reporting
import Rotations
import SensorModels
import Vocabulary

struct FuseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuse",
        abstract: "Run one filter and print its track as CSV.",
        discussion: """
            One row per gyroscope sample (per accelerometer sample without a gyroscope): quaternion from device to \
            east-north-up, Hamilton, scalar first; heading clockwise from north. Readings are calibrated \
            from the log itself unless --calibration says otherwise. Filters that calibrate themselves (map, fixed-lag) also find a calibration, the field, \
            magnets and rests: --findings, --write-calibration; --calibration auto means nothing to them.
            """,
        examples: [
            "sensorlab fuse log.csv --filter vqf > track.csv",
            "sensorlab fuse log.csv --filter kalman --calibration day.json --out track.csv",
            "sensorlab fuse log.csv --filter map --out track.csv --findings map.json --write-calibration day.json",
        ])

    @OptionGroup var input: InputOptions
    @Option(
        name: .filter, help: "Filter to run, see `sensorlab filters` (default: the one of --parameters).",
        completion: .filter) var filter: [String] = []
    @OptionGroup var parameterFile: ParameterFileOption
    @OptionGroup var parameters: ParameterOptions
    @OptionGroup var estimate: EstimateOptions
    @Option(help: "File to write (default: standard output).") var out: OutputPath?
    @Option(
        help: "JSON file of the findings of map or fixed-lag: calibration, field, magnets, rests, quality of the fit.")
    var findings: OutputPath?
    @Option(help: "Calibration file to write with the calibration that map or fixed-lag finds.") var writeCalibration:
        OutputPath?
    @Flag(help: "Add the column `ready`: whether an app may show the heading.") var gate = false
    @Flag(help: "Print no warnings.") var quiet = false

    func validate() throws {
        if try NameList.filter(filter) == nil && parameterFile.parameters == nil {
            throw ValidationError("no filter was given: give --filter NAME, or --parameters FILE")
        }
    }

    func run() throws {
        let tuned = try parameterFile.file()
        let name = try NameList.filter(filter) ?? tuned?.filter ?? ""
        let options = try estimate.options(parameters.applied(to: [name]).merging(tuned))
        let needsFindings = findings != nil || writeCalibration != nil
        let opened = try InputLog(input, site: estimate.site, checksum: needsFindings)
        if opened.isForParts, let obstacle = try StreamedFusion.obstacle(options) {
            let effect = opened.isPipe ? "the first row follows its end" : "it is held in memory"
            Terminal.say("sensorlab: \(obstacle): \(effect)", quiet: quiet)
        } else if let parts = try opened.parts(quiet: quiet) {
            return try write(StreamedFusion(parts, options: options))
        }
        let log = try opened.read()
        let result = try Fusion(log.recording, options: options, place: input.log)
        Terminal.warn(result.warnings, quiet: quiet)
        try writeFindings(of: result, log: log.section)
        let track = try result.track()
        let file = try OutputFile(path: out?.path ?? "-")
        try writer(result.headingAxis, result.north).write([track]) { try file.write($0) }
        try file.close()
    }

    /// Writes each part's rows as soon as they are known.
    private func write(_ fusion: StreamedFusion) throws {
        var fusion = fusion
        Terminal.warn(fusion.warnings, quiet: quiet)
        var writer = writer(fusion.headingAxis, fusion.north)
        let file = try OutputFile(path: out?.path ?? "-")
        try file.write(Array(writer.header.utf8))
        while let part = try fusion.next() { try file.write(writer.rows(of: part)) }
        let warnings = try fusion.closingWarnings()
        try file.close()
        Terminal.warn(warnings, quiet: quiet)
    }

    private func writer(_ axis: HeadingAxis, _ north: North) -> TrackCSVWriter {
        var writer = TrackCSVWriter(headingAxis: axis, namesFilter: false)
        (writer.gate, writer.north) = (gate ? HeadingGate() : nil, north)
        return writer
    }

    /// Written even if there is no row: the findings then say why.
    private func writeFindings(of result: Fusion, log: InputSection) throws {
        guard findings != nil || writeCalibration != nil else { return }
        guard let report = result.findingsReport(input: log) else {
            throw ValidationError(
                "--findings, --write-calibration: this filter gives only a track; use --filter map or fixed-lag")
        }
        if let findings { try OutputFile.write(try JSONText.data(report), to: findings.path) }
        guard let writeCalibration else { return }
        // Without a solution there is no calibration to write; the track's refusal says why.
        guard let file = result.calibrationFile(input: log, tool: SensorLabTool.version) else { return }
        try OutputFile.write(file.json.text.utf8, to: writeCalibration.path)
        for head in file.heads where !head.accepted {
            Terminal.say("\(head.sensor.rawValue): REFUSED: \(head.reason)", quiet: quiet)
        }
    }
}
