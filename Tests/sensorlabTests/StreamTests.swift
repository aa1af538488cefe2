import Foundation
import TestSupport
import Testing

@Suite("Logs from a pipe")
struct StreamTests {
    /// The log in pieces of a few bytes.
    private let trickling =
        "zcat \(SharedData.committed("ar-panning-barcelona.csv.gz").path) | head -3000 | dd bs=977 status=none"

    @Test("a canonical log from a pipe is converted and fused as from a file")
    func same() throws {
        let folder = try TemporaryFolder()
        let file = folder.url("log.csv").path
        #expect(try Tool.shell("\(trickling) > \(file)").status == 0)
        let whole = try Tool.run("convert", file, "--out", folder.url("whole.csv").path)
        let parts = try Tool.shell("\(trickling) | \"$0\" convert - --out \(folder.url("parts.csv").path)")
        #expect(whole.status == 0 && parts.status == 0)
        #expect(try Data(contentsOf: folder.url("whole.csv")) == Data(contentsOf: folder.url("parts.csv")))
        for arguments in ["--filter vqf --calibration none", "--filter fixed-lag", "--filter vqf", "--filter map"] {
            let whole = try Tool.shell("\"$0\" fuse \(file) \(arguments)")
            let parts = try Tool.shell("\(trickling) | \"$0\" fuse - \(arguments)")
            #expect(whole.status == 0 && parts.status == 0 && whole.output == parts.output, "\(arguments)")
            let needsAll = arguments == "--filter vqf" || arguments == "--filter map"
            #expect(parts.messages.contains("the first row follows its end") == needsAll, "\(parts.messages)")
        }
    }

    @Test("the first rows come while the pipe is open")
    func prompt() throws {
        let some = trickling.replacing("head -3000", with: "head -160")
        let outcome = try Tool.shell(
            "(\(some); sleep 2) | \"$0\" fuse - --filter vqf --calibration none --quiet | (sleep 1; timeout 0.2 cat)")
        #expect(outcome.output.split(separator: "\n").count > 30, "\(outcome.output.count)")
    }
}
