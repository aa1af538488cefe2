import Analysis
import ArgumentParser
import Calibration
import Evaluation
import Files
import Foundation
import Readers
import Recordings
import Rotations
import SensorModels
import Vocabulary

struct CalibrateHeadingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heading",
        abstract: "Measure the constant offset between a filter's heading and true heading.",
        discussion: """
            true heading = estimated heading + offset, clockwise positive. The true heading comes from the log's reference \
            track by default, or from --reference, --course, --sightings, --sun or --bearings. Calibrate the magnetometer first, and \
            give that file with --calibration here and in all commands that use the result.
            """,
        examples: [
            "sensorlab calibrate heading log.csv --filter kalman --out heading.json",
            "sensorlab calibrate heading drive.csv --course",
            "sensorlab calibrate heading walk.csv --sightings sightings.csv",
        ])

    @OptionGroup var options: CalibrateOptions
    @OptionGroup var estimate: EstimateOptions
    @OptionGroup var parameters: ParameterOptions
    @Option(
        name: .filter, help: "Filter to measure; `sensorlab filters` lists them (default: sensorlab).",
        completion: .filter)
    var filter: [String] = []
    @Option(help: "Log with the reference orientation (ref_qw..ref_qz) in the clock of this log.", completion: .file())
    var reference: InputPath?
    @Option(help: "North of the reference: true or magnetic (default: as it says itself).") var referenceNorth: North?
    @Flag(help: "Use the course over ground of the location fixes, for example while walking.") var course = false
    @Option(parsing: .unconditional, help: "Slowest fixes to use for --course, m/s.") var minimumSpeed: Double?
    @Option(
        help:
            "CSV time,latitude,longitude[,sigma] of landmarks in the centre of the picture, seen from --place or from the fixes.",
        completion: .file())
    var sightings: InputPath?
    @Option(
        help:
            "CSV time[,sigma] of instants with the sun in the centre of the picture, seen from --place or from the fixes.",
        completion: .file()) var sun: InputPath?
    @Option(help: "CSV time,bearing[,sigma] of known bearings, degrees.", completion: .file()) var bearings: InputPath?
    @Option(help: "North of --bearings: true or magnetic.") var bearingsNorth: North = .true
    @Option(
        help: "CSV time,heading,accuracy of a device's own headings, to check its claimed accuracy.",
        completion: .file()
    ) var claims: InputPath?
    @Option(help: "North of --claims: true or magnetic.") var claimsNorth: North = .true
    @Option(help: "Axis of the headings in --claims: top (Android, Core Location) or camera.")
    var claimsAxis: HeadingAxis = .top
    @Option(help: "CSV to write: claimed accuracy and actual error over time.") var accuracyTable: OutputPath?
    @Option(parsing: .unconditional, help: "Length of a row of --accuracy-table, seconds.") var interval = 10.0

    func validate() throws {
        _ = try NameList.filter(filter)
        let given = [
            reference.map { _ in "--reference" }, course ? "--course" : nil, sightings.map { _ in "--sightings" },
            sun.map { _ in "--sun" }, bearings.map { _ in "--bearings" },
        ].compactMap { $0 }
        guard given.count <= 1 else {
            throw ValidationError("\(given.joined(separator: " and ")) exclude each other: give only one.")
        }
        guard interval > 0, interval.isFinite else {
            throw ValidationError("--interval \(interval): expected a number of seconds above 0.")
        }
        if let minimumSpeed, !(0.1...100).contains(minimumSpeed) {
            throw ValidationError("--minimum-speed \(minimumSpeed): expected 0.1 to 100 m/s.")
        }
    }

    func run() throws {
        let log = try ReadLog(options.input, site: estimate.site, checksum: true)
        var recording = log.recording
        if let reference = reference?.path {
            try recording.takeReference(of: RecordingReader.read(path: reference), place: reference)
        }
        if let referenceNorth { recording.metadata.referenceNorth = referenceNorth }
        let analysis = try estimate.options(parameters.applied(to: [NameList.filter(filter) ?? "sensorlab"]))
        let job = try options.monitor.during("calibrating") {
            try HeadingCalibrationJob(
                recording, input: log.section, options: analysis, source: try source(recording.metadata),
                tool: SensorLabTool.version,
                claims: try claims.map {
                    (try HeadingTables.claims(path: $0.path, metadata: recording.metadata), claimsNorth, claimsAxis)
                }, interval: interval)
        }
        if let accuracyTable {
            try OutputFile.write(Data(ClaimedAccuracyText.csv(job.accuracy).utf8), to: accuracyTable.path)
        }
        if let section = job.file.heading { Terminal.say(HeadingText.text(section), quiet: options.quiet) }
        Terminal.say(ClaimedAccuracyText.summary(job.accuracy), quiet: options.quiet)
        try options.finish(job.file)
    }

    private func source(_ metadata: RecordingMetadata) throws -> HeadingSource {
        if let sightings {
            return .sightings(
                try HeadingTables.sightings(path: sightings.path, metadata: metadata),
                observer: estimate.site.position)
        }
        if let sun {
            return .sightings(
                try HeadingTables.suns(path: sun.path, metadata: metadata), observer: estimate.site.position)
        }
        if let bearings {
            return .bearings(try HeadingTables.bearings(path: bearings.path, metadata: metadata), bearingsNorth)
        }
        if course || minimumSpeed != nil {
            var options = CourseOverGround.Options()
            if let minimumSpeed { options.minimumSpeed = minimumSpeed }
            return .course(options)
        }
        return reference == nil ? .automatic : .reference
    }
}

