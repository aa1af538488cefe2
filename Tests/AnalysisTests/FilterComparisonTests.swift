import Evaluation
import Foundation
import Readers
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

@Suite("Comparison of filters")
struct FilterComparisonTests {
    static let log = SharedData.committed("ar-panning-barcelona.csv.gz").path
    static let tool = ToolSection(version: "test")

    static func options(_ filters: [String]) -> ComparisonOptions {
        var options = ComparisonOptions()
        options.analysis.source = ReadOptions()
        options.analysis.filters = filters.map { FilterRequest(name: $0) }
        options.analysis.calibration = .auto
        options.analysis.jobs = 2
        return options
    }

    static func request(_ paths: [String], _ filters: [String], _ change: (inout ComparisonOptions) -> Void = { _ in })
        -> ComparisonRequest
    {
        var options = options(filters)
        change(&options)
        return ComparisonRequest(paths: paths, options: options, tool: tool)
    }

    /// A file that goes with the test.
    static func temporary(_ name: String, _ text: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("compare-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    @Test("the same numbers as analyze, read and calibrated once")
    func asAnalyze() throws {
        let report = try Self.request([Self.log], ["kalman", "vqf"]).run()
        var options = AnalysisOptions()
        options.filters = [FilterRequest(name: "kalman"), FilterRequest(name: "vqf")]
        let analysis = try Analyzer(options: options).analyze(
            try RecordingReader.read(path: Self.log), input: InputSection(path: Self.log, format: "", sha256: ""),
            tool: Self.tool
        ).report
        for (compared, analysed) in zip(report.recordings[0].filters, analysis.filters) {
            #expect(compared.accuracy == analysed.accuracy)
            #expect(compared.errors == analysed.errors)
            #expect((try #require(compared.errors)).total?.rmseDegrees == compared.accuracy?.totalRMSEDegrees)
        }
        #expect(report.overall.map(\.name) == ["kalman", "vqf"])
        let difference = try #require(report.recordings[0].differences.first)
        #expect(difference.first == "kalman" && difference.second == "vqf")
        #expect(try #require(difference.interval).low <= difference.difference)
    }

    @Test("missing logs are listed, the rest runs")
    func failures() throws {
        let report = try Self.request([Self.log, "/nonexistent/walk.csv"], ["kalman"]).run()
        #expect(report.recordings.map(\.name) == ["ar-panning-barcelona"])
        #expect(report.failures.map(\.name) == ["walk"])
        #expect(report.failures.map(\.code) == [.noSuchFile])
        #expect(!report.isPassed)
        let error = #expect(throws: SensorLabError.self) {
            try Self.request(["/nonexistent/walk.csv"], ["kalman"]).run()
        }
        #expect(error?.kind == .noInput)
    }

    @Test("a reference that is shorter than the log: errors where it is, and a warning")
    func shortReference() throws {
        var lines = ["# north: true", "t,ref_qw,ref_qx,ref_qy,ref_qz"]
        let whole = try RecordingReader.read(path: Self.log).reference
        for index in 0..<whole.count where LogTime.seconds(whole.times[index]) < 40 {
            let q = whole.values[index]
            lines.append("\(LogTime.text(whole.times[index])),\(q.w),\(q.x),\(q.y),\(q.z)")
        }
        let path = try Self.temporary("short.csv", lines.joined(separator: "\n") + "\n")
        let report = try Self.request([Self.log], ["kalman"]) { $0.analysis.reference = .file(path) }.run()
        let recording = report.recordings[0]
        #expect(recording.warnings.contains { $0.code == .referenceShort })
        #expect(recording.reference == path)
        let errors = try #require(recording.filters[0].errors)
        let full = try #require(try Self.request([Self.log], ["kalman"]).run().recordings[0].filters[0].errors)
        #expect(errors.samples < full.samples / 2 && errors.samples > 100)
        #expect(errors.convergenceSeconds == full.convergenceSeconds)
    }

    @Test("a reference in another clock is refused, with both intervals")
    func otherClock() throws {
        let path = try Self.temporary(
            "other.csv", "t,ref_qw,ref_qx,ref_qy,ref_qz\n" + (0..<100).map { "\(5000 + $0),1,0,0,0\n" }.joined())
        let error = #expect(throws: SensorLabError.self) {
            try Self.request([Self.log], ["kalman"]) { $0.analysis.reference = .file(path) }.run()
        }
        #expect(error?.code == .referenceClock)
        #expect(error?.kind == .badData)
        #expect(error?.message.contains("5000 s to 5099 s") == true)
    }

