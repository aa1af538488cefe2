import Recordings
import SensorModels
import Vocabulary

/// Tables of a folder that are mapped, and its other tables, which are read without: they are evidence for each other.
extension RawLog {
    /// The recording of the mapped tables in this log and of the others. Of a sensor that both have, the mapped one counts.
    /// - Parameter input: the folder without the mapped tables.
    consuming func settled(besideOthersOf input: LogInput, _ options: ReadOptions) throws -> Recording {
        let name = input.name
        if RecordingFormats.all.first(where: { $0.recognises(input) }) is NamedTablesFormat.Type {
            let others = try SensorTables.read(input, unit: options.unit) { _ in }
            guard isBeside(others.recording, isLog: others.tables.count == 1, name) else {
                return try settled(name: name, options)
            }
            let added = missing(of: others.recording)
            for sensor in added { takeStream(of: sensor, from: others) }
            takeMetadata(others.recording.metadata, NamedTablesFormat.name)
            recording.warnings += others.recording.warnings
            tables += others.tables
            if added.contains(.gyroscope) { (clock, isClockGiven) = (others.clock, others.isClockGiven) }
            return try settled(name: name, options)
        }
        guard let (others, isLog) = try RecordingReader.readIfKnown(input, options),
            isBeside(others, isLog: isLog, name)
        else { return try settled(name: name, options) }
        let added = missing(of: others)
        for sensor in added { take(sensor, settled: others) }
        takeMetadata(others.metadata, others.metadata.format)
        var result = try settled(name: name, options)
        result.warnings = others.warnings + result.warnings.filter { !others.warnings.contains($0) }
        for sensor in added where result.provenance[sensor] != nil {
            result.provenance[sensor] = others.provenance[sensor]
        }
        result.standIns.merge(others.standIns) { own, _ in own }
        return result
    }

    private func missing(of others: Recording) -> [SensorKind] {
        others.sensors.filter { recording.times(of: $0).isEmpty }
    }

    /// Whether the other tables belong to the log; tells what is left out of them.
    /// - Parameter isLog: whether they are one file: with a sensor that is mapped it is a log of its own.
    private mutating func isBeside(_ others: Recording, isLog: Bool, _ name: String) -> Bool {
        let doubled = others.sensors.filter { !recording.times(of: $0).isEmpty }.map(\.rawValue).joined(separator: ", ")
        guard !doubled.isEmpty else { return true }
        guard !isLog, !missing(of: others).isEmpty else {
            warn(
                .secondStream,
                "\(name): tables that are not given have the same sensors (\(doubled)), and are left out",
                "give each log by itself")
            return false
        }
        warn(
            .secondStream, "\(name): a second \(doubled) is left out; that of --columns is used",
            "none needed: a table that is given takes the place of others")
        return true
    }

    private mutating func takeMetadata(_ others: RecordingMetadata, _ format: String) {
        let own = recording.metadata
        recording.metadata = others
        recording.metadata.format = "\(MappedTables.format), and \(format)"
        recording.metadata.clock = own.clock ?? others.clock
        recording.metadata.unixSecondsAtZero = others.unixSecondsAtZero ?? own.unixSecondsAtZero
        recording.metadata.date = others.date ?? own.date
    }

    /// A stream in a recording's units and signs.
    private mutating func take(_ sensor: SensorKind, settled others: Recording) {
        recording.takeStream(of: sensor, from: others)
        guard let provenance = others.provenance[sensor] else { return }
        recording.provenance[sensor] = provenance
        let by = provenance.decidedBy
        guard let quantity = LogUnit.Quantity(of: sensor) else {
            notes[sensor] = (provenance.unit, provenance.convention, by, provenance.source)
            return
        }
        let isNormalised = provenance.unit == LogUnit.normalised.rawValue
        claims[sensor] = StreamClaim(
            source: provenance.source, unit: isNormalised ? .normalised : quantity.unit,
            sign: SignConvention.applies(to: sensor) ? .android : nil, by: by)
    }
}
