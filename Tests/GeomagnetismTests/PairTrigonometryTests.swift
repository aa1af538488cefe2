import Foundation
import Testing

@testable import Geomagnetism

/// The pair functions against the C library's, whose error is below one unit of the last place.
@Suite("Trigonometry of pairs")
struct PairTrigonometryTests {
    @Test func sineAndCosineOfManyAngles() {
        for step in -36000...36000 {
            let angle = Double(step) * 0.01
            let other = -0.37 * angle
            let (sine, cosine) = sineAndCosine(degrees: Pair(angle, other))
            for (lane, degrees) in [angle, other].enumerated() {
                // The library's argument in radians is rounded twice, and pi has a relative error of 0.35 * 2^-53.
                let radians = degrees * .pi / 180
                let tolerance = 4e-16 + 2.35 * 0x1p-53 * abs(radians)
                #expect(abs(sine[lane] - sin(radians)) <= tolerance, "sine of \(degrees)")
                #expect(abs(cosine[lane] - cos(radians)) <= tolerance, "cosine of \(degrees)")
            }
        }
    }

    @Test(arguments: [
        (0.0, 0.0, 1.0), (90, 1, 0), (180, 0, -1), (270, -1, 0), (360, 0, 1), (-90, -1, 0), (-180, 0, -1),
    ])
    func quarterTurnsAreExact(angle: Double, sine: Double, cosine: Double) {
        let result = sineAndCosine(degrees: Pair(angle, -angle))
        #expect(result.sine == Pair(sine, -sine))
        #expect(result.cosine == Pair(cosine, cosine))
    }

    @Test func angleOfManyPoints() {
        for step in -7200...7200 {
            let degrees = Double(step) * 0.025
            for radius in [1e-8, 1.0, 6e4] {
                let (y, x) = (radius * sin(degrees * .pi / 180), radius * cos(degrees * .pi / 180))
                let angle = angleDegrees(y: Pair(y, x), x: Pair(x, y))
                #expect(abs(angle.x - atan2(y, x) * 180 / .pi) <= 1e-13, "angle of \(degrees)")
                #expect(abs(angle.y - atan2(x, y) * 180 / .pi) <= 1e-13, "angle of 90 - \(degrees)")
            }
        }
    }

    @Test func angleOnTheAxes() {
        #expect(angleDegrees(y: Pair(0, 0), x: Pair(3, -3)) == Pair(0, 180))
        #expect(angleDegrees(y: Pair(3, -3), x: Pair(0, 0)) == Pair(90, -90))
        #expect(angleDegrees(y: Pair(2, -2), x: Pair(2, -2)) == Pair(45, -135))
        #expect(angleDegrees(y: Pair(0, -0.0), x: Pair(0, 0)).x.isNaN)
    }
}
