import Reporting

/// One curve as the page draws it: reduced to what the pixel columns can show, without losing a spike.
struct CurveData: Encodable, Sendable {
    /// Seconds since the first sample of the log.
    let x: [Double]
    /// Degrees; null between strokes.
    let y: [Double?]

    init(_ points: [ChartPoint], offset: Double) {
        var x: [Double] = []
        var y: [Double?] = []
        x.reserveCapacity(points.count)
        y.reserveCapacity(points.count)
        for point in points {
            if point.isFinite {
                x.append(Self.rounded(point.x + offset, 1e5))
                y.append(Self.rounded(point.y, 1e3))
            } else if y.last != .some(nil) {
                x.append(x.last ?? Self.rounded(offset, 1e5))
                y.append(nil)
            }
        }
        (self.x, self.y) = (x, y)
    }

    /// More digits than a screen shows would only cost time.
    private static func rounded(_ value: Double, _ scale: Double) -> Double { (value * scale).rounded() / scale }
}

/// Reduces a series of a log to a window.
struct WindowReducer {
    private var reducer: ColumnReducer
    private let start: Int64
    private let offset: Double

    /// - Parameters:
    ///   - interval: the window, nanoseconds of the log's clock.
    ///   - origin: the first stamp of the log.
    ///   - step: the mean interval of the samples, seconds: a pause of ten of them, and of a second at least, is no line.
    ///   - wrapping: for an angle, the degrees between which it jumps.
    init(
        _ interval: ClosedRange<Int64>, origin: Int64, columns: Int, step: Double, wrapping: ClosedRange<Double>? = nil
    ) {
        start = interval.lowerBound
        offset = Double(interval.lowerBound - origin) * 1e-9
        let duration = max(1e-6, Double(interval.upperBound - interval.lowerBound) * 1e-9)
        reducer = ColumnReducer(
            domain: 0...duration, columns: columns, wrapping: wrapping, maximumGap: max(1, 10 * step))
    }

    /// Adds a value, degrees; `nil` where it is undefined.
    mutating func add(_ time: Int64, _ value: Double?) { reducer.add(Double(time - start) * 1e-9, value ?? .nan) }

    mutating func finish() -> CurveData { CurveData(reducer.finish(), offset: offset) }
}
