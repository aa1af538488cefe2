import Recordings
import Vocabulary

/// A format of recorded logs: one file with one conforming type, and one line in `RecordingFormats`.
///
/// Only readers know formats: their result is a `Recording` in its own units, signs and frames.
protocol RecordingFormat: SendableMetatype {
    /// The name in `info` and in the report.
    static var name: String { get }
    /// The names of all formats that it reads.
    static var names: [String] { get }
    /// Whether the log is of this format, from its content; nothing is taken from the input.
    static func recognises(_ input: LogInput) -> Bool
    /// Reads the whole log.
    /// - Throws: `SensorLabError` where nothing usable is in it; everything less is a warning of the recording.
    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording
    /// Whether a file may hold several sensor units (bodies), among which `--unit` chooses.
    static var hasUnits: Bool { get }
    /// Whether it is recognised only to say what to give instead.
    static var isRefused: Bool { get }
    /// Whether it finds the clock by the names and the numbers of the columns, so that the user may give it.
    static var findsClock: Bool { get }
}

extension RecordingFormat {
    static var names: [String] { [name] }
    static var hasUnits: Bool { false }
    static var isRefused: Bool { false }
    static var findsClock: Bool { false }
}

/// How a row of the table in docs/reference/formats.md describes a format, in Markdown.
struct FormatGuide: Sendable {
    /// What the log is, by what it is recognised, and its clock.
    private let log, mark, clock: String
    /// Its names there; empty for that of the format.
    private var names: String

    init(_ log: String, by mark: String, clock: String, names: String = "") {
        (self.log, self.mark, self.clock, self.names) = (log, mark, clock, names)
    }

    /// With the format's name, where it has no other names.
    func of(_ name: String) -> FormatGuide {
        var guide = self
        if names.isEmpty { guide.names = "`\(name)`" }
        return guide
    }

    var row: String { "| \(names) | \(log) | \(mark) | \(clock) |" }
}

/// The formats that can be read, in the order in which they are tried: special ones before general ones.
public enum RecordingFormats {
    /// A format and its rows in docs/reference/formats.md; none where another one's has its name.
    private struct Row {
        let format: any RecordingFormat.Type
        let guides: [FormatGuide]

        init(_ format: any RecordingFormat.Type, _ guides: [FormatGuide] = []) {
            (self.format, self.guides) = (format, guides)
        }

        init(
            _ format: any RecordingFormat.Type, _ log: String, by mark: String, clock: String, names: String = ""
        ) {
            self.init(format, [FormatGuide(log, by: mark, clock: clock, names: names).of(format.name)])
        }
    }

