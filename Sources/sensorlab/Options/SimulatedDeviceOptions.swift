import ArgumentParser
import Rotations
import SensorModels
import Simulation

/// Errors and sampling of the simulated device.
struct SimulatedDeviceOptions: ParsableArguments {
    @Option(help: "Device: \(DeviceModel.all.map(\.name).joined(separator: ", ")).", completion: .device)
    var device = DeviceModel
        .iPhone5.name
    @Option(
        help: "Sensor set in place of a device: \(SensorSet.all.map(\.name).joined(separator: ", ")).",
        completion: .list(SensorSet.all.map(\.name))) var sensors: String?
    @Option(
        help: ArgumentHelp(
            "Effect to simulate, off by default: "
                + "\(DeviceEffect.allCases.map { "\($0.rawValue) (\($0.summary))" }.joined(separator: "; ")) (repeatable)",
            valueName: "effect"))
    var effect: [DeviceEffect] = []
    @Flag(help: "Simulate every effect.") var allEffects = false
    @Flag(help: "Simulate neither noise nor drift; biases, hard and soft iron remain.") var noiseless = false

    @Option(parsing: .unconditional, help: "Gyroscope bias x,y,z, degrees per second.") var gyroscopeBias: Triple?
    @Option(parsing: .unconditional, help: "Accelerometer bias x,y,z, m/s^2.") var accelerometerBias: Triple?
    @Option(parsing: .unconditional, help: "Hard iron x,y,z, microtesla.") var hardIron: Triple?
    @Option("Symmetric matrix S that undoes the soft iron, without unit.", form: "xx,yy,zz,xy,xz,yz")
    var softIron: NumberList?
    @Option("Scale error per axis, percent (repeatable).", form: "sensor=x[,y,z]") var scaleError: [SensorSetting] = []
    @Option(
        "Rotation of a sensor's axes against the device's axes, rotation vector, degrees (repeatable).",
        form: "sensor=x,y,z"
    )
    var misalignment: [SensorSetting] = []
    @Option("Standard deviation of a sample's noise, SI unit or microtesla (repeatable).", form: "sensor=x[,y,z]")
    var noise: [SensorSetting] = []
    @Option("Range +-: readings beyond saturate (repeatable).", form: "sensor=range") var range: [SensorSetting] = []
    @Option("Quantisation step (repeatable).", form: "sensor=step") var resolution: [SensorSetting] = []
    @Option("Bias instability (flicker noise) B of accelerometer or gyroscope, SI unit (repeatable).", form: "sensor=B")
    var biasInstability: [SensorSetting] = []
    @Option(
        "Rise of the device's temperature and its time constant (default: 300 s); implies --effect temperature.",
        form: "kelvin[,seconds]") var warmUp: NumberList?

    @Option(
        parsing: .unconditional, help: "Rate of accelerometer, gyroscope, gravity and reference, Hz (default: 100).")
    var rate: Double?
    @Option(parsing: .unconditional, help: "Rate of the magnetometer, Hz (default: 50).") var magnetometerRate: Double?
    @Option(parsing: .unconditional, help: "Rate of the location, Hz (default: 1).") var locationRate: Double?
    @Option("Standard deviation of the sampling jitter (repeatable).", form: "sensor=seconds")
    var jitter: [SensorSetting] = []
    @Option("Delay of a sensor's stamps (repeatable).", form: "sensor=seconds") var delay: [SensorSetting] = []
    @Option("Share of the samples lost at random (repeatable).", form: "sensor=part") var loss: [SensorSetting] = []
    @Option("Interval without samples of a sensor (repeatable).", form: "sensor=from,to")
    var dropOut: [SensorSetting] = []

    /// The sensor set; `nil` where there is a device.
    func sensorSet() throws -> SensorSet? {
        guard let sensors else { return nil }
        if device != DeviceModel.iPhone5.name {
            throw ValidationError("--sensors \(sensors): expected no --device beside it")
        }
        return try SensorSet.named(sensors)
    }

    func apply(to options: inout SimulationOptions, sensors: SensorSet?) throws {
        options.device = try DeviceModel.named(device)
        sensors?.apply(to: &options)
        for effect in allEffects ? DeviceEffect.allCases : effect { options.enable(effect) }
        if let warmUp {
            let numbers = try warmUp.expect([1, 2], "--warm-up", "KELVIN[,SECONDS]")
            options.enable(.temperature)
            options.warmUp =
                numbers.count == 1 ? WarmUp(rise: numbers[0]) : WarmUp(rise: numbers[0], timeConstant: numbers[1])
        }
        if noiseless { options.device = options.device.withoutNoise }
        try applyErrors(to: &options)
        try applySampling(to: &options)
    }

    private func applyErrors(to options: inout SimulationOptions) throws {
        if let gyroscopeBias { options.device.gyroscope.bias = gyroscopeBias.vector * Angle.radiansPerDegree }
        if let accelerometerBias { options.device.accelerometer.bias = accelerometerBias.vector }
        if let hardIron { options.device.magnetometer.hardIron = hardIron.vector }
        if let softIron {
            let s = try softIron.expect([6], "--soft-iron", "xx,yy,zz,xy,xz,yz")
            options.device.magnetometer.softIron = Matrix3(
                Vector3(s[0], s[3], s[4]), Vector3(s[3], s[1], s[5]), Vector3(s[4], s[5], s[2]))
        }
        for setting in scaleError { try options.setScaleError(setting.vector("--scale-error"), of: setting.sensor) }
        for setting in misalignment {
            try options.setMisalignment(setting.vector("--misalignment"), of: setting.sensor)
        }
        for setting in noise {
            options[keyPath: try SimulationOptions.readout(of: setting.sensor)].noise = try setting.vector("--noise")
        }
        for setting in range {
            options[keyPath: try SimulationOptions.readout(of: setting.sensor)].range = try setting.scalar("--range")
        }
        for setting in resolution {
            let path = try SimulationOptions.readout(of: setting.sensor)
            options[keyPath: path].resolution = try setting.scalar("--resolution")
        }
        for setting in biasInstability {
            try options.setBiasInstability(setting.scalar("--bias-instability"), of: setting.sensor)
        }
    }

    private func applySampling(to options: inout SimulationOptions) throws {
        if let rate {
            options.accelerometer.rate = rate
            options.gyroscope.rate = rate
        }
        if let magnetometerRate { options.magnetometer.rate = magnetometerRate }
        if let locationRate { options.location.sampling.rate = locationRate }
        let parts: [(settings: [SensorSetting], option: String, property: WritableKeyPath<SamplingModel, Double>)] = [
            (jitter, "--jitter", \.jitter), (delay, "--delay", \.delay), (loss, "--loss", \.loss),
        ]
        for (settings, option, property) in parts {
            for setting in settings {
                let path = try SimulationOptions.sampling(of: setting.sensor).appending(path: property)
                options[keyPath: path] = try setting.scalar(option)
            }
        }
        for setting in dropOut {
            let path = try SimulationOptions.sampling(of: setting.sensor)
            options[keyPath: path].dropOuts.append(try setting.interval("--drop-out"))
        }
    }
}
