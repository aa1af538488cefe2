import Foundation
import Testing
import Vocabulary

/// docs/reference/warnings.md, and the table of damaged data that it refers to, against the sources.
@Suite struct WarningPageTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// The code of a calibration file's refused sections is made from the sensor's name.
    private static let made = ["magnetometer", "accelerometer", "gyroscope", "heading"].map {
        "\($0)-calibration-refused"
    }
    /// Written for a browser.
    private static let scripts = ["PageScript.swift", "ReportScript.swift", "ReplayScript.swift"]

    private static func sources() throws -> [String] {
        let files = try #require(
            FileManager.default.enumerator(at: root.appendingPathComponent("Sources"), includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }
            .filter { $0.pathExtension == "swift" && !scripts.contains($0.lastPathComponent) }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }

    /// Every code that stands in a call which makes a warning.
    private static func emitted(_ sources: [String]) -> Set<String> {
        var codes: Set<String> = []
        for text in sources {
            for call in text.matches(of: #/(?:Warning|warn|add)\(\s*(?:code:\s*)?([^,]*),/#) {
                for code in String(call.1).matches(of: #/"([a-z]+(?:-[a-z]+)+)"/#) { codes.insert(String(code.1)) }
            }
            if text.contains(#""\(sensor.rawValue)-calibration-refused""#) { codes.formUnion(made) }
            for flag in text.matches(of: #/warn\(\s*\.\w+, "(\w+)"/#) {
                codes.insert("geomagnetism-" + kebab(String(flag.1)))
            }
        }
        return codes
    }

    private static func kebab(_ camel: String) -> String {
        camel.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }

    /// The codes of the tables' first column, row after row, and the rows without an advice.
    private static func documented(_ page: String) throws -> (codes: [String], withoutAdvice: [String]) {
        let text = try String(contentsOf: root.appendingPathComponent("docs/reference/\(page).md"), encoding: .utf8)
        var (codes, bare): ([String], [String]) = ([], [])
        for line in text.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let names = cells[0].matches(of: #/`([a-z]+(?:-[a-z]+)+)`/#).map { String($0.1) }
            codes += names
            if cells.count < 3 || cells[1].isEmpty || cells[2].isEmpty { bare += names }
        }
        return (codes, bare)
    }

    @Test func everyWarningHasItsPlace() throws {
        let emitted = Self.emitted(try Self.sources())
        #expect(emitted.count > 70, "the scan found \(emitted.count) codes: does it still know how warnings are made?")
        let known = Set(try Self.documented("warnings").codes + Self.documented("recordings").codes)
        #expect(emitted.subtracting(known).sorted() == [])
    }

    @Test func everyPlaceHasItsWarning() throws {
        let sources = try Self.sources()
        let emitted = Self.emitted(sources)
        let page = try Self.documented("warnings")
        #expect(page.withoutAdvice == [])
        for code in page.codes where !emitted.contains(code) {
            // An error of one filter among several becomes a warning.
            #expect(sources.contains { $0.contains("\"\(code)\"") }, "\(code) is not in the sources")
        }
        #expect(Set(page.codes).count == page.codes.count, "a code stands twice")
    }
}
