import Analysis
import ArgumentParser
import Calibration
import Files
import Foundation
import Readers
import Reporting
import Vocabulary

struct AlignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "align",
        abstract: "Find the yaw of an AR session's world against north: offset, drift and jumps.",
        discussion: """
            heading = heading in the AR world + offset, clockwise positive. The poses are the columns arw..artz of the log, \
            ios_logger's ARposes.txt, or --poses. Sources of north: a filter's compass heading, geospatial poses, GNSS displacements, \
            --sightings, --sun, --bearings. A log without a magnetometer needs another source.
            """,
        examples: [
            "sensorlab align session.csv --picture offset.svg",
            "sensorlab align log.csv --poses odometry.csv --poses-offset 12.5",
            "sensorlab align session.csv --sightings sightings.csv --json",
        ])

    @OptionGroup var input: InputOptions
    @OptionGroup var estimate: EstimateOptions
    @OptionGroup var parameters: ParameterOptions
    @Option(
        name: .filter,
        help: "Filter for the compass; `sensorlab filters` lists them (default: map, where it cannot run sensorlab).",
        completion: .filter)
    var filter: [String] = []
    @Option(help: "Table of AR poses: TUM, Stray Scanner's odometry.csv, ADVIO's arkit.csv.", completion: .file())
    var poses: InputPath?
    @Option(parsing: .unconditional, help: "Seconds to add to the times of --poses to get the log's clock.")
    var posesOffset = 0.0
    @Option(help: "Axes of the camera in --poses: arkit or opencv (default: by the format of the table).")
    var cameraAxes: ARCameraAxes?
    @Option(
        help: "CSV time,latitude,longitude[,sigma] of landmarks in the centre of the picture.", completion: .file())
    var sightings: InputPath?
    @Option(help: "CSV time[,sigma] of instants with the sun in the centre of the picture.", completion: .file())
    var sun: InputPath?
    @Option(
        help: "CSV time,bearing[,sigma] of known true bearings of the camera, such as along a building.",
        completion: .file())
    var bearings: InputPath?
    @Option(help: "Picture (SVG) of the offset over time.") var picture: OutputPath?
    @Flag(help: "Print JSON.") var json = false
    @Flag(help: "Print no warnings.") var quiet = false

    func validate() throws { _ = try NameList.filter(filter) }

    func run() throws {
        let filters = try NameList.filter(filter).map { [$0] } ?? AlignmentJob.filters
        let log = try ReadLog(input, site: estimate.site)
        var recording = log.recording
        if let poses {
            let table = try ARPoseTable(path: poses.path, offset: posesOffset, axes: cameraAxes)
            recording.arPoses = table.poses
            recording.warnings += table.warnings
        }
        let options = try estimate.options(parameters.applied(to: filters))
        var directions = AlignmentJob.Directions()
        directions.observer = estimate.site.position
        if let sightings {
            directions.sightings += try HeadingTables.sightings(path: sightings.path, metadata: recording.metadata)
        }
        if let sun { directions.sightings += try HeadingTables.suns(path: sun.path, metadata: recording.metadata) }
        if let bearings {
            directions.bearings = try HeadingTables.bearings(path: bearings.path, metadata: recording.metadata)
        }
        let job: AlignmentJob
        do {
            job = try AlignmentJob(recording, name: input.log, options: options, directions: directions)
        } catch {
            // Warnings of the reader may explain the failure.
            Terminal.warn(recording.warnings, quiet: quiet)
            throw error
        }
        Terminal.warn(job.warnings, quiet: quiet)
        if let picture {
            try OutputFile.write(Data(AlignmentFigure.svg(job.series, job.report).utf8), to: picture.path)
        }
        try Terminal.output(job.report, asJSON: json, AlignmentText.text(job.report))
    }
}

extension ARCameraAxes: ExpressibleByArgument {}

/// An alignment as text.
enum AlignmentText {
    /// An angle with its interval, degrees, which may be the whole circle.
    private static func interval(_ value: Double, _ half: Double) -> String {
        half < 180 ? String(format: "%+.1f \u{B1} %.1f degrees", value, half) : "unknown"
    }

    static func text(_ report: AlignmentReport) -> String {
        var lines = [
            "offset \(interval(report.offsetDegrees, report.interval95Degrees)) (95 %) to \(report.north) north at the end, by "
                + report.sources.map(\.name).joined(separator: ", ")
        ]
        for source in report.sources {
            let offset = interval(source.offsetDegrees, 1.96 * source.sigmaDegrees)
            lines.append("  \(source.name) \(offset), n = \(source.samples)")
        }
        lines.append(
            String(
                format: "drift %+.2f \u{B1} %.2f degrees a minute (95 %%)", report.driftDegreesPerMinute,
                1.96 * report.driftSigmaDegreesPerMinute))
        if !report.newWorldsSeconds.isEmpty {
            let times = report.newWorldsSeconds.map { String(format: "%.1f", $0) }.joined(separator: ", ")
            lines.append("new AR world at \(times) s: the part after it is used")
        }
        lines += report.jumps.map {
            String(
                format: "jump at %.1f s: %+.1f \u{B1} %.1f degrees (95 %%)", $0.seconds, $0.sizeDegrees,
                1.96 * $0.sigmaDegrees)
        }
        if report.jumps.isEmpty {
            lines.append(
                report.smallestJumpDegrees.map { String(format: "no jump of %.1f degrees or more", $0) }
                    .map { $0 + (report.pauses.isEmpty ? "" : ", except in the pauses") }
                    ?? "jumps cannot be detected without gyroscope and compass")
        }
        lines += report.pauses.map {
            String(
                format: "poses paused from %.1f to %.1f s: no jump above %.1f degrees there (95 %%)", $0.fromSeconds,
                $0.toSeconds, $0.largestJumpDegrees)
        }
        lines.append(
            String(
                format: "poses: %d, %d of them without tracking", report.poses, report.lostPoses)
                + (report.tiltDegrees.map { String(format: "; vertical %.1f degrees from the sensors'", $0) } ?? ""))
        if let nearer = report.nearer, let by = report.nearness {
            lines.append(
                String(
                    format:
                        "error by the sources without a compass: AR world %+.1f \u{B1} %.1f degrees, compass %+.1f "
                        + "\u{B1} %.1f (95 %%); nearer: %@", by.arErrorDegrees, 1.96 * by.arSigmaDegrees,
                    by.compassErrorDegrees, 1.96 * by.compassSigmaDegrees, nearer))
        }
        lines.append(report.recommendation)
        return lines.joined(separator: "\n") + "\n"
    }
}
