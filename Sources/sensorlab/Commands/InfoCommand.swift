import Analysis
import ArgumentParser
import Figures
import Files
import Foundation
import Recordings
import SensorModels
import Vocabulary

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract:
            "Show the format, sensors, units and signs of a log with the evidence for them, rates and damage.",
        examples: [
            "sensorlab info log.csv",
            "sensorlab info recording-folder --json",
            "sensorlab info table.txt --columns t=1:ms,ax=2:g,ay=3:g,az=4:g",
        ])

    @OptionGroup var input: InputOptions
    @OptionGroup var site: PlaceOptions
    @Flag(help: "Print JSON.") var json = false
    @Option(help: "Write the given columns, lines and units to a file for --mapping.") var saveMapping: OutputPath?

    func run() throws {
        let (section, overview) = try read()
        if let saveMapping {
            let reading = input.part.reading
            try reading.mapping.settings(assumptions: reading.assume).write(to: saveMapping.path)
        }
        let answer = Answer(
            input: section, recording: overview.recording, fixes: overview.fixes, delays: overview.delays,
            checklist: overview.checklist.items, warnings: overview.warnings)
        try Terminal.output(
            answer, asJSON: json,
            RecordingText.text(input: section, recording: overview.recording, delays: overview.delays)
                + RecordingText.text(overview.fixes)
                + RecordingText.text(overview.checklist, style: Terminal.outputStyle))
        Terminal.warn(overview.warnings, quiet: json)
    }

    /// A long log part by part where it can be, every other one as a whole.
    private func read() throws -> (InputSection, LogOverview) {
        guard let (opened, parts) = try InputLog.long(input, site: site, quiet: json) else {
            let log = try ReadLog(input, site: site, checksum: true)
            return (log.section, LogOverview(log.recording))
        }
        let overview = try LogOverview(LogChapters(parts, seconds: LogOverview.chapter), name: input.log)
        return (
            InputSection(
                path: input.log, format: parts.top.metadata.format,
                sha256: try opened.checksum()), overview
        )
    }

    private struct Answer: Encodable {
        let schema = "sensorlab.info/1"
        let input: InputSection
        let recording: RecordingSection
        /// The accuracy of the fixes since the start; null where they state none.
        @Nullable var fixes: FixSection?
        /// Delays of sensors against the gyroscope, where the motion determines them.
        let delays: [SensorDelay]
        /// The checklist of the recording.
        let checklist: [RecordingChecklist.Item]
        let warnings: [Warning]
    }
}

/// The contents of a log as text.
enum RecordingText {
    /// The accuracy of the fixes since the start, wrapped; empty where they state none.
    static func text(_ fixes: FixSection?) -> String {
        fixes.map {
            PlainText.wrapped("accuracy of the fixes: " + $0.text, width: 80).joined(separator: "\n    ") + "\n\n"
        } ?? ""
    }

    static func text(input: InputSection, recording: RecordingSection, delays: [SensorDelay]) -> String {
        var lines = ["\(PlainText.oneLine(input.path)): \(input.format), \(number(recording.durationSeconds, 1)) s"]
        if let name = recording.name { lines.append("name      \(PlainText.oneLine(name))") }
        if let device = recording.device { lines.append("device    \(PlainText.oneLine(device))") }
        if let place = recording.place {
            lines.append(
                "place     \(place.latitude), \(place.longitude)" + (place.height == 0 ? "" : ", \(place.height) m"))
        }
        if let date = recording.date { lines.append("date      \(date)") }
        if let clock = recording.clock { lines.append("clock     \(PlainText.oneLine(clock))") }
        if let north = recording.referenceNorth { lines.append("reference \(north.rawValue) north") }
        if let alignment = recording.arAlignment { lines.append("AR world  \(PlainText.oneLine(alignment))") }
        if let camera = recording.arIntrinsics {
            lines.append(
                "AR camera \(number(camera.width, 0)) x \(number(camera.height, 0)) pixels, focal length "
                    + "\(number(camera.focalX, 1)), \(number(camera.focalY, 1)), centre "
                    + "\(number(camera.centreX, 1)), \(number(camera.centreY, 1))")
        }
        lines.append("")
        let head = ["", "samples", "Hz", "jitter", "gaps", "double", "repeat", "clipped"]
        let rows = recording.streams.map { stream in
            [
                stream.sensor, String(stream.samples), stream.rateHz.map { number($0, $0 < 1 ? 4 : 2) } ?? "",
                stream.jitterSeconds.map { number($0 * 1000, 2) + " ms" } ?? "", String(stream.gaps),
                String(stream.duplicates), String(stream.repeatedValues), String(stream.clipped),
            ]
        }
        lines += TextTable.lines([head] + rows, leftAligned: [0], indent: 0) + [""]
        for stream in recording.streams {
            let use = stream.used ? "" : "; filters and calibrations do not use it"
            let text = "\(stream.sensor): \(stream.unit), \(stream.convention) (\(stream.decidedBy))\(use)"
            lines += PlainText.wrapped(PlainText.oneLine(text), hanging: 4)
        }
        for delay in delays {
            let figure = "\(number(delay.seconds * 1000, 1)) +- \(number(delay.sigma * 1000, 1)) ms"
            lines.append(
                delay.isSignificant
                    ? "\(delay.sensor.rawValue) is \(figure) late against the gyroscope (negative: early)"
                    : "\(delay.sensor.rawValue): no delay against the gyroscope is seen (\(figure))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A line per point, `ok` or `--`, with advice for the next recording.
    static func text(_ checklist: RecordingChecklist, style: TextStyle) -> String {
        let passed = checklist.items.count(where: \.passed)
        var lines = ["", "check list, \(passed) of \(checklist.items.count) (docs/guide/recording.md)"]
        for item in checklist.items {
            let name = item.check.rawValue.replacing("-", with: " ")
            let padding = String(repeating: " ", count: max(1, 28 - name.count))
            let mark = item.passed ? "ok" : style.caution("--")
            let advice = item.passed ? "" : ": " + item.advice
            lines.append("\(mark)  \(name)\(padding)\(PlainText.oneLine(item.found))\(advice)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func number(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }
}
