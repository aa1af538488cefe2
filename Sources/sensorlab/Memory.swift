#if canImport(Glibc)
    import Glibc
#endif

/// How the process gets memory from the system.
enum Memory {
    /// Arrays of a long log are taken from what others released, instead of from the system with a page fault for every 4 KiB
    /// and a page to be zeroed.
    static func keepReleased() {
        #if canImport(Glibc)
            // GNU's malloc.h is in no module of Swift's.
            guard let symbol = dlsym(nil, "mallopt") else { return }
            typealias Setter = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32
            let set = unsafeBitCast(symbol, to: Setter.self)
            let (trimThreshold, mappingThreshold): (Int32, Int32) = (-1, -3)
            // Above most arrays of a log; the larger bound is refused by some versions of the library.
            if set(mappingThreshold, 1 << 30) == 0 { _ = set(mappingThreshold, 1 << 25) }
            _ = set(trimThreshold, 1 << 30)
        #endif
    }
}
