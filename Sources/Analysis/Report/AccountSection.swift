import Evaluation
import Rotations
import SensorModels
import Vocabulary

/// Where a heading's error came from: its square, divided among causes (`HeadingAccount`); without a reference the
/// variance that is predicted. The parts and what is unexplained add up to the whole.
public struct AccountSection: Codable, Sendable, Hashable {
    /// A stretch of time in which a cause does its worst.
    public struct Episode: Codable, Sendable, Hashable {
        /// Seconds from the first sample of the log.
        public var startSeconds, endSeconds: Double
        /// RMS of the cause's part there, degrees.
        public var degrees: Double

        /// From its times and size.
        public init(startSeconds: Double, endSeconds: Double, degrees: Double) {
            (self.startSeconds, self.endSeconds, self.degrees) = (startSeconds, endSeconds, degrees)
        }
    }

    /// What one cause explains.
    public struct Part: Codable, Sendable, Hashable {
        /// The cause.
        public var cause: HeadingAccount.Cause
        /// Its share of the square, 0...1.
        public var shareOfSquare: Double
        /// The error that it alone would leave, RMS, degrees.
        public var degrees: Double
        /// Where most of it lies, in order of time; one episode from end to end for a cause of all the log.
        public var episodes: [Episode]

        /// From its values.
        public init(
            cause: HeadingAccount.Cause, shareOfSquare: Double, degrees: Double, episodes: [Episode] = []
        ) {
            (self.cause, self.shareOfSquare) = (cause, shareOfSquare)
            (self.degrees, self.episodes) = (degrees, episodes)
        }
    }

    /// What no cause explains.
    public struct Unexplained: Codable, Sendable, Hashable {
        /// Its share of the square, 0...1.
        public var shareOfSquare: Double
        /// RMS, degrees.
        public var degrees: Double

        /// From its values.
        public init(shareOfSquare: Double, degrees: Double) {
            (self.shareOfSquare, self.degrees) = (shareOfSquare, degrees)
        }
    }

    /// Whose heading: `device` or the name of a filter.
    public var source: String
    /// Whether the error was measured against a reference; else its variance is predicted.
    public var isMeasured: Bool
    /// The whole, RMS, degrees.
    public var degrees: Double
    /// The causes, the largest share first.
    public var parts: [Part]
    /// What no cause explains; zero where the error is predicted.
    public var unexplained: Unexplained

    /// From its values.
    public init(source: String, isMeasured: Bool, degrees: Double, parts: [Part], unexplained: Unexplained) {
        (self.source, self.isMeasured, self.degrees) = (source, isMeasured, degrees)
        (self.parts, self.unexplained) = (parts, unexplained)
    }

    /// The largest part; `nil` where more is unexplained.
    public var largest: Part? { parts.first { $0.shareOfSquare > unexplained.shareOfSquare } }
}

extension AccountSection {
    /// Of the error against the reference; `nil` where it cannot be divided.
    /// - Parameters:
    ///   - track: of the device or a filter.
    ///   - filter: that gave it and runs again; `nil` for the device's own. Filters that calibrate themselves are too
    ///     slow for that: both are modelled.
    ///   - error: RMS heading error, degrees.
    init?(
        _ track: OrientationTrack, of filter: ResolvedFilter?, error: Double, reference: ScoredReference,
        log: PreparedLog, jobs: Int
    ) {
        let reference = reference.aligned(to: track)
        let found =
            filter.flatMap { filter in
                filter.entry.information.calibratesItself
                    ? nil
                    : HeadingAccount(
                        track, reference: reference.stream, scored: reference.indices,
                        input: log.input(for: filter.entry), jobs: jobs
                    ) { log.track(filter, over: $0) }
            } ?? Self.modelled(track, reference: reference, log: log)
        guard let account = found else { return nil }
        let parts = account.parts.filter { $0.shareOfSquare > 0 }.map { part in
            Part(
                cause: part.cause, shareOfSquare: part.shareOfSquare,
                degrees: error * part.shareOfSquare.squareRoot(),
                episodes: part.episodes.map {
                    Episode(
                        startSeconds: LogTime.seconds($0.start - log.origin),
                        endSeconds: LogTime.seconds($0.end - log.origin),
                        degrees: Angle.degrees($0.error))
                })
        }
        let rest = parts.first { $0.cause == .unexplained }
        self.init(
            source: track.name, isMeasured: true, degrees: error, parts: parts.filter { $0.cause != .unexplained },
            unexplained: Unexplained(shareOfSquare: rest?.shareOfSquare ?? 0, degrees: rest?.degrees ?? 0))
    }

