import Analysis
import ArgumentParser
import Calibration
import Recordings
import SensorModels

struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Fits a sensor and writes a calibration file.",
        subcommands: [
            CalibrateMagnetometerCommand.self, CalibrateGyroscopeCommand.self, CalibrateInUseCommand.self,
            CalibrateImportCommand.self, CalibrateExportCommand.self,
        ])
}

/// What both fits share.
struct CalibrateOptions: ParsableArguments {
    @OptionGroup var input: InputOptions
    @Option(help: "The calibration file to write (default: standard output).") var out: OutputPath?
    @Flag(help: "The calibration file on standard output, besides --out.") var json = false
    @Flag(help: "No summary and no warnings on standard error.") var quiet = false

    /// Reads more logs with the same options.
    func read(_ paths: [String]) throws -> [ReadLog] {
        try paths.map { path in
            var other = input
            other.log = path
            return try ReadLog(other, checksum: true)
        }
    }

    /// Writes the file and says what it holds.
    /// - Throws: exit code 1 for a refused result under `--strict`.
    func finish(_ file: CalibrationFile) throws {
        let data = try file.jsonData()
        if let out { try OutputFile.write(data, to: out.path) }
        if json || out == nil { Terminal.output(data) }
        Terminal.warn(file.warnings, quiet: quiet)
        for (sensor, section) in file.sections {
            let verdict = section.accepted ? "accepted" : "REFUSED"
            Terminal.say("\(sensor.rawValue): \(verdict): \(section.reason)", quiet: quiet)
            if let missing = section.missing { Terminal.say("    \(missing)", quiet: quiet) }
        }
        if input.strict && file.sections.contains(where: { !$0.section.accepted }) { throw ExitCode(1) }
    }
}

struct CalibrateMagnetometerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "magnetometer",
        abstract: "Hard and soft iron from a recording in which the phone was turned through all directions.",
        discussion:
            "m_calibrated = S (m_raw - h). Scale and dip come from the geomagnetic model where place and date are known."
    )

    @OptionGroup var options: CalibrateOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @Argument(help: "More logs of the same device: the soft iron of all, the hard iron of the latest.")
    var more: [String] = []
    @Option(help: "The fit: \(MagnetometerFitMethod.allCases.map(\.rawValue).joined(separator: ", ")).")
    var method: MagnetometerFitMethod = .map

    func run() throws {
        let log = try ReadLog(options.input, checksum: true)
        var analysis = AnalysisOptions()
        analysis.apply(geomagnetic)
        if !more.isEmpty {
            let logs = try [log] + options.read(more)
            return try options.finish(
                CalibrationJob.magnetometer(
                    logs.map { ($0.recording, $0.section) }, options: analysis, method: method,
                    tool: SensorLabTool.version))
        }
        let file = try CalibrationJob.magnetometer(
            log.recording, input: log.section, options: analysis, method: method, tool: SensorLabTool.version)
        try options.finish(file)
    }
}

struct CalibrateGyroscopeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gyroscope",
        abstract: "The gyroscope's bias from the rests of a recording.",
        discussion: "w_calibrated = K (w_raw - b), K the identity.")

    @OptionGroup var options: CalibrateOptions

    func run() throws {
        let log = try ReadLog(options.input, checksum: true)
        try options.finish(
            try CalibrationJob.gyroscope(log.recording, input: log.section, tool: SensorLabTool.version))
    }
}
