/// A folder that is one log.
final class LogFolder {
    let path: String
    /// The names in it, in the order of their bytes.
    let entries: [String]
    private let hashing: Bool
    private var checksums: [String: String] = [:]

    init(path: String, hashing: Bool) {
        self.path = path
        self.hashing = hashing
        entries = folderEntries(path)
    }

    /// The name of a table with or without `.gz`; `nil` where there is none.
    func table(_ stem: String) -> String? {
        ["\(stem).csv", "\(stem).csv.gz"].first(where: entries.contains)
    }

    /// Opens one of the files, lets `body` read it, and notes its checksum.
    func read<Result>(_ entry: String, _ body: (LineReader) throws -> Result) throws -> Result {
        let source = try ByteSource(path: path + "/" + entry, hashing: hashing)
        let result = try body(try LineReader(source))
        if let checksum = try source.digest() { checksums[entry] = checksum }
        return result
    }

    /// All bytes of a small file.
    func readAll(_ entry: String) throws -> [UInt8] {
        let source = try ByteSource(path: path + "/" + entry, hashing: hashing)
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        while case let count = try piece.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
            bytes += piece[0..<count]
        }
        if let checksum = try source.digest() { checksums[entry] = checksum }
        return bytes
    }

    /// SHA-256 of what `sha256sum` prints for the files that were read, in the order of their names.
    var digest: String? {
        guard hashing else { return nil }
        let list = checksums.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return SHA256.hexadecimal(of: list.map { "\(checksums[$0] ?? "")  \($0)\n" }.joined())
    }
}
