import Calibration
import Evaluation
import Rotations
import Vocabulary

/// Compares a device's stated accuracies with the actual errors of its headings; each heading is compared with the
/// reference heading of the same axis. Nothing is fitted.
public struct ClaimsCheck: Sendable {
    /// `nil` if no heading has a reference at its time.
    public var table: ClaimedAccuracy?
    /// Warnings about headings that seem to belong to the other axis, or that cannot be compared.
    public var warnings: [Warning] = []

    /// Least difference between the RMS errors of both axes for a warning, degrees: compasses err by as much.
    private static let leastExcess = 10.0

    /// Uses the log's reference track, else its course over ground.
    ///
    /// - Parameters:
    ///   - claims: the device's headings, in order of time.
    ///   - axis: the axis of these headings.
    ///   - north: the north of these headings.
    ///   - log: prepared, with its reference.
    ///   - place: the log's name in messages.
    /// - Throws: `SensorLabError`: bad data for a log without reference and fixes; usage if the norths differ and the
    ///   declination is unknown.
    public init(
        _ claims: [ClaimedHeading], axis: HeadingAxis, north: North, log: PreparedLog, place: String
    ) throws {
        let input = InputSection(path: place, format: log.recording.metadata.format, sha256: "")
        let source = try HeadingCalibrationJob.resolved(.automatic, log.recording, input)
        try self.init(
            claims, named: "claims", north: north, axis: axis, source: source, sourceAxis: log.headingAxis, log: log,
            interval: Self.rowLength)
    }

    /// The tables of several parts of a device's headings, as by the initialiser but without the check of the axis. The
    /// references are computed once for all parts.
    ///
    /// - Parameters:
    ///   - parts: the device's headings, each part in order of time.
    ///   - axis: the axis of these headings.
    ///   - north: the north of these headings.
    ///   - log: prepared, with its reference.
    ///   - place: the log's name in messages.
    /// - Returns: one table per part; `nil` for a part without a reference.
    /// - Throws: `SensorLabError` as the initialiser.
    public static func tables(
        of parts: [[ClaimedHeading]], axis: HeadingAxis, north: North, log: PreparedLog, place: String
    ) throws -> [ClaimedAccuracy?] {
        guard parts.contains(where: { !$0.isEmpty }) else { return parts.map { _ in nil } }
        let input = InputSection(path: place, format: log.recording.metadata.format, sha256: "")
        let source = try HeadingCalibrationJob.resolved(.automatic, log.recording, input)
        let found = try HeadingCalibrationJob.references(source, log.recording, log, axis).references
        return parts.map { Self.compared("claims", turned($0, from: north, log), found, interval: rowLength) }
    }

    /// Length of the rows over time, seconds.
    private static let rowLength = 10.0

    private static func turned(_ claims: [ClaimedHeading], from north: North, _ log: PreparedLog) -> [ClaimedHeading] {
        let turn = log.headingTurn(from: north)
        return claims.map { ClaimedHeading(time: $0.time, heading: $0.heading + turn, accuracy: $0.accuracy) }
    }

    private static func compared(
        _ name: String, _ claims: [ClaimedHeading], _ references: [HeadingReference], interval: Double
    ) -> ClaimedAccuracy? {
        HeadingCalibrationJob.table(name, HeadingPair.pairs(claims, references), interval)
    }

    /// - Parameters:
    ///   - source: already resolved from `automatic`.
    ///   - sourceAxis: the axis of the references from bearings and sightings.
    ///   - interval: length of the rows over time, seconds.
    init(
        _ claims: [ClaimedHeading], named name: String, north: North, axis: HeadingAxis, source: HeadingSource,
        sourceAxis: HeadingAxis, log: PreparedLog, interval: Double
    ) throws {
        guard !claims.isEmpty else { return }
        let turned = Self.turned(claims, from: north, log)
        func table(_ axis: HeadingAxis) throws -> ClaimedAccuracy? {
            let found = try HeadingCalibrationJob.references(source, log.recording, log, axis)
            return Self.compared(name, turned, found.references, interval: interval)
        }
        switch source.against {
        case .reference:
            self.table = try table(axis)
            let other: HeadingAxis = axis == .top ? .camera : .top
            guard let own = self.table?.total, let others = try table(other)?.total,
                // An axis that is vertical most of the time gives too few pairs.
                2 * others.samples >= own.samples,
                own.rmsErrorDegrees > 2 * others.rmsErrorDegrees,
                own.rmsErrorDegrees > others.rmsErrorDegrees + Self.leastExcess
            else { return }
            func rounded(_ value: Double) -> Double { (10 * value).rounded() / 10 }
            warnings.add(
                .claimsAxis,
                "the headings of \(name) differ from the reference's \(axis.rawValue) axis by "
                    + "\(rounded(own.rmsErrorDegrees)) degrees RMS, from its \(other.rawValue) axis by "
                    + "\(rounded(others.rmsErrorDegrees))",
                advice: .claimsAxis(other.rawValue))
        case .course: self.table = try table(axis)
        case .sightings, .bearings:
            guard axis != sourceAxis else {
                self.table = try table(axis)
                return
            }
            warnings.add(
                .claimsAxis,
                "the headings of \(name) are of the \(axis.rawValue) axis, the references of the \(sourceAxis.rawValue) "
                    + "axis: they are not compared",
                advice: .claimsAxis(sourceAxis.rawValue))
        }
    }
}
