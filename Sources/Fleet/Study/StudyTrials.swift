import Analysis
import Foundation
import Vocabulary

/// The calibrations that a study tries on every trial.
public enum StudyCalibration: String, Sendable, CaseIterable, Codable {
    /// What the manifest's column `calibration` says.
    case manifest
    /// Fitted to the trial itself.
    case auto
    /// Readings as they are.
    case none
}

/// The trials of a study: every row of its manifest once per calibration, as rows of one batch.
public struct StudyTrials: Sendable {
    /// One row of the batch.
    public struct Run: Sendable {
        /// The row; its name is `TRIAL@CALIBRATION`.
        public var row: Manifest.Entry
        /// The name in the manifest.
        public var trial: String
        /// Which calibration.
        public var calibration: StudyCalibration
    }

    /// In the order of the manifest, calibrations next to each other.
    public let runs: [Run]
    /// The calibrations that are tried; the first is the one that the device's own attitude is counted with.
    public let calibrations: [StudyCalibration]

    /// - Parameters:
    ///   - entries: of the manifest.
    ///   - calibrations: `nil` for all that differ: `manifest` only where some row names one.
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
                // The device's headings are the same whatever filters get.
                if index > 0 { cells["claims"] = nil }
                let row = try entry.with(cells, place: "line \(entry.line)")
                return Run(row: row, trial: entry.id, calibration: calibration)
            }
        }
    }
}

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
