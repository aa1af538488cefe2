import RealModule
import Rotations
import SensorModels

// The magnetometer: heading, hard iron and local field from blocks of a quarter of a second.
extension SensorLabFilter {
    /// Length of a block, s.
    static let blockLength = 0.25
    /// Before this age there is no rollback, s: the field is being learnt.
    static let learningTime: Float = 10
    /// Standard deviation of the first field's components, part of its magnitude.
    static let firstFieldSigma = 0.2
    /// Standard deviation of a newly accepted field's components, part of its magnitude.
    static let newFieldSigma = 0.05
    /// How long another field must stay the same, while the device turns, to become the reference, s.
    static let newFieldTime = 20.0
    /// Time constant of the field's scatter about the heading, s.
    static let scatterMemory = 20.0
    /// Largest innovation of the heading that enters the scatter, rad; larger ones are clipped.
    static let largestScatter = 0.55
    /// Time of rejection after which half of `disturbedSigma`'s variance is added, s.
    static let rejectedSpan = 5.0
    /// A block with a smaller weight is rejected.
    static let rejection = 0.1

    /// A sample in the earth frame, microtesla.
    mutating func gather(_ m: Vector3, for dt: Double) {
        let p = parameters
        let old = state.magnetic.reference
        state.magnetic.observe(
            m, after: dt, rate: rate(of: state.reading).length, magnitudeTolerance: p.magnitudeTolerance,
            dipTolerance: p.dipTolerance, acceptance: Self.newFieldTime)
        if let new = state.magnetic.reference, state.magnetic.isUndisturbed == true {
            let change = old.map { ($0.magnitude - new.magnitude).magnitude } ?? .infinity
            if change > Self.newFieldSigma * new.magnitude {
                let level = (1 - new.dip * new.dip).squareRoot()
                learnField(new.magnitude * Vector3(0, level, -new.dip), isFirst: false)
            }
        }
        if state.magnetic.isUndisturbed == false { state.block.isDisturbed = true }
        state.block.add(m, for: dt)
    }

    /// The local field, from one sample or from the reference; the first one sets the uncertainty of the hard iron.
    mutating func learnField(_ m: Vector3, isFirst: Bool) {
        let magnitude = m.length
        state.fieldNorth = (m.x * m.x + m.y * m.y).squareRoot()
        state.fieldUp = m.z
        let sigma = (isFirst ? Self.firstFieldSigma : Self.newFieldSigma) * magnitude
        state.covariance.reset(Index.field..<Index.field + 2, variance: sigma * sigma, count: Index.count)
        guard isFirst else { return }
        let hardIron = parameters.hardIronSigma * magnitude
        state.hardIronPrior = Float(hardIron * hardIron)
        (state.answerSine, state.answerVariance) = (0, 0)
        state.covariance.reset(
            Index.hardIron..<Index.hardIron + 3, variance: hardIron * hardIron, count: Index.count)
    }

    /// The hypotheses about the hard iron, given the field so far.
    var hypotheses: HardIronHypotheses {
        let v = state.covariance
        return hypotheses(
            hardIron: state.hardIron, covariance: v[block: Index.hardIron, Index.hardIron],
            withHeading: v[row: Index.attitude + 2, Index.hardIron])
    }

    /// The same, given the hard iron under another hypothesis.
    private func hypotheses(hardIron: Vector3, covariance: Matrix3, withHeading: Vector3) -> HardIronHypotheses {
        let large = Double(state.hardIronPrior)
        return HardIronHypotheses(
            hardIron: hardIron, covariance: covariance, withHeading: withHeading, large: large,
            small: smallVariance(large: large))
    }

    /// Variance per axis of the other hypothesis, microtesla^2.
    private func smallVariance(large: Double) -> Double {
        let share = parameters.calibratedHardIronSigma / parameters.hardIronSigma
        return share * share * large
    }

    /// Each block of the field updates the probabilities of a small hard iron and of a gyroscope without a common scale
    /// error; the answer is the mean of all four combinations, weighted by their probabilities.
    mutating func compareHypotheses() {
        guard state.hardIronPrior > 0 else { return }
        let filter = hypotheses
        var (turn, variance) = (filter.turn, filter.variance)
        if let other = withoutCommonScale {
            let without = hypotheses(
                hardIron: other.hardIron, covariance: other.covariance, withHeading: other.withHeading)
            let probability = 1 / (1 + Double.exp(filter.evidence - without.evidence - other.odds))
            let difference = other.turn + without.turn - turn
            turn += probability * difference
            variance +=
                probability * (other.variance + without.variance - variance)
                + probability * (1 - probability) * difference * difference
        }
        state.answerSine = Float(Double.sin(0.5 * turn))
        state.answerVariance = Float(variance)
    }

