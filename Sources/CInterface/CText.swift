/// Bytes outside of Swift's memory with a zero behind them, for callers that keep the pointer.
final class CText {
    /// The first byte.
    let bytes: UnsafePointer<CChar>
    /// How many there are, without the zero.
    let count: Int

    /// A copy of bytes.
    init(_ content: some Collection<UInt8>) {
        count = content.count
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: count + 1)
        for (index, byte) in content.enumerated() { copy[index] = CChar(bitPattern: byte) }
        copy[count] = 0
        bytes = UnsafePointer(copy)
    }

    deinit { bytes.deallocate() }
}
