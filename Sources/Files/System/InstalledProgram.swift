import Foundation

/// An external program that is used where it is installed: ffmpeg, Python, GDAL.
public struct InstalledProgram: Sendable {
    /// Path of the executable file.
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
    /// - Parameters:
    ///   - arguments: of the command line.
    ///   - environment: variables in addition to this program's own.
    /// - Returns: the exit status (after a signal, 128 plus the signal's number) and what it printed on both outputs.
    /// - Throws: `SensorLabError` (input/output) where it cannot be started.
    public func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        let (reading, writing) = try ChildProcess.pipe()
        let output = FileHandle(fileDescriptor: reading, closeOnDealloc: true)
        let process: ChildProcess
        do {
            defer { close(writing) }
            process = try ChildProcess(
                path, arguments: arguments, environment: environment, output: writing, errors: writing)
        }
        let said = String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
        return (process.waited().status, said)
    }
}
