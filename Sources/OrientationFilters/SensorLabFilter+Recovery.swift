import Rotations

// Ways back from a heading that is wrong: a magnet was believed, another field is here to stay, or the filter has gone astray.
extension SensorLabFilter {
    /// Time constant with which is forgotten what the field did to heading and bias, s: when a magnet shows, it is taken back,
    /// because the magnet was there before it showed.
    static let takenBack = 1.5
    /// A heading that no field has confirmed yet is given up after this time of rejection, s.
    static let firstPatience = 1.0
    /// Each second of confirmation adds this many seconds to that patience, up to `recoveryTime`.
    static let loyalty = 5.0
    /// For how long a field must have been the same to be believed after a rejection, s.
    static let steadySpan: Float = 1
    /// Magnitudes that can be the Earth's, microtesla: 22 to 67 by the World Magnetic Model, and some room for iron. Others
    /// confirm no heading and begin none.
    static let earthlyMagnitudes = 18.0...75.0
    /// A field with this deviation of its horizontal and upward part is the learnt one, part of the magnitude.
    static let sameField = 0.12
    /// Beyond this deviation, and two standard deviations, the learnt field shows that the heading is wrong, rad.
    static let wrongHeading = 0.2
    /// For how long it must, s.
    static let astraySpan: Float = 3
    /// What the bias may have changed by then, part of `initialBiasSigma`.
    static let astrayBias = 0.5

    /// Undoes what the latest blocks did to heading and bias; what is undone is unknown again.
    mutating func takeBack(_ correction: UnsafeMutableBufferPointer<Double>) {
        let lately = SIMD4<Double>(state.influence)
        state.influence = .zero
        var undone = PackedCovariance.Row()
        undone.append(lately[0], at: Index.attitude + 2)
        undone.append(Vector3(lately[1], lately[2], lately[3]), from: Index.bias)
        for k in 0..<undone.count { correction[undone.indices[k]] -= undone.values[k] }
        state.covariance.spread(along: undone)
    }

    /// Counts the time of rejection; when it exceeds the patience and the field is steady, the uncertainty is opened so far
    /// that the field is believed again. A heading is kept against the field for five times as long as the field had confirmed
    /// it before, so a first sample that was wrong is corrected within seconds and a magnet of the same length changes nothing
    /// later.
    mutating func reject(_ block: FieldBlock, misfit: (Double, Double), heading: Double) {
        state.rejectedTime += block.duration
        let patience = min(Self.firstPatience + Self.loyalty * state.confirmedTime, parameters.recoveryTime)
        guard state.rejectedTime > patience, state.steadiness.time >= Self.steadySpan else { return }
        state.rejectedTime = 0
        state.confirmedTime = 0
        state.magnetic = MagneticReference()
        state.covariance[2, 2] += heading * heading
        state.covariance[Index.field, Index.field] += misfit.0 * misfit.0
        state.covariance[Index.field + 1, Index.field + 1] += misfit.1 * misfit.1
    }

    /// Whether the field, by magnitude and dip the learnt one, has contradicted the heading for long: a magnet that turned the
    /// field would have changed these too, so it is the heading that is wrong.
    mutating func isAstray(_ block: FieldBlock, heading: Double, deviation: Double) -> Bool {
        let limit = Self.wrongHeading * Self.wrongHeading + 4 * state.covariance[2, 2]
        let contradicts = deviation < Self.sameField && !block.isDisturbed && heading * heading > limit
        state.astrayTime = max(0, state.astrayTime + Float(contradicts ? block.duration : -2 * block.duration))
        return state.astrayTime > Self.astraySpan
    }

    /// The heading may be off by `heading` (rad), and the bias by what has turned it there.
    mutating func reopenHeading(by heading: Double) {
        state.astrayTime = 0
        state.covariance[2, 2] += heading * heading
        let bias = Self.astrayBias * parameters.initialBiasSigma
        state.covariance.addNoise(bias * bias, from: Index.bias)
    }
}
