import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A simulated recording with the truth behind it.
public struct SimulatedRecording: Sendable {
    /// The recording, with the exact reference orientation relative to true north.
    public var recording: Recording
    /// The motion behind it.
    public var motion: MotionPlan
    /// The device's errors; the gyroscope's bias is that at time 0.
    public var device: DeviceModel
    /// The gyroscope's true bias at its stamps, rad/s, device axes; empty without a gyroscope.
    public var gyroscopeBias: VectorStream
    /// The earth's field: east, north (true), up, microtesla.
    public var earthField: Vector3
    /// Gravity at the place, m/s^2.
    public var gravity: Double
}

/// The truth of a simulation as a JSON file, which scoring may read and no estimator may.
public struct SimulatedTruth: Sendable, Codable {
    /// A place of interest that the camera stopped at.
    public struct Stop: Sendable, Codable {
        /// Its name.
        public var place: String
        /// Seconds.
        public var from: Double
        /// Seconds.
        public var to: Double
    }

    /// From when to when, seconds.
    public struct Interval: Sendable, Codable {
        /// Seconds.
        public var from: Double
        /// Seconds.
        public var to: Double
    }

    /// Seconds by which the stamps are late.
    public struct Delays: Sendable, Codable {
        /// Seconds.
        public var accelerometer: Double
        /// Seconds.
        public var gyroscope: Double
        /// Seconds.
        public var magnetometer: Double
    }

    /// True heading minus heading in the world of the AR session, which `align` estimates: its value at 0 s, its drift
    /// and its jumps.
    public struct ARYaw: Sendable, Codable {
        /// A sudden turn of the world.
        public struct Jump: Sendable, Codable {
            /// When, seconds.
            public var time: Double
            /// Increase of the yaw.
            public var degrees: Double
        }

        /// At 0 s.
        public var atStartDegrees: Double
        /// Growth between jumps.
        public var driftDegreesPerMinute: Double
        /// In the order of time.
        public var jumps: [Jump]
        /// At the last pose.
        public var atEndDegrees: Double

        init?(_ session: ARSessionModel?, end: Int64?) {
            guard let session, let end else { return nil }
            atStartDegrees = Angle.degrees(session.yaw)
            driftDegreesPerMinute = 60 * Angle.degrees(session.drift)
            jumps = session.jumps.sorted { $0.time < $1.time }.map {
                Jump(time: $0.time, degrees: Angle.degrees($0.size))
            }
            atEndDegrees = Angle.degrees(session.offset(at: LogTime.seconds(end)))
        }
    }

    /// The schema of the file.
    public var schema = "sensorlab.simulation/1"
    /// The scenario's name.
    public var scenario: String
    /// The seed.
    public var seed: UInt64
    /// The device's name.
    public var device: String
    /// f = T (f_raw - b), m/s^2.
    public var accelerometer: AccelerometerModel
    /// w = K (w_raw - b), rad/s, with b at time 0.
    public var gyroscope: GyroscopeModel
    /// The last true bias of the gyroscope, rad/s; `null` without a gyroscope.
    public var gyroscopeBiasAtEnd: Vector3?
    /// m = S (m_raw - h), microtesla.
    public var magnetometer: MagnetometerModel
    /// How late the stamps are.
    public var delays: Delays
    /// Gravity, m/s^2.
    public var gravity: Double
    /// East, north (true), up, microtesla, without disturbances.
    public var earthField: Vector3
    /// When the device lies still.
    public var rests: [Interval]
    /// When it is turned through all directions; `nil` where it is not.
    public var calibrationWave: Interval?
    /// What the camera stopped at.
    public var stops: [Stop]
    /// The yaw of the AR session's world; `nil` without a session.
    public var arYaw: ARYaw?

    /// The truth about a recording.
    public init(of simulated: SimulatedRecording, options: SimulationOptions) {
        self.init(
            options, scenario: simulated.recording.metadata.name, simulated.motion,
            bias: simulated.gyroscopeBias.values.last, gravity: simulated.gravity, earthField: simulated.earthField,
            lastPose: simulated.recording.arPoses.times.last)
    }

    /// The truth about a log of which all parts were made.
    public init(of log: SimulatedParts) {
        self.init(
            log.options, scenario: log.metadata.name, log.motion, bias: log.lastBias, gravity: log.gravity,
            earthField: log.earthField, lastPose: log.lastPose)
    }

    private init(
        _ options: SimulationOptions, scenario: String?, _ motion: MotionPlan, bias: Vector3?, gravity: Double,
        earthField: Vector3, lastPose: Int64?
    ) {
        func interval(_ range: ClosedRange<Double>) -> Interval {
            Interval(from: range.lowerBound, to: range.upperBound)
        }
        self.scenario = scenario ?? ""
        seed = options.seed
        device = options.device.name
        accelerometer = options.device.accelerometer
        gyroscope = options.device.gyroscope
        gyroscopeBiasAtEnd = bias
        magnetometer = options.device.magnetometer
        delays = Delays(
            accelerometer: options.accelerometer.delay, gyroscope: options.gyroscope.delay,
            magnetometer: options.magnetometer.delay)
        (self.gravity, self.earthField) = (gravity, earthField)
        rests = motion.rests.map(interval)
        calibrationWave = motion.calibrationWave.map(interval)
        stops = motion.stops.map {
            Stop(place: $0.target.name, from: $0.interval.lowerBound, to: $0.interval.upperBound)
        }
        arYaw = ARYaw(options.arSession, end: lastPose)
    }
}

/// Rounding to few decimal places: far finer than any noise, short in a file, and the same on machines whose sines
/// differ in the last bit.
enum Decimal {
    /// The double nearest to the number rounded to `places` decimal places.
    static func rounded(_ value: Double, places: Int) -> Double {
        let scale = scales[places]
        return (value * scale).rounded() / scale + 0  // -0 becomes 0
    }

    /// Rounds each component.
    static func rounded(_ v: Vector3, places: Int) -> Vector3 {
        Vector3(rounded(v.x, places: places), rounded(v.y, places: places), rounded(v.z, places: places))
    }

    /// Degrees to 7 places, metres to 2.
    static func rounded(_ position: GeodeticPosition) -> GeodeticPosition {
        GeodeticPosition(
            latitude: rounded(position.latitude, places: 7), longitude: rounded(position.longitude, places: 7),
            height: rounded(position.height, places: 2))
    }

    private static let scales: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
}
