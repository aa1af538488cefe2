import Rotations
import SensorModels
import TestSupport
import Testing

/// What a calibration does with a reading, by hand.
@Suite("Calibration models")
struct CalibrationModelsTests {
    private let scale = Matrix3(Vector3(2, 0.5, 0), Vector3(0, 1, 0), Vector3(0, 0, -1))
    private let offset = Vector3(1, 2, -3)
    /// Less the offset (3, 2, 7); times the matrix (7, 2, -7).
    private let raw = Vector3(4, 4, 4)

    @Test("the offset is taken off first, then the matrix is applied")
    func order() {
        expectVector(InertialModel(bias: offset, scale: scale).apply(raw), Vector3(7, 2, -7), within: 1e-15)
        expectVector(MagnetometerModel(hardIron: offset, softIron: scale).apply(raw), Vector3(7, 2, -7), within: 1e-15)
    }
}
