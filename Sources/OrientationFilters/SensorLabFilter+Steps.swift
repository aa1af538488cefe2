import RealModule
import Rotations
import SensorModels

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
    /// A mean force of a second further than this from the vertical is no acceleration, the horizon is wrong: tangent.
    static let lostHorizon = 1.7
    /// Below this standard deviation of the tilt the horizon is known, rad.
    static let knownHorizon = 0.12
    /// A first horizon that was further off was no place to take a heading from, rad.
    static let wrongHorizon: Float = 0.17

    mutating func start(_ orientation: Quaternion, at time: Int64) {
        state.orientation = orientation
        state.time = max(time, state.gyroscopeTime ?? time)
        resetCovariance()
        if let field = state.startUp.field {
            state.hasHeading = true
            learnField(orientation.rotate(field), isFirst: true)
        }
        if state.gyroscopeTime == nil { enterMotionModel() }
    }

    private mutating func resetCovariance() {
        let p = parameters
        state.covariance.reset(0..<Index.count, variance: 0, count: Index.count)
        state.covariance.reset(0..<2, variance: KalmanFilter.startTiltVariance, count: Index.count)
        state.covariance.reset(2..<3, variance: KalmanFilter.startHeadingVariance, count: Index.count)
        restartVelocity()
        state.covariance.addNoise(p.initialBiasSigma * p.initialBiasSigma, from: Index.bias)
        for k in 0..<3 { state.covariance.addNoise(p.scaleSigma * p.scaleSigma, from: Index.scale + 3 * k) }
        state.covariance.addNoise(p.accelerometerBiasSigma * p.accelerometerBiasSigma, from: Index.force)
    }

    mutating func restartVelocity() {
        state.velocity = .zero
        state.span = StrapdownSpan()
        let states = Index.velocity..<Index.velocity + 3
        state.covariance.reset(states, variance: Self.startSpeed * Self.startSpeed, count: Index.count)
    }

    /// Prediction over what was gathered, then all measurements of it.
    mutating func correct() {
        predict()
        if isHorizonLost { return level() }
        if !state.isLevel && restartsOnKnownHorizon() { return }
        withUnsafeTemporaryAllocation(of: Double.self, capacity: Index.count) { correction in
            correction.update(repeating: 0)
            boundVelocity(correction)
            if state.rest.isAtRest { learnBias(correction) }
            if state.block.duration >= Self.blockLength { take(state.block, correction) }
            apply(correction)
        }
        state.span = StrapdownSpan()
    }

    /// F = I + E: attitude by bias and scale, velocity by attitude and the accelerometer's bias.
    private mutating func predict() {
        let p = parameters
        let span = state.span
        let dt = span.duration
        state.age += Float(dt)
        averageForce()
        state.velocity += span.force - Vector3(0, 0, Levelling.gravity * span.forceDuration)
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
        state.covariance.addNoise(p.gyroscopeNoise * p.gyroscopeNoise * dt, from: Index.attitude)
        state.covariance.addNoise(p.accelerometerNoise * p.accelerometerNoise * dt, from: Index.velocity)
        state.covariance.addNoise(p.biasWalk * p.biasWalk * dt, from: Index.bias)
    }

    private mutating func averageForce() {
        let span = state.span
        guard span.forceDuration > 0 else { return }
        let gain = span.duration / (1 + span.duration)
        state.meanForce += gain * (span.force / span.forceDuration - state.meanForce)
    }

    private var isHorizonLost: Bool {
        let f = state.meanForce
        let level = (f.x * f.x + f.y * f.y).squareRoot()
        return level > Self.lostHorizon * f.z && f.length > 0.5 * Levelling.gravity
    }

    /// The first heading is only as good as the horizon under it. As soon as the horizon is known: if it was far off at the
    /// start, all that the field has taught is void, and the heading is taken anew.
    private mutating func restartsOnKnownHorizon() -> Bool {
        let tilt = 0.5 * (state.covariance[0, 0] + state.covariance[1, 1])
        guard tilt < Self.knownHorizon * Self.knownHorizon else { return false }
        let error = (state.levelled * state.levelled).sum()
        let wasLevel = !state.hasHeading || error < Self.wrongHorizon * Self.wrongHorizon
        let field = state.block.mean
        let isSteady = state.steadiness.time >= Self.steadySpan && Self.earthlyMagnitudes.contains(field.length)
        guard wasLevel || isSteady else { return false }
        state.isLevel = true
        if wasLevel { return false }
        forgetCalibration()
        state.covariance.reset(0..<2, variance: tilt, count: Index.count)
        takeFirstHeading(field)
        return true
    }

    /// Starts again from the latest force, and from the next field: all that was learnt on the wrong horizon is void.
    private mutating func level() {
        guard let orientation = state.orientation, state.span.force.lengthSquared > 0 else { return }
        state.orientation =
            (Quaternion(from: state.span.force, to: Vector3(0, 0, 1)) * orientation).renormalized
        state.meanForce = Vector3(0, 0, Levelling.gravity)
        forgetCalibration()
        (state.hasHeading, state.isLevel, state.levelled) = (false, false, .zero)
    }

    /// As at the start, but for the orientation.
    private mutating func forgetCalibration() {
        resetCovariance()
        (state.bias, state.scale, state.hardIron, state.accelerometerBias) = (.zero, .zero, .zero, .zero)
        (state.fieldNorth, state.isNearMagnet) = (0, false)
        state.magnetic = MagneticReference()
        state.influence = .zero
    }

    /// The velocity of a hand-held device stays small: it is measured as zero.
    private mutating func boundVelocity(_ correction: UnsafeMutableBufferPointer<Double>) {
        let p = parameters
        var variance = p.velocityNoise * p.velocityNoise / state.span.duration
        if state.rest.isAtRest { variance *= Self.restShare }
        for i in 0..<3 {
            var h = PackedCovariance.Row()
            h.append(1, at: Index.velocity + i)
            state.covariance.update(
                along: h, innovation: -state.velocity[i], variance: variance, correction: correction)
        }
    }

    /// At rest the gyroscope shows its bias; a reading far off the believed one counts little, since a slow steady turn
    /// looks like rest.
    private mutating func learnBias(_ correction: UnsafeMutableBufferPointer<Double>) {
        let dt = state.span.duration
        let mean = state.span.reading / dt
        let y = rate(of: mean)
        guard y.lengthSquared < KalmanFilter.largestBiasError * KalmanFilter.largestBiasError else { return }
        var surprise = 1.0
        for i in Index.bias..<Index.bias + 3 {
            let component = y[i - Index.bias]
            surprise = max(surprise, component * component / (state.covariance[i, i] + 1e-5) / 16)
        }
        let variance = Self.restNoise * Self.restNoise / dt * surprise * surprise
        for i in 0..<3 {
            var h = PackedCovariance.Row()
            h.append(1, at: Index.bias + i)
            for j in 0..<3 { h.append(mean[j], at: Index.scale + 3 * j + i) }
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
