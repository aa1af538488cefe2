import Foundation
import Testing

/// What the tool shows on a terminal and nowhere else.
@Suite(.enabled(if: Pseudoterminal.isAvailable, "needs the program script of util-linux"))
struct TerminalTests {
    private static let recordings = ["car-town", "swinging-gaps"].map { name in
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("datasets/\(name).csv.gz").path
    }
    private static let comparison = ["compare"] + recordings + ["--filters", "lowpass,complementary"]
    private static let xterm = ["TERM": "xterm-256color"]
    private static let escape = "\u{1B}"

    @Test func longWorkShowsHowFarItIsAndCleansUp() throws {
        let (status, seen) = try Pseudoterminal.run(Self.comparison, environment: Self.xterm, data: false)
        #expect(status == 0)
        #expect(seen.contains("comparing  [....................]  0 of 2 logs"))
        // Each drawing begins at the left edge and erases what was there; the last thing is an empty line.
        #expect(seen.hasSuffix("\r\(Self.escape)[K"))
        for drawing in seen.split(separator: "\r") { #expect(drawing.count <= 80 + 3) }
    }

    @Test(arguments: [
        (comparison + ["--quiet"], xterm), (comparison, ["TERM": "dumb"]),
    ])
    func nobodyWhoDoesNotWantItSeesProgress(_ arguments: [String], _ environment: [String: String]) throws {
        let (status, seen) = try Pseudoterminal.run(arguments, environment: environment, data: false)
        #expect(status == 0)
        #expect(!seen.contains("comparing") && !seen.contains(Self.escape))
    }

    /// `project` and `convert` tell how far they are, and say nothing with --quiet.
    @Test(arguments: ["project", "convert"])
    func otherLongVerbsTellTheirShare(_ verb: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("terminal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var arguments = [verb, Self.recordings[0], "--out", folder.path + "/out.csv"]
        if verb == "project" {
            let places = Self.recordings[0].replacingOccurrences(of: "car-town.csv.gz", with: "places-barcelona.csv")
            arguments += ["--places", places]
        }
        let (status, seen) = try Pseudoterminal.run(arguments, environment: Self.xterm, data: false)
        #expect(status == 0)
        #expect(seen.contains("writing  [") && seen.contains(" of 100 %"))
        let (quietStatus, quiet) = try Pseudoterminal.run(
            arguments + ["--quiet"], environment: Self.xterm, data: false)
        #expect(quietStatus == 0 && quiet.isEmpty, "\(quiet)")
    }

    @Test func namesOfPlacesAreNoOrdersForTheTerminal() throws {
        let places = FileManager.default.temporaryDirectory.appendingPathComponent("places-\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: places) }
        try Data("id,lat,lon\nev\(Self.escape)[31mil\u{202E},41.4036,2.1744\n".utf8).write(to: places)
        let (status, seen) = try Pseudoterminal.run(
            ["project", Self.recordings[0], "--places", places.path, "--rate", "1", "--quiet", "--filter", "lowpass"],
            environment: Self.xterm, data: true)
        #expect(status == 0)
        #expect(seen.contains("ev [31mil"))
        #expect(!seen.contains(Self.escape) && !seen.contains("\u{202E}"))
    }

    @Test(arguments: [[], ["--out", "-"]])
    func linesOfATableAreNoOrdersForTheTerminal(_ output: [String]) throws {
        let points = FileManager.default.temporaryDirectory.appendingPathComponent("points-\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: points) }
        try Data("name,lat,lon\nev\(Self.escape)[31mil\u{202E},41.4036,2.1744\n".utf8).write(to: points)
        let (status, seen) = try Pseudoterminal.run(
            ["declination", "--points", points.path, "--date", "2026-06-01", "--quiet"] + output,
            environment: Self.xterm, data: true)
        #expect(status == 0)
        #expect(seen.contains("ev [31mil") && !seen.contains(Self.escape) && !seen.contains("\u{202E}"))
    }

    @Test func filesAndPipesHoldNoControlSequences() throws {
        let outcome = try Tool.run(Self.comparison)
        #expect(outcome.status == 0)
        #expect(!outcome.output.contains(Self.escape))
        #expect(outcome.messages.isEmpty)
    }

    @Test func coloursAreForTerminalsAndOnlyWhereWanted() throws {
        let strong = "\(Self.escape)[1mErrors\(Self.escape)[0m"
        let (_, coloured) = try Pseudoterminal.run(Self.comparison, environment: Self.xterm, data: true)
        #expect(coloured.contains(strong))
        let refused = Self.xterm.merging(["NO_COLOR": "1"]) { $1 }
        let (_, plain) = try Pseudoterminal.run(Self.comparison, environment: refused, data: true)
        #expect(plain.contains("Errors") && !plain.contains("\(Self.escape)[1"))
        // Colour carries no information of its own: without it the text is the same.
        #expect(Self.words(coloured) == Self.words(plain))
    }

    /// The lines behind the last drawing of the progress, without styles.
    private static func words(_ seen: String) -> [String] {
        let text = seen.components(separatedBy: "\(escape)[K").last ?? ""
        return text.replacingOccurrences(of: "\(escape)\\[[0-9;]*m", with: "", options: .regularExpression)
            .split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Elsewhere they are one line each, for other programs.
    @Test func messagesFitATerminalBetweenWords() throws {
        let log = Self.recordings[0].replacingOccurrences(of: "car-town", with: "texting-magnets")
        let arguments = ["deviation", log]
        let (_, seen) = try Pseudoterminal.run(arguments, environment: Self.xterm, data: true)
        let lines = seen.replacingOccurrences(of: "\(Self.escape)\\[[0-9;]*m", with: "", options: .regularExpression)
            .split(whereSeparator: \.isNewline)
        #expect(lines.count > 6 && lines.allSatisfy { $0.count <= 80 }, "\(seen)")
        let outcome = try Tool.run(arguments)
        let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
        #expect(words(lines.joined(separator: " ")).sorted() == words(outcome.output + outcome.messages).sorted())
    }

    @Test func tablesFitEightyColumns() throws {
        let outcome = try Tool.run(["compare"] + Self.recordings + ["--filters", "all"])
        #expect(outcome.status == 0)
        for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completionsOfferNames(_ shell: String) throws {
        let outcome = try Tool.run("--generate-completion-script", shell)
        #expect(outcome.status == 0)
        for name in ["complementary", "geodesic", "ar-panning", "nelder-mead", "analyze", "magnetometer"] {
            #expect(outcome.output.contains(name), "\(name)")
        }
    }
}
