import Analysis
import ArgumentParser
import Calibration
import Evaluation
import Files
import Foundation
import Recordings
import Reporting
import Rotations
import SensorModels
import Vocabulary

struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Fit the calibration of a sensor and write a calibration file.",
        examples: [
            "sensorlab calibrate magnetometer turns.csv --out magnetometer.json",
            "sensorlab calibrate gyroscope rest.csv --out gyroscope.json",
            "sensorlab calibrate heading walk.csv --sightings sightings.csv",
        ],
        subcommands: [
            CalibrateMagnetometerCommand.self, CalibrateGyroscopeCommand.self, CalibrateAccelerometerCommand.self,
            CalibrateHeadingCommand.self, CalibrateInUseCommand.self, CalibrateImportCommand.self,
            CalibrateExportCommand.self,
        ])
}

/// Options of all fits.
struct CalibrateOptions: ParsableArguments {
    @OptionGroup var input: InputOptions
    @Option(help: "Calibration file to write (default: standard output).") var out: OutputPath?
    @Flag(help: "Print the calibration file, also with --out.") var json = false
    @Flag(help: "Print neither summary nor warnings.") var quiet = false

    /// Progress of long fits.
    var monitor: WorkMonitor { Progress.monitor(quiet: quiet) }

    /// Reads the log, and more with the same options.
    func read(_ more: [String], site: PlaceOptions) throws -> [ReadLog] {
        let log = try ReadLog(input, site: site, checksum: true)
        guard !more.isEmpty else { return [log] }
        let monitor = monitor
        monitor.begin("reading", "logs", more.count)
        defer { monitor.end() }
        return try [log]
            + more.map { path in
                defer { monitor.advance() }
                var other = input
                other.log = path
                return try ReadLog(other, site: site, checksum: true)
            }
    }

    /// Fits several logs together, and writes the file.
    func fit(
        _ logs: [ReadLog], _ job: ([(recording: Recording, input: InputSection)]) throws -> CalibrationFile
    ) throws {
        let file = try monitor.during("fitting \(logs.count) logs") {
            try job(logs.map { ($0.recording, $0.section) })
        }
        try finish(file)
    }

    /// Writes the file and prints a summary.
    /// - Throws: `SensorLabError` (criterion) for a refused result under `--strict`.
    func finish(_ file: CalibrationFile) throws {
        var file = file
        file.warnings = file.warnings.ordered
        let text = file.json.text
        if let out { try OutputFile.write(text.utf8, to: out.path) }
        if json || out == nil { Terminal.output(Data(text.utf8)) }
        Terminal.warn(file.warnings, quiet: quiet)
        for head in file.heads {
            let verdict = head.accepted ? "accepted" : "REFUSED"
            Terminal.say("\(head.sensor.rawValue): \(verdict): \(head.reason)", quiet: quiet)
            if head.sensor == .magnetometer, let fit = file.magnetometer {
                if let numbers = Self.numbers(of: fit) { Terminal.say("    \(numbers)", quiet: quiet) }
                if let alignment = fit.alignment {
                    Terminal.say("    misalignment and delay: \(alignment)", quiet: quiet)
                }
            }
            if let missing = head.missing { Terminal.say("    \(missing)", quiet: quiet) }
        }
        guard input.strict else { return }
        if let head = file.heads.first(where: { !$0.accepted }) {
            let failure = SensorLabError(
                .criterion, code: .calibrationRefused, message: "\(head.sensor.rawValue): refused: \(head.reason)",
                advice: head.missing ?? "record again")
            throw failure.ending(isSaid: !quiet)
        }
        if let left = file.warnings.first(where: { $0.code == .logLeftOut }) {
            let failure = SensorLabError(
                .criterion, code: .calibrationRefused, message: left.text, advice: left.advice)
            throw failure.ending(isSaid: !quiet)
        }
    }
}

extension CalibrateOptions {
    /// The hard iron with its sigma, and the heading sigma that the calibration leaves; `nil` where nothing was fitted.
    fileprivate static func numbers(of fit: MagnetometerCalibration) -> String? {
        guard let sigma = fit.hardIronSigma else { return nil }
        func numbers(_ v: Vector3) -> String {
            [v.x, v.y, v.z].map { String(format: "%.2f", $0) }.joined(separator: ", ")
        }
        let level = fit.headingSigmaLevelDegrees.map { String(format: "%.1f degrees level", $0) }
        let upright = fit.headingSigmaUprightDegrees.map { String(format: "%.1f degrees upright", $0) }
        let poses = [level, upright].compactMap { $0 }.joined(separator: ", ")
        let heading = poses.isEmpty ? "" : "; heading to " + poses
        return "hard iron " + numbers(fit.model.hardIron) + " \u{B1} " + numbers(sigma) + " microtesla" + heading
            + " (one sigma)"
    }
}

