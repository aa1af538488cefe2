import Foundation
import ProjectionCore
import Rotations
import TestSupport
import Testing
import Vocabulary

@testable import Analysis
@testable import Reporting

/// The replay as a film: which part, how many frames, and pictures that every renderer of plain SVG can draw.
@Suite struct ReplayFilmTests {
    private func result() throws -> AnalysisResult {
        var result = SyntheticResult().result()
        result.camera = try Camera(name: "test", width: 300, height: 400, focalX: 300, focalY: 300)
        return result
    }

    private func film(
        _ result: AnalysisResult, start: Double? = 0, seconds: Double, fps: Int = 10
    ) throws -> ReplayFilm {
        try ReplayFilm(result, start: start, seconds: seconds, framesPerSecond: fps, width: 641)
    }

    @Test(arguments: [
        ("replay.gif", ReplayFilm.Kind.gif), ("a.b/replay.MP4", .mp4), ("x.webm", .webm), ("frames", .pictures),
        ("frames/", .pictures), ("a.b/", .pictures),
    ])
    func theNameDecides(path: String, kind: ReplayFilm.Kind) { #expect(ReplayFilm.Kind(path: path) == kind) }

    @Test func otherNamesAreRefused() { #expect(ReplayFilm.Kind(path: "replay.avi") == nil) }

    /// Both ends are frames; the log's 20 s end a film that would be longer.
    @Test func framesAreEvenlySpaced() throws {
        let result = try result()
        #expect(try film(result, seconds: 3).count == 31)
        #expect(try film(result, start: 18, seconds: 60).count == 20)
        #expect(try film(result, start: 500, seconds: 60).count == 1)
    }

    /// No variable and no mixed colour is left, which librsvg does not know; width and height are even, as encoders
    /// want them.
    @Test func picturesStandAlone() throws {
        let film = try film(result(), seconds: 1)
        for index in [0, film.count - 1] {
            let svg = film.svg(index)
            #expect(WellFormedness.problem(in: svg) == nil)
            #expect(!svg.contains("var(") && !svg.contains("color-mix"))
            let size = try #require(svg.firstMatch(of: /width="([0-9.]+)" height="([0-9.]+)"/)).output
            #expect(size.1 == "640" && (Int(size.2) ?? 1).isMultiple(of: 2))
        }
    }

    /// By default a film shows the worst moment, 40 % of its length after its beginning.
    @Test func itShowsTheWorstMoment() throws {
        var result = try result()
        let index = try #require(result.tracks.firstIndex { $0.name == "lowpass" })
        for row in 1100...1300 {
            result.tracks[index].estimates[row].orientation =
                Quaternion.aboutVertical(2.5) * result.tracks[index].estimates[row].orientation
        }
        let film = try film(result, start: nil, seconds: 5)
        let offs = try (0..<film.count).map { frame in
            let found = try #require(film.svg(frame).firstMatch(of: /lowpass: ([0-9.]+)\u{B0} off/))
            return Double(found.output.1) ?? 0
        }
        #expect(offs[18...22].allSatisfy { $0 > 120 } && offs[..<5].allSatisfy { $0 < 60 }, "\(offs)")
    }

    @Test func nothingToShowIsAnError() throws {
        var result = try result()
        result.landmarks = []
        #expect(throws: SensorLabError.self) { try film(result, seconds: 3) }
    }

    /// The bytes with which the formats begin.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg is not here"),
        arguments: ["gif", "mp4"])
    func encoded(kind: String) throws {
        let path = FileManager.default.temporaryDirectory.path + "/replay-\(UUID().uuidString).\(kind)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try film(result(), seconds: 0.5).write(to: path, as: try #require(ReplayFilm.Kind(path: path)))
        let head = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)).prefix(12))
        #expect(kind == "gif" ? Array(head[..<6]) == Array("GIF89a".utf8) : Array(head[4..<8]) == Array("ftyp".utf8))
    }
}