    @Test("a reference file without orientations, and a log without the device's attitude")
    func noReference() throws {
        let path = try Self.temporary("other.csv", "t,ax,ay,az\n0,0,0,9.8\n1,0,0,9.8\n")
        let error = #expect(throws: SensorLabError.self) {
            try Self.request([Self.log], ["kalman"]) { $0.analysis.reference = .file(path) }.run()
        }
        #expect(error?.code == .noReference)
        let device = #expect(throws: SensorLabError.self) {
            try Self.request([Self.log], ["kalman"]) { $0.analysis.reference = .deviceAttitude }.run()
        }
        #expect(device?.code == .noDeviceAttitude)
    }

    @Test("filters without sigma have null there, and so does their mean")
    func withoutSigma() throws {
        let report = try Self.request([Self.log], ["vqf", "kalman"]).run()
        let vqf = try #require(report.recordings[0].filters[0].errors)
        #expect(vqf.headingSigma == nil && vqf.inclinationSigma == nil)
        #expect(report.overall[0].metrics["headingSigma.nees"] == nil)
        #expect(report.overall[1].metrics["headingSigma.nees"] != nil)
        let text = String(decoding: try JSONEncoder().encode(report.recordings[0].filters[0]), as: UTF8.self)
        #expect(text.contains("\"headingSigma\":null"))
    }

    @Test("without a reference the agreement of the headings is measured")
    func agreement() throws {
        let path = SharedData.committed("classic-accelerometer-magnetometer-gravity.csv.gz").path
        let report = try Self.request([path], ["lowpass", "kalman"]).run()
        let recording = report.recordings[0]
        #expect(recording.reference == nil && report.overall.isEmpty)
        #expect(recording.agreement.map { [$0.first, $0.second] } == [["lowpass", "kalman"]])
        #expect(recording.agreement[0].offsetDegrees.magnitude < 5)
        #expect(recording.warnings.contains { $0.code == .noReference })
    }

    @Test("two logs of one name, and a baseline of another definition or schema")
    func usage() throws {
        let manifest = try Self.temporary("logs.csv", "path,id\n\(Self.log),ar-panning-barcelona\n")
        var request = Self.request([Self.log], ["kalman"])
        request.manifest = manifest
        #expect(#expect(throws: SensorLabError.self) { try request.run() }?.code == .sameName)

        let path = try Self.temporary("baseline.json", "{\"schema\":\"sensorlab.baseline/99\"}")
        let schema = #expect(throws: SensorLabError.self) {
            try Self.request([Self.log], ["kalman"]).run(baseline: path)
        }
        #expect(schema?.code == .baselineSchema && schema?.kind == .badData)
        #expect(schema?.message.contains("sensorlab.baseline/99") == true)

        let own = try Self.temporary("own.json", "")
        _ = try Self.request([Self.log], ["kalman"]).run(baseline: own, update: true)
        let definition = #expect(throws: SensorLabError.self) {
            try Self.request([Self.log], ["kalman"]) { $0.analysis.definition = .michel }.run(baseline: own)
        }
        #expect(definition?.code == .baselineDefinition)
        #expect(try Self.request([Self.log], ["kalman"]).run(baseline: own).isPassed)
        #expect(try !Self.request([Self.log], ["lowpass"]).run(baseline: own).isPassed)
    }

    @Test("a run of which logs failed does not become a baseline")
    func noHalfBaseline() throws {
        let path = try Self.temporary("baseline.json", "old")
        let error = #expect(throws: SensorLabError.self) {
            try Self.request([Self.log, "/nonexistent/walk.csv"], ["kalman"]).run(baseline: path, update: true)
        }
        #expect(error?.kind == .criterion)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    }

    @Test("the definition of Michel et al.: mean of the angle, 5 s to 120 s")
    func michel() throws {
        let report = try Self.request([Self.log], ["kalman"]) { $0.analysis.definition = .michel }.run()
        let standard = try Self.request([Self.log], ["kalman"]).run()
        let (a, b) = (
            try #require(report.recordings[0].filters[0].errors), try #require(standard.recordings[0].filters[0].errors)
        )
        // The log ends before 120 s: the two windows are one, the headline is the mean.
        #expect(a.samples == b.samples)
        #expect(report.definition.headline.value(of: a) == a.total?.meanDegrees)
        #expect(a.total?.meanDegrees ?? .nan < a.total?.rmseDegrees ?? .nan)
    }
}
