import Foundation
import PackagePlugin

/// `swift package sensorlab ARGUMENT...`: the command-line tool in the package of an app, for its CI.
@main
struct SensorLabCommand: CommandPlugin {
    /// Runs the tool in the package's folder with the arguments as they are, and fails as it fails.
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let tool = Process()
        tool.executableURL = try context.tool(named: "sensorlab").url
        tool.arguments = arguments
        tool.currentDirectoryURL = context.package.directoryURL
        try tool.run()
        tool.waitUntilExit()
        guard tool.terminationReason == .exit, tool.terminationStatus == 0 else {
            throw Failure(status: tool.terminationStatus)
        }
    }

    /// The tool has said on standard error what was wrong.
    private struct Failure: Error, CustomStringConvertible {
        let status: Int32
        var description: String { "sensorlab ended with exit code \(status)" }
    }
}
