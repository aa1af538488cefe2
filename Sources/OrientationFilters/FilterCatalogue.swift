import Rotations
import SensorModels
import Vocabulary

/// All causal filters, by name.
public enum FilterCatalogue {
    /// Every filter, in the order in which it is shown: from the simplest to the best.
    public static let entries: [FilterEntry] = [
        FilterEntry(CompassFilter.self),
        FilterEntry(LowPassFilter.self),
        FilterEntry(TiltFilter.self),
        FilterEntry(TriadFilter.self),
        FilterEntry(QuestFilter.self),
        FilterEntry(RadiusLowPassFilter.self),
        FilterEntry(CircularFilter.self),
        FilterEntry(MeanRotationFilter.self),
        FilterEntry(GyroscopeFilter.self),
        FilterEntry(ComplementaryFilter.self),
        FilterEntry(MadgwickFilter.self),
        FilterEntry(MahonyFilter.self),
        FilterEntry(AquaFilter.self),
        FilterEntry(QuaternionEKFFilter.self),
        FilterEntry(ManifoldUKFFilter.self),
        FilterEntry(KalmanFilter.self),
        FilterEntry(BasicVQFFilter.self),
        FilterEntry(VQFFilter.self),
        FilterEntry(SensorLabFilter.self),
        FilterEntry(FixedLagFilter.self),
    ]

    /// The entry of that name, matched without case.
    public static func entry(named name: String) -> FilterEntry? {
        entries.first { $0.information.name == name.smallLetters }
    }
}

/// A filter of the catalogue with its type erased outside of the inner loop: `run` is one call per recording.
public struct FilterEntry: Sendable {
    /// Name, summary, reference and what the filter can do without.
    public let information: FilterInformation
    /// The parameters with their defaults.
    public let parameters: [ParameterInformation]
    /// `nil` for an estimator that needs the whole recording.
    private let maker: (@Sendable ([String: Double]) -> RunningFilter)?
    private let runner: @Sendable ([String: Double], FilterInput) -> OrientationTrack

    init<Filter: OrientationFilter>(_ type: Filter.Type) {
        information = Filter.information
        parameters = Filter.Parameters.descriptors.map { $0.information }
        let make: @Sendable ([String: Double]) -> Filter = { Filter(parameters: Self.parameters($0)) }
        maker = { RunningFilter(make($0)) }
        runner = { values, input in
            #if hasFeature(Embedded)
                // One replay for all filters: a dynamic call per sample saves 80 kB of code.
                var filter = RunningFilter(make(values))
                return filter.replay(input, name: Filter.information.name)
            #else
                var filter = make(values)
                var track = filter.replay(input)
                if let first = track.times.first, let last = track.times.last, let found = filter.calibration {
                    var part = found.findings(in: first...max(first, last))
                    let disturbed = track.estimates.count { $0.disturbed == .yes }
                    part.disturbedShare = Double(disturbed) / Double(track.count)
                    track.findings = [part]
                }
                return track
            #endif
        }
    }

    /// An estimator that sees the whole recording; the catalogue of a module above holds it.
    /// - Parameters:
    ///   - information: what it is, `isOffline`.
    ///   - track: its track over the streams, empty where the orientation is never defined.
    public init<Parameters: FilterParameters>(
        offline information: FilterInformation,
        track: @escaping @Sendable (Parameters, FilterInput) -> OrientationTrack
    ) {
        precondition(information.isOffline, "an estimator of the whole recording must be listed as one")
        self.information = information
        parameters = Parameters.descriptors.map { $0.information }
        maker = nil
        runner = { values, input in track(Self.parameters(values), input) }
    }

    private static func parameters<Parameters: FilterParameters>(_ values: [String: Double]) -> Parameters {
        var parameters = Parameters()
        for descriptor in Parameters.descriptors {
            if let value = values[descriptor.information.name] { descriptor.set(value, in: &parameters) }
        }
        return parameters
    }

