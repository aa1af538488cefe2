import Foundation
import Testing

@testable import Readers

@Suite("The table of formats in the documentation")
struct FormatGuideTests {
    private static var page: String {
        get throws {
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            return try String(contentsOf: root.appendingPathComponent("docs/reference/formats.md"), encoding: .utf8)
        }
    }

    @Test("the committed page is up to date") func isCurrent() throws {
        let page = try Self.page
        #expect(page == RecordingFormats.page(page), "run `make formats-page`")
    }

    @Test("every format that is read has a row", arguments: RecordingFormats.readable)
    func isThere(name: String) throws {
        let page = try Self.page
        #expect(page.split(separator: "\n").contains { $0.hasPrefix("| ") && $0.contains("`\(name)`") })
    }
}
