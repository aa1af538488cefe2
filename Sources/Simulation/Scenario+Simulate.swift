import Geodesy
import Recordings
import Rotations
import SensorModels

extension Scenario {
    /// Makes a recording of the scenario. Cost: O(samples); an hour at 100 Hz takes some seconds.
    ///
    /// The reference is exact, relative to true north, at the stamps of the gyroscope (else of the accelerometer, gravity,
    /// magnetometer: the first one that the log has).
    /// - Throws: `SensorLabError` (usage) for a duration, rate or calibration model that cannot be.
    public func simulate(_ options: SimulationOptions) throws(SensorLabError) -> SimulatedRecording {
        let duration = options.duration ?? defaultDuration
        try check(duration: duration, options: options)
        var random = RandomGenerator(seed: options.seed, stream: Stream.motion.rawValue)
        let motion = plan(duration, &random)
        let gravity = NormalGravity.magnitude(at: place.geodetic)
        let earthField = try self.earthField(options)
        let sensors = try SensorSimulation(
            trajectory: motion.trajectory, duration: duration, gravity: gravity, earthField: earthField,
            options: options)

        var recording = Recording(metadata: metadata(options))
        recording.accelerometer = sensors.accelerometer()
        var bias = VectorStream()
        if !options.withoutGyroscope { (recording.gyroscope, bias) = sensors.gyroscope() }
        recording.magnetometer = sensors.magnetometer()
        recording.gravity = DeviceGravity.stream(
            accelerometer: recording.accelerometer, gyroscope: recording.gyroscope,
            bias: options.device.gyroscope.bias)
        var locationRandom = RandomGenerator(seed: options.seed, stream: Stream.location.rawValue)
        recording.location = options.location.fixes(
            of: motion.trajectory, place: place, duration: duration, random: &locationRandom)
        for sensor in options.leftOut { recording = recording.without(sensor) }
        if !options.leftOut.contains(.reference) { recording.reference = reference(of: motion, for: recording) }
        recording.provenance = provenance(of: recording)
        return SimulatedRecording(
            recording: recording, motion: motion, device: options.device, gyroscopeBias: bias,
            earthField: earthField, gravity: gravity)
    }

    /// Streams of random numbers; a new one gets a new number, so that old recordings stay as they are.
    enum Stream: UInt64 {
        case motion = 1
        case accelerometer = 2
        case gyroscope = 3
        case magnetometer = 4
        case location = 5
        case gyroscopeBias = 6
    }

    private func reference(of motion: MotionPlan, for recording: Recording) -> QuaternionStream {
        let clocks: [SensorKind] = [.gyroscope, .accelerometer, .gravity, .magnetometer]
        let times = clocks.lazy.map { recording.times(of: $0) }.first { !$0.isEmpty } ?? []
        let orientations = times.map { time in
            let q = motion.trajectory.orientation(at: Double(time) * 1e-9).canonical
            return Quaternion(
                Decimal.rounded(q.w, places: 9), Decimal.rounded(q.x, places: 9), Decimal.rounded(q.y, places: 9),
                Decimal.rounded(q.z, places: 9))
        }
        return QuaternionStream(times: times, values: orientations)
    }

    private func earthField(_ options: SimulationOptions) throws(SensorLabError) -> Vector3 {
        if let field = options.earthField { return field }
        guard let date = options.date ?? date else {
            throw SensorLabError(
                .usage, code: "no-date", place: "simulate \(name)", message: "the magnetic field needs a date",
                advice: "give a date or the field itself")
        }
        return try EarthField.vector(at: place, on: date)
    }

    private func metadata(_ options: SimulationOptions) -> RecordingMetadata {
        var metadata = RecordingMetadata()
        metadata.name = name
        metadata.format = "simulated"
        metadata.device = "simulated \(options.device.name)"
        metadata.place = place
        metadata.date = options.date ?? date
        metadata.start = metadata.date.map { "\($0.text)T10:00:00Z" }
        metadata.referenceNorth = .true
        metadata.seed = options.seed
        metadata.other["scenario"] = name
        return metadata
    }

    private func provenance(of recording: Recording) -> [SensorKind: StreamProvenance] {
        let units: [SensorKind: String] = [
            .accelerometer: "m/s^2", .gyroscope: "rad/s", .magnetometer: "uT", .gravity: "m/s^2",
            .location: "degrees, m", .reference: "quaternion",
        ]
        var provenance: [SensorKind: StreamProvenance] = [:]
        for sensor in recording.sensors {
            provenance[sensor] = StreamProvenance(
                unit: units[sensor] ?? "", convention: "device axes, face up z = +9.8; east-north-up",
                decidedBy: "simulation", source: "scenario \(name)")
        }
        return provenance
    }

    /// Samples of one sensor that a recording in memory may have: a day at 100 Hz.
    private static let mostSamples = 1e7

    private func check(duration: Double, options: SimulationOptions) throws(SensorLabError) {
        func refuse(_ code: String, _ message: String, _ advice: String) -> SensorLabError {
            SensorLabError(.usage, code: code, place: "simulate \(name)", message: message, advice: advice)
        }
        guard duration >= minimumDuration, duration <= 86400 else {
            throw refuse(
                "duration-out-of-range", "the duration is \(duration) s",
                "choose one from \(minimumDuration) to 86400 s")
        }
        let samplings = [
            ("accelerometer", options.accelerometer), ("gyroscope", options.gyroscope),
            ("magnetometer", options.magnetometer), ("location", options.location.sampling),
        ]
        for (sensor, sampling) in samplings {
            guard sampling.rate > 0, sampling.rate <= 10000 else {
                throw refuse(
                    "rate-out-of-range", "the rate of the \(sensor) is \(sampling.rate) Hz",
                    "choose one above 0, up to 10000 Hz; leave a sensor out by its name")
            }
            guard duration * sampling.rate <= Self.mostSamples else {
                throw refuse(
                    "too-many-samples", "\(duration) s at \(sampling.rate) Hz are too many samples of the \(sensor)",
                    "choose duration and rate for at most \(Int(Self.mostSamples)) samples per sensor")
            }
            guard sampling.jitter >= 0, sampling.jitter.isFinite, sampling.delay.magnitude <= 3600 else {
                throw refuse(
                    "timing-out-of-range",
                    "the jitter of the \(sensor) is \(sampling.jitter) s, its delay \(sampling.delay) s",
                    "choose a jitter of 0 or more and a delay within an hour")
            }
        }
        if let field = options.earthField, !field.isFinite {
            throw refuse("field-not-finite", "the earth's field is \(field)", "give three numbers")
        }
    }
}
