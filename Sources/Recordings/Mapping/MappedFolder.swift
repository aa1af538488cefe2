import SensorModels
import Vocabulary

extension RawLog {
    /// The recording of tables that were mapped, and of those of the same folder that are read without: they are evidence for each other.
    /// - Parameters:
    ///   - others: settled; of a sensor that both have, the mapped one counts.
    ///   - isLog: whether they are one file: with a sensor that is mapped it is a log of its own.
    consuming func settled(
        beside others: Recording, isLog: Bool, name: String, _ options: ReadOptions
    ) throws -> Recording {
        let own = recording.sensors
        let added = others.sensors.filter { !own.contains($0) }
        let doubled = others.sensors.filter(own.contains)
        guard !added.isEmpty, !isLog || doubled.isEmpty else {
            warn(
                .secondStream, "\(name): the tables that are not given have the same sensors, and are left out",
                "give each log by itself")
            return try settled(name: name, options)
        }
        if !doubled.isEmpty {
            warn(
                .secondStream,
                "\(name): a second \(doubled.map(\.rawValue).joined(separator: ", ")) is left out; that of --columns is used",
                "none needed: a table that is given takes the place of others")
        }
        for sensor in added { take(sensor, settled: others) }
        var metadata = others.metadata
        metadata.format = "\(MappedTables.format), and \(metadata.format)"
        metadata.clock = recording.metadata.clock ?? metadata.clock
        metadata.unixSecondsAtZero = metadata.unixSecondsAtZero ?? recording.metadata.unixSecondsAtZero
        metadata.date = metadata.date ?? recording.metadata.date
        recording.metadata = metadata
        var result = try settled(name: name, options)
        let known = others.warnings
        result.warnings = known + result.warnings.filter { !known.contains($0) }
        for sensor in added where result.provenance[sensor] != nil {
            result.provenance[sensor] = others.provenance[sensor]
        }
        result.standIns.merge(others.standIns) { own, _ in own }
        return result
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
