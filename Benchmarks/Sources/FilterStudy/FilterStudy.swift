import Foundation
import OrientationFilters
import SensorModels

/// Scores one filter with many sets of parameters on recordings that are read once; `scripts/studies/filter` makes the
/// files and the tables.
///
///     FilterStudy FILTER FOLDER [without-gyroscope] [surrogate=NAME] < SETS
///
/// FOLDER holds `<recording>.study` files (`StudyRecording`). Each line of SETS is a name and changes,
/// `name parameter=value ...`. Prints one line per set and recording: the set's name, the recording's, and the score
/// (`StudyScore`). With a surrogate, the recordings are changed first (`Surrogate`; `magnets-N` for N in 1...:
/// `MagnetDonor`).
@main
enum FilterStudy {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let entry = FilterCatalogue.entry(named: arguments[1]) else {
            print("usage: FilterStudy FILTER FOLDER [without-gyroscope] [surrogate=NAME] < SETS")
            exit(64)
        }
        let folder = URL(fileURLWithPath: arguments[2])
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "study" }.sorted { $0.path < $1.path }
        let withoutGyroscope = arguments.dropFirst(3).contains("without-gyroscope")
        var recordings = try files.map { try StudyRecording(contentsOf: $0) }
        for option in arguments.dropFirst(3) where option.hasPrefix("surrogate=") {
            recordings = try surrogates(of: recordings, named: String(option.dropFirst("surrogate=".count)))
        }
        if withoutGyroscope { recordings = recordings.map { $0.changing(\.gyroscope) { _ in VectorStream() } } }
        print("set,recording," + StudyScore.columns)
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            guard let name = words.first else { continue }
            let changes = try words.dropFirst().map(change)
            let parameters = Dictionary(changes) { $1 }
            let scores = LockedScores(count: recordings.count)
            DispatchQueue.concurrentPerform(iterations: recordings.count) { [recordings] index in
                let recording = recordings[index]
                let score = Result {
                    StudyScore(try entry.run(recording.input, parameters: parameters), recording)
                }
                scores.set(score, at: index)
            }
            for (recording, score) in zip(recordings, scores.all) {
                print("\(name),\(recording.name),\(try score.get())")
            }
        }
    }

    static func surrogates(of recordings: [StudyRecording], named name: String) throws -> [StudyRecording] {
        if let surrogate = Surrogate(rawValue: name) { return recordings.map(surrogate.apply) }
        guard name.hasPrefix("magnets-"), let turn = Int(name.dropFirst("magnets-".count)) else {
            throw CocoaError(.featureUnsupported)
        }
        return MagnetDonor.disturbed(recordings, turn: turn)
    }

    static func change(_ word: String) throws -> (String, Double) {
        let parts = word.split(separator: "=").map(String.init)
        guard parts.count == 2, let value = Double(parts[1]) else { throw CocoaError(.formatting) }
        return (parts[0], value)
    }
}

/// The results of concurrent runs, one slot for each.
final class LockedScores: @unchecked Sendable {
    private let lock = NSLock()
    private var results: [Result<StudyScore, Error>?]

    init(count: Int) { results = Array(repeating: nil, count: count) }

    func set(_ result: Result<StudyScore, Error>, at index: Int) { lock.withLock { results[index] = result } }

    var all: [Result<StudyScore, Error>] { lock.withLock { results.compactMap { $0 } } }
}
