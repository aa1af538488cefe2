import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A message of a vehicle's log, binary or a line of text: the numbers in it.
protocol VehicleMessage {
    /// The place of a number.
    associatedtype Field: Sendable
    /// NaN, or a reason of `CellValue`, where there is no number.
    func number(_ field: Field) -> Double
    /// Nanoseconds, from a stamp in units of 10^exponent nanoseconds; `nil` without one, and beyond
    /// `DecimalTime.limit`.
    func time(_ field: Field, exponent: Int) -> Int64?
    func vector(_ axes: AxisFields<Field>) -> Reading<Vector3>
}

extension VehicleMessage {
    func vector(_ axes: AxisFields<Field>) -> Reading<Vector3> {
        SampleRules.vector(number(axes.x), number(axes.y), number(axes.z))
    }
}

/// A message in memory.
struct PackedMessage: VehicleMessage {
    let base: UnsafeRawPointer

    @inline(__always)
    func number(_ field: PackedNumber) -> Double { field.value(in: base) }

    @inline(__always)
    func time(_ field: PackedNumber, exponent: Int) -> Int64? {
        let unit: Int64 = exponent == 3 ? 1000 : exponent == 6 ? 1_000_000 : 1
        let (time, overflow) = field.integer(in: base).multipliedReportingOverflow(by: unit)
        return overflow || time.magnitude > DecimalTime.limit ? nil : time
    }

    /// Most vectors are three numbers of single precision.
    @inline(__always)
    func vector(_ axes: AxisFields<PackedNumber>) -> Reading<Vector3> {
        guard axes.x.isFloat, axes.y.isFloat, axes.z.isFloat else {
            return SampleRules.vector(number(axes.x), number(axes.y), number(axes.z))
        }
        return SampleRules.vector(axes.x.float(in: base), axes.y.float(in: base), axes.z.float(in: base))
    }
}

/// How a message becomes one sample of one stream.
struct SampleRecipe<Field: Sendable>: Sendable {
    /// The kind of the sample.
    enum Value: Sendable {
        case vector(AxisFields<Field>)
        /// A vector minus one or two others: a corrected field minus what was added to it.
        case difference(AxisFields<Field>, minus: AxisFields<Field>, and: AxisFields<Field>?)
        /// w, x, y, z.
        case quaternion(Field, Field, Field, Field)
        /// Degrees.
        case rollPitchYaw(Field, Field, Field)
        case fix(FixFields<Field>)
        /// A number times a factor; negative ones are unknown.
        case amount(Field, factor: Double)
        /// The mean of the numbers that are known.
        case mean([Field])
        /// No sample: only the existence of the instance is noted.
        case nothing

        /// Whether it only shows which instances there are.
        @inline(__always)
        var isOfInstance: Bool {
            switch self {
            case .vector, .difference, .nothing: true
            case .quaternion, .rollPitchYaw, .fix, .amount, .mean: false
            }
        }
    }

    /// The index in `VehicleStreams` among the streams of its kind of value.
    var stream: Int
    /// The sensor's instance, from 0.
    var instance: Int
    /// The field that names the instance; messages of other instances are skipped.
    var instanceField: Field?
    /// The stamp; without it the time of the message before is used.
    var time: Field?
    /// The stamp's unit is 10^exponent nanoseconds.
    var exponent: Int
    /// Microseconds from the stamp to the sample; 2147483647 for no new sample.
    var relative: Field?
    var value: Value
}

/// The three axes of a vector in a message.
struct AxisFields<Field: Sendable>: Sendable {
    var x: Field
    var y: Field
    var z: Field
}

/// A location fix in a message: degrees, metres, m/s.
struct FixFields<Field: Sendable>: Sendable {
    var latitude: Field
    var longitude: Field
    var altitude: Field?
    var accuracy: Field?
    var speed: Field?
    var course: Field?
    var courseAccuracy: Field?
    /// Type of the fix; below 2 there is none.
    var kind: Field?
}

/// Streams of one kind of value while a vehicle's log is read, one per message and instance.
struct NamedStreams<Value: RecordedValue> {
    private struct Stream {
        /// The message, and the field where it holds several sensors.
        let name: String
        let instance: Int
        var samples = StreamGatherer<Value>()
    }

