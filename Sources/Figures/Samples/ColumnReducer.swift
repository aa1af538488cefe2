import Vocabulary

/// Reduces a series to what a picture of a given width can show, without losing a spike: in every pixel column the
/// first, the lowest, the highest and the last value are kept, in their order (U. Jugel et al., M4: A
/// Visualization-Oriented Time Series Data Aggregation, VLDB 2014).
///
/// Values that are not finite, gaps in x and, for angles, steps of more than 180 degrees (359 -> 0) end a stroke.
/// Strokes that begin and end inside one column are merged, so that the size is bounded (at most 14 points per column)
/// however often an angle crosses north.
public struct ColumnReducer: Sendable {
    private struct Stroke {
        var first = Double.nan
        var last = Double.nan
        var low = Double.infinity
        var high = -Double.infinity
        var lowIsFirst = true

        var isEmpty: Bool { low > high }

        mutating func add(_ y: Double) {
            if isEmpty { first = y }
            if y < low {
                low = y
                lowIsFirst = false
            }
            if y > high {
                high = y
                lowIsFirst = true
            }
            last = y
        }
    }

    private let domain: ClosedRange<Double>
    private let columns: Int
    private let scale: Double
    private let wrapping: ClosedRange<Double>?
    private let maximumGap: Double
    private var points: [ChartPoint] = []
    private var column = -1
    /// Samples nearer to the left edge than this are in `column`, whatever the rounding.
    private var columnEnd = -Double.infinity
    private var current = Stroke()
    /// Whether `current` continues the last point of `points`.
    private var isConnected = false
    private var inner = (lower: Stroke(), upper: Stroke())
    private var previous = ChartPoint.gap

    /// - Parameters:
    ///   - domain: the x of the picture's left and right edge; samples outside go to the outermost column.
    ///   - columns: pixel columns, at least 1.
    ///   - wrapping: for an angle, the values between which it jumps: 0...360 or -180...180.
    ///   - maximumGap: a longer step in x ends a stroke.
    public init(
        domain: ClosedRange<Double>, columns: Int, wrapping: ClosedRange<Double>? = nil, maximumGap: Double = .infinity
    ) {
        self.domain = domain
        self.columns = max(1, columns)
        self.wrapping = wrapping
        self.maximumGap = maximumGap
        let span = domain.upperBound - domain.lowerBound
        scale = span > 0 ? Double(self.columns) / span : 0
    }

    /// Adds a sample; x ascending and finite.
    public mutating func add(_ x: Double, _ y: Double) {
        let offset = x - domain.lowerBound
        if previous.x.isFinite && x - previous.x > maximumGap { endStroke() }
        if offset >= columnEnd {
            let index = max(0, min(columns - 1, Int(clamping: max(-1e9, min(1e9, offset * scale)))))
            if index != column { begin(index) }
        }
        let jumps = wrapping.map { (y - previous.y).magnitude > ($0.upperBound - $0.lowerBound) / 2 } ?? false
        if !y.isFinite || jumps { endStroke() }
        if y.isFinite { current.add(y) }
        previous = ChartPoint(x, y)
    }

    /// The reduced series; `ChartPoint.gap` between strokes.
    public mutating func finish() -> [ChartPoint] {
        closeColumn()
        return points
    }

    private mutating func begin(_ index: Int) {
        closeColumn()
        column = index
        columnEnd = index + 1 < columns ? Double(index + 1) / scale * (1 - 1e-12) : .infinity
    }

    private var centre: Double {
        scale > 0 ? domain.lowerBound + (Double(column) + 0.5) / scale : domain.lowerBound
    }

    private mutating func endStroke() {
        if !current.isEmpty {
            if isConnected {
                emit(current)
            } else {
                // A stroke within this column: its extent, separately on both sides of the jump.
                let middle = wrapping.map { ($0.lowerBound + $0.upperBound) / 2 } ?? .infinity
                for y in [current.low, current.high] {
                    if y > middle { inner.upper.add(y) } else { inner.lower.add(y) }
                }
            }
            current = Stroke()
        }
        isConnected = false
    }

    private mutating func closeColumn() {
        for stroke in [inner.lower, inner.upper] where !stroke.isEmpty {
            points.append(.gap)
            points.append(ChartPoint(centre, stroke.low))
            if stroke.high > stroke.low { points.append(ChartPoint(centre, stroke.high)) }
            points.append(.gap)
        }
        inner = (Stroke(), Stroke())
        guard !current.isEmpty else { return }
        if !isConnected { points.append(.gap) }
        emit(current)
        isConnected = true
        current = Stroke()
    }

    private mutating func emit(_ stroke: Stroke) {
        var last = Double.nan
        let extremes = stroke.lowIsFirst ? [stroke.low, stroke.high] : [stroke.high, stroke.low]
        for y in [stroke.first] + extremes + [stroke.last] where y != last {
            points.append(ChartPoint(centre, y))
            last = y
        }
    }
}
