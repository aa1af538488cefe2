import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A table with one sensor's sample in every row and a column that says which sensor it is:
/// `MessageType,utcTimeMillis, elapsedRealtimeNanos,MeasurementX,MeasurementY,MeasurementZ,BiasX,...` with
/// `UncalAccel`, `UncalGyro` and `UncalMag` in the first one, or Android's numbers of sensor types
/// (`AndroidSensorTypes`).
///
/// A bias beside the axes gives the corrected readings, as Android has them. Units, signs and the unit of the clock as
/// for every table.
enum LongTableFormat: RecordingFormat {
    static let name = "long table"

    static func recognises(_ input: LogInput) -> Bool { input.file.flatMap(Layout.init) != nil }

    private struct Layout {
        let head: TableHead
        let kind: Int
        let time: Int
        let axes: [Int]
        let bias: [Int]?
        /// Where the kinds are numbers.
        let types: AndroidSensorTypes?

        func sensor(_ tag: String) -> SensorKind? { types.map { $0.sensor(tag) } ?? LongTableFormat.sensor(tag) }

        init?(_ lines: LineReader) {
            guard let head = TableHead(behindPreamble: lines), TableHead.hasHeader(lines), head.names.count >= 5,
                head.dialect.decimalComma == false, !head.dialect.joinsSeparators
            else { return nil }
            let triples = Self.triples(head.names)
            guard let axes = triples.first(where: { !Self.isBias(head.names[$0[0]]) }) else { return nil }
            let named = head.names.indices.first { position in
                let words = head.column(position)
                let sensors = Set(words.map(LongTableFormat.sensor))
                return words.count > 2 && sensors.count(where: { $0 != nil }) > 1
                    && words.allSatisfy { $0.first?.isLetter == true && Double($0) == nil }
            }
            types = named == nil ? AndroidSensorTypes(head, axes: axes, lines) : nil
            guard let kind = named ?? types?.position, !axes.contains(kind),
                let time = Self.time(head, besides: Set(axes + [kind]))
            else { return nil }
            (self.head, self.kind, self.axes, self.time) = (head, kind, axes, time)
            bias = triples.first { Self.isBias(head.names[$0[0]]) }
        }

        private static func isBias(_ name: String) -> Bool { name.lowercased().contains("bias") }

        private static func triples(_ names: [String]) -> [[Int]] {
            var groups: [String: [Int: Int]] = [:]
            var order: [String] = []
            for (position, name) in names.enumerated() {
                let column = ColumnName(name)
                guard let axis = column.axis, axis < 3, groups[column.stem]?[axis] == nil else { continue }
                if groups[column.stem] == nil { order.append(column.stem) }
                groups[column.stem, default: [:]][axis] = position
            }
            return order.compactMap { stem in
                let columns = (0..<3).compactMap { groups[stem]?[$0] }
                return columns.count == 3 ? columns : nil
            }
        }

        /// The finest column with a unit of time in its name and numbers that do not fall, else the time column by its
        /// name.
        private static func time(_ head: TableHead, besides used: Set<Int>) -> Int? {
            let stated = head.names.indices.filter { position in
                let numbers = head.numbers(position)
                return !used.contains(position) && TimeColumn.statedExponent(head.names[position]) != nil
                    && numbers.count == head.rowCount && TimeColumn.rises(numbers)
            }
            let finest = stated.min {
                (TimeColumn.statedExponent(head.names[$0]) ?? 9) < (TimeColumn.statedExponent(head.names[$1]) ?? 9)
            }
            return finest
                ?? (try? TimeColumn(head, place: "")).flatMap { column in
                    guard case .decimal = column.clock, column.supplement == nil else { return nil }
                    return column.position
                }
        }
    }

