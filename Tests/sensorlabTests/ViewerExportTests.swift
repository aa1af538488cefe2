import Foundation
import Testing

/// `export mcap`, `export rerun` and the check list of `info`.
@Suite("Exports for viewers")
struct ViewerExportTests {
    private let folder: TemporaryFolder
    private let log: String

    init() throws {
        folder = try TemporaryFolder()
        log = folder.path("log.csv")
        let outcome = try Tool.run("simulate", "ar-panning", "--duration", "30", "--seed", "3", "--out", log)
        #expect(outcome.status == 0, "\(outcome.messages)")
    }

    @Test("an MCAP file with the topics of tracks, sensors and events")
    func mcap() throws {
        let outcome = try Tool.run(
            "export", "mcap", log, "--filters", "vqf", "--rate", "10", "--out", folder.path("log.mcap"))
        #expect(outcome.status == 0 && outcome.messages.contains("messages"), "\(outcome.messages)")
        let bytes = try Data(contentsOf: folder.url("log.mcap"))
        #expect(bytes.starts(with: [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a]))
        for topic in ["/vqf/pose", "/tf", "/vqf/heading", "/sensors/gyroscope", "/location", "foxglove.PoseInFrame"] {
            #expect(bytes.range(of: Data(topic.utf8)) != nil, "\(topic)")
        }
        expectError(
            try Tool.run("export", "mcap", log, "--rate", "0", "--out", folder.path("x.mcap")), 64, says: "--rate 0")
    }

    @Test("without rerun's package one line says what to install")
    func rerun() throws {
        let python = try folder.file("python", "#!/bin/sh\necho 'missing: rerun'\nexit 3\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: python)
        let arguments = [
            "export", "rerun", log, "--filters", "vqf", "--quiet", "--out", folder.path("log.rrd"), "--python",
        ]
        expectError(try Tool.run(arguments + [python]), 74, says: "no module rerun", "pip install rerun-sdk")
        expectError(try Tool.run(arguments + [folder.path("nothing")]), 74, says: "is not on the PATH", "--python")
        #expect(!folder.names.contains("log.rrd"))
    }

    @Test("info prints the check list, and has it in its JSON")
    func checklist() throws {
        let text = try Tool.run("info", log).output
        #expect(text.contains("check list,") && text.contains("ok  uncalibrated magnetometer"))
        let report = try json(try Tool.run("info", log, "--json").output)
        let items = try #require(report["checklist"] as? [[String: Any]])
        #expect(items.count == 12)
        let length = try #require(items.first { $0["check"] as? String == "length" })
        #expect(length["passed"] as? Bool == false && length["found"] as? String == "30 s")
        let without = try json(try Tool.run("info", log, "--json", "--without", "magnetometer").output)
        let magnetometer = (without["checklist"] as? [[String: Any]])?.first {
            $0["check"] as? String == "uncalibrated-magnetometer"
        }
        #expect(magnetometer?["passed"] as? Bool == false)
    }
}
