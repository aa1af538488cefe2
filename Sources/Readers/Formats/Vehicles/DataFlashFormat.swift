import Recordings
import SensorModels
import Vocabulary

/// ArduPilot's binary log (DataFlash): the first accelerometer, gyroscope and magnetometer, or those of `--unit N`;
/// attitude and location.
///
/// Microseconds since boot, milliseconds in old logs. m/s^2 (specific force), rad/s and milligauss in the body's axes
/// (`ForwardRightDown`). `MAG` holds the field after the vehicle's offsets, and these: the raw one is the difference.
enum DataFlashFormat: RecordingFormat {
    static let name = "DataFlash"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file.map { DataFlashReader.recognises($0.head) } == true }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        var reader = DataFlashReader(lines, unit: ArduPilotAssembly.unit(options))
        try reader.read()
        var assembly = ArduPilotAssembly(
            reader.streams.takeAll(), reader.facts, DamageReport(lines.source, lastLine: LastLineFinding()), input.name)
        assembly.log.warn(ofDamage: reader.damage, isCut: reader.isCut, input.name)
        try assembly.takeStreams(options)
        return try assembly.log.settled(name: input.name, options)
    }
}

/// Reads the messages of a binary log of ArduPilot one after another: two bytes that mark the beginning, the message's
/// number, and the bytes of its definition. Bytes that are no message are skipped and counted.
struct DataFlashReader {
    private let reader: ByteReader
    private let unit: Int
    private(set) var facts = DataFlashFacts()
    fileprivate var streams = VehicleStreams()
    /// Places without a message, and whether the last message is cut.
    private(set) var damage = 0
    private(set) var isCut = false

    /// The handling of the messages with a number.
    private struct Message {
        var length = 0
        /// In `recipes`.
        var recipes = 0..<0
        var isFact = false
    }

    private var messages = ContiguousArray(repeating: Message(), count: 256)
    private var recipes: ContiguousArray<SampleRecipe<PackedNumber>> = []

    private static let marks: [UInt8] = [0xa3, 0x95]
    /// The number and the length of the message that defines others.
    private static let definition = (number: 128, length: 89)
    private static let mostRecipes = 1 << 16

    /// Whether a log begins with a message.
    static func recognises(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
        head.count >= 3 && head.starts(with: marks) && head[2] == UInt8(definition.number)
    }

    /// - Parameter unit: the wanted instance of accelerometer, gyroscope and magnetometer.
    init(_ lines: LineReader, unit: Int) {
        reader = ByteReader(lines)
        self.unit = unit
        messages[Self.definition.number].length = Self.definition.length
        messages[Self.definition.number].isFact = true
    }

    /// Reads to the end.
    mutating func read() throws {
        while try reader.has(3) {
            let length = length(at: 0)
            guard length > 0 else {
                try resynchronise()
                continue
            }
            guard try reader.has(length) else {
                isCut = true
                return
            }
            let number = Int(reader.next.load(fromByteOffset: 2, as: UInt8.self))
            if messages[number].isFact { takeFact(number) }
            let message = PackedMessage(base: reader.next)
            for index in messages[number].recipes { streams.add(recipes[index], from: message) }
            reader.skip(length)
            streams.reserve(reader)
        }
        isCut = try reader.has(1)
    }

    /// The length of the message that begins at a place; 0 where none does.
    @inline(__always)
    private func length(at place: Int) -> Int {
        let next = reader.next + place
        guard next.load(as: UInt8.self) == Self.firstMark,
            next.load(fromByteOffset: 1, as: UInt8.self) == Self.secondMark
        else { return 0 }
        return messages[Int(next.load(fromByteOffset: 2, as: UInt8.self))].length
    }

    private static let firstMark: UInt8 = 0xa3
    private static let secondMark: UInt8 = 0x95

    /// Goes on to the next message that is followed by another one.
    private mutating func resynchronise() throws {
        damage += 1
        repeat { reader.skip(1) } while try reader.has(3) && !isFollowedByAnother()
    }

    private func isFollowedByAnother() throws -> Bool {
        let length = length(at: 0)
        guard length > 0, try reader.has(length) else { return false }
        return try !reader.has(length + 3) || self.length(at: length) > 0
    }

    // MARK: Facts

    private mutating func takeFact(_ number: Int) {
        if number == Self.definition.number { return takeDefinition() }
        guard let definition = facts.definitions[number] else { return }
        let reader = reader
        func value(_ name: String) -> Double? {
            guard let column = definition.column(name), column < definition.numbers.count else { return nil }
            return definition.numbers[column]?.value(in: reader.next)
        }
        func text(_ name: String) -> String {
            guard let column = definition.column(name), column < definition.places.count else { return "" }
            return Self.text(definition.places[column], reader)
        }
        facts.take(definition, value: value, text: text)
        // Beside their samples, fixes give only the time of the first one.
        if definition.name == ArduPilotMessages.fixes, facts.unixSecondsAtZero != nil {
            messages[number].isFact = false
        }
    }

    private mutating func takeDefinition() {
        let definition = DataFlashDefinition(
            number: Int(reader.next.load(fromByteOffset: 3, as: UInt8.self)),
            length: Int(reader.next.load(fromByteOffset: 4, as: UInt8.self)), name: Self.text(5..<9, reader),
            types: Self.text(9..<25, reader), columns: Self.text(25..<89, reader))
        // A message has at least its three first bytes, and the definitions' own is known.
        guard definition.length > 3, definition.number != Self.definition.number else { return }
        facts.add(definition)
        var message = Message(length: definition.length)
        message.isFact = DataFlashFacts.isFact(definition.name)
        let wanted = ArduPilotMessages.recipes(of: definition.name, definition.columns, unit: unit, &streams) {
            $0 < definition.numbers.count ? definition.numbers[$0] : nil
        }
        // A log that defines its messages again says nothing new.
        guard recipes.count < Self.mostRecipes else { return }
        message.recipes = recipes.count..<recipes.count + wanted.count
        recipes.append(contentsOf: wanted)
        messages[definition.number] = message
    }

    /// A text that ends at its first zero.
    private static func text(_ place: Range<Int>, _ reader: ByteReader) -> String {
        let bytes = UnsafeRawBufferPointer(start: reader.next + place.lowerBound, count: place.count)
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
