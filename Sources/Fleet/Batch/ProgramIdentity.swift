import Files
import Foundation
import Vocabulary

/// A checksum of the running program, which differs between builds of one version.
public enum ProgramIdentity {
    /// The build ID of the executable file if the linker wrote one, else the file's SHA-256; lower-case hexadecimal,
    /// computed once per process; empty where the file cannot be read. Libraries of the system (LAPACK, the C library)
    /// are not part of it.
    public static let checksum =
        (paths.lazy.compactMap { BuildIdentity.hexadecimal(path: $0) }.first
            ?? paths.lazy.compactMap { try? FileChecksum.hexadecimal(path: $0) }.first) ?? ""

    /// The checksum; `nil` where the file cannot be read.
    public static var known: String? { checksum.isEmpty ? nil : checksum }

    /// On Linux `/proc/self/exe` is the running file even after it was replaced.
    private static var paths: [String] { ["/proc/self/exe", Bundle.main.executablePath].compactMap { $0 } }
}

/// Reads the build ID that the linker wrote into an executable file: a checksum of all that it linked, which `strip`
/// keeps. Reading it takes no time; the checksum of the file takes as long as the analysis of a log of some minutes.
///
/// Executable and Linkable Format, 64 bits, little-endian: System V Application Binary Interface, chapters 4 and 5; the
/// note NT_GNU_BUILD_ID: GNU ld, option --build-id.
struct BuildIdentity {
    private let file: Data

    /// Hexadecimal; `nil` where the file has another format or no such note.
    static func hexadecimal(path: String) -> String? {
        guard let file = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else { return nil }
        return BuildIdentity(file: file).note?.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0\(digits)" : digits
        }.joined()
    }

    private static let noteSegment: UInt64 = 4
    private static let buildNote: UInt64 = 3
    private static let owner: [UInt8] = [0x47, 0x4E, 0x55, 0]

    private var note: Data? {
        guard file.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), let table = number(32, bytes: 8),
            let size = number(54, bytes: 2), let count = number(56, bytes: 2)
        else { return nil }
        for index in 0..<count {
            let header = table &+ index &* size
            guard number(header, bytes: 4) == Self.noteSegment, let start = number(header &+ 8, bytes: 8),
                let length = number(header &+ 32, bytes: 8), let notes = bytes(start, length)
            else { continue }
            if let found = BuildIdentity(file: notes).noteOfSegment { return found }
        }
        return nil
    }

    /// The build ID in a segment of notes. A note is three numbers of four bytes, the owner and the contents, both
    /// padded to a multiple of four bytes.
    private var noteOfSegment: Data? {
        var place: UInt64 = 0
        while let owner = number(place, bytes: 4), let length = number(place + 4, bytes: 4),
            let kind = number(place + 8, bytes: 4)
        {
            let contents = place + 12 + (owner + 3) & ~3
            if kind == Self.buildNote, length > 0, bytes(place + 12, owner)?.elementsEqual(Self.owner) == true {
                return bytes(contents, length)
            }
            place = contents + (length + 3) & ~3
        }
        return nil
    }

    /// A part of the file; `nil` beyond its end.
    private func bytes(_ start: UInt64, _ length: UInt64) -> Data? {
        let size = UInt64(clamping: file.count)
        guard start <= size, length <= size - start else { return nil }
        return file.dropFirst(Int(clamping: start)).prefix(Int(clamping: length))
    }

    private func number(_ start: UInt64, bytes length: UInt64) -> UInt64? {
        bytes(start, length)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
