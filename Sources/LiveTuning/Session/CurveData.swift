import Foundation
import Reporting

/// One curve as the page draws it: reduced to what the pixel columns can show, without losing a spike.
///
/// Both coordinates are sent as 32-bit floating-point numbers, little-endian, in base64: as decimal numbers they took longer
/// to write than the filter to run.
struct CurveData: Encodable, Sendable {
    /// Seconds since the first sample of the log.
    let x: Data
    /// Degrees; NaN between strokes.
    let y: Data

    init(_ points: [ChartPoint], offset: Double) {
        // A gap stands at the last point before it, so that x ascends throughout.
        var last = 0.0
        x = Self.data(
            points.map { point in
                if point.isFinite { last = point.x }
                return last + offset
            })
        y = Self.data(points.map(\.y))
    }

    private static func data(_ values: [Double]) -> Data {
        values.map { Float($0).bitPattern.littleEndian }.withUnsafeBytes { Data($0) }
    }
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
