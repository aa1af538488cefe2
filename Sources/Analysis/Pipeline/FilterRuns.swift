import OrientationFilters
import SensorModels
import Smoothing
import Vocabulary

/// A filter of the catalogue with all its parameters.
///
/// Created once per run by `FilterRequest.resolved()` for any number of logs. An offline estimator has the same
/// interface: it takes the same streams and returns a track.
public struct ResolvedFilter: Sendable {
    /// The filter.
    public let entry: FilterEntry
    /// All its parameters by name.
    public let parameters: [String: Double]

    /// The name in the catalogue.
    public var name: String { entry.information.name }

    /// The track over one log's streams, with magnetic north.
    func track(over input: FilterInput) -> OrientationTrack { entry.run(input, resolved: parameters) }

    /// The track over streams, with magnetic north.
    /// - Parameters:
    ///   - input: the streams.
    ///   - place: their name in messages.
    /// - Throws: `SensorLabError` (bad data) if they lack a sensor that the filter needs, or if the orientation is
    ///   never defined.
    public func definedTrack(over input: FilterInput, place: String) throws -> OrientationTrack {
        guard entry.missingSensor(in: input) == nil else { throw Self.noneRuns([self], on: input, place: place) }
        let track = track(over: input)
        guard track.count > 0 else { throw track.refusal ?? neverDefined(place: place) }
        return track
    }

    /// The error if none of several filters can run.
    static func noneRuns(_ filters: [ResolvedFilter], on input: FilterInput, place: String) -> SensorLabError {
        let needed = Set(filters.compactMap { $0.entry.missingSensor(in: input) }).sorted()
        let sensors = [
            ("gyroscope", input.gyroscope), ("accelerometer", input.accelerometer), ("gravity", input.gravity),
            ("magnetometer", input.magnetometer),
        ]
        let present = sensors.filter { !$0.1.isEmpty }.map(\.0).joined(separator: ", ")
        return SensorLabError(
            .badData, code: .noFilterRuns, place: place,
            message: "\(filters.map(\.name).joined(separator: ", ")) cannot run without "
                + "\(needed.joined(separator: " and ")); of the sensors that filters use, the log has "
                + (present.isEmpty ? "none" : "only \(present)"),
            advice: "record the missing sensors too; if an app wrote one file per sensor, give the folder")
    }

    /// The error for a filter whose orientation is never defined.
    func neverDefined(place: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .neverDefined, place: place, message: "\(name) gave no orientation at any time",
            advice:
                "check that the readings of accelerometer (or gravity) and magnetometer overlap in time and are neither zero "
                + "nor parallel, and that a log without a magnetometer lasts longer than a second: `sensorlab info` shows it"
        )
    }
}

extension FilterRequest {
    /// Looks up the filter and checks its parameters, before anything runs.
    /// - Parameter causal: whether to refuse offline estimators, because an app is to run the filter.
    /// - Throws: `SensorLabError` (usage) for an unknown filter, with the nearest name, and for bad parameters.
    public func resolved(causal: Bool = false) throws -> ResolvedFilter {
        guard let entry = EstimatorCatalogue.entry(named: name) else {
            let names = EstimatorCatalogue.entries.map(\.information.name)
            let nearest = NearestName.of(name, in: names).map { "did you mean \($0)?" }
            throw SensorLabError(
                .usage, code: .unknownFilter, place: "--filter \(name)", message: "there is no filter \(name)",
                advice: nearest ?? "there are \(names.joined(separator: ", "))")
        }
        if causal && entry.information.isOffline { throw entry.wholeRecordingNeeded }
        return ResolvedFilter(entry: entry, parameters: try entry.resolved(parameters))
    }
}

extension FilterEntry {
    /// The sensor that the filter needs and the streams lack, with its article; `nil` if the filter can run.
    func missingSensor(in input: FilterInput) -> String? {
        if input.accelerometer.isEmpty && input.gravity.isEmpty { return "an accelerometer or gravity" }
        if input.gyroscope.isEmpty && information.withoutGyroscope == nil { return "a gyroscope" }
        if input.magnetometer.isEmpty && !information.worksWithoutMagnetometer { return "a magnetometer" }
        return nil
    }
}

/// The run of one filter over one log.
public struct FilterRun: Sendable {
    /// The filter with its parameters.
    public let filter: ResolvedFilter
    /// Its track, turned to the log's north.
    public let track: OrientationTrack
    /// Whether the track agrees with the sensors.
    public let consistency: TrackConsistency
    /// The run time, seconds.
    public let seconds: Double

    /// The error for an empty track, else `nil`.
    func refusal(place: String) -> SensorLabError? {
        track.count > 0 ? nil : track.refusal ?? filter.neverDefined(place: place)
    }

    /// The warnings about this run: divergence, or doubts of the estimator itself.
    public var warnings: [Warning] {
        [LogWarnings.divergence(of: filter.name, consistency), track.doubt].compactMap { $0 }
    }
}

/// The runs of several filters over one log.
public struct FilterRuns: Sendable {
    /// The filters with a defined orientation, in the order of the request.
    public let runs: [FilterRun]
    /// Warnings about the others, which have no track.
    public let leftOut: [Warning]
}
