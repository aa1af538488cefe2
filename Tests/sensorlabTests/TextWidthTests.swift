import Foundation
import Testing

/// Text for people has at most 80 columns; commands and paths to copy are whole.
@Suite("width of text")
struct TextWidthTests {
    private static let datasets = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("datasets")
    private static let logs = ["ar-panning-barcelona", "car-town", "swinging-gaps", "texting-magnets"]
        .map { "\($0).csv.gz" }

    /// Lines that are too wide and not one to copy.
    private static func wide(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { line in
            let words = line.drop { $0 == " " }
            return line.count > 80 && !words.hasPrefix("sensorlab ") && !words.hasPrefix("USAGE: ")
                && words.contains(" ")
        }
    }

    @Test(
        "every verb",
        arguments: logs.flatMap { log in
            [["info"], ["noise"], ["deviation"], ["compare", "--filters", "lowpass,vqf"]].map {
                [$0[0], log] + $0.dropFirst()
            }
        } + ["lowpass", "kalman", "vqf", "sensorlab", "map", "fixed-lag"].map { ["filters", $0] }
            + ["analyze", "batch", "history", "serve", "calibrate", "tune"].map { [$0, "--help"] } + [
                ["filters"], ["simulate", "--list"],
                ["geodesy", "distance", "48.137,11.575", "48.140,11.580"],
                ["declination", "--place", "41.4,2.2", "--date", "2026-01-01"],
            ])
    func verbs(_ arguments: [String]) throws {
        let outcome = try Tool.run(arguments, in: Self.datasets)
        let wide = Self.wide(outcome.output)
        #expect(wide.isEmpty, "\(wide.first ?? "")")
        #expect(outcome.status != 64, "\(outcome.messages)")
    }

    @Test("analyze, with all figures", arguments: logs)
    func analyze(_ log: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try Tool.run(
            ["analyze", log, "--out", folder.path("report"), "--filters", "lowpass,vqf", "--verbose"], in: Self.datasets
        )
        #expect(outcome.status == 0)
        let wide = Self.wide(outcome.output)
        #expect(wide.isEmpty, "\(wide.first ?? "")")
    }

    @Test("paths are relative to the working directory where that is shorter")
    func relative() throws {
        let folder = try TemporaryFolder()
        for name in ["logs", "elsewhere"] {
            try FileManager.default.createDirectory(at: folder.url(name), withIntermediateDirectories: true)
        }
        let log = folder.url("logs/car-town.csv.gz").path
        try FileManager.default.copyItem(
            at: Self.datasets.appendingPathComponent("car-town.csv.gz"), to: folder.url("logs/car-town.csv.gz"))
        for (directory, shown) in [
            ("logs", "car-town.csv.gz"), ("elsewhere", "../logs/car-town.csv.gz"),
        ] {
            let outcome = try Tool.run(["info", log], in: folder.url(directory))
            #expect(outcome.output.hasPrefix(shown + ":"), "\(outcome.output.prefix(80))")
        }
        let missing = try Tool.run(["info", folder.path("logs/none.csv")], in: folder.root)
        #expect(missing.messages.contains(" logs/none.csv"), "\(missing.messages)")
    }
}
