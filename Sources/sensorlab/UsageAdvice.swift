import ArgumentParser
import Foundation
import Vocabulary

/// What is wrong with a command line that the parser refused, and what is right: an option of another name, a log too
/// many. The parser alone says only that it expected something else.
enum UsageAdvice {
    /// - Parameter arguments: the words after the program's name.
    /// - Returns: `nil` where every option is the command's and no word is too many.
    static func message(for arguments: [String]) -> String? {
        guard let root = CommandShape.root else { return nil }
        let words = CommandWords(arguments, root)
        let help = help(words)
        if let option = words.unknownOption {
            let found = advice(for: option, words.command, root).map { $0 + "; " } ?? ""
            return "\(words.verb) has no option '\(option)'; \(found)\(help)"
        }
        guard let extra = words.extra else { return nil }
        return "\(extraAdvice(words, extra)); \(help)"
    }

    /// Where to read more about a command.
    static func help(_ words: CommandWords) -> String {
        "see 'sensorlab \((words.path.filter { $0 != "help" } + ["--help"]).joined(separator: " "))'"
    }

    /// Options of other programs, and the same ones here.
    private static let customary: [(names: [String], here: [String])] = [
        (["-o", "-O", "--output", "--output-file", "--output-dir", "--outdir", "--to-file"], ["--out"]),
        (["-f", "--algorithm", "--estimator"], ["--filters", "--filter"]),
        (["-p", "--param", "--parameter", "--params"], ["--set", "--parameters"]),
        (["-q", "--silent"], ["--quiet"]), (["-v"], ["--verbose"]), (["-V"], ["--version"]),
        (["-j", "--threads", "--workers"], ["--jobs"]),
        (["--location", "--position", "--lat", "--lon", "--latitude", "--longitude"], ["--place"]),
        (["--truth", "--ground-truth", "--gt"], ["--reference"]),
        (["--begin", "--start", "--start-time"], ["--from"]), (["--end", "--stop", "--end-time"], ["--to"]),
        (["--unit", "--units", "--signs", "--convention"], ["--assume"]),
    ]

    private static func advice(for option: String, _ command: CommandShape, _ root: CommandShape) -> String? {
        let known = command.options
        let synonyms = customary.first { $0.names.contains(option) }?.here ?? []
        if let same = known.first(where: synonyms.contains) ?? NearestName.of(option, in: known) {
            return "did you mean \(same)?"
        }
        let others = root.commands.filter { $0.command.options.contains(option) }.map(\.path)
        guard !others.isEmpty else { return nil }
        return "it is an option of \(others.prefix(4).joined(separator: ", "))\(others.count > 4 ? ", ..." : "")"
    }

    private static func extraAdvice(_ words: CommandWords, _ extra: String) -> String {
        if Double(extra) != nil {
            return
                "'\(extra)': \(words.verb) takes no such argument; the numbers of an option have a comma between them, "
                + "such as --place 48.137,11.575"
        }
        switch words.command.positionals.last?.valueName {
        case "log":
            let logs = words.positionals.prefix(3).joined(separator: " ")
            return "'\(extra)': \(words.verb) takes one log; filters side by side over several: "
                + "sensorlab compare \(logs); a report of each: sensorlab batch MANIFEST, a CSV with their paths or a pattern in quotes"
        case "manifest":
            return "'\(extra)': \(words.verb) takes one manifest: a CSV with the paths of the logs, or a pattern in "
                + "quotes, such as 'logs/*.csv'"
        default: return "'\(extra)': \(words.verb) takes no such argument"
        }
    }
}

/// A command with its options, arguments and subcommands, as the parser dumps it.
struct CommandShape: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    private let shouldDisplay: Bool
    private let subcommands: [CommandShape]?
    private let arguments: [Argument]?

    struct Argument: Decodable {
        let kind: String
        let isRepeating: Bool
        let isOptional: Bool
        let shouldDisplay: Bool
        let abstract: String?
        let valueName: String?
        private let names: [Name]?

        private struct Name: Decodable {
            let kind: String
            let name: String
        }

        /// `--out`, `-h`.
        var spellings: [String] { (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name } }

        /// `--out <out>`.
        var title: String { (spellings.first ?? "") + (kind == "option" ? " <\(valueName ?? "value")>" : "") }

        /// `<log>`, `[<log> ...]`.
        var usage: String {
            let text = "<\(valueName ?? "value")>" + (isRepeating ? " ..." : "")
            return isOptional ? "[\(text)]" : text
        }
    }

    private struct Dump: Decodable { let command: CommandShape }

    /// The whole program.
    static var root: CommandShape? {
        try? JSONDecoder().decode(Dump.self, from: Data(SensorLabTool._dumpHelp().utf8)).command
    }

    var positionals: [Argument] { (arguments ?? []).filter { $0.kind == "positional" } }

    /// The options that help shows.
    var shown: [Argument] { (arguments ?? []).filter { $0.kind != "positional" && $0.shouldDisplay } }

    var options: [String] { (arguments ?? []).flatMap(\.spellings) }

    func argument(_ spelling: String) -> Argument? { arguments?.first { $0.spellings.contains(spelling) } }

    func subcommand(_ name: String) -> CommandShape? { subcommands?.first { $0.commandName == name } }

    /// All commands below this one that help shows, with the words that call them.
    var commands: [(path: String, command: CommandShape)] {
        (subcommands ?? []).filter(\.shouldDisplay).flatMap { command in
            [(command.commandName, command)]
                + command.commands.map { ("\(command.commandName) \($0.path)", $0.command) }
        }
    }
}

/// The words of a command line by their part in it.
struct CommandWords {
    private(set) var command: CommandShape
    /// The command and its subcommand.
    private(set) var path: [String] = []
    private(set) var unknownOption: String?
    private(set) var positionals: [String] = []

    init(_ arguments: [String], _ root: CommandShape) {
        command = root
        var words = arguments[...]
        while let word = words.first, let next = command.subcommand(word) {
            (command, words) = (next, words.dropFirst())
            path.append(word)
        }
        while let word = words.popFirst() {
            guard word != "--" else {
                positionals += words
                return
            }
            // A negative number is a value, and - is standard input.
            guard word.hasPrefix("-"), word.count > 1, Double(word) == nil else {
                positionals.append(word)
                continue
            }
            let name = String(word.prefix { $0 != "=" })
            guard let argument = command.argument(name) else {
                unknownOption = unknownOption ?? name
                continue
            }
            if argument.kind == "option", name == word { words = words.dropFirst() }
        }
    }

    var verb: String { path.isEmpty ? "sensorlab" : path.joined(separator: " ") }

    /// The first argument beyond those that the command takes.
    var extra: String? {
        let taken = command.positionals
        guard !path.isEmpty, command.commands.isEmpty, !taken.contains(where: \.isRepeating),
            positionals.count > taken.count
        else { return nil }
        return positionals[taken.count]
    }
}
