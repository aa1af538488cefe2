import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Judge

/// The factor by which a direction turns with a rate, against the one that the readings were made with.
@Suite("How far directions turn with a rate")
struct TurningTests {
    /// A field of the room beside the rates of a device at 50 Hz.
    private func streams(
        _ rate: (Double) -> Vector3, about offset: Vector3 = .zero, noise: Double = 0.2
    ) -> (rate: VectorStream, field: VectorStream) {
        var random = SplitMix64(seed: 4)
        var (rates, field, q) = (VectorStream(), VectorStream(), Quaternion(1, 0, 0, 0))
        let (step, parts) = (0.02, 20)
        for index in 0..<3000 {
            let time = Double(index) * step
            let measured = q.unrotate(Vector3(0, 20, -44)) + offset + random.vector(noise)
            field.append(measured, at: Int64(index) * 20_000_000)
            rates.append(rate(time), at: Int64(index) * 20_000_000)
            for part in 0..<parts {
                let w = rate(time + (Double(part) + 0.5) / Double(parts) * step)
                q = (q * Quaternion(rotationVector: (step / Double(parts)) * w)).renormalized
            }
        }
        return (rates, field)
    }

    @Test("fast turns, whose chord is much shorter than their arc, are as large as they are", arguments: [1.0, 5, 10])
    func fast(_ speed: Double) throws {
        let (rate, field) = streams { time in
            speed * Vector3(.sin(0.7 * time), .cos(0.5 * time), .sin(0.3 * time + 1))
        }
        for isCentreFree in [false, true] {
            let turns = try #require(Turns(rate: rate, vector: field))
            let found = try #require(Turning(turns, isCentreFree: isCentreFree))
            #expect((found.factor - 1).magnitude < found.deviation && found.deviation < 0.1, "\(found)")
        }
    }
}
