import ArgumentParser
import Fleet

/// Where results are kept.
struct HistoryOption: ParsableArguments {
    @Option(
        help: "SQLite file to which the results are added, with version and options; `sensorlab history` shows it.",
        completion: .file())
    var history: InputPath?

    func validate() throws {
        if history?.path.isEmpty == true { throw ValidationError("--history: expected the name of a file") }
    }

    /// The history, opened before minutes are spent; `nil` where none is wanted.
    /// - Throws: `SensorLabError` for a file that is no history or cannot be created.
    func opened() throws -> History? { try history.map { try History(path: $0.path) } }
}
