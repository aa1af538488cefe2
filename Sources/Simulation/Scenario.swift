import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A kind of motion at a place, from which `simulate` makes a recording.
///
/// To add a scenario, add a value of this type to `Scenario.all`, with a function that lays out the motion.
public struct Scenario: Adjustable {
    /// The name on the command line, kebab case.
    public let name: String
    /// What happens in it, one sentence.
    public let summary: String
    /// Its place; the altitude is that of the device at height zero.
    public let place: GeodeticPosition
    /// Its date unless the options give another; `nil` for a scenario without one.
    public let date: CalendarDate?
    /// Duration unless the options give another, seconds.
    public let defaultDuration: Double
    /// The shortest duration, seconds.
    public let minimumDuration: Double
    /// Lays out a motion; equal generators give equal motions.
    let plan: @Sendable (_ request: MotionRequest, _ random: inout RandomGenerator) -> MotionPlan
    /// What can be set of the motion; empty where it is fixed.
    public internal(set) var parameters: [SimulationParameter] = []

    /// Replaces a value without a check.
    public mutating func replace(at index: Int, with value: Double) { parameters[index].value = value }

    /// All scenarios but the kinds of the zoo.
    public static let all: [Scenario] =
        [
            .arPanning, .arWalking, .texting, .phoning, .swinging, .pocket, .backPocket, .turntable, .compassSwing,
            .turnTest, .figureEight, .car,
        ] + families

    /// The scenario or the kind of the zoo of that name, matched without case.
    /// - Throws: `SensorLabError` (usage, `unknown-scenario`) with the nearest name.
    public static func named(_ name: String) throws(SensorLabError) -> Scenario {
        let scenarios = all + zoo
        if let scenario = scenarios.first(where: { $0.name == name.lowercased() }) { return scenario }
        let names = all.map(\.name)
        let advice =
            NearestName.of(name, in: names).map { "did you mean \($0)? sensorlab simulate --list shows all" }
            ?? "the scenarios are \(names.joined(separator: ", "))"
        throw SensorLabError(
            .usage, code: .unknownScenario, place: "simulate \(name)", message: "there is no scenario \(name)",
            advice: advice)
    }
}

extension Scenario {
    /// The longest recording, seconds: a day in memory, a month in a file.
    private static func longest(_ use: SimulatedParts.Use) -> Double { use == .inMemory ? 86_400 : 31 * 86_400 }

    /// The most samples per sensor of a recording, at some 100 Hz.
    private static func mostSamples(_ use: SimulatedParts.Use) -> Double { use == .inMemory ? 1e7 : 3e8 }

    private func refuse(_ code: ErrorCode, _ message: String, _ advice: String) -> SensorLabError {
        SensorLabError(.usage, code: code, place: "simulate \(name)", message: message, advice: advice)
    }

    private func require(
        _ holds: Bool, _ code: ErrorCode, _ message: String, _ advice: String
    ) throws(SensorLabError) {
        if !holds { throw refuse(code, message, advice) }
    }

    /// Rejects what cannot be simulated.
    func check(
        duration: Double, options: SimulationOptions, _ use: SimulatedParts.Use
    ) throws(SensorLabError) {
        let longest = Self.longest(use)
        try require(
            duration >= minimumDuration && duration <= longest, .durationOutOfRange, "the duration is \(duration) s",
            "choose one from \(minimumDuration) to \(Int(clamping: longest)) s")
        try check("accelerometer", options.accelerometer, duration, use)
        try check("gyroscope", options.gyroscope, duration, use)
        try check("magnetometer", options.magnetometer, duration, use)
        try check("location", options.location.sampling, duration, use)
        try check("accelerometer", options.device.accelerometerReadout)
        try check("gyroscope", options.device.gyroscopeReadout)
        try check("magnetometer", options.device.magnetometerReadout)
        try require(
            options.device.magnetometer.softIron.symmetrized.isPositiveDefinite, .singularCalibration,
            "the soft iron mirrors or flattens the field", "give a matrix near the identity: all eigenvalues above 0")
        if let field = options.earthField {
            try require(field.isFinite, .fieldNotFinite, "the Earth's field is \(field)", "give three numbers")
        }
        try require(
            (2...360).contains(options.headings), .headingsOutOfRange, "a swing over \(options.headings) headings",
            "choose 2 to 360")
        try require(
            options.warmUp.rise.isFinite && options.warmUp.timeConstant > 0, .warmUpOutOfRange,
            "the device warms up by \(options.warmUp.rise) K within \(options.warmUp.timeConstant) s",
            "give the rise in kelvins and a time above 0 s")
        try require(
            options.buildingField >= 0 && options.buildingField.isFinite && options.buildingLength > 0,
            .buildingOutOfRange,
            "the field of the building is \(options.buildingField) uT over \(options.buildingLength) m",
            "give a field of 0 or more and a length above 0")
        let location = options.location
        try require(
            location.horizontalSigma >= 0 && location.horizontalSigma.isFinite && location.correlationTime > 0,
            .locationErrorOutOfRange,
            "the fixes have an error of \(location.horizontalSigma) m, correlated over \(location.correlationTime) s",
            "give an error of 0 m or more and a time above 0 s")
    }

