import Files
import Foundation
import Vocabulary

/// The samples behind the curves of a page, from which its script draws them at any zoom.
///
/// Encoded as base64 of raw deflate (RFC 1951): first the times of each grid in units of 0.1 ms, as differences to the
/// one before, in four planes of bytes, the lowest first; then each series, in the order of `contents`, as differences
/// (modulo 65536) of 16-bit codes in two planes: 0 where there is no value, otherwise 1 + (value - low) / step. Planes
/// compress well, since neighbouring bytes of one plane are alike.
package struct SampleBlock {
    /// One curve, which figures look up by kind and name.
    package struct Series: Sendable {
        /// The quantity, one word.
        let kind: String
        /// The name in the legends.
        let name: String
        package let grid: SampleGrid
        /// One for each time of the grid; NaN where there is none.
        package let values: [Float]

        /// A curve by its parts.
        package init(kind: String, name: String, grid: SampleGrid, values: [Float]) {
            (self.kind, self.name, self.grid, self.values) = (kind, name, grid, values)
        }
    }

    /// A line for each grid, `grid COUNT STRETCH`, the stretch in seconds, 0 where every sample is kept; then a line
    /// for each series: kind, name, number of its grid, low, step, separated by tabs.
    package let contents: String
    /// Base64.
    package let deflated: String

    /// The finest step of a value: the useful resolution of an angle in degrees.
    private static let finest = 0.01

    package init(_ series: [Series]) {
        var grids: [SampleGrid] = []
        var numbers: [Int] = []
        for entry in series {
            let known = grids.firstIndex(of: entry.grid)
            if known == nil { grids.append(entry.grid) }
            numbers.append(known ?? grids.count - 1)
        }
        var bytes: [UInt8] = []
        var lines = grids.map { "grid \($0.seconds.count) \($0.stretch ?? 0)" }
        for grid in grids {
            let moments = grid.seconds.map { UInt32(clamping: Int(clamping: ($0 * 1e4).rounded())) }
            Self.append(moments, planes: 4, to: &bytes)
        }
        for (entry, number) in zip(series, numbers) {
            let finite = entry.values.lazy.filter(\.isFinite)
            let (low, high) = (Double(finite.min() ?? 0), Double(finite.max() ?? 0))
            let step = max(Self.finest, (high - low) / 65_000)
            let codes = entry.values.map { value in
                value.isFinite ? UInt32(clamping: Int(clamping: (1 + (Double(value) - low) / step).rounded())) : 0
            }
            Self.append(codes, planes: 2, to: &bytes)
            lines.append("\(entry.kind)\t\(entry.name)\t\(number)\t\(low)\t\(step)")
        }
        contents = lines.joined(separator: "\n")
        deflated = Data(Deflate.raw(bytes)).base64EncodedString()
    }

    private static func append(_ values: [UInt32], planes: Int, to bytes: inout [UInt8]) {
        for plane in 0..<planes {
            var previous: UInt32 = 0
            for value in values {
                bytes.append(UInt8(truncatingIfNeeded: (value &- previous) >> UInt32(8 * plane)))
                previous = value
            }
        }
    }
}

/// The times at which a page keeps the samples of a stream: all stamps or, if they are too many for a page, two for
/// each of many equal stretches, for the lowest and the highest value.
package struct SampleGrid: Sendable, Equatable {
    /// Streams up to this length are kept whole: two minutes at 100 Hz.
    static let mostSamples = 12_500
    private static let stretches = 5_000

    /// Ascending.
    package let seconds: [Double]
    /// The length of a stretch, seconds, of which the lowest and the highest value are kept; `nil` where every sample
    /// is kept.
    package let stretch: Double?
    /// The first sample of each stretch, and the count of all; `nil` where every sample is kept.
    private let starts: [Int]?

    /// - Parameters:
    ///   - times: stamps, ascending.
    ///   - duration: seconds that the page shows.
    ///   - seconds: converts a stamp to seconds since the page's first moment.
    package init(_ times: [Int64], duration: Double, seconds: (Int64) -> Double) {
        guard times.count > Self.mostSamples else {
            self.seconds = times.map(seconds)
            (starts, stretch) = (nil, nil)
            return
        }
        let length = max(duration, 1e-6) / Double(Self.stretches)
        var (moments, starts) = ([Double](), [Int]())
        var current = -1
        for (index, time) in times.enumerated() {
            let stretch = Int(clamping: seconds(time) / length)
            guard stretch != current else { continue }
            current = stretch
            starts.append(index)
            moments.append((Double(stretch) + 0.25) * length)
            moments.append((Double(stretch) + 0.75) * length)
        }
        self.seconds = moments
        stretch = length
        self.starts = starts + [times.count]
    }

    /// A value for each time; NaN where the samples have none.
    package func reduced(_ values: [Float]) -> [Float] {
        guard let starts else { return values }
        var result: [Float] = []
        result.reserveCapacity(seconds.count)
        for (start, end) in zip(starts, starts.dropFirst()) {
            var (low, high) = (start, start)
            for index in start..<end where values[index].isFinite {
                if !(values[low] <= values[index]) { low = index }
                if !(values[high] >= values[index]) { high = index }
            }
            result.append(values[min(low, high)])
            result.append(values[max(low, high)])
        }
        return result
    }
}
