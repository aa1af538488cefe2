import Foundation

/// Standard input, output and error, where a shell closed them (`>&-`).
enum StandardStreams {
    /// Keeps their descriptors from files: what is printed would be written into the first file that is opened. What reads or
    /// writes one of them still fails.
    static func keepTaken() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // The lowest one that is free.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
