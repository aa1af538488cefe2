import Geodesy
import Geomagnetism
import RealModule
import Recordings
import Rotations
import SensorModels
import Vocabulary

extension Scenario {
    /// Makes a recording of the scenario. Cost: O(samples); an hour at 100 Hz takes a few seconds.
    ///
    /// The reference is exact, relative to true north, at the stamps of the gyroscope (else of the accelerometer,
    /// gravity or magnetometer: the first one in the log).
    /// - Throws: `SensorLabError` (usage) for an invalid duration, rate, calibration model or disturbance.
    public func simulate(_ options: SimulationOptions) throws(SensorLabError) -> SimulatedRecording {
        let duration = options.duration ?? defaultDuration
        try check(duration: duration, options: options)
        let place = options.place ?? place
        let motion = self.motion(options)
        let gravity = NormalGravity.magnitude(at: place)
        let earthField = try self.earthField(options)
        let disturbances = disturbances(along: motion, duration: duration, options: options)
        try check(disturbances, along: motion.trajectory, duration: duration, options: options)
        let sensors = SensorSimulation(
            trajectory: motion.trajectory, duration: duration, gravity: gravity, earthField: earthField,
            disturbances: disturbances, vibration: motion.vibration, options: options)

        var recording = Recording(metadata: metadata(options))
        recording.accelerometer = try sensors.accelerometer()
        var bias = VectorStream()
        if !options.withoutGyroscope { (recording.gyroscope, bias) = try sensors.gyroscope() }
        recording.magnetometer = try sensors.magnetometer()
        recording.gravity = DeviceGravity.stream(
            accelerometer: recording.accelerometer, gyroscope: recording.gyroscope,
            bias: options.device.gyroscope.bias)
        var locationRandom = RandomGenerator(seed: options.seed, stream: Stream.location.rawValue)
        recording.location = options.location.fixes(
            of: motion.trajectory, place: place, duration: duration, random: &locationRandom)
        if let session = options.arSession {
            recording.arPoses = session.poses(of: motion.trajectory, duration: duration)
        }
        try check(recording)
        for sensor in options.leftOut { recording = recording.without(sensor) }
        if !options.leftOut.contains(.reference) { recording.reference = reference(of: motion, for: recording) }
        recording.provenance = provenance(of: recording)
        return SimulatedRecording(
            recording: recording, motion: motion, device: options.device, gyroscopeBias: bias,
            earthField: earthField, gravity: gravity)
    }

    /// The motion alone, for the duration in the options or the scenario's own.
    func motion(_ options: SimulationOptions) -> MotionPlan {
        let request = MotionRequest(
            duration: options.duration ?? defaultDuration, headings: options.headings, parameters: parameters)
        var random = RandomGenerator(seed: options.seed, stream: Stream.motion.rawValue)
        var motion = plan(request, &random)
        if let moved = options.place { motion.movePlaces(from: place, to: moved) }
        return motion
    }

    private func disturbances(
        along motion: MotionPlan, duration: Double, options: SimulationOptions
    ) -> [MagneticDisturbance] {
        var disturbances = options.disturbances
        if options.buildingField > 0 {
            var random = RandomGenerator(seed: options.seed, stream: Stream.building.rawValue)
            let building = BuildingField(
                rootMeanSquare: options.buildingField, length: options.buildingLength, random: &random)
            disturbances.append(.building(building))
        }
        if options.magnetsComeNear {
            var random = RandomGenerator(seed: options.seed, stream: Stream.magnets.rawValue)
            disturbances += ApproachingMagnet.visits(until: duration, random: &random).map { .approaching($0) }
        }
        if let room = options.roomField {
            var random = RandomGenerator(seed: options.seed, stream: Stream.room.rawValue)
            disturbances += room.disturbances(along: motion, duration: duration, random: &random)
        }
        return disturbances
    }

