import Foundation
import TestSupport
import Testing

/// Commands that start processes or listen, where the system allows few open files.
@Suite("few file descriptors")
struct FewDescriptorsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let log = SharedData.committed("swinging-gaps.csv.gz").path
        _ = try folder.file("logs.csv", "path,id\n\(log),a\n\(log),b\n")
    }

    private static let batch = #"exec "$0" batch logs.csv --out out --filters lowpass --jobs 2 --quiet"#

    @Test("a batch with too few says how many it needs, before anything is written", arguments: [12, 16, 22])
    func refused(_ limit: Int) throws {
        let outcome = try Tool.shell("ulimit -n \(limit); \(Self.batch)", in: folder.root)
        expectError(
            outcome, 74, says: "needs 20 free file descriptors, found ", "\(limit) that `ulimit -n` allows", "--jobs")
        #expect(folder.names == ["logs.csv"])
    }

    @Test("a manifest that cannot be opened says why", arguments: [6, 7])
    func manifest(_ limit: Int) throws {
        expectError(
            try Tool.shell("ulimit -n \(limit); \(Self.batch)", in: folder.root), 66,
            says: "logs.csv: cannot be opened (Too many open files)")
    }

    @Test(
        "a batch with some works, also where it was given a descriptor beyond them",
        arguments: ["ulimit -n 40", "exec 200>/dev/null; ulimit -n 64"])
    func enough(_ limit: String) throws {
        let outcome = try Tool.shell("\(limit); \(Self.batch)", in: folder.root)
        #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
        #expect(try String(contentsOf: folder.url("out/results.jsonl"), encoding: .utf8).contains(#""failure":null"#))
    }

    @Test("the page is refused with too few, and answers among silent connections with some")
    func page() throws {
        expectError(
            try Tool.shell(#"ulimit -n 24; exec "$0" serve"#), 74, says: "the page needs 24 free file descriptors")
        let outcome = try Tool.shell(
            #"""
            (ulimit -n 40; exec "$0" serve --quiet) > address &
            server=$!
            while [ ! -s address ]; do kill -0 $server || exit 3; sleep 0.05; done
            port=$(sed 's|.*:\([0-9]*\)/.*|\1|' address)
            for number in {1..60}; do exec {silent}<>/dev/tcp/127.0.0.1/$port || exit 4; done
            exec 9<>/dev/tcp/127.0.0.1/$port
            printf 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n' >&9
            read -r -t 20 line <&9
            kill $server
            echo "$line"
            """#, in: folder.root)
        #expect(outcome.status == 0 && outcome.output.hasPrefix("HTTP/1.1 4"), "\(outcome.output) \(outcome.messages)")
    }

    @Test("a process that was given up leaves nothing of a report that it had begun")
    func givenUp() throws {
        let report = folder.url("out/reports/a")
        try FileManager.default.createDirectory(at: report, withIntermediateDirectories: true)
        // The rows of the tracks wait for a reader while the page has its temporary name; SIGSTOP keeps it from
        // removing that.
        let tracks = report.appendingPathComponent("tracks.csv").path
        #expect(mkfifo(tracks, 0o600) == 0)
        let pipe = open(tracks, O_RDWR)
        defer { close(pipe) }
        let outcome = try Tool.shell(
            #"""
            (for number in {1..600}; do
                sleep 0.05
                partial=$(ls out/reports/a/*.partial 2>/dev/null | head -1)
                [ -n "$partial" ] || continue
                process=${partial##*/}; process=${process%-*}; process=${process##*-}
                kill -STOP $process; touch stopped; exit
            done) &
            head -2 logs.csv > one.csv
            "$0" batch one.csv --out out --filters lowpass --reports --quiet --timeout 5
            status=$?; wait; exit $status
            """#, in: folder.root)
        #expect(outcome.status == 1 && folder.names.contains("stopped"), "\(outcome.messages)")
        let left = try FileManager.default.contentsOfDirectory(atPath: report.path)
        #expect(left == ["tracks.csv"], "\(left)")
        #expect(try String(contentsOf: folder.url("out/results.jsonl"), encoding: .utf8).contains("timed-out"))
    }
}
