import ArgumentParser
import Figures
import Foundation

/// The help of one screen: examples first, then the options that are used most, and the names of the others.
/// `sensorlab help VERB` and the manual page describe every option.
enum ShortHelp {
    /// Without any argument: what the program needs, and the first three commands.
    static let first = """
        sensorlab needs a log:

          sensorlab analyze LOG      how far off its heading is, why, what to do: a report
          sensorlab info LOG         what it holds: sensors, units, signs, rates, damage
          sensorlab compare LOG...   filters side by side, against its reference

        A LOG is a file or folder of any known app or device, or - for standard input.
        Without one: sensorlab simulate ar-panning --out log.csv
        All commands: sensorlab --help

        """

    /// For `VERB --help`; `nil` for other command lines, and where the command has subcommands.
    static func text(for arguments: [String]) -> String? {
        guard arguments.prefix(while: { $0 != "--" }).contains(where: { ["-h", "--help"].contains($0) }),
            arguments.first != "help", let root = CommandShape.root
        else { return nil }
        let words = CommandWords(arguments, root)
        guard !words.path.isEmpty, words.command.commands.isEmpty else { return nil }
        return text(of: words.command, words.verb)
    }

    private static func text(of command: CommandShape, _ verb: String) -> String {
        let options = command.shown.filter { !["-h", "--version"].contains($0.spellings.first) }
            .sorted { rank($0) < rank($1) }
        let most = options.prefix(most)
        var lines = PlainText.wrapped("\(verb): \(command.abstract ?? "")", width: width) + [""]
        lines += (command.discussion ?? "").components(separatedBy: "\n").drop { $0 != "Examples:" }
        lines += ["", "sensorlab \(verb) [options] " + command.positionals.map(\.usage).joined(separator: " "), ""]
        for option in most {
            let head = "  " + option.title
            let text = clause(option.abstract ?? "", limit: width - column)
            if head.count + 2 > column {
                lines += [head, String(repeating: " ", count: column) + text]
            } else {
                lines.append(TextCell.left(head, column) + text)
            }
        }
        let others = options.dropFirst(most.count).compactMap(\.spellings.first)
        if !others.isEmpty {
            lines += [""] + PlainText.wrapped("More: " + others.joined(separator: ", "), width: width)
        }
        lines += ["", "All of them: sensorlab help \(verb)"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static let (width, column, most) = (80, 26, 9)

    /// What most users of a verb give, the most common first; the options of the verb itself follow.
    private static let common = [
        "--out", "--filters", "--filter", "--places", "--manifest", "--baseline", "--parameters", "--calibration",
        "--place", "--date", "--reference", "--projection", "--summary", "--json",
    ]
    /// What few users ever give.
    private static let rare: Set<String> = [
        "--without", "--resample", "--assume", "--columns", "--skip-lines", "--comment", "--mapping", "--unit",
        "--expand-limit", "--correct-delays", "--strict", "--track", "--track-convention", "--height-above", "--model",
        "--coefficients", "--terrain", "--eye-height", "--reference-north", "--reference-mount", "--reference-level",
        "--reference-delay", "--jobs", "--history", "--version", "--help", "--quiet", "--set", "--from", "--to",
        "--device-attitude", "--heading-axis", "--north",
    ]

    private static func rank(_ option: CommandShape.Argument) -> Int {
        let name = option.spellings.first ?? ""
        return common.firstIndex(of: name) ?? (rare.contains(name) ? common.count + 1 : common.count)
    }

    /// As much of a sentence as fits, to the end of one of its parts that is outside of brackets.
    private static func clause(_ text: String, limit: Int) -> String {
        guard text.count > limit else { return text }
        var (depth, end) = (0, String.Index?.none)
        let part = text.prefix(limit)
        for index in part.indices {
            switch part[index] {
            case "(":
                if depth == 0, index > part.startIndex { end = part.index(before: index) }
                depth += 1
            case ")": depth -= 1
            case ",", ";", ":", ".":
                let next = part.index(after: index)
                if depth == 0, next < part.endIndex, part[next] == " " { end = index }
            default: break
            }
        }
        guard let end, part.distance(from: part.startIndex, to: end) > 8 else {
            let words = part.dropLast(4)
            return words[..<(words.lastIndex(of: " ") ?? words.endIndex)] + " ..."
        }
        return part[..<end] + "."
    }
}