    private var streams: [Stream] = []

    private func known(_ name: String, _ instance: Int) -> Int? {
        streams.firstIndex { $0.name == name && $0.instance == instance }
    }

    /// The index of a stream, a new one where it is not there.
    mutating func index(_ name: String, _ instance: Int = 0) -> Int {
        if let index = known(name, instance) { return index }
        streams.append(Stream(name: name, instance: instance))
        return streams.count - 1
    }

    /// Samples of a stream; 0 where there is none.
    func count(_ name: String, _ instance: Int) -> Int { known(name, instance).map { streams[$0].samples.count } ?? 0 }

    @inline(__always)
    mutating func add(_ reading: Reading<Value>, to stream: Int, at time: Int64, line: Int) {
        streams[stream].samples.add(reading, at: time, line: line)
    }

    mutating func reserve(bytes: Int, of read: Int, slack: Double) {
        for index in streams.indices { streams[index].samples.reserve(rows: bytes, rowsSoFar: read, slack: slack) }
    }

    /// Hands over a stream; `nil` where there is none.
    mutating func finished(_ name: String) -> SampleStream<Value>? {
        known(name, 0).map { streams[$0].samples.finish() }
    }

    /// Hands over a stream as a sensor's.
    /// - Returns: whether there is one.
    @discardableResult
    mutating func take(
        _ name: String, _ instance: Int = 0, as sensor: SensorKind, into log: inout RawLog,
        _ report: inout DamageReport
    ) throws -> Bool {
        guard let index = known(name, instance),
            streams[index].samples.count > 0 || streams[index].samples.damage.dropped > 0
        else { return false }
        let stream = streams[index].samples.finish()
        try log.recording.take(stream, streams[index].samples.damage, of: sensor, reporting: &report)
        return !stream.isEmpty
    }
}

/// The streams of a vehicle's log while it is read.
struct VehicleStreams {
    var vectors = NamedStreams<Vector3>()
    var attitudes = NamedStreams<Quaternion>()
    var fixes = NamedStreams<LocationFix>()
    var amounts = NamedStreams<Double>()
    /// Bytes after which the size of the whole log is estimated from its first part.
    private var nextSizing = 1 << 21
    /// The estimate's error: the share of messages changes while a vehicle is armed.
    private static let slack = 0.06
    /// The instances of which a message came, as bits.
    private var instanceBits: UInt64 = 0
    /// The stamp of the latest message that gave a sample.
    private(set) var latest: Int64?
    /// Messages without a readable stamp.
    private(set) var unreadable = Finding()

    /// The instances of which a message came, in order.
    var instances: [Int] { (0..<64).filter { instanceBits >> UInt64($0) & 1 == 1 } }

    // MARK: Samples

    /// Makes room for the samples of the whole log once enough of it was read for an estimate, and again after twice as
    /// much. To be called after every message.
    @inline(__always)
    mutating func reserve(_ reader: ByteReader) {
        if reader.offset >= nextSizing { reserve(bytes: reader.expectedBytes, of: reader.offset) }
    }

    @inline(never)
    private mutating func reserve(bytes: Int, of read: Int) {
        nextSizing = 2 * read
        vectors.reserve(bytes: bytes, of: read, slack: Self.slack)
        attitudes.reserve(bytes: bytes, of: read, slack: Self.slack)
        fixes.reserve(bytes: bytes, of: read, slack: Self.slack)
    }

    /// Adds the sample of a message, or counts why there is none.
    @inline(__always)
    mutating func add<Message: VehicleMessage>(
        _ recipe: SampleRecipe<Message.Field>, from message: Message, line: Int = 0
    ) {
        var instance = recipe.instance
        if let field = recipe.instanceField {
            let number = message.number(field)
            guard number >= 0, number < 64 else { return }
            instance = Int(clamping: number)
        }
        if recipe.value.isOfInstance { instanceBits |= 1 << UInt64(instance & 63) }
        guard instance == recipe.instance else { return }
        guard case .vector(let axes) = recipe.value else { return addOther(recipe, from: message, line: line) }
        guard let time = time(recipe, of: message, line: line) else { return }
        vectors.add(message.vector(axes), to: recipe.stream, at: time, line: line)
    }

