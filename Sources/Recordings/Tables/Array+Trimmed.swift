extension Array {
    /// The same elements without the spare room that growing leaves, which may be as much again.
    func trimmed() -> [Element] {
        capacity <= count + count / 8 + 16 ? self : withUnsafeBufferPointer { Array($0) }
    }
}
