import Vocabulary

/// The bytes of a log, decompressed, in pieces: a file, standard input, memory or a member of a zip file, plain or gzip
/// (detected by content), or text that is made while it is read.
package final class ByteSource {
    /// How the bytes ended.
    package enum Damage: Equatable {
        case none
        /// A gzip file stops before its end.
        case truncatedGzip
        /// A gzip file is damaged inside.
        case corruptGzip
        /// Bytes that are no gzip follow the end of a gzip file.
        case trailingBytes
        /// A member of a zip file has the right length, but not the right checksum.
        case wrongChecksum
    }

    /// The path, for messages.
    package let name: String
    private let file: FileReader?
    /// The path of a file that was opened by its name.
    private var opened: String?
    private var member: ZipMemberBytes?
    private var inflater: GzipInflater?
    /// Of text that is made: the next piece, and what is left of the last one.
    private var make: (() throws -> [UInt8])?
    private var made: ArraySlice<UInt8> = []
    private let limit: ExpansionLimit
    private let checksum: BackgroundChecksum?
    // Stored bytes, waiting to be copied or decompressed.
    private let raw: UnsafeMutableRawBufferPointer
    private var rawStart = 0
    private var rawEnd = 0
    private var rawIsAtEnd = false
    package private(set) var damage = Damage.none
    /// Number of stored bytes read so far.
    package private(set) var consumed = 0
    /// Number of stored bytes; `nil` for pipes.
    package let size: Int?
    /// Whether the first piece of a pipe was enough before it was full (`headEnds`).
    package private(set) var headIsShort = false

    /// What `read` gave since the beginning, while it is kept for `rewind`.
    package private(set) var kept: [UInt8]?
    /// What is read again.
    private var again: ArraySlice<UInt8> = []

    private static let pieceSize = 1 << 16

    /// - Parameters:
    ///   - hashing: whether `digest()` will be called.
    ///   - limit: counts what compressed bytes expand to.
    ///   - mayBePipe: whether it need not be a regular file.
    ///   - headEnds: whether the first bytes of a pipe say all that its head is read for: no more is waited for then.
    /// - Throws: `SensorLabError` (no input, input/output).
    package init(
        path: String, hashing: Bool = false, limit: ExpansionLimit = ExpansionLimit(), mayBePipe: Bool = true,
        headEnds: ((UnsafeRawBufferPointer) -> Bool)? = nil
    ) throws {
        let file = try FileReader(path: path, mayBePipe: mayBePipe)
        self.file = file
        self.limit = limit
        name = path == "-" ? "standard input" : path
        size = file.size
        opened = path == "-" ? nil : path
        raw = .allocate(byteCount: Self.pieceSize, alignment: 16)
        checksum = hashing ? BackgroundChecksum() : nil
        try fillFirst(until: size == nil ? headEnds : nil)
        try detectGzip()
    }

    /// Bytes in memory, named `name` in messages.
    package init(
        bytes: [UInt8], name: String, hashing: Bool = false, limit: ExpansionLimit = ExpansionLimit()
    ) throws {
        file = nil
        self.limit = limit
        self.name = name
        size = bytes.count
        raw = .allocate(byteCount: max(1, bytes.count), alignment: 16)
        raw.copyBytes(from: bytes)
        rawEnd = bytes.count
        rawIsAtEnd = true
        checksum = hashing ? BackgroundChecksum() : nil
        note(UnsafeRawBufferPointer(rebasing: raw[0..<rawEnd]))
        try detectGzip()
    }

    /// A member of a zip file, named `name` in messages.
    init(
        member: ZipMemberBytes, name: String, hashing: Bool = false, limit: ExpansionLimit = ExpansionLimit()
    ) throws {
        file = nil
        self.limit = limit
        self.member = member
        self.name = name
        size = member.count
        raw = .allocate(byteCount: Self.pieceSize, alignment: 16)
        checksum = hashing ? BackgroundChecksum() : nil
        try fillFirst()
        if member.isDeflated { try startInflating(raw: true) } else { try detectGzip() }
    }

    /// Text that is made while it is read, named `name` in messages.
    /// - Parameter make: the next piece; empty at the end.
    package init(name: String, making make: @escaping () throws -> [UInt8]) {
        (file, size, checksum) = (nil, nil, nil)
        (self.name, self.make) = (name, make)
        limit = ExpansionLimit()
        raw = .allocate(byteCount: 1, alignment: 16)
    }

    deinit { raw.deallocate() }

    /// The error for an unusable log: what was found and expected, and what to do.
    /// - Parameter position: the line, or the place in it.
    package func error(_ code: ErrorCode, at position: String? = nil, _ message: String, _ advice: String)
        -> SensorLabError
    {
        let place = position.map { "\(name):\($0)" } ?? name
        return SensorLabError(.badData, code: code, place: place, message: message, advice: advice)
    }

    /// The path of a regular file that is not compressed; `nil` for everything else.
    package var path: String? { size != nil && !isCompressed ? opened : nil }

    /// Whether the stored bytes begin with `bytes`; only before anything is read.
    package func begins(with bytes: [UInt8]) -> Bool {
        rawEnd - rawStart >= bytes.count && raw[rawStart..<rawStart + bytes.count].elementsEqual(bytes)
    }

    /// Random access to the stored bytes, of a file without loading it; only before anything is read.
    /// - Throws: `SensorLabError` (input/output).
    package func storedBytes() throws -> StoredBytes {
        if let file, let size { return StoredBytes(file, count: size) }
        return StoredBytes(try rest(limit: 1 << 31))
    }

    /// The warning for damaged bytes, as far as they were read; `nil` for intact ones.
    package var damageWarning: Warning? {
        let (code, message): (DiagnosticCode, String)
        switch damage {
        case .none: return nil
        case .truncatedGzip:
            (code, message) = (.truncatedGzip, "the compressed file is cut off; the part before is used")
        case .corruptGzip:
            (code, message) = (.corruptGzip, "the compressed file is damaged; the part before is used")
        case .wrongChecksum:
            (code, message) = (
                .corruptGzip, "its checksum is wrong: some of its bytes are not those that were packed; all are used"
            )
        case .trailingBytes:
            (code, message) = (
                .trailingBytes, "bytes that are no gzip follow the end of the compressed data: not read"
            )
        }
        return Warning(code, place: name, message)
    }

    /// All remaining bytes, decompressed, at most `limit`.
    package func rest(limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        while bytes.count < limit, case let count = try piece.withUnsafeMutableBytes({ try read(into: $0) }), count > 0
        {
            bytes.append(contentsOf: piece[0..<count])
        }
        return bytes
    }

    /// Reads to the end, so that `damage` is known.
    /// - Throws: `SensorLabError` (input/output, bad data for what expands too much).
    package func finish() throws {
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        while try piece.withUnsafeMutableBytes({ try read(into: $0) }) > 0 {}
    }

    package var isCompressed: Bool { inflater != nil }

    /// The same bytes once more, from the first one; `nil` for a pipe, and for a part of something else.
    /// - Throws: `SensorLabError` (no input, input/output).
    package func reopened() throws -> ByteSource? {
        guard let size, member == nil else { return nil }
        if file == nil { return try ByteSource(bytes: Array(raw[..<size]), name: name, limit: limit.fresh) }
        return try opened.map { try ByteSource(path: $0, limit: limit.fresh, mayBePipe: false) }
    }

    /// Keeps what is read from now on; only before anything is read.
    package func keep() { kept = [] }

    /// Keeps nothing any more.
    package func forget() { kept = nil }

    /// Goes back to the beginning: what was kept is read again, and not kept any longer.
    package func rewind() {
        again = kept?[...] ?? []
        kept = nil
    }

    /// Fills `buffer` with decompressed bytes; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard again.isEmpty else {
            let count = min(buffer.count, again.count)
            buffer.copyBytes(from: again.prefix(count))
            again = again.dropFirst(count)
            if again.isEmpty { again = [] }
            return count
        }
        let count = try readOn(into: buffer)
        kept?.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return count
    }

    private func readOn(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try inflater.map { try readInflated($0, into: buffer) } ?? readStored(into: buffer)
        if count == 0, !buffer.isEmpty { checkMember() }
        return count
    }

    /// Checks that a member of a zip file had all its bytes, and the right ones.
    private func checkMember() {
        guard let member, damage == .none, !member.isWhole else { return }
        damage = member.hasLength ? .wrongChecksum : .corruptGzip
    }

    private func readInflated(_ inflater: GzipInflater, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            if rawStart == rawEnd { try refill() }
            guard rawStart < rawEnd else {
                if inflater.end == .open { damage = .truncatedGzip }
                return 0
            }
            let input = UnsafeRawBufferPointer(rebasing: raw[rawStart..<rawEnd])
            let (used, produced) = inflater.inflate(input, into: buffer)
            rawStart += used
            try limit.count(stored: used, expanded: produced, of: name)
            if inflater.end == .corrupt { damage = .corruptGzip }
            if produced > 0 {
                // More than the size in the directory.
                guard noteDeflated(UnsafeRawBufferPointer(rebasing: buffer[0..<produced])) else {
                    damage = .corruptGzip
                    return 0
                }
                return produced
            }
            if used == 0 {
                guard inflater.end == .complete, member?.isDeflated != true else { return 0 }
                // Archives pad with zeros; any other byte is reported.
                if raw[rawStart..<rawEnd].contains(where: { $0 != 0 }) {
                    damage = .trailingBytes
                    return 0
                }
                rawStart = rawEnd
            }
        }
    }

    /// Adds expanded bytes of a deflated member to its checksum; false where they exceed the size.
    ///
    /// A stored member's checksum is of its stored bytes, gzip or not.
    private func noteDeflated(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard member?.isDeflated == true else { return true }
        return member?.check(bytes) ?? true
    }

    /// SHA-256 of the stored bytes, lower-case hexadecimal, if `hashing` was set. Reads the rest.
    package func digest() throws -> String? {
        guard let checksum else { return nil }
        while !rawIsAtEnd {
            rawStart = rawEnd
            try refill()
        }
        return checksum.hexadecimal()
    }

    private func readStored(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if rawStart < rawEnd {
            let count = min(buffer.count, rawEnd - rawStart)
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: raw[rawStart..<rawStart + count]))
            rawStart += count
            return count
        }
        guard !rawIsAtEnd, file != nil || member != nil || make != nil else { return 0 }
        let count = try readRaw(buffer)
        note(UnsafeRawBufferPointer(rebasing: buffer[0..<count]))
        return count
    }

    /// Fills the first piece as far as possible, since the recognised format must not depend on how much a pipe
    /// delivers at once.
    private func fillFirst(until headEnds: ((UnsafeRawBufferPointer) -> Bool)? = nil) throws {
        while rawEnd < raw.count, !rawIsAtEnd, !headIsShort {
            let count = try readRaw(UnsafeMutableRawBufferPointer(rebasing: raw[rawEnd...]))
            note(UnsafeRawBufferPointer(rebasing: raw[rawEnd..<rawEnd + count]))
            rawEnd += count
            headIsShort = headEnds?(UnsafeRawBufferPointer(rebasing: raw[..<rawEnd])) ?? false
        }
    }

    private func refill() throws {
        guard !rawIsAtEnd, file != nil || member != nil else { return }
        let count = try readRaw(raw)
        rawStart = 0
        rawEnd = count
        note(UnsafeRawBufferPointer(rebasing: raw[0..<count]))
    }

    private func readRaw(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let file { return try file.read(into: buffer) }
        if let make {
            if made.isEmpty { made = try make()[...] }
            let count = min(buffer.count, made.count)
            buffer.copyBytes(from: made.prefix(count))
            made = made.dropFirst(count)
            return count
        }
        guard let count = try member?.read(into: buffer) else { return 0 }
        if member?.isDeflated == false { _ = member?.check(UnsafeRawBufferPointer(rebasing: buffer[0..<count])) }
        return count
    }

    private func note(_ bytes: UnsafeRawBufferPointer) {
        consumed += bytes.count
        if bytes.isEmpty { rawIsAtEnd = true }
        checksum?.update(bytes)
    }

    private func detectGzip() throws {
        guard rawEnd - rawStart >= 2, raw[rawStart] == 0x1f, raw[rawStart + 1] == 0x8b else { return }
        try startInflating(raw: false)
    }

    private func startInflating(raw: Bool) throws {
        inflater = GzipInflater(raw: raw)
        if inflater == nil {
            throw SensorLabError(
                .inputOutput, code: .noMemory, place: name, message: "zlib could not be started",
                advice: "free some memory")
        }
    }
}

