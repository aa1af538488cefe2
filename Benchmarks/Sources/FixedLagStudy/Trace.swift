import Foundation
import Rotations

/// What the window holds after each node, and at last how long nodes took, to standard error.
struct Trace {
    private var total = 0.0
    private var longest = 0.0

    /// Time, hard iron and field (microtesla), bias (rad/s), heading sigma (degrees), mean weight of the readings, and
    /// what was inferred: noises, sigma of the room's innovations, persistence.
    mutating func print(_ time: Double, _ window: SlidingWindow, spent: Duration) {
        let seconds = Double(spent.components.seconds) + Double(spent.components.attoseconds) * 1e-18
        total += seconds
        longest = max(longest, seconds)
        let weights = window.residuals.map { window.fieldWeight($0, 1) }
        let weight = weights.reduce(0, +) / Double(max(1, weights.count))
        let words = [
            String(format: "%.1f", time),
            "hard-iron " + vector("%.1f", window.constants.hardIron),
            "field " + vector("%.1f", window.constants.field),
            "bias " + vector("%.4f", window.bias),
            String(format: "sigma %.2f", window.headingSigma * 180 / .pi),
            String(format: "weight %.2f", weight),
            String(format: "gyroscope %.5f", window.gyroscopeNoise),
            String(format: "magnetometer %.2f", window.magnetometerNoise),
            String(format: "room %.2f", window.roomVariance.squareRoot()),
            String(format: "persistence %.3f", window.persistence),
        ]
        write(words.joined(separator: " "))
    }

    func finish(_ window: SlidingWindow) {
        let mean = total * 1000 / Double(max(1, window.solutions))
        write(
            String(format: "ms per node: mean %.2f, longest %.2f; retries taken: ", mean, longest * 1000)
                + "\(window.acceptedRetries)")
    }

    private func vector(_ format: String, _ v: Vector3) -> String {
        (0..<3).map { String(format: format, v[$0]) }.joined(separator: " ")
    }

    private func write(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