    private func check(
        _ sensor: String, _ sampling: SamplingModel, _ duration: Double, _ use: SimulatedParts.Use
    ) throws(SensorLabError) {
        try require(
            sampling.rate > 0 && sampling.rate <= 10000, .rateOutOfRange,
            "the rate of the \(sensor) is \(sampling.rate) Hz",
            "choose a rate above 0, up to 10000 Hz; --without SENSOR leaves a sensor out")
        try require(
            duration * sampling.rate <= Self.mostSamples(use), .tooManySamples,
            "\(duration) s at \(sampling.rate) Hz are too many samples of the \(sensor)",
            "choose duration and rate for at most \(Int(clamping: Self.mostSamples(use))) samples per sensor")
        try require(
            (0...3600).contains(sampling.jitter) && sampling.delay.magnitude <= 3600, .timingOutOfRange,
            "the jitter of the \(sensor) is \(sampling.jitter) s, its delay \(sampling.delay) s",
            "choose a jitter of 0 to 3600 s and a delay within an hour")
        try require(
            (0..<1).contains(sampling.loss), .lossOutOfRange,
            "the share of lost samples of the \(sensor) is \(sampling.loss)", "choose a share from 0 to less than 1")
    }

    private func check(_ sensor: String, _ readout: ReadoutModel) throws(SensorLabError) {
        let noise = readout.noise
        try require(
            noise.isFinite && min(noise.x, noise.y, noise.z) >= 0, .negativeNoise,
            "the noise of the \(sensor) is \(noise.x), \(noise.y), \(noise.z)", "give standard deviations of 0 or more")
        try require(
            readout.range > 0, .parameterOutOfRange, "the range of the \(sensor) is \(readout.range)",
            "give one above 0")
        try require(
            readout.resolution >= 0 && readout.resolution.isFinite, .parameterOutOfRange,
            "the resolution of the \(sensor) is \(readout.resolution)", "give a step of 0 (none) or more")
    }

    /// Rejects readings beyond the range of any sensor, which the log would lack without notice.
    func check(_ recording: Recording) throws(SensorLabError) {
        for sensor in SensorKind.allCases {
            guard let path = Recording.vectorPath(of: sensor),
                let wrong = recording[keyPath: path].values.first(where: { !$0.isReading })
            else { continue }
            throw refuse(
                .parameterOutOfRange, "the \(sensor.rawValue) reads \(wrong.x), \(wrong.y), \(wrong.z)",
                "give smaller errors, magnets or fields")
        }
        guard let wrong = recording.location.values.first(where: { !$0.place.isValid })?.place else { return }
        throw refuse(
            .parameterOutOfRange, "the location is \(wrong.latitude), \(wrong.longitude), \(wrong.height)",
            "give a smaller --location-error")
    }

    /// Rejects a magnet at the sensor's position.
    func check(
        _ disturbances: [MagneticDisturbance], along trajectory: Trajectory, duration: Double,
        options: SimulationOptions
    ) throws(SensorLabError) {
        let magnets = disturbances.filter {
            switch $0 {
            case .dipole, .approaching: return true
            case .attached, .building, .iron, .passing: return false
            }
        }
        guard !magnets.isEmpty else { return }
        for time in stride(from: 0, through: duration, by: 1 / options.magnetometer.rate) {
            let position = trajectory.position(at: time)
            for magnet in magnets {
                guard let distance = magnet.distance(at: time, position: position) else { continue }
                guard distance >= MagneticDisturbance.nearest else {
                    throw refuse(
                        .magnetAtSensor,
                        "a magnet is \(Decimal.rounded(distance, places: 4)) m from the sensor at "
                            + "\(Decimal.rounded(time, places: 2)) s",
                        "keep it \(MagneticDisturbance.nearest) m away; for a magnet on the device use an attached magnet"
                    )
                }
            }
        }
    }
}
