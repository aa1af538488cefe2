import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The options of `simulate`.
public struct SimulationOptions: Sendable {
    /// Equal seeds give equal recordings, byte for byte.
    public var seed: UInt64 = 1
    /// Seconds; `nil` for the scenario's own.
    public var duration: Double?
    /// Its place; `nil` for the scenario's own. Places of interest move along.
    public var place: GeodeticPosition?
    /// The number of headings at which a compass swing stops in one turn, 2 to 360.
    public var headings = 8
    /// The day; `nil` for the scenario's own.
    public var date: CalendarDate?
    /// The earth's magnetic field at the scenario's place: east, north (true) and up, microtesla; `nil` for the World
    /// Magnetic Model's at the date.
    public var earthField: Vector3?
    /// The device and its errors.
    public var device: DeviceModel = .iPhone5
    /// When the accelerometer samples.
    public var accelerometer = SamplingModel(rate: 100)
    /// When the gyroscope samples; the device's gravity has its stamps.
    public var gyroscope = SamplingModel(rate: 100)
    /// When the magnetometer samples.
    public var magnetometer = SamplingModel(rate: 50)
    /// The errors and times of location fixes.
    public var location = LocationModel()
    /// Whether the device has no gyroscope: none is recorded, and the device computes gravity without it.
    public var withoutGyroscope = false
    /// Streams that the device has but the log leaves out.
    public var leftOut: Set<SensorKind> = []
    /// Fields that are added to the earth's.
    public var disturbances: [MagneticDisturbance] = []
    /// Whether magnets come near about every ten seconds (`ApproachingMagnet.visits`).
    public var magnetsComeNear = false
    /// The field of a building: root mean square of its length, microtesla; 0 for none.
    public var buildingField = 0.0
    /// The distance over which the building's field changes, metres.
    public var buildingLength = 1.5
    /// The surroundings of a motion of the zoo; `nil` for none.
    public var roomField: RoomField?
    /// What was set of the sensors, for the metadata: arguments of `--set`.
    public var settings: [String] = []
    /// The AR session that runs beside the sensors; `nil` for none.
    public var arSession: ARSessionModel?
    /// The warming of the device; acts on biases with a temperature coefficient.
    public var warmUp = WarmUp(rise: 0)

    /// The defaults, with a given earth field (east, north, up; microtesla) or the model's.
    public init(earthField: Vector3? = nil) { self.earthField = earthField }
}

/// Options per sensor.
extension SimulationOptions {
    /// Where the sampling of a sensor is stored.
    /// - Throws: `SensorLabError` (usage, `unknown-sensor`) for all but accelerometer, gyroscope, magnetometer and
    ///   location.
    public static func sampling(
        of sensor: SensorKind
    ) throws(SensorLabError) -> WritableKeyPath<SimulationOptions, SamplingModel> {
        switch sensor {
        case .accelerometer: return \.accelerometer
        case .gyroscope: return \.gyroscope
        case .magnetometer: return \.magnetometer
        case .location: return \.location.sampling
        default: throw unknown(sensor, "accelerometer, gyroscope, magnetometer or location")
        }
    }

    /// Where the read-out of a sensor is stored.
    /// - Throws: `SensorLabError` (usage, `unknown-sensor`) for all but accelerometer, gyroscope and magnetometer.
    public static func readout(
        of sensor: SensorKind
    ) throws(SensorLabError) -> WritableKeyPath<SimulationOptions, ReadoutModel> {
        switch sensor {
        case .accelerometer: return \.device.accelerometerReadout
        case .gyroscope: return \.device.gyroscopeReadout
        case .magnetometer: return \.device.magnetometerReadout
        default: throw unknown(sensor, threeAxes)
        }
    }

    /// Scales the readings of a sensor up by a percentage per axis.
    /// - Throws: `SensorLabError` (usage) for all but accelerometer, gyroscope and magnetometer, and for -100 % and
    ///   less.
    public mutating func setScaleError(_ percent: Vector3, of sensor: SensorKind) throws(SensorLabError) {
        guard min(percent.x, percent.y, percent.z) > -100 else {
            throw SensorLabError(
                .usage, code: .singularCalibration, place: "simulate",
                message: "the \(sensor.rawValue) would read zero or the opposite along an axis",
                advice: "give more than -100 %")
        }
        try distort(sensor, by: Matrix3(diagonal: Vector3(1, 1, 1) + percent / 100))
    }

