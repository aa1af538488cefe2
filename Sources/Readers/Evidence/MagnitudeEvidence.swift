import Rotations
import SensorModels
import Vocabulary

/// The units of a sensor that fit the length of its readings.
///
/// Gravity is 9.78 to 9.83 m/s^2 everywhere, the field 22 to 67 microtesla. An accelerometer's median length stays near
/// gravity even while walking; a magnetometer's includes the device's own field unless the device took that out.
struct MagnitudeEvidence {
    /// The units in which the median is plausible.
    let plausible: [LogUnit]
    /// As text for reports.
    let text: String

    /// `nil` for sensors whose length does not depend on the unit alone: rates, acceleration without gravity.
    init?(_ stream: VectorStream, of sensor: SensorKind, isCalibrated: Bool?) {
        guard let median = Self.medianLength(stream), median > 0 else { return nil }
        switch sensor {
        case .accelerometer:
            plausible = LogUnit.units(of: .acceleration).filter { (4.9...19.6).contains(median * $0.factor) }
        case .gravity:
            plausible = LogUnit.units(of: .acceleration).filter { (6.5...14.7).contains(median * $0.factor) }
        case .magnetometer, .magnetometerCorrected:
            // 15...100 uT with the device's own field taken out; up to 2000 uT with it (phones: 300 to 700). Steel leaves 8 uT, and boards in
            // gauss have less of their own field.
            let isClean = isCalibrated == true
            plausible = LogUnit.units(of: .field).filter { unit in
                let strength = median * unit.factor
                switch unit {
                case .normalised: return (0.7...1.5).contains(median)
                case .microtesla: return (8...(isClean ? 120 : 2000)).contains(strength)
                case .gauss: return (15...(isClean ? 120 : 800)).contains(strength)
                default: return (15...(isClean ? 120 : 900)).contains(strength)
                }
            }
        default: return nil
        }
        text = "median length \(Self.shown(median))"
    }

    /// Of the readings about an offset; of some ten thousand of a long log.
    static func medianLength(_ stream: VectorStream, about offset: Vector3 = .zero) -> Double? {
        Percentile.upperMedian(stream.sampledValues().map { ($0 - offset).length })
    }

    /// Three significant digits.
    static func shown(_ value: Double) -> String {
        guard value != 0, value.isFinite else { return "0" }
        var scale = 1.0
        var places = 0
        while value.magnitude * scale < 100 && places < 12 {
            scale *= 10
            places += 1
        }
        let rounded = (value * scale).rounded() / scale
        return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? "\(Int(clamping: rounded))" : "\(rounded)"
    }
}