struct CalibrateMagnetometerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "magnetometer",
        abstract: "Fit hard and soft iron to a recording that turns through all directions.",
        discussion:
            "m_calibrated = S (m_raw - h). Scale and dip come from the geomagnetic model if place and date are known. "
            + "--heading calibrates a device that cannot be turned, in one pose.",
        examples: [
            "sensorlab calibrate magnetometer turns.csv --out magnetometer.json",
            "sensorlab calibrate magnetometer parked.csv --heading 123.4 --out mag.json",
            "sensorlab calibrate magnetometer monday.csv tuesday.csv --out mag.json",
        ])

    @OptionGroup var options: CalibrateOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @Argument(
        help: "More logs of the same device: soft iron from all, hard iron from the latest.", completion: .file())
    var more: [String] = []
    @Option(help: "Method of the fit: \(MagnetometerFitMethod.allCases.map(\.rawValue).joined(separator: ", ")).")
    var method: MagnetometerFitMethod = .map
    @Option(
        help: ArgumentHelp(
            "Fit misalignment and delay against the gyroscope: auto (if they improve the prediction), none.",
            discussion: "Only with one log; with several logs S is symmetric."))
    var alignment: MagnetometerAlignmentChoice = .auto
    @Option(help: "Picture (SVG) of the directions covered.") var picture: OutputPath?
    @Option(
        parsing: .unconditional,
        help: "Known heading of a device at rest, degrees: fit the hard iron to this one pose.")
    var heading: Double?
    @Option(help: "Standard deviation of --heading, degrees.") var headingSigma = 2.0
    @Option(help: "North of --heading: true or magnetic.") var headingNorth: North = .true
    @Option(help: "Axis of --heading: top, camera or auto.") var headingAxis: HeadingAxisChoice = .auto

    func validate() throws {
        guard let heading else { return }
        guard (-360...360).contains(heading), (0.01...90).contains(headingSigma) else {
            throw ValidationError("--heading: expected -360 to 360 degrees, --heading-sigma 0.01 to 90")
        }
        guard more.isEmpty, picture == nil else {
            throw ValidationError("--heading: expected one log and no picture of directions")
        }
    }

    func run() throws {
        let logs = try options.read(more, site: geomagnetic.site)
        let (log, analysis) = (logs[0], AnalysisOptions(geomagnetic))
        if let heading {
            return try options.finish(
                try CalibrationJob.magnetometer(
                    log.recording, input: log.section, options: analysis, heading: (heading, headingSigma),
                    north: headingNorth, axis: headingAxis, tool: SensorLabTool.version))
        }
        guard logs.count == 1 else {
            return try options.fit(logs) {
                try CalibrationJob.magnetometer($0, options: analysis, method: method, tool: SensorLabTool.version)
            }
        }
        let file = try options.monitor.during("fitting") {
            try CalibrationJob.magnetometer(
                log.recording, input: log.section, options: analysis, method: method, alignment: alignment,
                tool: SensorLabTool.version)
        }
        if let picture, let coverage = CalibrationCoverage.of(log.recording, calibratedBy: file) {
            try OutputFile.write(Data(CoveragePicture.svg(coverage).utf8), to: picture.path)
        }
        try options.finish(file)
    }
}

struct CalibrateGyroscopeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gyroscope",
        abstract: "Fit the gyroscope's bias and drift to rests, scale and misalignment to the turns between them.",
        discussion: """
            w_calibrated = K (w_raw - b). For the bias, lay the phone down for ten seconds; for K, turn it by right angles \
            about all axes, with two seconds of rest between the turns. Without such turns K is the identity.
            """,
        examples: [
            "sensorlab calibrate gyroscope rest.csv --out gyroscope.json",
            "sensorlab calibrate gyroscope rests-and-turns.csv",
            "sensorlab calibrate gyroscope rest.csv --json",
        ])

    @OptionGroup var options: CalibrateOptions

    func run() throws {
        let log = try ReadLog(options.input, checksum: true)
        try options.finish(
            try CalibrationJob.gyroscope(log.recording, input: log.section, tool: SensorLabTool.version))
    }
}

struct CalibrateAccelerometerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accelerometer",
        abstract: "Fit the accelerometer's offset, scale and misalignment to poses at rest.",
        discussion: """
            f_calibrated = T (f_raw - b). Lay the phone still for two seconds on each of its six sides, and in a few \
            tilted poses. Local gravity comes from --place or the log's place.
            """,
        examples: [
            "sensorlab calibrate accelerometer poses.csv --out accelerometer.json",
            "sensorlab calibrate accelerometer poses.csv --place 48.137,11.575",
            "sensorlab calibrate accelerometer poses.csv --json",
        ])

    @OptionGroup var options: CalibrateOptions
    @OptionGroup var site: PlaceOptions

    func run() throws {
        let log = try ReadLog(options.input, site: site, checksum: true)
        var analysis = AnalysisOptions()
        analysis.place = site.position
        try options.finish(
            try CalibrationJob.accelerometer(
                log.recording, input: log.section, options: analysis, tool: SensorLabTool.version))
    }
}

struct CalibrateInUseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "in-use",
        abstract: "Fit gyroscope and magnetometer to an ordinary log, without a rest and without calibration motion.",
        discussion: "Writes the calibration that `--calibration auto` applies to a raw log.",
        examples: [
            "sensorlab calibrate in-use walk.csv --out day.json",
            "sensorlab calibrate in-use walk.csv drive.csv --out day.json",
            "sensorlab calibrate in-use walk.csv --json",
        ])

    @OptionGroup var options: CalibrateOptions
    @OptionGroup var geomagnetic: GeomagneticOptions

    @Argument(
        help: "More logs of the same device: soft iron from all, everything else from the latest.", completion: .file())
    var more: [String] = []

    func run() throws {
        let (logs, analysis) = (try options.read(more, site: geomagnetic.site), AnalysisOptions(geomagnetic))
        guard logs.count == 1 else {
            return try options.fit(logs) {
                try CalibrationJob.inUse($0, options: analysis, tool: SensorLabTool.version)
            }
        }
        let file = try options.monitor.during("fitting") {
            try CalibrationJob.inUse(
                logs[0].recording, input: logs[0].section, options: analysis, tool: SensorLabTool.version)
        }
        try options.finish(file)
    }
}
