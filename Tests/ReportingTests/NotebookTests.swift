import Foundation
import SensorModels
import Testing

@testable import Reporting

/// The notebook of a report: its shape after Jupyter's schema of version 4.5, its data, and texts that mean harm.
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
