import Database
import Foundation

extension History {
    /// Options that choose what is done beside a filter's numbers, not the numbers.
    private static let beside: Set<String> = ["filters", "reports", "since-start"]

    /// SQL's `basis(options, filter, row)`: what of a run's options a filter's numbers depend on, its own parameters among them; the
    /// options of a manifest's row, where there are any, in place of the run's. Results are compared where it is equal.
    static let basis = DatabaseFunction("basis", arguments: 3) { values in
        guard let text = String(values[0]), let filter = String(values[1]),
            var options = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8)),
            let row = try? String(values[2]).map({
                try JSONDecoder().decode([String: String].self, from: Data($0.utf8))
            }) ?? [:]
        else { throw DatabaseError(.mismatch, "options that are no JSON") }
        options.merge(row) { $1 }
        // Options leave out what is the default.
        if options["calibration"] == "auto" { options["calibration"] = nil }
        var parts = options.filter { !beside.contains($0.key) }.map { "\($0.key)=\(withoutFolders($0.value))" }
        let own = requests(options["filters"] ?? "").first { $0.hasPrefix(filter + "(") }
        parts += [own].compactMap { $0 }
        return parts.sorted().joined(separator: "\n")
    }

    /// Versions before wrote the folders of files too: `FOLDER/NAME#CHECKSUM`, separated by `;`.
    private static func withoutFolders(_ value: String) -> String {
        value.split(separator: ";", omittingEmptySubsequences: false).map { part in
            part.contains("#") ? part.split(separator: "/").last ?? part : part
        }.joined(separator: ";")
    }

    /// The filters of `a,b(x=1,y=2)`: commas within parentheses separate parameters.
    private static func requests(_ text: String) -> [String] {
        var (found, depth) = ([""], 0)
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == ",", depth == 0 {
                found.append("")
            } else {
                found[found.count - 1].append(character)
            }
        }
        return found
    }
}
