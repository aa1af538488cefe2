import Recordings
import Vocabulary

/// The column of a table that holds the time, and its unit: from the header, else from the numbers.
struct TimeColumn {
    let position: Int
    let clock: TableClock
    /// A second column of the time.
    private(set) var supplement: TimeSupplement?
    /// Nanosecond 0 is 1970-01-01T00:00:00Z.
    let isUnix: Bool
    /// Unix seconds at nanosecond 0, from another time column; `nil` without one.
    private(set) var unixSecondsAtZero: Double?
    /// How the unit was decided, as text for reports.
    let by: String
    /// The day of the first row, as the log has it; `nil` where its times are no dates.
    private(set) var day: CalendarDate?
    /// Evidence for the unit, where it may be wrong.
    private(set) var assumed: AssumedClock?
    /// Whether the user gives the unit.
    var isGiven = false

    /// Names of time columns, preferred ones first.
    static let stems = Lexicon.names(.time)
    /// The exponent of a unit of 10^exponent nanoseconds; `nil` for text that is no unit of time.
    static func exponent(ofUnit text: String) -> Int? {
        switch TimeUnit.clocks[text] {
        case .decimal(let exponent): exponent
        // Ticks alone may be of any clock.
        case .ticks: text == "100ns" ? 2 : nil
        default: nil
        }
    }

    /// - Parameters:
    ///   - shared: the unit of the log's other tables, for a column without one: 10^exponent nanoseconds.
    ///   - preferred: the name of the column that `sensorClock` found.
    /// - Throws: `SensorLabError` (bad data) where the unit of the time column is unknown.
    init?(_ head: TableHead, place: String, shared: Int? = nil, preferred: String? = nil) throws {
        guard let found = try Self.found(head, place, shared, preferred) else { return nil }
        self = found
    }

    init(
        _ position: Int, _ clock: TableClock, isUnix: Bool, by: String, supplement: TimeSupplement? = nil,
        day: CalendarDate? = nil, assumed: AssumedClock? = nil
    ) {
        (self.position, self.clock, self.isUnix, self.by) = (position, clock, isUnix, by)
        (self.supplement, self.day, self.assumed) = (supplement, day, assumed)
    }

    private static func found(
        _ head: TableHead, _ place: String, _ shared: Int?, _ preferred: String?
    ) throws -> TimeColumn? {
        if let given = try given(head, place) { return given }
        if let preferred, let position = head.names.firstIndex(of: preferred),
            let exponent = joined(preferred).exponent
        {
            var column = TimeColumn(
                position, .decimal(exponent: exponent), isUnix: isUnix(head.numbers(position).last ?? 0, exponent),
                by: "the header \"\(preferred)\"; the other time column has repeated stamps")
            if let arrival = try TimeColumn(head, place: place, shared: shared) {
                column.day = arrival.day
                if arrival.isUnix, let times = arrival.seconds(head) {
                    // The reading with the least delay.
                    column.unixSecondsAtZero = zip(times, head.longNumbers(position)).map {
                        $0 - seconds($1, exponent)
                    }.min()
                }
            }
            return column
        }
        if let (position, supplement) = TimeSupplement.seconds(head) {
            return TimeColumn(
                position, .decimal(exponent: 9), isUnix: isUnix(head.numbers(position).last ?? 0, 9),
                by: "the headers \"\(head.names[position])\" and \"\(head.names[supplement.position])\"",
                supplement: supplement)
        }
        let named = named(head)
        if let (position, stem) = named.first(where: { isClock($0.position, head) })
            ?? (wallClock(head) == nil ? named.first { isPlain($0.stem, head.names[$0.position]) } : nil)
        {
            return try ofName(head, position, stem, place, shared)
        }
        return wallClock(head).map { ofText(head, $0.position, $0.first, isNamed: false) }
    }

