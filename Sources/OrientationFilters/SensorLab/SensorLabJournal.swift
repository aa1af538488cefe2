import Rotations

/// A run of `sensorlab` as a smoother needs it: one entry per correction, and one wherever states are cut off from what they
/// were before.
///
/// Everything lies in arrays that grow, per entry 2.1 KiB for the covariance (a triangle), 1.2 for the transition, and 0.6 for the
/// rest: at ten corrections a second 40 KiB a second.
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
        /// The heading of the block of field against the filter's before the correction, rad; NaN where there was no block.
        package let fieldHeading: Double
    }

    /// In the order of time.
    package private(set) var entries: [Entry] = []
    private var covariances: [Double] = []
    private var transitions: [Double] = []
    private var noises: [Double] = []
    private var corrections: [Double] = []
    private var values: [Double] = []
    private var fieldHeading = Double.nan

    /// Nothing has happened.
    package init() {}

    /// The states behind an entry; the attitude, which no three numbers hold, as zeros.
    package func values(_ entry: Int) -> ArraySlice<Double> { Self.part(values, entry, Self.count) }
    /// What the correction added to the states, the attitude as a rotation vector from the left, rad.
    package func correction(_ entry: Int) -> ArraySlice<Double> { Self.part(corrections, entry, Self.count) }
    /// E of the prediction before the correction, row after row.
    package func transition(_ entry: Int) -> ArraySlice<Double> {
        Self.part(transitions, entry, Self.rows * Self.count)
    }
    /// Variances of the prediction's noise.
    package func noise(_ entry: Int) -> ArraySlice<Double> { Self.part(noises, entry, Self.count) }
    /// The covariance behind an entry, the lower triangle row after row.
    package func covariance(_ entry: Int) -> ArraySlice<Double> {
        Self.part(covariances, entry, Self.count * (Self.count + 1) / 2)
    }

    private static func part(_ all: [Double], _ entry: Int, _ length: Int) -> ArraySlice<Double> {
        all[entry * length..<(entry + 1) * length]
    }

    /// A prediction, which the next entry holds if it is a correction.
    mutating func predict(
        _ e: UnsafeMutableBufferPointer<Double>, attitudeNoise: Double, velocityNoise: Double, biasNoise: Double
    ) {
        forgetPrediction()
        transitions.append(contentsOf: e)
        for i in 0..<Self.count {
            switch i {
            case SensorLabFilter.Index.attitude..<SensorLabFilter.Index.velocity: noises.append(attitudeNoise)
            case SensorLabFilter.Index.velocity..<SensorLabFilter.Index.bias: noises.append(velocityNoise)
            case SensorLabFilter.Index.bias..<SensorLabFilter.Index.scale: noises.append(biasNoise)
            default: noises.append(0)
            }
        }
    }

    /// A block of the field with this heading, rad, in the correction to come.
    mutating func observe(fieldHeading heading: Double) { fieldHeading = heading }

    /// The correction of all measurements of one instant.
    mutating func correct(_ correction: UnsafeMutableBufferPointer<Double>, to state: SensorLabFilter.State) {
        corrections.append(contentsOf: correction)
        append(.correction, at: state.time, state)
    }

    /// States that were set anew.
    mutating func restart(_ states: Range<Int>, at time: Int64, _ state: SensorLabFilter.State) {
        forgetPrediction()
        transitions.append(contentsOf: repeatElement(0, count: Self.rows * Self.count))
        noises.append(contentsOf: repeatElement(0, count: Self.count))
        corrections.append(contentsOf: repeatElement(0, count: Self.count))
        append(.restart(of: states), at: time, state)
    }

    private mutating func append(_ cause: Cause, at time: Int64, _ state: SensorLabFilter.State) {
        entries.append(
            Entry(
                cause: cause, time: time, hardIronPrior: Double(state.hardIronPrior), fieldHeading: fieldHeading))
        fieldHeading = .nan
        covariances.append(contentsOf: state.covariance.elements)
        for triple in [
            .zero, state.velocity, state.bias, Vector3(state.scale.row0.x, state.scale.row1.x, state.scale.row2.x),
            Vector3(state.scale.row0.y, state.scale.row1.y, state.scale.row2.y),
            Vector3(state.scale.row0.z, state.scale.row1.z, state.scale.row2.z), state.hardIron,
        ] { values.append(contentsOf: [triple.x, triple.y, triple.z]) }
        let force = state.accelerometerBias
        values.append(contentsOf: [state.fieldNorth, state.fieldUp, force.x, force.y, force.z])
    }

    /// Drops the prediction of a correction that never came.
    private mutating func forgetPrediction() {
        transitions.removeLast(transitions.count - entries.count * Self.rows * Self.count)
        noises.removeLast(noises.count - entries.count * Self.count)
        fieldHeading = .nan
    }
}

extension SensorLabFilter {
    /// The orientation as it is integrated and corrected, at the stamp of the last sample: without `latency`, and without what
    /// the hypotheses about the hard iron make of it. `nil` until it is defined.
    package var strapdown: Quaternion? { state.orientation }

    /// What the two hypotheses make of a hard iron.
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
