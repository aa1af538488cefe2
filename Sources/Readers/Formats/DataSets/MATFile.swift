import Files
import Vocabulary

/// The real numeric matrices of a MATLAB file of level 5 (MathWorks, MAT-File Format, chapter 1), little-endian: what
/// `save` writes unless it is told `-v7.3`. Structures, cells, texts and objects are left out.
struct MATFile {
    struct Matrix {
        let rows: Int
        /// One column after the other.
        let values: [Double]

        var columns: Int { rows > 0 ? values.count / rows : 0 }
    }

    /// By name; of several of one name the last.
    private(set) var matrices: [String: Matrix] = [:]

    private static let headBytes = 128
    /// Of an expanded element: no file of a recording has larger ones.
    private static let mostBytes = 1 << 30
    /// Codes of elements: a compressed one, a matrix.
    private static let (compressed, matrix): (UInt32, UInt32) = (15, 14)

    static func isOne(_ head: some Sequence<UInt8>) -> Bool { head.starts(with: "MATLAB 5.0 MAT-file".utf8) }

    /// - Parameter bytes: of the whole file; what is cut off or damaged at its end is left out.
    init(_ bytes: [UInt8]) {
        guard bytes.count > Self.headBytes, bytes[126..<128].elementsEqual("IM".utf8) else { return }
        var elements = Elements(bytes[Self.headBytes...])
        while let (code, content) = elements.next() {
            switch code {
            case Self.compressed:
                guard let expanded = Deflate.expanded(content, atMost: Self.mostBytes) else { continue }
                var inner = Elements(expanded[...])
                if let (code, content) = inner.next(), code == Self.matrix { take(content) }
            case Self.matrix: take(content)
            default: break
            }
        }
    }

    /// Takes a matrix: its flags, dimensions, name and numbers.
    private mutating func take(_ bytes: ArraySlice<UInt8>) {
        var parts = Elements(bytes)
        guard let flags = parts.next(), let first = flags.content.first, (6...15).contains(first),
            let sizes = parts.next().flatMap(Self.numbers), sizes.count == 2, let name = parts.next()?.content,
            let values = parts.next().flatMap(Self.numbers), Double(values.count) == sizes[0] * sizes[1]
        else { return }
        matrices[String(decoding: name, as: UTF8.self)] = Matrix(rows: Int(clamping: sizes[0]), values: values)
    }

    /// The encodings of numbers by their codes.
    private static let kinds: [UInt32: PackedNumber.Kind] = [
        1: .int8, 2: .uint8, 3: .int16, 4: .uint16, 5: .int32, 6: .uint32, 7: .float, 9: .double, 12: .int64,
        13: .uint64,
    ]

    /// The numbers of an element; `nil` for another type.
    private static func numbers(_ element: (code: UInt32, content: ArraySlice<UInt8>)) -> [Double]? {
        guard let kind = kinds[element.code] else { return nil }
        return element.content.withUnsafeBytes { raw in
            raw.baseAddress.map { base in
                (0..<raw.count / kind.size).map { PackedNumber(offset: $0 * kind.size, kind: kind).value(in: base) }
            } ?? []
        }
    }

    /// Elements one after the other: a type, a length and the content, which begins at multiples of eight bytes; of up
    /// to four bytes in the place of the length.
    private struct Elements {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

        mutating func next() -> (code: UInt32, content: ArraySlice<UInt8>)? {
            guard rest.count >= 8 else { return nil }
            let (code, length) = (word(0), word(4))
            if code >> 16 > 0 {
                let content = rest.dropFirst(4).prefix(Int(code >> 16))
                rest = rest.dropFirst(8)
                return (code & 0xffff, content)
            }
            guard rest.count - 8 >= Int(length) else { return nil }
            let content = rest.dropFirst(8).prefix(Int(length))
            // A compressed element is not padded.
            let padded = code == MATFile.compressed ? Int(length) : (Int(length) + 7) / 8 * 8
            rest = rest.dropFirst(8 + padded)
            return (code, content)
        }

        private func word(_ offset: Int) -> UInt32 {
            rest.withUnsafeBytes {
                UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            }
        }
    }
}
