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
        /// - Throws: `SensorLabError`: no input where the path is missing or names a pipe or a device; input/output
        ///   where reading fails; bad data above 256 MiB.
        public static func read(
            _ path: String, kind: String, advice: String = "check the path"
        ) throws(SensorLabError) -> [UInt8] {
            if let special = specialKind(path) {
                throw SensorLabError(
                    .noInput, code: .unreadableFile, place: path, message: "it is \(special), expected a \(kind)",
                    advice: "give a file")
            }
            guard let file = fopen(path, "rb") else {
                throw SensorLabError(
                    .noInput, code: .noSuchFile, place: path,
                    message: "there is no such \(kind), or you may not read it",
                    advice: advice)
            }
            defer { fclose(file) }
            var bytes: [UInt8] = []
            var block = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = fread(&block, 1, block.count, file)
                bytes.append(contentsOf: block[..<count])
                if count < block.count { break }
                guard bytes.count <= largest else {
                    throw SensorLabError(
                        .badData, code: .tooLarge, place: path,
                        message: "it has more than \(largest >> 20) MiB, expected a \(kind)",
                        advice: "check that it is the file that you mean")
                }
            }
            guard ferror(file) == 0 else {
                throw SensorLabError(
                    .inputOutput, code: .unreadableFile, place: path, message: "cannot be read, expected a \(kind)",
                    advice: "check that it is a file")
            }
            return bytes
        }

        /// Bytes of the largest file that is read.
        private static let largest = 256 << 20

        /// The kind of a path that is neither a file nor a folder, for messages; `nil` for files, folders and missing
        /// paths. Such a path is not opened: opening a pipe waits for its writer, and a device may never end.
        public static func specialKind(_ path: String) -> String? {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            switch status.st_mode & S_IFMT {
            case S_IFREG, S_IFDIR: return nil
            case S_IFIFO: return "a pipe"
            case S_IFSOCK: return "a socket"
            default: return "a device"
            }
        }
    }
#endif
