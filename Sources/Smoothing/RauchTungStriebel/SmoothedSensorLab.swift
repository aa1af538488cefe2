import OrientationFilters
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// `sensorlab` over a whole recording: its causal run, then the backward pass of Rauch, Tung and Striebel over all its
/// states, which corrects every earlier orientation by later measurements.
///
/// Gains and weights of the readings are those of the causal run. docs/reference/filters-offline.md has the formulas.
public enum SmoothedSensorLab {
    /// The entry of the catalogue.
    public static let entry = FilterEntry(offline: information) { (parameters: SmootherParameters, input) in
        track(input, parameters: parameters.filter)
    }

    static let information = FilterInformation(
        name: "rts", summary: "sensorlab forwards, then its error states smoothed backwards (Rauch, Tung, Striebel)",
        reference: "H. E. Rauch, F. Tung, C. T. Striebel, AIAA J. 3(8), 1965; docs/reference/filters-offline.md",
        withoutGyroscope: nil, worksWithoutMagnetometer: true, isOffline: true)

    /// The track over a recording, one row per gyroscope sample from the first orientation; empty without gyroscope or
    /// force.
    static func track(_ input: FilterInput, parameters: SensorLabFilter.Parameters) -> OrientationTrack {
        var empty = OrientationTrack(name: "rts")
        guard !input.gyroscope.isEmpty, !input.force.isEmpty else { return empty }
        var run = JournalRun(parameters: parameters)
        var track = run.replay(input)
        guard let smoother = JournalSmoother(run.filter) else { return empty }
        do throws(SensorLabError) {
            let smoothing = SmoothedSigmas(try smoother.entries(), parameters)
            smoothing.apply(to: &track, gyroscope: input.gyroscope)
            return track
        } catch {
            empty.refusal = error
            return empty
        }
    }
}

/// The causal run: `sensorlab` with a journal; the orientation is as integrated.
private struct JournalRun: OrientationFilter {
    static let information = SmoothedSensorLab.information

    var filter: SensorLabFilter

    init(parameters: SensorLabFilter.Parameters) {
        filter = SensorLabFilter(parameters: parameters)
        filter.journal = SensorLabJournal()
    }

    var parameters: SensorLabFilter.Parameters { filter.parameters }
    var state: SensorLabFilter.State {
        get { filter.state }
        set { filter.state = newValue }
    }

    mutating func update(gyroscope rate: Vector3, at time: Int64) { filter.update(gyroscope: rate, at: time) }
    mutating func update(accelerometer force: Vector3, at time: Int64) {
        filter.update(accelerometer: force, at: time)
    }
    mutating func update(magnetometer field: Vector3, at time: Int64) {
        filter.update(magnetometer: field, at: time)
    }
    mutating func resume(at time: Int64) { filter.resume(at: time) }

    var estimate: OrientationEstimate? {
        guard var estimate = filter.estimate, let orientation = filter.strapdown else { return nil }
        estimate.orientation = orientation
        return estimate
    }
}

/// The smoothed entries of a journal, and interpolation between them.
private struct SmoothedSigmas {
    private let entries: [JournalSmoother.Entry]
    private let parameters: SensorLabFilter.Parameters
    /// Mean square of the field's heading against the smoothed one, rad^2, one per entry.
    private let scatter: [Double]

    init(_ entries: [JournalSmoother.Entry], _ parameters: SensorLabFilter.Parameters) {
        (self.entries, self.parameters) = (entries, parameters)
        scatter = Self.scatter(entries)
    }

    /// Time constant of the scatter of the field's heading, in both directions, s.
    private static let scatterMemory = 20.0
    /// The deviation of a block from the heading counts no more than this, rad.
    private static let largestScatter = 0.55

