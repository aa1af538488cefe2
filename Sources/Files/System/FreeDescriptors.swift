import Foundation
import Vocabulary

/// The descriptors that this program may still open: files, pipes, connections.
public enum FreeDescriptors {
    /// What any work takes beside the descriptors that it counts: files that are read and written, the runtime's own.
    public static let reserve = 16

    /// How many are free, as far as they are counted.
    /// - Parameter most: more are not counted.
    public static func count(most: Int) -> Int {
        var free = 0
        for descriptor in 0..<Int32(clamping: limit) where free < most {
            if fcntl(descriptor, F_GETFD) == -1, errno == EBADF { free += 1 }
        }
        return free
    }

    /// - Parameters:
    ///   - needed: at least so many.
    ///   - work: what needs them, for the message.
    ///   - advice: what else helps, likewise.
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
