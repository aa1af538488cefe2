import Foundation
import OrientationFilters
import Readers
import TestSupport
import Testing

@testable import Analysis

/// The recordings of `datasets/` and what was committed of them.
private enum Committed {
    static let recordings: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: SharedData.committed("").path)) ?? []
        return names.filter { $0.hasSuffix(".csv.gz") }.sorted()
    }()

    static func digest(_ recording: String) -> URL {
        SharedData.committed("change-indicator/" + recording.replacing(".csv.gz", with: ".csv"))
    }

    /// Read and calibrated once for all tests.
    static let logs = Dictionary(
        uniqueKeysWithValues: recordings.map { recording in
            let path = SharedData.committed(recording).path
            return (
                recording,
                Result {
                    try PreparedLog(RecordingReader.read(path: path), name: path, options: AnalysisOptions())
                }
            )
        })

    static func log(_ recording: String) throws -> PreparedLog { try #require(logs[recording]).get() }

    static let isUpdating = ProcessInfo.processInfo.environment["SENSORLAB_UPDATE_CHANGE_INDICATOR"] != nil
}

/// The answers of every filter of the catalogue to one recording, from reading to north: any change of a number shows.
enum ChangeIndicator {
    /// A log through given filters, or the whole catalogue, true north where it is known.
    /// - Throws: `SensorLabError` for a log that cannot be filtered.
    static func digest(_ log: PreparedLog, filters: [ResolvedFilter]? = nil, jobs: Int = .max) throws -> TrackDigest {
        let catalogue = FilterCatalogue.entries.map { FilterRequest(name: $0.information.name) }
        return TrackDigest(
            try log.run(filters ?? catalogue.map { try $0.resolved() }, jobs: jobs).runs.map(\.track))
    }
}

/// Every recording of `datasets/` through every filter, held against the committed answers in
/// `datasets/change-indicator`. `make update-change-indicator` writes them anew: then the change shows in review.
@Suite("Change indicator", .serialized)
struct ChangeIndicatorTests {
    @Test("there are recordings")
    func recordings() { #expect(Committed.recordings.count >= 3) }

    @Test("no filter says anything else than it did", arguments: Committed.recordings)
    func unchanged(_ recording: String) throws {
        let digest = try ChangeIndicator.digest(Committed.log(recording), jobs: 2)
        let file = Committed.digest(recording)
        let known = try? TrackDigest(text: String(contentsOf: file, encoding: .utf8), place: file.lastPathComponent)
        // Differences in rounding between machines do not change the file.
        if Committed.isUpdating, known.map({ !digest.changes(from: $0).isEmpty }) ?? true {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(digest.text.utf8).write(to: file)
        }
        let text = try #require(
            try? String(contentsOf: file, encoding: .utf8),
            "\(file.lastPathComponent) is missing: make update-change-indicator")
        let committed = try TrackDigest(text: text, place: file.lastPathComponent)
        for change in digest.changes(from: committed) {
            Issue.record("\(recording): \(change); if that is meant: make update-change-indicator")
        }
    }

    @Test("one unit in the last place of every reading is no change", arguments: Committed.recordings)
    func oneULP(_ recording: String) throws {
        let committed = try TrackDigest(
            text: String(contentsOf: Committed.digest(recording), encoding: .utf8), place: recording)
        let digest = try ChangeIndicator.digest(
            Committed.log(recording), filters: AlteredCatalogue.filters(OneULP.self), jobs: 2)
        #expect(digest.changes(from: committed).map(\.description) == [])
    }

    @Test("a damaged filter is: every one that uses the damaged sensor")
    func damaged() throws {
        let recording = "ar-panning-barcelona.csv.gz"
        let committed = try TrackDigest(
            text: String(contentsOf: Committed.digest(recording), encoding: .utf8), place: recording)
        func changed<Change: Alteration>(_ change: Change.Type) throws -> Set<String> {
            let digest = try ChangeIndicator.digest(
                Committed.log(recording), filters: AlteredCatalogue.filters(change), jobs: 2)
            return Set(digest.changes(from: committed).map(\.filter))
        }
        let all = Set(FilterCatalogue.entries.map(\.information.name))
        let doubled = try changed(GainDoubled.self)
        #expect(doubled.isSuperset(of: AlteredCatalogue.withGyroscope))
        #expect(
            doubled.isDisjoint(with: ["compass", "lowpass", "tilt", "triad", "quest", "circular", "mean-rotation"]))
        #expect(try changed(FrameSwapped.self) == all)
        #expect(try changed(DeclinationSign.self) == all)
    }
}
