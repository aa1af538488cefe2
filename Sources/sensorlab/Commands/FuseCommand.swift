import Analysis
import ArgumentParser
import Recordings
import Reporting
import SensorModels

struct FuseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuse",
        abstract: "Runs one filter and prints its track as CSV.",
        discussion: """
            One row per gyroscope sample (accelerometer, where there is no gyroscope): device to east-north-up, Hamilton, \
            scalar first; heading clockwise from north. Readings are used uncalibrated unless --calibration says otherwise.
            """)

    @OptionGroup var input: InputOptions
    @Option(
        help: "The filter; `sensorlab filters` lists them. The parameter file's where one is given.",
        completion: .filter) var filter: String?
    @OptionGroup var parameterFile: ParameterFileOption
    @OptionGroup var parameters: ParameterOptions
    @OptionGroup var calibration: CalibrationOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var heading: HeadingOptions
    @Option(help: "Write to this file instead of standard output.") var out: OutputPath?
    @Flag(help: "No warnings on standard error.") var quiet = false

    func validate() throws {
        if filter == nil && parameterFile.parameters == nil {
            throw ValidationError("no filter was named: give --filter NAME, or --parameters FILE")
        }
    }

    func run() throws {
        let tuned = try parameterFile.file()
        let log = try ReadLog(input, place: geomagnetic.place)
        var options = AnalysisOptions()
        options.filters = try parameters.applied(to: [filter ?? tuned?.filter ?? ""]).merging(tuned)
        options.calibration = try calibration.choice(default: .none)
        options.apply(geomagnetic)
        options.apply(heading)
        let result = try Fusion(log.recording, options: options, place: input.log)
        Terminal.warn(result.warnings, quiet: quiet)
        let writer = TrackCSVWriter(headingAxis: result.headingAxis, namesFilter: false)
        let file = try OutputFile(path: out?.path ?? "-")
        try writer.write([result.track]) { try file.write($0) }
        try file.close()
    }
}