    private static let table: [Row] = [
        Row(ULogFormat.self, "PX4, see [vehicles](#logs-of-vehicles)", by: "its first bytes", clock: "us since boot"),
        Row(
            DataFlashFormat.self, "ArduPilot, see [vehicles](#logs-of-vehicles)",
            by: "its first bytes; lines `FMT`, `IMU`, `MAG`",
            clock: "us since boot; old: ms", names: "`DataFlash`, `DataFlash text`"),
        Row(
            MCAPFormat.self, "ROS 2, Foxglove, see [robots](#logs-of-robots)", by: "its first bytes",
            clock: "`header.stamp`, else the recorder's ns"),
        Row(
            ROS1BagFormat.self, "`.db3`; `.bag`; a folder with `metadata.yaml`", by: "their first bytes",
            clock: "the same",
            names: "`ROS 2 bag`, `ROS 1 bag`"),
        Row(ROS2BagFormat.self),
        Row(
            ROSEchoFormat.self, "what it prints, a file or several", by: "`header:`, `stamp:`, messages ended by `---`",
            clock: "`header.stamp`"),
        Row(BroadFormat.self),
        Row(CanonicalFormat.self),
        Row(PhonesFormat.self),
        Row(SensorLoggerFormat.self, "folder, zip or one CSV", by: "`time,seconds_elapsed,...`", clock: "UTC ns"),
        Row(
            SensorLoggerJSONFormat.self, "JSON export, push payloads",
            by: "objects with `sensor` and `seconds_elapsed`", clock: "UTC ns"),
        Row(
            SensorLogFormat.self, "app by Bernd Thomas", by: "`loggingTime`", clock: "s since boot, else UTC",
            names: "`SensorLog`, `SensorLog JSON`"),
        Row(SensorLogJSONFormat.self),
        Row(
            EdgeImpulseFormat.self, "JSON of one sample", by: "`interval_ms`, `sensors`, `values` in a `payload`",
            clock: "the interval"),
        Row(TimestampMillisecondsFormat.self, "an Android recorder", by: "that header", clock: "ms since the start"),
        Row(
            BlockTableFormat.self, "one table, a time column in front of each sensor",
            by: "`Time (s),X (m/s^2),...,Time (s),X (rad/s),...`", clock: "each sensor's own"),
        Row(
            PhyphoxFormat.self, "folder, zip or table, all five separators", by: "`\"Time (s)\"` in quotation marks",
            clock: "s since START"),
        Row(DeclaredTables.self, DeclaredFormat.all.compactMap { format in format.guide?.of(format.name) }),
        Row(DataFlashTextFormat.self),
        Row(
            DataFlashDumpFormat.self, "the output of `mavlogdump.py`", by: "`...: IMU {TimeUS : 1200, ...}`",
            clock: "us since boot"),
        Row(RobotMATFormat.self, "`MPU9150.mat`, ...", by: "level 5; `MATLABtime`, `SENSacc`", clock: "s"),
        Row(OtherExportFormat.self),
        Row(IndoorLocationFormat.self, "tagged lines", by: "`TYPE_...`, `# startTime:`", clock: "Unix ms"),
        Row(GetSensorDataFormat.self, "tagged lines", by: "`ACCE;`, `GYRO;`, ...", clock: "the sensor's uptime, s"),
        Row(GnssLoggerFormat.self, "tagged lines", by: "`# Raw,` or `# UncalAccel,`", clock: "elapsedRealtimeNanos"),
        Row(IOSLoggerFormat.self, "folder, tables without headers", by: "`MotARH.txt`, `ARposes.txt`", clock: "Unix s"),
        Row(
            StrayScannerFormat.self, "folder, `odometry.csv` or `imu.csv`; OpenCV's camera axes",
            by: "`timestamp,frame,x,y,z,qx,qy,qz,qw`",
            clock: "uptime, s"),
        Row(
            GyroflowFormat.self, "`.gcsv` with its scales; axes by `orientation`", by: "`GYROFLOW IMU LOG`",
            clock: "`t` times `tscale`"),
        Row(
            NMEAFormat.self, "see [boats](#logs-of-boats)", by: "sentences in half of the lines; deltas",
            clock: "UTC of RMC, ZDA; `timestamp`", names: "`NMEA 0183`, `Signal K`"),
        Row(SignalKFormat.self),
        Row(
            LongTableFormat.self, "one sensor's sample per row, sensor named in a column",
            by: "`UncalAccel`, ... or Android's sensor types; a time, x, y, z", clock: "finest with a unit"),
        Row(
            JSONRowsFormat.self,
            [
                FormatGuide(
                    "an array; arrays of three numbers are x, y, z",
                    by: "`[{`, two objects with equal members, a sensor's axes", clock: "the time member",
                    names: "`JSON objects`"),
                FormatGuide(
                    "objects one behind another, members may lack", by: "`{`, two objects, a sensor's axes",
                    clock: "time member or `--assume rate=HZ`", names: "`JSON lines`"),
                FormatGuide(
                    "InfluxDB's line protocol", by: "name, tags, `FIELD=NUMBER`, a whole number",
                    clock: "the stamp, by its size", names: "`JSON lines`, from points"),
            ]),
        Row(
            LabelledLinesFormat.self, "`t: 0.1, ax: 0.02`, on one line or several; Teleplot",
            by: "a label for every number, in six of ten lines", clock: "its label or `--assume rate=HZ`"),
        Row(
            JSONDocumentFormat.self, "other JSON with rows, columns or lists per sensor",
            by: "names or axes of sensors in its first 16 KiB",
            clock: "the time member"),
        Row(
            NamedTablesFormat.self, "`.csv`, `.txt`, ...; NGIMU, x-IMU3, MATLAB Mobile",
            by: "time, x, y, z and the file's name, or `time,ax,ay,az`", clock: "the time column"),
        Row(WideFormat.self, WideDialect.all.compactMap { dialect in dialect.guide?.of(dialect.name) }),
        Row(
            TaggedLinesFormat.self, "stamp, word (or `ACC:9:26:40`), three numbers",
            by: "nine in ten lines have `ACC`, `GYRO`, ... in cell 1 or 2", clock: "the stamp, or time of day"),
    ]

    static let all = table.map(\.format)

    /// The page docs/reference/formats.md with its table of formats as it is here.
    public static func page(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let head = lines.firstIndex(where: { $0.hasPrefix("| `format` |") }),
            let end = lines[head...].firstIndex(of: "")
        else { return text }
        // Recordings' own formats have a page of their own: the line below the rule.
        let rows = table.flatMap(\.guides).map { Substring($0.row) }
        return (lines[..<(head + 3)] + rows + lines[end...]).joined(separator: "\n")
    }

    /// The names, as `RecordingMetadata.format` has them.
    public static var names: [String] { all.flatMap { $0.names } }

    /// The names of those that are read.
    static var readable: [String] { all.filter { !$0.isRefused }.flatMap { $0.names } }
}

/// Several sensor units (bodies) in one file: which one is read.
enum UnitChoice {
    static func warning(_ names: [String], used: String, _ place: String) -> Warning {
        Warning(.severalUnits, place: place, "the file holds \(names.joined(separator: ", ")); \(used) is used")
    }

    /// The error for `--unit` with a log that has one.
    static func none(_ unit: String, _ format: String, _ place: String) -> SensorLabError {
        SensorLabError(
            .usage, code: .noUnits, place: place,
            message: "--unit \(unit): a log of the format \(format) has one sensor unit", advice: "leave --unit out")
    }

    static func unknown(_ name: String, _ names: [String], _ place: String) -> SensorLabError {
        SensorLabError(
            .usage, code: .unknownUnitName, place: place,
            message: "--unit \(name): expected one of \(names.joined(separator: ", "))", advice: "choose one of these")
    }
}
