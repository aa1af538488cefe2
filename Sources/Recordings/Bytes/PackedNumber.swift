/// Where a number stands in a binary message, and how: little-endian, at any address.
struct PackedNumber: Sendable, Equatable {
    /// How a number is stored.
    enum Kind: UInt8, Sendable {
        case int8, uint8, int16, uint16, int32, uint32, int64, uint64, float, double

        /// Bytes.
        var size: Int {
            switch self {
            case .int8, .uint8: 1
            case .int16, .uint16: 2
            case .int32, .uint32, .float: 4
            case .int64, .uint64, .double: 8
            }
        }
    }

    /// From the beginning of the message.
    var offset: Int
    var kind: Kind
    /// Stored units in one unit of the value: 100 for centidegrees read as degrees.
    var divisor = 1.0

    /// Bytes of a message that has it.
    var end: Int { offset + kind.size }

    /// The number in a message of at least `end` bytes.
    @inline(__always)
    func value(in message: UnsafeRawPointer) -> Double {
        switch kind {
        case .float: Double(Float(bitPattern: load(message))) / divisor
        case .double: Double(bitPattern: load(message)) / divisor
        case .uint64: Double(load(message) as UInt64) / divisor
        default: Double(integer(in: message)) / divisor
        }
    }

    /// The number as it is stored, without its divisor: a whole one, the nearest that there is for what is larger. Of a
    /// number with decimals 0.
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
