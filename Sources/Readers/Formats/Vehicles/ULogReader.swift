import Vocabulary

/// Reads the messages of a ULog one after another (PX4's documentation, "ULog File Format", version 1).
///
/// A message is its length (two bytes), its type and its content. After damage the next valid message is searched; data
/// that were appended after a crash begin where the log's flags say, whatever comes before.
struct ULogReader {
    /// The contents of a log other than samples.
    struct Facts {
        /// Information such as `sys_name`.
        var texts: [String: String] = [:]
        var numbers: [String: UInt32] = [:]
        /// Parameters as they were at the beginning.
        var parameters: [String: Double] = [:]
        /// Where the logger could not keep up: nanoseconds of the last stamp before it, and its length.
        var dropouts: [(after: Int64, length: Int64)] = []
        /// Numbers in messages that are not samples, by message, instance and field: the first one other than 0, and
        /// the message's stamp.
        var values: [String: (time: Int64, value: Int64)] = [:]
    }

    /// A message that is read: its samples, and its least length.
    private struct Subscription {
        var recipes: Range<Int> = 0..<0
        var values: Range<Int> = 0..<0
        /// Bytes without and with the padding at the end; 0 where the format is not known.
        var shortest = 0
        var longest = 0
    }

    private let reader: ByteReader
    private var definitions = ULogDefinitions()
    var streams = VehicleStreams()
    private(set) var facts = Facts()
    /// Places without a message, and whether the last message is cut.
    private(set) var damage = 0
    private(set) var isCut = false

    // The subscription of a data message's number, as an index; -1 for none.
    private var indices: ContiguousArray<Int32> = []
    private var subscriptions: ContiguousArray<Subscription> = []
    private var recipes: ContiguousArray<SampleRecipe<PackedNumber>> = []
    private var values: ContiguousArray<(key: String, time: PackedNumber, number: PackedNumber)> = []
    private var appended: [Int] = []

    static let magic: [UInt8] = [0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35]
    private static let headerSize = 16

    init(_ lines: LineReader) {
        reader = ByteReader(lines)
    }

    /// Reads to the end.
    /// - Throws: `SensorLabError` (bad data) for a log with parts that this version of the format does not have.
    mutating func read() throws {
        guard try reader.has(Self.headerSize) else {
            isCut = true
            return
        }
        reader.skip(Self.headerSize)
        while try reader.has(3) {
            let size = Int(u16(0))
            if let place = appended.first, reader.offset + 3 + size > place {
                appended.removeFirst()
                // A message that the appended data cut is left out.
                if reader.offset < place {
                    guard try reader.skip(to: place) else { break }
                    continue
                }
            }
            guard isMessage(size: size, type: reader.next.load(fromByteOffset: 2, as: UInt8.self)) else {
                try resynchronise()
                continue
            }
            guard try reader.has(3 + size) else {
                isCut = true
                return
            }
            try take(size: size)
            reader.skip(3 + size)
            streams.reserve(reader)
        }
        isCut = try reader.has(1)
    }

    // MARK: Messages

    private func u16(_ offset: Int) -> UInt16 { reader.number(offset) }

    /// Whether this is the head of a message: a known type, with a length that is possible for it.
    @inline(__always)
    private func isMessage(size: Int, type: UInt8) -> Bool {
        switch type {
        case UInt8(ascii: "D"): size > 2
        case UInt8(ascii: "B"): size >= 40
        case UInt8(ascii: "S"): size == 8
        case UInt8(ascii: "O"), UInt8(ascii: "R"): size == 2
        case UInt8(ascii: "A"): size > 3
        case UInt8(ascii: "F"), UInt8(ascii: "I"), UInt8(ascii: "M"), UInt8(ascii: "P"), UInt8(ascii: "Q"),
            UInt8(ascii: "L"), UInt8(ascii: "C"):
            size > 1
        default: false
        }
    }

    private mutating func take(size: Int) throws {
        let message = reader.next
        switch message.load(fromByteOffset: 2, as: UInt8.self) {
        case UInt8(ascii: "D"): takeData(message + 5, number: Int(u16(3)), size: size - 2)
        case UInt8(ascii: "A"): takeSubscription(size)
        case UInt8(ascii: "R"):
            if Int(u16(3)) < indices.count { indices[Int(u16(3))] = -1 }
        case UInt8(ascii: "F"): definitions.add(reader.text(3, size))
        case UInt8(ascii: "I"): takeInformation(size)
        case UInt8(ascii: "P"): takeParameter(size)
        case UInt8(ascii: "O"):
            if let latest = streams.latest { facts.dropouts.append((latest, Int64(u16(3)) * 1_000_000)) }
        case UInt8(ascii: "B"): try takeFlags()
        default: break
        }
    }

