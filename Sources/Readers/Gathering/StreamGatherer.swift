#if os(Linux)
    import Glibc
#endif

import Recordings
import SensorModels
import Vocabulary

/// Gathers the samples of one stream, from a table or sample by sample, and counts what is left out.
///
/// While a stream of a table has a sample in every row, its stamps are those of the table, which all such streams share
/// in memory.
struct StreamGatherer<Value: Sendable> {
    /// The stream's own stamps, once it lacked a sample in a row.
    fileprivate var times: [Int64] = []
    fileprivate var values: [Value] = []
    /// Whether the stamps are those of all rows of the table so far.
    private(set) var isDense: Bool
    var damage = StreamDamage()
    private var latest = Int64.min
    /// In parts: the stamp up to which samples were taken out, and their number.
    private var released = Int64.min
    private(set) var releasedCount = 0

    /// - Parameter isDense: the stream belongs to a table and may have a sample in every row.
    init(isDense: Bool = false) { self.isDense = isDense }

    var count: Int { values.count }

    /// Adds a sample that has a stamp of its own, or counts why there is none.
    /// - Parameter isSnapshot: an equal stamp means the same sample, which is left out.
    mutating func add(_ reading: Reading<Value>, at time: Int64, line: Int, isSnapshot: Bool = false) {
        if isSnapshot, time == latest { return }
        switch reading {
        case .sample(let value): append(value, at: time, line: line)
        case .fault(let fault): damage.add(fault, line: line)
        }
    }

    /// Adds the samples of a block of a table.
    /// - Parameter stamps: those of all rows before the block, needed only while the stream is dense.
    @inline(__always)
    mutating func append<Decoder: StreamDecoder<Value>>(
        _ block: TableBlock, by decoder: Decoder, after stamps: [Int64]
    ) {
        for index in 0..<block.count {
            let row = block.row(index)
            switch decoder.reading(row) {
            case .sample(let value):
                guard let offset = decoder.offset(in: row) else {
                    endDensity(block, index, stamps)
                    continue
                }
                append(value, at: LogTime.sum(block.times[index], offset), line: block.lines[index])
            case .fault(let fault):
                endDensity(block, index, stamps)
                damage.add(fault, line: block.lines[index])
            }
        }
    }

    @inline(__always)
    private mutating func append(_ value: Value, at time: Int64, line: Int) {
        if time <= latest { note(time, line: line) }
        latest = time
        if !isDense { times.append(time) }
        values.append(value)
    }

    @inline(never)
    private mutating func note(_ time: Int64, line: Int) {
        if time < latest {
            damage.backwards.add(line: line)
        } else {
            damage.equalStamps.add(line: line)
        }
    }

    /// At the first row without a sample the stream gets stamps of its own.
    @inline(__always)
    private mutating func endDensity(_ block: TableBlock, _ index: Int, _ stamps: [Int64]) {
        guard isDense else { return }
        isDense = false
        times.reserveCapacity(values.capacity)
        times.append(contentsOf: stamps)
        times.append(contentsOf: UnsafeBufferPointer(start: block.times, count: index))
    }

    /// Samples; a quarter of an hour of the fastest sensors.
    private static var largestReserve: Int { 1 << 22 }

    /// Makes room for the samples of about `rows` rows like the `rowsSoFar` seen, unless there is room already.
    ///
    /// At most `largestReserve` samples are added at a time: the size of a file may mislead.
    /// - Parameter slack: relative margin for an inexact expectation.
    mutating func reserve(rows: Int, rowsSoFar: Int, slack: Double = 0) {
        guard rowsSoFar > 0, rows > rowsSoFar else { return }
        let expected = Double(values.count) / Double(rowsSoFar) * Double(rows)
        guard expected > Double(values.capacity) else { return }
        let samples = min(Int(clamping: expected * (1 + slack)), values.count + Self.largestReserve) + 16
        if !isDense { times.reserveInLargePages(samples) }
        values.reserveInLargePages(samples)
    }

    /// The stream in order: neighbours in the wrong order are exchanged; of what still steps back, the fewest samples
    /// are left out.
    /// - Parameter stamps: those of all rows of the table.
    mutating func finish(_ stamps: [Int64] = []) -> SampleStream<Value> {
        if isDense { times = stamps }
        if damage.backwards.count > 0 { restoreOrder() }
        defer { (times, values) = ([], []) }
        let stream = SampleStream(times: isDense ? times : times.trimmed(), values: values.trimmed())
        let within = stream.withinLimit
        damage.beyondLimit = stream.count - within.count
        return within
    }
}

extension StreamGatherer {
    /// Takes out the samples up to a stamp. Order is restored among those that wait; what comes later than that, or has
    /// a stamp before those taken out, is left out.
    mutating func release(upTo limit: Int64) -> SampleStream<Value> {
        if !isInOrder {
            keep(times.indices.filter { times[$0] >= released })
            exchangeNeighbours()
            keep(longestOrderedSubsequence(of: times))
        }
        let count = times.prefixLength { $0 <= limit }
        let stream = SampleStream(times: Array(times[..<count]), values: Array(values[..<count]))
        times.removeFirst(count)
        values.removeFirst(count)
        released = max(released, limit)
        let within = stream.withinLimit
        damage.beyondLimit += stream.count - within.count
        releasedCount += within.count
        return within
    }