    /// The rotation from the filter's orientation to the answer's.
    @inline(__always)
    var answerTurn: Quaternion {
        let sine = Double(state.answerSine)
        return Quaternion((1 - sine * sine).squareRoot(), 0, 0, sine)
    }

    /// The answer's heading becomes the filter's, where the correlation with the hard iron is about to end.
    mutating func adoptHypotheses() {
        guard let orientation = state.orientation else { return }
        state.orientation = (answerTurn * orientation).renormalized
        // A larger variance of the answer is adopted; a smaller one holds only under a small hard iron.
        state.covariance[2, 2] += max(0, Double(state.answerVariance))
        (state.answerSine, state.answerVariance) = (0, 0)
    }

    /// The magnetometer began late, or the horizon was lost: the heading is that of this field (earth frame).
    mutating func takeFirstHeading(_ m: Vector3) {
        guard turnNorth(m) else { return }
        if state.fieldNorth == 0 {
            learnField(m, isFirst: true)
        }
        state.span = StrapdownSpan()
        state.block = FieldBlock()
        (state.rejectedTime, state.confirmedTime) = (0, 0)
        (state.answerSine, state.answerVariance) = (0, 0)
    }

    /// Turns orientation and velocity so that this field (earth frame) is in the north; no
    /// other state has a part in it.
    /// - Returns: whether it has a direction.
    private mutating func turnNorth(_ m: Vector3) -> Bool {
        guard StartUp.hasHeading(m), let orientation = state.orientation else { return false }
        let turn = Quaternion.aboutVertical(Double.atan2(y: m.x, x: m.y))
        state.orientation = turn * orientation
        state.velocity = turn.rotate(state.velocity)
        state.covariance.isolate(0..<6, count: Index.count)
        state.covariance.reset(2..<3, variance: StartUp.headingVariance, count: Index.count)
        state.hasHeading = true
        return true
    }

    /// After a hole the device may be at another place: the field's variance grows.
    mutating func doubtField() {
        let square = state.fieldNorth * state.fieldNorth + state.fieldUp * state.fieldUp
        let variance = Self.newFieldSigma * Self.newFieldSigma * square
        for i in Index.field..<Index.field + 2 { state.covariance[i, i] += variance }
    }

    /// After a hole, until the horizon is known: the heading is that of the latest block, and
    /// nothing is learnt from it.
    mutating func retakeHeading() {
        _ = turnNorth(state.block.mean)
        state.block = FieldBlock()
    }

    /// A full block: weighted by its agreement; where a magnet shows, the latest corrections are rolled back.
    mutating func take(_ block: FieldBlock, _ correction: UnsafeMutableBufferPointer<Double>) {
        state.block = FieldBlock()
        state.steadiness.observe(block)
        let before = (turn: correction[Index.attitude + 2], bias: Self.triple(correction, Index.bias))
        let magnitude = (state.fieldNorth * state.fieldNorth + state.fieldUp * state.fieldUp).squareRoot()
        let level = (block.mean.x * block.mean.x + block.mean.y * block.mean.y).squareRoot()
        let heading = Double.atan2(y: block.mean.x, x: block.mean.y)
        observeScatter(heading, for: block.duration)
        let residual = (level - state.fieldNorth, block.mean.z - state.fieldUp)
        let square = residual.0 * residual.0 + residual.1 * residual.1
        let limit = parameters.magnetTolerance * magnitude
        let doubt = state.covariance[Index.field, Index.field] + state.covariance[Index.field + 1, Index.field + 1]
        if square > limit * limit + doubt && state.age > Self.learningTime {
            if !state.isNearMagnet { rollBack(correction) }
            state.isNearMagnet = true
            reject(block, residual: residual, heading: heading)
        } else {
            correctByField(block, heading: heading, level: level, magnitude: magnitude, correction)
            if !block.isDisturbed { state.isNearMagnet = false }
        }
        let turn = correction[Index.attitude + 2] - before.turn
        let bias = Self.triple(correction, Index.bias) - before.bias
        state.recentCorrections *= Float(Self.rollbackMemory / (Self.rollbackMemory + block.duration))
        state.recentCorrections += SIMD4(Float(turn), Float(bias.x), Float(bias.y), Float(bias.z))
    }

