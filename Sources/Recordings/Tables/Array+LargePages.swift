#if os(Linux)
    import Glibc
#endif

extension Array {
    /// Makes room as `reserveCapacity`, in large pages where the system has them: filling a long log's streams for the first
    /// time otherwise costs a page fault for every 4 KiB, a fifth of all the time that reading takes.
    mutating func reserveInLargePages(_ minimumCapacity: Int) {
        reserveCapacity(minimumCapacity)
        #if os(Linux)
            let largePage = 1 << 21
            let bytes = capacity * MemoryLayout<Element>.stride
            guard bytes >= 2 * largePage else { return }
            withUnsafeMutableBytes { storage in
                guard let base = storage.baseAddress else { return }
                // Only an advice: whether it is followed does not matter. Whole pages inside of the array's own memory.
                let start = (UInt(bitPattern: base) + 4095) & ~4095
                let end = (UInt(bitPattern: base) + UInt(bytes)) & ~4095
                madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_HUGEPAGE)
            }
        #endif
    }
}
