import Recordings
import Vocabulary

/// A format of recorded logs: one file with one conforming type, and one line in `RecordingFormats`.
///
/// Only readers know formats: their result is a `Recording` in its own units, signs and frames.
protocol RecordingFormat {
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

/// The formats that can be read, in the order in which they are tried: special ones before general ones.
public enum RecordingFormats {
    static var all: [any RecordingFormat.Type] {
        [
            ULogFormat.self,
            DataFlashFormat.self,
            MCAPFormat.self,
            ROS1BagFormat.self,
            ROS2BagFormat.self,
            ROSEchoFormat.self,
            BroadFormat.self,
            CanonicalFormat.self,
            PhonesFormat.self,
            SensorLoggerFormat.self,
            SensorLoggerJSONFormat.self,
            SensorLogFormat.self,
            SensorLogJSONFormat.self,
            EdgeImpulseFormat.self,
            TimestampMillisecondsFormat.self,
            BlockTableFormat.self,
            PhyphoxFormat.self,
            DeclaredTables.self,
            DataFlashTextFormat.self,
            DataFlashDumpFormat.self,
            RobotMATFormat.self,
            OtherExportFormat.self,
            IndoorLocationFormat.self,
            GetSensorDataFormat.self,
            GnssLoggerFormat.self,
            IOSLoggerFormat.self,
            StrayScannerFormat.self,
            EmpaticaFormat.self,
            GyroflowFormat.self,
            NMEAFormat.self,
            SignalKFormat.self,
            LongTableFormat.self,
            JSONRowsFormat.self,
            LabelledLinesFormat.self,
            JSONDocumentFormat.self,
            NamedTablesFormat.self,
            WideFormat.self,
            TaggedLinesFormat.self,
        ]
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
