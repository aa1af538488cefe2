import SensorModels

/// SensorLog's CSV: one wide table, `loggingTime` first, names with units (`accelerometerAccelerationX(G)`) or without.
enum SensorLogFormat: RecordingFormat {
    static let name = "SensorLog"

    static func recognises(_ input: LogInput) -> Bool {
        guard case .file(let lines) = input, let header = lines.firstLines.first else { return false }
        return header.contains("loggingTime") && !header.contains("{")
            && (header.contains("loggingSample") || header.contains("location") || header.contains("Timestamp_since"))
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        guard case .file(let lines) = input, let head = TableHead(lines) else {
            throw input.unrecognised(RecordingFormats.names)
        }
        let columns = SensorLogRows.names.map { wanted in
            head.names.firstIndex { name in name.prefix { $0 != "(" && $0 != " " } == wanted }
        }
        for _ in 0...head.linesBefore { _ = try lines.nextLine() }
        let cells = LineCells(
            lines, separator: head.dialect.separator, decimalComma: head.dialect.decimalComma)
        var rows = SensorLogRows(decimalComma: head.dialect.decimalComma)
        while try cells.next() {
            guard cells.count == head.names.count else {
                rows.skip(line: cells.lineNumber)
                continue
            }
            rows.add(line: cells.lineNumber) { index in columns[index].map { cells.text($0) } }
        }
        return try rows.finish(lines.source, lastLine: cells.lastLine).settled(name: input.name, options)
    }
}
