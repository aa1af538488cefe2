import Analysis
import Files
import Foundation
import JSON
import Vocabulary

/// Reads the rows of a batch from a manifest, a pattern of paths, or a public benchmark.
public enum ManifestSource {
    /// The manifest at a path, on standard input (`-`), or of the files of a pattern such as `logs/*.csv`.
    ///
    /// Paths of a manifest on standard input are relative to the current folder.
    /// - Throws: `SensorLabError`: no input (66) where no file is at the path or matches the pattern; bad data (65) for
    ///   an invalid manifest.
    public static func manifest(_ source: String) throws -> Manifest {
        if source == "-" {
            let bytes = try FileHandle.standardInput.readToEnd() ?? Data()
            return try Manifest(text: String(decoding: bytes, as: UTF8.self), place: "standard input", folder: "")
        }
        guard source.contains(where: "*?[".contains), !FileManager.default.fileExists(atPath: source) else {
            return try Manifest(path: source)
        }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(source, 0, nil, &found) == 0 else {
            throw SensorLabError(
                .noInput, code: .noSuchFile, place: source, message: "no file fits the pattern",
                advice: "put the pattern in quotes, and check with ls which files it has")
        }
        let paths = (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
        return try Manifest(paths: paths.sorted(), place: source)
    }

    /// The trials of a public benchmark as rows; their calibrations are written as files.
    /// - Parameters:
    ///   - benchmark: the benchmark.
    ///   - folder: of its recordings.
    ///   - out: the calibration files are written into `calibrations` below this folder. Rows have logs relative to
    ///     `folder` and calibrations relative to `out`, so that they do not depend on where these are.
    ///   - options: the source of the logs, the threads and the monitor of the fits.
    ///   - tool: the version of the program.
    /// - Returns: the rows, and the trials that cannot be used.
    /// - Throws: `SensorLabError` as `Benchmark.plan`; cannot create (73).
    public static func rows(
        of benchmark: Benchmark, folder: String, out: String, options: AnalysisOptions, tool: String
    ) throws -> (rows: [Manifest.Entry], failures: [ComparisonFailure]) {
        guard benchmark.hasNorth else {
            throw SensorLabError(
                .usage, code: .badManifest, place: folder,
                message: "the benchmark \(benchmark.rawValue) has no north, with which headings could be judged",
                advice: "use `sensorlab compare --preset \(benchmark.rawValue)`")
        }
        let plan = try benchmark.plan(folder: folder, options: options, tool: tool)
        let folders = Manifest.Folders(logs: slashed(folder), calibrations: slashed(out))
        var written: Set<String> = []
        let rows = try plan.logs.enumerated().map { index, log in
            let isBelow = log.path.hasPrefix(folders.logs)
            let path = isBelow ? String(log.path.dropFirst(folders.logs.count).drop { $0 == "/" }) : log.path
            var cells = ["path": path, "id": log.name, "group": log.group ?? ""]
            switch log.calibration {
            case nil: break
            case .auto?: cells["calibration"] = "auto"
            case CalibrationChoice.none?: cells["calibration"] = "none"
            case .files(let paths)?:
                cells["calibration"] = paths.map { URL(fileURLWithPath: $0).path }.joined(separator: ";")
            case .fitted(let fits, let refined)?:
                let paths = fits.map { "calibrations/\($0.name).json" }
                for (fit, path) in zip(fits, paths) where written.insert(path).inserted {
                    try OutputFile.write(fit.file.json.text.utf8, to: folders.calibrations + path)
                }
                cells["calibration"] = ((refined ? ["auto"] : []) + paths).joined(separator: ";")
            }
            if let scoring = log.scoring {
                cells["scored"] =
                    LogTime.text(scoring.interval.lowerBound) + " " + LogTime.text(scoring.interval.upperBound)
                cells["mount"] = scoring.mount.map { "\($0.w) \($0.x) \($0.y) \($0.z)" }
            }
            return try Manifest.entry(
                cells.filter { !$0.value.isEmpty }, line: index + 1, place: benchmark.rawValue, folders: folders)
        }
        return (rows, plan.failures)
    }

    private static func slashed(_ folder: String) -> String { folder.hasSuffix("/") ? folder : folder + "/" }
}
