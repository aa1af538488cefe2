/// The formats that can be read, in the order in which they are asked: special ones before general ones.
public enum RecordingFormats {
    static var all: [any RecordingFormat.Type] {
        [
            BroadFormat.self,
            CanonicalFormat.self,
            PhonesFormat.self,
            SensorLoggerFormat.self,
            SensorLoggerJSONFormat.self,
            SensorLogFormat.self,
            SensorLogJSONFormat.self,
            TimestampMillisecondsFormat.self,
            PhyphoxFormat.self,
            EuRoCFormat.self,
            BinaryDroneLogFormat.self,
            OtherExportFormat.self,
            IndoorLocationFormat.self,
            GetSensorDataFormat.self,
            GnssLoggerFormat.self,
            XsensFormat.self,
            ShimmerFormat.self,
            APDMFormat.self,
            ROSFormat.self,
            Ulog2CSVFormat.self,
            NamedTablesFormat.self,
            WideFormat.self,
        ]
    }

    /// The names, as `RecordingMetadata.format` has them.
    public static var names: [String] { all.map { $0.name } }
}
