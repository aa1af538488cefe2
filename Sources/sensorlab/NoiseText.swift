import Calibration
import Foundation

/// Noise coefficients for people.
enum NoiseText {
    static func text(_ noise: SensorNoise) -> String {
        var lines = [
            String(
                format: "\(noise.sensor.rawValue): %.1f Hz, %.1f s of rest", noise.rate, noise.axes.first?.duration ?? 0
            )
        ]
        for (axis, fit) in zip(["x", "y", "z"], noise.axes) {
            guard fit.verdict.accepted else {
                lines.append("  \(axis)  refused: \(fit.verdict.reason)")
                continue
            }
            for (unit, c) in zip(NoiseUnits.of(noise.sensor), [fit.n, fit.b, fit.k]) {
                let si = String(format: "%.4g %@  [%.3g, %.3g]", c.value, unit.si, c.low, c.high)
                let customary = String(format: "= %.4g %@", c.value * unit.factor, unit.customary)
                let note = c.isDetermined ? "" : "  (not determined: a longer rest is needed)"
                lines.append("  \(axis)  \(unit.name)  \(si)  \(customary)\(note)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
