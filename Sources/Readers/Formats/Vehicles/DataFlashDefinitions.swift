import Recordings
import SensorModels
import Vocabulary

/// A message that a log of ArduPilot describes (`FMT`): its name, the letters of its numbers' types, its columns'
/// names.
struct DataFlashDefinition: Sendable {
    let number: Int
    /// Bytes, with the three at its beginning.
    let length: Int
    let name: String
    let columns: [String]
    /// A column's number in the binary message; `nil` for texts, and for all columns of a definition whose types do not
    /// add up to its length.
    let numbers: [PackedNumber?]
    /// The bytes of each column.
    let places: [Range<Int>]
    /// Whether the letter of the type includes a multiplier: the log's multipliers do not apply then.
    private let isScaled: [Bool]

    /// - Parameters:
    ///   - types: one letter per column.
    ///   - columns: the names, with commas between them.
    init(number: Int, length: Int, name: String, types: String, columns: String) {
        (self.number, self.length, self.name) = (number, length, name)
        self.columns = columns.split(separator: ",").map { String($0).trimmedCell }
        var offset = 3
        var numbers: [PackedNumber?] = []
        var places: [Range<Int>] = []
        var isScaled: [Bool] = []
        for letter in types {
            // A type of a newer version: only the columns before it can be read.
            let (kind, divisor) = (Self.kinds[letter], Self.divisors[letter] ?? .one)
            guard let size = kind?.size ?? Self.texts[letter] else { break }
            numbers.append(kind.map { PackedNumber(offset: offset, kind: $0, divisor: divisor) })
            places.append(offset..<offset + size)
            isScaled.append(divisor != .one)
            offset += size
        }
        self.isScaled = isScaled
        let isWhole = numbers.count == types.count
        (self.numbers, self.places) = (isWhole ? offset == length : offset <= length) ? (numbers, places) : ([], [])
    }

    /// The encodings of numbers by their types' letters, the multipliers in some of them, and the bytes of texts.
    private static let kinds: [Character: PackedNumber.Kind] = [
        "b": .int8, "B": .uint8, "M": .uint8, "h": .int16, "H": .uint16, "i": .int32, "I": .uint32, "q": .int64,
        "Q": .uint64, "f": .float, "d": .double, "c": .int16, "C": .uint16, "e": .int32, "E": .uint32, "L": .int32,
    ]
    private static let divisors: [Character: PackedNumber.Divisor] = [
        "c": .hundred, "C": .hundred, "e": .hundred, "E": .hundred, "L": .tenMillion,
    ]
    private static let texts: [Character: Int] = ["g": 2, "n": 4, "N": 16, "Z": 64, "a": 64]

    func column(_ name: String) -> Int? { columns.firstIndex(of: name) }

    /// Whether the type's letter includes a multiplier.
    func isScaled(_ column: Int) -> Bool { column < isScaled.count && isScaled[column] }
}

/// A log's statements about itself: messages, units, parameters.
struct DataFlashFacts {
    /// The messages by number.
    private(set) var definitions: [Int: DataFlashDefinition] = [:]
    /// Letters of units and multipliers, one per column, by the message's number (`FMTU`).
    private var letters: [Int: (units: [UInt8], multipliers: [UInt8])] = [:]
    /// The meanings of the letters (`UNIT`, `MULT`).
    private var units: [UInt8: String] = [:]
    private var multipliers: [UInt8: Double] = [:]
    /// The parameters of the compass calibration, as they were at the beginning.
    private(set) var parameters: [String: Double] = [:]
    /// The first text (`MSG`): firmware and version.
    private(set) var firmware: String?
    /// The time of day, Unix seconds, at nanosecond 0 of the log's clock.
    private(set) var unixSecondsAtZero: Double?

    mutating func add(_ definition: DataFlashDefinition) { definitions[definition.number] = definition }

    /// Whether a message gives something other than samples.
    static func isFact(_ name: String) -> Bool {
        ["FMTU", "UNIT", "MULT", "PARM", "MSG", ArduPilotMessages.fixes].contains(name)
    }

    /// Takes a message from a binary log or a text.
    /// - Parameters:
    ///   - value: of a column; `nil` where it is none.
    ///   - text: of a column.
    mutating func take(
        _ message: DataFlashDefinition, value: (String) -> Double?, text: (String) -> String
    ) {
        func letter(_ name: String) -> UInt8? { value(name).flatMap { UInt8(exactly: $0) } }
        switch message.name {
        case "FMTU":
            guard let number = value("FmtType").flatMap({ Int(exactly: $0) }) else { return }
            letters[number] = (Array(text("UnitIds").utf8), Array(text("MultIds").utf8))
        case "UNIT": letter("Id").map { units[$0] = text("Label") }
        case "MULT":
            guard let letter = letter("Id"), let factor = value("Mult") else { return }
            multipliers[letter] = factor
        case "PARM":
            let name = text("Name")
            guard parameters[name] == nil, ArduPilotMessages.isWanted(parameter: name), let number = value("Value"),
                number.isFinite
            else { return }
            parameters[name] = number
        case "MSG": firmware = firmware ?? text("Message").shortPlainText
        default: takeTime(message, value)
        }
    }

    /// Notes the time of a fix.
    private mutating func takeTime(_ message: DataFlashDefinition, _ value: (String) -> Double?) {
        guard unixSecondsAtZero == nil, let week = value("GWk") ?? value("Week"),
            let milliseconds = value("GMS") ?? value("TimeMS"), week >= 1, week < 10_000,
            (0..<604_800_000).contains(milliseconds),
            let (column, exponent) = ArduPilotMessages.clock(message.columns),
            let stamp = value(message.columns[column])
        else { return }
        let nanoseconds = stamp * (exponent == 3 ? 1e3 : 1e6)
        guard nanoseconds >= 0, nanoseconds < Double(DecimalTime.limit) else { return }
        unixSecondsAtZero =
            GPSTime.unixSeconds(week: week, milliseconds: milliseconds) - Double(Int64(clamping: nanoseconds)) * 1e-9
    }

    /// The unit of a column as the log states it; `nil` where it is missing or unknown here.
    func unit(of message: String, _ column: String, _ sensor: SensorKind) -> LogUnit? {
        guard let definition = definitions.values.first(where: { $0.name == message }),
            let position = definition.column(column), let (units, multipliers) = letters[definition.number],
            position < units.count, let unit = LogUnit(spelling: self.units[units[position]], of: sensor)
        else { return nil }
        let multiplier =
            definition.isScaled(position) || position >= multipliers.count
            ? 1 : self.multipliers[multipliers[position]] ?? 1
        let factor = unit.factor * (multiplier > 0 ? multiplier : 1)
        return LogUnit.units(of: unit.quantity).first { $0 != .normalised && ($0.factor / factor - 1).magnitude < 1e-6 }
    }
}

/// The time of the Global Positioning System: weeks since 1980-01-06, without leap seconds.
enum GPSTime {
    /// The first Unix second of each difference GPS - UTC, with the difference (IERS Bulletin C).
    private static let leapSeconds: [(from: Double, seconds: Double)] = [
        (1_483_228_800, 18), (1_435_708_800, 17), (1_341_100_800, 16), (1_230_768_000, 15), (1_136_073_600, 14),
        (915_148_800, 13),
    ]

    /// Unix seconds (UTC) of a week and the milliseconds in it.
    static func unixSeconds(week: Double, milliseconds: Double) -> Double {
        let seconds = 315_964_800 + week * 604_800 + milliseconds / 1000
        return seconds - (leapSeconds.first { seconds - $0.seconds >= $0.from }?.seconds ?? 12)
    }
}
