import Foundation
import Vocabulary

/// The file descriptors that this program may still open.
public enum FreeDescriptors {
    /// Descriptors that any work needs beside those that it counts: for its files, and for the runtime.
    public static let reserve = 16

    /// The number of free descriptors.
    /// - Parameter most: the count stops here.
    public static func count(most: Int) -> Int {
        var free = 0
        for descriptor in 0..<Int32(clamping: limit) where free < most {
            if fcntl(descriptor, F_GETFD) == -1, errno == EBADF { free += 1 }
        }
        return free
    }

    /// Checks that enough descriptors are free.
    /// - Parameters:
    ///   - needed: how many.
    ///   - work: what needs them, for the message.
    ///   - advice: further advice, for the message.
    /// - Throws: `SensorLabError` (input/output) where fewer are free.
    public static func check(_ needed: Int, for work: String, advice: String = "") throws {
        let free = count(most: needed)
        guard free < needed else { return }
        throw SensorLabError(
            .inputOutput, code: .cannotStart,
            message:
                "\(work) needs \(needed) free file descriptors, found \(free) of the \(limit) that `ulimit -n` allows",
            advice: "raise the limit (ulimit -n 256)\(advice)")
    }

    private static var limit: Int {
        var limits = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limits) == 0 else { return 0 }
        return Int(clamping: limits.rlim_cur)
    }
}
