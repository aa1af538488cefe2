import Analysis
import Files
import Foundation
import Reporting

/// A report in memory: what `ReportWriter` puts into a folder.
enum ReportFiles {
    static func all(of result: AnalysisResult) throws -> [(name: String, bytes: [UInt8])] {
        var tracks: [UInt8] = []
        TrackCSVWriter(headingAxis: result.headingAxis, namesFilter: true).write(result.allTracks) { tracks += $0 }
        return [
            ("report.html", Array(try HTMLReport.html(result).utf8)),
            ("report.json", [UInt8](try JSONText.data(result.report))),
            ("report.md", Array(MarkdownReport.text(result.report).utf8)), ("tracks.csv", tracks),
        ]
    }
}
