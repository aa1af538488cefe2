import Figures
import Files
import Foundation
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Reporting

/// The notebook of a report: its shape after Jupyter's schema of version 4.5, its data, and malicious texts.
@Suite struct NotebookTests {
    private final class Folder {
        let path = NSTemporaryDirectory() + "notebook-\(UUID().uuidString)"
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func cells(_ synthetic: SyntheticResult, change: (String) throws -> Void = { _ in }) throws -> [[String:
        Any]]
    {
        let folder = Folder()
        try ReportWriter.write(synthetic.result(), to: folder.path + "/a report")
        try change(folder.path + "/a report")
        let path = try NotebookWriter.write(report: folder.path + "/a report", to: folder.path + "/out")
        let file = try #require(FileManager.default.contents(atPath: path))
        let notebook = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
        #expect(path == folder.path + "/out/a report.ipynb")
        #expect(notebook["nbformat"] as? Int == 4 && notebook["nbformat_minor"] as? Int == 5)
        return try #require(notebook["cells"] as? [[String: Any]])
    }

    private func source(_ cell: [String: Any]) -> String { (cell["source"] as? [String] ?? []).joined() }

    @Test func everyCellHasWhatItsKindNeeds() throws {
        let cells = try cells(SyntheticResult())
        #expect(Set(cells.compactMap { $0["id"] as? String }).count == cells.count)
        for cell in cells {
            #expect(!source(cell).isEmpty && cell["metadata"] is [String: Any])
            guard cell["cell_type"] as? String == "code" else { continue }
            #expect(cell["execution_count"] is NSNull)
            let outputs = try #require(cell["outputs"] as? [[String: Any]])
            #expect(!outputs.isEmpty)
            for output in outputs {
                let data = try #require(output["data"] as? [String: [String]])
                #expect(data["text/plain"] != nil, "readers without pictures need text")
                if let picture = data["image/svg+xml"] { #expect(WellFormedness.problem(in: picture.joined()) == nil) }
            }
        }
        #expect(cells.contains { source($0).contains("Path(\"../a report\")") })
    }

    @Test func textOfTheLogIsNoMarkup() throws {
        let name = SyntheticResult.nastyName
        for cell in try cells(SyntheticResult(name: name, path: name)) where cell["cell_type"] as? String == "markdown"
        {
            #expect(!source(cell).contains("<script"))
            #expect(!source(cell).unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
        }
    }

    @Test(arguments: [
        SyntheticResult(samples: 2), SyntheticResult(hasReference: false), SyntheticResult(hasMagnetometer: false),
    ])
    func whatIsMissingIsLeftOut(_ synthetic: SyntheticResult) throws {
        #expect(try cells(synthetic).count >= 8)
    }

    @Test func aComparisonHasErrorsDifferencesAndRanks() throws {
        let folder = Folder()
        let report = try ComparisonRenderingTests.report()
        try ComparisonWriter.write(report, to: folder.path + "/runs")
        let path = try NotebookWriter.write(report: folder.path + "/runs", to: folder.path + "/out")
        #expect(path == folder.path + "/out/runs.ipynb")
        let data = try #require(FileManager.default.contents(atPath: path))
        let notebook = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let cells = try #require(notebook["cells"] as? [[String: Any]])
        let text = cells.map(source).joined(separator: "\n")
        for title in ["Mean errors", "Every recording", "Confidence of the differences", "Ranks"] {
            #expect(text.contains("## \(title)"), "\(title)")
        }
        #expect(text.contains("Path(\"../runs/comparison.json\")"))
        let outputs = cells.flatMap { $0["outputs"] as? [[String: Any]] ?? [] }
            .compactMap { $0["data"] as? [String: [String]] }
        let pictures = outputs.compactMap { $0["image/svg+xml"]?.joined() }
        #expect(pictures.count == 3)
        for picture in pictures { #expect(WellFormedness.problem(in: picture) == nil) }
        // One row per recording with a reference, whose figures are those of the report.
        let error = try #require(report.recordings[0].filters[0].errors?.total).rmseDegrees
        let tables = outputs.compactMap { $0["text/plain"]?.joined() }
        #expect(tables.contains { $0.hasPrefix("recording") && $0.contains(NumberText.fixed(error, decimals: 2)) })
        let texts = cells.filter { $0["cell_type"] as? String == "markdown" }
        #expect(!texts.contains { source($0).contains("<script") })
        // The JSON alone gives the same notebook but for the file's name.
        let json = folder.path + "/alone.json"
        try JSONText.data(report).write(to: URL(fileURLWithPath: json))
        let alone = try NotebookWriter.write(report: json, to: folder.path + "/out")
        #expect(alone == folder.path + "/out/alone.ipynb")
        let other = try String(contentsOfFile: alone, encoding: .utf8)
        #expect(
            other.replacingOccurrences(of: "../alone.json", with: "../runs/comparison.json")
                == String(decoding: data, as: UTF8.self))
    }

    @Test func whatIsNoComparisonIsSaid() throws {
        let folder = Folder()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        for text in ["", "[]", "{\"schema\":\"sensorlab.report/1\"}"] {
            let path = folder.path + "/some.json"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let error = #expect(throws: SensorLabError.self) {
                try NotebookWriter.write(report: path, to: folder.path + "/out")
            }
            #expect(error?.kind == .badData)
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/out/some.ipynb"))
        }
    }

    /// Each ended the program in the range of an axis.
    @Test(arguments: [("heading_sigma", "-1"), ("t", "1e300"), ("t", "nan"), ("t", "inf")])
    func numbersThatNoTrackHasAreNamedWithTheirLine(column: String, value: String) throws {
        let error = #expect(throws: SensorLabError.self) {
            try cells(SyntheticResult()) { folder in
                let path = folder + "/tracks.csv"
                var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
                let names = lines[0].split(separator: ",")
                var row = lines[2].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                row[try #require(names.firstIndex { $0 == column })] = value
                lines[2] = row.joined(separator: ",")
                try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
            }
        }
        #expect(error?.kind == .badData && error?.description.contains("tracks.csv, line 3") == true)
    }

    @Test func damageIsNamedWithItsLine() throws {
        let error = #expect(throws: SensorLabError.self) {
            try cells(SyntheticResult()) { folder in
                let path = folder + "/tracks.csv"
                let text = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
                try (text[...3].joined(separator: "\n") + "\nlowpass,x\n")
                    .write(toFile: path, atomically: true, encoding: .utf8)
            }
        }
        #expect(error?.kind == .badData)
        #expect(error?.description.contains("tracks.csv, line 5") == true)
        let missing = #expect(throws: SensorLabError.self) {
            try NotebookWriter.write(report: "/nonexistent", to: NSTemporaryDirectory())
        }
        #expect(missing?.kind == .noInput)
    }
}
