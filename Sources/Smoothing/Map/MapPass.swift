import OrientationFilters
import Rotations
import SensorModels
import Vocabulary

/// One pass over a recording without holes. `FixedLagFilter` makes the nodes and solves now and then, so that the
/// next ones begin near their place; a full window, and the last one, is solved thoroughly and stated.
struct MapPass: SampleReceiver {
    private var filter: FixedLagFilter
    private let work: WindowWorkspace
    private var summary: MapSummary
    private var rows = OrientationTrack(name: "map")

    /// The gyroscope's samples since the first node of the window; before that, since the first sample.
    private var stamps: [Int64] = []
    private var rates: [Vector3] = []
    /// At which of them the nodes are.
    private var nodeSamples: [Int] = []

    /// What the rows of a window share: from its world to the earth, and the variance of the heading beside that of the
    /// node, rad^2; NaN without a magnetometer.
    private struct Shared {
        let north: Quaternion
        let headingVariance: Double
    }

    /// For a recording from the first to the last of these stamps.
    init(_ parameters: MapParameters, _ interval: ClosedRange<Int64>) {
        filter = FixedLagFilter(parameters: parameters.model)
        work = WindowWorkspace(filter.state.window)
        summary = MapSummary(parameters.model, interval)
    }

    // MARK: Samples

    mutating func update(gyroscope rate: Vector3, at time: Int64) {
        let nodeTime = filter.state.nodeTime
        filter.update(gyroscope: rate, at: time)
        guard filter.state.time == time, time > stamps.last ?? .min else { return }
        stamps.append(time)
        rates.append(rate)
        guard !nodeSamples.isEmpty, filter.state.nodeTime != nodeTime else { return }
        nodeSamples.append(stamps.count - 1)
        let count = filter.state.window.nodes.count
        if count != nodeSamples.count { return fail() }
        if count >= MapParameters.mostNodes { state(MapParameters.statedNodes) }
    }

    mutating func update(accelerometer force: Vector3, at time: Int64) {
        filter.update(accelerometer: force, at: time)
        noticeStart()
    }

    mutating func update(gravity: Vector3, at time: Int64) { update(accelerometer: gravity, at: time) }

    mutating func update(magnetometer field: Vector3, at time: Int64) {
        filter.update(magnetometer: field, at: time)
        noticeStart()
    }

    mutating func resume(at time: Int64) { filter.resume(at: time) }

    /// Nothing before the end.
    var estimate: OrientationEstimate? { nil }

    private mutating func noticeStart() {
        if nodeSamples.isEmpty, filter.state.isStarted, !stamps.isEmpty { nodeSamples = [stamps.count - 1] }
    }

    /// The rows and the findings; `nil` where there are fewer than two nodes.
    mutating func finished() -> (rows: OrientationTrack, findings: RecordingFindings)? {
        if filter.state.isStarted, !nodeSamples.isEmpty {
            filter.state.window.finish()
            let count = filter.state.window.nodes.count
            if nodeSamples.count < count { nodeSamples.append(stamps.count - 1) }
            if count > 1 { state(count - 1) }
        }
        guard let findings = summary.findings else { return nil }
        return (rows, findings)
    }

    // MARK: What is stated

    /// Solves the window, states so many intervals, and forgets them unless they are the last.
    private mutating func state(_ count: Int) {
        guard filter.state.window.solveThoroughly(work), let found = filter.state.window.covariances(work),
            let calibration = filter.calibration
        else { return fail() }
        let isLast = count == nodeSamples.count - 1
        stateRows(count, found.nodes, found.constants, calibration, withEnd: isLast)
        guard !isLast else { return }
        guard filter.state.window.forget(count, work) else { return fail() }
        let start = nodeSamples[count]
        stamps.removeFirst(start)
        rates.removeFirst(start)
        nodeSamples = nodeSamples[count...].map { $0 - start }
    }

    private mutating func stateRows(
        _ count: Int, _ nodes: [SlidingWindow.AttitudeVariance], _ covariance: [Double],
        _ calibration: SelfCalibration, withEnd: Bool
    ) {
        let window = filter.state.window
        var misfits: [[SlidingWindow.FieldMisfit]] = []
        var first = 0
        for k in 0..<count {
            misfits.append(window.fieldMisfits(k, first: first))
            first += window.integrals[k].readings
        }
        summary.add(window, misfits, nodes, covariance, calibration)
        let shared = Shared(
            north: Quaternion.aboutVertical(window.north),
            headingVariance: window.hasField ? summary.lastingVariance + window.otherVariance : .nan)
        stateLead(window, nodes[0], shared)
        for k in 0..<count {
            stateInterval(k, window, misfits[k], nodes, shared, withEnd: withEnd && k == count - 1)
        }
    }

