import Files
import Foundation
import ProjectionCore
import Reporting
import SensorModels
import Testing
import Vocabulary

@testable import Analysis

@Suite struct ReportWriterTests {
    /// An empty folder that is removed at the end.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reporting-\(UUID().uuidString)")
            .path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test("tracks compressed or none; the page names the file that is there")
    func formOfTheTracks() throws {
        try withFolder { folder in
            let result = SyntheticResult(samples: 400).result()
            var sizes: [ReportWriter.Tracks: Int] = [:]
            for form in ReportWriter.Tracks.allCases {
                let target = folder + "/" + form.rawValue
                let written = try ReportWriter.write(result, to: target, tracks: form)
                #expect(written.files.contains { $0.hasPrefix("tracks") } == (form != .none))
                let page = try String(contentsOfFile: target + "/report.html", encoding: .utf8)
                for other in ReportWriter.Tracks.allCases {
                    guard let name = other.fileName else { continue }
                    // Thinned tracks have the name of whole ones.
                    #expect(page.contains("<code>\(name)</code>") == (name == form.fileName))
                    if other == form { sizes[form] = FileManager.default.contents(atPath: target + "/" + name)?.count }
                }
            }
            let (plain, compressed) = (try #require(sizes[.csv]), try #require(sizes[.compressed]))
            #expect(compressed > 100 && 2 * compressed < plain)
        }
    }

    @Test func writesItsFilesAndNothingElse() throws {
        try withFolder { folder in
            let target = folder + "/a/report"
            let written = try ReportWriter.write(SyntheticResult().result(), to: target)
            let expected = [
                "report.html", "report.json", "report.md", "tracks.csv", "calibration.json", "projection-core.json",
            ]
            #expect(written.files == expected)
            #expect(try FileManager.default.contentsOfDirectory(atPath: target).sorted() == expected.sorted())
            #expect((written.report.performance.seconds["render"] ?? 0) > 0)
            // What the log determined is a file that every verb reads.
            let calibration = try CalibrationFile.read(path: target + "/calibration.json")
            #expect(calibration.magnetometer != nil && calibration.gyroscope != nil)
            // A calibration that came from a file is not written again.
            var result = SyntheticResult().result()
            result.report.calibration.magnetometer?.head.source = "day.json"
            result.report.calibration.gyroscope?.head.source = "day.json"
            #expect(
                try ReportWriter.write(result, to: folder + "/b").files == expected.filter { $0 != "calibration.json" })
            // The app's parameters are those of the recommended filter; headings that are not usable give none.
            let parameters = try ParameterFile(path: target + "/projection-core.json")
            #expect(parameters.filter == "kalman")
            result.report.verdict?.grade = .notUsable
            #expect(result.parameterFile == nil)
        }
    }

    @Test func aFolderThatCannotBeCreatedIsOneClearLine() throws {
        try withFolder { folder in
            try "a file".write(toFile: folder + "/taken", atomically: true, encoding: .utf8)
            let error = #expect(throws: SensorLabError.self) {
                try ReportWriter.write(SyntheticResult(samples: 10).result(), to: folder + "/taken")
            }
            #expect(error?.kind == .cannotCreate)
            #expect(error?.description.contains("\n") == false)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["taken"])
        }
    }

    @Test func nothingHalfWrittenStays() throws {
        try withFolder { folder in
            // tracks.csv cannot be created where a folder has its name.
            let target = folder + "/report"
            try FileManager.default.createDirectory(
                atPath: target + "/tracks.csv", withIntermediateDirectories: true)
            #expect(throws: SensorLabError.self) {
                try ReportWriter.write(SyntheticResult(samples: 10).result(), to: target)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: target) == ["tracks.csv"])
        }
    }

    @Test func equalResultsGiveEqualBytesButForPerformance() throws {
        try withFolder { folder in
            let result = SyntheticResult(samples: 500).result()
            let first = try ReportWriter.write(result, to: folder + "/1")
            let second = try ReportWriter.write(result, to: folder + "/2")
            for name in ["report.html", "tracks.csv"] {
                let a = try Data(contentsOf: URL(fileURLWithPath: folder + "/1/" + name))
                #expect(try a == Data(contentsOf: URL(fileURLWithPath: folder + "/2/" + name)), "\(name)")
            }
            var (a, b) = (first.report, second.report)
            a.performance = PerformanceSection()
            b.performance = PerformanceSection()
            #expect(try JSONText.data(a) == JSONText.data(b))
        }
    }

    @Test func jsonReadsBack() throws {
        let report = SyntheticResult(hasReference: false).result().report
        let data = try JSONText.data(report)
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("\"accuracy\" : null"))
        #expect(text.contains("recordings/barcelona.csv"))
        #expect(try JSONText.data(JSONText.value(AnalysisReport.self, from: data)) == data)
    }

    /// Keys that came later are missing in reports that were written before: notebooks are made of those too.
    @Test func anOlderReportIsRead() throws {
        let data = try JSONText.data(SyntheticResult().result().report)
        var object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(object.removeValue(forKey: "disturbance") != nil)
        var recommendation = try #require(object["recommendation"] as? [String: Any])
        #expect(recommendation.removeValue(forKey: "indistinguishable") != nil)
        object["recommendation"] = recommendation
        let older = try JSONSerialization.data(withJSONObject: object)
        #expect(try JSONText.value(AnalysisReport.self, from: older).recommendation?.filter == "kalman")
    }

    @Test func aNumberThatIsNotFiniteDoesNotLoseTheReport() throws {
        var report = SyntheticResult(samples: 10).result().report
        report.filters[0].parameters["weight"] = .infinity
        let data = try JSONText.data(report)
        #expect(try JSONText.value(AnalysisReport.self, from: data).filters[0].parameters["weight"] == .infinity)
    }

    /// A report of an hour at 100 Hz: under 2 MB (issue: people forward it).
    @Test func anHourStaysSmall() throws {
        let result = SyntheticResult(samples: 360_000).result()
        let clock = ContinuousClock()
        var html = ""
        let page = try clock.measure { html = try HTMLReport.html(result) }
        #expect(html.utf8.count < 2_000_000)
        try withFolder { folder in
            let all = try clock.measure { _ = try ReportWriter.write(result, to: folder + "/report") }
            print("report of an hour: \(html.utf8.count) bytes in \(page), all files in \(all)")
            if let keep = ProcessInfo.processInfo.environment["SENSORLAB_KEEP_REPORTS"] {
                try? FileManager.default.removeItem(atPath: keep)
                try FileManager.default.copyItem(atPath: folder + "/report", toPath: keep)
            }
        }
    }
}
