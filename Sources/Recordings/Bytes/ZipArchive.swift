import CZlib
import Foundation
import Vocabulary

/// A zip file (PKWARE APPNOTE 6.3.10): stored and deflated members, no encryption, no ZIP64, nothing written anywhere.
///
/// Only the central directory counts; a member whose own header differs from it, names that leave the folder, names that
/// occur twice and members that expand beyond the limits are errors.
final class ZipArchive {
    let name: String
    /// Members by name, folders and what systems add left out; of an archive with one folder at its top, below that.
    let names: [String]
    private let bytes: Data
    private let members: [String: Member]
    private let prefix: String

    private struct Member {
        var method: UInt16
        var crc: UInt32
        var compressed: Int
        var expanded: Int
        var header: Int
    }

    /// A member may not expand beyond this.
    private static let largestMember = 1 << 32
    /// Deflate cannot expand more than 1032 times; text of sensors expands some ten times.
    private static let largestRatio = 400
    private static let mostMembers = 4096

    /// - Throws: `SensorLabError` (bad data) for what is no zip file, or one that breaks a rule.
    init(_ bytes: Data, name: String) throws {
        self.bytes = bytes
        self.name = name
        let (start, count) = try Self.directory(bytes, name)
        var members: [String: Member] = [:]
        // Names that differ in case alone are one file on many systems.
        var seen: Set<String> = []
        var position = start
        for _ in 0..<count {
            guard bytes.uint32(position) == 0x0201_4b50, let nameLength = bytes.uint16(position + 28),
                let extraLength = bytes.uint16(position + 30), let commentLength = bytes.uint16(position + 32),
                let flags = bytes.uint16(position + 8), let method = bytes.uint16(position + 10),
                let crc = bytes.uint32(position + 16), let compressed = bytes.uint32(position + 20),
                let expanded = bytes.uint32(position + 24), let header = bytes.uint32(position + 42),
                let text = bytes.text(position + 46, Int(nameLength))
            else { throw Self.damaged(name, "its directory is cut off") }
            position += 46 + Int(nameLength) + Int(extraLength) + Int(commentLength)
            guard !text.hasSuffix("/"), !text.hasPrefix("__MACOSX/"), !text.hasSuffix(".DS_Store") else { continue }
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard !text.contains("\\"), !text.contains("\0"), !parts.contains(where: { ["..", ".", ""].contains($0) })
            else {
                throw Self.damaged(name, "the member \"\(Self.shown(text))\" leaves the folder")
            }
            guard flags & 1 == 0 else { throw Self.damaged(name, "the member \"\(Self.shown(text))\" is encrypted") }
            members[text] = Member(
                method: method, crc: crc, compressed: Int(compressed), expanded: Int(expanded), header: Int(header))
            guard seen.insert(text.lowercased()).inserted else {
                throw Self.damaged(name, "the member \"\(Self.shown(text))\" occurs twice")
            }
        }
        self.members = members
        // One folder at the top that holds everything is the log.
        let tops = Set(members.keys.map { $0.split(separator: "/")[0] })
        let prefix =
            tops.count == 1
                && members.keys.allSatisfy { $0.contains("/") && !$0.hasPrefix("mav0/") && !$0.hasPrefix("meta/") }
            ? tops.first.map { $0 + "/" } ?? "" : ""
        self.prefix = prefix
        names = members.keys.map { String($0.dropFirst(prefix.count)) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The bytes of a member.
    /// - Throws: `SensorLabError` (bad data) for a member that breaks a rule.
    func open(_ entry: String, hashing: Bool, limit: ExpansionLimit) throws -> ByteSource {
        let place = "\(name)/\(entry)"
        guard let member = members[prefix + entry] else {
            throw SensorLabError(
                .badData, code: .noSuchFile, place: place, message: "there is no such member",
                advice: "copy the zip again")
        }
        let header = member.header
        guard bytes.uint32(header) == 0x0403_4b50, let nameLength = bytes.uint16(header + 26),
            let extraLength = bytes.uint16(header + 28), bytes.text(header + 30, Int(nameLength)) == prefix + entry,
            bytes.uint16(header + 8) == member.method
        else { throw Self.damaged(place, "its own header differs from the directory") }
        let start = header + 30 + Int(nameLength) + Int(extraLength)
        guard start + member.compressed <= bytes.count else { throw Self.damaged(place, "it is cut off") }
        guard member.expanded < Self.largestMember,
            member.expanded <= max(1 << 20, member.compressed * Self.largestRatio)
        else {
            throw Self.damaged(place, "it would expand from \(member.compressed) to \(member.expanded) bytes")
        }
        let raw = ZipMemberBytes(
            bytes: bytes, start: start, count: member.compressed, expanded: member.expanded, crc: member.crc,
            isDeflated: member.method == 8)
        guard member.method == 8 || member.method == 0 && member.compressed == member.expanded else {
            throw Self.damaged(place, "it is packed by method \(member.method), expected stored or deflated")
        }
        return try ByteSource(member: raw, name: place, hashing: hashing, limit: limit)
    }

    /// SHA-256 of the file.
    var digest: String {
        var hasher = SHA256()
        bytes.withUnsafeBytes { hasher.update($0) }
        return hasher.hexadecimal()
    }

    /// Where the directory begins and how many entries it has: from the record at the end of the file.
    private static func directory(_ bytes: Data, _ name: String) throws -> (start: Int, count: Int) {
        // A comment of at most 65535 bytes may follow it.
        var position = bytes.count - 22
        let first = max(0, bytes.count - 22 - 65_535)
        while position >= first {
            if bytes.uint32(position) == 0x0605_4b50, let count = bytes.uint16(position + 10),
                let start = bytes.uint32(position + 16), let comment = bytes.uint16(position + 20),
                position + 22 + Int(comment) == bytes.count
            {
                guard count < mostMembers else { throw damaged(name, "it has \(count) members or is a ZIP64 file") }
                return (Int(start), Int(count))
            }
            position -= 1
        }
        throw damaged(name, "it has no directory at its end")
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

/// The stored bytes of one member of a zip file, and the check of what they expand to.
struct ZipMemberBytes {
    private let bytes: Data
    private var position: Int
    private let end: Int
    /// Stored bytes.
    let count: Int
    private let expanded: Int
    private let crc: UInt32
    let isDeflated: Bool
    private var produced = 0
    private var sum: UInt = crc32(0, nil, 0)

    init(bytes: Data, start: Int, count: Int, expanded: Int, crc: UInt32, isDeflated: Bool) {
        self.bytes = bytes
        position = start
        end = start + count
        self.count = count
        self.expanded = expanded
        self.crc = crc
        self.isDeflated = isDeflated
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let length = min(buffer.count, end - position)
        guard length > 0 else { return 0 }
        bytes.copyBytes(to: buffer, from: position..<position + length)
        position += length
        return length
    }

    /// Takes expanded bytes into the checksum; false where there are more than the directory says.
    mutating func check(_ piece: UnsafeRawBufferPointer) -> Bool {
        produced += piece.count
        guard produced <= expanded else { return false }
        sum = crc32(sum, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(piece.count))
        return true
    }

    /// Length and checksum are as the directory says.
    var isWhole: Bool { produced == expanded && UInt32(truncatingIfNeeded: sum) == crc }
}

extension Data {
    /// Little-endian; `nil` beyond the end.
    fileprivate func uint16(_ position: Int) -> UInt16? { number(position) }

    /// Little-endian; `nil` beyond the end.
    fileprivate func uint32(_ position: Int) -> UInt32? { number(position) }

    private func number<Number: FixedWidthInteger>(_ position: Int) -> Number? {
        guard position >= 0, position + MemoryLayout<Number>.size <= count else { return nil }
        return withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self)) }
    }

    fileprivate func text(_ position: Int, _ length: Int) -> String? {
        guard position >= 0, length >= 0, position + length <= count else { return nil }
        return String(decoding: self[position..<position + length], as: UTF8.self)
    }
}
