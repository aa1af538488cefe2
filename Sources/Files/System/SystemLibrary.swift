import Foundation

/// A library of the system that is used where it is there: opened at run time, so that the program neither needs it to be built
/// nor to start. It stays open.
struct SystemLibrary: @unchecked Sendable {
    // Never changed after it was opened, and functions of a library may be looked up by several threads.
    private let handle: UnsafeMutableRawPointer

    /// The first that there is of some files; `nil` for none.
    init?(_ files: [String]) {
        guard let handle = files.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
        self.handle = handle
    }

    /// The names of a library with the version of its interface: on Linux, on macOS, and where Homebrew puts it.
    init?(_ name: String, version: Int) {
        let macOS = "\(name).\(version).dylib"
        self.init(["\(name).so.\(version)", macOS, "/opt/homebrew/lib/\(macOS)", "/usr/local/lib/\(macOS)"])
    }

    /// A function of C; `nil` where the library does not have it.
    /// - Parameter type: its type as the library's header declares it.
    func function<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
        dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
}
