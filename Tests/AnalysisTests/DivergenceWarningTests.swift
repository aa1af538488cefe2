import Recordings
import Rotations
import SensorModels
import Testing

@testable import Analysis

@Suite("The warning of a filter that has diverged")
struct DivergenceWarningTests {
    private func damaged() throws -> Recording {
        var recording = try AnalyzerTests.recording()
        for index in recording.gyroscope.values.indices { recording.gyroscope.values[index] *= -1 }
        return recording
    }

    @Test("analyze: a flipped gyroscope names filters that integrate it, and not the low-pass")
    func analyze() throws {
        let options: (inout AnalysisOptions) -> Void = { $0.calibration = .none }
        let good = try AnalyzerTests.analyze(try AnalyzerTests.recording(), options)
        #expect(!good.report.warnings.contains { $0.code == .filterDiverged })
        let warnings = try AnalyzerTests.analyze(try damaged(), options).report.warnings
            .filter { $0.code == .filterDiverged }
        // kalman and sensorlab open their covariance when they are contradicted, so on a log this short they may admit
        // the error.
        for name in ["complementary", "vqf"] {
            #expect(warnings.contains { $0.message.hasPrefix("\(name) has diverged") }, "\(name)")
        }
        #expect(!warnings.contains { $0.message.hasPrefix("lowpass") })
        #expect(warnings.allSatisfy { !$0.advice.isEmpty })
    }

    @Test("fuse says it as well")
    func fuse() throws {
        var options = AnalysisOptions()
        options.calibration = .none
        options.filters = [FilterRequest(name: "vqf")]
        let codes = try Fusion(try damaged(), options: options, place: "test").warnings.map(\.code)
        #expect(codes.contains(.filterDiverged))
    }
}
