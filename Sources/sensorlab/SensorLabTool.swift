import ArgumentParser
import CSensorLab
import Dispatch
import Files
import Foundation
import Vocabulary

#if canImport(Glibc)
    import Glibc
#endif

/// The command line: parse, call one function, print.
@main
struct SensorLabTool: AsyncParsableCommand {
    static let version = SENSORLAB_VERSION

    static let configuration = CommandConfiguration(
        commandName: "sensorlab",
        abstract: "Analyze compass, orientation filters and calibration from recorded sensor logs.",
        discussion: """
            Start with `sensorlab analyze LOG`. A LOG is a file, a folder of per-sensor files, or - for standard input.
            Exit codes: 0 done; 1 a criterion was not met; 64 usage; 65 bad data; 66 no such input; 73 cannot create \
            output; 74 input/output.
            """,
        version: version,
        subcommands: [
            BenchReadCommand.self, WarningsPageCommand.self, FormatsPageCommand.self, FleetQueriesCommand.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "Log",
                subcommands: [AnalyzeCommand.self, InfoCommand.self, ConvertCommand.self, NoiseCommand.self]),
            CommandGroup(
                name: "Calibration",
                subcommands: [
                    CalibrateCommand.self, DeviationCommand.self, CompassesCommand.self, DeclinationCommand.self,
                ]),
            CommandGroup(
                name: "Filter",
                subcommands: [FiltersCommand.self, FuseCommand.self, CompareCommand.self, ServeCommand.self]),
            CommandGroup(
                name: "Fleet",
                subcommands: [
                    BatchCommand.self, StudyCommand.self, SightingsCommand.self, HistoryCommand.self,
                ]),
            CommandGroup(
                name: "Projection", subcommands: [ProjectCommand.self, TuneCommand.self, AlignCommand.self]),
            CommandGroup(name: "Other", subcommands: [SimulateCommand.self, ExportCommand.self, GeodesyCommand.self]),
        ])

    /// Parses, runs, and turns errors into one line on standard error and an exit code.
    static func main() async {
        StandardStreams.keepTaken()
        Interruption.install()
        Memory.keepReleased()
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if let help = arguments.isEmpty ? ShortHelp.first : ShortHelp.text(for: arguments) {
                return Terminal.output(Data(help.utf8))
            }
            try UnknownCommand.check(arguments)
            var command = try parseAsRoot()
            let isQuiet = command.isQuiet
            Waiting.tell { Terminal.say("sensorlab: \($0)", quiet: isQuiet) }
            try CommandFiles(command).protect(replaced: (command as? ServeCommand)?.replaced ?? [])
            if let asynchronous = command as? any AsyncParsableCommand {
                // Nothing else uses the command while it runs.
                nonisolated(unsafe) var running = asynchronous
                try await running.run()
            } else {
                try command.run()
            }
        } catch let error as SensorLabError {
            Terminal.error(error.description)
            Foundation.exit(error.kind.rawValue)
        } catch {
            let code = exitCode(for: error)
            guard code == .validationFailure else {
                // Help and version.
                let text = code.isSuccess ? fullMessage(for: error) : ""
                guard !text.isEmpty else { exit(withError: error) }
                // The parser fits help to the terminal; completions are scripts.
                Terminal.output(Data((text + "\n").utf8))
                Foundation.exit(0)
            }
            let arguments = Array(CommandLine.arguments.dropFirst())
            Terminal.error(UsageAdvice.message(for: arguments) ?? usageMessage(for: error, arguments))
            exit(withError: code)
        }
    }

    /// The parser's message on one line: what was wrong, the option's help where it has one, where to read more.
    private static func usageMessage(for error: any Error, _ arguments: [String]) -> String {
        let lines = fullMessage(for: error).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let usage = lines.firstIndex { $0.hasPrefix("Usage:") } ?? lines.endIndex
        // A value's own message says what was expected; a list of the values is as good as the option's help.
        let isSaid = lines.contains { $0.contains(", expected ") || $0.contains("one of") }
        var parts: [String] = []
        for line in lines[..<usage] {
            if line.hasPrefix("- ") {
                parts[parts.count - 1] += (parts[parts.count - 1].hasSuffix(":") ? " " : ", ") + line.dropFirst(2)
            } else if line.hasPrefix("Help:") {
                if !isSaid, let text = line.components(separatedBy: "  ").last { parts.append("expected: " + text) }
            } else {
                parts.append(line.hasPrefix("Error: ") ? String(line.dropFirst(7)) : line)
            }
        }
        // Errors of values that the command itself checks come without it.
        let advice = CommandShape.root.map { UsageAdvice.help(CommandWords(arguments, $0)) }
        return (parts.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } + [advice].compactMap { $0 })
            .joined(separator: "; ")
    }
}

