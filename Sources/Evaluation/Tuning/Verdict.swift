/// Whether tuning is worth anything.
struct Verdict {
    let accepted: Bool
    let reason: String

    /// - Parameter differences: tuned minus default per held-out recording.
    init(isHeldOut: Bool, differences: [Double], interval: BootstrapInterval?) {
        let mean = differences.reduce(0, +) / Double(max(1, differences.count))
        let change = Tuning.short(mean)
        guard isHeldOut else {
            (accepted, reason) = (false, "one group of recordings: nothing was held out; give more logs or groups")
            return
        }
        guard let interval else {
            let count = differences.count
            (accepted, reason) = (
                false,
                "\(count) recordings do not show how much results vary, expected \(PairedBootstrap.fewestUnits) or more"
            )
            return
        }
        let range = "\(Tuning.short(interval.low)) to \(Tuning.short(interval.high))"
        if interval.high < 0 {
            (accepted, reason) = (true, "held out, the objective changes by \(change), 95 % interval \(range)")
        } else if interval.low > 0 {
            (accepted, reason) = (false, "held out, the objective gets worse by \(change), 95 % interval \(range)")
        } else {
            (accepted, reason) = (
                false, "held out, the objective changes by \(change), inside the noise: 95 % interval \(range)"
            )
        }
    }
}
