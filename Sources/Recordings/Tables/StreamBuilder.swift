import SensorModels

/// Gathers one stream from the blocks of a table.
struct StreamBuilder<Decoder: StreamDecoder> {
    let decoder: Decoder
    private(set) var times: [Int64] = []
    private(set) var values: [Decoder.Value] = []
    private(set) var damage = StreamDamage()
    private var latest = Int64.min

    init(_ decoder: Decoder) { self.decoder = decoder }

    var count: Int { times.count }

    /// Makes room for the samples of about `rows` more rows of the kind of the `rowsSoFar` seen.
    mutating func reserve(rows: Int, rowsSoFar: Int) {
        guard rowsSoFar > 0, rows > rowsSoFar else { return }
        let share = Double(times.count) / Double(rowsSoFar)
        let samples = Int(share * Double(rows)) + 16
        times.reserveCapacity(samples)
        values.reserveCapacity(samples)
    }

    mutating func append(_ block: TableBlock) {
        for index in 0..<block.count {
            let row = block.row(index)
            guard decoder.isFilled(row) else {
                note(row, line: block.lines[index])
                continue
            }
            guard let value = decoder.value(in: row) else {
                damage.invalid.add(line: block.lines[index])
                continue
            }
            let time = block.times[index]
            if time <= latest { note(time, line: block.lines[index]) }
            latest = time
            times.append(time)
            values.append(value)
        }
    }

    /// The stream, in order: where stamps step back, the fewest samples are left out so that none does.
    mutating func finish() -> SampleStream<Decoder.Value> {
        if damage.backwards.count > 0 {
            let kept = longestOrderedSubsequence(of: times)
            damage.outOfOrder = times.count - kept.count
            times = kept.map { times[$0] }
            values = kept.map { values[$0] }
        }
        defer { (times, values) = ([], []) }
        return SampleStream(times: times, values: values)
    }

    private mutating func note(_ time: Int64, line: Int) {
        if time < latest {
            damage.backwards.add(line: line)
        } else if !times.isEmpty {
            damage.equalStamps.add(line: line)
        }
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
