import RealModule
import Rotations
import SensorModels
import Vocabulary

// Without a gyroscope, and in its gaps: `MotionModel`. Attitude and velocity are then uncorrelated with all other states, and
// the model's numbers stand where those covariances are zero, so that they cost no memory.
extension SensorLabFilter {
    @inline(__always)
    func isGap(from previous: Int64, to time: Int64) -> Bool {
        LogTime.seconds(time - previous) > parameters.longestStep
    }

    /// Whether there is no gyroscope at `time`; the motion model begins where it was lost.
    mutating func entersMotionModel(at time: Int64) -> Bool {
        if state.usesMotionModel { return true }
        if let last = state.gyroscopeTime, !isGap(from: last, to: time) { return false }
        enterMotionModel()
        return true
    }

    mutating func enterMotionModel() {
        let attitude = state.covariance[block: Index.attitude, Index.attitude]
        var field = LearntField()
        if state.fieldNorth > 0 { field = LearntField(north: state.fieldNorth, up: state.fieldUp) }
        state.usesMotionModel = true
        state.covariance.isolate(0..<6, count: Index.count)
        // A filter that has just started knows one sample of the field, which teaches nothing.
        keep(MotionModel(attitude: attitude, field: state.gyroscopeTime == nil ? LearntField() : field))
    }

    /// The gyroscope is back: the attitude is known as well as the model says, the velocity is unknown.
    mutating func leaveMotionModel(at time: Int64) {
        guard state.orientation != nil, time > state.time else { return }
        if !state.usesMotionModel { enterMotionModel() }
        withMotionModel(at: time) { _, _ in }
        let attitude = motionModel.covariance.ee
        state.usesMotionModel = false
        state.covariance.isolate(0..<3, count: Index.count)
        restartVelocity()
        state.covariance[block: Index.attitude, Index.attitude] = attitude
        state.block = FieldBlock()
        state.influence = .zero
    }

    /// Advances the motion model to `time` and lets it use a sample.
    mutating func withMotionModel(at time: Int64, _ use: (inout MotionModel, inout Quaternion) -> Void) {
        guard var orientation = state.orientation else { return }
        var model = motionModel
        if time > state.time {
            orientation = model.advance(orientation, by: LogTime.seconds(time - state.time))
            state.time = time
        }
        use(&model, &orientation)
        state.orientation = orientation
        keep(model)
    }

    /// A force where there is no gyroscope, m/s^2, device axes.
    mutating func useInMotionModel(force: Vector3, after dt: Double, at time: Int64) {
        let unbiased = force - state.accelerometerBias
        withMotionModel(at: time) { $1 = $0.correct($1, force: unbiased, after: dt) }
        guard let orientation = state.orientation else { return }
        state.meanForce += dt / (1 + dt) * (orientation.rotate(force) - state.meanForce)
        if isHorizonLost { levelInMotionModel(force) }
    }

    /// A field where there is no gyroscope, microtesla, device axes.
    mutating func useInMotionModel(field: Vector3, after dt: Double, at time: Int64) {
        let unbiased = field - state.hardIron
        if state.hasHeading {
            withMotionModel(at: time) { $1 = $0.correct($1, field: unbiased, after: dt) }
        } else {
            withMotionModel(at: time) { _, _ in }
            takeFirstHeadingInMotionModel(unbiased)
        }
    }

    /// The magnetometer began late: the heading is that of this field.
    private mutating func takeFirstHeadingInMotionModel(_ field: Vector3) {
        guard let orientation = state.orientation else { return }
        let m = orientation.rotate(field)
        guard m.x * m.x + m.y * m.y > 0 else { return }
        state.orientation = Quaternion.aboutVertical(Double.atan2(y: m.x, x: m.y)) * orientation
        let tilt = motionModel.covariance.ee
        keep(
            MotionModel(
                attitude: Matrix3(diagonal: Vector3(tilt.row0.x, tilt.row1.y, KalmanFilter.startHeadingVariance))))
        state.hasHeading = true
    }

    /// The horizon was lost: starts again from this force and the latest field.
    private mutating func levelInMotionModel(_ force: Vector3) {
        guard let orientation = state.orientation else { return }
        state.meanForce = Vector3(0, 0, Levelling.gravity)
        let direction = motionModel.direction
        state.orientation =
            TiltCompass.orientation(force: force, field: direction) ?? TiltCompass.levelled(orientation, force: force)
        let tilt = KalmanFilter.startTiltVariance
        keep(MotionModel(attitude: Matrix3(diagonal: Vector3(tilt, tilt, KalmanFilter.startHeadingVariance))))
    }

    /// The answer of the motion model; rest and disturbance are not judged.
    var estimateOfMotionModel: OrientationEstimate? {
        guard let orientation = state.orientation else { return nil }
        let variances = motionModel.variances
        return OrientationEstimate(
            orientation: orientation, gyroscopeBias: state.bias,
            headingSigma: state.hasHeading ? AngleVariance.sigma(variances.heading) : .nan,
            inclinationSigma: AngleVariance.sigma(variances.tilt), rest: .unknown, disturbed: .unknown)
    }

    private var motionModel: MotionModel {
        var model = MotionModel(attitude: .zero)
        var k = 0
        model.visit { number in
            number = state.covariance[idle: k]
            k += 1
        }
        return model
    }

    private mutating func keep(_ model: MotionModel) {
        var model = model
        var k = 0
        model.visit { number in
            state.covariance[idle: k] = number
            k += 1
        }
    }
}
