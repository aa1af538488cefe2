import Foundation
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers

/// A raw magnetometer's offset from the log alone, and what it decides.
struct HardIronEvidenceTests {
    /// 40 uT, pointing down by 60 degrees, north being y: as in Europe.
    private static let field = Vector3(0, 20, -34.6)
    private static let offset = Vector3(-150, 220, 90)

    /// A device that turns about its axes in turn, `swing` radians at most: field and rate in SI, 50 Hz, 20 s.
    static func log(swing: Double) -> (field: VectorStream, rate: VectorStream, gravity: VectorStream) {
        let step: Int64 = 20_000_000
        var attitude = Quaternion.identity
        var (times, fields, rates, gravities) = ([Int64](), [Vector3](), [Vector3](), [Vector3]())
        for index in 0..<1000 {
            let t = Double(index) * 0.02
            let rate = swing * Vector3(1.3 * cos(1.3 * t), 1.1 * cos(1.1 * t + 1), 0.7 * cos(0.7 * t + 2))
            times.append(Int64(index) * step)
            fields.append(attitude.unrotate(field) + offset)
            gravities.append(attitude.unrotate(Vector3(0, 0, 9.8)))
            rates.append(rate)
            attitude = attitude * Quaternion(rotationVector: 0.02 * rate)
        }
        return (
            VectorStream(times: times, values: fields), VectorStream(times: times, values: rates),
            VectorStream(times: times, values: gravities)
        )
    }

    @Test(arguments: [1.0, Angle.degrees(1)])
    func turningGivesOffsetFieldAndUnit(_ unitsPerRadian: Double) throws {
        let log = Self.log(swing: 0.6)
        let rate = VectorStream(times: log.rate.times, values: log.rate.values.map { unitsPerRadian * $0 })
        let found = try #require(HardIronEvidence.fromTurning(log.field, rate))
        // The turn of a span is taken about its middle: some per cent of it.
        #expect((found.offset - Self.offset).length < 2)
        #expect(abs(found.radius - Self.field.length) < 1)
        #expect(abs(try #require(found.rateFactor) * unitsPerRadian - 1) < 0.05)
    }

    @Test func sphereNeedsManyDirections() throws {
        let found = try #require(HardIronEvidence.fromSphere(Self.log(swing: 1.2).field))
        #expect((found.offset - Self.offset).length < 0.1)
        #expect(abs(found.radius - Self.field.length) < 0.1)
        #expect(found.isFirm)
        // A device that hardly turns lies on every large sphere.
        #expect(HardIronEvidence.fromSphere(Self.log(swing: 0.1).field)?.isFirm != true)
        #expect(HardIronEvidence.fromTurning(Self.log(swing: 0).field, Self.log(swing: 0).rate) == nil)
    }

    /// Numbers of time columns without a unit, and their unit: 9 for seconds, 0 for nanoseconds.
    @Test(arguments: [
        (0.0, 0.01, 9), (0, 10, 6), (0, 10_000, 3), (0, 10_000_000, 0), (0, 40_000_000, 0), (0, 1_000_000_000, 0),
        (1_300_000_000, 10, 6), (1_300_000_000_000, 10_000, 3), (1_300_000_000_000_000, 10_000_000, 0),
        (300_000_000_000, 10_000_000, 0), (1_500_000_000_000, 10_000_000, 0), (7_200_000_000_000, 10_000_000, 0),
        (1_500_000_000, 10_000, 3), (1_465_000_000_000, 10, 6), (1_465_000_000, 1, 9), (1_465_000_000.5, 0.02, 9),
        (1_465_000_000_000_000, 10_000, 3), (0, 2.5, 6), (0.25, 1.003, 9), (12.5, 0.5, 9),
    ])
    func stepsGiveTheUnitOfTime(_ start: Double, _ step: Double, _ exponent: Int) {
        let numbers = (0..<64).map { start + step * Double($0) }
        #expect(TimeColumn.exponent(numbers)?.exponent == exponent)
    }

    @Test func rowNumbersAreNoTime() {
        #expect(TimeColumn.exponent((0..<64).map(Double.init)) == nil)
    }
}