    private static func sensor(_ word: String) -> SensorKind? {
        ColumnAliases.meaning(of: ColumnName(word + " x").stem).flatMap {
            LogUnit.Quantity(of: $0.sensor) == nil ? nil : $0.sensor
        }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        guard let layout = Layout(lines) else { throw input.unrecognised }
        var log = RawLog()
        var names = Array(repeating: "", count: layout.head.names.count)
        let stated = TimeColumn.statedExponent(layout.head.names[layout.time])
        names[layout.time] = "time" + (stated.map { " (\(MappedClock.name(exponent: $0)))" } ?? "")
        var exponent = stated ?? 9
        if let clock = try TimeColumn(layout.head.renamed(names), place: lines.source.name) {
            clock.describe(in: &log)
            if case .decimal(let unit) = clock.clock { exponent = unit }
        }
        for _ in 0..<layout.head.headLines { _ = try lines.nextLine() }
        let cells = LineCells(lines, separator: layout.head.dialect.separator)
        var sensors: [String: SensorKind?] = [:]
        try cells.collect(into: &log) { collector in
            if cells.bytes(0).first == TableReader.comment { return true }
            let tag = cells.text(layout.kind)
            let sensor = sensors[tag] ?? layout.sensor(tag)
            sensors[tag] = sensor
            guard let sensor else { return true }
            let line = cells.lineNumber
            guard let time = cells.time(layout.time, exponent: exponent), cells.count >= layout.head.names.count else {
                return false
            }
            let v = layout.axes.map(cells.number)
            collector.add(sensor, v[0], v[1], v[2], at: time, line: line)
            if let corrected = sensor.corrected, let bias = layout.bias?.map(cells.number), bias.allSatisfy(\.isFinite)
            {
                collector.add(corrected, v[0] - bias[0], v[1] - bias[1], v[2] - bias[2], at: time, line: line)
            }
            return true
        }
        for sensor in log.recording.sensors {
            let tags = sensors.filter { $0.value == sensor || $0.value?.corrected == sensor }.keys.sorted()
            // The type numbers are Android's because the readings were found to be in Android's units.
            log.claims[sensor] = StreamClaim(
                source: tags.joined(separator: ","),
                unit: layout.types == nil ? nil : WideDialect.androidUnits[sensor],
                sign: layout.types != nil && SignConvention.applies(to: sensor) ? .android : nil,
                by: "Android's numbers of sensor types")
        }
        let unread = sensors.filter { $0.value == nil }.keys.filter { !$0.isEmpty }.sorted()
        if let warning = Warning.unreadColumns(unread, place: lines.source.name, what: "lines") {
            log.recording.warnings.append(warning)
        }
        return try log.settled(name: input.name, options)
    }
}

/// A column with Android's numbers of sensor types (`Sensor.TYPE_ACCELEROMETER` is 1) beside the readings of one sensor
/// in every row.
///
/// Apps number their sensors too, so the readings must have the lengths of gravity and field in Android's units.
struct AndroidSensorTypes {
    /// The position of the column.
    let position: Int
    /// The numbers that occur in it.
    private let present: Set<Int>

    /// Sensors by number; the uncalibrated ones are raw.
    private static let kinds: [Int: (sensor: SensorKind, isRaw: Bool)] = [
        1: (.accelerometer, false), 2: (.magnetometer, false), 4: (.gyroscope, false), 9: (.gravity, false),
        10: (.linearAcceleration, false), 14: (.magnetometer, true), 16: (.gyroscope, true),
        35: (.accelerometer, true),
    ]
    /// Numbers of other sensors.
    private static let others: ClosedRange<Int> = 1...42

    /// Median lengths in Android's units; a field's with the device's own.
    private static let lengths: [SensorKind: ClosedRange<Double>] = [
        .accelerometer: 4.9...19.6, .gravity: 6.5...14.7, .magnetometer: 8...2000,
    ]

    private static let names: Set<String> = ["type", "sensor", "kind", "sensortype", "sensorid"]

    /// `nil` for a table without such a column.
    init?(_ short: TableHead, axes: [Int], _ lines: LineReader) {
        let found = short.names.indices.first { position in
            guard
                !HeaderWords(short.names[position], endAtCapitals: true).words.allSatisfy({ !Self.names.contains($0) })
            else { return false }
            let numbers = Set(short.column(position).map(Int.init))
            return numbers.count > 1 && numbers.allSatisfy { $0.map(Self.others.contains) == true }
                && numbers.contains { $0 == 1 || $0 == 35 }
        }
        guard let position = found else { return nil }
        self.position = position
        let head = short.lookingFurther(lines)
        let tags = head.longColumn(position)
        let columns = axes.map(head.longColumn)
        guard columns.allSatisfy({ $0.count == tags.count }) else { return nil }
        var streams: [Int: VectorStream] = [:]
        for row in tags.indices {
            guard let number = Int(tags[row]) else { return nil }
            let v = columns.compactMap { Double($0[row]) }
            if v.count == 3 { streams[number, default: VectorStream()].append(.init(v[0], v[1], v[2]), at: Int64(row)) }
        }
        present = Set(streams.keys)
        let fits = streams.allSatisfy { number, stream in
            guard let range = Self.kinds[number].flatMap({ Self.lengths[$0.sensor] }),
                let median = MagnitudeEvidence.medianLength(stream), median > 0
            else { return true }
            return range.contains(median)
        }
        guard fits else { return nil }
    }

    /// The sensor of a number; `nil` for one that is not read. Of a raw accelerometer and the same one as Android
    /// corrected it, the latter is read.
    func sensor(_ tag: String) -> SensorKind? {
        guard let number = Int(tag), let (sensor, isRaw) = Self.kinds[number] else { return nil }
        let hasRaw = present.contains { Self.kinds[$0].map { $0.sensor == sensor && $0.isRaw } == true }
        guard hasRaw, !isRaw else { return number == 35 && present.contains(1) ? nil : sensor }
        return sensor == .accelerometer ? sensor : sensor.corrected
    }
}
