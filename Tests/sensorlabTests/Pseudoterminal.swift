import Foundation

/// The tool on a terminal (util-linux's `script`): what a person would see, control sequences included.
enum Pseudoterminal {
    private static let script = "/usr/bin/script"

    /// Whether there is the program that makes terminals here.
    static let isAvailable = FileManager.default.isExecutableFile(atPath: script)

    /// Runs the tool with messages, and data where wanted, on the terminal.
    /// - Returns: the exit code, and what both wrote.
    static func run(_ arguments: [String], environment: [String: String], data: Bool) throws -> (Int32, String) {
        let words = ([Tool.executable.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: script)
        process.arguments = ["-qec", data ? words : words + " >/dev/null", "/dev/null"]
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "NO_COLOR" }
            .merging(environment) { $1 }
        let seen = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = seen
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: seen.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
