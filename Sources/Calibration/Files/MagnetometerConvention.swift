import Rotations
import SensorModels

/// Formats of other tools for a magnetometer calibration, and their conversion to m_calibrated = S (m_raw - h).
///
/// Both use the sensor's own axes: for a tool with other device axes, rotate its readings first.
public enum MagnetometerConvention: String, Sendable, CaseIterable {
    /// MATLAB's `[A, b] = magcal(D)`: row vectors, C = (D - b) A. Microtesla.
    case matlab
    /// ArduPilot's COMPASS_OFS, COMPASS_DIA, COMPASS_ODI: M (m + offset), M of diagonals and off-diagonals. Milligauss.
    case ardupilot
    /// x-io Fusion's FusionModelMagnetic: softIron (m - hardIron). The unit is that of the readings, microtesla here.
    case fusion
    /// The same in older versions of Fusion: softIron m - hardIron.
    case fusionLegacy = "fusion-legacy"
    /// Freescale AN4246 and MotionCal: invW (m - V). Microtesla.
    case freescale

    /// An offset and a matrix as the tool writes them.
    public struct Numbers: Sendable, Hashable {
        /// In the tool's unit and with the tool's sign.
        public var offset: Vector3
        /// In the tool's order: rows of A, M, softIron, invW.
        public var matrix: Matrix3

        /// From the tool's numbers.
        public init(offset: Vector3, matrix: Matrix3) {
            (self.offset, self.matrix) = (offset, matrix)
        }
    }

    /// The method recorded for a calibration from the tool's numbers.
    public var method: CalibrationMethod {
        switch self {
        case .matlab: return .matlab
        case .ardupilot: return .ardupilot
        case .fusion: return .fusion
        case .fusionLegacy: return .fusionLegacy
        case .freescale: return .freescale
        }
    }

    /// The tool's numbers for a model.
    public func numbers(of model: MagnetometerModel) -> Numbers {
        let (h, s) = (model.hardIron, model.softIron)
        switch self {
        case .matlab: return Numbers(offset: h, matrix: s.transpose)
        case .ardupilot: return Numbers(offset: -10 * h, matrix: s.symmetrized)
        case .fusion, .freescale: return Numbers(offset: h, matrix: s)
        case .fusionLegacy: return Numbers(offset: s * h, matrix: s)
        }
    }

    /// The model for a tool's numbers; nil where the matrix of `fusion-legacy` is singular.
    public func model(of numbers: Numbers) -> MagnetometerModel? {
        switch self {
        case .matlab: return MagnetometerModel(hardIron: numbers.offset, softIron: numbers.matrix.transpose)
        case .ardupilot: return MagnetometerModel(hardIron: -0.1 * numbers.offset, softIron: numbers.matrix)
        case .fusion, .freescale: return MagnetometerModel(hardIron: numbers.offset, softIron: numbers.matrix)
        case .fusionLegacy:
            return numbers.matrix.inverse.map {
                MagnetometerModel(hardIron: $0 * numbers.offset, softIron: numbers.matrix)
            }
        }
    }

    /// The numbers as a user of the tool types them.
    public func text(of model: MagnetometerModel) -> String {
        let numbers = numbers(of: model)
        let (o, m) = (numbers.offset, numbers.matrix)
        func row(_ v: Vector3) -> String { "\(v.x), \(v.y), \(v.z)" }
        switch self {
        case .matlab:
            return "b = [\(row(o))];\nA = [\(row(m.row0)); \(row(m.row1)); \(row(m.row2))];\n"
        case .ardupilot:
            let names = ["X", "Y", "Z"]
            let diagonal = m.diagonal
            let off = Vector3(m[0, 1], m[0, 2], m[1, 2])
            return (0..<3).map { "COMPASS_OFS_\(names[$0]) \(o[$0])\n" }.joined()
                + (0..<3).map { "COMPASS_DIA_\(names[$0]) \(diagonal[$0])\n" }.joined()
                + (0..<3).map { "COMPASS_ODI_\(names[$0]) \(off[$0])\n" }.joined()
        case .fusion, .fusionLegacy:
            return "const FusionMatrix softIronMatrix = {\(row(m.row0)), \(row(m.row1)), \(row(m.row2))};\n"
                + "const FusionVector hardIronOffset = {\(row(o))};\n"
        case .freescale:
            return "V = \(row(o))\ninvW = \(row(m.row0)); \(row(m.row1)); \(row(m.row2))\n"
        }
    }
}
