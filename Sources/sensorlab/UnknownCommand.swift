import ArgumentParser
import Foundation
import SensorModels
import Vocabulary

/// Suggests the nearest command for an unknown one; the parser alone reports an unexpected argument.
enum UnknownCommand {
    /// - Parameter first: the first word after the program's name.
    /// - Throws: a usage error where it is neither an option nor a verb.
    static func check(_ first: String?) throws {
        guard let first, !first.hasPrefix("-") else { return }
        let names = SensorLabTool.configuration.subcommands.compactMap { $0.configuration.commandName }
        guard first != "help", !names.contains(first) else { return }
        let advice =
            NearestName.of(first, in: names).map { "did you mean '\($0)'?" }
            ?? (FileManager.default.fileExists(atPath: first)
                ? "that is a file; try: sensorlab analyze \(first)"
                : "'sensorlab --help' lists the commands")
        throw ValidationError("'\(first)' is not a command; \(advice)")
    }
}
