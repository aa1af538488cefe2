import Evaluation
import Rotations
import Vocabulary

/// A device's stated accuracies against the actual errors of its headings, each heading against the reference's of the same axis;
/// nothing is fitted.
public struct ClaimsCheck: Sendable {
    /// `nil` where no heading has a reference at its time.
    public var table: ClaimedAccuracy?
    /// That the headings seem to be of the other axis, or cannot be compared.
    public var warnings: [Warning] = []

    /// Root mean squares that differ by less say nothing of the axis, degrees: compasses err by as much.
    private static let leastExcess = 10.0

    /// By the log's reference track, else by its course over ground.
    ///
    /// - Parameters:
    ///   - claims: the device's headings, in the order of time.
    ///   - axis: whose headings they are.
    ///   - north: theirs.
    ///   - log: prepared, with its reference.
    ///   - place: what messages call the log.
    /// - Throws: `SensorLabError`: bad data for a log without reference and fixes; usage where norths differ and the declination
    ///   is unknown.
    public init(
        _ claims: [ClaimedHeading], axis: HeadingAxis, north: North, log: PreparedLog, place: String
    ) throws {
        let input = InputSection(path: place, format: log.recording.metadata.format, sha256: "")
        let source = try HeadingCalibrationJob.resolved(.automatic, log.recording, input)
        try self.init(
            claims, named: "claims", north: north, axis: axis, source: source, sourceAxis: log.headingAxis, log: log,
            interval: 10)
    }

    /// - Parameters:
    ///   - source: resolved.
    ///   - sourceAxis: whose headings the references of bearings and sightings are.
    ///   - interval: length of the rows over time, seconds.
    init(
        _ claims: [ClaimedHeading], named name: String, north: North, axis: HeadingAxis, source: HeadingSource,
        sourceAxis: HeadingAxis, log: PreparedLog, interval: Double
    ) throws {
        guard !claims.isEmpty else { return }
        let turn = log.headingTurn(from: north)
        let turned = claims.map {
            ClaimedHeading(time: $0.time, heading: $0.heading + turn, accuracy: $0.accuracy)
        }
        func table(_ axis: HeadingAxis) throws -> ClaimedAccuracy? {
            let found = try HeadingCalibrationJob.references(source, log.recording, log, axis)
            return HeadingCalibrationJob.table(name, HeadingPair.pairs(turned, found.references), interval)
        }
        switch source.against {
        case .reference:
            self.table = try table(axis)
            let other: HeadingAxis = axis == .top ? .camera : .top
            guard let own = self.table?.total, let others = try table(other)?.total,
                // Where one axis is vertical for most of the time, little is compared.
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
                advice:
                    "if they are of the \(other.rawValue) axis, give --claims-axis \(other.rawValue), in a manifest "
                    + "KIND@\(other.rawValue):FILE")
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
                advice: "give --claims-axis \(sourceAxis.rawValue) where they are of that axis, or --reference FILE")
        }
    }
}
