import Foundation
import PackagePlugin

/// `swift package sensorlab ARGUMENT...`: the command-line tool in the package of an app, for its CI.
///
/// The tool is built when the command runs: a plug-in that depends on it would make SwiftPM compile every module a
/// second time, for the host, in each build of this package's tests.
@main
struct SensorLabCommand: CommandPlugin {
    /// Runs the tool in the package's folder with the arguments as they are, and fails as it fails.
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let build = try packageManager.build(
            .product("sensorlab"), parameters: .init(configuration: .release, logging: .concise))
        guard build.succeeded, let program = build.builtArtifacts.first(where: { $0.kind == .executable }) else {
            throw Failure(message: "sensorlab could not be built:\n\(build.logText)")
        }
        let tool = Process()
        tool.executableURL = program.url
        tool.arguments = arguments
        tool.currentDirectoryURL = context.package.directoryURL
        try tool.run()
        tool.waitUntilExit()
        guard tool.terminationReason == .exit, tool.terminationStatus == 0 else {
            throw Failure(message: "sensorlab ended with exit code \(tool.terminationStatus)")
        }
    }

    /// The tool has said on standard error what was wrong.
    private struct Failure: Error, CustomStringConvertible {
        let message: String
        var description: String { message }
    }
}