    /// A column with the name of a time.
    private static func ofName(
        _ head: TableHead, _ position: Int, _ stem: String, _ place: String, _ shared: Int?
    ) throws -> TimeColumn {
        let first = head.numbers(position)
        // Blocks of rows may share a stamp.
        let numbers = repeats(first) ? head.longNumbers(position) : first
        if numbers.isEmpty || head.longColumn(position).allSatisfy(WallClockText.isDigitsOfADate),
            let reading = head.firstRow.flatMap({ $0.count > position ? WallClockText.clock($0[position]) : nil })
        {
            return ofText(head, position, reading, isNamed: true)
        }
        let (name, last) = (head.names[position], numbers.last ?? 0)
        let header = "the header \"\(name)\""
        if let seconds = TimeUnit.longSeconds(inName: name) {
            return TimeColumn(position, .long(seconds: seconds), isUnix: false, by: header)
        }
        let stated = joined(name).exponent ?? (stem == "milliseconds" || stem == "millis" ? 6 : nil)
        if stated == 2 {
            let epoch = TickCount.epoch(of: last)
            return TimeColumn(position, .ticks(epoch: epoch ?? 0), isUnix: epoch != nil, by: header)
        }
        if stated == nil, let ticks = TickCount.dates(numbers, step: medianStep(numbers)) {
            return TimeColumn(position, .ticks(epoch: ticks.epoch), isUnix: true, by: ticks.text)
        }
        if stated == nil, let days = DayCount(numbers, isStated: DayCount.isStated(name)) {
            return TimeColumn(position, .days(epoch: days.epoch), isUnix: false, by: days.text, day: days.day)
        }
        guard
            let (exponent, reason) = stated.map({ ($0, header) })
                ?? shared.map({ ($0, "the unit of the log's other tables") }) ?? Self.exponent(numbers)
        else {
            guard !isCount(numbers) else {
                throw SensorLabError(
                    .badData, code: .unknownTimeUnit, place: place,
                    message:
                        "the column \"\(name)\" counts the rows (\(numbers.prefix(3).map { Int(clamping: $0) })...), "
                        + "expected a time", advice: "give the rows' rate: --assume rate=HZ")
            }
            throw unknownUnit(name, numbers, place)
        }
        let isUnix = Self.isUnix(last, exponent)
        let isUnpadded = exponent == 9 && UnpaddedSeconds.fits(head.longColumn(position))
        let fractions = "its fractions are whole microseconds: as decimals the time would step back"
        let isAssumed = !isUnpadded && (stated != nil || shared == nil && !isUnix)
        return TimeColumn(
            position, isUnpadded ? .unpaddedSeconds : .decimal(exponent: exponent), isUnix: isUnix,
            by: !isUnpadded ? reason : stated == nil ? fractions : "\(header); \(fractions)",
            assumed: isAssumed ? AssumedClock(name, numbers, exponent, isStated: stated != nil) : nil)
    }

    /// A column of dates or times of day, with the column of dates beside it.
    /// - Parameter isNamed: it has the name of a time; a date before 1970 there is that of a clock that was not set.
    private static func ofText(
        _ head: TableHead, _ position: Int, _ first: WallClockText.Reading, isNamed: Bool
    ) -> TimeColumn {
        let beside =
            first.period == LogTime.nanosecondsPerDay ? TimeSupplement.day(head, beside: position) : nil
        let period = beside == nil ? first.period : nil
        let days = Int(first.time / LogTime.nanosecondsPerDay)
        let isDate = first.period == nil && (days > 0 || !isNamed)
        let by =
            switch first.period {
            case nil: "dates"
            case LogTime.nanosecondsPerDay?: beside == nil ? "times of day" : "dates and times of day"
            default: "minutes and seconds"
            }
        return TimeColumn(
            position,
            UnpaddedMilliseconds.fits(head.longColumn(position))
                ? .unpaddedWallClock(period: period) : .wallClock(period: period),
            isUnix: first.hasZone, by: "\(by) in the rows", supplement: beside?.supplement,
            day: beside?.first ?? (isDate ? CalendarDate(daysSince1970: days) : nil))
    }

