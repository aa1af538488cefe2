import Foundation
import Rotations

/// One sample of a canonical log; time in seconds.
enum Sample {
    case force(Double, Vector3)
    case field(Double, Vector3)
    case rate(Double, Vector3)
}

/// Reads the columns t, ax..., gx... and mx... of a canonical log: SI units and microtesla, device axes.
enum SampleReader {
    /// Magnetometer readings that follow sooner are left out, s: each is an equation, and they say little more.
    private static let readingInterval = 0.09

    /// Samples in the order of rows; in a row the accelerometer first and the gyroscope last. Of each stream a sample
    /// whose stamp is not later than the one before is left out.
    static func samples(in data: Data) -> [Sample] {
        var columns: [Substring: Int] = [:]
        var samples: [Sample] = []
        var (lastForce, lastField, lastRate) = (-Double.infinity, -Double.infinity, -Double.infinity)
        for line in data.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            if line.first == UInt8(ascii: "#") { continue }
            let cells = String(decoding: line, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
            if columns.isEmpty {
                columns = Dictionary(zip(cells, cells.indices)) { first, _ in first }
                continue
            }
            func number(_ name: Substring) -> Double? {
                columns[name].flatMap { $0 < cells.count ? Double(cells[$0]) : nil }
            }
            func vector(_ name: Substring) -> Vector3? {
                guard let x = number(name + "x"), let y = number(name + "y"), let z = number(name + "z") else {
                    return nil
                }
                let v = Vector3(x, y, z)
                return v.isFinite ? v : nil
            }
            guard let t = number("t") else { continue }
            if let force = vector("a"), t > lastForce {
                samples.append(.force(t, force))
                lastForce = t
            }
            if let field = vector("m"), t >= lastField + readingInterval, field != .zero {
                samples.append(.field(t, field))
                lastField = t
            }
            if let rate = vector("g"), t > lastRate {
                samples.append(.rate(t, rate))
                lastRate = t
            }
        }
        return samples
    }
}
