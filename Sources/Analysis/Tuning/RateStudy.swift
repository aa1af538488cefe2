import Evaluation
import Files
import Foundation
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The result of `tune --rates --json`: what a filter gains from faster sensors, and what they cost.
public struct RateReport: Sendable, Codable, Hashable {
    /// One rate; means over the logs.
    public struct Row: Sendable, Codable, Hashable {
        /// Of every sensor.
        public var rateHz: Double
        /// Logs whose sensors are as fast.
        public var logs: Int
        /// RMS errors at the filter's own updates, degrees; null without a reference.
        @Nullable public var headingRMSEDegrees: Double?
        /// Degrees; null without a reference.
        @Nullable public var inclinationRMSEDegrees: Double?
        /// RMS of the heading about its mean over 0.5 s beyond the motion's, degrees; null where there is none.
        @Nullable public var jitterDegrees: Double?
        /// Lag of the heading, milliseconds; null where the logs do not determine it.
        @Nullable public var lagMilliseconds: Double?
        /// Mean age of the latest estimate, milliseconds: half of an interval.
        public var ageMilliseconds: Double
        /// Samples per second of the sensors that the filter uses: gyroscope, force, magnetometer.
        public var updatesPerSecond: Double
        /// What was measured on this machine.
        public var performance: Cost
    }

    /// What an estimate costs.
    public struct Cost: Sendable, Codable, Hashable {
        /// Of the filter per such sample, one core, nanoseconds: the least of three runs.
        public var nanosecondsPerUpdate: Double
        /// Of the filter per second of data, nanoseconds.
        public var nanosecondsPerSecond: Double
        /// Sensors and processor by `EnergyModel`, milliwatts.
        public var milliwatts: Double
    }

    /// Name and version of the schema.
    public var schema = "sensorlab.rates/1"
    /// The filter.
    public var filter: String
    /// The slowest first.
    public var rates: [Row]
}

/// Power of a phone's motion sensors and of the core that runs a filter.
public enum EnergyModel {
    /// Accelerometer and gyroscope together at any of these rates, milliwatts: 0.55 mA at 1.8 V, high-performance mode
    /// (STMicroelectronics, LSM6DSO32, data sheet DocID032891 Rev 1, table 4; the LSM6DSO states the same).
    public static let inertialMilliwatts = 0.99
    /// The accelerometer alone, milliwatts: 0.17 mA at 1.8 V, high-performance mode (LSM6DSO32, the same table).
    public static let accelerometerMilliwatts = 0.306
    /// Magnetometer per hertz, milliwatts: 1.1 mA at 100 Hz and 1.8 V (Asahi Kasei, AK09918, data sheet 016014242-E-00,
    /// section 2).
    public static let magnetometerMilliwattsPerHertz = 0.0198
    /// A core while it computes, milliwatts: assumed.
    public static let coreMilliwatts = 1000.0

    /// - Parameters:
    ///   - rate: of the sensors, hertz.
    ///   - gyroscope: whether it is on; the accelerometer always is.
    ///   - magnetometer: whether it is on.
    ///   - seconds: of the core per second.
    public static func milliwatts(rate: Double, gyroscope: Bool, magnetometer: Bool, seconds: Double) -> Double {
        (gyroscope ? inertialMilliwatts : accelerometerMilliwatts)
            + (magnetometer ? magnetometerMilliwattsPerHertz * rate : 0) + coreMilliwatts * seconds
    }
}

/// Runs one filter on logs whose sensors were slowed down to each of several rates.
public struct RateStudy: Sendable {
    private let logs: [ComparisonLog]
    private let options: AnalysisOptions
    /// Reads logs with every sensor at a rate; at its own for `nil`.
    private let source: @Sendable (Double?) -> any RecordingSource

    /// The parameters of the first filter of the options are used.
    public init(
        logs: [ComparisonLog], options: AnalysisOptions, source: @escaping @Sendable (Double?) -> any RecordingSource
    ) {
        (self.logs, self.options, self.source) = (logs, options, source)
    }

    private struct Trial {
        var scores: TrialScores
        var updates: Int
        var seconds: Double
        var processor: Double
        var usesGyroscope: Bool
        var usesMagnetometer: Bool
    }

