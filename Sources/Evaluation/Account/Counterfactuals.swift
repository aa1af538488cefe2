import Files
import Rotations
import SensorModels
import Vocabulary

/// The heading error of a filter by cause, by running it again on readings without a cause, then without another one
/// too, until nothing is left but the filter's own error with perfect sensors.
///
/// What a cause adds depends on those that are still there, if the filter is not linear: it is the mean of one order
/// and its reverse, an estimate of Shapley's value with two permutations (L. S. Shapley, A Value for n-Person Games,
/// 1953; R. Mitchell et al., Sampling Permutations for Shapley Value Estimation, Journal of Machine Learning Research
/// 23, 2022), exact for two causes and for linear filters. Parts add up to the whole in any case.
struct Counterfactuals {
    /// By cause, at each stamp of the series, radians.
    let parts: [HeadingAccount.Cause: [Double]]

    /// - Parameters:
    ///   - series: the errors of the filter's track.
    ///   - faults: of its readings.
    ///   - jobs: runs at once, at most.
    ///   - run: the filter: its track over readings, with the reference's north.
    init(
        _ series: ErrorSeries, _ faults: SensorFaults, jobs: Int, _ run: @Sendable (FilterInput) -> OrientationTrack
    ) {
        let causes = faults.causes
        let orders = [causes, causes.reversed()]
        let sets = Array(Set(orders.flatMap { order in order.indices.map { Set(order[...$0]) } }))
        let runs = concurrentMap(sets, jobs: jobs) { series.errors(of: run(faults.input(without: $0))) }
        let errors = Dictionary(zip(sets, runs)) { first, _ in first }

        var parts: [HeadingAccount.Cause: [Double]] = [:]
        var last = series.errors
        for order in orders {
            last = series.errors
            for index in order.indices {
                let without = zip(errors[Set(order[...index])] ?? [], last).map { $0 ?? $1 }
                let shares = zip(last, without).map { Angle.wrap($0 - $1) / Double(orders.count) }
                parts[order[index]] = parts[order[index]].map { zip($0, shares).map(+) } ?? shares
                last = without
            }
        }
        // With perfect sensors: a constant, and how late the filter is, or how wrong it began.
        var mean = CircularStatistics()
        last.forEach { mean.add($0) }
        let offset = Robust.centre(last, from: mean.mean ?? 0, scale: Robust.calm)
        let own = last.map { Angle.wrap($0 - offset) }
        let usual = Percentile.median(own.map(\.magnitude)) ?? 0
        let begun = own.firstIndex { $0.magnitude <= usual } ?? 0
        parts[.offset] = last.map { _ in offset }
        parts[.start] = own.indices.map { $0 < begun ? own[$0] : 0 }
        let late = own.indices.map { $0 < begun ? 0 : own[$0] }
        parts[.latency] = parts[.latency].map { zip($0, late).map(+) } ?? late
        self.parts = parts
    }
}
