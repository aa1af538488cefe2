import Calibration
import Foundation
import Rotations
import SensorModels
import Vocabulary

/// The result of `sightings --json`: claimed against actual error of a phone's heading, from sightings alone.
public struct SightingReport: Sendable, Codable, Hashable {
    /// The attempts of a place, a device, or all.
    public struct Group: Sendable, Codable, Hashable {
        /// `place`, `device` or `all`.
        public var of: String
        /// Of the place or device; `all`.
        public var name: String
        /// Attempts, and the places that they are of.
        public var attempts, places: Int
        /// Median of the accuracies that the phone claimed, degrees; null where it claimed none.
        @Nullable public var claimedDegrees: Double?
        /// The smallest and the largest error, degrees, without sign.
        public var offFromDegrees, offToDegrees: Double
        /// RMS error, degrees, and its 95 % interval, within 0 to 180; null for a single attempt or place.
        public var rmsDegrees: Double
        /// 95 %.
        @Nullable public var rmsInterval: [Double]?
        /// To be added to the heading, degrees, clockwise positive; null where the attempts do not determine it.
        @Nullable public var offsetDegrees: Double?
        /// 95 %, clockwise from the first to the second, each within -180 to 180: the first is larger where the
        /// interval holds 180.
        @Nullable public var offsetInterval: [Double]?
        /// Share of the attempts with a claim whose error is within it; null without a claim.
        @Nullable public var withinClaim: Double?
    }

    /// Name and version of the schema.
    public var schema = "sensorlab.sightings/1"
    /// Places, devices where there are several, then all.
    public private(set) var groups: [Group] = []

    fileprivate struct Attempt {
        var place: String
        var device: String
        /// Bearing minus the true heading that the phone showed, degrees.
        var offset: Double
        var claimed: Double?
    }

    /// - Parameters:
    ///   - sheet: filled in.
    ///   - place: its name in messages.
    ///   - declination: at a row's place, degrees east, for a phone that shows magnetic headings; 0 for true ones.
    /// - Returns: with the sheet's warnings, and one where rows are not filled in.
    /// - Throws: `SensorLabError` (bad data) for a sheet without results.
    public static func make(
        _ sheet: SightingSheet, place: String, declination: (SightingSheet.Row) throws -> Double
    ) throws -> (report: SightingReport, warnings: [Warning]) {
        let attempts = try sheet.rows.compactMap { row -> Attempt? in
            guard let shown = row.shown else { return nil }
            return Attempt(
                place: row.placeName, device: row.device,
                offset: Angle.wrapDegrees(row.bearing - shown - (try declination(row))), claimed: row.claimed)
        }
        guard !attempts.isEmpty else {
            throw SensorLabError(
                .badData, code: .emptyTable, place: place, message: "no row has a heading in the column shown",
                advice: "fill in the sheet: shown (degrees) and claimed (degrees)")
        }
        let empty = sheet.rows.count - attempts.count
        let warnings =
            sheet.warnings
            + (empty > 0
                ? [
                    Warning(
                        .unreadableCells, place: place, "\(empty) of \(sheet.rows.count) rows are not filled in",
                        advice: .given("fill in 'shown', or leave the row out"))
                ] : [])
        var report = SightingReport()
        let devices = Self.names(attempts.map(\.device))
        for name in Self.names(attempts.map(\.place)) {
            report.groups.append(Group("place", name, attempts.filter { $0.place == name }))
        }
        for name in devices where devices.count > 1 {
            report.groups.append(Group("device", name, attempts.filter { $0.device == name }))
        }
        report.groups.append(Group("all", "all", attempts))
        return (report, warnings)
    }

    /// In the order of the sheet.
    private static func names(_ names: [String]) -> [String] {
        names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension SightingReport.Group {
    /// Attempts at one place are alike: over several places each is one value, at a single one each attempt.
    fileprivate init(_ of: String, _ name: String, _ attempts: [SightingReport.Attempt]) {
        (self.of, self.name, self.attempts) = (of, name.isEmpty ? "-" : name, attempts.count)
        let byPlace = Dictionary(grouping: attempts, by: \.place).sorted { $0.key < $1.key }.map(\.value)
        places = byPlace.count
        let errors = attempts.map(\.offset.magnitude)
        (offFromDegrees, offToDegrees) = (errors.min() ?? 0, errors.max() ?? 0)
        let claims = attempts.compactMap(\.claimed).sorted()
        claimedDegrees =
            claims.isEmpty ? nil : (claims[(claims.count - 1) / 2] + claims[claims.count / 2]) / 2
        let within = attempts.filter { attempt in attempt.claimed.map { attempt.offset.magnitude <= $0 } == true }
        withinClaim = claims.isEmpty ? nil : Double(within.count) / Double(claims.count)
        let units = places > 1 ? byPlace : attempts.map { [$0] }
        // About a mean on the circle, so that errors around 180 degrees are no trap.
        let east = attempts.reduce(0) { $0 + sin(Angle.radians($1.offset)) }
        let north = attempts.reduce(0) { $0 + cos(Angle.radians($1.offset)) }
        let middle = Angle.degrees(atan2(east, north))
        let offsets = units.map { unit in
            unit.reduce(0) { $0 + Angle.wrapDegrees($1.offset - middle) } / Double(unit.count)
        }
        let squares = units.map { unit in unit.reduce(0) { $0 + $1.offset * $1.offset } / Double(unit.count) }
        let (offset, square) = (Self.mean(offsets), Self.mean(squares))
        // Errors in all directions have no mean: their parts along it are none beyond their own scatter.
        let along = Self.mean(offsets.map { cos(Angle.radians($0)) })
        if (offset.half ?? 0) < 180, along.mean > along.half ?? 0 {
            let towards = Angle.wrapDegrees(middle + offset.mean)
            offsetDegrees = towards
            offsetInterval = offset.half.map { [Angle.wrapDegrees(towards - $0), Angle.wrapDegrees(towards + $0)] }
        }
        rmsDegrees = square.mean.squareRoot()
        rmsInterval = square.half.map {
            [max(0, square.mean - $0).squareRoot(), min(180, (square.mean + $0).squareRoot())]
        }
    }

    /// The mean of independent values and half of its 95 % interval by Student's t; `nil` for a single one.
    private static func mean(_ values: [Double]) -> (mean: Double, half: Double?) {
        let n = Double(values.count)
        let mean = values.reduce(0, +) / n
        guard n > 1 else { return (mean, nil) }
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
        return (mean, StudentT.quantile95(degreesOfFreedom: n - 1) * (variance / n).squareRoot())
    }
}
