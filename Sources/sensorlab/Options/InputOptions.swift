import Analysis
import ArgumentParser
import Foundation
import Readers
import Recordings
import SensorModels
import Vocabulary

/// A log, and the part of it to use.
struct InputOptions: ParsableArguments {
    @Argument(help: "Log: a file, a folder of per-sensor files, or - for standard input.", completion: .file())
    var log: String

    @OptionGroup var part: PartOptions

    var strict: Bool { part.strict }
}

/// The part of a log to use, how to read it, and what to do about damage.
struct PartOptions: ParsableArguments {
    @OptionGroup var reading: ReadingOptions

    @Flag(help: "Fail for refused results (1) and damaged data (65).")
    var strict = false

    /// - Parameter place: the value of `--place`.
    func readOptions(place: GeodeticPosition? = nil, checksum: Bool) throws -> ReadOptions {
        var options = try reading.readOptions()
        options.strict = strict
        options.place = place
        options.checksum = checksum
        return options
    }
}

extension PartOptions {
    /// For logs that were recorded at a site.
    func readOptions(at site: PlaceOptions?, checksum: Bool) throws -> ReadOptions {
        var options = try readOptions(place: site?.place?.position, checksum: checksum)
        options.placeHasHeight = site?.place?.hasHeight
        return options
    }
}

/// The part of a log to use, and how to read it: advised commands for the same log repeat these options.
struct ReadingOptions: ParsableArguments {
    @Option(
        help:
            "Sensors to leave out, separated by commas: \(SensorList.names.joined(separator: ", ")).",
        completion: SensorList.completion, transform: SensorList.parse)
    var without: [SensorList] = []

    @Option(
        parsing: .unconditional,
        help: "Start of the part to use: seconds in the log's clock, or wall-clock time (2016-06-03T11:34:15Z).")
    var from: LogInstant?

    @Option(parsing: .unconditional, help: "End of the part to use, like --from.")
    var to: LogInstant?

    @Option(parsing: .unconditional, help: "Interpolate all sensors linearly to one clock of this rate, Hz.")
    var resample: Double?

    @Option(
        help: ArgumentHelp(
            "Override a sensor's unit and sign convention, for example accelerometer=g,ios; rate=HZ for logs without "
                + "time stamps (repeatable).", valueName: "sensor=unit,convention"),
        transform: UsageText.of { try Assumption(parsing: $0) })
    var assume: [Assumption] = []

    @OptionGroup var mapping: MappingOptions

    @Option(help: "Sensor unit (body) to use from a file with several (default: the first complete one).")
    var unit: String?

    @Option(
        help: ArgumentHelp(
            "Largest size of a compressed log after expansion, GiB (default: 4, and above 256 MiB at most 100 times its compressed size).",
            valueName: "GiB"))
    var expandLimit: Double?

    @Flag(help: "Correct the delay of sensors against the gyroscope if the motion determines it.")
    var correctDelays = false

    fileprivate func readOptions() throws -> ReadOptions {
        if let resample, !(resample >= 1e-3 && resample <= 1e6) {
            throw ValidationError("--resample \(resample): expected a rate of 0.001 to 1000000 Hz")
        }
        if let expandLimit, !(expandLimit > 0 && expandLimit <= 1e6) {
            throw ValidationError("--expand-limit \(expandLimit): expected more than 0 and at most 1000000 GiB")
        }
        var options = ReadOptions()
        options.expandLimit = expandLimit.map { Int(clamping: $0 * 0x1p30) }
        options.without = without.sensors
        options.from = from
        options.to = to
        options.resampleHz = resample
        let settings = try mapping.settings(assumptions: assume)
        options.assumptions = settings.assumptions
        options.mapping = settings.columns.isEmpty ? nil : try ColumnMapping(settings.columns)
        options.skippedLines = settings.skippedLines
        options.comment = settings.comment
        options.unit = unit
        options.correctDelays = correctDelays
        return options
    }
}

/// A log that is open: to be read as a whole, or part by part.
struct InputLog {
    fileprivate let path: String
    fileprivate let site: PlaceOptions?
    fileprivate let opened: OpenedLog

    /// As `ReadLog.init`.
    init(_ options: InputOptions, site: PlaceOptions? = nil, checksum: Bool = false) throws {
        (path, self.site) = (options.log, site)
        opened = try OpenedLog(path: path, options: try options.part.readOptions(at: site, checksum: checksum))
    }

    /// A file or folder that is long, with its parts if it can be read so; `nil` for every other log.
    static func long(
        _ options: InputOptions, site: PlaceOptions?, quiet: Bool
    ) throws -> (InputLog, any RecordingParts)? {
        guard OpenedLog.isLarge(options.log) else { return nil }
        let log = try InputLog(options, site: site)
        return try log.parts(quiet: quiet).map { (log, $0) }
    }

    /// Of a log whose parts were read.
    func checksum() throws -> String { try opened.checksum() }

    /// Whether it comes through a pipe.
    var isPipe: Bool { opened.isPipe }

    /// Whether it is long, or a pipe, and may be read part by part.
    var isForParts: Bool { keepsHeights && opened.isForParts }

    private var keepsHeights: Bool { site.map { $0.heightAbove == .ellipsoid } ?? true }

    /// The log part by part, where it `isForParts` and can be; it cannot be read whole any more. Says why a long log
    /// cannot be.
    func parts(quiet: Bool) throws -> (any RecordingParts)? {
        if isForParts, let parts = try opened.parts() { return parts }
        if let obstacle = opened.obstacle {
            let reason = keepsHeights ? obstacle : "--height-above needs the whole log"
            Terminal.say("sensorlab: \(reason): it is held in memory", quiet: quiet)
        }
        return nil
    }

    /// The whole log.
    func read() throws -> ReadLog { try ReadLog(self) }
}

/// A log with its origin for reports.
struct ReadLog {
    let recording: Recording
    let section: InputSection
    /// Time to read it.
    let seconds: Double

    /// - Parameters:
    ///   - site: the place, and what the log's altitudes are counted from.
    ///   - checksum: whether the report needs the log's checksum.
    init(_ options: InputOptions, site: PlaceOptions? = nil, checksum: Bool = false) throws {
        self = try InputLog(options, site: site, checksum: checksum).read()
    }

    fileprivate init(_ input: InputLog) throws {
        let clock = ContinuousClock()
        let begin = clock.now
        var recording = try input.opened.recording()
        if let site = input.site { recording.countHeights(above: site) }
        self.recording = recording
        section = InputSection(
            path: input.path, format: recording.metadata.format, sha256: recording.metadata.sha256 ?? "")
        seconds = begin.duration(to: clock.now).inSeconds
    }

    /// `<log>-report` in the current folder, since the log's folder may be read-only.
    static func reportFolder(for log: String) -> String { stem(of: log) + "-report" }

    /// The name of a log without folder and endings.
    static func stem(of log: String) -> String {
        var name = log == "-" ? "stdin" : URL(fileURLWithPath: log).lastPathComponent
        for ending in [".gz", ".csv"] where name.lowercased().hasSuffix(ending) && name.count > ending.count {
            name.removeLast(ending.count)
        }
        return name
    }
}

extension Recording {
    /// Counts the heights of fixes and place from the ellipsoid.
    fileprivate mutating func countHeights(above site: PlaceOptions) {
        guard site.heightAbove != .ellipsoid else { return }
        for index in location.values.indices {
            let fix = location.values[index]
            location.values[index].place = site.above(fix.place, fix.hasHeight)
        }
        metadata.place = metadata.place.map { site.above($0, metadata.placeHasHeight) }
    }
}
