import Foundation
import Vocabulary

/// A program that this one started, in a process group of its own.
///
/// It uses the system's own calls: Foundation's `Process` needs a dozen descriptors and does not start where this
/// program inherited one beyond `ulimit -n`, and its `Pipe` ends the program where none is free.
public final class ChildProcess: @unchecked Sendable {
    /// How it ended.
    public enum End: Sendable, Hashable {
        case exit(code: Int32)
        case signal(Int32)

        /// The exit status as shells give it: 128 plus the signal's number after a signal.
        public var status: Int32 {
            switch self {
            case .exit(let code): code
            case .signal(let number): 128 + number
            }
        }
    }

    /// The process number; the system may reuse it after the end.
    public let identifier: Int32
    private let changed = NSCondition()
    // Guarded by the condition.
    private var found: End?

    // Pipes are made and programs started one at a time, so that no child inherits a descriptor not yet marked
    // close-on-exec.
    private static let starting = NSLock()
    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var running: [ObjectIdentifier: ChildProcess] = [:]

    /// Starts a program.
    /// - Parameters:
    ///   - path: of the executable file.
    ///   - arguments: of its command line.
    ///   - environment: variables in addition to this program's own.
    ///   - input: its standard input; `nil` for the empty file.
    ///   - output: its standard output; `nil` for nowhere.
    ///   - errors: its standard error; `nil` for nowhere.
    /// - Throws: `SensorLabError` (input/output) where it cannot be started.
    public init(
        _ path: String, arguments: [String], environment: [String: String] = [:], input: Int32? = nil,
        output: Int32? = nil, errors: Int32? = nil
    ) throws {
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        #if canImport(Darwin)
            var (actions, attributes) = (posix_spawn_file_actions_t?.none, posix_spawnattr_t?.none)
        #else
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (standard, given) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            if let given {
                posix_spawn_file_actions_adddup2(&actions, given, standard)
            } else {
                posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
            }
        }
        // The child handles by default the signals that the command line ignores in order to handle them, and blocks
        // none.
        var (ignored, blocked) = (sigset_t(), sigset_t())
        sigemptyset(&ignored)
        sigemptyset(&blocked)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGXFSZ] { sigaddset(&ignored, signal) }
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
        var process = pid_t()
        let failure = Self.starting.withLock {
            posix_spawn(&process, path, &actions, &attributes, &words, &settings)
        }
        guard failure == 0 else { throw Self.cannotStart(String(cString: strerror(failure))) }
        identifier = process
        Self.lock.withLock { Self.running[ObjectIdentifier(self)] = self }
        Thread.detachNewThread { [self] in reap() }
    }

    /// Starts a copy of this program.
    /// - Parameters:
    ///   - arguments: of its command line.
    ///   - environment: variables in addition to this program's own.
    ///   - input: its standard input.
    ///   - output: its standard output; `nil` for nowhere.
    /// - Throws: `SensorLabError` (input/output) where it cannot be started.
    public static func copy(
        arguments: [String], environment: [String: String], input: Int32, output: Int32? = nil
    ) throws -> ChildProcess {
        guard let path = Bundle.main.executablePath else { throw cannotStart("the path of this program is unknown") }
        return try ChildProcess(
            path, arguments: arguments, environment: environment, input: input, output: output)
    }

    /// The two ends of a new pipe, closed on exec, neither of them a standard descriptor.
    /// - Throws: `SensorLabError` (input/output) where no descriptor is free.
    public static func pipe() throws -> (reading: Int32, writing: Int32) {
        try starting.withLock {
            var ends: [Int32] = [-1, -1]
            guard Foundation.pipe(&ends) == 0 else { throw cannotStart(String(cString: strerror(errno))) }
            let kept = ends.map { fcntl($0, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
            let reason = String(cString: strerror(errno))
            for end in ends { close(end) }
            guard !kept.contains(-1) else {
                for end in kept where end >= 0 { close(end) }
                throw cannotStart(reason)
            }
            return (kept[0], kept[1])
        }
    }

    /// Waits for its end.
    public func waited() -> End {
        changed.lock()
        defer { changed.unlock() }
        while true {
            if let found { return found }
            changed.wait()
        }
    }

    /// Waits for its end.
    /// - Parameter seconds: at most.
    /// - Returns: `nil` where it still runs.
    public func waited(atMost seconds: Double) -> End? {
        let limit = Date(timeIntervalSinceNow: seconds)
        changed.lock()
        defer { changed.unlock() }
        while found == nil, changed.wait(until: limit) {}
        return found
    }

    /// Ends it: by SIGTERM first, so that it can remove incomplete files, a second later by SIGKILL.
    public func terminated() -> End {
        send(SIGTERM)
        if let end = waited(atMost: 1) { return end }
        send(SIGKILL)
        return waited()
    }

    /// Sends it a signal, unless it has ended.
    public func send(_ signal: Int32) {
        changed.lock()
        defer { changed.unlock() }
        if found == nil { kill(identifier, signal) }
    }

    /// Sends SIGTERM to all running children, for a program that is about to end.
    public static func terminateAll() {
        for child in lock.withLock({ Array(running.values) }) { child.send(SIGTERM) }
    }

    /// Collects the status once it has ended.
    private func reap() {
        var information = siginfo_t()
        // The process number is not reused until the end is known here.
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        var status: Int32 = 0
        changed.lock()
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        found = signal == 0 ? .exit(code: status >> 8 & 0xff) : .signal(signal)
        changed.broadcast()
        changed.unlock()
        Self.lock.withLock { Self.running[ObjectIdentifier(self)] = nil }
    }

    private static func cannotStart(_ reason: String) -> SensorLabError {
        SensorLabError(
            .inputOutput, code: .cannotStart, message: "a process cannot be started (\(reason))",
            advice: "check the limits of processes, memory and open files (ulimit -a); or give a smaller --jobs")
    }
}

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
