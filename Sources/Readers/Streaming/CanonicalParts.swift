import Files
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A canonical log, part by part. Units, signs and clock are the format's, so that rows need no evidence.
final class CanonicalParts: RecordingParts {
    /// What defines its columns.
    enum Definition { case schema, broad }

    let name: String
    let top: Recording
    let columns: [SensorKind?]
    private var assembler = StreamAssembler(inParts: true)
    private var table: TableReader
    private let without: Set<SensorKind>
    private let options: ReadOptions
    private let definition: String
    private let interval: ClosedRange<Int64>?
    /// The parts of the beginning that `next` has not given again.
    private var ahead: [Recording] = []
    private var constants = ConstantSensors()
    private var count = 0

    /// How much of a log is looked at before its first row is given, nanoseconds: of a file, and of a pipe, whose rows
    /// come as they are measured.
    private static let (beginningOfFile, beginningOfPipe): (Int64, Int64) = (60_000_000_000, 1_000_000_000)

    init(_ input: LogInput, _ lines: LineReader, _ definition: Definition, _ options: ReadOptions) throws {
        (name, self.options) = (input.name, options)
        let stated = MetadataLines.stated(in: input.metadataLines)
        let canonical = try CanonicalTop(lines, definedBy: definition == .broad ? BroadFormat.definition : nil)
        self.definition = canonical.definition ?? BroadFormat.definition
        var top = canonical.recording
        top.metadata.format = definition == .broad ? BroadFormat.name : CanonicalFormat.name
        if definition == .broad { top.metadata.referenceNorth = .magnetic }
        options.complete(&top.metadata, stated: stated, path: input.name)
        interval = try options.interval(in: top.metadata)
        without = options.withoutTwins
        for sensor in without { top.provenance[sensor] = nil }
        self.top = top
        columns =
            canonical.table.channels.map(\.sensor).filter { !options.withoutTwins.contains($0) }
            + (canonical.table.moving == nil ? [] : [nil])
        let layout = assembler.add(canonical.table.channels, moving: canonical.table.moving, in: canonical.layout)
        table = TableReader(lines, layout: layout)
        table.isPrompt = lines.source.size == nil
    }

    func beginning() throws -> Recording {
        let length = table.isPrompt ? Self.beginningOfPipe : Self.beginningOfFile
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
        guard var part = try assembler.nextPart(of: &table) else { return nil }
        for sensor in without { part.takeStream(of: sensor, from: Recording()) }
        if let interval, let own = part.interval {
            // Nothing that follows is earlier.
            if own.lowerBound > interval.upperBound { return nil }
            part = part.clipped(to: interval)
        }
        constants.add(part)
        count += SensorKind.allCases.reduce(0) { $0 + part.times(of: $1).count }
        part.metadata = top.metadata
        return part
    }

    func finished(_ part: Recording) throws -> Recording {
        var options = options
        // They were applied to the parts.
        (options.from, options.to, options.without) = (nil, nil, [])
        return try RecordingReader.selected(
            RawLog(recording: part).documented(by: definition, options), options, name: name)
    }

    func warnings() throws -> [Warning] {
        let warnings = try assembler.warningsOfParts(table) + constants.warnings(name)
        guard count > 0 else { throw RecordingReader.noSamples(name) }
        return warnings
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
