import Judge
import Recordings
import SensorModels
import Vocabulary

/// Proposes the contents of a table's columns for the option that a message prints: the time, and the axes of sensors.
///
/// A triple is proposed only where names or readings are unambiguous: names give the axes; without names the columns
/// are neighbours; readings that no name explains must be as long as gravity or the Earth's field. Columns of text,
/// whole constants, flags, row counts and angles are no axes. Where several triples fit equally, none is proposed and
/// the message lists the columns.
struct ColumnProposal {
    /// One column: its position, its role, its unit.
    struct Column {
        var position: Int
        var role: String
        var unit: String?
    }

    private let head: TableHead
    /// Whether columns are called by names, as far as these have no meaning for the option or a shell.
    private let byName: Bool
    /// The columns of the time; empty where no column has it.
    let time: [Column]
    /// The axes of sensors; empty where several triples may be a sensor's.
    let axes: [Column]

    /// - Parameters:
    ///   - head: of a table with or without a header.
    ///   - stem: of the file's name, which may name the sensor.
    init(_ head: TableHead, stem: String, byName: Bool = false) {
        self.head = head
        self.byName =
            byName
            && head.names.allSatisfy { name in
                Int(name) == nil && !name.isEmpty
                    && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
            }
        // Names that differ in their numbers alone say nothing.
        let isNamed = Set(head.names.map { $0.filter { !$0.isNumber } }).count > 1
        let head = isNamed ? head : head.renamed(head.names.map { _ in "" })
        time = Self.time(head)
        let used = Set(time.map(\.position))
        let candidates = head.names.indices.filter { !used.contains($0) && Self.isReading($0, head) }
        let named = SensorTable.sensor(ofFile: stem)
        let seconds = Self.seconds(time, head)
        let judged = JudgedTriples(head, among: isNamed ? [] : candidates, seconds: seconds, named: named)
        increments = judged.increments
        doubts = judged.doubtful.compactMap { sensor, places in
            CanonicalColumns.vectors.first { $0.sensor == sensor }.map { roles in
                "columns \(places.map { "\($0[0] + 1)-\($0[2] + 1)" }.joined(separator: " or ")) may be the \(sensor.rawValue): add "
                    + roles.names.map { "\($0)=COLUMN" }.joined(separator: ",")
            }
        }
        let triples =
            isNamed
            ? Self.byName(head, used, candidates, named).map { sensor, positions in
                let hasUnit = Self.hasUnit(head.names[positions[0]], sensor)
                return (sensor, positions, hasUnit ? nil : head.unit(of: sensor, in: positions))
            }
            : judged.found
        axes = triples.flatMap { sensor, positions, unit -> [Column] in
            guard let roles = CanonicalColumns.vectors.first(where: { $0.sensor == sensor })?.names else { return [] }
            // One axis in counts is enough.
            let isCounted = unit.map { $0.hasPrefix("g/") || $0.hasPrefix("deg/s/") } == true
            return zip(positions, roles).map {
                Column(position: $0, role: $1, unit: isCounted && $0 != positions[0] ? nil : unit)
            }
        }
    }

    /// The seconds of the rows; `nil` for dates, and where the unit is not known.
    private static func seconds(_ time: [Column], _ head: TableHead) -> [Double]? {
        guard time.count == 1, let column = time.first,
            case .decimal(let exponent)? = column.unit.flatMap(MappedClock.init)?.clock
        else { return nil }
        return head.longNumbers(column.position).map { TimeColumn.seconds($0, exponent) }
    }

    var columns: [Column] { time + axes }

    /// What the option lacks, for a message: sensors that several triples may be.
    private let doubts: [String]

    /// Three columns of increments of velocity.
    private let increments: [Int]?

    /// The option with what it lacks; `nil` without a sensor.
    var offer: String? {
        option().map { ([$0] + doubts).joined(separator: "; ") }
    }