/// A heading calibration as text.
enum HeadingText {
    static func text(_ section: HeadingCalibration) -> String {
        func degrees(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "unknown" }
        return String(format: "heading offset %+.2f degrees", section.offsetDegrees)
            + " (sigma \(degrees(section.sigmaDegrees)), 95 % +-\(degrees(section.interval95Degrees)); "
            + "residual RMS \(degrees(section.residualRMSDegrees))), \(section.filter) against \(section.against.rawValue), "
            + "\(section.headingAxis.rawValue) axis, \(section.north.rawValue) north; \(section.samples) pairs used "
            + "(\(section.outliers) of them far off), \(section.rejected) not used"
    }
}

/// Claimed accuracy beside actual error, as text and as CSV.
enum ClaimedAccuracyText {
    static func summary(_ tables: [ClaimedAccuracy]) -> String {
        var lines = ["heading errors against the references, degrees"]
        lines.append("  source               claimed      pairs   claim    RMS    95 %  within claim")
        for table in tables {
            for row in table.byClaim { lines.append(line(table.source, "\(whole(row.from))-\(whole(row.to))", row)) }
            lines.append(line(table.source, "all", table.total))
        }
        return lines.joined(separator: "\n")
    }

    /// One row per source and interval of time, empty cells where nothing was claimed.
    static func csv(_ tables: [ClaimedAccuracy]) -> String {
        var text = "source,from,to,pairs,claimed,rms_error,p95_error,within_claim\n"
        for table in tables {
            for row in table.overTime {
                text +=
                    [
                        table.source, String(format: "%.3f", row.from), String(format: "%.3f", row.to),
                        "\(row.samples)",
                        row.claimedDegrees.map { String(format: "%.3f", $0) } ?? "",
                        String(format: "%.3f", row.rmsErrorDegrees), String(format: "%.3f", row.p95ErrorDegrees),
                        row.withinClaim.map { String(format: "%.3f", $0) } ?? "",
                    ].joined(separator: ",") + "\n"
            }
        }
        return text
    }

    private static func line(_ source: String, _ claim: String, _ row: ClaimedAccuracy.Row) -> String {
        let claimed = row.claimedDegrees.map { String(format: "%.2f", $0) } ?? "-"
        let within = row.withinClaim.map { String(format: "%.0f %%", 100 * $0) } ?? "-"
        return "  " + TextCell.left(source, 20)
            + TextCell.left(claim, 10) + TextCell.right("\(row.samples)", 8) + TextCell.right(claimed, 8)
            + TextCell.right(String(format: "%.2f", row.rmsErrorDegrees), 7)
            + TextCell.right(String(format: "%.2f", row.p95ErrorDegrees), 8) + TextCell.right(within, 14)
    }

    private static func whole(_ value: Double) -> String { String(format: "%.0f", value) }
}
