import Recordings
import Rotations
import SensorModels

/// What `simulate` can be asked for.
public struct SimulationOptions: Sendable {
    /// Equal seeds give equal recordings, byte for byte.
    public var seed: UInt64 = 1
    /// Seconds; `nil` for the scenario's own.
    public var duration: Double?
    /// Where it takes place; `nil` for the scenario's own. Places of interest move along.
    public var place: Place?
    /// How many headings a compass swing stops at in one turn, 2 to 360.
    public var headings = 8
    /// The day; `nil` for the scenario's own.
    public var date: CalendarDate?
    /// The earth's magnetic field at the scenario's place: east, north (true) and up, microtesla; `nil` for the World Magnetic
    /// Model's at the date.
    public var earthField: Vector3?
    /// The device and its errors.
    public var device: DeviceModel = .iPhone5
    /// When the accelerometer samples.
    public var accelerometer = SamplingModel(rate: 100)
    /// When the gyroscope samples; the device's gravity comes at its stamps.
    public var gyroscope = SamplingModel(rate: 100)
    /// When the magnetometer samples.
    public var magnetometer = SamplingModel(rate: 50)
    /// How positions are found.
    public var location = LocationModel()
    /// The device has no gyroscope: none is recorded, and the device computes gravity without it.
    public var withoutGyroscope = false
    /// Streams that the device has but the log leaves out.
    public var leftOut: Set<SensorKind> = []
    /// What is added to the earth's field.
    public var disturbances: [MagneticDisturbance] = []
    /// Whether magnets come near every ten seconds or so (`ApproachingMagnet.visits`).
    public var magnetsComeNear = false
    /// The field of a building: root mean square of its length, microtesla; 0 for none.
    public var buildingField = 0.0
    /// Over which distance the building's field changes, metres.
    public var buildingLength = 1.5
    /// How the device grows warm; acts on biases that have a temperature coefficient.
    public var warmUp = WarmUp(rise: 0)

    /// The defaults; in a given earth field (east, north, up; microtesla) or in the model's.
    public init(earthField: Vector3? = nil) { self.earthField = earthField }
}