    /// - Parameter rates: hertz.
    /// - Throws: `SensorLabError`: usage without a filter; bad data where no log is as fast as any of the rates.
    public func report(rates: [Double]) throws -> (report: RateReport, warnings: [Warning]) {
        guard let filter = try options.filters.first?.resolved(causal: true) else {
            throw SensorLabError(
                .usage, code: .noFilter, place: "--filter", message: "no filter was given",
                advice: "`sensorlab filters` lists them")
        }
        var warnings: [Warning] = []
        var own: [Double] = []
        for log in logs {
            let prepared = try prepared(log, rate: nil)
            let unmeasured = prepared.recording.reference.isEmpty ? [LogComparison.noReference(true, log.path)] : []
            warnings += LogWarnings.collected(prepared.warnings, unmeasured).of(log, among: logs)
            let input = prepared.input(for: filter.entry)
            own.append(input.clock.times.medianInterval.map { 1e9 / Double($0) } ?? 0)
        }
        var rows: [RateReport.Row] = []
        for rate in Set(rates).sorted() {
            // A tenth: the rates of sensors are no round numbers.
            let fast = zip(logs, own).filter { $0.1 * 1.1 >= rate }.map(\.0)
            if fast.count < logs.count {
                warnings.append(
                    Warning(
                        .logLeftOut, place: "--rates",
                        "\(logs.count - fast.count) of \(logs.count) logs are slower than \(rate) Hz: left out there",
                        advice: .given("give lower rates")))
            }
            guard !fast.isEmpty else { continue }
            rows.append(Self.row(rate, try fast.map { try trial($0, filter, rate) }))
        }
        guard !rows.isEmpty else {
            throw SensorLabError(
                .badData, code: .noTrials, place: "--rates", message: "no log is as fast as one of the rates",
                advice: "give lower rates")
        }
        return (RateReport(filter: filter.name, rates: rows), warnings.ordered)
    }

    private func prepared(_ log: ComparisonLog, rate: Double?) throws -> PreparedLog {
        var options = options
        options.source = source(rate)
        return try PreparedLog(log, options: options, frame: .northOfReference)
    }

    private func trial(_ log: ComparisonLog, _ filter: ResolvedFilter, _ rate: Double) throws -> Trial {
        let prepared = try prepared(log, rate: rate)
        _ = try prepared.runnable([filter])
        let input = prepared.input(for: filter.entry)
        var (track, least) = (OrientationTrack(name: filter.name), Double.infinity)
        for _ in 0..<3 {
            let clock = ContinuousClock()
            let begin = clock.now
            track = filter.track(over: input)
            least = min(least, begin.duration(to: clock.now).inSeconds)
        }
        let used = Self.sensorsUsed(by: filter, over: input, track)
        prepared.finish(&track)
        let seconds = prepared.recording.duration
        let trial = try TrialLog(prepared, options: options)
        return Trial(
            scores: TrialScores(whole: track, in: trial),
            updates: used.reduce(0) { $0 + input[keyPath: $1].count }, seconds: seconds, processor: least,
            usesGyroscope: used.contains(\.gyroscope), usesMagnetometer: used.contains(\.magnetometer))
    }

    /// The sensors whose later readings change the estimates: not those that a filter starts with only, or never looks
    /// at. With other readings, the axes exchanged, from the middle on.
    private static func sensorsUsed(
        by filter: ResolvedFilter, over input: FilterInput, _ track: OrientationTrack
    ) -> [WritableKeyPath<FilterInput, VectorStream>] {
        let expected = track.estimates.map(\.orientation)
        return [\.gyroscope, input.accelerometer.isEmpty ? \.gravity : \.accelerometer, \.magnetometer].filter {
            sensor in
            var changed = input
            let values = input[keyPath: sensor].values
            for index in (values.count / 2)..<values.count {
                let value = values[index]
                changed[keyPath: sensor].values[index] = Vector3(value.y, value.z, value.x)
            }
            return filter.track(over: changed).estimates.map(\.orientation) != expected
        }
    }

    private static func row(_ rate: Double, _ trials: [Trial]) -> RateReport.Row {
        func mean(_ values: [Double]) -> Double? {
            values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
        }
        let seconds = trials.reduce(0) { $0 + $1.seconds }
        let updates = Double(trials.reduce(0) { $0 + $1.updates })
        let processor = trials.reduce(0) { $0 + $1.processor }
        return RateReport.Row(
            rateHz: rate, logs: trials.count,
            headingRMSEDegrees: mean(trials.compactMap { $0.scores.accuracy?.headingRMSEDegrees }),
            inclinationRMSEDegrees: mean(trials.compactMap { $0.scores.accuracy?.inclinationRMSEDegrees }),
            jitterDegrees: mean(trials.compactMap(\.scores.jitterDegrees)),
            lagMilliseconds: mean(trials.compactMap(\.scores.lagMilliseconds)), ageMilliseconds: 500 / rate,
            updatesPerSecond: updates / seconds,
            performance: RateReport.Cost(
                nanosecondsPerUpdate: 1e9 * processor / max(1, updates),
                nanosecondsPerSecond: 1e9 * processor / seconds,
                milliwatts: EnergyModel.milliwatts(
                    rate: rate, gyroscope: trials.contains(where: \.usesGyroscope),
                    magnetometer: trials.contains(where: \.usesMagnetometer), seconds: processor / seconds)))
    }
}