    /// The innovations of the heading, those of rejected blocks included, show the error of the field here: their mean
    /// square is matched by the answer's variance (R. K. Mehra, IEEE Trans. Automatic Control 17, 1972), which the
    /// filter's white noise does not cover.
    private mutating func observeScatter(_ heading: Double, for duration: Double) {
        let square = Float(min(heading * heading, Self.largestScatter * Self.largestScatter))
        state.scatter += Float(duration / (Self.scatterMemory + duration)) * (square - state.scatter)
    }

    /// Three scalar measurements of the block's mean m: heading, horizontal and upward component. With B the local
    /// field, e the attitude's error and d that of the hard iron, m = B + B x e + R d to first order. The tilt is held:
    /// a magnet must not turn the horizon.
    private mutating func correctByField(
        _ block: FieldBlock, heading: Double, level: Double, magnitude: Double,
        _ correction: UnsafeMutableBufferPointer<Double>
    ) {
        let p = parameters
        let (north, up) = (state.fieldNorth, state.fieldUp)
        guard let r = state.orientation?.matrix, level > 0.05 * magnitude, north > 0.05 * magnitude else { return }
        var rows = (heading: PackedCovariance.Row(), north: PackedCovariance.Row(), up: PackedCovariance.Row())
        rows.heading.append(Vector3(0, -up / north, 1), from: Index.attitude)
        rows.heading.append(r.row0 / north, from: Index.hardIron)
        rows.north.append(up, at: Index.attitude)
        rows.north.append(r.row1, from: Index.hardIron)
        rows.north.append(1, at: Index.field)
        rows.up.append(-north, at: Index.attitude)
        rows.up.append(r.row2, from: Index.hardIron)
        rows.up.append(1, at: Index.field + 1)
        let y = (heading: heading, north: level - north, up: block.mean.z - up)

        let deviation = (y.north * y.north + y.up * y.up).squareRoot() / magnitude
        if hasDiverged(block, heading: y.heading, deviation: deviation) { reinitializeHeading(innovation: y.heading) }

        // Geman and McClure's weight of what neither the tolerance nor the filter's own uncertainty explains.
        let tolerance = p.fieldTolerance * magnitude
        let excess =
            y.heading * y.heading
            / (p.headingTolerance * p.headingTolerance + state.covariance.variance(along: rows.heading))
            + y.north * y.north / (tolerance * tolerance + state.covariance.variance(along: rows.north))
            + y.up * y.up / (tolerance * tolerance + state.covariance.variance(along: rows.up))
        let weight = block.isDisturbed ? 0 : 1 / ((1 + excess) * (1 + excess))
        guard weight >= Self.rejection else {
            return reject(block, residual: (y.north, y.up), heading: y.heading)
        }
        state.rejectedTime = max(0, state.rejectedTime - Float(2 * block.duration))
        if Self.plausibleFieldRange.contains(block.mean.length) {
            state.confirmedTime += Float(weight * block.duration)
        }
        let noise = p.magnetometerNoise * p.magnetometerNoise * magnitude * magnitude / (block.duration * weight)
        let shape = p.shapeShare * noise
        state.covariance.update(
            along: rows.heading, innovation: y.heading, variance: noise / (north * north), holding: 0..<2,
            correction: correction)
        state.covariance.update(
            along: rows.north, innovation: y.north, variance: shape, holding: 0..<2, correction: correction)
        state.covariance.update(
            along: rows.up, innovation: y.up, variance: shape, holding: 0..<2, correction: correction)
    }
}

// Recovery from a wrong heading: a magnet was used, another field is permanent, or the filter has diverged.
extension SensorLabFilter {
    /// Time constant over which corrections by the field are summed for the rollback, s: a magnet that is detected now
    /// was present before, weaker.
    static let rollbackMemory = 1.5
    /// Rejection timeout of a heading that no field has confirmed yet, s.
    static let initialTimeout = 1.0
    /// Seconds that each second of confirmation adds to that timeout, up to `recoveryTime`.
    static let timeoutPerConfirmation = 5.0
    /// For how long a field must have been the same to be used after a rejection, s.
    static let steadySpan: Float = 1
    /// Magnitudes that can be the Earth's, microtesla: 22 to 67 by the World Magnetic Model, with a margin for iron.
    /// Others neither confirm a heading nor start one.
    static let plausibleFieldRange = 18.0...75.0
    /// A field with a smaller deviation of its horizontal and upward part is the learnt one, part of the magnitude.
    static let sameField = 0.12
    /// Beyond this innovation, and two standard deviations, the learnt field shows that the heading is wrong, rad.
    static let wrongHeading = 0.2
    /// After this time of such innovations the heading has diverged, s.
    static let divergedSpan: Float = 3
    /// Standard deviation that a re-initialisation adds to the bias, part of `initialBiasSigma`.
    static let divergedBias = 0.5

