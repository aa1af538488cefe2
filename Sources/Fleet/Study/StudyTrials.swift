import Analysis
import Foundation
import Vocabulary

/// The calibrations that a study runs every trial with.
public enum StudyCalibration: String, Sendable, CaseIterable, Codable {
    /// That of the manifest's column `calibration`.
    case manifest
    /// Fitted to the trial itself.
    case auto
    /// No calibration: the readings as they are.
    case none
}

/// The trials of a study: a batch with every row of the manifest once per calibration.
public struct StudyTrials: Sendable {
    /// One row of the batch.
    public struct Run: Sendable {
        /// The row; its name is `TRIAL@CALIBRATION`.
        public var row: Manifest.Entry
        /// The name of the trial in the manifest.
        public var trial: String
        /// The calibration.
        public var calibration: StudyCalibration
    }

    /// In the order of the manifest; the runs of one trial follow each other.
    public let runs: [Run]
    /// The calibrations. The device's own attitude, which does not depend on them, is counted with the first.
    public let calibrations: [StudyCalibration]

    /// Repeats every row once per calibration.
    /// - Parameters:
    ///   - entries: of the manifest.
    ///   - calibrations: `nil` for all that differ: `manifest` only if some row has a calibration.
    /// - Throws: `SensorLabError` (bad data) for a row that cannot be repeated.
    public init(_ entries: [Manifest.Entry], calibrations: [StudyCalibration]? = nil) throws {
        let named = entries.contains { $0.cells["calibration"] != nil }
        let calibrations = calibrations ?? StudyCalibration.allCases.filter { $0 != .manifest || named }
        self.calibrations = calibrations
        runs = try entries.flatMap { entry in
            try calibrations.enumerated().map { index, calibration in
                var cells = entry.cells
                cells["id"] = "\(entry.id)@\(calibration.rawValue)"
                if calibration != .manifest { cells["calibration"] = calibration.rawValue }
                // The device's headings do not depend on the calibration.
                if index > 0 { cells["claims"] = nil }
                let row = try entry.with(cells, place: "line \(entry.line)")
                return Run(row: row, trial: entry.id, calibration: calibration)
            }
        }
    }
}

extension Manifest.Entry {
    /// The cells with absolute paths, which do not depend on the folder of the manifest.
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