    private static func modelled(
        _ track: OrientationTrack, reference: ScoredReference, log: PreparedLog
    ) -> HeadingAccount? {
        let recording = log.recording
        let magnetometers = [log.streams.magnetometer, recording.magnetometer, recording.magnetometerCorrected]
        let distinct = magnetometers.enumerated().filter { index, stream in
            !stream.isEmpty && !magnetometers[..<index].contains { $0.values.first == stream.values.first }
        }.map(\.element)
        return HeadingAccount(
            modelled: track, reference: reference.stream, scored: reference.indices,
            gyroscope: log.readings.gyroscope, magnetometers: distinct, declination: log.azimuthOfMagneticNorth)
    }

    /// Of the predicted variance: the declination model's, the calibration's, and the filter's own, of which what
    /// exceeds its median belongs to the start, until it falls below for the first time, or to the disturbed field;
    /// `nil` where the filter gives no sigma.
    /// - Parameters:
    ///   - track: of the recommended filter.
    ///   - report: with its budget.
    ///   - origin: the stamp of the log's first sample, nanoseconds.
    init?(predicted track: OrientationTrack, report: AnalysisReport, origin: Int64) {
        let rows = zip(track.times, track.estimates).compactMap { time, estimate -> (Double, Double)? in
            let sigma = Angle.degrees(estimate.headingSigma)
            return sigma.isFinite ? (LogTime.seconds(time - origin), sigma * sigma) : nil
        }
        guard let usual = Percentile.median(rows.map(\.1)), report.budget.last?.sigmaDegrees != nil,
            let total = HeadingBudget.total(of: report.budget), total > 0
        else { return nil }
        var sums: [HeadingAccount.Cause: Double] = [:]
        var isStart = true
        var episodes = (report.disturbance?.episodes ?? [])[...]
        for (seconds, variance) in rows {
            if variance <= usual { isStart = false }
            while let first = episodes.first, first.endSeconds < seconds { episodes.removeFirst() }
            let excess = max(0, variance - usual)
            if isStart {
                sums[.start, default: 0] += excess
            } else if let first = episodes.first, first.startSeconds <= seconds {
                sums[.field, default: 0] += excess
            }
        }
        let square = total * total
        // The budget's last entry is the filter's; the others are not in its sigma.
        let filter = report.budget.last?.sigmaDegrees.map { $0 * $0 } ?? 0
        let own = sums.mapValues { min(filter, $0 / Double(rows.count)) }
        var variances = own
        variances[.filter] = max(0, filter - own.values.reduce(0, +))
        for (entry, cause) in zip(report.budget.dropLast(), [HeadingAccount.Cause.offset, .calibration]) {
            variances[cause] = entry.sigmaDegrees.map { $0 * $0 }
        }
        let sum = variances.values.reduce(0, +)
        guard sum > 0 else { return nil }
        self.init(
            source: track.name, isMeasured: false, degrees: total,
            parts: variances.filter { $0.value > 0 }.map { cause, variance in
                Part(cause: cause, shareOfSquare: variance / sum, degrees: (square * variance / sum).squareRoot())
            }.sorted { ($0.shareOfSquare, $0.cause.rawValue) > ($1.shareOfSquare, $1.cause.rawValue) },
            unexplained: Unexplained(shareOfSquare: 0, degrees: 0))
    }
}
