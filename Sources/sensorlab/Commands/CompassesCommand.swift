import Analysis
import ArgumentParser
import Foundation
import Readers
import Recordings
import Vocabulary

struct CompassesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compasses",
        abstract: "Rank the compasses of a vehicle, and fit what its motors add to each.",
        discussion: """
            Every magnetometer of the log (PX4, ArduPilot, logs with several units) is calibrated against gyroscope and \
            accelerometer; the calibration of nine tenths predicts the tenth. Where the log has the battery's current, else the \
            throttle: m_calibrated = S (m_raw - h) - K I, with K kept where it predicts better beyond chance.
            """,
        examples: [
            "sensorlab compasses flight.ulg",
            "sensorlab compasses flight.bin --from 60 --json",
            "sensorlab compasses flight.bin --place 48.1,11.6 --date 2026-06-01",
        ])

    @OptionGroup var input: InputOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @Flag(help: "Print JSON.") var json = false
    @Flag(help: "Print no warnings.") var quiet = false

    func run() throws {
        let log = try RepeatedLog(input, site: geomagnetic.site)
        let recording = try log.recording()
        let units: [CompassJob.Unit] =
            recording.units.isEmpty
            ? [("0", recording)] : try recording.units.map { ($0, try log.recording(unit: $0)) }
        let (report, all) = try CompassJob.report(
            of: recording, units: units, options: AnalysisOptions(geomagnetic), place: input.log)
        // All units are read here.
        let warnings = all.filter { $0.code != .severalUnits }
        Terminal.warn(warnings, quiet: quiet)
        try Terminal.output(report, asJSON: json, CompassText.text(report))
        if input.strict, let error = warnings.lazy.compactMap({ $0.error(.criterion) }).first { throw error }
    }
}

/// A log that is read several times; a pipe is kept in memory.
struct RepeatedLog {
    private let path: String
    private let options: ReadOptions
    private let pipe: (name: String, bytes: [UInt8])?

    init(_ input: InputOptions, site: PlaceOptions) throws {
        path = input.log
        options = try input.part.readOptions(place: site.position, checksum: false)
        pipe = PipeBytes.of(path)
    }

    /// - Parameter unit: instead of `--unit`.
    func recording(unit: String? = nil) throws -> Recording {
        var options = options
        if let unit { options.unit = unit }
        guard let pipe else { return try RecordingReader.read(path: path, options: options) }
        return try RecordingReader.read(bytes: pipe.bytes, name: pipe.name, options: options)
    }
}

/// The ranking as a table, and a sentence for every compass that the motors turn.
enum CompassText {
    static func text(_ report: CompassReport) -> String {
        let against = report.offsetsAgainst == "course" ? "course" : "others"
        var lines = [
            "rank  compass  heading error  strength    dip   offset against \(against)",
            "               RMS, degrees       %    degrees  degrees",
        ]
        for compass in report.compasses {
            let error = String(format: "%.2f +- %.2f", compass.headingRMSDegrees, compass.headingRMSSigmaDegrees)
            let offset =
                compass.offsetDegrees.map { String(format: "%+.2f +- %.2f", $0, compass.offsetSigmaDegrees ?? 0) }
                ?? "-"
            lines.append(
                TextCell.right("\(compass.rank)", 4) + TextCell.right(compass.unit, 9) + TextCell.right(error, 15)
                    + TextCell.right(String(format: "%.1f", compass.strengthRMSPercent), 10)
                    + TextCell.right(String(format: "%.2f", compass.dipRMSDegrees), 8)
                    + TextCell.right(offset, 17) + (compass.accepted ? "" : "  refused"))
        }
        lines += zip(report.compasses, report.compasses.dropFirst()).filter { !$0.0.isBetterThanNext }.map {
            "compass \($0.unit) is not better than compass \($1.unit) beyond chance"
        }
        guard let load = report.load else {
            return (lines + ["the log has no current and no throttle that change"]).joined(separator: "\n") + "\n"
        }
        for compass in report.compasses {
            guard let motor = compass.motor else { continue }
            lines +=
                motor.accepted
                ? turned(compass.unit, motor, load)
                : [
                    "compass \(compass.unit): the motors add nothing that the log shows beyond chance"
                ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func turned(_ unit: String, _ motor: CompassReport.Motor, _ load: CompassReport.Load) -> [String] {
        let isCurrent = load.kind == .current
        let high = isCurrent ? String(format: "%.0f A", load.high) : String(format: "%.0f %% throttle", 100 * load.high)
        let gains = zip(motor.gain, motor.gainSigma).map { String(format: "%+.3f (%.3f)", $0, $1) }
        return [
            String(
                format: "compass %@ is off by up to %.1f degrees +- %.1f at %@", unit, motor.headingErrorDegrees,
                motor.headingErrorSigmaDegrees, high),
            String(format: "  with K %.2f degrees RMS remain", motor.headingRMSDegrees),
            "  K = " + gains.joined(separator: "  ")
                + (isCurrent ? " microtesla per ampere" : " microtesla at full throttle"),
        ]
    }
}
