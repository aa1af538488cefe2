import Evaluation
import RealModule
import Rotations
import SensorModels
import Testing

@Suite("The clock of a reference from elsewhere")
struct ReferenceClockTests {
    /// Turns about the vertical that do not repeat within two minutes.
    func rate(_ t: Double) -> Double {
        Double.sin(0.31 * t * (1 + 0.004 * t)) + 0.7 * Double.sin(1.7 * t + 1) * Double.sin(0.11 * t)
    }

    func streams(reference later: Double) -> (VectorStream, QuaternionStream) {
        var (gyroscope, reference) = (VectorStream(), QuaternionStream())
        var angle = 0.0
        for index in 0..<12_000 {
            let t = Double(index) * 0.01
            // A bias of 4 degrees a second, as phones have it.
            gyroscope.append(Vector3(0, 0, rate(t) + 0.07), at: Int64(t * 1e9))
            if index % 2 == 0 { reference.append(.aboutVertical(angle), at: Int64((t + later) * 1e9)) }
            angle += rate(t + 0.005) * 0.01
        }
        return (gyroscope, reference)
    }

    @Test("a shift of the stamps is found to a tenth of a second, later positive", arguments: [-7.3, 0.8, 12.0])
    func shifted(_ seconds: Double) throws {
        let (gyroscope, reference) = streams(reference: seconds)
        let clock = try #require(ReferenceClock(gyroscope: gyroscope, reference: reference))
        #expect((clock.delaySeconds - seconds).magnitude <= 0.1001)
        #expect(clock.correlation > 0.9)
        #expect(clock.isShifted)
    }

    @Test("one clock is one clock; nothing that turns tells nothing")
    func same() throws {
        let (gyroscope, reference) = streams(reference: 0)
        let clock = try #require(ReferenceClock(gyroscope: gyroscope, reference: reference))
        #expect(clock.delaySeconds.magnitude <= 0.1001)
        #expect(!clock.isShifted)
        let still = QuaternionStream(times: reference.times, values: reference.values.map { _ in .identity })
        #expect(ReferenceClock(gyroscope: gyroscope, reference: still) == nil)
        #expect(ReferenceClock(gyroscope: VectorStream(), reference: reference) == nil)
    }
}
