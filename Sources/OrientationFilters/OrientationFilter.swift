import Rotations
import SensorModels

#if hasFeature(Embedded)
    /// The state of a filter: a plain value.
    public typealias FilterState = Equatable & Sendable
#else
    /// The state of a filter: a plain value that can be saved and read back to the bit.
    /// Embedded Swift has no `Codable`.
    public typealias FilterState = Codable & Equatable & Sendable
#endif

/// A receiver of samples with an estimate: one update per sensor, each at its own rate, with its own time stamp.
///
/// Samples come in the order of their stamps and, where stamps are equal, in the order gyroscope, accelerometer,
/// gravity, magnetometer. Stamps are nanoseconds of one clock.
public protocol SampleReceiver: Sendable {
    /// Angular rate, rad/s, device axes.
    mutating func update(gyroscope rate: Vector3, at time: Int64)
    /// Specific force, m/s^2, device axes.
    mutating func update(accelerometer force: Vector3, at time: Int64)
    /// Gravity as the device computed it, m/s^2, the accelerometer's sign. Only called where there is no accelerometer.
    mutating func update(gravity: Vector3, at time: Int64)
    /// Magnetic field, microtesla, device axes, calibrated.
    mutating func update(magnetometer field: Vector3, at time: Int64)

    /// Continues after a hole (`Hole`), in which the motion is unknown. To be called before the first sample after it,
    /// with its stamp; an app calls it when it returns from the background.
    mutating func resume(at time: Int64)

    /// The orientation after the samples so far, with its sigmas and flags; `nil` until it is defined.
    var estimate: OrientationEstimate? { get }

    /// What was learnt of the sensors; `nil` until something was, and for receivers that do not calibrate.
    var calibration: SelfCalibration? { get }
}

extension SampleReceiver {
    /// Nothing.
    public var calibration: SelfCalibration? { nil }
}

/// A causal estimator of orientation.
///
/// A filter is a value of three plain structs: parameters (the user's choice), coefficients (derived from them) and
/// state (after the samples so far); the state is `Codable`, so a filter can be saved and resumed to the bit.
/// Updates do not allocate. Implausible readings (`Vector3.isReading`) must not be passed in; `replay` and
/// `RunningFilter` skip them.
public protocol OrientationFilter: SampleReceiver {
    associatedtype Parameters: FilterParameters
    associatedtype State: FilterState

    /// The name and the description that the catalogue shows.
    static var information: FilterInformation { get }

    init(parameters: Parameters)

    var parameters: Parameters { get }

    /// The state after the samples so far; assigning resumes a saved filter.
    var state: State { get set }
}

/// What a filter is, for the catalogue.
public struct FilterInformation: Sendable, Hashable {
    /// The name on the command line, matched without case.
    public let name: String
    /// One sentence: what it does.
    public let summary: String
    /// Paper, book or origin.
    public let reference: String
    /// The motion model that replaces a missing gyroscope; `nil` where the filter needs one.
    public let withoutGyroscope: String?
    /// Whether the filter can do without a magnetometer (its heading is then relative).
    public let worksWithoutMagnetometer: Bool
    /// Whether it needs the whole recording at once, so that an app cannot run it.
    public let isOffline: Bool
    /// Whether it estimates bias, scale and iron itself, so that it is best given the readings as they are, or with a
    /// calibration from another recording, and not with one from the same.
    public let calibratesItself: Bool

    /// A description for the catalogue.
    public init(
        name: String, summary: String, reference: String, withoutGyroscope: String?, worksWithoutMagnetometer: Bool,
        isOffline: Bool = false, calibratesItself: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.reference = reference
        self.withoutGyroscope = withoutGyroscope
        self.worksWithoutMagnetometer = worksWithoutMagnetometer
        self.isOffline = isOffline
        self.calibratesItself = calibratesItself
    }
}

extension OrientationFilter {
    /// Uses gravity, m/s^2, as a reading of the accelerometer.
    @inlinable
    public mutating func update(gravity: Vector3, at time: Int64) { update(accelerometer: gravity, at: time) }

    /// Starts again, as a filter without samples. Filters whose prediction covers a hole keep what they learnt.
    @inlinable
    public mutating func resume(at time: Int64) { self = Self(parameters: parameters) }

    /// As `replay(_:name:)`, under the filter's name.
    public mutating func replay(_ input: FilterInput) -> OrientationTrack {
        replay(input, name: Self.information.name)
    }
}