    /// Streams of random numbers; a new one gets a new number, so that existing recordings stay the same.
    enum Stream: UInt64 {
        case motion = 1
        case accelerometer = 2
        case gyroscope = 3
        case magnetometer = 4
        case location = 5
        case gyroscopeBias = 6
        case accelerometerInstability = 7
        case gyroscopeInstability = 8
        case building = 9
        case magnets = 10
        case room = 11
        case vibration = 12
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
                .usage, code: .noDate, place: "simulate \(name)", message: "the magnetic field needs a date",
                advice: "give a date, or the field")
        }
        do {
            let day = DecimalYear(date)
            // X north, Y east, Z down in nT.
            let field = try GeomagneticModel.inForce(on: day).field(at: options.place ?? place, on: day).elements
            return Vector3(field.y, field.x, -field.z) / 1000
        } catch {
            throw SensorLabError(
                .usage, code: .noMagneticField, place: "simulate", message: error.message,
                advice: "\(error.advice), or give the field")
        }
    }

    private func metadata(_ options: SimulationOptions) -> RecordingMetadata {
        var metadata = RecordingMetadata()
        metadata.name = name
        metadata.format = "simulated"
        metadata.device = "simulated \(options.device.name)"
        metadata.place = options.place ?? place
        metadata.date = options.date ?? date
        metadata.start = metadata.date.map { "\($0.text)T10:00:00Z" }
        metadata.referenceNorth = .true
        metadata.seed = options.seed
        metadata.other["scenario"] = name
        metadata.other["room-field"] = options.roomField?.name
        let settings = settings + options.settings + (options.roomField?.settings ?? [])
        if !settings.isEmpty { metadata.other["settings"] = settings.joined(separator: " ") }
        if options.arSession != nil {
            metadata.other["ar-alignment"] = "gravityAndHeading"
            // Sightings of the sun need a time of day.
            metadata.unixSecondsAtZero = metadata.date.map { Double(LogInstant.daysSince1970($0)) * 86_400 + 36_000 }
        }
        return metadata
    }

    private func provenance(of recording: Recording) -> [SensorKind: StreamProvenance] {
        let units: [SensorKind: String] = [
            .accelerometer: "m/s^2", .gyroscope: "rad/s", .magnetometer: "uT", .gravity: "m/s^2",
            .location: "degrees, m", .reference: "quaternion", .arPose: "quaternion, m",
        ]
        var provenance: [SensorKind: StreamProvenance] = [:]
        for sensor in recording.sensors {
            provenance[sensor] = StreamProvenance(
                unit: units[sensor] ?? "", convention: "device axes, face up z = +9.8; east-north-up",
                decidedBy: "simulation", source: "scenario \(name)")
        }
        return provenance
    }
}

/// Gravity as a device computes it for applications: the direction from accelerometer and gyroscope, the length of
/// standard gravity (CoreMotion's gravity has length 1 g).
///
/// With a gyroscope, a complementary filter: the direction is turned by the rate (less the bias, which the device is
/// assumed to know) and corrected towards the accelerometer within a second. Without one, the low-pass of the
/// accelerometer, as in the documentation of Android's SensorEvent, which lags behind turns and lets shaking through.
struct DeviceGravity {
    /// Standard gravity, m/s^2 (CGPM 1901).
    static let length = 9.80665
    /// Time constant of the accelerometer's correction, seconds.
    static let timeConstantWithGyroscope = 1.0
    /// Time constant of the low-pass without gyroscope, seconds.
    static let timeConstantWithoutGyroscope = 0.15

    /// The gravity stream at the gyroscope's stamps, or at the accelerometer's without a gyroscope.
    static func stream(accelerometer: VectorStream, gyroscope: VectorStream, bias: Vector3) -> VectorStream {
        guard let first = accelerometer.values.first else { return VectorStream() }
        let clock = gyroscope.isEmpty ? accelerometer : gyroscope
        let timeConstant = gyroscope.isEmpty ? timeConstantWithoutGyroscope : timeConstantWithGyroscope
        var gravity = VectorStream()
        var estimate = first
        var accelerometerIndex = 0
        var lastCorrection = accelerometer.times[0]
        for row in clock.times.indices {
            if !gyroscope.isEmpty && row > 0 {
                let seconds = Double(clock.times[row] - clock.times[row - 1]) * 1e-9
                // The device turns by the rate, so a fixed direction turns against it in device axes.
                let turn = Quaternion(rotationVector: seconds * (gyroscope.values[row] - bias))
                estimate = turn.unrotate(estimate)
            }
            while accelerometerIndex < accelerometer.count,
                accelerometer.times[accelerometerIndex] <= clock.times[row]
            {
                let seconds = Double(accelerometer.times[accelerometerIndex] - lastCorrection) * 1e-9
                let weight = 1 - Double.exp(-seconds / timeConstant)
                estimate += weight * (accelerometer.values[accelerometerIndex] - estimate)
                lastCorrection = accelerometer.times[accelerometerIndex]
                accelerometerIndex += 1
            }
            guard let direction = estimate.normalized else { continue }
            gravity.append(Decimal.rounded(length * direction, places: 5), at: clock.times[row])
        }
        return gravity
    }
}
