import Foundation

/// The words of the command line that commands advised for the same log repeat: how it is read, where and when it was recorded.
enum GivenOptions {
    private static let names: Set = [
        "--without", "--from", "--to", "--resample", "--assume", "--columns", "--skip-lines", "--comment", "--mapping",
        "--unit", "--expand-limit", "--place", "--date", "--height-above", "--model", "--coefficients",
    ]
    private static let flags: Set = ["--correct-delays"]

    /// Each option with its value, as it was written, in the order of the command line.
    static func words(in arguments: [String] = CommandLine.arguments) -> [[String]] {
        var found: [[String]] = []
        var rest = arguments.dropFirst()
        while let word = rest.popFirst(), word != "--" {
            if flags.contains(word) {
                found.append([word])
            } else if names.contains(word) {
                if let value = rest.popFirst() { found.append([word, value]) }
            } else if let name = word.split(separator: "=", maxSplits: 1).first, names.contains(String(name)) {
                found.append([word])
            }
        }
        return found
    }
}
