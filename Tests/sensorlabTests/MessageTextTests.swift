import Foundation
import TestSupport
import Testing

/// Messages that once said something else than what was found.
@Suite("Texts of messages")
struct MessageTextTests {
    let folder: TemporaryFolder
    private let demo = "datasets/ar-panning-barcelona.csv.gz"

    init() throws { folder = try TemporaryFolder() }

    @Test("noise of a log that never rests: its rate, and that it never rests")
    func noise() throws {
        let outcome = try Tool.run("noise", "datasets/swinging-gaps.csv.gz")
        #expect(
            outcome.output.contains("the log never rests") && !outcome.output.contains(": 0.0 Hz"), "\(outcome.output)")
    }

    @Test("the clock of --columns is that of the option, not of a header")
    func clock() throws {
        let rows = (0..<500).map { "\($0 * 10),0.0\($0 % 7),0.1,9.8\($0 % 5)" }.joined(separator: "\n")
        let log = try folder.file("plain.csv", rows + "\n")
        let outcome = try Tool.run("info", log, "--columns", "t=1:ms,ax=2,ay=3,az=4")
        #expect(outcome.output.contains("milliseconds (--columns)"), "\(outcome.output)")
    }

    @Test("only what is missing of place and date is asked for")
    func site() throws {
        let text = try Tool.run("convert", demo, "--out", "-").output
        let dated = text.split(separator: "\n").filter { !$0.hasPrefix("# place") }.map { line in
            line.hasPrefix("#")
                ? String(line)
                : line.split(separator: ",", omittingEmptySubsequences: false)
                    .prefix(10).joined(separator: ",")
        }
        let log = try folder.file("dated.csv", dated.joined(separator: "\n") + "\n")
        let outcome = try Tool.run("analyze", log, "--filters", "vqf", "--out", folder.path("r"), "--verbose")
        let words = (outcome.output + outcome.messages).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("the log does not say where it was recorded"), "\(words)")
        #expect(words.contains("Give place, for headings") && !words.contains("--date"), "\(words)")
        expectError(
            try Tool.run("fuse", log, "--filter", "vqf", "--north", "true"), 64, says: "the log's place must be known",
            "give --place LAT,LON, or")
    }

    @Test("a file of orientations that is the reference is called so")
    func reference() throws {
        var rows = "t,qw,qx,qy,qz\n"
        let track = try Tool.run("fuse", demo, "--filter", "vqf").output.split(separator: "\n").dropFirst()
        for row in track { rows += row.split(separator: ",").prefix(5).joined(separator: ",") + "\n" }
        let file = try folder.file("reference.csv", rows)
        let outcome = try Tool.run(
            "compare", demo, "--reference", file, "--filters", "vqf", "--out", folder.path("c"))
        #expect(outcome.status == 0 && !outcome.messages.contains("device's attitude"), "\(outcome.messages)")
    }

    @Test("of several logs in a zip file one is unpacked")
    func archive() throws {
        let log = try Data(contentsOf: URL(fileURLWithPath: demo))
        for name in ["a.csv.gz", "b.csv.gz"] { try log.write(to: folder.url(name)) }
        let outcome = try Tool.shell(
            "python3 -c 'import zipfile; z = zipfile.ZipFile(\"two.zip\", \"w\"); z.write(\"a.csv.gz\"); z.write(\"b.csv.gz\")'"
                + " && \"$0\" info two.zip", in: URL(fileURLWithPath: folder.path("")))
        expectError(outcome, 65, says: "unpack it", "unzip -o two.zip a.csv.gz")
    }

    @Test("which places are drawn at the observer's height")
    func heights() throws {
        func warning(_ alts: [String]) throws -> String {
            let rows = alts.enumerated().map { "p\($0),P,41.\(400 + $0),2.17,\($1),x" }
            let places = try folder.file("places.csv", "id,name,lat,lon,alt,category\n" + rows.joined(separator: "\n"))
            return try Tool.run("project", demo, "--places", places, "--out", folder.path("out.csv")).messages
        }
        #expect(try warning(["", "100", "100"]).contains("of 3 places p0 has no altitude: it alone is drawn"))
        #expect(try warning(["", "", "100"]).contains("2 of 3 places, p0 first, have no altitude: these are drawn"))
        #expect(try warning(["", "", ""]).contains("no place has altitude: all are drawn"))
    }
}
