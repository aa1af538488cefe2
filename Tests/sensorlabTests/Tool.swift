import Foundation
import Testing

/// The built command-line tool, run as a user runs it.
enum Tool {
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let messages: String

        /// Messages without empty lines.
        var messageLines: [Substring] { messages.split(whereSeparator: \.isNewline) }
    }

    /// The executable is beside the test bundle.
    static let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("sensorlab")

    static func run(_ arguments: String..., input: String? = nil) throws -> Outcome {
        try run(arguments, input: input)
    }

    /// - Parameters:
    ///   - directory: where the tool runs; this process's own by default.
    ///   - environment: variables beside this process's own.
    static func run(
        _ arguments: [String], input: String? = nil, in directory: URL? = nil, environment: [String: String] = [:]
    ) throws -> Outcome {
        try run(executable, arguments, input: input, in: directory, environment: environment)
    }

    /// Runs a line of bash, in which `$0` is the tool.
    static func shell(_ line: String, in directory: URL? = nil) throws -> Outcome {
        try run(URL(fileURLWithPath: "/bin/bash"), ["-c", line, executable.path], in: directory)
    }

    private static func run(
        _ program: URL, _ arguments: [String], input: String? = nil, in directory: URL? = nil,
        environment: [String: String] = [:]
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let directory { process.currentDirectoryURL = directory }
        // Files instead of pipes: neither side can block on a full pipe.
        let folder = try TemporaryFolder()
        let (output, messages) = (folder.url("out"), folder.url("err"))
        for url in [output, messages] { try Data().write(to: url) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: messages)
        if let input {
            try Data(input.utf8).write(to: folder.url("in"))
            process.standardInput = try FileHandle(forReadingFrom: folder.url("in"))
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            messages: String(decoding: try Data(contentsOf: messages), as: UTF8.self))
    }
}

/// The object that `--json` printed.
func json(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}

/// A refusal: this exit code, one line with these words, and no output.
func expectError(
    _ outcome: Tool.Outcome, _ status: Int32, says words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(outcome.status == status, "\(outcome.messages)", sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
    #expect(outcome.messageLines.count == 1, "\(outcome.messages)", sourceLocation: sourceLocation)
    for word in words {
        #expect(outcome.messages.contains(word), "\(outcome.messages)", sourceLocation: sourceLocation)
    }
}

/// A folder that goes when its value does.
final class TemporaryFolder: Sendable {
    let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("sensorlab-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func url(_ name: String) -> URL { root.appendingPathComponent(name) }
    func path(_ name: String) -> String { url(name).path }

    /// Writes a file and gives its path.
    func file(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: url(name))
        return path(name)
    }

    /// The names in the folder, sorted.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []).sorted() }
}
