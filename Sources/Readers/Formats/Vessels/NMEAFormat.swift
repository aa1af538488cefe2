import Recordings
import Vocabulary

/// NMEA 0183: a log of sentences, bare or behind a time (`NMEASentence`), as OpenCPN's VDR plugin and Signal K's data
/// logger write them.
///
/// Headings are of HDG, HDM, HDT and VHW, fixes of RMC, GGA and VTG, times of RMC, ZDA and GGA. Sentences with a wrong
/// checksum are counted and left out; so are those without one in a log that has checksums.
enum NMEAFormat: RecordingFormat {
    static let name = "NMEA 0183"
    static let hasUnits = true

    private static let wanted: Set = ["RMC", "GGA", "VTG", "HDG", "HDM", "HDT", "VHW"]

    static func recognises(_ input: LogInput) -> Bool {
        let lines = input.firstLines.filter { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#") }
        var (sentences, found) = (0, false)
        for line in lines {
            switch NMEASentence.read(line) {
            case .sentence(let sentence):
                sentences += 1
                found = found || wanted.contains(sentence.type)
            case .wrongChecksum: sentences += 1
            case .other: sentences += line.contains("!AIVDM") || line.contains("!AIVDO") || line.contains("$P") ? 1 : 0
            }
        }
        return found && 2 * sentences >= lines.count
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        var sentences = SentenceLog()
        while try lines.hasLine() {
            let number = lines.lineNumber
            let isWhole = !lines.unterminated
            guard let text = try lines.nextLine() else { break }
            sentences.add(text, line: number, isWhole: isWhole)
        }
        var log = RawLog()
        try sentences.finish(lines, options, into: &log)
        return try log.settled(name: input.name, options)
    }
}

/// The sentences of a log in their order, until all times are known.
private struct SentenceLog {
    private struct Entry {
        var reading: VesselReading
        var source: String
        var line: Int
        /// Of what is in front of the line.
        var stamp: Int64?
        /// The epoch that the sentence itself states.
        var epoch: Int?
    }

    private var entries: [Entry] = []
    private var clock = SentenceClock()
    private var (wrong, unreadable) = (Finding(), Finding())
    private var hasChecksums = false
    private var withoutChecksum = Finding()

    mutating func add(_ text: String, line: Int, isWhole: Bool) {
        switch NMEASentence.read(text) {
        case .other: return
        case .wrongChecksum: wrong.add(line: line)
        case .sentence(let sentence):
            if sentence.hasChecksum {
                hasChecksums = true
            } else if hasChecksums || !isWhole {
                // Its end is missing.
                return withoutChecksum.add(line: line)
            }
            let epoch = clock.epoch(of: sentence, line: line)
            guard let readings = Self.readings(of: sentence) else { return unreadable.add(line: line) }
            let instrument = sentence.source.map { $0 + "/" } ?? ""
            for reading in readings {
                var source = instrument + sentence.talker
                if case .fix = reading {} else { source += sentence.type }
                // Course and speed of VTG are of the last epoch.
                let isTimed = if case .fix = reading { true } else { false }
                entries.append(
                    Entry(
                        reading: reading, source: source, line: line, stamp: sentence.stamp,
                        epoch: isTimed ? epoch ?? clock.last : nil))
            }
        }
    }

    mutating func finish(_ lines: LineReader, _ options: ReadOptions, into log: inout RawLog) throws {
        let stamped = entries.count { $0.stamp != nil }
        let usesStamps = 2 * stamped > entries.count
        let times = clock.times()
        guard usesStamps || !times.isEmpty else {
            throw lines.error(
                .noTimeColumn, "found no time, neither in sentences RMC, ZDA or GGA nor in front of the lines",
                "record RMC too, or with a program that writes a time in front of each sentence")
        }
        var readings = VesselReadings { ["GP", "GN", "GL", "GA", "GB", "HE"].contains($0.suffix(5).prefix(2)) }
        // An epoch's sentences are one fix, of the time in front of the first one.
        var arrivals: [Int: Int64] = [:]
        for entry in entries {
            if let epoch = entry.epoch, let stamp = entry.stamp, arrivals[epoch] == nil { arrivals[epoch] = stamp }
        }
        for entry in entries {
            let time =
                usesStamps
                ? entry.epoch.flatMap { arrivals[$0] } ?? entry.stamp
                : entry.epoch.map { times[$0] } ?? clock.time(ofLine: entry.line, times)
            guard let time else {
                unreadable.add(line: entry.line)
                continue
            }
            readings.add(entry.reading, of: entry.source, at: time, line: entry.line)
        }
        if usesStamps || clock.hasDate { log.recording.metadata.unixSecondsAtZero = 0 }
        log.recording.metadata.clock =
            usesStamps
            ? "the times in front of the sentences"
            : "UTC of RMC, ZDA and GGA; other sentences lie evenly between them"
        try readings.finish(lines.source, options, unreadable: unreadable, into: &log)
        for (finding, what) in [(wrong, "with a wrong checksum"), (withoutChecksum, "without their checksum")]
        where finding.count > 0 {
            log.warn(
                .damagedMessages, place: lines.source.name,
                "\(finding.count) sentence(s) \(what) (first at line \(finding.line)) are left out")
        }
    }

    private static let metresPerSecond = 1852.0 / 3600

