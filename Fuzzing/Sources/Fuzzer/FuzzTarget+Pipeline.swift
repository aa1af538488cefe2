import Analysis
import Foundation
import Readers
import Reporting
import Rotations

/// Everything behind the readers: bytes, recording, calibration, filters, report.
extension FuzzTarget {
    static let pipeline = [
        // Bytes that describe the damage of a good log.
        FuzzTarget(
            "pipeline", maxLength: 3 + 6 * 40, mutation: .bytes, seeds: { [[0, 0, 0], [1, 0, 1], [2, 5, 2]] }
        ) {
            let input = PipelineInput($0)
            try analyse(input.log, input.options)
        },
        // Bytes that are the log.
        FuzzTarget("analyze", maxLength: 1 << 16, mutation: .text, seeds: { ShortLogs.all }) {
            var options = AnalysisOptions()
            options.jobs = 1
            try analyse($0, options)
        },
    ]

    private static func analyse(_ bytes: [UInt8], _ options: AnalysisOptions) throws {
        let recording = try RecordingReader.read(bytes: bytes, name: "log.csv")
        recording.requireOrder()
        let result = try Analyzer(options: options).analyze(
            recording, input: InputSection(path: "log.csv", format: "canonical", sha256: ""),
            tool: ToolSection(version: "fuzz"))
        for track in result.allTracks {
            require(
                track.estimates.allSatisfy { abs($0.orientation.lengthSquared - 1) < 1e-6 },
                "\(track.name): an orientation is no rotation")
        }
        for file in try ReportFiles.all(of: result) { require(!file.bytes.isEmpty, "\(file.name) is empty") }
    }
}
