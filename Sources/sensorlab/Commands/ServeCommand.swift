import Analysis
import ArgumentParser
import LiveTuning
import Readers
import Recordings
import Vocabulary

struct ServeCommand: AsyncParsableCommand, ReplacesInput {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a local page to tune a filter by eye: move a parameter, see heading, error, jitter and lag.",
        discussion: """
            Prints the address of the page, which only a browser on this computer can open, and serves it until Ctrl-C. Several \
            logs, or a folder of them, are shown with the mean of the error over all. A log can also be dropped on the page; \
            the options apply to every log that is opened.
            """,
        examples: [
            "sensorlab serve log.csv",
            "sensorlab serve walk.csv drive.csv recordings",
            "sensorlab serve log.csv --parameters app.json --out app.json",
        ])

    @Argument(
        help: "Logs: files, folders of one or several logs, or -; without one, drop a file on the page.",
        completion: .file())
    var logs: [String] = []
    @OptionGroup var part: PartOptions
    @Option(help: "Filter to tune at first (default: the one of --parameters, else lowpass).", completion: .filter)
    var filter: String?
    @Option(help: "Filters to show beside it at first, separated by commas.", completion: .filters) var filters =
        "sensorlab"
    @OptionGroup var parameterFile: ParameterFileOption
    @OptionGroup var parameters: ParameterOptions
    @OptionGroup var calibration: CalibrationOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var heading: HeadingOptions
    @Option(help: "Port on 127.0.0.1 (default: a free one).") var port: UInt16 = 0
    @Option(help: "Parameter file that the page saves (default: projection-core.json).") var out: OutputPath?
    @Flag(help: "Print no warnings.") var quiet = false

    /// The file that is tuned may be the one that is saved.
    var replaced: [String] { [parameterFile.parameters?.path].compactMap { $0 } }

    func run() async throws {
        var options = PageOptions()
        options.port = port
        options.version = SensorLabTool.version
        options.app = try parameterFile.file()
        let tuned = filter ?? options.app?.filter ?? options.tuned.name
        options.tuned = try parameters.applied(to: [tuned]).merging(options.app)[0]
        options.compared = filters.split(separator: ",").map { $0.lowercased() }
        options.analysis = AnalysisOptions(geomagnetic, heading)
        options.analysis.calibration = try calibration.choice(default: .auto)
        options.reading = try part.readOptions(checksum: false)
        if let out { options.output = out.path }
        if Rehearsal.isThis {
            let recording = try RecordingReader.read(path: "-", options: options.reading)
            try await PageServer(recording, name: "standard input", options: options).rehearse()
            return
        }
        options.rehearsal = Rehearsal.run
        options.analysis.monitor = Progress.monitor(quiet: quiet)
        var opened: [(name: String, recording: Recording)] = []
        var leftOut: [Warning] = []
        for path in logs {
            let found = try options.analysis.monitor.during("reading") {
                try RecordingReader.readAll(path: path, options: options.reading)
            }
            opened += found.logs.map { ($0.path == "-" ? "standard input" : $0.path, $0.recording) }
            leftOut += found.leftOut
        }
        Terminal.warn(leftOut, quiet: quiet)
        let server = try PageServer(opened, options: options)
        Interruption.isTheEnd(saying: "sensorlab: the page is closed")
        let isQuiet = quiet
        try await server.run { address in
            Terminal.output(address + "\n")
            Terminal.say("Open this address in a browser; Ctrl-C ends.", quiet: isQuiet)
        }
    }
}
