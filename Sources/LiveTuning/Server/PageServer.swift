import Analysis
import Files
import Foundation
import ProjectionCore
import Recordings
import Vocabulary

/// The local page: an HTTP server on 127.0.0.1, a random token, logs, and the filters.
public struct PageServer: Sendable {
    private let session: PageSession
    private let token = AccessRule.randomToken()
    /// A browser opens several connections at a time.
    private static let fewestConnections = 8

    /// Prepares the log; nothing is listened to yet.
    /// - Parameters:
    ///   - recording: the log that is open at first; `nil` waits for one to be dropped.
    ///   - name: its path, `-` for standard input.
    ///   - options: port, filters, calibration, where parameters are saved.
    /// - Throws: `SensorLabError` where the log or an option is unusable.
    public init(_ recording: Recording?, name: String, options: PageOptions) throws {
        try self.init(recording.map { [(name, $0)] } ?? [], options: options)
    }

    /// Prepares several logs; nothing is listened to yet.
    /// - Parameters:
    ///   - logs: the logs that are open at first, the first of them shown, each with its path, `-` for standard input.
    ///   - options: port, filters, calibration, where parameters are saved.
    /// - Throws: `SensorLabError` where a log or an option is unusable.
    public init(_ logs: [(path: String, recording: Recording)], options: PageOptions) throws {
        session = try PageSession(logs, options: options)
    }

    /// Serves until the task is cancelled or the program ends.
    /// - Parameter ready: is given the page's address once it answers.
    /// - Throws: `SensorLabError` (input/output) where the port cannot be listened to.
    public func run(ready: @Sendable @escaping (_ address: String) -> Void) async throws {
        var limits = LoopbackServer.Limits()
        let reserve = FreeDescriptors.reserve
        try FreeDescriptors.check(reserve + Self.fewestConnections, for: "the page")
        // An upload needs further descriptors beside those of the connections.
        limits.connections = FreeDescriptors.count(most: limits.connections + reserve) - reserve
        let server = try LoopbackServer(port: session.options.port, limits: limits)
        let routes = PageRoutes(rule: AccessRule(token: token, port: server.port), session: session)
        ready("http://127.0.0.1:\(server.port)/\(token)/")
        await server.run { await routes.respond(to: $0) }
    }

    /// Runs every filter that the page shows at first on the open log, as the page will, so that a log that crashes the
    /// program does so here.
    /// - Throws: `SensorLabError` as the filters.
    public func rehearse() async throws { try await session.rehearse() }
}

/// The options of `serve`.
public struct PageOptions: Sendable {
    /// The port on 127.0.0.1; 0 takes a free one.
    public var port: UInt16 = 0
    /// Where parameters are saved.
    public var output = "projection-core.json"
    /// The filter that is tuned at first, with changes to its defaults.
    public var tuned = FilterRequest(name: "sensorlab")
    /// Whether the page changes to the filter that is recommended for the log once that is known, unless the user has
    /// chosen something meanwhile.
    public var opensOnRecommended = true
    /// The parameter file of the app that is tuned: what is saved keeps its camera, rules and all else but filter and
    /// parameters; `nil` for the defaults.
    public var app: ParameterFile?
    /// The filters shown beside it at first.
    public var compared = ["lowpass"]
    /// The options of the command line that other commands for the same logs repeat, each with its value: how logs are
    /// read, place, date, calibration.
    public var given: [String] = []
    /// Those of the heading, its axis and its north, which only commands that show headings have.
    public var givenHeading: [String] = []
    /// Place, date, calibration, heading axis and north, of every log that is opened; its source reads logs that are
    /// dropped on the page.
    public var analysis = AnalysisOptions()
    /// The version of the program, for the saved file.
    public var version = ""
    /// The largest log that can be dropped, bytes.
    public var uploadLimit = 256 << 20

    /// Tries a dropped log before it is opened here, in another process, so that a log that crashes the program crashes
    /// only that process; returns false if it did. Throws if the log cannot be tried; it is then not opened. `nil`
    /// opens logs without a trial.
    public var rehearsal: (@Sendable (_ bytes: [UInt8]) async throws -> Bool)?

    /// The recommended filter beside the classic low-pass, on a free port.
    public init() {}
}
