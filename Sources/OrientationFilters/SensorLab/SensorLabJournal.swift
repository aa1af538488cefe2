import Rotations

/// A run of `sensorlab` as a smoother needs it: one entry per correction, and one wherever states are re-initialised.
///
/// The arrays grow by 2.8 KiB per entry for the covariance (a triangle), 1.2 for the transition, and 0.6 for the rest:
/// at ten corrections a second 46 KiB a second. They are behind one pointer, so that a filter without a journal needs
/// eight bytes for it; copies share them until one of the two continues.
package struct SensorLabJournal: Sendable {
    /// Error states, and how many of them the transition I + E changes: the first rows of E.
    package static let count = SensorLabFilter.Index.count
    /// Rows of E that are not zero.
    package static let rows = 6
    /// Where three states begin.
    package static let (attitude, bias, scale, hardIron) = (
        SensorLabFilter.Index.attitude, SensorLabFilter.Index.bias, SensorLabFilter.Index.scale,
        SensorLabFilter.Index.hardIron
    )

    /// What led to an entry.
    package enum Cause: Sendable, Equatable {
        /// Prediction by `transition` and `noise`, then `correction`.
        case correction
        /// These states have a value and a variance of their own from here on; the others go on.
        case restart(of: Range<Int>)
    }

    /// An entry without its matrices.
    package struct Entry: Sendable {
        package let cause: Cause
        /// Stamp of the sample after which it holds, ns.
        package let time: Int64
        /// Variance per axis of the prior of the hard iron, microtesla^2; 0 before the first field.
        package let hardIronPrior: Double
        /// The heading of the block of field against the filter's before the correction, rad; NaN
        /// where there was no block.
        package let fieldHeading: Double
    }

    /// Only `SensorLabJournal` refers to one, and it changes none that another value shares, so it may cross threads.
    private final class Storage: @unchecked Sendable {
        var entries: [Entry] = []
        var covariances: [Double] = []
        var transitions: [Double] = []
        var noises: [Double] = []
        var corrections: [Double] = []
        var values: [Double] = []
        var fieldHeading = Double.nan

        init() {}

        init(_ other: Storage) {
            (entries, covariances, transitions) = (other.entries, other.covariances, other.transitions)
            (noises, corrections, values) = (other.noises, other.corrections, other.values)
            fieldHeading = other.fieldHeading
        }

        /// Drops the prediction of a correction that was not made.
        func forgetPrediction() {
            transitions.removeLast(transitions.count - entries.count * SensorLabJournal.rows * SensorLabJournal.count)
            noises.removeLast(noises.count - entries.count * SensorLabJournal.count)
            fieldHeading = .nan
        }
    }

    private var storage = Storage()

    /// An empty journal.
    package init() {}

    /// In the order of time.
    package var entries: [Entry] { storage.entries }

    private mutating func own() -> Storage {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage) }
        return storage
    }

    /// The states behind an entry; the attitude, which no three numbers hold, as zeros.
    package func values(_ entry: Int) -> ArraySlice<Double> { Self.part(storage.values, entry, Self.count) }
    /// What the correction added to the states, the attitude as a rotation vector from the left, rad.
    package func correction(_ entry: Int) -> ArraySlice<Double> { Self.part(storage.corrections, entry, Self.count) }
    /// E of the prediction before the correction, row after row.
    package func transition(_ entry: Int) -> ArraySlice<Double> {
        Self.part(storage.transitions, entry, Self.rows * Self.count)
    }
    /// Variances of the prediction's noise.
    package func noise(_ entry: Int) -> ArraySlice<Double> { Self.part(storage.noises, entry, Self.count) }
    /// The covariance behind an entry, the lower triangle row after row.
    package func covariance(_ entry: Int) -> ArraySlice<Double> {
        Self.part(storage.covariances, entry, Self.count * (Self.count + 1) / 2)
    }

    private static func part(_ all: [Double], _ entry: Int, _ length: Int) -> ArraySlice<Double> {
        all[entry * length..<(entry + 1) * length]
    }

    /// A prediction, which the next entry holds if it is a correction.
    mutating func predict(
        _ e: UnsafeMutableBufferPointer<Double>, attitudeNoise: Double, velocityNoise: Double, biasNoise: Double
    ) {
        let storage = own()
        storage.forgetPrediction()
        storage.transitions.append(contentsOf: e)
        for i in 0..<Self.count {
            switch i {
            case SensorLabFilter.Index.attitude..<SensorLabFilter.Index.velocity: storage.noises.append(attitudeNoise)
            case SensorLabFilter.Index.velocity..<SensorLabFilter.Index.bias: storage.noises.append(velocityNoise)
            case SensorLabFilter.Index.bias..<SensorLabFilter.Index.scale: storage.noises.append(biasNoise)
            default: storage.noises.append(0)
            }
        }
    }

    /// A block of the field with this heading, rad, in the correction to come.
    mutating func observe(fieldHeading heading: Double) { own().fieldHeading = heading }

    /// The correction of all measurements of one instant.
    mutating func correct(_ correction: UnsafeMutableBufferPointer<Double>, to state: SensorLabFilter.State) {
        own().corrections.append(contentsOf: correction)
        append(.correction, at: state.time, state)
    }

    /// States that were set anew.
    mutating func restart(_ states: Range<Int>, at time: Int64, _ state: SensorLabFilter.State) {
        let storage = own()
        storage.forgetPrediction()
        storage.transitions.append(contentsOf: repeatElement(0, count: Self.rows * Self.count))
        storage.noises.append(contentsOf: repeatElement(0, count: Self.count))
        storage.corrections.append(contentsOf: repeatElement(0, count: Self.count))
        append(.restart(of: states), at: time, state)
    }

    private mutating func append(_ cause: Cause, at time: Int64, _ state: SensorLabFilter.State) {
        let storage = own()
        storage.entries.append(
            Entry(
                cause: cause, time: time, hardIronPrior: Double(state.hardIronPrior),
                fieldHeading: storage.fieldHeading))
        storage.fieldHeading = .nan
        storage.covariances.append(contentsOf: state.covariance.elements)
        for triple in [
            .zero, state.velocity, state.bias, Vector3(state.scale.row0.x, state.scale.row1.x, state.scale.row2.x),
            Vector3(state.scale.row0.y, state.scale.row1.y, state.scale.row2.y),
            Vector3(state.scale.row0.z, state.scale.row1.z, state.scale.row2.z), state.hardIron,
        ] { storage.values.append(contentsOf: [triple.x, triple.y, triple.z]) }
        let force = state.accelerometerBias
        storage.values.append(contentsOf: [state.fieldNorth, state.fieldUp, force.x, force.y, force.z])
    }
}

extension SensorLabFilter {
    /// The orientation as it is integrated and corrected, at the stamp of the last sample: without `latency`, and
    /// without the turn by the hypotheses about the hard iron. `nil` until it is defined.
    package var strapdown: Quaternion? { state.orientation }

    /// The two hypotheses, given a hard iron.
    /// - Parameters:
    ///   - h: microtesla, device axes.
    ///   - covariance: microtesla^2.
    ///   - large: variance per axis of the prior that the filter runs with, microtesla^2.
    package func hypotheses(hardIron h: Vector3, covariance: Matrix3, large: Double) -> HardIronHypotheses {
        HardIronHypotheses(
            hardIron: h, covariance: covariance, withHeading: .zero, large: large, small: smallVariance(large: large))
    }

    /// Variance per axis of the other hypothesis, microtesla^2.
    func smallVariance(large: Double) -> Double {
        let share = parameters.calibratedHardIronSigma / parameters.hardIronSigma
        return share * share * large
    }
}
