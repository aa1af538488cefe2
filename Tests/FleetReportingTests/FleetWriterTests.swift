import Analysis
import Files
import Fleet
import FleetReporting
import Foundation
import Testing

@Suite("The page of a fleet, and its text")
struct FleetWriterTests {
    let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    @Test("a name with the marks of a style reaches a terminal without them")
    func escapes() throws {
        let lines = ["a", "b"].map { name in
            """
            {"app":null,"date":"2026-03-10","device":"A","failure":null,"group":null,"id":"\(name)","key":"\(name)",\
            "options":{},"path":"\(name).csv","report":null,"result":{"calibrations":[],"claims":[],\
            "declinationDegrees":null,"durationSeconds":60,"filters":[{"medianSigmaDegrees":null,\
            "metrics":{"heading.rmse":3,"total.rmse":6},"name":"vqf\\u001b[31;5m"}],"format":"canonical","grade":null,\
            "recommendation":"vqf","reference":"log","warnings":["no-place"]},"schema":"sensorlab.result/1",\
            "sha256":null,"tool":{"version":"1"}}\n
            """
        }
        try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: scratch.path + "/results.jsonl"))
        let report = try FleetReport.make(of: scratch.path, tool: ToolSection(version: "1"))
        let text = FleetWriter.text(report)
        #expect(text.contains("vqf") && !text.contains("\u{1b}"))
    }
}