    /// The stamp of the sample, not of the message; `nil` for none.
    @inline(__always)
    private mutating func time<Message: VehicleMessage>(
        _ recipe: SampleRecipe<Message.Field>, of message: Message, line: Int
    ) -> Int64? {
        guard let time = recipe.time.map({ message.time($0, exponent: recipe.exponent) }) ?? latest else {
            unreadable.add(line: line)
            return nil
        }
        latest = time
        guard let relative = recipe.relative else { return time }
        let microseconds = message.number(relative)
        return microseconds.magnitude < 2_147_483_647 ? LogTime.sum(time, Int64(clamping: microseconds) * 1000) : nil
    }

    /// Adds the rarer samples, which are no plain vectors.
    @inline(never)
    private mutating func addOther<Message: VehicleMessage>(
        _ recipe: SampleRecipe<Message.Field>, from message: Message, line: Int
    ) {
        if case .nothing = recipe.value { return }
        guard let time = time(recipe, of: message, line: line) else { return }
        switch recipe.value {
        case .difference(let axes, let first, let second):
            func numbers(_ axes: AxisFields<Message.Field>) -> Vector3 {
                Vector3(message.number(axes.x), message.number(axes.y), message.number(axes.z))
            }
            var v = numbers(axes) - numbers(first)
            if let second { v -= numbers(second) }
            vectors.add(SampleRules.vector(v.x, v.y, v.z), to: recipe.stream, at: time, line: line)
        case .quaternion(let w, let x, let y, let z):
            let reading = SampleRules.quaternion(
                message.number(w), message.number(x), message.number(y), message.number(z), turn: nil)
            attitudes.add(reading, to: recipe.stream, at: time, line: line)
        case .rollPitchYaw(let roll, let pitch, let yaw):
            let reading = SampleRules.orientation(
                [roll, pitch, yaw].map(message.number), .eulerDegrees, turn: nil)
            attitudes.add(reading, to: recipe.stream, at: time, line: line)
        case .fix(let fields):
            func number(_ field: Message.Field?) -> Double { field.map(message.number) ?? .nan }
            if let kind = fields.kind, !(message.number(kind) >= 2) { return }
            let reading = SampleRules.fix(
                latitude: message.number(fields.latitude), longitude: message.number(fields.longitude),
                altitude: number(fields.altitude), accuracy: number(fields.accuracy), speed: number(fields.speed),
                course: number(fields.course), courseAccuracy: number(fields.courseAccuracy))
            fixes.add(reading, to: recipe.stream, at: time, line: line)
        case .amount(let field, let factor):
            let value = message.number(field) * factor
            if value >= 0 { amounts.add(.sample(value), to: recipe.stream, at: time, line: line) }
        case .mean(let fields):
            let known = fields.map(message.number).filter { $0 >= 0 }
            guard !known.isEmpty else { return }
            let mean = known.reduce(0, +) / Double(known.count)
            amounts.add(.sample(mean), to: recipe.stream, at: time, line: line)
        case .vector, .nothing: break
        }
    }

    // MARK: Results

    /// Hands over all of them; the caller is their only owner then and can rotate and scale them in place.
    mutating func takeAll() -> VehicleStreams {
        defer { self = VehicleStreams() }
        return self
    }

    /// Hands over the first of these streams that changes: a battery without a sensor of its current gives 0.
    mutating func takeLoad(_ kinds: [(name: String, kind: VehicleLoad.Kind)]) -> VehicleLoad? {
        for (name, kind) in kinds {
            guard var samples = amounts.finished(name), let largest = samples.values.max(),
                largest != samples.values.min()
            else { continue }
            // A throttle is a share, of planes in percent, in old logs per thousand.
            let whole = kind == .current || largest < 1.5 ? 1.0 : largest < 150 ? 100 : 1000
            if whole != 1 { samples.values = samples.values.map { $0 / whole } }
            return VehicleLoad(kind: kind, source: name, samples: samples)
        }
        return nil
    }
}
