import Files
import Foundation

/// What changes with the program's code, while its version may not.
public enum ProgramIdentity {
    /// The build ID of the running executable file, where the linker wrote one, else the file's SHA-256; lower-case hexadecimal, taken
    /// once per process; empty where the file cannot be read. Libraries of the system (LAPACK, the C library) are not in it.
    public static let checksum =
        (paths.lazy.compactMap { BuildIdentity.hexadecimal(path: $0) }.first
            ?? paths.lazy.compactMap { try? FileChecksum.hexadecimal(path: $0) }.first) ?? ""

    /// The checksum; `nil` where the file cannot be read.
    public static var known: String? { checksum.isEmpty ? nil : checksum }

    /// Linux names the file that runs even where another one has taken its place since.
    private static var paths: [String] { ["/proc/self/exe", Bundle.main.executablePath].compactMap { $0 } }
}
