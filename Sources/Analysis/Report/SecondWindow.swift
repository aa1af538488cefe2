import SensorModels
import Vocabulary

/// The samples of one second of a stream: the unit in which timeline, disturbances and checklist examine a log.
struct SecondWindow: Sendable {
    /// The stamps of its first and last sample, nanoseconds.
    let start, end: Int64
    /// The samples' indices.
    let indices: Range<Int>

    /// Duration, nanoseconds.
    private static let length: Int64 = 1_000_000_000

    /// Consecutive windows from the first sample on; empty seconds have none.
    /// - Parameter overlap: a window begins every half a second, so that two seconds contain two whole ones wherever
    ///   they begin.
    static func windows(of times: [Int64], overlap: Bool = false) -> [SecondWindow] {
        var windows: [SecondWindow] = []
        var first = 0
        while first < times.count {
            var (half, next) = (first, first)
            while next < times.count && times[next] &- times[first] < length {
                if times[next] &- times[first] < length / 2 { half = next + 1 }
                next += 1
            }
            windows.append(SecondWindow(start: times[first], end: times[next - 1], indices: first..<next))
            first = overlap ? half : next
        }
        return windows
    }
}

/// Neighbouring windows with a common property.
struct Stretch: Sendable, Hashable {
    /// Seconds from the first sample of the log.
    var startSeconds, endSeconds: Double
    /// The most extreme value of its windows.
    var extreme: Double

    /// Stretches with a shorter pause between them are merged, seconds.
    private static let longestPause = 3.0
    /// Stretches of fewer windows are omitted. Counted: the stamps of two whole seconds are less than 2 s apart.
    static let fewestWindows = 2
    /// Of windows that overlap by half.
    static let fewestOverlapping = 3

    /// - Parameters:
    ///   - windows: those with the property, ascending, each with its value.
    ///   - origin: the stamp of the log's first sample, nanoseconds.
    ///   - fewest: stretches of fewer windows are omitted.
    ///   - isMore: whether the first value is more extreme than the second.
    static func of(
        _ windows: [(window: SecondWindow, value: Double)], origin: Int64, fewest: Int = fewestWindows,
        isMore: (Double, Double) -> Bool = { $0 > $1 }
    ) -> [Stretch] {
        var stretches: [Stretch] = []
        var counts: [Int] = []
        for (window, value) in windows {
            let (start, end) = (LogTime.seconds(window.start &- origin), LogTime.seconds(window.end &- origin))
            if let last = stretches.last, start - last.endSeconds <= longestPause {
                stretches[stretches.count - 1].endSeconds = end
                counts[counts.count - 1] += 1
                if isMore(value, last.extreme) { stretches[stretches.count - 1].extreme = value }
            } else {
                stretches.append(Stretch(startSeconds: start, endSeconds: end, extreme: value))
                counts.append(1)
            }
        }
        return zip(stretches, counts).filter { $0.1 >= fewest }.map(\.0)
    }
}
