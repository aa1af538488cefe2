import Rotations

/// How a magnetometer's readings become the field: m_calibrated = S (m_raw - h).
public struct MagnetometerModel: Sendable, Hashable {
    /// h, microtesla, device axes: what the device's own magnets add.
    public var hardIron: Vector3
    /// S, without unit: symmetric by default, full where misalignment was fitted.
    public var softIron: Matrix3

    /// From h and S.
    public init(hardIron: Vector3, softIron: Matrix3 = .identity) {
        (self.hardIron, self.softIron) = (hardIron, softIron)
    }

    /// S (raw - h).
    @inlinable
    public func apply(_ raw: Vector3) -> Vector3 { softIron * (raw - hardIron) }
}

/// How an inertial sensor's readings become the quantity itself: scale (raw - bias).
public struct InertialModel: Sendable, Hashable {
    /// b in the sensor's unit, device axes.
    public var bias: Vector3
    /// K of a gyroscope, T of an accelerometer, without unit: scale and misalignment; the identity
    /// where they were not fitted.
    public var scale: Matrix3

    /// From bias and scale.
    public init(bias: Vector3, scale: Matrix3 = .identity) {
        (self.bias, self.scale) = (bias, scale)
    }

    /// scale (raw - bias).
    @inlinable
    public func apply(_ raw: Vector3) -> Vector3 { scale * (raw - bias) }
}

/// w_calibrated = K (w_raw - b), rad/s.
public typealias GyroscopeModel = InertialModel

/// f_calibrated = T (f_raw - b), m/s^2.
public typealias AccelerometerModel = InertialModel

#if !hasFeature(Embedded)
    extension MagnetometerModel: Codable {}
    extension InertialModel: Codable {}
#endif
