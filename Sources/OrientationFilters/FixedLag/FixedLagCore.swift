import RealModule
import Rotations

/// Feeds a window with samples in the order of their stamps and states an orientation at each one of the gyroscope.
package struct FixedLagCore {
    /// Earth frame (east, magnetic north, up), and sigmas, rad.
    package struct Estimate {
        package let orientation: Quaternion
        /// nil before the first reading of the magnetometer.
        package let headingSigma: Double?
        package let inclinationSigma: Double
    }

    package var window: SlidingWindow
    package let work: WindowWorkspace
    private let parameters: TrajectoryParameters
    private var force: Vector3?
    private var field: Vector3?
    private var isStarted = false
    /// Stamps of the last sample of the gyroscope, of the last node, and of the last reading that was used, s.
    private var now = 0.0
    private var nodeTime = 0.0
    private var fieldTime = -Double.infinity

    package init(_ parameters: TrajectoryParameters) {
        self.parameters = parameters
        window = SlidingWindow(parameters)
        work = WindowWorkspace(parameters)
    }

    /// m/s^2.
    package mutating func add(force value: Vector3, at time: Double) {
        force = value
        if isStarted { window.integrals[window.integrals.count - 1].add(force: value, late: time - now) }
    }

    /// Microtesla, as read.
    package mutating func add(field value: Vector3, at time: Double) {
        guard time >= fieldTime + parameters.readingInterval else { return }
        fieldTime = time
        field = value
        guard isStarted else { return }
        if !window.hasField { window.start(field: window.orientation.rotate(value)) }
        window.add(field: value, late: time - now)
    }

    /// rad/s, as read. `isNode` says that a node was made of the sample; nil before the accelerometer's first one.
    package mutating func add(rate: Vector3, at time: Double) -> (estimate: Estimate, isNode: Bool)? {
        if isStarted {
            window.integrals[window.integrals.count - 1].add(rate: rate, step: time - now)
        } else {
            guard let force else { return nil }
            start(force, rate)
            nodeTime = time
        }
        now = time
        // A stamp's rounding does not put a node off by a sample.
        let isNode = time - nodeTime >= parameters.nodeInterval - 1e-6
        if isNode {
            window.close(work)
            nodeTime = time
        }
        let ahead = Quaternion(rotationVector: parameters.latency * (rate - window.bias))
        let north = Quaternion(angle: window.north, axis: Vector3(0, 0, 1))
        let estimate = Estimate(
            orientation: (north * window.orientation * ahead).renormalized,
            headingSigma: window.hasField ? window.headingSigma : nil, inclinationSigma: window.levelSigma)
        return (estimate, isNode)
    }

    /// Up by the accelerometer, north by the magnetometer where it was read.
    private mutating func start(_ force: Vector3, _ rate: Vector3) {
        let up = force.normalized ?? Vector3(0, 0, 1)
        var east = (field ?? Vector3(0, 1, 0)).cross(up)
        if east.length < 1e-6 { east = Vector3(1, 0, 0).cross(up) }
        let unit = east.normalized ?? Vector3(0, 1, 0)
        let orientation = Quaternion(matrix: Matrix3(unit, up.cross(unit), up))
        if let field { window.start(field: orientation.rotate(field)) }
        window.start(orientation, rate: rate)
        window.integrals[0].add(force: force, late: 0)
        isStarted = true
    }
}
