extension GeodesicAuxiliary {
    /// Finds alpha1 so that the geodesic meets the second longitude: Newton's method inside a bracket that
    /// shrinks at every step, bisection where Newton would leave it (section 4). The error grows with alpha1, so
    /// the root is the only one.
    func solve(from start: SineCosine) -> (alpha1: SineCosine, trial: Trial) {
        let precision = Double.ulpOfOne
        let newtonSteps = 20
        var alpha1 = start
        var low = SineCosine(Geodesic.tiny, 1)
        var high = SineCosine(Geodesic.tiny, -1)
        var nearlyDone = false
        var trial = Trial()
        for step in 0..<90 {
            trial = self.trial(alpha1, withSlope: step < newtonSteps)
            // After a step from a tiny error, only rounding is left, even if it is some bits.
            if !(trial.error.magnitude >= (nearlyDone ? 8 : 1) * precision) { break }
            // Larger cotangent = smaller angle.
            let cotangent = alpha1.cosine / alpha1.sine
            if trial.error > 0 && (step > newtonSteps || cotangent > high.cosine / high.sine) {
                high = alpha1
            } else if trial.error < 0 && (step > newtonSteps || cotangent < low.cosine / low.sine) {
                low = alpha1
            }
            if step < newtonSteps && trial.slope > 0 {
                let change = -trial.error / trial.slope
                let next = alpha1 + SineCosine(radians: change)
                if change.magnitude < Double.pi && next.sine > 0 {
                    alpha1 = next.normalized
                    nearlyDone = trial.error.magnitude <= 16 * precision
                    continue
                }
            }
            let middle = SineCosine((low.sine + high.sine) / 2, (low.cosine + high.cosine) / 2).normalized
            let width = min(
                (low.sine - middle.sine).magnitude + (low.cosine - middle.cosine),
                (middle.sine - high.sine).magnitude + (middle.cosine - high.cosine))
            alpha1 = middle
            nearlyDone = false
            if width < precision * 0x1p-26 {
                trial = self.trial(alpha1, withSlope: false)
                break
            }
        }
        return (alpha1, trial)
    }
}
