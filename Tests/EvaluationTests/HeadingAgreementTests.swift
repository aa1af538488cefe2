import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Evaluation

@Suite("Agreement of headings")
struct HeadingAgreementTests {
    /// A hand that pans through all directions.
    func heading(_ t: Double) -> Double { 3.5 * Double.sin(0.9 * t) + 0.5 * Double.sin(2.3 * t) }

    func series(_ name: String, hertz: Double = 50, _ value: (Double) -> Double) -> HeadingSeries {
        let times = (0..<Int(clamping: 60 * hertz)).map { Int64(clamping: Double($0) * 1e9 / hertz) }
        return HeadingSeries(
            name: name, samples: SampleStream(times: times, values: times.map { value(Double($0) * 1e-9) }))
    }

    @Test("a constant offset is the offset, second minus first, clockwise positive; the curve is flat")
    func offset() throws {
        let result = try #require(
            HeadingAgreement(series("a", heading), series("b") { heading($0) + Angle.radians(7) }))
        expectAngle(result.offsetDegrees, 7, within: 1e-6)
        #expect(try #require(result.spreadDegrees) < 1e-3)
        #expect(result.curve.count > 20)
        for bin in result.curve { expectAngle(bin.differenceDegrees, 7, within: 1e-3) }
    }

    @Test("a deviation of one period shows in the curve: B sin of the heading")
    func curve() throws {
        let result = try #require(
            HeadingAgreement(
                series("a", heading), series("b") { heading($0) + Angle.radians(5) * Double.sin(heading($0)) }))
        for bin in result.curve {
            // The mean of a sine over an arc of 15 degrees is within 0.3 % of its middle; headings are not spread
            // evenly in it.
            expectAngle(
                bin.differenceDegrees, 5 * Double.sin(Angle.radians(bin.headingDegrees)), within: 0.35)
        }
    }

    @Test("a late second source has its delay, and correlation 1 less what the delay costs")
    func delay() throws {
        let result = try #require(HeadingAgreement(series("a", heading), series("b") { heading($0 - 0.12) }))
        #expect((try #require(result.delayMilliseconds) - 120).magnitude < 3)
        let slow: (Double) -> Double = { 0.6 * Double.sin(0.3 * $0) }
        let same = try #require(HeadingAgreement(series("a", slow), series("b", slow)))
        #expect(try #require(same.correlation) > 0.999)
        let opposite = try #require(HeadingAgreement(series("a", slow), series("b") { -slow($0) }))
        #expect(try #require(opposite.correlation) < -0.999)
    }

    @Test("a course that comes once a second is found late by more than half a second")
    func course() throws {
        let turn: (Double) -> Double = { 1.2 * Double.sin(0.35 * $0) + 0.4 * Double.sin(0.8 * $0) }
        let times = (0..<60).map { Int64($0) * 1_000_000_000 }
        let fixes = SampleStream(
            times: times,
            values: times.map { time in
                LocationFix(
                    place: GeodeticPosition(latitude: 41, longitude: 2, height: 0), speed: 1.5,
                    course: Angle.wrapHeadingDegrees(Angle.degrees(turn(Double(time) * 1e-9 - 1.2))))
            })
        let result = try #require(
            HeadingAgreement(series("kalman", turn), HeadingSeries(courseOf: fixes, turn: 0)))
        // Straight lines between fixes a second apart smooth the turns: a tenth of a second is what can be had.
        #expect((try #require(result.delayMilliseconds) - 1200).magnitude < 100)
    }

    @Test("a course at a standstill says nothing; two seconds in common are the least")
    func nothing() {
        let fix = LocationFix(place: GeodeticPosition(latitude: 41, longitude: 2, height: 0), speed: 0.2, course: 90)
        let fixes = SampleStream(
            times: (0..<30).map { Int64($0) * 1_000_000_000 }, values: Array(repeating: fix, count: 30))
        #expect(HeadingSeries(courseOf: fixes, turn: 0).samples.isEmpty)
        #expect(HeadingAgreement(series("a", heading), HeadingSeries(courseOf: fixes, turn: 0)) == nil)
    }
}
