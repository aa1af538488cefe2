import Geodesy
import Geomagnetism
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
        let parts = try SimulatedParts(self, options, .inMemory)
        var simulated = SimulatedRecording(
            recording: Recording(metadata: parts.metadata), motion: parts.motion, device: options.device,
            gyroscopeBias: VectorStream(), earthField: parts.earthField, gravity: parts.gravity)
        while let part = try parts.next() {
            simulated.recording.append(part)
            simulated.gyroscopeBias.append(parts.biases)
        }
        simulated.recording.provenance = provenance(of: simulated.recording)
        return simulated
    }

    /// Makes a log of the scenario, of any length, in memory that does not grow with it.
    /// - Throws: as `simulate`.
    public func parts(_ options: SimulationOptions) throws(SensorLabError) -> SimulatedParts {
        try SimulatedParts(self, options, .inParts)
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

    func disturbances(
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

    func earthField(_ options: SimulationOptions) throws(SensorLabError) -> Vector3 {
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

    func metadata(_ options: SimulationOptions) -> RecordingMetadata {
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