    /// Turns the axes of a sensor against those of the device: the quantity at x is read at R x, with a rotation vector
    /// in degrees, device axes.
    /// - Throws: `SensorLabError` (usage) for all but accelerometer, gyroscope and magnetometer.
    public mutating func setMisalignment(_ degrees: Vector3, of sensor: SensorKind) throws(SensorLabError) {
        let q = Quaternion(rotationVector: Angle.radiansPerDegree * degrees)
        let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].map { q.rotate($0) }
        try distort(sensor, by: Matrix3(columns: axes[0], axes[1], axes[2]))
    }

    /// Sets the flicker noise B of a sensor's bias, in its SI unit.
    /// - Throws: `SensorLabError` (usage) for all but accelerometer and gyroscope, and for a negative one.
    public mutating func setBiasInstability(_ instability: Double, of sensor: SensorKind) throws(SensorLabError) {
        guard instability >= 0 else {
            throw SensorLabError(
                .usage, code: .negativeNoise, place: "simulate",
                message: "the bias instability of the \(sensor.rawValue) is \(instability)", advice: "give 0 or more")
        }
        switch sensor {
        case .accelerometer: device.accelerometerInstability = instability
        case .gyroscope: device.gyroscopeInstability = instability
        default: throw Self.unknown(sensor, "accelerometer or gyroscope")
        }
    }

    private static let threeAxes = "accelerometer, gyroscope or magnetometer"

    private static func unknown(_ sensor: SensorKind, _ expected: String) -> SensorLabError {
        SensorLabError(
            .usage, code: .unknownSensor, place: "simulate", message: "\(sensor.rawValue) cannot be set",
            advice: "expected \(expected)")
    }

    /// Applies one more matrix to the readings; the calibration that undoes them gets its inverse as the last factor.
    private mutating func distort(_ sensor: SensorKind, by matrix: Matrix3) throws(SensorLabError) {
        guard let inverse = matrix.inverse else {
            throw SensorLabError(
                .usage, code: .singularCalibration, place: "simulate",
                message: "the \(sensor.rawValue) would read zero along an axis", advice: "give a smaller error")
        }
        switch sensor {
        case .accelerometer: device.accelerometer.scale = device.accelerometer.scale * inverse
        case .gyroscope: device.gyroscope.scale = device.gyroscope.scale * inverse
        case .magnetometer: device.magnetometer.softIron = device.magnetometer.softIron * inverse
        default: throw Self.unknown(sensor, Self.threeAxes)
        }
    }
}

/// An effect of a device that is off by default, so that the simplest recording contains only calibration errors, noise
/// and a slow walk of the gyroscope's bias.
public enum DeviceEffect: String, Sendable, CaseIterable {
    /// The rates, jitter and delays of the device's own sensors.
    case timing
    /// The resolutions of the device's own sensors.
    case quantisation
    /// Bias instability and correlated noise of neighbouring samples: the Allan deviation of the device.
    case allan
    /// Biases that follow the temperature.
    case temperature

    /// What it does, in a few words.
    public var summary: String {
        switch self {
        case .timing: return "the device's own rates, jitter and delays"
        case .quantisation: return "the device's own steps"
        case .allan: return "bias instability and correlated noise"
        case .temperature: return "biases that drift while the device warms up"
        }
    }
}

extension SimulationOptions {
    /// Enables an effect of the device; `device` and the samplings can still be changed afterwards.
    public mutating func enable(_ effect: DeviceEffect) {
        let details = device.details
        let sensors:
            [(WritableKeyPath<Self, SamplingModel>, WritableKeyPath<Self, ReadoutModel>, DeviceDetails.Sensor)] = [
                (\.accelerometer, \.device.accelerometerReadout, details.accelerometer),
                (\.gyroscope, \.device.gyroscopeReadout, details.gyroscope),
                (\.magnetometer, \.device.magnetometerReadout, details.magnetometer),
            ]
        switch effect {
        case .timing:
            for (sampling, _, sensor) in sensors {
                if let known = sensor.sampling { self[keyPath: sampling] = known }
            }
        case .quantisation:
            for (_, readout, sensor) in sensors { self[keyPath: readout].resolution = sensor.resolution }
        case .allan:
            device.gyroscopeInstability = details.gyroscopeInstability
            device.accelerometerInstability = details.accelerometerInstability
            for (_, readout, sensor) in sensors { self[keyPath: readout].correlationTime = sensor.correlationTime }
        case .temperature:
            device.gyroscopeTemperatureCoefficient = details.gyroscopeTemperatureCoefficient
            device.accelerometerTemperatureCoefficient = details.accelerometerTemperatureCoefficient
            if warmUp.rise == 0 { warmUp.rise = 10 }
        }
    }
}

/// The warming of a device in use, dT = rise (1 - exp(-t / time constant)), which its biases follow.
public struct WarmUp: Sendable, Hashable {
    /// Final rise of the temperature, kelvin.
    public var rise: Double
    /// The time in which 63 % of the rise is reached, seconds, > 0.
    public var timeConstant: Double

    /// A rise in kelvin within a time in seconds.
    public init(rise: Double, timeConstant: Double = 300) {
        self.rise = rise
        self.timeConstant = timeConstant
    }

    /// The temperature rise since time 0 at a time in seconds, kelvin.
    public func difference(at time: Double) -> Double { rise * (1 - Double.exp(-max(0, time) / timeConstant)) }
}
