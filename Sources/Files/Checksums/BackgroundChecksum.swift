import Dispatch

/// SHA-256 of bytes while they are read, computed on a thread of its own.
final class BackgroundChecksum: @unchecked Sendable {
    private let queue = DispatchQueue(label: "checksum")
    /// How many pieces may wait.
    private let room = DispatchSemaphore(value: 4)
    // Used only on the queue.
    private var hasher = SHA256()

    /// Adds a copy of the bytes.
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
