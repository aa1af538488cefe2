import Analysis
import ArgumentParser
import Recordings
import Reporting
import SensorModels

struct FuseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuse",
        abstract: "Run one filter and print its track as CSV.",
        discussion: """
            One row per gyroscope sample (per accelerometer sample without a gyroscope): quaternion from device to \
            east-north-up, Hamilton, scalar first; heading clockwise from north. Readings are used uncalibrated unless \
            --calibration is given.
            """,
        examples: [
            "sensorlab fuse log.csv --filter vqf > track.csv",
            "sensorlab fuse log.csv --filter kalman --calibration day.json --out track.csv",
            "sensorlab fuse log.csv --filter lowpass --set lowpass.magnetometerWeight=0.9",
        ])

    @OptionGroup var input: InputOptions
    @Option(
        help: "Filter to run, see `sensorlab filters` (default: the one of --parameters).",
        completion: .filter) var filter: String?
    @OptionGroup var parameterFile: ParameterFileOption
    @OptionGroup var parameters: ParameterOptions
    @OptionGroup var calibration: CalibrationOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var heading: HeadingOptions
    @Option(help: "File to write (default: standard output).") var out: OutputPath?
    @Flag(help: "Print no warnings.") var quiet = false

    func validate() throws {
        if filter == nil && parameterFile.parameters == nil {
            throw ValidationError("no filter was named: give --filter NAME, or --parameters FILE")
        }
    }

    func run() throws {
        let tuned = try parameterFile.file()
        let log = try ReadLog(input, site: geomagnetic.site)
        var options = AnalysisOptions(geomagnetic, heading)
        options.filters = try parameters.applied(to: [filter ?? tuned?.filter ?? ""]).merging(tuned)
        options.calibration = try calibration.choice(default: .none)
        let result = try Fusion(log.recording, options: options, place: input.log)
        Terminal.warn(result.warnings, quiet: quiet)
        let writer = TrackCSVWriter(headingAxis: result.headingAxis, namesFilter: false)
        let file = try OutputFile(path: out?.path ?? "-")
        try writer.write([result.track]) { try file.write($0) }
        try file.close()
    }
}
