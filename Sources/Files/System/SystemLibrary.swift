import Foundation

/// An optional library of the system, opened at run time, so that the program builds and starts without it. It is never
/// closed.
struct SystemLibrary: @unchecked Sendable {
    // Constant after the library is opened; several threads may look up functions.
    private let handle: UnsafeMutableRawPointer

    /// Opens the first of these files that exists; `nil` for none.
    init?(_ files: [String]) {
        guard let handle = files.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
        self.handle = handle
    }

    /// Opens a library by its name and the version of its interface: as named on Linux, on macOS, and where Homebrew
    /// puts it.
    init?(_ name: String, version: Int) {
        let macOS = "\(name).\(version).dylib"
        self.init(["\(name).so.\(version)", macOS, "/opt/homebrew/lib/\(macOS)", "/usr/local/lib/\(macOS)"])
    }

    /// A C function; `nil` where the library does not have it.
    /// - Parameter type: its type as declared in the library's header.
    func function<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
        dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
}
