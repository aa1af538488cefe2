#if !hasFeature(Embedded)
    import Vocabulary

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// Whole files through the C library, so that the app's library needs no Foundation.
    public enum FileBytes {
        /// The bytes of a file.
        ///
        /// - Parameters:
        ///   - path: a file.
        ///   - kind: what messages call it: `calibration file`.
        ///   - advice: what to do where it is missing.
        /// - Throws: `SensorLabError`: no input where there is no such file; input/output where it cannot be read.
        public static func read(
            _ path: String, kind: String, advice: String = "check the path"
        ) throws(SensorLabError) -> [UInt8] {
            guard let file = fopen(path, "rb") else {
                throw SensorLabError(
                    .noInput, code: .noSuchFile, place: path, message: "no such \(kind), or it may not be read",
                    advice: advice)
            }
            defer { fclose(file) }
            var bytes: [UInt8] = []
            var block = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = fread(&block, 1, block.count, file)
                bytes.append(contentsOf: block[..<count])
                if count < block.count { break }
            }
            guard ferror(file) == 0 else {
                throw SensorLabError(
                    .inputOutput, code: .unreadableFile, place: path, message: "cannot be read, expected a \(kind)",
                    advice: "check that it is a file")
            }
            return bytes
        }
    }
#endif
