import CSensorLab
import OrientationFilters
import SensorModels
import Vocabulary

/// A gate that knows nothing yet, with the default limits.
@_cdecl("sensorlab_gate_begin")
public func beginGate(_ gate: UnsafeMutablePointer<sensorlab_gate>?) {
    gate?.pointee = sensorlab_gate(HeadingGate())
}

/// Takes the next estimate; returns 1 where the heading may be shown.
@_cdecl("sensorlab_gate_update")
public func updateGate(
    _ gate: UnsafeMutablePointer<sensorlab_gate>?, _ estimate: UnsafePointer<sensorlab_estimate>?, _ time: Int64
) -> Int32 {
    guard let gate else { return 0 }
    var value = HeadingGate(gate.pointee)
    let sigma = estimate.map { $0.pointee.defined == 0 ? .nan : $0.pointee.heading_sigma } ?? .nan
    let flag = estimate.flatMap { Flag(rawValue: Int8(clamping: $0.pointee.disturbed)) } ?? .unknown
    value.update(headingSigma: sigma, disturbed: flag, at: time)
    gate.pointee = sensorlab_gate(value)
    return gate.pointee.ready
}

extension HeadingGate {
    fileprivate init(_ gate: sensorlab_gate) {
        var limits = Limits()
        (limits.readySigma, limits.lostSigma) = (gate.ready_sigma, gate.lost_sigma)
        (limits.readyTime, limits.lostTime, limits.disturbedTime) =
            (gate.ready_time, gate.lost_time, gate.disturbed_time)
        self.init(limits)
        state = State(
            isReady: gate.ready != 0, obstacle: Obstacle(rawValue: Int8(clamping: gate.obstacle)) ?? .unknown,
            contradicted: gate.contradicted, disturbed: gate.disturbed_since, last: gate.last)
    }
}

extension sensorlab_gate {
    fileprivate init(_ gate: HeadingGate) {
        let (limits, state) = (gate.limits, gate.state)
        self.init(
            ready_sigma: limits.readySigma, lost_sigma: limits.lostSigma, ready_time: limits.readyTime,
            lost_time: limits.lostTime, disturbed_time: limits.disturbedTime, contradicted: state.contradicted,
            disturbed_since: state.disturbed, last: state.last, ready: state.isReady ? 1 : 0,
            obstacle: Int32(state.obstacle.rawValue))
    }
}
