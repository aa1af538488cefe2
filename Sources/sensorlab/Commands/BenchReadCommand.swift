import Analysis
import ArgumentParser
import Recordings

/// What `make bench-csv` measures: text to streams, without the start of the process, checksum and quality.
struct BenchReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-read", abstract: "The seconds that reading a log takes: best of five.", shouldDisplay: false
    )

    @Argument(help: "The log.", completion: .file()) var log: String

    func run() throws {
        let clock = ContinuousClock()
        let times = try (0..<5).map { _ in try clock.measure { _ = try RecordingReader.read(path: log) } }
        Terminal.output("\((times.min() ?? .zero).inSeconds) s\n")
    }
}
