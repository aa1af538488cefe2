import Rotations

// Start, prediction and the corrections by force and rest.
extension SensorLabFilter {
    /// A correction follows as soon as this much has been integrated, s.
    static let correctionStep = 0.1
    /// Standard deviation of the velocity at the start, m/s: a person that walks.
    static let startSpeed = 1.0
    /// Noise of the gyroscope as a measurement of its bias at rest, rad/s*sqrt(s).
    static let restNoise = 0.001
    /// The velocity's variance at rest as a share of that in motion.
    static let restShare = 0.01
    /// Tangent of the largest angle between the mean force of a second and the vertical; beyond
    /// it the horizon is wrong.
    static let lostHorizon = 1.7
    /// Below this standard deviation of the tilt the horizon is known, rad.
    static let knownHorizon = 0.12
    /// A first horizon with a larger error makes the first heading useless, rad.
    static let wrongHorizon: Float = 0.17

    mutating func start(_ orientation: Quaternion, at time: Int64) {
        state.orientation = orientation
        state.time = max(time, state.gyroscopeTime ?? time)
        state.hasHeading = state.startUp.field != nil
        if state.isResumed {
            resetAttitude()
            doubtField()
        } else {
            resetCovariance()
            if let field = state.startUp.field { learnField(orientation.rotate(field), isFirst: true) }
        }
        if state.gyroscopeTime == nil { enterMotionModel() }
    }

    private mutating func resetCovariance() {
        let p = parameters
        state.covariance.reset(0..<Index.count, variance: 0, count: Index.count)
        resetAttitude()
        state.covariance.addNoise(p.initialBiasSigma * p.initialBiasSigma, from: Index.bias)
        for k in 0..<3 { state.covariance.addNoise(p.scaleSigma * p.scaleSigma, from: Index.scale + 3 * k) }
        allowForCommonScale()
        state.covariance.addNoise(p.accelerometerBiasSigma * p.accelerometerBiasSigma, from: Index.force)
    }

    private mutating func resetAttitude() {
        state.covariance.reset(0..<2, variance: StartUp.tiltVariance, count: Index.count)
        state.covariance.reset(2..<3, variance: StartUp.headingVariance, count: Index.count)
        restartVelocity()
    }

    mutating func restartVelocity() {
        state.velocity = .zero
        state.span = StrapdownSpan()
        let states = Index.velocity..<Index.velocity + 3
        state.covariance.reset(states, variance: Self.startSpeed * Self.startSpeed, count: Index.count)
    }

    /// Prediction over the span, then all its measurements.
    mutating func correct() {
        predict()
        if isHorizonLost { return level() }
        if !state.isLevel && restartsOnKnownHorizon() { return }
        withUnsafeTemporaryAllocation(of: Double.self, capacity: Index.count) { correction in
            correction.update(repeating: 0)
            boundVelocity(correction)
            if state.rest.isSteady { learnBias(correction) }
            let isBlock = state.block.duration >= Self.blockLength
            let waits = waitsForHorizon
            if isBlock && !waits { take(state.block, correction) }
            boundCommonScale(correction)
            apply(correction)
            if isBlock && waits { retakeHeading() }
        }
        state.span = StrapdownSpan()
        compareHypotheses()
    }

    /// F = I + E: attitude by bias and scale, velocity by attitude and the accelerometer's bias.
    private mutating func predict() {
        let p = parameters
        let span = state.span
        let dt = span.duration
        state.age += Float(dt)
        averageForce()
        state.velocity += span.force - Vector3(0, 0, Levelling.gravity * span.forceDuration)
        let attitude = p.gyroscopeNoise * p.gyroscopeNoise * dt + Double(state.unseenTurn)
        state.unseenTurn = 0
        let velocity = p.accelerometerNoise * p.accelerometerNoise * dt
        let bias = p.biasWalk * p.biasWalk * dt
        StackScratch.withZeros(6 * Index.count) { e in
            func set(_ m: Matrix3, times factor: Double, row: Int, column: Int) {
                for i in 0..<3 {
                    for j in 0..<3 { e[(row + i) * Index.count + column + j] = factor * m[i, j] }
                }
            }
            set(span.rotation, times: -1, row: Index.attitude, column: Index.bias)
            set(span.rotationX, times: -1, row: Index.attitude, column: Index.scale)
            set(span.rotationY, times: -1, row: Index.attitude, column: Index.scale + 3)
            set(span.rotationZ, times: -1, row: Index.attitude, column: Index.scale + 6)
            set(.skew(span.force), times: -1, row: Index.velocity, column: Index.attitude)
            set(span.rotation, times: -span.forceDuration / dt, row: Index.velocity, column: Index.force)
            state.covariance.predict(e, rows: 6, count: Index.count)
        }
        state.covariance.addNoise(attitude, from: Index.attitude)
        state.covariance.addNoise(velocity, from: Index.velocity)
        state.covariance.addNoise(bias, from: Index.bias)
    }