    /// What was not yet stated has no solution: begins again at the last sample, with the filter if it has done so.
    private mutating func fail() {
        summary.hasFailed = true
        guard let stamp = stamps.last, let rate = rates.last else { return }
        (stamps, rates) = ([stamp], [rate])
        nodeSamples = filter.state.isStarted && filter.state.window.nodes.count == 1 ? [0] : []
        if nodeSamples.isEmpty { filter = FixedLagFilter(parameters: filter.parameters) }
    }

    /// The samples of an interval, its end only if wanted. The turn that the gyroscope missed came about evenly.
    private mutating func stateInterval(
        _ k: Int, _ window: SlidingWindow, _ misfits: [SlidingWindow.FieldMisfit],
        _ variances: [SlidingWindow.AttitudeVariance], _ shared: Shared, withEnd: Bool
    ) {
        let (node, next) = (window.nodes[k], window.nodes[k + 1])
        let (a, b) = (nodeSamples[k], nodeSamples[k + 1])
        let path = path(a, b, bias: node.bias, window.constants)
        let end = path[path.count - 1]
        let missing = (next.orientation * (node.orientation * end.turn).conjugate).rotationVector
        var reading = 0
        for i in a..<(withEnd ? b + 1 : b) {
            let pose = path[i - a]
            let share = pose.time / end.time
            while reading + 1 < misfits.count, misfits[reading + 1].share <= share { reading += 1 }
            let isFar = misfits.isEmpty ? Flag.unknown : Flag(summary.isDisturbed(misfits[reading], window))
            append(
                stamps[i], Quaternion(rotationVector: share * missing) * node.orientation * pose.turn, pose.rate,
                bias: (1 - share) * node.bias + share * next.bias,
                heading: (1 - share) * variances[k].heading + share * variances[k + 1].heading,
                level: (1 - share) * variances[k].level + share * variances[k + 1].level, disturbed: isFar, shared)
        }
    }

    /// The samples before the first node, by the gyroscope.
    private mutating func stateLead(
        _ window: SlidingWindow, _ variance: SlidingWindow.AttitudeVariance, _ shared: Shared
    ) {
        let node = window.nodes[0]
        let path = path(0, nodeSamples[0], bias: node.bias, window.constants)
        let begin = node.orientation * path[path.count - 1].turn.conjugate
        for i in 0..<nodeSamples[0] {
            append(
                stamps[i], begin * path[i].turn, path[i].rate, bias: node.bias, heading: variance.heading,
                level: variance.level, disturbed: .unknown, shared)
        }
    }

    /// Device to device at sample a, seconds since then, and the rate, of the samples from a to b.
    private func path(
        _ a: Int, _ b: Int, bias: Vector3, _ constants: TrajectoryConstants
    ) -> [(turn: Quaternion, time: Double, rate: Vector3)] {
        var motion = MotionIntegral(rate: rates[a]).next(
            bias: bias, distortion: constants.distortion, forceBias: constants.forceBias)
        var result = [(motion.end, 0.0, motion.rate)]
        result.reserveCapacity(b - a + 1)
        for i in a..<b {
            motion.add(rate: rates[i + 1], step: LogTime.seconds(stamps[i + 1] - stamps[i]))
            result.append((motion.end, motion.duration, motion.rate))
        }
        return result
    }

    private mutating func append(
        _ stamp: Int64, _ orientation: Quaternion, _ rate: Vector3, bias: Vector3, heading: Double, level: Double,
        disturbed: Flag, _ shared: Shared
    ) {
        let (latency, levelSigma) = (filter.parameters.latency, filter.parameters.levelSigma)
        let ahead = Quaternion(rotationVector: latency * rate)
        rows.times.append(stamp)
        rows.estimates.append(
            OrientationEstimate(
                orientation: (shared.north * orientation * ahead).renormalized, gyroscopeBias: bias,
                headingSigma: (heading + shared.headingVariance).squareRoot(),
                inclinationSigma: (level + levelSigma * levelSigma).squareRoot(), disturbed: disturbed))
    }
}
