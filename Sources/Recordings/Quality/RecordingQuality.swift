import Rotations
import SensorModels
import Vocabulary

/// The quality of a recording's data, stream by stream.
public struct RecordingQuality: Sendable, Hashable {
    /// One entry per sensor that the log names, in the order of `SensorKind`. A sensor whose readings are in another
    /// stream (`Recording.standIns`) has that stream's figures.
    public var streams: [StreamQuality]

    /// O(n log n) in the number of samples.
    public init(_ recording: Recording) {
        streams = recording.namedSensors.map { sensor in
            let source = recording.times(of: sensor).isEmpty ? recording.standIns[sensor] ?? sensor : sensor
            let clipped = Clipping(recording.vectors(of: source), of: source).samples
            func quality(_ stream: some RecordedStream) -> StreamQuality {
                StreamQuality(sensor, recording[keyPath: stream.path], clipped: clipped)
            }
            return quality(Recording.stream(of: source))
        }
    }

    /// The entry of a sensor; `nil` where it has no samples.
    public subscript(sensor: SensorKind) -> StreamQuality? { streams.first { $0.sensor == sensor } }
}

/// The quality of one stream's data.
public struct StreamQuality: Sendable, Hashable {
    /// Which stream.
    public var sensor: SensorKind
    /// Samples.
    public var samples: Int
    /// Hertz: the inverse of the median interval between samples whose values differ from their predecessors', where
    /// they do so evenly, else between samples (the mean one where stamps are rounded); `nil` with fewer than two.
    public var rateHz: Double?
    /// Seconds: root mean square of the intervals' distances from their median, repeated stamps and gaps left out;
    /// `nil` with fewer than two intervals.
    public var jitterSeconds: Double?
    /// Intervals of more than five medians, at least 1 ms, in the order of time.
    public var gaps: [StreamGap]
    /// Samples with the stamp of the one before.
    public var duplicateStamps: Int
    /// Samples with the value of the one before.
    public var repeatedValues: Int
    /// Samples with an axis at the end of the sensor's range; see `Clipping`.
    public var clipped: Int

    init<Value: RecordedValue>(
        _ sensor: SensorKind, _ stream: SampleStream<Value>, clipped: Int
    ) {
        self.sensor = sensor
        self.clipped = clipped
        samples = stream.count

        // One list of intervals at a time: that of a long log takes as much memory as its stamps.
        var intervals: [Int64] = []
        intervals.reserveCapacity(stream.count)
        var repeated = 0
        var lastChange = stream.times.first ?? 0
        for index in stream.times.indices.dropFirst() {
            if Value.isRepeated(index, in: stream.values) {
                repeated += 1
            } else if stream.times[index] > lastChange {
                intervals.append(stream.times[index] - lastChange)
                lastChange = stream.times[index]
            }
        }
        repeatedValues = repeated
        // A sensor that is slower than its rows repeats some.
        let changeRate = 10 * repeated > stream.count ? Self.ownRate(intervals, stream.duration) : nil

        intervals.removeAll(keepingCapacity: true)
        for index in stream.times.indices.dropFirst() where stream.times[index] > stream.times[index - 1] {
            intervals.append(stream.times[index] - stream.times[index - 1])
        }
        duplicateStamps = max(0, stream.count - 1 - intervals.count)
        guard let median = Percentile.upperMedian(intervals) else {
            (gaps, jitterSeconds, rateHz) = ([], nil, changeRate)
            return
        }
        let longest = StreamGap.longest(median)
        let repeats = 5 * duplicateStamps > samples
        rateHz =
            changeRate
            ?? Self.rowRate(
                stream, median, longest, isCoarse: repeats || Self.isCoarse(intervals, median), repeats: repeats)
        var gaps: [StreamGap] = []
        var sum = 0.0
        var count = 0
        for index in stream.times.indices.dropFirst() {
            let interval = stream.times[index] - stream.times[index - 1]
            if interval > longest {
                gaps.append(StreamGap(start: stream.times[index - 1], length: interval))
            } else if interval > 0 {
                let deviation = Double(interval - median) * 1e-9
                sum += deviation * deviation
                count += 1
            }
        }
        self.gaps = gaps
        jitterSeconds = count >= 2 ? (sum / Double(count)).squareRoot() : nil
    }

    /// The rate of a sensor that is slower than its rows, whose readings then change at even intervals and through most
    /// of the log; `nil` where they change by chance, as those of a coarse sensor at rest.
    private static func ownRate(_ intervals: [Int64], _ duration: Double) -> Double? {
        guard let median = Percentile.upperMedian(intervals), intervals.count > 1 else { return nil }
        let mean = intervals.reduce(0) { $0 + Double($1) } / Double(intervals.count)
        let square = intervals.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(intervals.count)
        // Intervals by chance are as long as they scatter.
        guard 2 * mean * Double(intervals.count) > 1e9 * duration, 4 * square < mean * mean else { return nil }
        return 1e9 / Double(median)
    }

    /// Whether stamps are rounded to a large part of the interval: few intervals occur, and none prevails.
    private static func isCoarse(_ intervals: [Int64], _ median: Int64) -> Bool {
        let first = intervals.prefix(1000)
        return Set(first).count < 5 && 10 * first.count { $0 == median } < 9 * first.count
    }

    /// The rate of rows; of stamps that are rounded, and may repeat while the readings change, the mean one.
    private static func rowRate<Value: RecordedValue>(
        _ stream: SampleStream<Value>, _ median: Int64, _ longest: Int64, isCoarse: Bool, repeats: Bool
    ) -> Double {
        guard isCoarse else { return 1e9 / Double(median) }
        var (sum, count) = (0.0, 0)
        for index in stream.times.indices.dropFirst() {
            let interval = stream.times[index] - stream.times[index - 1]
            guard interval <= longest, interval > 0 || repeats && !Value.isRepeated(index, in: stream.values) else {
                continue
            }
            sum += Double(interval)
            count += 1
        }
        return sum > 0 ? 1e9 * Double(count) / sum : 1e9 / Double(median)
    }
}

/// A part of a stream without samples.
public struct StreamGap: Sendable, Hashable {
    /// The last stamp before it, nanoseconds of the log's clock.
    public var start: Int64
    /// Its length, nanoseconds.
    public var length: Int64

    /// The longest interval that is none, nanoseconds, of a stream with this median interval.
    package static func longest(_ median: Int64) -> Int64 { max(LogTime.product(5, median), 1_000_000) }

    /// Whether an interval, nanoseconds, is one in a stream of this rate, hertz.
    package static func isGap(_ interval: Int64, rateHz: Double) -> Bool {
        interval > longest(Int64(clamping: (1e9 / rateHz).rounded()))
    }
}
