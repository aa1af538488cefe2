import Vocabulary

/// SHA-256 (FIPS 180-4): identifies a report's input, and a page's own script.
public struct SHA256 {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var pending: [UInt8] = []
    private var length: UInt64 = 0

    /// Adds bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        length += UInt64(bytes.count)
        var rest = bytes[...]
        if !pending.isEmpty {
            let missing = min(64 - pending.count, rest.count)
            pending.append(contentsOf: rest.prefix(missing))
            rest = rest.dropFirst(missing)
            guard pending.count == 64 else { return }
            pending.withUnsafeBytes { compress($0) }
            pending.removeAll(keepingCapacity: true)
        }
        let whole = rest.count & ~63
        if whole > 0 { compress(UnsafeRawBufferPointer(rebasing: rest.prefix(whole))) }
        pending.append(contentsOf: rest.dropFirst(whole))
    }

    /// The digest of everything added, 32 bytes. The value itself stays as it is.
    func digest() -> [UInt8] {
        var last = self
        var padding: [UInt8] = [0x80]
        while (pending.count + padding.count) % 64 != 56 { padding.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            padding.append(UInt8(truncatingIfNeeded: (length << 3) >> shift))
        }
        padding.withUnsafeBytes { last.update($0) }
        return last.state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    /// The digest of everything added, lower-case hexadecimal.
    func hexadecimal() -> String { Self.hexadecimal(digest()) }

    /// The digest of a text's UTF-8 bytes, 32 bytes.
    public static func digest(of text: String) -> [UInt8] { digest(of: Array(text.utf8)) }

    /// The digest of bytes, 32 bytes.
    public static func digest(of bytes: [UInt8]) -> [UInt8] {
        var hasher = SHA256()
        bytes.withUnsafeBytes { hasher.update($0) }
        return hasher.digest()
    }

    /// The digest of a text's UTF-8 bytes, lower-case hexadecimal.
    public static func hexadecimal(of text: String) -> String { hexadecimal(digest(of: text)) }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Processes whole blocks of 64 bytes.
    private mutating func compress(_ bytes: UnsafeRawBufferPointer) {
        if bytes.count < Self.fewestForLibrary || !compressByLibrary(bytes) { compressHere(bytes) }
    }

    /// For fewer bytes, opening the library takes longer than it saves.
    static let fewestForLibrary = 1 << 12

    private typealias Update = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, Int) -> Int32
    /// OpenSSL's `SHA256_Update`, which uses the processor's instructions for SHA-256.
    private static let update: Update? = SystemLibrary("libcrypto", version: 3)?.function("SHA256_Update")

    /// False where the library is not available.
    private mutating func compressByLibrary(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let update = Self.update, let base = bytes.baseAddress else { return false }
        // `SHA256_CTX` of <openssl/sha.h>: h[8], Nl, Nh, data[16], num, md_len, of 32 bits each. Between whole blocks
        // only h matters.
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 28) { context in
            context.initialize(repeating: 0)
            for i in 0..<8 { context[i] = state[i] }
            guard let address = context.baseAddress, update(address, base, bytes.count) == 1 else { return false }
            for i in 0..<8 { state[i] = context[i] }
            return true
        }
    }

    private mutating func compressHere(_ bytes: UnsafeRawBufferPointer) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { w in
            for block in stride(from: 0, to: bytes.count, by: 64) {
                for i in 0..<16 {
                    w[i] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: block + 4 * i, as: UInt32.self))
                }
                for i in 16..<64 {
                    let a = w[i - 15]
                    let b = w[i - 2]
                    let s0 = rotated(a, 7) ^ rotated(a, 18) ^ (a >> 3)
                    let s1 = rotated(b, 17) ^ rotated(b, 19) ^ (b >> 10)
                    w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
                }
                mix(w)
            }
        }
    }

    private mutating func mix(_ w: UnsafeMutableBufferPointer<UInt32>) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        Self.constants.withUnsafeBufferPointer { k in
            for i in 0..<64 {
                let s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
                let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ k[i] &+ w[i]
                let s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
                let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
                (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
            }
        }
        for (i, value) in [a, b, c, d, e, f, g, h].enumerated() { state[i] &+= value }
    }

    @inline(__always)
    private func rotated(_ x: UInt32, _ n: UInt32) -> UInt32 { (x >> n) | (x << (32 - n)) }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
