import Calibration
import RealModule
import Rotations
import SensorModels
import Testing

/// Data to which no ellipsoid can be fitted are refused with a reason, never a crash, never a silent number.
@Suite struct MagnetometerBadDataTests {
    /// A phone turned slowly through all directions at 50 Hz.
    private func turning(_ count: Int = 600) -> [Vector3] {
        var random = SeededRandom(seed: 11)
        var attitude = Quaternion.identity
        let truth = SyntheticField()
        return (0..<count).map { i in
            let phase = Double(i) / 50
            let rate = Vector3(Double.cos(0.7 * phase), Double.sin(0.9 * phase), 0.6)
            attitude = (attitude * Quaternion(rotationVector: 0.04 * rate)).renormalized
            return attitude.unrotate(truth.field) + truth.hardIron + 0.5 * random.gaussianVector()
        }
    }

    private func refusal(
        _ field: [Vector3], contains text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let fit = MagnetometerFit(samples: MagnetometerSamples(field: field))
        #expect(
            !fit.verdict.accepted && fit.verdict.reason.contains(text), "\(fit.verdict)", sourceLocation: sourceLocation
        )
        #expect(!fit.verdict.advice.isEmpty, sourceLocation: sourceLocation)
        #expect(fit.model.hardIron.isFinite, sourceLocation: sourceLocation)
    }

    @Test func theSameMotionInOrderIsAccepted() {
        #expect(MagnetometerFit(samples: MagnetometerSamples(field: turning())).verdict.accepted)
    }

    @Test func emptyZeroConstantAndTwo() {
        refusal([], contains: "no magnetometer")
        refusal(Array(repeating: .zero, count: 500), contains: "zero")
        refusal(Array(repeating: Vector3(3, 4, 5), count: 500), contains: "never change")
        refusal([Vector3(1, 2, 3), Vector3(2, 3, 4)], contains: "only 2 distinct")
    }

    @Test func notANumber() {
        refusal(
            Array(repeating: Vector3(.nan, 0, 0), count: 50), contains: "none of the 50 magnetometer readings is finite"
        )
        var field = turning()
        for i in stride(from: 0, to: field.count, by: 7) { field[i].y = .nan }
        let fit = MagnetometerFit(samples: MagnetometerSamples(field: field))
        #expect(fit.verdict.accepted && fit.sampleCount == 600 - 86)
    }

    @Test func stillDevice() {
        var random = SeededRandom(seed: 12)
        refusal((0..<500).map { _ in Vector3(60, -50, 400) + 0.6 * random.gaussianVector() }, contains: "hardly turned")
    }

    @Test func saturatedAxis() {
        refusal(turning().map { Vector3(min($0.x, 60), $0.y, $0.z) }, contains: "x axis is saturated")
    }

    @Test func otherUnits() {
        refusal(turning().map { 0.01 * $0 }, contains: "gauss")
        refusal(turning().map { 10 * $0 }, contains: "milligauss")
        refusal(turning().map { 1000 * $0 }, contains: "nanotesla")
    }

    @Test func repeatsAreLeftOut() {
        let field = turning().flatMap { [$0, $0, $0] }
        let samples = MagnetometerSamples(field: field)
        #expect(samples.field.count == 600 && samples.repeats == 1200)
    }

    @Test func gravityIsGatedByItsSize() {
        let times = (0..<100).map { Int64($0) * 20_000_000 }
        let field = (0..<100).map { Vector3(Double($0), 0, 40) }
        let force = (0..<100).map { Vector3(0, 0, $0 < 50 ? 9.81 : 13) }
        let samples = MagnetometerSamples(
            magnetometer: VectorStream(times: times, values: field),
            accelerometer: VectorStream(times: times, values: force))
        #expect(samples.down[10] == Vector3(0, 0, -1))
        #expect(samples.down[80] == nil)
    }

    /// It would take minutes if each reading took the mean of all.
    @Test("readings of a clock that stands still take no time that grows with their square", .timeLimit(.minutes(1)))
    func standingClock() {
        let times = [Int64](repeating: 0, count: 400_000)
        let force = VectorStream(times: times, values: times.map { _ in Vector3(0, 0, 9.81) })
        let field = VectorStream(times: times, values: times.indices.map { Vector3(20, Double($0), 40) })
        let samples = MagnetometerSamples(magnetometer: field, accelerometer: force)
        #expect(samples.down.count == times.count && samples.down.last == Vector3(0, 0, -1))
    }
}
