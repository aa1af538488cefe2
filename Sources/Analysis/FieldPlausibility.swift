import Evaluation
import Rotations
import SensorModels
import Vocabulary

/// Whether magnetometer readings can be the Earth's field: by their magnitudes alone, since directions are what is wanted.
struct FieldPlausibility {
    /// The Earth's field, microtesla, with room for buildings.
    static let earth = 15.0...90.0
    /// A calibrated magnetometer away from iron keeps its magnitude: 10 % and 90 % of the readings are closer than this
    /// share of the median.
    static let calm = 0.2
    /// Beyond this share the readings are no Earth's field, whatever disturbs it.
    static let absurd = 1.0

    /// Median magnitude, microtesla; `nil` without readings.
    let median: Double?
    /// From 10 % to 90 % of the magnitudes, microtesla.
    let spread: Double

    init(_ magnetometer: VectorStream) {
        let magnitudes = magnetometer.values.map(\.length).sorted()
        guard !magnitudes.isEmpty else {
            median = nil
            spread = 0
            return
        }
        median = Percentile.of(sorted: magnitudes, 0.5)
        spread = Percentile.of(sorted: magnitudes, 0.9) - Percentile.of(sorted: magnitudes, 0.1)
    }

    /// The readings look like the Earth's field in every direction that was seen.
    var isUndisturbed: Bool { median.map { Self.earth.contains($0) && spread < Self.calm * $0 } ?? false }

    /// The readings cannot be the Earth's field: headings from them mean nothing.
    var isAbsurd: Bool { median.map { !Self.earth.contains($0) || spread > Self.absurd * $0 } ?? false }

    /// The warning for readings that filters got and that cannot be the Earth's field.
    var warning: Warning? {
        guard isAbsurd, let median else { return nil }
        func text(_ value: Double) -> String { String(Int(value.rounded())) }
        return Warning(
            code: "magnetometer-implausible",
            message: "the magnetometer's readings, as the filters got them, are no Earth's field (median "
                + "\(text(median)) microtesla, 80 % of them within \(text(spread))): headings from them mean nothing",
            advice: "calibrate: record the phone turned through all directions, away from iron, and give the file with "
                + "--calibration")
    }
}
