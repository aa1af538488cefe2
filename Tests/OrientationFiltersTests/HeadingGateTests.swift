import OrientationFilters
import Rotations
import SensorModels
import Testing
import Vocabulary

@Suite struct HeadingGateTests {
    private static let rate = 50

    /// Feeds one sigma (degrees) and flag after the other, each for some seconds, and returns when the gate changed.
    private func changes(
        _ parts: [(seconds: Double, sigma: Double, disturbed: Flag)], _ gate: HeadingGate = HeadingGate()
    ) -> [(seconds: Double, isReady: Bool, obstacle: HeadingGate.Obstacle)] {
        var (gate, step, last) = (gate, 0, gate.isReady)
        var found: [(Double, Bool, HeadingGate.Obstacle)] = []
        for part in parts {
            for _ in 0..<Int(clamping: (part.seconds * Double(Self.rate)).rounded()) {
                let time = Int64(step) * 1_000_000_000 / Int64(Self.rate)
                let isReady = gate.update(
                    headingSigma: Angle.radians(part.sigma), disturbed: part.disturbed, at: time)
                if isReady != last { found.append((LogTime.seconds(time), isReady, gate.obstacle)) }
                (step, last) = (step + 1, isReady)
            }
        }
        return found
    }

    @Test func opensAfterASecondBelowFiveDegrees() {
        let found = changes([(3, 20, .no), (5, 4.9, .no)])
        #expect(found.count == 1 && found[0].isReady && found[0].seconds == 4 && found[0].obstacle == .none)
        #expect(changes([(10, 5.1, .no)]).isEmpty)
        // Each second is counted anew.
        #expect(changes([(0.8, 4, .no), (0.2, 8, .no), (0.8, 4, .no), (0.2, 8, .no)]).isEmpty)
    }

    @Test func staysOpenBetweenBothSigmas() {
        let found = changes([(2, 4, .no), (20, 9.9, .no), (3, 10.1, .no)])
        #expect(found.map(\.isReady) == [true, false])
        #expect(found.last?.seconds == 22.5 && found.last?.obstacle == .uncertain)
        // Half a second is borne.
        #expect(changes([(2, 4, .no), (0.4, 50, .no), (2, 4, .no)]).count == 1)
    }

    @Test func aDisturbanceIsBorneForThreeSeconds() {
        #expect(changes([(2, 4, .no), (2.9, 4, .yes), (2, 4, .no)]).count == 1)
        let found = changes([(2, 4, .no), (6, 4, .yes), (3, 4, .no)])
        #expect(found.map(\.isReady) == [true, false, true])
        #expect(found[1].seconds == 5.5 && found[1].obstacle == .disturbed && found[2].seconds == 9)
    }

    @Test func withoutASigmaItIsNeverReady() {
        #expect(changes([(10, .nan, .no)]).isEmpty)
        var gate = HeadingGate()
        let isReady = gate.update(nil, at: 0)
        #expect(!isReady && gate.obstacle == .unknown)
        #expect(changes([(10, .infinity, .unknown)]).isEmpty)
    }

    @Test func beginsAnewBehindAHole() {
        for next: Int64 in [8_000_000_001, 1_000_000_000, .max, .min] {
            var gate = HeadingGate()
            for step in 0...30 { gate.update(headingSigma: 0.01, disturbed: .no, at: Int64(step) * 100_000_000) }
            #expect(gate.isReady)
            gate.update(headingSigma: 0.01, disturbed: .no, at: next)
            #expect(!gate.isReady)
        }
    }

    @Test func limitsCanBeChanged() {
        var limits = HeadingGate.Limits()
        (limits.readySigma, limits.lostSigma, limits.readyTime) = (Angle.radians(20), 0, 0)
        #expect(changes([(1, 19, .no)], HeadingGate(limits)).first?.seconds == 0)
        // A smaller sigma to stay than to become ready counts as the same.
        #expect(changes([(5, 19, .no)], HeadingGate(limits)).count == 1)
    }
}
