import SensorModels

/// The canonical log: CSV, SI and microtesla, `t` and any of the columns of `CanonicalColumns`, `# key: value` lines above.
enum CanonicalFormat: RecordingFormat {
    static let name = "canonical"
    static let usesEvidence = false

    static func recognises(_ input: LogInput) -> Bool {
        guard case .file(let lines) = input, let header = HeaderLine(lines) else { return false }
        let names = header.names().map { $0.lowercased() }
        return names.contains(CanonicalColumns.time) && names.contains(where: CanonicalColumns.sensors.contains)
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        guard case .file(let lines) = input else { throw input.unrecognised(RecordingFormats.names) }
        var recording = Recording()
        while let line = try lines.peekLine(), line.trimmedCell.isEmpty || line.hasPrefix("#") {
            _ = try lines.nextLine()
            MetadataLines.read(line, into: &recording.metadata)
        }
        recording.warnings += MetadataLines.warnings(for: recording.metadata, place: lines.source.name)
        let number = lines.lineNumber
        let names = (try lines.nextLine() ?? "").split(separator: ",", omittingEmptySubsequences: false)
            .map { String($0).trimmedCell.lowercased() }
        let table = try CanonicalTable(names: names, place: "\(lines.source.name):\(number)")
        recording.warnings += table.warnings
        for (sensor, source) in table.sources {
            let (unit, convention) = CanonicalColumns.convention(of: sensor)
            recording.provenance[sensor] = StreamProvenance(
                unit: unit, convention: convention, decidedBy: "the canonical log's definition", source: source)
        }
        var assembler = table.assembler
        var reader = TableReader(lines, layout: table.layout)
        try assembler.read(&reader, into: &recording)
        return recording
    }
}
