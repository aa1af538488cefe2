import Analysis
import ArgumentParser
import Evaluation

/// The user's own filters, by their tracks.
struct TrackOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Track of your own filter, shown beside the others: CSV (t,qw,qx,qy,qz; t,roll,pitch,yaw; t,r11...r33; "
                + "t,heading) or TUM, in the log's clock; for several logs a folder with a file per log; repeatable.",
            valueName: "name=file"))
    var track: [TrackArgument] = []
    @Option(
        help: ArgumentHelp(
            "What a track's numbers mean, where the log's evidence is not to decide: words of wxyz, xyzw, zyx, zxy, android, "
                + "matrix, heading; deg, rad; device-to-earth, earth-to-device; enu, ned, nwu; device, frd; true, magnetic; "
                + "repeatable.",
            valueName: "[name=]words"))
    var trackConvention: [ConventionArgument] = []

    func validate() throws {
        for convention in trackConvention {
            if let name = convention.name, !track.contains(where: { $0.name == name }) {
                throw ValidationError("--track-convention \(name)=...: there is no --track \(name)=FILE")
            }
        }
        for (index, track) in track.enumerated() where self.track[..<index].contains(where: { $0.name == track.name }) {
            throw ValidationError("--track \(track.name): given twice; give each track a name of its own")
        }
        if track.isEmpty && !trackConvention.isEmpty {
            throw ValidationError("--track-convention: expected --track NAME=FILE too")
        }
    }

    /// The tracks.
    /// - Throws: `SensorLabError` (usage) for a name of the catalogue.
    func tracks() throws -> [OwnTrack] {
        try track.map { track in
            let words = trackConvention.filter { $0.name == nil || $0.name == track.name }
                .reduce(TrackWords()) { $1.words.completed(by: $0) }
            return try OwnTrack(name: track.name, path: track.path, words: words)
        }
    }
}

/// `NAME=FILE`.
struct TrackArgument: ExpressibleByArgument, InputArgument, Sendable {
    let name: String
    let path: String

    var inputs: [String] { [path] }

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !parts[0].contains(",") else { return nil }
        (name, path) = (parts[0], parts[1])
    }
}

/// `[NAME=]WORDS`.
struct ConventionArgument: ExpressibleByArgument, Sendable {
    let name: String?
    let words: TrackWords

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let last = parts.last, !last.isEmpty, let words = try? TrackWords(parsing: last) else { return nil }
        (name, self.words) = (parts.count == 2 ? parts[0] : nil, words)
    }
}
