import Files
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A log of rows, part by part.
final class RowParts: RecordingParts {
    /// How the samples of the rows are read.
    enum Reading {
        /// As they are, since a definition states units and signs.
        case documented(by: String)
        /// As the beginning of the log was, so many seconds.
        case decided(StreamReading, seconds: Double)
    }

    let name: String
    let top: Recording
    let columns: [SensorKind?]
    /// Whether rows come as they are measured.
    private let isPipe: Bool
    private var rows: any SampleRows
    private var reading: Reading
    private let without: Set<SensorKind>
    private let options: ReadOptions
    private let interval: ClosedRange<Int64>?
    /// The parts of the beginning that `next` has not given again.
    private var ahead: [Recording] = []
    private var constants = ConstantSensors()
    private var count = 0
    /// The first stamp of the log, whatever part of it is chosen.
    private var start: Int64?

    /// How much of a log is looked at before its first row is given, nanoseconds: of a file, and of a pipe.
    private static let (beginningOfFile, beginningOfPipe): (Int64, Int64) = (60_000_000_000, 1_000_000_000)

    /// - Parameter top: what the log states about itself; without samples.
    init(
        _ name: String, _ rows: any SampleRows, _ reading: Reading, top: Recording, isPipe: Bool = false,
        _ options: ReadOptions
    ) throws {
        (self.name, self.rows, self.reading, self.isPipe, self.options) = (name, rows, reading, isPipe, options)
        let without = options.withoutTwins
        self.without = without
        interval = try options.interval(in: top.metadata)
        var top = top
        for sensor in without { top.provenance[sensor] = nil }
        self.top = top
        var columns = rows.columns
        if case .decided(let streams, _) = reading { columns = streams.columns }
        self.columns = columns.filter { $0.map { !without.contains($0) } ?? true }
    }

    func beginning() throws -> Recording {
        let length = isPipe ? Self.beginningOfPipe : Self.beginningOfFile
        var beginning = top
        while let part = try read() {
            ahead.append(part)
            beginning.append(part)
            guard let interval = beginning.interval else { continue }
            guard LogTime.difference(interval.upperBound, interval.lowerBound) >= length else { continue }
            // However much one read gives.
            return beginning.clipped(to: interval.lowerBound...LogTime.sum(interval.lowerBound, length))
        }
        return beginning
    }

    func next() throws -> Recording? { ahead.isEmpty ? try read() : ahead.removeFirst() }

    private func read() throws -> Recording? {
        guard var part = try rows.next() else { return nil }
        if case .decided(var streams, let seconds) = reading {
            part = streams.read(part)
            reading = .decided(streams, seconds: seconds)
        }
        for sensor in without { part.takeStream(of: sensor, from: Recording()) }
        start = start ?? part.interval?.lowerBound
        if let interval, let own = part.interval {
            // Nothing that follows is earlier.
            if own.lowerBound > interval.upperBound { return nil }
            part = part.clipped(to: interval)
        }
        constants.add(part)
        count += SensorKind.allCases.reduce(0) { $0 + part.times(of: $1).count }
        (part.metadata, part.start) = (top.metadata, start)
        return part
    }

    func finished(_ part: Recording) throws -> Recording {
        var options = options
        // They were applied to the parts.
        (options.from, options.to, options.without) = (nil, nil, [])
        switch reading {
        case .decided: return try RecordingReader.selected(part, options, name: name, isWhole: false)
        case .documented(let definition):
            return try RecordingReader.selected(
                RawLog(recording: part).documented(by: definition, options), options, name: name, isWhole: false)
        }
    }

    func warnings() throws -> [Warning] {
        var warnings = try rows.warnings() + constants.warnings(name)
        if case .decided(let streams, let seconds) = reading {
            warnings += streams.warnings(name)
            warnings.append(
                Warning(
                    .readAsStream, place: name,
                    "units, signs and clock are decided by its first \(Int(clamping: seconds.rounded())) s"))
        }
        guard count > 0 else { throw SensorLabError.noSamples(in: name) }
        return warnings
    }
}

extension RowParts {
    /// What defines the columns of a canonical log.
    enum Definition { case schema, broad }

    /// A canonical log: units, signs and clock are the format's, so that rows need no evidence.
    /// - Throws: `SensorLabError` (bad data) for a header that is none.
    convenience init(
        _ input: LogInput, _ lines: LineReader, _ definition: Definition, _ options: ReadOptions
    ) throws {
        let stated = MetadataLines.stated(in: input.metadataLines)
        let canonical = try CanonicalTop(lines, definedBy: definition == .broad ? BroadFormat.definition : nil)
        var top = canonical.recording
        top.metadata.format = definition == .broad ? BroadFormat.name : CanonicalFormat.name
        if definition == .broad { top.metadata.referenceNorth = .magnetic }
        options.complete(&top.metadata, stated: stated, path: input.name)
        try self.init(
            input.name,
            TableRows(canonical.table.channels, moving: canonical.table.moving, canonical.layout, lines),
            .documented(by: canonical.definition ?? BroadFormat.definition), top: top,
            isPipe: lines.source.size == nil, options)
    }
}

/// Sensors whose samples are all the same, over the parts of a log.
private struct ConstantSensors {
    private var found: [SensorKind: (value: Vector3, count: Int, isConstant: Bool)] = [:]

    private static let fewest = 20

    mutating func add(_ part: Recording) {
        for sensor in [
            SensorKind.gyroscope, .gyroscopeCorrected, .magnetometer, .magnetometerCorrected, .accelerometer,
        ] {
            let values = part.vectors(of: sensor).values
            guard let first = values.first else { continue }
            var entry = found[sensor] ?? (first, 0, true)
            entry.count += values.count
            if entry.isConstant { entry.isConstant = values.allSatisfy { [value = entry.value] in $0 == value } }
            found[sensor] = entry
        }
    }

    func warnings(_ name: String) -> [Warning] {
        SensorKind.allCases.compactMap { sensor in
            guard let entry = found[sensor], entry.isConstant, entry.count >= Self.fewest else { return nil }
            return Warning(
                .frozenSensor, place: name, "\(sensor.rawValue): all \(entry.count) samples are the same",
                advice: .without(sensor.rawValue))
        }
    }
}
