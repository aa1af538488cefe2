import Geodesy
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A simulated log that is made part by part, in the order of its stamps.
public final class SimulatedParts {
    /// Where the log goes, which limits its length.
    enum Use { case inMemory, inParts }

    /// What the log states about itself.
    public let metadata: RecordingMetadata
    /// The streams that have samples.
    public let columns: [SensorKind]
    /// The motion behind it.
    public let motion: MotionPlan
    /// The earth's field: east, north (true), up, microtesla.
    public let earthField: Vector3
    /// Gravity at the place, m/s^2.
    public let gravity: Double
    /// The gyroscope's true bias in the last part, rad/s.
    public var biases: VectorStream { trueBiases.stream }

    private let scenario: Scenario
    let options: SimulationOptions
    private var accelerometer: SensorReadings
    private var gyroscope: SensorReadings?
    private var magnetometer: SensorReadings
    private var fixes: LocationFixes
    private var poses: ARSessionPoses?
    private var deviceGravity: DeviceGravity
    /// The stream at whose stamps the reference is.
    private let clock: SensorKind?
    private let trueBiases = TrueBiases()
    /// The last stamp of the next part, and the length of one, nanoseconds.
    private var end: Int64
    private let length: Int64
    /// The last bias of the gyroscope, and the stamp of the last pose.
    private(set) var lastBias: Vector3?
    private(set) var lastPose: Int64?

    /// - Parameter length: of a part, nanoseconds.
    init(
        _ scenario: Scenario, _ options: SimulationOptions, _ use: Use, length: Int64 = 60_000_000_000
    ) throws(SensorLabError) {
        (self.scenario, self.options, self.length) = (scenario, options, length)
        let duration = options.duration ?? scenario.defaultDuration
        try scenario.check(duration: duration, options: options, use)
        let place = options.place ?? scenario.place
        motion = scenario.motion(options)
        gravity = NormalGravity.magnitude(at: place)
        earthField = try scenario.earthField(options)
        metadata = scenario.metadata(options)
        let disturbances = scenario.disturbances(along: motion, duration: duration, options: options)
        try scenario.check(disturbances, along: motion.trajectory, duration: duration, options: options)
        let sensors = SensorSimulation(
            trajectory: motion.trajectory, duration: duration, gravity: gravity, earthField: earthField,
            disturbances: disturbances, vibration: motion.vibration, options: options)
        accelerometer = try sensors.accelerometer()
        if !options.withoutGyroscope { gyroscope = try sensors.gyroscope(trueBiases) }
        magnetometer = try sensors.magnetometer()
        fixes = LocationFixes(
            options.location, of: motion.trajectory, place: place, duration: duration,
            random: RandomGenerator(seed: options.seed, stream: Scenario.Stream.location.rawValue))
        let trajectory = motion.trajectory
        poses = options.arSession.map { ARSessionPoses($0, of: trajectory, duration: duration) }
        let rates = gyroscope?.nextStamp
        deviceGravity = DeviceGravity(hasGyroscope: rates != nil, bias: options.device.gyroscope.bias)

        var first: [SensorKind: Int64] = [:]
        first[.accelerometer] = accelerometer.nextStamp
        first[.gyroscope] = rates
        first[.magnetometer] = magnetometer.nextStamp
        first[.gravity] = accelerometer.nextStamp.map { rates ?? $0 }
        first[.location] = fixes.nextStamp
        first[.arPose] = poses?.nextStamp
        // All streams have begun in the first part, as gravity needs it.
        end = LogTime.sum(first.values.max() ?? 0, length)
        for sensor in options.leftOut { first[sensor] = nil }
        clock = [.gyroscope, .accelerometer, .gravity, .magnetometer].first { first[$0] != nil }
        if !options.leftOut.contains(.reference), let clock { first[.reference] = first[clock] }
        columns = SensorKind.allCases.filter { first[$0] != nil }
    }

    /// The next part, which may be without samples; `nil` at the end.
    /// - Throws: `SensorLabError` (usage) for readings beyond the range of any sensor.
    public func next() throws(SensorLabError) -> Recording? {
        let stamps = [
            accelerometer.nextStamp, gyroscope?.nextStamp, magnetometer.nextStamp, fixes.nextStamp, poses?.nextStamp,
        ]
        guard stamps.contains(where: { $0 != nil }) else { return nil }
        trueBiases.stream = VectorStream()
        var part = Recording(metadata: metadata)
        part.accelerometer = accelerometer.next(until: end)
        part.gyroscope = gyroscope?.next(until: end) ?? VectorStream()
        part.magnetometer = magnetometer.next(until: end)
        part.gravity = deviceGravity.next(accelerometer: part.accelerometer, gyroscope: part.gyroscope)
        part.location = fixes.next(until: end)
        part.arPoses = poses?.next(until: end) ?? SampleStream()
        end = LogTime.sum(end, length)
        lastBias = biases.values.last ?? lastBias
        lastPose = part.arPoses.times.last ?? lastPose
        try scenario.check(part)
        for sensor in options.leftOut { part = part.without(sensor) }
        if columns.contains(.reference), let clock { part.reference = reference(at: part.times(of: clock)) }
        return part
    }

    private func reference(at times: [Int64]) -> QuaternionStream {
        QuaternionStream(
            times: times,
            values: times.map { time in
                let q = motion.trajectory.orientation(at: Double(time) * 1e-9).canonical
                return Quaternion(
                    Decimal.rounded(q.w, places: 9), Decimal.rounded(q.x, places: 9), Decimal.rounded(q.y, places: 9),
                    Decimal.rounded(q.z, places: 9))
            })
    }
}
