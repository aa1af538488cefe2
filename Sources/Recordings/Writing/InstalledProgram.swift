import Foundation

/// A program of other people that is used where it is installed: ffmpeg, Python, GDAL.
public struct InstalledProgram: Sendable {
    /// Of the executable file.
    public let path: String

    /// - Parameter name: a name on the PATH, or a path (with a slash).
    /// - Returns: `nil` where there is no such executable file.
    public init?(_ name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let candidates = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
        guard let path = candidates.first(where: FileManager.default.isExecutableFile) else { return nil }
        self.path = path
    }

    /// Runs it to its end.
    /// - Parameter environment: variables beside this program's own.
    /// - Returns: the exit status, and what it printed on both outputs.
    public func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, said)
    }
}
