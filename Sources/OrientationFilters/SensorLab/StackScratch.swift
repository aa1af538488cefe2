/// Numbers that live on the stack for the length of one call.
///
/// `withUnsafeTemporaryAllocation` may take more than a kilobyte from the heap; updates of a filter never allocate.
struct StackScratch {
    /// How many numbers there are.
    static let capacity = 192

    private var storage = (SIMD64<Double>.zero, SIMD64<Double>.zero, SIMD64<Double>.zero)

    /// Calls `body` with `count` zeros; `count` is at most `capacity`.
    @inline(__always)
    static func withZeros<Result>(_ count: Int, _ body: (UnsafeMutableBufferPointer<Double>) -> Result) -> Result {
        precondition(count <= capacity, "the scratch holds \(capacity) numbers")
        var scratch = StackScratch()
        return withUnsafeMutableBytes(of: &scratch.storage) { bytes in
            body(UnsafeMutableBufferPointer(rebasing: bytes.bindMemory(to: Double.self).prefix(count)))
        }
    }
}
