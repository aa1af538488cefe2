import OrientationFilters
import SensorModels
import Vocabulary

/// A filter of the catalogue with its full set of parameters.
public struct ResolvedFilter: Sendable {
    /// The filter.
    public let entry: FilterEntry
    /// All its parameters by name.
    public let parameters: [String: Double]
}

/// Runs filters of the catalogue over one log.
public enum FilterRuns {
    /// Looks up every request before anything runs.
    /// - Throws: `SensorLabError` (usage) for an unknown filter, with the nearest name, and for bad parameters.
    public static func resolve(_ requests: [FilterRequest]) throws -> [ResolvedFilter] {
        try requests.map { request in
            guard let entry = FilterCatalogue.entry(named: request.name) else {
                let names = FilterCatalogue.entries.map(\.information.name)
                let nearest = NearestName.of(request.name, in: names).map { "did you mean \($0)?" }
                throw SensorLabError(
                    .usage, code: "unknown-filter", place: "--filter \(request.name)",
                    message: "there is no filter \(request.name)",
                    advice: nearest ?? "there are \(names.joined(separator: ", "))")
            }
            return ResolvedFilter(entry: entry, parameters: try entry.resolved(request.parameters))
        }
    }

    /// Why a filter cannot run on these streams; `nil` where it can.
    public static func obstacle(to information: FilterInformation, on input: FilterInput) -> Warning? {
        missing(for: information, on: input).map {
            Warning(
                code: "filter-not-run",
                message: "\(information.name) was not run: it needs \($0), which the log lacks",
                advice: "record that sensor, or leave the filter out with --filters")
        }
    }

    /// The filters that can run on these streams, and why the others cannot.
    /// - Throws: `SensorLabError` (bad data) where none can.
    static func runnable(
        _ filters: [ResolvedFilter], on input: FilterInput, place: String
    ) throws -> (filters: [ResolvedFilter], warnings: [Warning]) {
        let runnable = filters.filter { missing(for: $0.entry.information, on: input) == nil }
        guard runnable.isEmpty else {
            return (runnable, filters.compactMap { obstacle(to: $0.entry.information, on: input) })
        }
        let needed = Set(filters.compactMap { missing(for: $0.entry.information, on: input) }).sorted()
        let sensors = [
            ("gyroscope", input.gyroscope), ("accelerometer", input.accelerometer), ("gravity", input.gravity),
            ("magnetometer", input.magnetometer),
        ]
        let present = sensors.filter { !$0.1.isEmpty }.map(\.0).joined(separator: ", ")
        throw SensorLabError(
            .badData, code: "no-filter-runs", place: place,
            message: "\(filters.map(\.entry.information.name).joined(separator: ", ")) cannot run without "
                + "\(needed.joined(separator: " and ")); of the sensors that filters use the log has "
                + (present.isEmpty ? "none" : "only \(present)"),
            advice: "record the missing ones too; where an app wrote a file per sensor, give their folder")
    }

    /// The sensor that a filter cannot do without and these streams lack, with its article.
    private static func missing(for information: FilterInformation, on input: FilterInput) -> String? {
        if input.accelerometer.isEmpty && input.gravity.isEmpty { return "an accelerometer or gravity" }
        if input.gyroscope.isEmpty && information.withoutGyroscope == nil { return "a gyroscope" }
        if input.magnetometer.isEmpty && !information.worksWithoutMagnetometer { return "a magnetometer" }
        return nil
    }

    /// The filters whose orientation was defined at least once, and a warning for each of the others.
    /// - Throws: `SensorLabError` (bad data) where there is none.
    static func defined(
        _ filters: [ResolvedFilter], _ runs: [FilterRun], place: String
    ) throws -> (filters: [ResolvedFilter], runs: [FilterRun], warnings: [Warning]) {
        let pairs = zip(filters, runs)
        let defined = pairs.filter { $0.1.track.count > 0 }
        let errors = runs.filter { $0.track.count == 0 }.map { neverDefined($0.track.name, place: place) }
        if defined.isEmpty, let error = errors.first { throw error }
        return (
            defined.map(\.0), defined.map(\.1),
            errors.map { Warning(code: $0.code, message: $0.message, advice: $0.advice) }
        )
    }

    /// The error for a filter whose orientation was never defined.
    static func neverDefined(_ name: String, place: String) -> SensorLabError {
        SensorLabError(
            .badData, code: "never-defined", place: place,
            message: "\(name) never had a defined orientation",
            advice:
                "check that accelerometer (or gravity) and magnetometer overlap in time and are not zero, and that a log "
                + "without a magnetometer lasts longer than a second: `sensorlab info` shows it")
    }

    /// One track per filter, in order; up to `jobs` filters at once.
    static func run(
        _ filters: [ResolvedFilter], over input: FilterInput, jobs: Int, monitor: WorkMonitor = .none
    ) throws -> [FilterRun] {
        try concurrentMap(filters, jobs: jobs, monitor: monitor, work: "running", unit: "filters") { filter in
            Result {
                let clock = ContinuousClock()
                let begin = clock.now
                let track = try filter.entry.run(input, parameters: filter.parameters)
                let seconds = begin.duration(to: clock.now).inSeconds
                return FilterRun(track: track, seconds: seconds, consistency: TrackConsistency(track, input))
            }
        }.map { try $0.get() }
    }
}

/// What one filter made of a log, its north magnetic, how long it took, and whether it agrees with the sensors.
struct FilterRun: Sendable {
    var track: OrientationTrack
    let seconds: Double
    let consistency: TrackConsistency

    /// The warning of a filter that has diverged.
    var warning: Warning? { DivergenceWarning.of(track.name, consistency) }
}