    /// Whether what waits is in order, and not before what was taken out.
    private var isInOrder: Bool {
        var before = released
        return times.allSatisfy { time in
            defer { before = time }
            return time >= before
        }
    }

    private mutating func keep(_ kept: [Int]) {
        guard kept.count < times.count else { return }
        damage.outOfOrder += times.count - kept.count
        (times, values) = (kept.map { times[$0] }, kept.map { values[$0] })
    }
}

extension SampleStream {
    /// The samples with stamps within `LogTime.limit`, nearly always all of them.
    var withinLimit: SampleStream {
        guard let first = times.first, let last = times.last, first < -LogTime.limit || last > LogTime.limit else {
            return self
        }
        return clipped(to: -LogTime.limit...LogTime.limit)
    }
}

extension StreamGatherer {
    /// If more than one in this many samples would be left out, more than a few stamps are wrong.
    private static var fewLost: Int { 10 }

    fileprivate mutating func restoreOrder() {
        let written = (times: times, values: values)
        exchangeNeighbours()
        var kept = longestOrderedSubsequence(of: times)
        if (times.count - kept.count) * Self.fewLost > times.count {
            if let order = StampOrder.restored(written.times) {
                (times, values) = (order.map { written.times[$0] }, order.map { written.values[$0] })
                damage.exchanged = 0
                damage.reordered = times.count
            } else {
                takeLongestRecording()
            }
            kept = longestOrderedSubsequence(of: times)
        }
        damage.outOfOrder += times.count - kept.count
        times = kept.map { times[$0] }
        values = kept.map { values[$0] }
    }

    /// Keeps the longest of several recordings, one behind the other, whose clock restarts with each.
    private mutating func takeLongestRecording() {
        let parts = StampOrder.recordings(times)
        guard parts.count > 1 else { return }
        let longest = StampOrder.longest(parts, times)
        damage.recordings = parts.count
        damage.outOfOrder = times.count - longest.count
        (times, values) = (Array(times[longest]), Array(values[longest]))
    }

    /// Exchanges two samples where that alone puts their surroundings in order: recorders with a queue write such
    /// pairs.
    fileprivate mutating func exchangeNeighbours() {
        guard times.count > 2 else { return }
        for index in 2..<times.count where times[index] < times[index - 1] {
            guard times[index - 2] < times[index], index + 1 == times.count || times[index + 1] > times[index - 1]
            else {
                continue
            }
            times.swapAt(index - 1, index)
            values.swapAt(index - 1, index)
            damage.exchanged += 1
        }
    }
}

extension Recording {
    /// Takes over a gathered stream, and the count of what was left out of it.
    /// - Parameters:
    ///   - sensor: `nil` for `moving`.
    ///   - columns: the block's columns of the stream; none where the log is no table.
    /// - Throws: `SensorLabError` (bad data) as `DamageReport.add`.
    mutating func take<Value: RecordedValue>(
        _ stream: SampleStream<Value>, _ damage: StreamDamage, of sensor: SensorKind?, columns: [Int] = [],
        reporting report: inout DamageReport
    ) throws {
        guard let path: WritableKeyPath<Recording, SampleStream<Value>> = Self.path(of: sensor) else { return }
        try report.add(
            damage, of: sensor?.rawValue ?? CanonicalColumns.moving, samples: stream.count, columns: columns)
        // Readings that are mostly impossible are not what they are read as; the few others would pass for a sensor's.
        if damage.invalid.count > stream.count, stream.count > 0, let sensor, sensor != .location {
            lostSensors.insert(sensor)
            return
        }
        self[keyPath: path] = stream
        guard let sensor else { return }
        var counted =
            provenance[sensor] ?? StreamProvenance(unit: "", convention: "", decidedBy: "", source: "")
        counted.dropped += damage.dropped
        counted.stepsBack += damage.backwards.count
        provenance[sensor] = counted
    }
}

/// The indices of a longest subsequence that never decreases: as few of a clock's stamps as possible are left out.
///
/// One wrong stamp costs one sample, and a clock that was set back by 0.9 s costs 0.9 s of samples.
/// Patience sorting (C. Schensted, Canadian Journal of Mathematics 13, 1961; M. L. Fredman, Discrete Mathematics 11,
/// 1975): O(n log n) time, O(n) memory; O(n) time where nearly all is in order.
func longestOrderedSubsequence(of values: [Int64]) -> [Int] {
    // ends[k]: the index of the smallest value that ends an ordered subsequence of length k + 1.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
        let isInOrder = ends.last.map { values[$0] <= value } == true
        let length = isInOrder ? ends.count : ends.prefixLength { values[$0] <= value }
        if length > 0 { previous[index] = ends[length - 1] }
        if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var result: [Int] = []
    result.reserveCapacity(ends.count)
    var index = ends.last ?? -1
    while index >= 0 {
        result.append(index)
        index = previous[index]
    }
    return result.reversed()
}

