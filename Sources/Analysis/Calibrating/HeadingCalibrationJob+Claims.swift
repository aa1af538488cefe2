import Evaluation
import Vocabulary

extension HeadingCalibrationJob {
    /// A device's stated accuracies against the actual errors of its headings, by the log's reference track, else by its course
    /// over ground; nothing is fitted.
    ///
    /// - Parameters:
    ///   - claims: the device's headings, in the order of time.
    ///   - north: theirs.
    ///   - log: prepared, with its reference.
    ///   - place: what messages call the log.
    /// - Returns: `nil` where no heading has a reference at its time.
    /// - Throws: `SensorLabError`: bad data for a log without reference and fixes; usage where norths differ and the declination
    ///   is unknown.
    public static func accuracy(
        of claims: [ClaimedHeading], north: North, in log: PreparedLog, place: String
    ) throws -> ClaimedAccuracy? {
        let input = InputSection(path: place, format: log.recording.metadata.format, sha256: "")
        let source = try resolved(.automatic, log.recording, input)
        let found = try references(source, log.recording, log, log.headingAxis)
        return table("claims", claims, north, found.references, log, 10)
    }
}