    /// Rolls back the latest corrections of heading and bias; their uncertainty grows by as much.
    mutating func rollBack(_ correction: UnsafeMutableBufferPointer<Double>) {
        let recent = SIMD4<Double>(state.recentCorrections)
        state.recentCorrections = .zero
        var undone = PackedCovariance.Row()
        undone.append(recent[0], at: Index.attitude + 2)
        undone.append(Vector3(recent[1], recent[2], recent[3]), from: Index.bias)
        for k in 0..<undone.count { correction[undone.indices[k]] -= undone.values[k] }
        state.covariance.spread(along: undone)
    }

    /// Counts the time of rejection; after the timeout, in a steady field, the variances grow until the field is
    /// accepted again. The timeout is five times as long as the field had confirmed the heading before, so a wrong
    /// first sample is corrected within seconds and a magnet of the same length changes nothing later.
    mutating func reject(_ block: FieldBlock, residual: (Double, Double), heading: Double) {
        state.rejectedTime += Float(block.duration)
        let timeout = min(
            Self.initialTimeout + Self.timeoutPerConfirmation * Double(state.confirmedTime), parameters.recoveryTime)
        guard Double(state.rejectedTime) > timeout, state.steadiness.time >= Self.steadySpan else { return }
        state.rejectedTime = 0
        state.confirmedTime = 0
        state.magnetic = MagneticReference()
        state.covariance[2, 2] += heading * heading
        state.covariance[Index.field, Index.field] += residual.0 * residual.0
        state.covariance[Index.field + 1, Index.field + 1] += residual.1 * residual.1
    }

    /// Whether the field, by magnitude and dip the learnt one, has contradicted the heading for long: a magnet would
    /// have changed these too, so the heading is wrong.
    mutating func hasDiverged(_ block: FieldBlock, heading: Double, deviation: Double) -> Bool {
        let limit = Self.wrongHeading * Self.wrongHeading + 4 * state.covariance[2, 2]
        let contradicts = deviation < Self.sameField && !block.isDisturbed && heading * heading > limit
        state.divergedTime = max(0, state.divergedTime + Float(contradicts ? block.duration : -2 * block.duration))
        return state.divergedTime > Self.divergedSpan
    }

    /// Adds the innovation (rad) to the heading's uncertainty, and the bias that may have caused it to the bias's.
    mutating func reinitializeHeading(innovation: Double) {
        state.divergedTime = 0
        state.covariance[2, 2] += innovation * innovation
        let bias = Self.divergedBias * parameters.initialBiasSigma
        state.covariance.addNoise(bias * bias, from: Index.bias)
    }
}

/// The mean field of a quarter of a second in the earth frame, the measurement of a correction by the magnetometer.
struct FieldBlock: FilterState {
    /// Microtesla, without the estimated hard iron.
    private(set) var mean = Vector3.zero
    /// s.
    private(set) var duration = 0.0
    /// Whether a sample of it disagreed with the learnt field.
    var isDisturbed = false

    /// A field in the earth frame that covers `dt` seconds.
    @inline(__always)
    mutating func add(_ field: Vector3, for dt: Double) {
        duration += dt
        mean += (dt / duration) * (field - mean)
    }
}

/// For how long the field has been the same in the earth frame, whatever it is: a magnet that is carried past changes,
/// the field of a place does not.
struct FieldSteadiness: FilterState {
    /// Time constant of the mean, s.
    static let memory: Float = 1
    /// Largest deviation of a steady field from its mean, part of the mean.
    static let tolerance: Float = 0.2

    private var mean = SIMD3<Float>.zero
    /// s.
    private(set) var time: Float = 0

    mutating func observe(_ block: FieldBlock) {
        let deviation = SIMD3(Float(block.mean.x), Float(block.mean.y), Float(block.mean.z)) - mean
        let limit = Self.tolerance * Self.tolerance * (mean * mean).sum()
        let duration = Float(block.duration)
        time = (deviation * deviation).sum() < limit ? time + duration : 0
        mean += duration / (Self.memory + duration) * deviation
    }
}
