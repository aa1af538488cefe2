/// Whether misalignment and delay of the magnetometer against the inertial sensors are part of its calibration.
public enum MagnetometerAlignmentChoice: String, Sendable, Codable, CaseIterable {
    /// Where the log has a gyroscope, they are significant and improve the prediction of readings left out.
    case auto
    /// Never: S stays symmetric, the delay zero.
    case none
}
