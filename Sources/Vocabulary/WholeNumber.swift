// Conversions of data to integers: those of the standard library end the program for NaN, infinity
// and numbers out of range.

extension Int64 {
    /// The whole part of a number, towards zero; saturated at the ends of the range, 0 for NaN.
    ///
    /// From the number's bits (IEEE 754: sign, 11 bits of exponent, 52 of mantissa), without a call: some processors
    /// have no instruction that rounds.
    @inlinable
    public init(clamping value: Double) {
        let bits = value.bitPattern
        // The magnitude is mantissa 2^exponent, the mantissa from 2^52 to 2^53.
        let exponent = Int64(truncatingIfNeeded: (bits &>> 52) & 0x7ff) &- 1075
        guard exponent < 11 else {
            self = value > 0 ? .max : value < 0 ? .min : 0
            return
        }
        guard exponent >= -52 else {
            self = 0
            return
        }
        let mantissa = Int64(truncatingIfNeeded: (bits & 0xf_ffff_ffff_ffff) | 0x10_0000_0000_0000)
        let magnitude = exponent >= 0 ? mantissa &<< exponent : mantissa &>> (0 &- exponent)
        self = value < 0 ? 0 &- magnitude : magnitude
    }
}

extension Int {
    /// The whole part of a number, towards zero; saturated at the ends of the range, 0 for NaN.
    @inlinable
    public init(clamping value: Double) { self.init(clamping: Int64(clamping: value)) }
}

// Inside the package, these initialisers hide those of the standard library, so that no conversion ends the program.
// The compiler warns of each use, and `make lint` refuses it.
extension FixedWidthInteger {
    @inlinable
    package static func clamped(_ value: Double) -> Self { Self(clamping: Int64(clamping: value)) }
}

extension Int {
    @available(*, deprecated, message: "say what happens beyond the range: Int(clamping:) or Int(exactly:)")
    package init(_ value: Double) { self.init(clamping: value) }
}

extension Int64 {
    @available(*, deprecated, message: "say what happens beyond the range: Int64(clamping:) or Int64(exactly:)")
    package init(_ value: Double) { self.init(clamping: value) }
}

extension Int32 {
    @available(*, deprecated, message: "say what happens beyond the range: Int32.clamped(_:) or Int32(exactly:)")
    package init(_ value: Double) { self = .clamped(value) }
}

extension Int16 {
    @available(*, deprecated, message: "say what happens beyond the range: Int16.clamped(_:) or Int16(exactly:)")
    package init(_ value: Double) { self = .clamped(value) }
}

extension Int8 {
    @available(*, deprecated, message: "say what happens beyond the range: Int8.clamped(_:) or Int8(exactly:)")
    package init(_ value: Double) { self = .clamped(value) }
}

extension UInt {
    @available(*, deprecated, message: "say what happens beyond the range: UInt.clamped(_:) or UInt(exactly:)")
    package init(_ value: Double) { self = .clamped(value) }
}

extension UInt64 {
    @available(*, deprecated, message: "say what happens beyond the range: UInt64.clamped(_:) or UInt64(exactly:)")
    package init(_ value: Double) { self = .clamped(value) }
}

extension UInt32 {
    @available(*, deprecated, message: "say what happens beyond the range: UInt32.clamped(_:) or UInt32(exactly:)")
    package init(_ value: Double) { self = .clamped(value) }
}

extension UInt16 {
    @available(*, deprecated, message: "say what happens beyond the range: UInt16.clamped(_:) or UInt16(exactly:)")
    package init(_ value: Double) { self = .clamped(value) }
}

extension UInt8 {
    @available(*, deprecated, message: "say what happens beyond the range: UInt8.clamped(_:) or UInt8(exactly:)")
    package init(_ value: Double) { self = .clamped(value) }
}