extension Array {
    /// Makes room as `reserveCapacity`, in large pages where the system has them: filling a long log's streams for the
    /// first time otherwise costs a page fault for every 4 KiB, a fifth of the time of reading.
    mutating func reserveInLargePages(_ minimumCapacity: Int) {
        reserveCapacity(minimumCapacity)
        #if os(Linux)
            let largePage = 1 << 21
            let bytes = capacity * MemoryLayout<Element>.stride
            guard bytes >= 2 * largePage else { return }
            withUnsafeMutableBytes { storage in
                guard let base = storage.baseAddress else { return }
                // A hint that the system may ignore, for whole pages inside of the array's own memory.
                let start = (UInt(bitPattern: base) + 4095) & ~4095
                let end = (UInt(bitPattern: base) + UInt(bytes)) & ~4095
                madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_HUGEPAGE)
            }
        #endif
    }
}

extension Array {
    /// Changes every element in place.
    @inline(__always)
    mutating func change(_ transform: (Element) -> Element) {
        withUnsafeMutableBufferPointer { elements in
            for index in elements.indices { elements[index] = transform(elements[index]) }
        }
    }

    /// The same elements without the spare room of growing, which may be as much again. Room from an estimate that was
    /// too large stays: most of it was never touched and takes no memory.
    func trimmed() -> [Element] {
        capacity <= count + count / 4 + 16 ? self : withUnsafeBufferPointer { Array($0) }
    }
}

/// Order of a stream's stamps in a log whose rows are not in the order of their times, or that holds one recording
/// behind the other.
enum StampOrder {
    /// Fewest samples that are judged.
    private static let fewest = 20

    /// The samples in the order of their stamps, where nothing but that order is wrong: the newest row first, rows
    /// sorted as texts, blocks exchanged. `nil` for every other stream.
    ///
    /// The stamps must be one clock's: all different, in similar steps, no denser than where the rows are in order, and
    /// without a gap. A clock that restarted gives equal stamps, denser ones, or a gap.
    static func restored(_ times: [Int64]) -> [Int]? {
        guard times.count >= fewest else { return nil }
        let steps = zip(times, times.dropFirst()).map { LogTime.difference($1, $0) }
        let falls = steps.count { $0 < 0 }
        let rises = steps.count { $0 > 0 }
        // Equal stamps are reversed too where the newest row comes first.
        if falls > 20 * rises { return Array(times.indices.reversed()) }
        let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        let sorted = zip(order, order.dropFirst()).map { Double(LogTime.difference(times[$1], times[$0])) }
        guard let usual = Percentile.upperMedian(sorted), usual > 0,
            sorted.count(where: { (0.7 * usual...1.4 * usual).contains($0) }) * 10 >= 9 * sorted.count
        else { return nil }
        // Rows in random order have no steps of their own.
        guard 10 * falls < times.count else { return order }
        // Exchanged blocks join when sorted; a clock that restarted leaves a gap.
        let ascent = Percentile.upperMedian(steps.filter { $0 > 0 }.map(Double.init)) ?? .infinity
        return ascent <= 1.5 * usual && (sorted.max() ?? 0) <= 5 * usual ? order : nil
    }

    /// Fewest samples of one of several recordings.
    private static let fewestOfPart = 4

    /// The parts of a stream whose clock restarts near its first value and goes on from there; one part for every other
    /// stream.
    static func recordings(_ times: [Int64]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        for index in times.indices.dropFirst() where times[index] < times[index - 1] {
            let next = times[index...].prefix(fewestOfPart)
            guard isRestart(at: times[index], after: times[index - 1], first: times[start]),
                index - start >= fewestOfPart, next.count == fewestOfPart,
                // One wrong stamp is no restart, and neither are a few rows that come late.
                next.allSatisfy({ $0 < times[index - 1] }), zip(next, next.dropFirst()).allSatisfy({ $0 <= $1 })
            else { continue }
            parts.append(start..<index)
            start = index
        }
        return parts + [start..<times.count]
    }

    /// Whether a stamp that falls behind the one before it may be a clock that restarts near its first value: it is at
    /// most a second after it, and by more than half of the way back.
    static func isRestart(at time: Int64, after previous: Int64, first: Int64) -> Bool {
        time < previous && LogTime.difference(time, first) <= LogTime.nanosecondsPerSecond
            && LogTime.difference(previous, time) > LogTime.difference(previous, first) / 2
    }

    /// The longest part; the first of those that are about as long, so that the streams of one log agree.
    static func longest(_ parts: [Range<Int>], _ times: [Int64]) -> Range<Int> {
        func length(_ part: Range<Int>) -> Int64 {
            part.isEmpty ? 0 : LogTime.difference(times[part.upperBound - 1], times[part.lowerBound])
        }
        let most = parts.map(length).max() ?? 0
        return parts.first { length($0) >= most - most / 20 } ?? times.indices
    }
}
