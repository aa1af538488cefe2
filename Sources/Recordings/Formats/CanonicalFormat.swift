import SensorModels
import Vocabulary

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
        let lines = try input.lines()
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

/// The CSV files of the BROAD data set (D. Laidig et al., Data 6(7), 72, 2021): a canonical log without metadata lines.
///
/// Recognised by exactly its header and the absence of `#` lines. Its documentation gives the rest:
/// SI and microtesla, the reference against the magnetic north of the place.
enum BroadFormat: RecordingFormat {
    static let name = "broad"
    private static let header = "t,ax,ay,az,gx,gy,gz,mx,my,mz,ref_qw,ref_qx,ref_qy,ref_qz,moving"
    static let usesEvidence = false

    static func recognises(_ input: LogInput) -> Bool {
        guard case .file(let lines) = input, let header = HeaderLine(lines) else { return false }
        return header.number == 1 && header.text == Self.header
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var recording = try CanonicalFormat.read(input, options)
        recording.metadata.referenceNorth = .magnetic
        for sensor in recording.provenance.keys {
            recording.provenance[sensor]?.decidedBy = "the documentation of BROAD"
        }
        return recording
    }
}

/// What the header of a canonical log says: which column belongs to which stream.
struct CanonicalTable {
    private(set) var layout: TableLayout
    private(set) var assembler = StreamAssembler()
    /// The columns of every sensor, as text for reports.
    private(set) var sources: [SensorKind: String] = [:]
    private(set) var warnings: [Warning] = []
    private let place: String

    /// - Throws: `SensorLabError` (bad data) for a name that occurs twice, no `t`, or no sensor.
    init(names: [String], place: String) throws {
        self.place = place
        var positions: [String: Int] = [:]
        for (position, name) in names.enumerated() where !name.isEmpty {
            guard positions.updateValue(position, forKey: name) == nil else {
                throw SensorLabError(
                    .badData, code: .doubleColumn, place: "\(place):\(position + 1)",
                    message: "found the column \(name) twice, expected every name once", advice: "rename or remove one")
            }
        }
        guard let time = positions[CanonicalColumns.time] else {
            throw SensorLabError(
                .badData, code: .noTimeColumn, place: place,
                message: "found no column t, expected decimal seconds in t",
                advice: "name the time column t")
        }
        layout = TableLayout(names: names, time: time, numeric: [])
        addVectors(positions)
        addOthers(positions)
        guard !sources.isEmpty else {
            let listed = names.prefix(12).joined(separator: ",")
            throw SensorLabError(
                .badData, code: .noSensors, place: place,
                message: "found the columns \"\(listed)\", expected those of at least one sensor, such as ax,ay,az",
                advice: "see docs/reference/recordings.md for the columns")
        }
        let unknown = names.filter { !$0.isEmpty && $0 != CanonicalColumns.time && !CanonicalColumns.all.contains($0) }
        if !unknown.isEmpty {
            warn(
                .unknownColumns,
                "columns that are not known are ignored: \(unknown.prefix(12).joined(separator: ", "))")
        }
    }

    private mutating func addVectors(_ positions: [String: Int]) {
        for (sensor, names) in CanonicalColumns.vectors {
            guard let columns = columns(names, of: sensor, positions) else { continue }
            assembler.add(sensor, VectorDecoder(columns[0], columns[1], columns[2]))
        }
        for (sensor, names) in CanonicalColumns.quaternions {
            guard let columns = columns(names, of: sensor, positions) else { continue }
            assembler.add(sensor, QuaternionDecoder(columns))
        }
    }

    private mutating func addOthers(_ positions: [String: Int]) {
        if let columns = columns(Array(CanonicalColumns.location.prefix(2)), of: .location, positions) {
            let optional = CanonicalColumns.location.dropFirst(2).map { name in positions[name].map { add($0) } }
            assembler.add(LocationDecoder(latitude: columns[0], longitude: columns[1], optional: optional))
        }
        if let columns = columns([CanonicalColumns.heading], of: .heading, positions) {
            assembler.add(HeadingDecoder(columns[0]))
        }
        if let position = positions[CanonicalColumns.moving] {
            assembler.add(FlagDecoder(add(position)))
        }
    }

    /// The block's columns of a sensor; `nil`, with a warning where some are there, unless all are.
    private mutating func columns(
        _ names: [String], of sensor: SensorKind, _ positions: [String: Int]
    ) -> [Int]? {
        let found = names.compactMap { positions[$0] }
        guard found.count == names.count else {
            if !found.isEmpty {
                let missing = names.filter { positions[$0] == nil }.joined(separator: ", ")
                warn(.incompleteColumns, "\(sensor.rawValue) is left out: there is no column \(missing)")
            }
            return nil
        }
        sources[sensor] = names.joined(separator: ",")
        return found.map { add($0) }
    }

    private mutating func add(_ position: Int) -> Int {
        layout.numeric.append(position)
        return layout.numeric.count - 1
    }

    private mutating func warn(_ code: DiagnosticCode, _ message: String) {
        warnings.append(
            Warning(code: code, place: place, message: message, advice: "compare with docs/reference/recordings.md"))
    }
}
