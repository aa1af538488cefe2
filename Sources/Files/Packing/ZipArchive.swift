import Vocabulary

/// A zip file (PKWARE APPNOTE 6.3.10), also with the fields of ZIP64: stored and deflated members, no encryption,
/// nothing extracted to disk.
///
/// Only the central directory counts: programs that write to a stream leave checksum and sizes out of the header in
/// front of a member. Names that leave the folder and duplicate names are errors; so are, when a member
/// is opened, a local header that differs from the directory and an expansion beyond the limits.
package final class ZipArchive {
    package let name: String
    /// Names of the members, without folders and the files that systems add; relative to the top folder where there is
    /// only one.
    package let names: [String]
    private let bytes: StoredBytes
    private let members: [String: Member]
    private let prefix: String

    private struct Member {
        var method: UInt16
        var crc: UInt32
        var compressed: Int
        var expanded: Int
        /// Where the local header begins.
        var header: Int
    }

    /// The most bytes that a member may expand to.
    private static let largestMember = 1 << 32
    /// Deflate expands at most 1032 times; text of sensors about ten times.
    private static let largestRatio = 400
    private static let mostMembers = 4096
    /// The most bytes of a directory.
    private static let largestDirectory = 64 << 20
    private static let entryMark: UInt32 = 0x0201_4b50
    private static let headerMark: UInt32 = 0x0403_4b50

    /// - Parameters:
    ///   - bytes: of the archive.
    ///   - name: for messages.
    ///   - layout: folders that belong to a format's layout, such as `mav0/`, and stay in the names.
    /// - Throws: `SensorLabError`: bad data for a file that is no zip file or breaks a rule; input/output.
    package init(_ bytes: StoredBytes, name: String, layout: [String] = []) throws {
        self.bytes = bytes
        self.name = name
        let (entries, count) = try Self.directory(bytes, name)
        var members: [String: Member] = [:]
        // On many systems, names that differ in case alone are one file.
        var seen: Set<String> = []
        var position = 0
        for _ in 0..<count {
            guard entries.uint32(position) == Self.entryMark, let nameLength = entries.uint16(position + 28),
                let extraLength = entries.uint16(position + 30), let commentLength = entries.uint16(position + 32),
                let flags = entries.uint16(position + 8), let method = entries.uint16(position + 10),
                let crc = entries.uint32(position + 16), let compressed = entries.uint32(position + 20),
                let expanded = entries.uint32(position + 24), let header = entries.uint32(position + 42),
                let text = entries.text(position + 46, Int(nameLength))
            else { throw Self.damaged(name, "its directory is cut off") }
            let numbers = ZIP64.numbers(
                [expanded, compressed, header], entries, position + 46 + Int(nameLength), Int(extraLength))
            position += 46 + Int(nameLength) + Int(extraLength) + Int(commentLength)
            guard !text.hasSuffix("/"), !text.hasPrefix("__MACOSX/"), !text.hasSuffix(".DS_Store") else { continue }
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard !text.contains("\\"), !text.contains("\0"), !parts.contains(where: { ["..", ".", ""].contains($0) })
            else {
                throw Self.damaged(name, "the member \"\(Self.shown(text))\" has a path that leads out of the folder")
            }
            guard flags & 1 == 0 else { throw Self.damaged(name, "the member \"\(Self.shown(text))\" is encrypted") }
            members[text] = Member(
                method: method, crc: crc, compressed: numbers[1], expanded: numbers[0], header: numbers[2])
            guard seen.insert(text.lowercased()).inserted else {
                throw Self.damaged(name, "the member \"\(Self.shown(text))\" occurs twice")
            }
        }
        guard entries.uint32(position) != Self.entryMark else {
            throw Self.damaged(name, "its directory has more members than its end record states")
        }
        self.members = members
        // One folder at the top that holds everything is the log.
        let tops = Set(members.keys.map { $0.split(separator: "/")[0] })
        let prefix =
            tops.count == 1
                && members.keys.allSatisfy { $0.contains("/") && !layout.contains(where: $0.hasPrefix) }
            ? tops.first.map { $0 + "/" } ?? "" : ""
        self.prefix = prefix
        names = members.keys.map { String($0.dropFirst(prefix.count)) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The bytes of a member.
    /// - Throws: `SensorLabError` (bad data) for a member that breaks a rule.
    package func open(_ entry: String, hashing: Bool, limit: ExpansionLimit) throws -> ByteSource {
        let place = "\(name)/\(entry)"
        guard let member = members[prefix + entry] else {
            throw SensorLabError(
                .badData, code: .noSuchFile, place: place, message: "there is no such member",
                advice: "copy the zip again")
        }
        guard member.method == 8 || member.method == 0 else {
            throw SensorLabError(
                .badData, code: .damagedZip, place: place,
                message: "its compression method is \(Self.method(member.method)), expected stored or deflated",
                advice: "make the zip again with the method deflate, or unpack it and give the folder")
        }
        guard member.method == 8 || member.compressed == member.expanded else {
            throw Self.damaged(place, "it is stored without compression, but its two sizes differ")
        }
        guard member.expanded < Self.largestMember,
            member.expanded <= max(1 << 20, member.compressed * Self.largestRatio)
        else {
            throw Self.damaged(place, "it would expand from \(member.compressed) to \(member.expanded) bytes")
        }
        let raw = ZipMemberBytes(
            bytes: bytes, start: try start(of: member, named: prefix + entry, place), count: member.compressed,
            expanded: member.expanded, crc: member.crc, isDeflated: member.method == 8)
        return try ByteSource(member: raw, name: place, hashing: hashing, limit: limit)
    }

    /// SHA-256 of the file.
    /// - Throws: `SensorLabError` (input/output).
    package func digest() throws -> String { try bytes.digest() }

    /// The name in a member's local header where it differs from the directory's: one of the two is damaged. `nil` for
    /// equal names and for a missing header.
    /// - Throws: `SensorLabError` (input/output).
    package func otherName(of entry: String) throws -> String? {
        guard let member = members[prefix + entry] else { return nil }
        let own = try bytes.bytes(at: member.header, count: 30)
        guard own.uint32(0) == Self.headerMark, let length = own.uint16(26) else { return nil }
        let name = String(decoding: try bytes.bytes(at: member.header + 30, count: Int(length)), as: UTF8.self)
        return name == prefix + entry ? nil : name
    }

    /// Where the bytes of a member begin: after its local header, which must agree with the directory.
    private func start(of member: Member, named text: String, _ place: String) throws -> Int {
        let own = try bytes.bytes(at: member.header, count: 30 + text.utf8.count)
        guard own.uint32(0) == Self.headerMark, let nameLength = own.uint16(26), let extraLength = own.uint16(28),
            own.text(30, Int(nameLength)) == text, own.uint16(8) == member.method
        else { throw Self.damaged(place, "its header differs from its entry in the directory") }
        let start = member.header + 30 + Int(nameLength) + Int(extraLength)
        guard start + member.compressed <= bytes.count else { throw Self.damaged(place, "it is cut off") }
        return start
    }

    /// The directory and its number of entries, from the record at the end of the file.
    private static func directory(_ bytes: StoredBytes, _ name: String) throws -> (entries: [UInt8], count: Int) {
        // A comment of at most 65535 bytes may follow the record.
        let first = max(0, bytes.count - 22 - 65_535)
        let tail = try bytes.bytes(at: first, count: bytes.count - first)
        var position = tail.count - 22
        while position >= 0 {
            if tail.uint32(position) == 0x0605_4b50, let here = tail.uint16(position + 8),
                let total = tail.uint16(position + 10), let place = tail.uint32(position + 16),
                let comment = tail.uint16(position + 20), position + 22 + Int(comment) == tail.count
            {
                guard here == total else { throw damaged(name, "it is one of several parts") }
                var (count, start) = (Int(total), Int(place))
                if total == .max || place == .max, let larger = try ZIP64.directory(bytes, before: first + position) {
                    (count, start) = larger
                }
                guard count < mostMembers else { throw damaged(name, "it has \(count) members") }
                let size = first + position - start
                guard size >= 0, size <= largestDirectory else { throw damaged(name, "its directory is cut off") }
                return (try bytes.bytes(at: start, count: size), count)
            }
            position -= 1
        }
        throw damaged(name, "it has no directory at its end")
    }

    /// The name of a compression method (APPNOTE 4.4.5).
    private static func method(_ number: UInt16) -> String {
        let names: [UInt16: String] = [
            1: "Shrink", 6: "Implode", 9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 94: "MP3", 95: "xz",
            96: "JPEG", 97: "WavPack", 98: "PPMd", 99: "AES encryption",
        ]
        return names[number].map { "\($0) (method \(number))" } ?? "method \(number)"
    }

    private static func shown(_ text: String) -> String {
        text.unicodeScalars.prefix(60).map { $0.value < 32 || $0.value == 127 ? "." : String($0) }.joined()
    }

    private static func damaged(_ place: String, _ what: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .damagedZip, place: place, message: "the zip file cannot be used: \(what)",
            advice: "export or copy it again, or unpack it and give the folder")
    }
}

/// The numbers of 64 bits that a zip file has where those of 32 bits are all ones (APPNOTE 4.3.14, 4.3.15, 4.5.3).
/// Programs that write to a stream have them in small files, too.
private enum ZIP64 {
    /// Larger numbers are cut to this, so that sums do not overflow: no file is as large.
    private static let largest = 1 << 48
    private static let locatorMark: UInt32 = 0x0706_4b50
    private static let endMark: UInt32 = 0x0606_4b50

    private static func whole(_ number: UInt64) -> Int { min(Int(clamping: number), largest) }

    /// The expanded and the stored size of a member and the place of its header, of 32 bits or from the extra field of
    /// its entry.
    static func numbers(_ short: [UInt32], _ entries: [UInt8], _ start: Int, _ length: Int) -> [Int] {
        var (position, end) = (start, start + length)
        while position + 4 <= end, let kind = entries.uint16(position), let size = entries.uint16(position + 2) {
            position += 4
            if kind == 1 {
                end = min(end, position + Int(size))
                break
            }
            position += Int(size)
        }
        return short.map { number in
            guard number == .max, position + 8 <= end, let long = entries.uint64(position) else { return Int(number) }
            position += 8
            return whole(long)
        }
    }

    /// The number of members and the place of the directory; `nil` where there is no such record.
    /// - Parameter end: where the end record of 32 bits begins.
    static func directory(_ bytes: StoredBytes, before end: Int) throws -> (count: Int, start: Int)? {
        let locator = try bytes.bytes(at: end - 20, count: 20)
        guard locator.uint32(0) == locatorMark, let place = locator.uint64(8) else { return nil }
        let record = try bytes.bytes(at: whole(place), count: 56)
        guard record.uint32(0) == endMark, let count = record.uint64(32), let start = record.uint64(48) else {
            return nil
        }
        return (whole(count), whole(start))
    }
}

/// The stored bytes of one member of a zip file, and the check of their expansion.
struct ZipMemberBytes {
    private let bytes: StoredBytes
    private var position: Int
    private let end: Int
    /// Number of stored bytes.
    let count: Int
    private let expanded: Int
    private let crc: UInt32
    let isDeflated: Bool
    private var produced = 0
    private var sum = CRC32()

    init(bytes: StoredBytes, start: Int, count: Int, expanded: Int, crc: UInt32, isDeflated: Bool) {
        self.bytes = bytes
        position = start
        end = start + count
        self.count = count
        self.expanded = expanded
        self.crc = crc
        self.isDeflated = isDeflated
    }

    /// Fills `buffer` with stored bytes; 0 at the end.
    /// - Throws: `SensorLabError` (input/output).
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let length = min(buffer.count, end - position)
        guard length > 0 else { return 0 }
        try bytes.read(at: position, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<length]))
        position += length
        return length
    }

    /// Adds expanded bytes to the checksum; false where they exceed the size in the directory.
    mutating func check(_ piece: UnsafeRawBufferPointer) -> Bool {
        produced += piece.count
        guard produced <= expanded else { return false }
        sum.update(piece)
        return true
    }

    /// Whether the length agrees with the directory.
    var hasLength: Bool { produced == expanded }

    /// Whether length and checksum agree with the directory.
    var isWhole: Bool { hasLength && sum.value == crc }
}

extension [UInt8] {
    /// Little-endian; `nil` beyond the end.
    fileprivate func uint16(_ position: Int) -> UInt16? { number(position) }

    /// Little-endian; `nil` beyond the end.
    fileprivate func uint32(_ position: Int) -> UInt32? { number(position) }

    /// Little-endian; `nil` beyond the end.
    fileprivate func uint64(_ position: Int) -> UInt64? { number(position) }

    private func number<Number: FixedWidthInteger & BitwiseCopyable>(_ position: Int) -> Number? {
        guard position >= 0, position + MemoryLayout<Number>.size <= count else { return nil }
        return withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self)) }
    }

    fileprivate func text(_ position: Int, _ length: Int) -> String? {
        guard position >= 0, length >= 0, position + length <= count else { return nil }
        return String(decoding: self[position..<position + length], as: UTF8.self)
    }
}
