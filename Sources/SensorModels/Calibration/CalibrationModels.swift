import Rotations

/// How a magnetometer's readings become the field: m_calibrated = S (m_raw - h).
public struct MagnetometerModel: Sendable, Hashable {
    /// h, microtesla, device axes: what the device's own magnets add.
    public var hardIron: Vector3
    /// S, without unit: symmetric by default, full where misalignment was fitted.
    public var softIron: Matrix3

    /// From h and S.
    public init(hardIron: Vector3, softIron: Matrix3 = .identity) {
        self.hardIron = hardIron
        self.softIron = softIron
    }

    /// S (raw - h).
    @inlinable
    public func apply(_ raw: Vector3) -> Vector3 { softIron * (raw - hardIron) }
}

/// How a gyroscope's readings become the angular rate: w_calibrated = K (w_raw - b).
public struct GyroscopeModel: Sendable, Hashable {
    /// b, rad/s, device axes.
    public var bias: Vector3
    /// K, without unit: scale and misalignment; the identity where they were not fitted.
    public var scale: Matrix3

    /// From b and K.
    public init(bias: Vector3, scale: Matrix3 = .identity) {
        self.bias = bias
        self.scale = scale
    }

    /// K (raw - b).
    @inlinable
    public func apply(_ raw: Vector3) -> Vector3 { scale * (raw - bias) }
}

/// How an accelerometer's readings become the specific force: f_calibrated = T (f_raw - b).
public struct AccelerometerModel: Sendable, Hashable {
    /// b, m/s^2, device axes.
    public var bias: Vector3
    /// T, without unit: scale and misalignment; the identity where they were not fitted.
    public var scale: Matrix3

    /// From b and T.
    public init(bias: Vector3, scale: Matrix3 = .identity) {
        self.bias = bias
        self.scale = scale
    }

    /// T (raw - b).
    @inlinable
    public func apply(_ raw: Vector3) -> Vector3 { scale * (raw - bias) }
}

#if !hasFeature(Embedded)
    extension MagnetometerModel: Codable {}
    extension GyroscopeModel: Codable {}
    extension AccelerometerModel: Codable {}
#endif
