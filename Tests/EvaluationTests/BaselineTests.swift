import Foundation
import Testing

@testable import Evaluation

@Suite("Baselines")
struct BaselineTests {
    func baseline(_ metrics: [String: Double], filter: String = "kalman", name: String = "walk") -> Baseline {
        Baseline(
            definition: .standard,
            recordings: [
                Baseline.Recording(
                    name: name, filters: [Baseline.Filter(name: filter, parameters: ["gain": 1], metrics: metrics)])
            ])
    }

    func verdict(
        _ metric: String, _ old: Double?, _ new: Double?, _ tolerance: BaselineTolerance = BaselineTolerance(),
        halfWidth: Double? = nil
    ) -> BaselineVerdict? {
        let comparison = BaselineComparison(
            run: baseline(new.map { [metric: $0] } ?? [:]), baseline: baseline(old.map { [metric: $0] } ?? [:]),
            tolerance: tolerance, halfWidths: { _, _, _ in halfWidth })
        return comparison.changes.first?.verdict ?? (comparison.counts["same"] == 1 ? .same : nil)
    }

    @Test("an error beyond the tolerance is worse, below it improved, within it the same")
    func verdicts() {
        #expect(verdict("total.rmse", 1, 1.019) == .same)
        #expect(verdict("total.rmse", 1, 1.03) == .worse)
        #expect(verdict("total.rmse", 1, 0.97) == .improved)
        // One per cent of ten degrees is more than 0.02.
        #expect(verdict("total.rmse", 10, 10.09) == .same)
        #expect(verdict("total.rmse", 10, 10.11) == .worse)
        #expect(verdict("total.rmse", 1, nil) == .missing)
        #expect(verdict("total.rmse", nil, 1) == .new)
    }

    @Test("what counts is the distance from the ideal: 0.95 covered, NEES 1, no offset of either sign")
    func ideals() {
        #expect(verdict("headingSigma.coverage95", 0.94, 1) == .worse)
        #expect(verdict("headingSigma.coverage95", 0.80, 0.9) == .improved)
        #expect(verdict("headingSigma.nees", 1, 0.5) == .worse)
        #expect(verdict("headingOffset", -1, 1) == .same)
        #expect(verdict("headingOffset", -1, -2) == .worse)
        #expect(verdict("covered", 1, 0.9) == .worse)
        // A lag counts in milliseconds: 0.02 is 2 ms.
        #expect(verdict("lag", 10, 11.9) == .same)
        #expect(verdict("lag", 10, -12.5) == .worse)
    }

    @Test("by the bootstrap, what another stretch of the motion would have changed is no change")
    func bootstrap() {
        let rule = BaselineTolerance(bootstrap: true)
        #expect(verdict("total.rmse", 1, 1.2, rule, halfWidth: 0.3) == .same)
        #expect(verdict("total.rmse", 1, 1.4, rule, halfWidth: 0.3) == .worse)
        #expect(verdict("total.rmse", 1, 1.2, rule, halfWidth: nil) == .worse)
    }

    @Test("by the bootstrap, many small changes of one sign are a regression that no recording shows alone")
    func overall() {
        func run(_ shift: Double) -> Baseline {
            Baseline(
                definition: .standard,
                recordings: (0..<12).map { index in
                    Baseline.Recording(
                        name: "trial \(index)",
                        filters: [
                            Baseline.Filter(
                                name: "kalman", parameters: [:],
                                metrics: ["total.rmse": 3 + Double(index) + shift + 0.01 * Double(index % 3)])
                        ])
                })
        }
        func compared(_ shift: Double, _ bootstrap: Bool) -> BaselineComparison {
            BaselineComparison(
                run: run(shift), baseline: run(0), tolerance: BaselineTolerance(relative: 0.2, bootstrap: bootstrap))
        }
        #expect(compared(0.3, false).isPassed)
        #expect(compared(0.3, true).overallRegressions.map(\.metric) == ["total.rmse"])
        #expect(!compared(0.3, true).isPassed)
        #expect(compared(-0.3, true).isPassed)
        #expect(compared(0, true).isPassed)
    }

    @Test("a recording or filter that is gone fails; one that is new does not; changed parameters are named")
    func missing() {
        let old = baseline(["total.rmse": 1])
        let gone = BaselineComparison(
            run: baseline(["total.rmse": 1], name: "run"), baseline: old, tolerance: BaselineTolerance())
        #expect(gone.counts == ["missing": 1, "new": 1])
        #expect(!gone.isPassed)
        let other = BaselineComparison(
            run: baseline(["total.rmse": 1], filter: "vqf"), baseline: old, tolerance: BaselineTolerance())
        #expect(other.changes.map(\.verdict) == [.missing, .new])
        var changed = old
        changed.recordings[0].filters[0].parameters["gain"] = 2
        let tuned = BaselineComparison(run: changed, baseline: old, tolerance: BaselineTolerance())
        #expect(tuned.parameterChanges == ["kalman (walk)"])
        #expect(tuned.isPassed)
    }

    @Test("an update keeps the lines whose numbers differ by rounding alone")
    func settled() {
        let old = baseline(["total.rmse": 1.2346, "heading.rmse": 0.5])
        let new = baseline(["total.rmse": 1.2347, "heading.rmse": 0.6])
        let settled = new.settled(on: old)
        #expect(settled.recordings[0].filters[0].metrics == ["total.rmse": 1.2346, "heading.rmse": 0.6])
    }

    @Test("sorted, four decimals, the same after writing and reading")
    func format() throws {
        let filters = ["vqf", "kalman"].map {
            Baseline.Filter(name: $0, parameters: [:], metrics: ["total.rmse": 1.23456789])
        }
        let baseline = Baseline(
            definition: .broad,
            recordings: ["b", "a"].map { Baseline.Recording(name: $0, filters: filters) })
        #expect(baseline.recordings.map(\.name) == ["a", "b"])
        #expect(baseline.recordings[0].filters.map(\.name) == ["kalman", "vqf"])
        #expect(baseline.recordings[0].filters[0].metrics == ["total.rmse": 1.2346])
        let data = try JSONEncoder().encode(baseline)
        #expect(try JSONDecoder().decode(Baseline.self, from: data) == baseline)
    }
}
