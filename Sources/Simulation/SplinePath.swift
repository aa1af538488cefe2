import Vocabulary

/// A smooth curve along control values at even time steps: the uniform B-spline of degree five (C. de Boor, A Practical
/// Guide to Splines, ch. IX), four times continuously differentiable.
///
/// It reproduces straight lines and smooths corners over about three steps. Before the first and after the last control
/// value it comes to rest at that value.
public struct SplinePath: Sendable {
    private let start: Double
    private let spacing: Double
    private let values: [Double]

    /// A curve by its control values.
    ///
    /// - Parameters:
    ///   - values: at least one, in the unit of the quantity.
    ///   - start: the time of the first one, seconds.
    ///   - spacing: the time from one to the next, seconds, > 0.
    public init(_ values: [Double], start: Double = 0, spacing: Double) {
        precondition(!values.isEmpty && spacing > 0, "a spline has control values at a distance")
        self.values = values
        self.start = start
        self.spacing = spacing
    }

    /// Value and derivatives at a time in seconds.
    public func jet(at time: Double) -> Jet {
        let last = Double(values.count + 2)
        let position = min(last, max(-3, (time - start) / spacing))
        let cell = position.rounded(.down)
        let controls = (0..<6).map { values[min(values.count - 1, max(0, Int(clamping: cell) + $0 - 2))] }
        let inCell = Jet(position - cell, rate: 1 / spacing)
        // Horner's rule, highest power first.
        var sum = Jet(0)
        for power in Self.weights.reversed() {
            var coefficient = 0.0
            for (weight, control) in zip(power, controls) { coefficient += weight * (control - controls[2]) }
            sum = sum * inCell + Jet(coefficient / 120)
        }
        return sum + Jet(controls[2])
    }

    /// 120 times the basis on one cell: rows are powers of the place in the cell, columns the six control values.
    private static let weights: [[Double]] = [
        [1, 26, 66, 26, 1, 0],
        [-5, -50, 0, 50, 5, 0],
        [10, 20, -60, 20, 10, 0],
        [-10, 20, 0, -20, 10, 0],
        [5, -20, 30, -20, 5, 0],
        [-1, 5, -10, 10, -5, 1],
    ]
}
