import Foundation
import SensorModels
import Vocabulary

/// An open file, read in pieces; closed when it goes out of scope.
///
/// The system's own calls: Foundation's file handles copy every piece twice.
final class FileReader {
    private let descriptor: Int32
    private let path: String
    /// Bytes of a regular file; `nil` for pipes.
    let size: Int?

    /// Opens a file, or standard input for `-`.
    /// - Throws: `SensorLabError` (no input) where it cannot be opened.
    init(path: String) throws {
        self.path = path
        if path == "-" {
            descriptor = STDIN_FILENO
        } else {
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw SensorLabError(
                    .noInput, code: .noSuchFile, place: path,
                    message: "cannot be opened (\(String(cString: strerror(errno))))",
                    advice: "give the path of a log that exists and may be read")
            }
        }
        var status = stat()
        let isRegular = fstat(descriptor, &status) == 0 && (status.st_mode & S_IFMT) == S_IFREG
        size = isRegular ? Int(status.st_size) : nil
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// Fills `buffer` as far as the file goes; 0 at its end.
    /// - Throws: `SensorLabError` (input/output).
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        while true {
            let count = Foundation.read(descriptor, base, buffer.count)
            if count >= 0 { return count }
            if errno == EINTR { continue }
            throw SensorLabError(
                .inputOutput, code: .readFailed, place: path, message: String(cString: strerror(errno)),
                advice: "check the medium and try again")
        }
    }
}
