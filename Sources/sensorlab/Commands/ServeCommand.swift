import Analysis
import ArgumentParser
import Files
import Foundation
import LiveTuning
import Readers
import Recordings
import Vocabulary

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a local page to tune a filter by eye: move a parameter, see heading, error, jitter and lag.",
        discussion: """
            Prints the address of the page, which only a browser on this computer can open, and runs until Ctrl-C. Several \
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
    @Option(
        name: .filters,
        help:
            "Filter to tune at the start, and others to show beside it, separated by commas (default: the one of --parameters, else the recommended one; lowpass beside it).",
        completion: .filters)
    var filters: [String] = []
    @OptionGroup var parameterFile: ParameterFileOption
    @OptionGroup var parameters: ParameterOptions
    @OptionGroup var estimate: EstimateOptions
    @OptionGroup var reference: ReferenceOptions
    @OptionGroup var track: TrackOptions
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
        let filters = try NameList.names(filters, option: "--filters")
        let chosen = filters.first ?? options.app?.filter ?? parameters.set.first?.filter
        options.opensOnRecommended = chosen == nil
        let tuned = chosen ?? options.tuned.name
        options.tuned = try parameters.applied(to: [tuned]).merging(options.app)[0]
        options.compared = filters.count > 1 ? Array(filters.dropFirst()) : ["lowpass"]
        options.analysis = try estimate.options()
        reference.apply(to: &options.analysis)
        options.analysis.tracks = try track.tracks()
        options.given = GivenOptions(of: part.reading, estimate.calibration, estimate.geomagnetic, reference, track)
            .words.flatMap { $0 }
        options.givenHeading = GivenOptions(of: estimate.heading).words.flatMap { $0 }
        let reading = try part.readOptions(checksum: false)
        options.analysis.source = reading
        if let out { options.output = out.path }
        if Rehearsal.isThis {
            let recording = try RecordingReader.read(path: "-", options: reading)
            try await PageServer(recording, name: "-", options: options).rehearse()
            return
        }
        options.rehearsal = Rehearsal.run
        options.analysis.monitor = Progress.monitor(quiet: quiet)
        var opened: [(path: String, recording: Recording)] = []
        var leftOut: [Warning] = []
        for path in logs {
            let found = try options.analysis.monitor.during("reading") {
                try RecordingReader.readAll(path: path, options: reading)
            }
            opened += found.logs.map { ($0.path, $0.recording) }
            leftOut += found.leftOut
        }
        Terminal.warn(leftOut, quiet: quiet)
        let server = try PageServer(opened, options: options)
        Interruption.isTheEnd(saying: "sensorlab: the page is closed")
        let isQuiet = quiet
        try await server.run { address in
            Terminal.output(address + "\n")
            Terminal.say("Open this address in a browser; Ctrl-C ends the program.", quiet: isQuiet)
        }
    }
}

/// Tries a log that was dropped on the page of `serve` in a copy of this program with the same options, so that a log
/// that crashes the program does not end the page.
enum Rehearsal {
    private static let variable = "SENSORLAB_REHEARSAL"
    /// A large log may take this long to calibrate, seconds.
    private static let patience = 600.0

    /// Whether this process is the copy.
    static var isThis: Bool { ProcessInfo.processInfo.environment[variable] != nil }

    /// Whether the copy exits by itself, even with an error, given these bytes on its standard input.
    /// - Throws: `SensorLabError` (cannot create, input/output) where no copy can be started: the log was not tried.
    static func run(_ bytes: [UInt8]) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try survives(bytes) }) }
        }
    }

    private static func survives(_ bytes: [UInt8]) throws -> Bool {
        // A file instead of a pipe, since writing to a pipe would fail if the copy exits early.
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("sensorlab-\(UUID().uuidString)").path
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw cannotWrite(path) }
        defer { close(file) }
        // The file stays open here and in the copy, but leaves nothing behind, however this program ends.
        unlink(path)
        guard bytes.withUnsafeBytes({ OutputFile.writeAll($0, to: file) }), lseek(file, 0, SEEK_SET) == 0 else {
            throw cannotWrite(path)
        }
        let copy = try ChildProcess.copy(
            arguments: Array(CommandLine.arguments.dropFirst()), environment: [variable: "1"], input: file)
        guard let end = copy.waited(atMost: patience) else {
            copy.send(SIGKILL)
            return false
        }
        if case .exit = end { return true }
        return false
    }

    private static func cannotWrite(_ path: String) -> SensorLabError {
        SensorLabError(
            .cannotCreate, code: .cannotCreate, place: path,
            message:
                "the temporary copy of the log cannot be written (\(String(cString: strerror(errno))))",
            advice: "check the free space for temporary files (TMPDIR) and the limit of open files (ulimit -n)")
    }
}
