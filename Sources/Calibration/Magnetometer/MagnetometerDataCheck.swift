import LinearAlgebra
import Rotations
import Vocabulary

/// Detects data to which no ellipsoid can be fitted, before and after the fit.
enum MagnetometerDataCheck {
    /// Fewer distinct readings cannot determine ten unknowns, noise and correlation.
    static let fewestSamples = 20
    /// An axis with the same extreme value in more than this share of the distinct readings is saturated.
    static let saturatedShare = 0.03
    /// The Earth's field is 22 to 67 microtesla; buildings change it by up to half.
    static let plausibleStrength = 11.0...100.0

    /// Readings of a long log that are enough to recognise the unit, which is off by a factor of ten or more.
    static let samplesForUnit = 5000

    /// Stillness: the bulk of the readings has a smaller spread than this, microtesla, ...
    static let stillSpread = 4.0
    /// ... and than this many times the differences of neighbours.
    static let stillRatio = 4.0

    /// The reason to refuse, if any.
    static func beforeFit(_ samples: MagnetometerSamples) -> CalibrationVerdict? {
        let record = "record half a minute while turning the phone slowly through all directions"
        guard let first = samples.field.first else {
            return samples.notFinite > 0
                ? .refused("none of the \(samples.notFinite) magnetometer readings is finite", advice: record)
                : .refused("there is no magnetometer reading", advice: record)
        }
        if samples.field.allSatisfy({ $0 == .zero }) {
            return .refused("all magnetometer readings are zero: the sensor was off", advice: record)
        }
        if samples.field.allSatisfy({ $0 == first }) {
            return .refused(
                "the magnetometer's readings never change: the sensor was off or the device was still", advice: record)
        }
        if samples.field.count < fewestSamples {
            return .refused(
                "only \(samples.field.count) distinct magnetometer readings, expected at least \(fewestSamples)",
                advice: record)
        }
        for (axis, name) in ["x", "y", "z"].enumerated() {
            let values = samples.field.map { $0[axis] }
            guard let low = values.min(), let high = values.max(), high > low else {
                return .refused("the readings of the magnetometer's \(name) axis never change", advice: record)
            }
            for limit in [low, high] {
                let share = Double(values.count { $0 == limit }) / Double(values.count)
                // Coarse quantisation repeats extremes too, but then every value repeats as often.
                if share > saturatedShare, share > 8 / Double(Set(values).count) {
                    return .refused(
                        "the magnetometer's \(name) axis is saturated: \(Int(clamping: (100 * share).rounded())) % of its readings are \(limit)",
                        advice: "keep magnets away (case, holder, car) and record again")
                }
            }
        }
        return stillness(samples) ?? unit(samples)
    }

    /// A sphere through readings from all sides has the radius of the Earth's field, if the unit is microtesla.
    private static func unit(_ samples: MagnetometerSamples) -> CalibrationVerdict? {
        let field = samples.thinned(to: samplesForUnit).field
        let rows = Matrix(field.map { [$0.x, $0.y, $0.z] })
        guard let axes = try? rows.sampleCovariance().covariance.symmetricEigen().values, axes[0] > 0.1 * axes[2],
            let sphere = try? SphereFit.solve(field)
        else { return nil }
        let squares = field.reduce(0) {
            let error = ($1 - sphere.centre).length - sphere.radius
            return $0 + error * error
        }
        let residual = (squares / Double(field.count)).squareRoot()
        return residual < 0.15 * sphere.radius ? afterFit(strength: sphere.radius) : nil
    }

    /// Readings of a still device form a cloud of noise, to which spheres of any centre fit. Only the bulk counts, so
    /// that handling at the end has no effect; the comparison with neighbours excludes logs in other units.
    private static func stillness(_ samples: MagnetometerSamples) -> CalibrationVerdict? {
        var (spread, noise) = (0.0, 0.0)
        for axis in 0..<3 {
            let values = samples.field.map { $0[axis] }
            let middle = RobustStatistics.median(values)
            let scale = RobustStatistics.scaleAboutZero(values.map { $0 - middle })
            spread += scale * scale
            // A device that turns nearly always shows it in the first axis.
            guard spread < stillSpread * stillSpread else { return nil }
            let step = RobustStatistics.scaleAboutZero(zip(values.dropFirst(), values).map { $0 - $1 })
            noise += step * step / 2
        }
        guard spread < stillRatio * stillRatio * noise else { return nil }
        return .refused(
            "the device hardly turned: most readings differ only by their noise",
            advice: "turn the phone slowly through all directions while recording")
    }

    /// The reason to refuse a fitted field strength that occurs nowhere on Earth in microtesla.
    static func afterFit(strength: Double) -> CalibrationVerdict? {
        if plausibleStrength.contains(strength) { return nil }
        let found = "the fitted field strength is \(rounded(strength)), the Earth's is 22 to 67 microtesla"
        for (unit, factor) in [("gauss", 100.0), ("milligauss", 0.1), ("nanotesla", 0.001), ("tesla", 1e6)]
        where (20...70).contains(strength * factor) {
            return .refused(
                "\(found): the log looks like \(unit)", advice: "multiply the readings by \(factor) or state the unit")
        }
        return .refused(found, advice: "record away from magnets and iron, and check the unit of the log")
    }

    static func rounded(_ value: Double) -> String {
        guard value.isFinite else { return "undefined" }
        let digits = value.magnitude < 10 ? 1000.0 : 10.0
        return "\((value * digits).rounded() / digits)"
    }
}
