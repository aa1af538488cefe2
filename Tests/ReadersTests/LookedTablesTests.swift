import Testing

@testable import Readers

@Suite("The tables of a zip file that were looked at")
struct LookedTablesTests {
    @Test("are kept, and a look inside of a look at the same table does not count it twice")
    func nested() throws {
        let rows = (0..<20_000).map { "\($0),0.1,0.2,9.8\n" }.joined()
        let bytes = FormatSamples.zip([("log.csv", Array("t,ax,ay,az\n\(rows)".utf8))])
        guard case .folder(let folder) = try LogInput(bytes: bytes, name: "log.zip", hashing: false) else {
            Issue.record("a zip file is no folder")
            return
        }
        // 256 KiB each: more than all of what may be kept.
        for _ in 0..<300 { try folder.peek("log.csv") { _ in try folder.peek("log.csv") { _ in } } }
        func look() throws -> LineReader { try folder.peek("log.csv") { $0 } }
        #expect(try look() === look())
    }
}