    /// The mean of the squares, weighted by exp(-|t| / `scatterMemory`).
    private static func scatter(_ entries: [JournalSmoother.Entry]) -> [Double] {
        var sums = entries.map { _ in (square: 0.0, weight: 0.0) }
        func pass(_ order: some Sequence<Int>) {
            var (square, weight, last) = (0.0, 0.0, Int64?.none)
            for k in order {
                let entry = entries[k]
                let decay = last.map { Double.exp(-LogTime.seconds($0 - entry.time).magnitude / scatterMemory) } ?? 1
                (square, weight, last) = (square * decay, weight * decay, entry.time)
                if !entry.fieldHeading.isNaN {
                    let heading = Angle.wrap(entry.fieldHeading)
                    square += min(heading * heading, largestScatter * largestScatter)
                    weight += 1
                }
                sums[k] = (sums[k].square + square, sums[k].weight + weight)
            }
        }
        pass(entries.indices)
        pass(entries.indices.reversed())
        return sums.map { $0.weight > 0 ? $0.square / $0.weight : 0 }
    }

    /// Corrects every row of the causal run, and replaces bias and sigmas.
    func apply(to track: inout OrientationTrack, gyroscope: VectorStream) {
        var cursor = 0
        var sample = StreamCursor(gyroscope.times)
        for row in track.times.indices {
            let time = track.times[row]
            while cursor + 1 < entries.count, entries[cursor + 1].time <= time { cursor += 1 }
            let (entry, next) = (entries[cursor], entries[min(cursor + 1, entries.count - 1)])
            var share = 0.0
            if next.time > entry.time, next.turnBefore != nil {
                share = min(1, Double(max(0, time - entry.time)) / Double(next.time - entry.time))
            }
            let turn = (1 - share) * entry.turn + share * (next.turnBefore ?? entry.turn)
            let reading = gyroscope.values[sample.position(at: time).index]
            let rate = reading - entry.bias - entry.scale * reading
            var estimate = track.estimates[row]
            estimate.orientation =
                (Quaternion(rotationVector: turn) * estimate.orientation
                * Quaternion(rotationVector: parameters.latency * rate)).renormalized
            estimate.gyroscopeBias = entry.bias
            estimate.setGyroscopeBias(variances: entry.biasVariances)
            func variance(_ value: (JournalSmoother.Entry) -> Double) -> Double {
                (1 - share) * value(entry) + share * value(next)
            }
            if !estimate.headingSigma.isNaN {
                let uneven = parameters.scatterShare * parameters.scatterShare
                let square =
                    parameters.headingShare * parameters.headingShare * variance(\.heading)
                    + parameters.fieldSigma * parameters.fieldSigma
                    + uneven * ((1 - share) * scatter[cursor] + share * scatter[min(cursor + 1, entries.count - 1)])
                estimate.headingSigma = square.squareRoot()
            }
            estimate.inclinationSigma =
                (variance(\.tilt) + parameters.levelSigma * parameters.levelSigma).squareRoot()
            track.estimates[row] = estimate
        }
    }
}

/// The parameters of `sensorlab`, with two defaults of its own.
///
/// Gyroscope scale: 0.006 on each element, as in `map` for the same unknown, and none in common. In a causal run, a
/// larger one costs accuracy until it is learnt; a backward pass knows it everywhere.
public struct SmootherParameters: FilterParameters {
    /// Parameters of the causal run.
    public var filter = SensorLabFilter.Parameters()

    /// The defaults.
    public init() { (filter.scaleSigma, filter.commonScaleSigma) = (0.006, 0) }

    /// The descriptors of `sensorlab`.
    public static var descriptors: [ParameterDescriptor<Self>] {
        SensorLabFilter.Parameters.descriptors.map { descriptor in
            let text = descriptor.information
            return ParameterDescriptor(
                text.name, unit: text.unit, in: text.range, text.meaning, small: text.small, large: text.large
            ) { parameters, change in
                var value = descriptor.value(in: parameters.filter)
                change(&value)
                descriptor.set(value, in: &parameters.filter)
            }
        }
    }
}