    /// The option that gives the time alone; `nil` where no column has it.
    var timeOption: String? { time.isEmpty ? nil : text(time, file: nil) }

    /// The option to paste; `nil` without a sensor.
    /// - Parameter file: in a folder.
    func option(file: String? = nil) -> String? { axes.isEmpty ? nil : text(columns, file: file) }

    /// What to do where no option can be given: choose columns, or record what is missing.
    func choice(page: String) -> String {
        if let increments {
            return
                "columns \(increments[0] + 1)-\(increments[2] + 1) are as long as gravity times the step: write rates, the increments "
                + "of angle and velocity divided by the step"
        }
        let listing = listing
        guard head.names.count - time.count > 2 else {
            return
                "record x, y and z of a sensor: the rows have \(head.names.count - time.count) other column(s) than the time"
        }
        return "name the columns with \(example()), with a column's number for every COLUMN (see \(page))"
            + (listing.isEmpty ? "" : ": \(listing)")
    }

    /// The option with the time, and placeholders for the rest.
    func example(file: String? = nil) -> String {
        text(time + ["ax", "ay", "az"].map { Column(position: -1, role: $0, unit: nil) }, file: file)
    }

    private func text(_ columns: [Column], file: String?) -> String {
        let list = columns.map { column in
            "\(column.role)=\(column.position < 0 ? "COLUMN" : byName ? head.names[column.position] : "\(column.position + 1)")"
                + (column.unit.map { ":\($0)" } ?? "")
        }.joined(separator: ",")
        return "--columns \(file.map { $0 + ":" } ?? "")\(list)" + (time.isEmpty ? " --assume rate=HZ" : "")
    }

    /// The columns with number, name and first value, for a message: `1 Time 0.01, 2 a 9.8`; if there are many, only
    /// those that change.
    var listing: String {
        let isLong = head.names.count > Self.mostConstant
        let listed = head.names.indices.filter { position in
            guard isLong else { return true }
            let cells = head.longColumn(position)
            return cells.contains { $0 != cells[0] }
        }
        let shown = listed.prefix(Self.mostListed).compactMap { position -> String? in
            let text = [head.names[position], head.column(position).first { !$0.isEmpty } ?? ""].filter { !$0.isEmpty }
            return text.isEmpty ? nil : "\(position + 1) " + text.joined(separator: " ")
        }
        return shown.isEmpty
            ? ""
            : shown.map(HeaderLine.shown).joined(separator: ", ")
                + (listed.count > Self.mostListed
                    ? ", ..." : listed.count < head.names.count ? " (the others do not change)" : "")
    }

    private static let mostListed = 60
    /// Most columns of a listing that includes constant ones.
    private static let mostConstant = 24

    // MARK: The time

    private static func time(_ head: TableHead) -> [Column] {
        func time(_ position: Int, _ unit: String?) -> Column {
            Column(position: position, role: CanonicalColumns.time, unit: unit)
        }
        func added(_ position: Int, _ unit: String) -> Column {
            Column(position: position, role: ColumnMapping.addedTime, unit: unit)
        }
        if let column = try? TimeColumn(head, place: "") {
            guard let part = column.supplement else { return [time(column.position, unit(column.clock))] }
            if case .withinSecond(let exponent) = part.part {
                return [time(column.position, "s"), added(part.position, MappedClock.name(exponent: exponent))]
            }
            return [time(column.position, "date"), added(part.position, "date")]
        }
        guard let position = HeaderlessTable.clock(head) else { return [] }
        var names = Array(repeating: "", count: head.names.count)
        names[position] = "time"
        let stated = head.names[position]
        if let exponent = TimeColumn.statedExponent(stated) {
            return [time(position, MappedClock.name(exponent: exponent))]
        }
        let found = (try? TimeColumn(head.renamed(names), place: "")).flatMap { $0 }
        let first = time(position, found.flatMap { unit($0.clock) } ?? (found == nil ? nil : "s"))
        // Parts of a second rise only within a second, so the column of whole seconds is the time.
        if position > 0, isPart(position, of: position - 1, head) {
            return [time(position - 1, "s"), added(position, "ns")]
        }
        guard first.unit == "s", position + 1 < head.names.count else { return [first] }
        // Nanoseconds behind a column of whole Unix seconds, as ROS prints a stamp.
        return isPart(position + 1, of: position, head) ? [first, added(position + 1, "ns")] : [first]
    }

