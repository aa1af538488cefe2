import Recordings
import Vocabulary

/// A sensor's own clock beside the arrival times of its readings.
extension TimeColumn {
    /// The name of a sensor's own clock beside the arrival times of its readings: another time column with its unit and
    /// the same span, whose stamps all differ where arrival times repeat. One for all tables of a log; `nil` where
    /// there is none.
    static func sensorClock(_ heads: [TableHead]) -> String? {
        let tables = heads.compactMap { head in (try? TimeColumn(head, place: "")).map { (head: head, time: $0) } }
        let names = Set(tables.compactMap { finer($0.time, $0.head) })
        guard let name = names.first, names.count == 1, tables.allSatisfy({ $0.head.names.contains(name) }) else {
            return nil
        }
        return name
    }

    private static func finer(_ time: TimeColumn, _ head: TableHead) -> String? {
        guard let stamps = time.seconds(head), zip(stamps, stamps.dropFirst()).contains(where: { $0 == $1 }) else {
            return nil
        }
        // Whole seconds are rounded, and are not the arrival of a block.
        var isOfBlocks = stamps.contains { $0 != $0.rounded() }
        if case .wallClock = time.clock { isOfBlocks = true }
        return head.names.indices.first { position in
            let (stem, unit) = joined(head.names[position])
            guard position != time.position, let unit, isName(stem) else { return false }
            let others = head.longNumbers(position).map { seconds($0, unit) }
            return others.count == stamps.count && zip(others, others.dropFirst()).allSatisfy { $0 < $1 }
                && isFiner(others, stamps, isOfBlocks)
        }.map { head.names[$0] }
    }

    /// Whether distinct times are a finer clock than repeating stamps: they have their span, within a twentieth, within
    /// two of the blocks that share a stamp, or within a factor of two where they are even and the stamps are not.
    private static func isFiner(_ times: [Double], _ stamps: [Double], _ isOfBlocks: Bool) -> Bool {
        let changes = stamps.indices.dropFirst().filter { stamps[$0] != stamps[$0 - 1] }
        func span(_ numbers: [Double]) -> Double { (numbers.last ?? 0) - (numbers.first ?? 0) }
        let wanted = span(stamps)
        if (0.5 * wanted...2 * wanted).contains(span(times)), isEven(times), !isEven(stamps) { return true }
        if (span(times) - wanted).magnitude <= 0.05 * wanted { return true }
        // Most rows share the stamp of their block.
        guard isOfBlocks, 4 * changes.count < stamps.count,
            let rate = Percentile.upperMedian(zip(times.dropFirst(), times).map { 1 / ($0 - $1) }),
            rates.contains(rate)
        else { return false }
        let block = Double(stamps.count) / Double(changes.count + 1) / rate
        return (span(times) - wanted).magnitude <= 2 * block
    }

    /// Whether most steps are near the median one, as a sensor's are; those of arrivals are 0 or a block's.
    private static func isEven(_ times: [Double]) -> Bool {
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }
        guard steps.count > 4, let median = Percentile.upperMedian(steps), median > 0 else { return false }
        return 2 * steps.count { ($0 - median).magnitude <= 0.5 * median } > steps.count
    }

    /// The times of the rows that were read ahead, seconds; `nil` for a clock of several columns, of days or of
    /// minutes.
    func seconds(_ head: TableHead) -> [Double]? {
        guard supplement == nil else { return nil }
        switch clock {
        case .decimal(let exponent): return head.longNumbers(position).map { Self.seconds($0, exponent) }
        case .wallClock:
            return head.longColumn(position).compactMap { WallClockText.clock($0).map { Double($0.time) * 1e-9 } }
        default: return nil
        }
    }
}

/// A clock that the user gives (`--columns`).
extension TimeColumn {
    /// The column that the user gives.
    /// - Parameter supplement: the column that is added to it.
    /// - Throws: `SensorLabError` (bad data) where its unit is unknown.
    init(
        _ given: ColumnMapping.Column, at position: Int, _ supplement: TimeSupplement?, _ head: TableHead, place: String
    ) throws {
        // The name by which unit and numbers are judged.
        var names = Array(repeating: "", count: head.names.count)
        let mapped = given.unit.flatMap(MappedClock.init)?.clock
        let isDate = mapped == .wallClock(period: nil)
        names[position] = CanonicalColumns.time + (isDate ? "" : given.unit.map { " (\($0))" } ?? "")
        if let supplement, supplement.part == .day { names[supplement.position] = "date" }
        var judged = head.renamed(names)
        judged.clock = nil
        let column = try TimeColumn(judged, place: place)
        var clock = column?.clock ?? .decimal(exponent: 9)
        // The first day depends on the numbers.
        if case .days = clock, mapped == .days(epoch: 0) {
        } else if case .ticks = clock, mapped == .ticks(epoch: 0) {
        } else if let mapped, !isDate {
            clock = mapped
        }
        if isDate, case .decimal = clock { clock = .wallClock(period: nil) }
        self.init(
            position, clock, isUnix: column?.isUnix ?? false,
            by: mapped == nil ? column?.by ?? "no unit in the log" : "--columns", supplement: supplement,
            day: column?.day, assumed: mapped == nil ? column?.assumed : nil)
        isGiven = mapped != nil
    }

    /// The column that `head.clock` names; `nil` where the user gives none.
    static func given(_ head: TableHead, _ place: String) throws -> TimeColumn? {
        guard let given = head.clock else { return nil }
        func missing(_ role: String) -> SensorLabError {
            SensorLabError(
                .usage, code: .badMapping, place: place, message: "--columns \(role): there is no such column",
                advice: "there are \(HeaderLine.shown(head.names.joined(separator: ", ")))")
        }
        guard let position = given.time.position(in: head.names) else { throw missing("t") }
        let added = try given.added.flatMap { added -> TimeSupplement? in
            guard let position = added.position(in: head.names) else { throw missing("t+") }
            return added.supplement.map { TimeSupplement(position: position, part: $0) }
        }
        return try TimeColumn(given.time, at: position, added, head, place: place)
    }
}

/// A log's description of its clock.
extension TimeColumn {
    /// Notes the clock of a log.
    func describe(in log: inout RawLog) {
        log.assumedClock = log.assumedClock ?? assumed
        log.isClockGiven = log.isClockGiven || isGiven
        describe(in: &log.recording.metadata)
    }

    private func describe(in metadata: inout RecordingMetadata) {
        metadata.unixSecondsAtZero = isUnix ? 0 : unixSecondsAtZero ?? metadata.unixSecondsAtZero
        // Without a time zone the day is uncertain by one.
        metadata.date = metadata.date ?? day
        metadata.clock = metadata.clock ?? text
    }

    /// The clock as text for reports.
    private var text: String {
        let unit =
            switch clock {
            case .decimal(exponent: 9), .unpaddedSeconds: "seconds"
            case .decimal(exponent: 6): "milliseconds"
            case .decimal(exponent: 3): "microseconds"
            case .decimal(exponent: 0): "nanoseconds"
            case .decimal(let exponent): "units of \(MappedClock.name(exponent: exponent))"
            case .ticks: "units of 100 ns"
            case .long: "units of \(TimeUnit.name(clock) ?? "")"
            case .days: "days"
            default: "wall-clock time"
            }
        return "\(unit)\(isUnix ? " since 1970" : "") (\(by))"
    }
}
