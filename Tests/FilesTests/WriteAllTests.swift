import Foundation
import Testing

@testable import Files

@Suite("Writing to a descriptor")
struct WriteAllTests {
    @Test("what is taken in part is written on, and the error is that of the rest")
    func partOnly() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        // A full pipe that does not wait is a full disk in small: it takes what fits, and then nothing.
        try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
        errno = EBADF
        let (isWhole, reason) = (bytes.withUnsafeBytes { OutputFile.writeAll($0, to: ends[1]) }, errno)
        #expect(!isWhole && reason == EAGAIN)
        var taken = [UInt8](repeating: 0, count: bytes.count)
        let count = read(ends[0], &taken, taken.count)
        #expect(count > 0 && taken.prefix(count) == bytes.prefix(count))
        #expect(bytes.prefix(1000).withUnsafeBytes { OutputFile.writeAll($0, to: ends[1]) })
    }
}
