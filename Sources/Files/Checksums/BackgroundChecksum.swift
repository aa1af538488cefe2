import Dispatch

/// SHA-256 of bytes while they are read: taken on a thread of its own, beside what is made of them.
final class BackgroundChecksum: @unchecked Sendable {
    private let queue = DispatchQueue(label: "checksum")
    /// Pieces that may wait.
    private let room = DispatchSemaphore(value: 4)
    // Used on the queue alone.
    private var hasher = SHA256()

    /// Adds bytes, which are copied.
    func update(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        room.wait()
        let piece = [UInt8](bytes)
        queue.async { [self] in
            piece.withUnsafeBytes { hasher.update($0) }
            room.signal()
        }
    }

    /// The digest of everything added, lower-case hexadecimal.
    func hexadecimal() -> String { queue.sync { hasher.hexadecimal() } }
}