    /// The full set of parameters: the defaults with `changes` applied, names matched without case.
    /// - Throws: `SensorLabError` (usage) for an unknown name, with the nearest one, and for a value out of range.
    public func resolved(_ changes: [String: Double]) throws(SensorLabError) -> [String: Double] {
        var values: [String: Double] = [:]
        for parameter in parameters { values[parameter.name] = parameter.defaultValue }
        for name in Array(changes.keys).sorted() {
            let value = changes[name] ?? .nan
            guard let parameter = parameters.first(where: { $0.name.smallLetters == name.smallLetters }) else {
                throw unknown(parameter: name)
            }
            guard parameter.range.contains(value) else {
                throw SensorLabError(
                    .usage, code: .parameterOutOfRange, place: "\(information.name).\(parameter.name)",
                    message: "\(value) is outside \(parameter.range.lowerBound)...\(parameter.range.upperBound)",
                    advice: "choose a value in the range; `sensorlab filters` lists all parameters")
            }
            values[parameter.name] = value
        }
        return values
    }

    /// Of parameters by name, those that differ from the defaults.
    public func changes(in values: [String: Double]) -> [String: Double] {
        values.filter { name, value in parameters.first { $0.name == name }?.defaultValue != value }
    }

    /// Runs the filter over a recording's streams.
    /// - Parameters:
    ///   - input: the recording's streams, in the filters' convention.
    ///   - changes: changes to the defaults, by name.
    public func run(
        _ input: FilterInput, parameters changes: [String: Double] = [:]
    ) throws(SensorLabError) -> OrientationTrack {
        run(input, resolved: try resolved(changes))
    }

    /// Runs the filter with all its parameters, as `resolved(_:)` gave them.
    public func run(_ input: FilterInput, resolved parameters: [String: Double]) -> OrientationTrack {
        runner(started(parameters, input.gyroscopeBiasSigma), input)
    }

    /// A filter without samples, for an app that feeds it sample by sample.
    /// - Parameters:
    ///   - changes: changes to the defaults, by name.
    ///   - gyroscopeBiasSigma: standard deviation of the gyroscope's bias after calibration, rad/s per axis
    ///     (`CalibrationSet.gyroscopeBiasSigma`); `nil` where it is not known.
    public func filter(
        parameters changes: [String: Double] = [:], gyroscopeBiasSigma: Double? = nil
    ) throws(SensorLabError) -> RunningFilter {
        guard let maker else { throw wholeRecordingNeeded }
        return maker(started(try resolved(changes), gyroscopeBiasSigma))
    }

    /// The start parameters after a calibration of the gyroscope: its bias's sigma replaces the default, but not a
    /// value that the user set, and only in causal filters. The whole recording determines its bias better, and
    /// `--calibration auto` has used its readings once already.
    private func started(_ values: [String: Double], _ gyroscopeBiasSigma: Double?) -> [String: Double] {
        let name = ParameterInformation.initialBiasSigma
        guard let sigma = gyroscopeBiasSigma, maker != nil,
            let parameter = parameters.first(where: { $0.name == name }), values[name] == parameter.defaultValue
        else { return values }
        var values = values
        values[name] = min(max(sigma, parameter.range.lowerBound), parameter.range.upperBound)
        return values
    }

    /// The error where an estimator that needs the whole recording is asked to run sample by sample.
    public var wholeRecordingNeeded: SensorLabError {
        SensorLabError(
            .usage, code: .unknownFilter, place: information.name,
            message: "\(information.name) needs the whole recording, so an app cannot run it",
            advice: "choose one of the causal filters that `sensorlab filters` lists")
    }

    private func unknown(parameter name: String) -> SensorLabError {
        let names = parameters.map { $0.name }
        let advice: String
        if let nearest = NearestName.of(name, in: names) {
            advice = "did you mean \(nearest)?"
        } else {
            advice = names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
        }
        return SensorLabError(
            .usage, code: .unknownParameter, place: "--set \(information.name).\(name)",
            message: "filter \(information.name) has no parameter \(name)", advice: advice)
    }
}