/// Random access to the bytes of a regular file or of memory.
package final class StoredBytes {
    /// Number of bytes.
    let count: Int
    private let file: FileReader?
    private let memory: [UInt8]

    private static let pieceSize = 1 << 20

    /// The bytes of a regular file, read on demand.
    init(_ file: FileReader, count: Int) { (self.file, self.count, memory) = (file, count, []) }

    /// Bytes in memory.
    init(_ bytes: [UInt8]) { (file, count, memory) = (nil, bytes.count, bytes) }

    /// Fills `buffer` from `place`; the bytes must exist.
    /// - Throws: `SensorLabError` (input/output), also where the file became shorter.
    func read(at place: Int, into buffer: UnsafeMutableRawBufferPointer) throws {
        precondition(place >= 0 && buffer.count <= count - place, "there are bytes after the end")
        if let file { return try file.read(at: place, into: buffer) }
        buffer.copyBytes(from: memory[place..<place + buffer.count])
    }

    /// The bytes from `place`: at most `wanted`, fewer near the end.
    /// - Throws: `SensorLabError` (input/output).
    func bytes(at place: Int, count wanted: Int) throws -> [UInt8] {
        guard place >= 0, place < count, wanted > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: min(wanted, count - place))
        try bytes.withUnsafeMutableBytes { try read(at: place, into: $0) }
        return bytes
    }

    /// SHA-256 of all bytes, lower-case hexadecimal.
    /// - Throws: `SensorLabError` (input/output).
    func digest() throws -> String {
        var hasher = SHA256()
        var place = 0
        while case let piece = try bytes(at: place, count: Self.pieceSize), !piece.isEmpty {
            piece.withUnsafeBytes { hasher.update($0) }
            place += piece.count
        }
        return hasher.hexadecimal()
    }
}
