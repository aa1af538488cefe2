import SensorModels

/// Gathers one stream from the blocks of a table.
///
/// While the stream has a sample in every row, its stamps are the table's, which all such streams share in memory.
struct StreamBuilder<Decoder: StreamDecoder> {
    let decoder: Decoder
    /// The stamps, once they are no longer those of all rows.
    private var times: [Int64] = []
    /// Whether every row so far has a sample.
    private(set) var isDense: Bool
    private var values: [Decoder.Value] = []
    private(set) var damage = StreamDamage()
    private var latest = Int64.min

    init(_ decoder: Decoder) {
        self.decoder = decoder
        isDense = !decoder.hasOwnTime
    }

    /// Makes room for the samples of about `rows` more rows of the kind of the `rowsSoFar` seen.
    mutating func reserve(rows: Int, rowsSoFar: Int) {
        guard rowsSoFar > 0, rows > rowsSoFar else { return }
        let share = Double(values.count) / Double(rowsSoFar)
        let samples = Int(share * Double(rows)) + 16
        if !isDense { times.reserveInLargePages(samples) }
        values.reserveInLargePages(samples)
    }

    /// Takes the samples of a block.
    /// - Parameter stamps: those of all rows before the block, needed only while the stream is dense.
    mutating func append(_ block: TableBlock, after stamps: [Int64]) {
        for index in 0..<block.count {
            let row = block.row(index)
            guard decoder.isFilled(row) else {
                endDensity(block, index, stamps)
                note(row, line: block.lines[index])
                continue
            }
            guard let value = decoder.value(in: row) else {
                endDensity(block, index, stamps)
                damage.invalid.add(line: block.lines[index])
                continue
            }
            guard let offset = decoder.offset(in: row) else {
                endDensity(block, index, stamps)
                continue
            }
            let time = block.times[index] &+ offset
            if time <= latest { note(time, line: block.lines[index]) }
            latest = time
            if !isDense { times.append(time) }
            values.append(value)
        }
    }

    /// The stream, in order: where stamps step back, the fewest samples are left out so that none does.
    /// - Parameter stamps: those of all rows.
    mutating func finish(_ stamps: [Int64]) -> SampleStream<Decoder.Value> {
        if isDense { times = stamps }
        if damage.backwards.count > 0 {
            let kept = longestOrderedSubsequence(of: times)
            damage.outOfOrder = times.count - kept.count
            times = kept.map { times[$0] }
            values = kept.map { values[$0] }
        }
        defer { (times, values) = ([], []) }
        return SampleStream(times: isDense ? times : times.trimmed(), values: values.trimmed())
    }

    private mutating func note(_ time: Int64, line: Int) {
        if time < latest {
            damage.backwards.add(line: line)
        } else {
            damage.equalStamps.add(line: line)
        }
    }

    /// At the first row without a sample: the stamps become the stream's own.
    @inline(__always)
    private mutating func endDensity(_ block: TableBlock, _ index: Int, _ stamps: [Int64]) {
        guard isDense else { return }
        isDense = false
        times.reserveCapacity(values.capacity)
        times.append(contentsOf: stamps)
        times.append(contentsOf: UnsafeBufferPointer(start: block.times, count: index))
    }

    @inline(never)
    private mutating func note(_ row: TableRow, line: Int) {
        // The usual case where sensors have rates of their own: nothing is allocated for it.
        var isEmpty = true
        for column in decoder.required where !CellValue.isMissing(row[column]) { isEmpty = false }
        if isEmpty { return }
        let cells = decoder.required.map { row[$0] }
        if cells.contains(where: CellValue.isUnreadable) {
            damage.unreadable.add(line: line)
        } else if cells.contains(where: { $0.isNaN && !CellValue.isMissing($0) }) {
            damage.notANumber.add(line: line)
        } else {
            damage.incomplete.add(line: line)
        }
    }
}
