import Analysis
import Foundation

extension Manifest.Entry {
    /// The cells with absolute paths: a row that means the same wherever its manifest is.
    public var absoluteCells: [String: String] {
        var cells = cells
        cells["path"] = Self.absolute(path)
        if case .files(let paths)? = calibration {
            cells["calibration"] = paths.map { $0.lowercased() == "auto" ? $0 : Self.absolute($0) }.joined(
                separator: ";")
        }
        if case .file(let path)? = reference { cells["reference"] = Self.absolute(path) }
        if var claims {
            claims.path = Self.absolute(claims.path)
            cells["claims"] = claims.text
        }
        return cells
    }

    private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardized.path }
}
