import Rotations

/// What counts as a reading of a three-axis sensor, whatever its kind.
public enum SensorReading {
    /// Larger components, in rad/s, m/s^2 or microtesla, are implausible: no sensor measures them, and their squares
    /// and cubes overflow in a filter.
    public static let largestComponent = 1e7
}

extension Vector3 {
    /// Whether it is a plausible reading: finite, every component below `SensorReading.largestComponent`.
    @inlinable public var isReading: Bool {
        // A comparison with NaN is false.
        x.magnitude < SensorReading.largestComponent && y.magnitude < SensorReading.largestComponent
            && z.magnitude < SensorReading.largestComponent
    }
}
