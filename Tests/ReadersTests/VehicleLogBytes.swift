import Rotations

/// The bytes of a ULog, written message by message from its documentation.
struct ULogBytes {
    private(set) var bytes: [UInt8] = [0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35, 0x01] + Packed.of(UInt64(0))

    mutating func add(_ type: Character, _ content: [UInt8]) {
        bytes += Packed.of(UInt16(content.count)) + [type.asciiValue ?? 0] + content
    }

    mutating func flags(incompatible: UInt8 = 0, appended: [Int] = []) {
        let places = (appended + [0, 0, 0]).prefix(3).flatMap { Packed.of(UInt64($0)) }
        add("B", [UInt8](repeating: 0, count: 8) + [incompatible] + [UInt8](repeating: 0, count: 7) + places)
    }

    mutating func format(_ text: String) { add("F", Array(text.utf8)) }

    mutating func parameter(_ name: String, _ value: Float) {
        add("P", [UInt8("float \(name)".utf8.count)] + Array("float \(name)".utf8) + Packed.of(value.bitPattern))
    }

    mutating func parameter(_ name: String, whole: Int32) {
        let key = "int32_t \(name)"
        add("P", [UInt8(key.utf8.count)] + Array(key.utf8) + Packed.of(UInt32(bitPattern: whole)))
    }

    mutating func information(_ name: String, _ text: String) {
        let key = "char[\(text.utf8.count)] \(name)"
        add("I", [UInt8(key.utf8.count)] + Array(key.utf8) + Array(text.utf8))
    }

    mutating func information(_ name: String, _ number: UInt32) {
        let key = "uint32_t \(name)"
        add("I", [UInt8(key.utf8.count)] + Array(key.utf8) + Packed.of(number))
    }

    mutating func subscribe(_ number: UInt16, _ name: String, instance: UInt8 = 0) {
        add("A", [instance] + Packed.of(number) + Array(name.utf8))
    }

    mutating func data(_ number: UInt16, _ content: [UInt8]) { add("D", Packed.of(number) + content) }

    mutating func sync() { add("S", [0x2f, 0x73, 0x13, 0x20, 0x25, 0x0c, 0xbb, 0x12]) }

    mutating func dropout(milliseconds: UInt16) { add("O", Packed.of(milliseconds)) }

    mutating func append(_ more: [UInt8]) { bytes += more }
}

/// The bytes of a DataFlash log, written message by message.
struct DataFlashBytes {
    private(set) var bytes: [UInt8] = []

    mutating func format(_ number: UInt8, _ name: String, _ types: String, _ columns: String) {
        let sizes: [Character: Int] = [
            "b": 1, "B": 1, "h": 2, "H": 2, "i": 4, "I": 4, "f": 4, "d": 8, "q": 8, "Q": 8, "c": 2, "C": 2, "e": 4,
            "E": 4, "L": 4, "n": 4, "N": 16, "Z": 64,
        ]
        let length = 3 + types.reduce(0) { $0 + (sizes[$1] ?? 0) }
        data(
            128,
            [number, UInt8(length)] + Packed.text(name, 4) + Packed.text(types, 16) + Packed.text(columns, 64))
    }

    mutating func data(_ number: UInt8, _ content: [UInt8]) { bytes += [0xa3, 0x95, number] + content }

    mutating func append(_ more: [UInt8]) { bytes += more }
}

/// Numbers as little-endian bytes.
enum Packed {
    static func of<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    static func of(_ value: Double) -> [UInt8] { of(value.bitPattern) }

    static func of(_ v: Vector3, _ factor: Double = 1) -> [UInt8] { [v.x, v.y, v.z].flatMap { of($0 * factor) } }

    static func of(_ q: Quaternion) -> [UInt8] { [q.w, q.x, q.y, q.z].flatMap { of($0) } }

    /// Filled up with zeros.
    static func text(_ text: String, _ count: Int) -> [UInt8] {
        Array((Array(text.utf8) + [UInt8](repeating: 0, count: count)).prefix(count))
    }
}