/// Suggests the nearest command for an unknown one; the parser alone reports an unexpected argument.
enum UnknownCommand {
    /// - Parameter arguments: the words after the program's name.
    /// - Throws: a usage error where the first is neither an option nor a verb, or the second is not a subcommand of a
    ///   verb that has subcommands.
    static func check(_ arguments: [String]) throws {
        guard let first = arguments.first, !first.hasPrefix("-") else { return }
        let commands = SensorLabTool.configuration.subcommands
        guard first != "help" else { return try check(Array(arguments.dropFirst())) }
        guard let command = commands.first(where: { $0.configuration.commandName == first }) else {
            let advice =
                NearestName.of(first, in: names(of: commands)).map { "did you mean '\($0)'?" }
                ?? (FileManager.default.fileExists(atPath: first)
                    ? "it is a file; try: sensorlab analyze \(first)"
                    : first == "version" ? "did you mean --version?" : nil)
            throw ValidationError("'\(first)' is not a command\(advice.map { "; " + $0 } ?? "")")
        }
        let parts = names(of: command.configuration.subcommands)
        guard !parts.isEmpty, arguments.count > 1, case let second = arguments[1], !second.hasPrefix("-"),
            !parts.contains(second)
        else { return }
        let advice = NearestName.of(second, in: parts).map { "did you mean '\(first) \($0)'?" }
        throw ValidationError(
            "'\(first) \(second)' is not a command; \(advice ?? "there are \(parts.joined(separator: ", "))")")
    }

    private static func names(of commands: [any ParsableCommand.Type]) -> [String] {
        commands.compactMap { $0.configuration.commandName }
    }
}

/// Handles SIGINT, SIGTERM and SIGHUP: removes incomplete files, then exits with the code of shells, 128 + the signal's
/// number. SIGXFSZ is ignored, and the runtime's SIGABRT is exit code 74.
enum Interruption {
    // Kept for as long as the program runs.
    nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var farewell: String?

    /// Makes an interrupt the regular end of the program: a message and exit code 0.
    static func isTheEnd(saying message: String) { lock.withLock { farewell = message } }

    static func install() {
        // A file that grows beyond `ulimit -f` is then a write error, like a full disk, instead of the end of the
        // program.
        signal(SIGXFSZ, SIG_IGN)
        // Swift's runtime aborts where the system gives no more memory. It has said so by then.
        signal(SIGABRT) { _ in _exit(SensorLabError.Kind.inputOutput.rawValue) }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler {
                UnfinishedFiles.discardForGood()
                ChildProcess.terminateAll()
                if let farewell = lock.withLock({ farewell }) {
                    Terminal.say(farewell)
                    _exit(0)
                }
                Terminal.abandonFoot()
                // Not raised again: threads of dispatch block signals, and the main thread goes on meanwhile.
                _exit(128 + number)
            }
            source.resume()
            sources.append(source)
        }
    }
}

/// Standard input, output and error, where a shell closed them (`>&-`).
enum StandardStreams {
    /// Reserves their descriptors: otherwise the first file that is opened would get one, and output would be written
    /// into it. Reading or writing them still fails.
    static func keepTaken() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // `open` takes the lowest free descriptor.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

/// How the process gets memory from the system.
enum Memory {
    /// Makes malloc keep released memory for the arrays of long logs: memory from the system costs a page fault and
    /// zeroing for every 4 KiB.
    static func keepReleased() {
        #if canImport(Glibc)
            // GNU's malloc.h is in no module of Swift's.
            guard let symbol = dlsym(nil, "mallopt") else { return }
            typealias Setter = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32
            let set = unsafeBitCast(symbol, to: Setter.self)
            let (trimThreshold, mappingThreshold): (Int32, Int32) = (-1, -3)
            // Above most arrays of a log; the larger bound is refused by some versions of the library.
            if set(mappingThreshold, 1 << 30) == 0 { _ = set(mappingThreshold, 1 << 25) }
            _ = set(trimThreshold, 1 << 30)
        #endif
    }
}
