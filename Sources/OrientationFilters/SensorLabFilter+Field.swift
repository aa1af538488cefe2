import RealModule
import Rotations
import SensorModels

// The magnetometer: heading, hard iron and local field from blocks of a quarter of a second.
extension SensorLabFilter {
    /// Length of a block, s.
    static let blockLength = 0.25
    /// Before this age nothing is taken back, s: the field is being learnt.
    static let learningTime: Float = 10
    /// Standard deviation of the first field's components, part of its magnitude.
    static let firstFieldSigma = 0.2
    /// Standard deviation of a newly accepted field's components, part of its magnitude.
    static let newFieldSigma = 0.05
    /// How long another field must stay the same, while the device turns, to become the reference, s.
    static let newFieldTime = 20.0
    /// Rejected for this time, half of the disturbed field's error counts, s.
    static let rejectedSpan = 5.0
    /// A block that counts less than this is rejected.
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

    /// The local field, from one sample or from the reference; the first one sets what is believed of the hard iron.
    mutating func learnField(_ m: Vector3, isFirst: Bool) {
        let magnitude = m.length
        state.fieldNorth = (m.x * m.x + m.y * m.y).squareRoot()
        state.fieldUp = m.z
        let sigma = (isFirst ? Self.firstFieldSigma : Self.newFieldSigma) * magnitude
        state.covariance.reset(Index.field..<Index.field + 2, variance: sigma * sigma, count: Index.count)
        guard isFirst else { return }
        let hardIron = parameters.hardIronSigma * magnitude
        state.covariance.reset(
            Index.hardIron..<Index.hardIron + 3, variance: hardIron * hardIron, count: Index.count)
    }

    /// The magnetometer began late, or the horizon was lost: the heading is that of this field (earth frame).
    mutating func takeFirstHeading(_ m: Vector3) {
        guard m.x * m.x + m.y * m.y > 0, let orientation = state.orientation else { return }
        let turn = Quaternion.aboutVertical(Double.atan2(y: m.x, x: m.y))
        state.orientation = turn * orientation
        state.velocity = turn.rotate(state.velocity)
        state.covariance.isolate(0..<6, count: Index.count)
        state.covariance.reset(2..<3, variance: KalmanFilter.startHeadingVariance, count: Index.count)
        if state.fieldNorth == 0 { learnField(m, isFirst: true) }
        state.span = StrapdownSpan()
        state.block = FieldBlock()
        (state.rejectedTime, state.confirmedTime) = (0, 0)
        state.hasHeading = true
    }

    /// A full block: used as far as it agrees; where a magnet shows, what the last blocks did to the heading is taken back.
    mutating func take(_ block: FieldBlock, _ correction: UnsafeMutableBufferPointer<Double>) {
        state.block = FieldBlock()
        state.steadiness.observe(block)
        let before = (turn: correction[Index.attitude + 2], bias: Self.triple(correction, Index.bias))
        let magnitude = (state.fieldNorth * state.fieldNorth + state.fieldUp * state.fieldUp).squareRoot()
        let level = (block.mean.x * block.mean.x + block.mean.y * block.mean.y).squareRoot()
        let misfit = (level - state.fieldNorth, block.mean.z - state.fieldUp)
        let square = misfit.0 * misfit.0 + misfit.1 * misfit.1
        let limit = parameters.magnetTolerance * magnitude
        let doubt = state.covariance[Index.field, Index.field] + state.covariance[Index.field + 1, Index.field + 1]
        if square > limit * limit + doubt && state.age > Self.learningTime {
            if !state.isNearMagnet { takeBack(correction) }
            state.isNearMagnet = true
            reject(block, misfit: misfit, heading: Double.atan2(y: block.mean.x, x: block.mean.y))
        } else {
            correctByField(block, level: level, magnitude: magnitude, correction)
            if !block.isDisturbed { state.isNearMagnet = false }
        }
        let turn = correction[Index.attitude + 2] - before.turn
        let bias = Self.triple(correction, Index.bias) - before.bias
        state.influence *= Float(Self.takenBack / (Self.takenBack + block.duration))
        state.influence += SIMD4(Float(turn), Float(bias.x), Float(bias.y), Float(bias.z))
    }

    /// Three scalar measurements of the block's mean m: heading, horizontal and upward component. With B the local field,
    /// e the attitude's error and d that of the hard iron, m = B + B x e + R d to first order. The tilt is held: a magnet
    /// must not turn the horizon.
    private mutating func correctByField(
        _ block: FieldBlock, level: Double, magnitude: Double, _ correction: UnsafeMutableBufferPointer<Double>
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
        let y = (
            heading: Double.atan2(y: block.mean.x, x: block.mean.y), north: level - north, up: block.mean.z - up
        )

        let deviation = (y.north * y.north + y.up * y.up).squareRoot() / magnitude
        if isAstray(block, heading: y.heading, deviation: deviation) { reopenHeading(by: y.heading) }

        // Geman and McClure's weight of what neither the tolerance nor the filter's own uncertainty explains.
        let tolerance = p.fieldTolerance * magnitude
        let excess =
            y.heading * y.heading
            / (p.headingTolerance * p.headingTolerance + state.covariance.variance(along: rows.heading))
            + y.north * y.north / (tolerance * tolerance + state.covariance.variance(along: rows.north))
            + y.up * y.up / (tolerance * tolerance + state.covariance.variance(along: rows.up))
        let weight = block.isDisturbed ? 0 : 1 / ((1 + excess) * (1 + excess))
        guard weight >= Self.rejection else {
            return reject(block, misfit: (y.north, y.up), heading: y.heading)
        }
        state.rejectedTime = max(0, state.rejectedTime - 2 * block.duration)
        if Self.earthlyMagnitudes.contains(block.mean.length) { state.confirmedTime += weight * block.duration }
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