    /// The readings of a sentence: none of an empty one or of a type that is not read, `nil` where it cannot be read.
    private static func readings(of sentence: NMEASentence) -> [VesselReading]? {
        switch sentence.type {
        case "HDG":
            guard let heading = sentence.number(0) else { return sentence.text(0).isEmpty ? [] : nil }
            return [
                sentence.signed(1, positive: "E", negative: "W").map { VesselReading.deviation($0) },
                sentence.signed(3, positive: "E", negative: "W").map { .variation($0) }, .heading(heading, .compass),
            ].compactMap { $0 }
        case "HDM": return heading(sentence, 0, .magnetic)
        case "HDT": return heading(sentence, 0, .trueNorth)
        case "VHW": return heading(sentence, 2, .magnetic)
        case "RMC":
            // Void: the receiver has no fix.
            guard sentence.text(1) == "A" else { return [] }
            var fix = VesselFix()
            guard place(sentence, 2, &fix) else { return nil }
            fix.speed = sentence.number(6).map { $0 * metresPerSecond } ?? .nan
            fix.course = sentence.number(7) ?? .nan
            return [
                sentence.signed(9, positive: "E", negative: "W").map { VesselReading.variation($0) }, .fix(fix),
            ].compactMap { $0 }
        case "GGA":
            guard let quality = sentence.number(5), quality > 0 else { return [] }
            var fix = VesselFix()
            guard place(sentence, 1, &fix) else { return nil }
            // Above the ellipsoid, where the separation of the geoid is there.
            fix.height = (sentence.number(8) ?? .nan) + (sentence.number(10) ?? 0)
            return [.fix(fix)]
        case "VTG":
            // Before version 2.3 the sentence had no letters: true, magnetic, knots, km/h.
            let hasLetters = sentence.text(1) == "T"
            guard let speed = sentence.number(hasLetters ? 4 : 2) else { return [] }
            return [.fix(VesselFix(speed: speed * metresPerSecond, course: sentence.number(0) ?? .nan))]
        default: return []
        }
    }

    private static func heading(_ sentence: NMEASentence, _ field: Int, _ kind: VesselHeading) -> [VesselReading]? {
        guard let degrees = sentence.number(field) else { return sentence.text(field).isEmpty ? [] : nil }
        return [.heading(degrees, kind)]
    }

    private static func place(_ sentence: NMEASentence, _ field: Int, _ fix: inout VesselFix) -> Bool {
        guard let latitude = sentence.angle(field, positive: "N", negative: "S"),
            let longitude = sentence.angle(field + 2, positive: "E", negative: "W")
        else { return false }
        (fix.latitude, fix.longitude) = (latitude, longitude)
        return true
    }
}

/// The clock of a log of sentences: epochs that receivers state, between which other sentences lie evenly.
private struct SentenceClock {
    private var epochs: [(line: Int, timeOfDay: Int64, day: Int64?)] = []
    private(set) var hasDate = false

    /// The last epoch.
    var last: Int? { epochs.indices.last }

    /// The epoch that a sentence states; `nil` for one without a time.
    mutating func epoch(of sentence: NMEASentence, line: Int) -> Int? {
        guard ["RMC", "GGA", "ZDA"].contains(sentence.type), let time = sentence.timeOfDay(0) else { return nil }
        var day: Int64?
        if sentence.type == "RMC" { day = sentence.day(8) }
        if sentence.type == "ZDA", let number = sentence.number(1), let month = sentence.number(2),
            let year = sentence.number(3), (1980..<2080).contains(year)
        {
            day =
                CalendarDate(year: Int(clamping: year), month: Int(clamping: month), day: Int(clamping: number))
                .map(LogInstant.daysSince1970)
        }
        hasDate = hasDate || day != nil
        if let last, epochs[last].timeOfDay == time {
            epochs[last].day = epochs[last].day ?? day
        } else {
            epochs.append((line, time, day))
        }
        return last
    }

    /// Nanoseconds since 1970 of all epochs; since midnight in a log without a date. An epoch without a date is of the
    /// day that puts it nearest to the one before it; the first ones of the day of the first date.
    func times() -> [Int64] {
        var day = epochs.lazy.compactMap(\.day).first ?? 0
        if let dated = epochs.first(where: { $0.day != nil }), let first = epochs.first,
            first.timeOfDay - dated.timeOfDay > LogTime.nanosecondsPerDay / 2
        {
            day -= 1
        }
        var result: [Int64] = []
        for epoch in epochs {
            if let own = epoch.day {
                day = own
            } else if let before = result.last {
                let step = day * LogTime.nanosecondsPerDay + epoch.timeOfDay - before
                if step < -LogTime.nanosecondsPerDay / 2 { day += 1 }
            }
            result.append(day * LogTime.nanosecondsPerDay + epoch.timeOfDay)
        }
        return result
    }

    /// The time of a line between two epochs, or before the first and behind the last one at the pace there.
    func time(ofLine line: Int, _ times: [Int64]) -> Int64? {
        guard times.count > 1 else { return times.first }
        // The first epoch behind the line.
        var (low, high) = (0, epochs.count)
        while low < high {
            let middle = (low + high) / 2
            if epochs[middle].line > line { high = middle } else { low = middle + 1 }
        }
        let next = min(max(low, 1), epochs.count - 1)
        let (a, b) = (epochs[next - 1], epochs[next])
        let (start, step) = (times[next - 1], times[next] - times[next - 1])
        // A clock that is set, and a pause in the record, have no pace.
        guard step > 0, step < 60 * LogTime.nanosecondsPerSecond else { return start }
        let share = Double(line - a.line) / Double(b.line - a.line)
        return start + Int64(clamping: (Double(step) * min(max(share, -1), 2)).rounded())
    }
}
