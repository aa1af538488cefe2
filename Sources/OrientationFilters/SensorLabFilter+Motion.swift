import Rotations
import SensorModels

// Without a gyroscope, and in its gaps: the motion model of `KalmanFilter`. Its rate and the rate's covariance stand where
// the velocity and its covariance are otherwise.
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
        state.usesMotionModel = true
        state.covariance.isolate(0..<6, count: Index.count)
        state.velocity = .zero
        var model = motionModel
        model.enterMotionModel()
        keep(model)
    }

    /// The gyroscope is back: the attitude is known as well as the model says, the velocity is unknown.
    mutating func leaveMotionModel(at time: Int64) {
        guard state.orientation != nil, time > state.time else { return }
        if !state.usesMotionModel { enterMotionModel() }
        withMotionModel(at: time) { _ in }
        state.usesMotionModel = false
        state.covariance.isolate(0..<3, count: Index.count)
        restartVelocity()
        state.block = FieldBlock()
        state.influence = .zero
    }

    /// Advances the motion model to `time` and lets it use a sample.
    mutating func withMotionModel(at time: Int64, _ use: (inout KalmanFilter) -> Void) {
        var model = motionModel
        _ = model.advanceWithoutGyroscope(to: time)
        use(&model)
        keep(model)
    }

    /// The answer of the motion model, with `kalman`'s sigmas.
    var estimateOfMotionModel: OrientationEstimate? {
        var model = motionModel
        model.state.hasHeading = state.hasHeading
        model.state.bias = state.bias
        return model.estimate
    }

    private var motionModel: KalmanFilter {
        var model = KalmanFilter()
        model.state.orientation = state.orientation
        model.state.time = state.time
        model.state.usesMotionModel = true
        model.state.rate = state.velocity
        model.state.learntField = state.learntField
        model.state.scatter = state.scatter
        model.state.covariance.attitude = state.covariance[block: Index.attitude, Index.attitude]
        model.state.covariance.cross = state.covariance[block: Index.attitude, Index.velocity]
        model.state.covariance.second = state.covariance[block: Index.velocity, Index.velocity]
        return model
    }

    private mutating func keep(_ model: KalmanFilter) {
        state.orientation = model.state.orientation
        state.time = model.state.time
        state.velocity = model.state.rate
        state.learntField = model.state.learntField
        state.scatter = model.state.scatter
        state.covariance[block: Index.attitude, Index.attitude] = model.state.covariance.attitude
        state.covariance[block: Index.attitude, Index.velocity] = model.state.covariance.cross
        state.covariance[block: Index.velocity, Index.velocity] = model.state.covariance.second
    }
}
