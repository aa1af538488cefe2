/// The loss of the magnetometer's residuals, which magnets and iron make large.
///
/// That of S. Geman, D. E. McClure, Statistical Methods for Tomographic Image Reconstruction, Bulletin of the
/// International Statistical Institute 52(4), 1987: a residual far from the others has no weight. Lengths are
/// microtesla.
extension SlidingWindow {
    /// Where the loss bends.
    var tolerance: Double {
        max(parameters.smallestTolerance, parameters.fieldTolerance * noise.magnetometer)
    }

    /// 1 for a small residual, with a loss `widening` times as wide.
    func fieldWeight(_ length: Double, _ widening: Double) -> Double {
        let ratio = length / (widening * tolerance)
        let root = 1 / (1 + ratio * ratio)
        return root * root
    }

    /// Without widening.
    func fieldCost(_ length: Double) -> Double {
        let x = length * length / (noise.magnetometer * noise.magnetometer)
        return x / (1 + length * length / (tolerance * tolerance))
    }
}
