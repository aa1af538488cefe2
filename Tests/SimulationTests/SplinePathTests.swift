import Testing

@testable import Simulation

@Suite struct SplinePathTests {
    static let spline = SplinePath([1, 4, -2, 0.5, 7, 7, 3], start: 2, spacing: 0.4)

    /// A straight line stays one inside: the spline of degree five reproduces it.
    @Test func reproducesLines() {
        let line = SplinePath((0...20).map { 3 - 2 * Double($0) * 0.5 }, start: 0, spacing: 0.5)
        for time in stride(from: 1.5, to: 8.5, by: 0.07) {
            let jet = line.jet(at: time)
            #expect((jet.value - (3 - 2 * time)).magnitude < 1e-12)
            #expect((jet.rate + 2).magnitude < 1e-12)
            #expect(jet.acceleration.magnitude < 1e-11)
        }
    }

    /// At a control value the weights are 1, 26, 66, 26, 1 over 120 (de Boor, cardinal spline of order six).
    @Test func weighsNeighbours() {
        let impulse = SplinePath([0, 0, 0, 0, 0, 120, 0, 0, 0, 0, 0], spacing: 1)
        for (time, weight) in [(2.0, 0.0), (3, 1), (4, 26), (5, 66), (6, 26), (7, 1), (8, 0)] {
            #expect((impulse.jet(at: time).value - weight).magnitude < 1e-12)
        }
    }

    @Test func restsBeforeAndAfter() {
        for (time, value) in [(-50.0, 1.0), (0.79, 1), (5.61, 3), (100, 3)] {
            #expect(Self.spline.jet(at: time) == Jet(value), "\(Self.spline.jet(at: time))")
        }
    }

    /// Rate and acceleration against central differences, and no jump across control values.
    @Test func derivativesAreThoseOfTheValues() {
        let h = 1e-4
        for time in stride(from: 0.5, to: 6, by: 0.0137) {
            let (before, here) = (Self.spline.jet(at: time - h), Self.spline.jet(at: time))
            let after = Self.spline.jet(at: time + h)
            #expect((here.rate - (after.value - before.value) / (2 * h)).magnitude < 1e-5)
            #expect((here.acceleration - (after.rate - before.rate) / (2 * h)).magnitude < 1e-4)
        }
    }

    /// Central differences: h^2/6 of the third derivative, the fourth power of a rate of up to 5 per second.
    @Test func sineAndCosineFollowTheChainRule() {
        let h = 1e-4
        func angle(_ t: Double) -> Jet { Jet(1 + 2 * t + t * t * t, rate: 2 + 3 * t * t, acceleration: 6 * t) }
        for time in stride(from: -1.0, to: 1, by: 0.1) {
            let (s, c) = angle(time).sineAndCosine
            let (before, after) = (angle(time - h).sineAndCosine, angle(time + h).sineAndCosine)
            #expect((s.rate - (after.sine.value - before.sine.value) / (2 * h)).magnitude < 1e-5)
            #expect((c.acceleration - (after.cosine.rate - before.cosine.rate) / (2 * h)).magnitude < 1e-5)
        }
    }
}
