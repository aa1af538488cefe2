import Recordings
import Rotations
import SensorModels

/// A simulated recording with what is only known because it was simulated.
public struct SimulatedRecording: Sendable {
    /// The recording, with the exact reference orientation relative to true north.
    public var recording: Recording
    /// The motion behind it.
    public var motion: MotionPlan
    /// The device's errors, with the gyroscope's bias at time 0.
    public var device: DeviceModel
    /// The gyroscope's true bias at its stamps, rad/s, device axes; empty without a gyroscope.
    public var gyroscopeBias: VectorStream
    /// The earth's field: east, north (true), up, microtesla.
    public var earthField: Vector3
    /// Gravity at the place, m/s^2.
    public var gravity: Double
}
