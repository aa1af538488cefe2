import RealModule
import Rotations
import Testing
import Vocabulary

@testable import OrientationFilters

@Suite("Butterworth low-pass with a changing interval")
struct ButterworthLowPassTests {
    /// The textbook form with delayed inputs and outputs (A. Oppenheim, R. Schafer, Discrete-Time Signal Processing,
    /// 7.2).
    private func textbook(_ x: [Double], from start: Double, time: Double, dt: Double) -> [Double] {
        let c = Double.tan(dt / (Double.sqrt(2) * time))
        let d = 1 + Double.sqrt(2) * c + c * c
        let (b, a1, a2) = (c * c / d, 2 * (c * c - 1) / d, (1 - Double.sqrt(2) * c + c * c) / d)
        var (x1, x2, y1, y2) = (start, start, start, start)
        return x.map { x0 in
            let y = b * (x0 + 2 * x1 + x2) - a1 * y1 - a2 * y2
            (x2, x1, y2, y1) = (x1, x0, y1, y)
            return y
        }
    }

    @Test("equals the textbook form at a constant interval", arguments: [0.5, 3.0, 0.02])
    func textbook(time: Double) {
        let c = ButterworthLowPass.Coefficients(time: time, interval: 10_000_000)
        var filter = ButterworthLowPass()
        // The start is the mean: a constant 1 until it is over.
        let starts = Int(clamping: (time / 0.01).rounded())
        for _ in 0..<starts { #expect(filter.filter(Vector3(1, -1, 2), c) == Vector3(1, -1, 2)) }
        let signal = (0..<2000).map { k in 1 + Double.sin(0.05 * Double(k)) + (k > 700 ? 3 : 0) }
        let expected = textbook(signal, from: 1, time: time, dt: 0.01)
        // The textbook form loses digits: its poles are 0.002 from 1, so 1e-16 grows to about 1e-16 / 0.002^2.
        for (x, y) in zip(signal, expected) {
            let value = filter.filter(Vector3(x, -x, 2 * x), c)
            expectClose(value, Vector3(y, -y, 2 * y), within: 1e-9)
        }
    }

    @Test("a constant input stays constant whatever the intervals do")
    func constant() {
        var filter = ButterworthLowPass()
        var random = SplitMix64(seed: 3)
        for _ in 0..<3000 {
            let interval = Int64.random(in: 1_000_000...40_000_000, using: &random)
            let c = ButterworthLowPass.Coefficients(time: 0.5, interval: interval)
            expectClose(filter.filter(Vector3(9.81, 0, -3), c), Vector3(9.81, 0, -3), within: 1e-12)
        }
    }

    @Test("the start is the mean of the first time constant")
    func start() {
        let c = ButterworthLowPass.Coefficients(time: 0.1, interval: 10_000_000)
        var filter = ButterworthLowPass()
        for k in 1...10 {
            expectClose(filter.filter(Vector3(Double(k), 0, 0), c), Vector3(Double(k + 1) / 2, 0, 0), within: 1e-14)
        }
    }

    @Test("a cut-off beyond Nyquist's frequency passes everything")
    func passThrough() {
        let c = ButterworthLowPass.Coefficients(time: 0.004, interval: 10_000_000)
        var filter = ButterworthLowPass()
        for k in 0..<5 {
            #expect(filter.filter(Vector3(Double(k * k), 1, 0), c) == Vector3(Double(k * k), 1, 0))
        }
    }

    @Test("half the energy at the cut-off sqrt 2 / (2 pi time)")
    func cutOff() {
        let time = 0.2
        let frequency = Double.sqrt(2) / (2 * Double.pi * time)
        let c = ButterworthLowPass.Coefficients(time: time, interval: 1_000_000)
        var filter = ButterworthLowPass()
        var energy = 0.0
        let period = Int(clamping: (1 / frequency * 1000).rounded())
        for k in 0..<(40 * period) {
            let y = filter.filter(Vector3(Double.sin(2 * Double.pi * frequency * Double(k) / 1000), 0, 0), c)
            if k >= 20 * period { energy += y.x * y.x }
        }
        // Of a sine's mean square 1/2, half is left; the period is rounded to 1e-3.
        #expect((energy / Double(20 * period) - 0.25).magnitude < 1e-3)
    }

    private func expectClose(
        _ v: Vector3, _ expected: Vector3, within tolerance: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect((v - expected).length <= tolerance, "\(v) against \(expected)", sourceLocation: sourceLocation)
    }
}