    // MARK: Which column

    /// The columns with the name of a time, preferred ones first; last those of one word that ends in `time`, such as
    /// `Chiptime`, and those with a unit of time in brackets, such as `Zeit (s)`.
    private static func named(_ head: TableHead) -> [(position: Int, stem: String)] {
        let columns = head.names.map(split)
        var found = stems.flatMap { stem -> [(position: Int, stem: String)] in
            let own = columns.indices.filter { columns[$0].stem == stem }.map { (position: $0, stem: stem) }
            // One word with its unit, `TimeUS`; a `T` beside it is a temperature.
            guard stem == "t" else { return own }
            let joined = head.names.map(joined)
            let time = joined.firstIndex { $0.stem == "time" && $0.exponent != nil }
            return (time.map { [($0, "time")] } ?? []) + own
        }
        found += columns.indices.filter { position in
            let stem = columns[position].stem
            return !stems.contains(stem) && stem.hasSuffix("time") && !stem.contains(" ")
        }.map { ($0, columns[$0].stem) }
        // Several words of a time: `unix_timestamp`, `log_time`.
        found += columns.indices.filter { position in
            !stems.contains(columns[position].stem) && isName(columns[position].stem)
                && !found.contains { $0.position == position }
        }.map { ($0, columns[$0].stem) }
        found += columns.indices.filter { position in
            ColumnName(head.names[position]).unit.flatMap { Self.exponent(ofUnit: $0.lowercased()) } != nil
                && !found.contains { $0.position == position }
        }.map { ($0, "") }
        return found
    }

    /// Whether a stem is the name of a time, with words for the owner of its clock or without: `t host`.
    static func isName(_ stem: String) -> Bool {
        let words = stem.split(separator: " ")
        return stems.contains(stem)
            || words.contains { Lexicon.isWord($0, .time, .ofTime) }
                && words.allSatisfy { Lexicon.isWord($0, .time, .ofTime, .clockOwner) }
    }

    /// Whether the cells of a column with a time's name are a clock's: dates or times of day, or numbers that rise. A
    /// `t`, which may be a temperature, must have no other unit, and no repeated numbers if another column can be the
    /// time or the name is a capital letter.
    private static func isClock(_ position: Int, _ head: TableHead) -> Bool {
        let name = head.names[position]
        let (stem, exponent) = joined(name)
        let numbers = head.numbers(position)
        guard !numbers.isEmpty else {
            return head.firstRow.map { position < $0.count && WallClockText.clock($0[position]) != nil } == true
        }
        // A date alone is no clock.
        if stem == "date" { return DayCount(numbers, isStated: false) != nil }
        let long = head.longNumbers(position)
        guard mostlyRises(long) else { return false }
        guard stem == "t", exponent == nil else { return true }
        if let unit = ColumnName(name).unit, !DayCount.isStated(name), Self.exponent(ofUnit: unit.lowercased()) == nil {
            return false
        }
        let isAlone = wallClock(head) == nil && !head.names.contains { split($0).stem.hasSuffix("time") }
        return name.hasPrefix("t") && isAlone || 2 * Set(long).count > long.count
    }

    /// Whether a name is a time's whatever its numbers are, since those of a damaged log may not rise.
    private static func isPlain(_ stem: String, _ name: String) -> Bool {
        stems.contains(stem) && stem != "date" && (stem != "t" || joined(name).exponent != nil)
    }

    /// Whether numbers rise but for a few steps back, as in a damaged log; two or fewer numbers prove nothing.
    private static func mostlyRises(_ numbers: [Double]) -> Bool {
        guard numbers.count > 2 else { return true }
        let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
        return steps.count { $0 > 0 } > 9 * steps.count { $0 < 0 }
    }

    /// The only column of times of day under a meaningless name.
    private static func wallClock(_ head: TableHead) -> (position: Int, first: WallClockText.Reading)? {
        let found = head.names.indices.compactMap { position -> (position: Int, first: WallClockText.Reading)? in
            head.wallClock(position).map { (position, $0) }
        }
        guard let only = found.first, found.count == 1, only.first.period != LogTime.nanosecondsPerDay / 24 else {
            return nil
        }
        return only
    }

