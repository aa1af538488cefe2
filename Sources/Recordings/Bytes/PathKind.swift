import Foundation

/// What a path names.
enum PathKind {
    case file, folder, missing

    init(path: String) {
        var status = stat()
        if path == "-" {
            self = .file
        } else if stat(path, &status) != 0 {
            self = .missing
        } else {
            self = (status.st_mode & S_IFMT) == S_IFDIR ? .folder : .file
        }
    }
}

/// The names of a folder's entries, in the order of their bytes.
func folderEntries(_ path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}
