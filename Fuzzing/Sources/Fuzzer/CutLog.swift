import CZlib
import Readers
import Recordings

/// Four bytes as a cut of a sound log: which log, which of its files, where (two bytes).
///
/// A cut is reported, or what is read is the beginning of the whole. Of damaged logs that is not so: units and signs
/// are decided by evidence that a cut takes away.
struct CutLog {
    private let sample: FormatSamples.Sample
    private let member: Int
    private let bytes: [UInt8]
    private let position: Int

    init(_ input: [UInt8]) {
        let input = input + [0, 0, 0, 0]
        sample = FormatSamples.all[Int(input[0]) % FormatSamples.all.count]
        member = sample.files.isEmpty ? 0 : Int(input[1]) % sample.files.count
        bytes = sample.files.isEmpty ? sample.bytes : sample.files[member].1
        position = bytes.count * (Int(input[2]) << 8 | Int(input[3])) >> 16
    }

    func test() throws {
        let whole = try read(bytes)
        let cut = try read(Array(bytes[..<position]))
        cut.requireOrder()
        require(
            !cut.isSilentlyCut(at: position, of: whole, bytes: bytes),
            "\(sample.format), \(sample.name): cut at \(position) in silence")
    }

    private func read(_ part: [UInt8]) throws -> Recording {
        guard !sample.files.isEmpty else { return try RecordingReader.read(bytes: part, name: sample.name) }
        var files = sample.files
        files[member].1 = part
        let packed = FormatSamples.zip(files) { Int(CZlib.crc32(0, $0, UInt32($0.count))) }
        return try RecordingReader.read(bytes: packed, name: sample.name)
    }
}
