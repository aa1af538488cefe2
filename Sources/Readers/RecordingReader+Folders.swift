import Files
import Recordings
import Vocabulary

extension RecordingReader {
    /// The logs that a path stands for: a file or a folder that is one log is itself; any other folder stands for its entries
    /// that are logs, in the order of their names.
    ///
    /// - Returns: the logs with their paths, and why entries of a folder of logs were left out.
    /// - Throws: `SensorLabError` as `read(path:options:)`; for a folder in which nothing is a log, its own error.
    public static func readAll(
        path: String, options: ReadOptions = ReadOptions()
    ) throws -> (logs: [(path: String, recording: Recording)], leftOut: [Warning]) {
        let refusal: SensorLabError
        do {
            return ([(path, try read(path: path, options: options))], [])
        } catch let error as SensorLabError {
            guard PathKind(path: path) == .folder, error.kind == .badData else { throw error }
            refusal = error
        }
        var logs: [(path: String, recording: Recording)] = []
        var leftOut: [Warning] = []
        for name in try folderEntries(path) where !name.hasPrefix(".") {
            let entry = path.hasSuffix("/") ? path + name : path + "/" + name
            do {
                logs.append((entry, try read(path: entry, options: options)))
            } catch let error as SensorLabError {
                leftOut.append(
                    Warning(
                        code: .logLeftOut, place: error.place.isEmpty ? entry : error.place,
                        message: "left out: \(error.message)", advice: error.advice))
            }
        }
        guard !logs.isEmpty else { throw refusal }
        return (logs, leftOut)
    }
}