    private mutating func averageForce() {
        let span = state.span
        guard span.forceDuration > 0 else { return }
        let gain = span.duration / (1 + span.duration)
        state.meanForce += gain * (span.force / span.forceDuration - state.meanForce)
    }

    /// After a hole, until the horizon is known.
    private var waitsForHorizon: Bool { state.isResumed && !state.isLevel }

    var isHorizonLost: Bool {
        let f = state.meanForce
        let level = (f.x * f.x + f.y * f.y).squareRoot()
        return level > Self.lostHorizon * f.z && f.length > 0.5 * Levelling.gravity
    }

    /// A wrong first horizon gives a wrong first heading. As soon as the horizon is known: where it was far off at the
    /// start, everything learnt from the field is discarded and the heading re-initialised.
    private mutating func restartsOnKnownHorizon() -> Bool {
        let tilt = 0.5 * (state.covariance[0, 0] + state.covariance[1, 1])
        guard tilt < Self.knownHorizon * Self.knownHorizon else { return false }
        if state.isResumed {
            state.isLevel = true
            return false
        }
        let error = (state.levelled * state.levelled).sum()
        let wasLevel = !state.hasHeading || error < Self.wrongHorizon * Self.wrongHorizon
        let field = state.block.mean
        let isSteady = state.steadiness.time >= Self.steadySpan && Self.plausibleFieldRange.contains(field.length)
        guard wasLevel || isSteady else { return false }
        state.isLevel = true
        if wasLevel { return false }
        forgetCalibration()
        state.covariance.reset(0..<2, variance: tilt, count: Index.count)
        // Until a field gives one.
        state.hasHeading = false
        takeFirstHeading(field)
        return true
    }

    /// Starts again from the latest force, and from the next field: everything learnt on the
    /// wrong horizon is discarded.
    private mutating func level() {
        guard let orientation = state.orientation, state.span.force.lengthSquared > TiltCompass.smallestSquare else {
            return
        }
        state.orientation =
            (Quaternion(from: state.span.force, to: Vector3(0, 0, 1)) * orientation).renormalized
        state.meanForce = Vector3(0, 0, Levelling.gravity)
        if waitsForHorizon { return resetAttitude() }
        forgetCalibration()
        (state.hasHeading, state.isLevel, state.levelled) = (false, false, .zero)
    }

    /// Everything as at the start, except the orientation.
    private mutating func forgetCalibration() {
        resetCovariance()
        (state.bias, state.scale, state.hardIron, state.accelerometerBias) = (.zero, .zero, .zero, .zero)
        (state.fieldNorth, state.isNearMagnet) = (0, false)
        (state.hardIronPrior, state.isResumed) = (0, false)
        (state.answerSine, state.answerVariance) = (0, 0)
        state.magnetic = MagneticReference()
        state.recentCorrections = .zero
    }

    /// The velocity of a hand-held device is small: a measurement of zero with the noise `velocityNoise`.
    ///
    /// Its variance grows by the fourth power of the acceleration in terms of gravity: a running user's hand is
    /// faster, and the accelerometer errs more. It does not grow before the horizon is known, which this
    /// measurement alone determines.
    private mutating func boundVelocity(_ correction: UnsafeMutableBufferPointer<Double>) {
        let p = parameters
        var variance = p.velocityNoise * p.velocityNoise / state.span.duration
        if state.rest.isSteady { variance *= Self.restShare }
        if state.isLevel && state.span.forceDuration > 0 {
            let force = state.span.force / (Levelling.gravity * state.span.forceDuration)
            // No sensor shows more than a hundred times gravity.
            let acceleration = min((force - Vector3(0, 0, 1)).lengthSquared, 1e4)
            variance *= 1 + acceleration * acceleration
        }
        for i in 0..<3 {
            var h = PackedCovariance.Row()
            h.append(1, at: Index.velocity + i)
            state.covariance.update(
                along: h, innovation: -state.velocity[i], variance: variance, correction: correction)
        }
    }

