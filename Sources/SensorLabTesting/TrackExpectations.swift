import Foundation

#if canImport(Testing)
    import SensorModels
    import Testing

    /// Swift Testing: expects a track to stay within an angle of a reference, and records an issue at the caller's line
    /// that names the worst error and its time.
    ///
    /// - Parameters:
    ///   - track: an orientation over time, device to earth.
    ///   - limit: the largest allowed error.
    ///   - reference: device to earth, with the same north as the track (`TestLog.reference` for a `TestLog`'s tracks).
    ///   - quantity: the part of the error that is checked.
    ///   - statistic: the statistic of the errors over time.
    ///   - startUp: seconds from the reference's first sample that are not checked.
    ///   - sourceLocation: where a failure is shown.
    /// - Returns: whether it does.
    @discardableResult
    public func expect(
        _ track: OrientationTrack, isWithin limit: AngleLimit, of reference: QuaternionStream,
        quantity: ErrorQuantity = .total, statistic: ErrorStatistic = .maximum, startUp: Double = 5,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Bool {
        let check = TrackCheck(
            track, isWithin: limit, of: reference, quantity: quantity, statistic: statistic, startUp: startUp)
        if let failure = check.failure { Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation) }
        return check.failure == nil
    }

    extension Trait where Self == ConditionTrait {
        /// Skips a test, with a message, where a log or folder is absent: recordings are often too large to be
        /// committed.
        public static func requires(logAt path: String, sourceLocation: SourceLocation = #_sourceLocation) -> Self {
            .enabled(
                if: LogPresence.isPresent(path), Comment(rawValue: LogPresence.message(path)),
                sourceLocation: sourceLocation)
        }
    }
#endif

#if canImport(XCTest)
    import SensorModels
    import XCTest

    /// XCTest: asserts that a track stays within an angle of a reference; the failure is shown at the caller's line and
    /// names the worst error and its time.
    ///
    /// - Parameters:
    ///   - track: an orientation over time, device to earth.
    ///   - limit: the largest allowed error.
    ///   - reference: device to earth, with the same north as the track (`TestLog.reference` for a `TestLog`'s tracks).
    ///   - quantity: the part of the error that is checked.
    ///   - statistic: the statistic of the errors over time.
    ///   - startUp: seconds from the reference's first sample that are not checked.
    ///   - file: where a failure is shown.
    ///   - line: where a failure is shown.
    public func assertTrack(
        _ track: OrientationTrack, isWithin limit: AngleLimit, of reference: QuaternionStream,
        quantity: ErrorQuantity = .total, statistic: ErrorStatistic = .maximum, startUp: Double = 5,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        let check = TrackCheck(
            track, isWithin: limit, of: reference, quantity: quantity, statistic: statistic, startUp: startUp)
        if let failure = check.failure { XCTFail(failure, file: file, line: line) }
    }

    /// XCTest: skips the running test, with a message, where a log or folder is absent.
    /// - Throws: `XCTSkip`.
    public func skipUnlessPresent(logAt path: String, file: StaticString = #filePath, line: UInt = #line) throws {
        guard !LogPresence.isPresent(path) else { return }
        throw XCTSkip(LogPresence.message(path), file: file, line: line)
    }
#endif

/// Whether a recording exists.
enum LogPresence {
    static func isPresent(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    static func message(_ path: String) -> String { "there is no recording \(path)" }
}
