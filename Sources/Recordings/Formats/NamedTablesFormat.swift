import SensorModels

/// A folder with one table per sensor, named by its file (`Accelerometer.csv`, `Gyroscope.csv`, ...), each with a time and
/// x, y, z: what is left of phyphox' and other apps' exports after a spreadsheet or a script. Units and signs by evidence.
enum NamedTablesFormat: RecordingFormat {
    static let name = "per-sensor CSV named by file"

    static func recognises(_ input: LogInput) -> Bool {
        switch input {
        case .file(let lines): return isTable(lines, lines.source.name)
        case .folder(let folder):
            return folder.tables.contains { entry in (try? folder.peek(entry) { isTable($0, entry) }) == true }
        }
    }

    private static func isTable(_ lines: LineReader, _ path: String) -> Bool {
        guard let table = try? SensorTable(lines, stem: SensorLoggerFormat.stem(of: path)) else { return false }
        return table.schema.channels.contains { $0.claim.source == lines.source.name }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        try SensorTables.read(input) { _ in }.settled(name: input.name, options)
    }
}