    /// At rest the reading is the bias. A reading far from the estimate has little weight, since a slow steady turn
    /// looks like rest until the field tells them apart. The effect of the scale is computed with the bias so far, not
    /// with this reading, whose noise would otherwise appear as a scale (errors in variables).
    private mutating func learnBias(_ correction: UnsafeMutableBufferPointer<Double>) {
        let dt = state.span.duration
        let mean = state.span.reading / dt
        let y = rate(of: mean)
        let (isBias, doubt) = state.rest.isBias(rate: y + state.bias, bias: state.bias, for: dt)
        state.covariance.addNoise(doubt, from: Index.bias)
        guard isBias else { return }
        var surprise = 1.0
        for i in Index.bias..<Index.bias + 3 {
            let component = y[i - Index.bias]
            surprise = max(surprise, component * component / (state.covariance[i, i] + 1e-5) / 16)
        }
        let variance = Self.restNoise * Self.restNoise / dt * surprise * surprise
        for i in 0..<3 {
            var h = PackedCovariance.Row()
            h.append(1, at: Index.bias + i)
            for j in 0..<3 { h.append(state.bias[j], at: Index.scale + 3 * j + i) }
            state.covariance.update(along: h, innovation: y[i], variance: variance, correction: correction)
        }
    }

    private mutating func apply(_ c: UnsafeMutableBufferPointer<Double>) {
        guard let orientation = state.orientation else { return }
        let turn = Self.triple(c, Index.attitude)
        if !state.isLevel { state.levelled += SIMD2(Float(turn.x), Float(turn.y)) }
        state.orientation = (Quaternion(rotationVector: turn) * orientation).renormalized
        state.velocity += Self.triple(c, Index.velocity)
        state.bias += Self.triple(c, Index.bias)
        state.scale += Matrix3(
            columns: Self.triple(c, Index.scale), Self.triple(c, Index.scale + 3), Self.triple(c, Index.scale + 6))
        state.hardIron += Self.triple(c, Index.hardIron)
        state.fieldNorth += c[Index.field]
        state.fieldUp += c[Index.field + 1]
        state.accelerometerBias += Self.triple(c, Index.force)
    }

    /// Three numbers of a correction.
    @inline(__always)
    static func triple(_ c: UnsafeMutableBufferPointer<Double>, _ i: Int) -> Vector3 {
        Vector3(c[i], c[i + 1], c[i + 2])
    }
}

/// The integrals of gyroscope and accelerometer since the last correction, and how their errors enter.
///
/// With the rate w = u - b - K u of a reading u, the attitude error (earth frame) grows by minus the integral of
/// R (db + dK u) dt. These integrals are all that a correction needs of the samples, at any and irregular rates
/// (preintegration as in T. Lupton, S. Sukkarieh, IEEE Trans. Robotics 28(1), 2012, here in the earth frame).
struct StrapdownSpan: FilterState {
    /// Integral of the rotation matrix R, s.
    var rotation = Matrix3.zero
    /// Integrals of R times the reading's x, y and z, rad.
    var rotationX = Matrix3.zero
    var rotationY = Matrix3.zero
    var rotationZ = Matrix3.zero
    /// Integral of the reading, device axes, rad.
    var reading = Vector3.zero
    /// s.
    var duration = 0.0
    /// Integral of the specific force in the earth frame, m/s, over `forceDuration` seconds.
    var force = Vector3.zero
    var forceDuration = 0.0

    /// A step of `dt` seconds with the reading `u` (rad/s) that ends in the orientation `q`.
    @inline(__always)
    mutating func add(_ u: Vector3, orientation q: Quaternion, for dt: Double) {
        let r = dt * q.matrix
        rotation += r
        rotationX += u.x * r
        rotationY += u.y * r
        rotationZ += u.z * r
        reading += dt * u
        duration += dt
    }
}
