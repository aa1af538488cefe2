import Testing

@testable import Files

/// The examples of FIPS 180-4 (NIST, Examples with Intermediate Values).
struct SHA256Tests {
    @Test func publishedDigests() {
        #expect(SHA256.hexadecimal(of: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(SHA256.hexadecimal(of: "") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            SHA256.hexadecimal(of: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    }

    @Test func piecesOfAnySizeGiveTheSame() {
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        for size in [1, 63, 64, 65, 1000, 1_000_000] {
            var hasher = SHA256()
            bytes.withUnsafeBytes { all in
                for start in stride(from: 0, to: all.count, by: size) {
                    hasher.update(UnsafeRawBufferPointer(rebasing: all[start..<min(start + size, all.count)]))
                }
            }
            #expect(hasher.hexadecimal() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        }
    }

    @Test func piecesInTheBackgroundToo() {
        let checksum = BackgroundChecksum()
        for _ in 0..<1000 {
            let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
            piece.withUnsafeBytes { checksum.update($0) }
        }
        #expect(checksum.hexadecimal() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }
}
