import Rotations
import Vocabulary

/// Place and encoding of a number in a binary message: little-endian, at any alignment.
struct PackedNumber: Sendable, Equatable {
    /// How a number is stored.
    enum Kind: UInt8, Sendable {
        case int8, uint8, int16, uint16, int32, uint32, int64, uint64, float, double

        /// Size in bytes.
        var size: Int {
            switch self {
            case .int8, .uint8: 1
            case .int16, .uint16: 2
            case .int32, .uint32, .float: 4
            case .int64, .uint64, .double: 8
            }
        }
    }

    /// What a stored number is divided by: 100 for centidegrees that are read as degrees. Angles in radians become
    /// degrees.
    enum Divisor: UInt8, Sendable {
        case one, hundred, thousand, tenMillion, radiansPerDegree

        var value: Double {
            switch self {
            case .one: 1
            case .hundred: 100
            case .thousand: 1000
            case .tenMillion: 1e7
            case .radiansPerDegree: Angle.radiansPerDegree
            }
        }
    }

    // Small, since every message copies the places of its numbers.
    private var place: Int32
    var kind: Kind
    var divisor: Divisor

    /// Offset from the beginning of the message, bytes.
    var offset: Int {
        get { Int(place) }
        set { place = Int32(truncatingIfNeeded: newValue) }
    }

    init(offset: Int, kind: Kind, divisor: Divisor = .one) {
        place = Int32(truncatingIfNeeded: offset)
        self.kind = kind
        self.divisor = divisor
    }

    /// Whether the number is stored in single precision and has no divisor.
    @inline(__always)
    var isFloat: Bool { kind == .float && divisor == .one }

    /// The number in a message; precondition: `isFloat`.
    @inline(__always)
    func float(in message: UnsafeRawPointer) -> Double { Double(Float(bitPattern: load(message))) }

    /// The number in a message.
    @inline(__always)
    func value(in message: UnsafeRawPointer) -> Double {
        let stored: Double =
            switch kind {
            case .float: float(in: message)
            case .double: Double(bitPattern: load(message))
            case .uint64: Double(load(message) as UInt64)
            default: Double(integer(in: message))
            }
        return divisor == .one ? stored : stored / divisor.value
    }

    /// The stored whole number without its divisor, clamped where it is larger; 0 for floating-point numbers.
    @inline(__always)
    func integer(in message: UnsafeRawPointer) -> Int64 {
        switch kind {
        case .int8: Int64(load(message) as Int8)
        case .uint8: Int64(load(message) as UInt8)
        case .int16: Int64(load(message) as Int16)
        case .uint16: Int64(load(message) as UInt16)
        case .int32: Int64(load(message) as Int32)
        case .uint32: Int64(load(message) as UInt32)
        case .int64: load(message)
        case .uint64: Int64(clamping: load(message) as UInt64)
        case .float, .double: 0
        }
    }

    @inline(__always)
    private func load<Value: FixedWidthInteger & BitwiseCopyable>(_ message: UnsafeRawPointer) -> Value {
        Value(littleEndian: message.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }
}
