/// Percentiles by linear interpolation between order statistics (Hyndman & Fan 1996, definition 7, as numpy's default).
public enum Percentile {
    /// - Parameters:
    ///   - values: ascending and not empty.
    ///   - fraction: 0...1.
    public static func of(sorted values: [Double], _ fraction: Double) -> Double {
        let position = fraction * Double(values.count - 1)
        let low = Int(position)
        let high = min(low + 1, values.count - 1)
        return values[low] + (position - Double(low)) * (values[high] - values[low])
    }

    /// The median of values in any order; `nil` for none.
    public static func median(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : of(sorted: values.sorted(), 0.5)
    }
}