    /// The error for a column whose numbers fit several units, or none.
    private static func unknownUnit(_ name: String, _ numbers: [Double], _ place: String) -> SensorLabError {
        let step = rowStep(numbers) ?? 1
        let readings = exponents(step: step).map { exponent in
            let rate = (1...(9 - exponent)).reduce(1 / step) { rate, _ in rate * 10 }
            return (unit: MappedClock.name(exponent: exponent), rate: MagnitudeEvidence.shown(rate))
        }
        let found = readings.map { "\($0.rate) Hz in \($0.unit)" }.joined(separator: " or ")
        return SensorLabError(
            .badData, code: .unknownTimeUnit, place: place,
            message: readings.isEmpty
                ? "found the time column \"\(name)\" with the numbers \(numbers.prefix(3).map { "\($0)" }.joined(separator: ", ")); their "
                    + "steps of \(MagnitudeEvidence.shown(step)) fit a sensor's interval in no unit, expected a unit, such as \"\(name) (s)\""
                : "the time column \"\(name)\" has no unit, and its steps of \(MagnitudeEvidence.shown(step)) mean \(found)",
            advice: readings.isEmpty
                ? "write the unit into the header, or give the rows' rate: --assume rate=HZ"
                : "write it into the header, \(readings.map { "\"\(name) (\($0.unit))\"" }.joined(separator: " or ")), or give the rows' "
                    + "rate: --assume rate=HZ")
    }

    /// Whether a number is a Unix time of the years 2001 to 2096.
    static func isUnix(_ number: Double, _ exponent: Int) -> Bool { (1e9...4e9).contains(seconds(number, exponent)) }

    /// Seconds, from a number in units of 10^exponent nanoseconds.
    static func seconds(_ number: Double, _ exponent: Int) -> Double {
        (exponent..<9).reduce(number) { seconds, _ in seconds / 10 }
    }

    /// The common part of time columns of one kind: the name, without a sensor's words and the number of a copy, and
    /// the unit; `nil` for every other name. With a unit of time in parentheses or brackets any name is a time's.
    static func kind(_ name: String) -> String? {
        let name = withoutCopyNumber(name)
        let (stem, exponent) = joined(name)
        let words = stem.split(separator: " ").filter { ColumnAliases.meaning(of: String($0)) == nil || $0 == "t" }
        let plain = words.joined(separator: " ")
        guard stems.contains(plain) || ColumnName(name).unit.flatMap({ Self.exponent(ofUnit: $0.lowercased()) }) != nil,
            plain != "date"
        else { return nil }
        return "\(plain) \(exponent.map(String.init) ?? "")"
    }

    /// The name of a time column, or an equivalent for names that only `kind` knows: `time (s)` for `X[s]`.
    static func plainName(_ name: String) -> String {
        let name = withoutCopyNumber(name)
        if stems.contains(split(name).stem) { return name }
        return "time" + (statedExponent(name).map { " (\(MappedClock.name(exponent: $0)))" } ?? "")
    }

    /// `Time (s).1` without the number that some programs give to copies of a name.
    static func withoutCopyNumber(_ name: String) -> String {
        guard let point = name.lastIndex(of: "."), point != name.startIndex, let end = name[..<point].last,
            end == ")" || end == "]",
            case let digits = name[name.index(after: point)...], !digits.isEmpty, digits.allSatisfy(\.isNumber)
        else { return name }
        return String(name[..<point])
    }

    /// The unit in a column's name, in parentheses or brackets, or as the last word; `nil` unless it is one of time.
    static func statedExponent(_ name: String) -> Int? {
        ColumnName(name).unit.flatMap { Self.exponent(ofUnit: $0.lowercased()) } ?? joined(name).exponent
    }

    /// Name and unit, in one word too: `TimeUS`, `timeNanos`.
    static func joined(_ name: String) -> (stem: String, exponent: Int?) {
        let plain = split(name)
        return plain.exponent == nil ? split(ColumnName(name).stem) : plain
    }

    private static func split(_ name: String) -> (stem: String, exponent: Int?) {
        // `µs` with either micro sign.
        var words = HeaderWords(name).words.map { $0.hasPrefix("µ") || $0.hasPrefix("μ") ? "u" + $0.dropFirst() : $0 }
        if words.count > 1, case let last = words[words.count - 1],
            DayCount.isStated(last) || TimeUnit.longSeconds(inName: "in " + last) != nil
        {
            return (words.dropLast().joined(separator: " "), nil)
        }
        // A unit alone, such as `ms`, is a time; `s` may be something else.
        if words.count == 1, let exponent = Self.exponent(ofUnit: words[0]), words[0] != "s", !words[0].hasPrefix("sec")
        {
            return ("time", exponent)
        }
        // The number of a copy.
        if words.count > 1, words[words.count - 1].allSatisfy(\.isNumber) { words.removeLast() }
        // Words for the owner of the clock are ignored.
        if words.count > 1, Lexicon.isWord(words[0], .clockOwner) { words.removeFirst() }
        guard let last = words.last, words.count > 1, let exponent = Self.exponent(ofUnit: last) else {
            return (words.joined(separator: " "), nil)
        }
        words.removeLast()
        if words.last == "in" { words.removeLast() }
        return (words.joined(separator: " "), exponent)
    }

    /// Rates of sensors, hertz.
    static let rates = 0.4...2500.0

    /// The units of time that give a sensor's rate, coarsest first.
    static func exponents(step: Double) -> [Int] {
        [(9, 1.0), (6, 1e3), (3, 1e6), (0, 1e9)].filter { rates.contains($0.1 / step) }.map(\.0)
    }

    /// The unit of a column without one, 10^exponent nanoseconds, and why; `nil` where the numbers leave several.
    ///
    /// The steps decide: they are a sensor's interval in one unit only, or in two of them near 1 and 1000 Hz. Then it
    /// is the unit in which the numbers are Unix times, or seconds. The size of the numbers says little: nanoseconds
    /// since a phone's start look like another phone's microseconds.
    static func exponent(_ numbers: [Double]) -> (exponent: Int, reason: String)? {
        guard let last = numbers.last, let step = rowStep(numbers) else { return (9, "no unit in the log") }
        let reason = "the steps of its numbers, \(MagnitudeEvidence.shown(step))"
        // Where rows share stamps, the stamps come at a sensor's rate too.
        let stamps = medianStep(numbers).map(exponents) ?? []
        let both = exponents(step: step).filter(stamps.contains)
        let candidates = both.isEmpty ? stamps : both
        if candidates.count == 1 { return (candidates[0], reason) }
        if let unix = (candidates.isEmpty ? [9, 6, 3, 0] : candidates).first(where: { isUnix(last, $0) }) {
            return (unix, "the size of its numbers, Unix times")
        }
        guard let coarse = candidates.first else { return nil }
        guard coarse == 9 else { return candidates.count > 1 ? nil : (coarse, reason) }
        if step < 1 { return (9, reason) }
        if isCount(numbers) { return nil }
        return (step < 1.6 && numbers.contains { $0 != $0.rounded() } ? 9 : 6, reason)
    }

    /// The common unit of a log's tables without one in the header: that of the fastest table that decides it.
    static func sharedExponent(_ heads: [TableHead]) -> Int? {
        let steps = heads.compactMap { head -> Double? in
            guard let column = try? TimeColumn(head, place: ""), case .decimal = column.clock,
                split(head.names[column.position]).exponent == nil
            else { return nil }
            return medianStep(head.numbers(column.position))
        }
        guard heads.count > 1 else { return nil }
        return steps.sorted().lazy.map(exponents).first { $0.count == 1 }?.first
    }
}
