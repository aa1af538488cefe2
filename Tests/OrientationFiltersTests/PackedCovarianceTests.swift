import Rotations
import Testing
import Vocabulary

@testable import OrientationFilters

/// Against `ErrorCovariance`, which is written in 3 x 3 blocks: the same numbers by another route.
@Suite("PackedCovariance against the block form")
struct PackedCovarianceTests {
    @Test("predictions and updates agree, the Schmidt update too")
    func agreement() {
        var random = SplitMix64(seed: 3)
        var packed = PackedCovariance(count: 6)
        var blocks = ErrorCovariance()
        packed.addNoise(0.1, from: 0)
        packed.addNoise(0.01, from: 3)
        blocks.attitude = .identity * 0.1
        blocks.second = .identity * 0.01
        for step in 0..<50 {
            let t = Matrix3(random.vector(0.1), random.vector(0.1), random.vector(0.1))
            withUnsafeTemporaryAllocation(of: Double.self, capacity: 18) { e in
                e.update(repeating: 0)
                for i in 0..<3 { for j in 0..<3 { e[i * 6 + 3 + j] = t[i, j] } }
                packed.predict(e, rows: 3, count: 6)
            }
            packed.addNoise(1e-3, from: 0)
            blocks.predict(transition: t, attitudeNoise: 1e-3, secondNoise: 0)
            let h = random.vector(1)
            let y = random.gaussian()
            let isHeld = step.isMultiple(of: 2)
            var expected = ErrorCovariance.Correction()
            blocks.update(along: h, innovation: y, variance: 0.3, headingOnly: isHeld, correction: &expected)
            var row = PackedCovariance.Row()
            row.append(h, from: 0)
            withUnsafeTemporaryAllocation(of: Double.self, capacity: 6) { correction in
                correction.update(repeating: 0)
                packed.update(
                    along: row, innovation: y, variance: 0.3, holding: isHeld ? 0..<2 : 0..<0, correction: correction)
                // Fifty steps of numbers below 1 round to 1e-14.
                for i in 0..<3 {
                    #expect((correction[i] - expected.attitude[i]).magnitude < 1e-12)
                    #expect((correction[3 + i] - expected.second[i]).magnitude < 1e-12)
                }
            }
            for i in 0..<3 {
                for j in 0..<3 {
                    #expect((packed[i, j] - blocks.attitude[i, j]).magnitude < 1e-12)
                    #expect((packed[i, 3 + j] - blocks.cross[i, j]).magnitude < 1e-12)
                    #expect((packed[3 + i, 3 + j] - blocks.second[i, j]).magnitude < 1e-12)
                }
            }
        }
    }

    @Test("reset and isolate leave no correlation")
    func forgetting() {
        var p = PackedCovariance(count: 4)
        for i in 0..<4 { for j in 0..<4 { p[i, j] = i == j ? 2 : 0.5 } }
        p.isolate(0..<2, count: 4)
        #expect(p[0, 1] == 0.5 && p[0, 2] == 0 && p[1, 3] == 0 && p[2, 3] == 0.5 && p[0, 0] == 2)
        p.reset(3..<4, variance: 7, count: 4)
        #expect(p[3, 3] == 7 && p[2, 3] == 0)
        var row = PackedCovariance.Row()
        row.append(2, at: 0)
        row.append(0, at: 2)
        row.append(-1, at: 1)
        #expect(row.count == 2)
        // 4 * 2 + 2 - 2 * 2 * 0.5 = 8
        #expect(p.variance(along: row) == 8)
    }
}
