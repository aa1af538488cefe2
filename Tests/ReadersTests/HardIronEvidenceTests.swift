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

    private static func units(
        _ field: VectorStream, plausible: [LogUnit] = [.microtesla, .milligauss], phone: Bool = false,
        _ hardIron: HardIronEvidence? = nil
    ) -> [LogUnit] {
        FieldUnitEvidence(field, plausible: plausible, hasPhoneStreams: phone, hardIron: hardIron).units
    }

    /// Readings on a grid of 1.5 units: coarser than a phone's, finer than whole numbers allow.
    private static func coarse(_ field: VectorStream, step: Double) -> VectorStream {
        func rounded(_ x: Double) -> Double { (x / step).rounded() * step }
        return VectorStream(
            times: field.times, values: field.values.map { Vector3(rounded($0.x), rounded($0.y), rounded($0.z)) })
    }

    @Test func eachEvidenceDecidesTheUnit() throws {
        let log = Self.log(swing: 0.6)
        let field = Self.coarse(log.field, step: 1.5)
        #expect(Self.units(field) == [.microtesla, .milligauss])
        #expect(Self.units(field, phone: true) == [.microtesla])
        // A radius of 40 is a field in microtesla, one of 400 in milligauss.
        #expect(Self.units(field, HardIronEvidence.fromTurning(log.field, log.rate)) == [.microtesla])
        let tenfold = VectorStream(times: log.field.times, values: log.field.values.map { 10 * $0 })
        #expect(Self.units(field, HardIronEvidence.fromTurning(tenfold, log.rate)) == [.milligauss])
        // Whole numbers are no phone's; fine steps alone do not decide where the length is the Earth's in milligauss.
        #expect(Self.units(Self.coarse(log.field, step: 1)) == [.milligauss])
        #expect(Self.units(log.field) == [.microtesla, .milligauss])
        // Contradictions leave nothing.
        #expect(Self.units(Self.coarse(log.field, step: 1), phone: true).isEmpty)
        #expect(Self.units(field, phone: true, HardIronEvidence.fromTurning(tenfold, log.rate)).isEmpty)
    }

    @Test func unitLengthIsNormalised() {
        let log = Self.log(swing: 0.6)
        let unit = VectorStream(times: log.gravity.times, values: log.gravity.values.map { 0.1 * $0 })
        #expect(Self.units(unit, plausible: [.gauss, .normalised]) == [.normalised])
    }

    /// Readings of a walk without gravity, beside the device's gravity and alone.
    @Test func absenceOfGravityIsSeen() {
        let log = Self.log(swing: 0.6)
        let steps = VectorStream(
            times: log.gravity.times,
            values: log.gravity.times.map { Vector3(1, 2, 12) * sin(12e-9 * Double($0)) })
        let walk = VectorStream(times: steps.times, values: zip(steps.values, log.gravity.values).map { $0 + $1 })
        let none = VectorStream()
        #expect(GravityEvidence.absence(from: steps, beside: log.gravity, unit: nil) != nil)
        #expect(GravityEvidence.absence(from: steps, beside: none, unit: nil) != nil)
        #expect(GravityEvidence.absence(from: steps, beside: none, unit: .metresPerSecondSquared) != nil)
        for gravity in [log.gravity, none] {
            #expect(GravityEvidence.absence(from: walk, beside: gravity, unit: nil) == nil)
            #expect(GravityEvidence.absence(from: walk, beside: gravity, unit: .metresPerSecondSquared) == nil)
            #expect(GravityEvidence.absence(from: log.gravity, beside: gravity, unit: nil) == nil)
        }
        // CoreMotion's sign is gravity too.
        let turned = VectorStream(times: walk.times, values: walk.values.map { -$0 })
        #expect(GravityEvidence.absence(from: turned, beside: log.gravity, unit: nil) == nil)
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
