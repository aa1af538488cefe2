import Analysis
import ArgumentParser
import LiveTuning
import Recordings

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "A local page to tune a filter by eye: move a parameter, see heading, error, jitter and lag.",
        discussion: """
            Prints the address of the page, which answers to this machine's browser only, and serves until Ctrl-C. A log can \
            also be dropped on the page; the options below hold for every log that is opened.
            """)

    @Argument(
        help: "The log: a file, a folder, or -; without one the page waits for a file to be dropped.",
        completion: .file())
    var log: String?
    @OptionGroup var part: PartOptions
    @Option(help: "The filter whose parameters are moved at first.", completion: .filter) var filter = "lowpass"
    @Option(help: "Filters beside it at first, comma-separated.", completion: .filters) var filters = "sensorlab"
    @OptionGroup var parameters: ParameterOptions
    @OptionGroup var calibration: CalibrationOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var heading: HeadingOptions
    @Option(help: "The port on 127.0.0.1; a free one by default.") var port: UInt16 = 0
    @Option(help: "Where the page saves parameters; projection-core.json by default.") var out: OutputPath?
    @Flag(help: "No warnings on standard error.") var quiet = false

    func run() async throws {
        var options = PageOptions()
        options.port = port
        options.version = SensorLabTool.version
        options.tuned = try parameters.applied(to: [filter])[0]
        options.compared = filters.split(separator: ",").map { $0.lowercased() }
        options.analysis.calibration = try calibration.choice(default: .auto)
        options.analysis.apply(geomagnetic)
        options.analysis.apply(heading)
        options.reading = try part.readOptions(checksum: false)
        if let out { options.output = out.path }
        let recording = try log.map { try RecordingReader.read(path: $0, options: options.reading) }
        let name = log == "-" ? "standard input" : log ?? ""
        let server = try PageServer(recording, name: name, options: options)
        Interruption.isTheEnd(saying: "sensorlab: the page is closed")
        let isQuiet = quiet
        try await server.run { address in
            Terminal.output(address + "\n")
            Terminal.say("Open this address in a browser; Ctrl-C ends.", quiet: isQuiet)
        }
    }
}