    private mutating func takeData(_ data: UnsafeRawPointer, number: Int, size: Int) {
        guard number < indices.count, indices[number] >= 0 else {
            // The message that defines it was lost.
            if number >= indices.count || indices[number] == -1 { damage += 1 }
            return
        }
        let index = Int(indices[number])
        let (wanted, facts) = (subscriptions[index].recipes, subscriptions[index].values)
        guard size >= subscriptions[index].shortest else {
            damage += 1
            return
        }
        let message = PackedMessage(base: data)
        for index in wanted { streams.add(recipes[index], from: message) }
        for index in facts {
            let value = values[index].number.integer(in: data)
            guard value != 0, self.facts.values[values[index].key] == nil,
                let time = message.time(values[index].time, exponent: 3)
            else { continue }
            self.facts.values[values[index].key] = (time, value)
        }
    }

    private mutating func takeSubscription(_ size: Int) {
        let instance = Int(reader.next.load(fromByteOffset: 3, as: UInt8.self))
        let number = Int(u16(4))
        let name = reader.text(6, size - 3)
        if indices.count <= number {
            indices.append(contentsOf: repeatElement(-1, count: number + 1 - indices.count))
        }
        // Known, but not wanted.
        indices[number] = -2
        guard PX4Messages.isWanted(name), let layout = definitions.layout(of: name),
            let time = layout.number("timestamp")
        else { return }
        let key = "\(name)[\(instance)]"
        var subscription = Subscription()
        subscription.shortest = layout.size - layout.padding
        let wanted = PX4Messages.recipes(of: name, instance: instance, layout, &streams)
        subscription.recipes = recipes.count..<recipes.count + wanted.count
        let facts = PX4Messages.facts(of: name).compactMap { field in
            layout.number(field).map { (key: "\(key).\(field)", time: time, number: $0) }
        }
        subscription.values = values.count..<values.count + facts.count
        guard !wanted.isEmpty || !facts.isEmpty else { return }
        // Limits the repetitions in a damaged log.
        guard subscriptions.count < Int(UInt16.max) else { return }
        recipes.append(contentsOf: wanted)
        values.append(contentsOf: facts)
        subscriptions.append(subscription)
        indices[number] = Int32(subscriptions.count - 1)
    }

    /// Reads `type[length] key`, behind its length, then the value.
    private mutating func takeInformation(_ size: Int) {
        guard let (type, name, start) = key(size) else { return }
        if type.hasPrefix("char[") {
            if facts.texts[name] == nil { facts.texts[name] = reader.text(start, 3 + size - start).shortPlainText }
        } else if type == "uint32_t", 3 + size >= start + 4 {
            facts.numbers[name] = reader.number(start)
        }
    }

    private mutating func takeParameter(_ size: Int) {
        guard let (type, name, start) = key(size), 3 + size >= start + 4, facts.parameters[name] == nil,
            PX4Messages.isWanted(parameter: name)
        else { return }
        let bits: UInt32 = reader.number(start)
        switch type {
        case "float": facts.parameters[name] = Double(Float(bitPattern: bits))
        case "int32_t": facts.parameters[name] = Double(Int32(bitPattern: bits))
        default: break
        }
    }

    private func key(_ size: Int) -> (type: String, name: String, end: Int)? {
        let length = Int(reader.next.load(fromByteOffset: 3, as: UInt8.self))
        guard length < size else { return nil }
        let words = reader.text(4, length).split(separator: " ")
        return words.count == 2 ? (String(words[0]), String(words[1]), 4 + length) : nil
    }

    /// Flags: eight bytes that old readers may ignore, eight that they may not, and three offsets of appended data.
    private mutating func takeFlags() throws {
        let incompatible = (0..<8).map { reader.next.load(fromByteOffset: 11 + $0, as: UInt8.self) }
        guard incompatible[0] & ~1 == 0, incompatible.dropFirst().allSatisfy({ $0 == 0 }) else {
            throw reader.source.error(
                .binaryLog, "found a ULog with unknown flags, expected version 1 of the format",
                "convert it with ulog2csv (pip install pyulog) and give the file ..._sensor_combined_0.csv")
        }
        guard incompatible[0] & 1 == 1 else { return }
        let here = reader.offset
        appended = (0..<3).compactMap { index in
            Int(exactly: reader.number(19 + 8 * index, as: UInt64.self)).flatMap { $0 > here ? $0 : nil }
        }.sorted()
    }

    // MARK: Damage

    /// Goes on to the next message that is followed by another one.
    private mutating func resynchronise() throws {
        damage += 1
        repeat { reader.skip(1) } while try reader.has(3) && !isFollowedByAnother()
    }

    private func isFollowedByAnother() throws -> Bool {
        let size = Int(u16(0))
        guard isMessage(size: size, type: reader.next.load(fromByteOffset: 2, as: UInt8.self)) else { return false }
        guard try reader.has(3 + size) else { return false }
        guard try reader.has(3 + size + 3) else { return true }
        return isMessage(
            size: Int(u16(3 + size)), type: reader.next.load(fromByteOffset: 3 + size + 2, as: UInt8.self))
    }
}