/// A filter of the catalogue that is fed sample by sample: a value like the filter itself, its type erased.
///
/// A class and its generic subclass carry the filter, because Embedded Swift has no existential types. A copy shares
/// the filter until one of the two is updated.
public struct RunningFilter: SampleReceiver {
    private var box: FilterBox

    init<Filter: OrientationFilter>(_ filter: Filter) { box = TypedFilterBox(filter) }

    /// Angular rate, rad/s, device axes. Implausible readings (`Vector3.isReading`) are skipped, here and below.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {
        if rate.isReading { own().update(gyroscope: rate, at: time) }
    }
    /// Specific force, m/s^2, device axes.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        if force.isReading { own().update(accelerometer: force, at: time) }
    }
    /// Gravity as the device computed it, m/s^2, the accelerometer's sign. Only called where there is no accelerometer.
    public mutating func update(gravity: Vector3, at time: Int64) {
        if gravity.isReading { own().update(gravity: gravity, at: time) }
    }
    /// Magnetic field, microtesla, device axes, calibrated.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        if field.isReading { own().update(magnetometer: field, at: time) }
    }

    /// Continues after a hole (`Hole`): to be called before the first sample after it, with its stamp.
    public mutating func resume(at time: Int64) { own().resume(at: time) }

    /// The orientation after the samples so far, with its sigmas and flags; `nil` until it is defined.
    public var estimate: OrientationEstimate? { box.estimate }

    /// What was learnt of the sensors; `nil` until something was, and for filters that do not calibrate.
    public var calibration: SelfCalibration? { box.calibration }

    #if !hasFeature(Embedded)
        /// Writes the filter's state; its name and parameters are not part of it.
        public func encodeState(to encoder: any Encoder) throws { try box.encodeState(to: encoder) }

        /// Takes the state of a filter of the same name and parameters, and goes on to the bit.
        /// - Throws: `DecodingError` where another filter wrote it.
        public mutating func restoreState(from decoder: any Decoder) throws { try own().restoreState(from: decoder) }
    #endif

    private mutating func own() -> FilterBox {
        if !isKnownUniquelyReferenced(&box) { box = box.copy() }
        return box
    }
}

/// The erased interface of `TypedFilterBox`. Only `RunningFilter` refers to one, and it updates a box that no other
/// value shares, so it may cross threads.
private class FilterBox: @unchecked Sendable {
    var estimate: OrientationEstimate? { nil }
    var calibration: SelfCalibration? { nil }
    func copy() -> FilterBox { self }
    func update(gyroscope rate: Vector3, at time: Int64) {}
    func update(accelerometer force: Vector3, at time: Int64) {}
    func update(gravity: Vector3, at time: Int64) {}
    func update(magnetometer field: Vector3, at time: Int64) {}
    func resume(at time: Int64) {}
    #if !hasFeature(Embedded)
        func encodeState(to encoder: any Encoder) throws {}
        func restoreState(from decoder: any Decoder) throws {}
    #endif
}

private final class TypedFilterBox<Filter: OrientationFilter>: FilterBox, @unchecked Sendable {
    private var filter: Filter

    init(_ filter: Filter) { self.filter = filter }

    override var estimate: OrientationEstimate? { filter.estimate }
    override var calibration: SelfCalibration? { filter.calibration }
    override func copy() -> FilterBox { TypedFilterBox(filter) }
    override func update(gyroscope rate: Vector3, at time: Int64) { filter.update(gyroscope: rate, at: time) }
    override func update(accelerometer force: Vector3, at time: Int64) { filter.update(accelerometer: force, at: time) }
    override func update(gravity: Vector3, at time: Int64) { filter.update(gravity: gravity, at: time) }
    override func update(magnetometer field: Vector3, at time: Int64) { filter.update(magnetometer: field, at: time) }
    override func resume(at time: Int64) { filter.resume(at: time) }
    #if !hasFeature(Embedded)
        override func encodeState(to encoder: any Encoder) throws { try filter.state.encode(to: encoder) }
        override func restoreState(from decoder: any Decoder) throws {
            filter.state = try Filter.State(from: decoder)
        }
    #endif
}
