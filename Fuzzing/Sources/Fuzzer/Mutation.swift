import CZlib
import Foundation
import Vocabulary

@testable import Files

/// How the inputs of a target are changed, so that changes reach the values that the program computes with.
enum Mutation: Sendable {
    /// As libFuzzer does it alone.
    case bytes
    /// Bytes, and numbers of 4 and 8 bytes among them.
    case binary
    /// Numbers, cells, columns and lines of a text.
    case text
    /// The text in gzip.
    case gzip
    /// The texts in a zip file.
    case zip

    /// The changed input; `nil` for one that is not of this kind.
    func apply(to bytes: [UInt8], _ random: inout MutationRandom) -> [UInt8]? {
        switch self {
        case .bytes: return nil
        case .binary: return Self.binary(bytes, &random)
        case .text: return Self.text(bytes, &random)
        case .gzip: return Self.gzip(bytes, &random)
        case .zip: return Self.zip(bytes, &random)
        }
    }

    private static func binary(_ bytes: [UInt8], _ random: inout MutationRandom) -> [UInt8]? {
        guard bytes.count >= 8 else { return nil }
        let value = random.number
        let number: [UInt8]
        switch random.below(4) {
        case 0: number = withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init)
        case 1: number = withUnsafeBytes(of: Float(value).bitPattern.littleEndian, Array.init)
        case 2: number = withUnsafeBytes(of: Int64(clamping: value).littleEndian, Array.init)
        default: number = withUnsafeBytes(of: UInt32(truncatingIfNeeded: random.next()), Array.init)
        }
        var changed = bytes
        let start = random.below(bytes.count - number.count + 1)
        changed.replaceSubrange(start..<start + number.count, with: number)
        return changed
    }

    private static func text(_ bytes: [UInt8], _ random: inout MutationRandom) -> [UInt8]? {
        guard !bytes.isEmpty else { return nil }
        if random.below(2) == 0, let changed = number(bytes, &random) { return changed }
        var table = TableText(bytes)
        for _ in 0...random.below(3) { table.change(&random) }
        return table.bytes
    }

    /// The first number behind some byte gets another value.
    private static func number(_ bytes: [UInt8], _ random: inout MutationRandom) -> [UInt8]? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let others = Array("+-.eE".utf8)
        let from = random.below(bytes.count)
        guard var start = bytes[from...].firstIndex(where: digits.contains) else { return nil }
        while start > 0, digits.contains(bytes[start - 1]) || others.contains(bytes[start - 1]) { start -= 1 }
        let end =
            bytes[start...].firstIndex { !digits.contains($0) && !others.contains($0) } ?? bytes.count
        let old = String(decoding: bytes[start..<end], as: UTF8.self)
        return Array(bytes[..<start]) + Array(random.text(insteadOf: old).utf8) + Array(bytes[end...])
    }

    private static func gzip(_ bytes: [UInt8], _ random: inout MutationRandom) -> [UInt8]? {
        guard
            let source = try? ByteSource(
                bytes: bytes, name: "log.gz", hashing: false, limit: ExpansionLimit(bytes: 1 << 20)),
            let plain = try? source.rest(limit: 1 << 18), let changed = text([UInt8](plain), &random)
        else { return nil }
        return try? GzipBytes.packed(changed)
    }

    private static func zip(_ bytes: [UInt8], _ random: inout MutationRandom) -> [UInt8]? {
        guard let archive = try? ZipArchive(StoredBytes(bytes), name: "log.zip"), !archive.names.isEmpty else {
            return nil
        }
        let limit = ExpansionLimit(bytes: 1 << 20)
        var files = archive.names.compactMap { name -> (String, [UInt8])? in
            guard let member = try? archive.open(name, hashing: false, limit: limit),
                let content = try? member.rest(limit: 1 << 18)
            else { return nil }
            return (name, [UInt8](content))
        }
        guard !files.isEmpty else { return nil }
        let index = random.below(files.count)
        switch random.below(8) {
        case 0: files.remove(at: index)
        case 1: files[index].0 = files[random.below(files.count)].0 + "2"
        case 2: files[index].1 = files[random.below(files.count)].1
        default:
            guard let changed = text(files[index].1, &random) else { return nil }
            files[index].1 = changed
        }
        return FormatSamples.zip(files) { Int(CZlib.crc32(0, $0, UInt32($0.count))) }
    }
}

/// What a mutation decides by chance, from libFuzzer's seed.
struct MutationRandom {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func next() -> UInt64 { generator.next() }

    /// A number in 0..<`bound`; 0 for a bound below 1.
    mutating func below(_ bound: Int) -> Int { bound < 1 ? 0 : Int(generator.next(below: UInt64(bound))) }

    mutating func pick(_ texts: [String]) -> String { texts[below(texts.count)] }

    /// A number that a sensor or a clock does not give.
    mutating func extreme() -> String { pick(ExtremeNumber.texts) }

    /// Any number: an extreme one, or one of any size.
    var number: Double {
        mutating get {
            below(2) == 0
                ? Double(extreme()) ?? .nan
                : (generator.uniform() - 0.5) * Double(sign: .plus, exponent: below(160) - 80, significand: 1)
        }
    }

    /// What is written in place of a number: an extreme one, the number in another unit or with another sign, one that
    /// is close to it.
    mutating func text(insteadOf old: String) -> String {
        guard below(3) > 0, let value = Double(old), value.isFinite else { return extreme() }
        switch below(5) {
        case 0: return "\(-value)"
        case 1: return "\(value * Double(sign: .plus, exponent: below(80) - 40, significand: 1))"
        case 2: return "\(value + (generator.uniform() - 0.5) * 10)"
        case 3: return "\(value * [1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9][below(6)])"
        default: return String(old.dropLast())
        }
    }
}

/// Numbers at the ends of types, of clocks and of what sensors measure.
enum ExtremeNumber {
    static let texts = [
        "0", "-0", "1", "-1", "nan", "inf", "-inf", "1e308", "-1e308", "1e-308", "5e-324", "1e19", "-1e19", "9e18",
        "1e15",
        "1e10", "1e7", "1e5", "1e3", "-1e5", "1e-5", "1e-12", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "18446744073709551615", "4294967296", "2147483647", "-2147483648", "65535", "32767",
        "-32768", "9.81", "78.48", "360", "-180", "90", "-90", "1700000000", "1700000000000", "1700000000000000000",
        "4611686018427387904", "-4611686018427387904", "9900000", "34.9", "999999999999999999999999", "0.1", "",
    ]
}
