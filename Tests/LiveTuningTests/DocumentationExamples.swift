import LiveTuning
import Recordings

/// The example of the module's reference page, so that it compiles.
enum DocumentationExamples {
    static func serve(_ recording: Recording) async throws {
        var options = PageOptions()
        options.compared = ["kalman", "vqf"]
        let server = try PageServer(recording, name: "walk.csv", options: options)
        try await server.run { address in print(address) }
    }
}