    /// Whether a column has the nanoseconds to the whole Unix seconds of another one.
    private static func isPart(_ position: Int, of other: Int, _ head: TableHead) -> Bool {
        let (seconds, parts) = (head.longNumbers(other), head.longNumbers(position))
        return !seconds.isEmpty && seconds.allSatisfy { $0 == $0.rounded() && TimeColumn.isUnix($0, 9) }
            && TimeSupplement.isWithinSecond(parts, 0) && (parts.max() ?? 0) > 1e6
    }

    private static func unit(_ clock: TableClock) -> String? {
        switch clock {
        case .days: "days"
        case .ticks: "100ns"
        case .wallClock, .unpaddedWallClock: "date"
        default: TimeUnit.name(clock)
        }
    }

    // MARK: Columns of readings

    /// Whether a column may be an axis, by its numbers and its name.
    private static func isReading(_ position: Int, _ head: TableHead) -> Bool {
        let name = head.names[position]
        guard head.profile(position).isReading else { return false }
        let isAngle = HeaderWords(name, endAtCapitals: true).words.contains { Lexicon.isWord($0, .angle) }
        return name.isEmpty || !(ColumnAliases.isAuxiliary(name) && ColumnName(name).axis == nil) && !isAngle
    }

    private static func hasUnit(_ name: String, _ sensor: SensorKind) -> Bool {
        SensorColumns.unit(inName: name, of: sensor) != nil
    }

    // MARK: Triples

    private typealias Triple = (sensor: SensorKind, positions: [Int])

    /// The sensors of columns whose names differ in one letter only: x, y, z.
    private static func byName(
        _ head: TableHead, _ used: Set<Int>, _ candidates: [Int], _ named: SensorKind?
    ) -> [Triple] {
        let known = SensorColumns(head.names, ignoring: used).channels.filter { LogUnit.Quantity(of: $0.sensor) != nil }
        if !known.isEmpty { return known.map { ($0.sensor, $0.columns) } }
        // No other readings may be between them, but clocks may.
        let triples = AxisTriple.all(head.names, among: candidates).filter { triple in
            let places = triple.positions.compactMap(candidates.firstIndex)
            let names = Set(triple.positions.map { head.names[$0].lowercased() })
            return places.areNeighbours && head.names.count { names.contains($0.lowercased()) } == 3
        }
        // Triples of one name are of several devices: the first one's.
        let isOne = Set(triples.map { $0.words.filter { Int($0) == nil } }).count == 1
        let isOnly = isOne && candidates.count == 3 * triples.count
        let found = (isOne ? triples.prefix(1) : triples[...]).compactMap { triple -> Triple? in
            let positions = triple.positions
            let hints = Lexicon.hints(triple.words).filter { LogUnit.Quantity(of: $0.key) != nil }
            let sensor =
                hints.max { $0.value < $1.value }?.key ?? (isOne ? head.sensor(in: positions, named: named) : nil)
                ?? ColumnName(head.names[positions[0]]).unit.flatMap(LogUnit.quantity)?.sensor
                ?? head.probableSensor(in: positions, isOnly: isOnly).flatMap { sensor in
                    let isKnown = isOnly && sensor != .gyroscope || head.unit(of: sensor, in: positions) != nil
                    return isKnown ? sensor : nil
                }
            return sensor.map { ($0, positions) }
        }
        return Set(found.map(\.sensor)).count == found.count ? found : []
    }
}
