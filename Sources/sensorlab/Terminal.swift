import Foundation
import SensorModels

/// Where text goes: messages to standard error, data to standard output.
enum Terminal {
    static func error(_ message: String) {
        write("sensorlab: error: \(oneLine(message))\n", to: .standardError)
    }

    static func warn(_ warnings: [Warning], quiet: Bool) {
        guard !quiet else { return }
        for warning in warnings {
            let line = oneLine("\(warning.message); \(warning.advice)")
            write("sensorlab: warning: \(line) [\(warning.code)]\n", to: .standardError)
        }
    }

    /// A message for people, on standard error.
    static func say(_ message: String, quiet: Bool = false) {
        guard !quiet else { return }
        write(message + "\n", to: .standardError)
    }

    /// Data for programs, on standard output.
    static func output(_ text: String) { write(text, to: .standardOutput) }

    /// Data for programs, on standard output.
    static func output(_ data: Data) { try? FileHandle.standardOutput.write(contentsOf: data) }

    /// Names and files from outside may hold line breaks and escape sequences of terminals: they become spaces.
    static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: return " "
                    default: return scalar
                    }
                }))
    }

    private static func write(_ text: String, to handle: FileHandle) {
        // A closed pipe (`sensorlab ... | head`) is no error of ours.
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
