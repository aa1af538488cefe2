import Rotations
import SensorModels
import Vocabulary

/// Where the magnetic field of a log was not the Earth's: magnets and iron that came and went.
public struct DisturbanceSection: Codable, Sendable, Hashable {
    /// The strength of the undisturbed field in the calibrated readings, microtesla.
    public var fieldMicrotesla: Double
    /// The share of the readings that are disturbed, 0...1.
    public var share: Double
    /// The median dip of the undisturbed readings by accelerometer or gravity, degrees, down positive; null without them.
    @Nullable public var dipDegrees: Double?
    /// The disturbed stretches, in their order.
    public var episodes: [DisturbedEpisode]
}

/// A stretch in which the strength of the field was not the Earth's.
public struct DisturbedEpisode: Codable, Sendable, Hashable {
    /// From the first sample of the log, seconds.
    public var startSeconds, endSeconds: Double
    /// The strength that is farthest from the undisturbed one, microtesla: the median of a second.
    public var extremeMicrotesla: Double
}

/// Finds the disturbed stretches by the strength of the field, second by second.
enum DisturbanceAnalysis {
    /// Beyond this share of the undisturbed strength a second is disturbed: walls and furniture stay below it.
    private static let tolerance = 0.35
    /// Within this share of the model's strength a reading may be the Earth's field.
    private static let agreement = 0.2
    /// So much of a log must be undisturbed; else its field is unknown.
    static let leastUndisturbed = 0.15
    private static let second: Int64 = 1_000_000_000
    /// Seconds: episodes nearer to each other are one.
    private static let longestPause = 3.0
    /// Seconds: shorter ones are left out.
    private static let shortest = 2.0

    /// - Parameters:
    ///   - magnetometer: calibrated, microtesla.
    ///   - force: specific force, which is up at rest.
    ///   - expected: the model's strength, microtesla; `nil` where it is unknown: then that of most readings counts.
    ///   - origin: the stamp of the log's first sample, nanoseconds.
    /// - Returns: `nil` without readings, and where too few of them agree on a field.
    static func section(
        _ magnetometer: VectorStream, force: VectorStream = VectorStream(), expected: Double?, origin: Int64
    ) -> DisturbanceSection? {
        let windows = windows(magnetometer)
        guard let median = Percentile.median(windows.map(\.strength)), median > 0 else { return nil }
        func share(_ isCounted: (Double) -> Bool) -> Double {
            Double(windows.filter { isCounted($0.strength) }.count) / Double(windows.count)
        }
        let isExpected = expected.map { field in share { ($0 - field).magnitude < agreement * field } } ?? 0
        let field = isExpected >= leastUndisturbed ? expected ?? median : median
        let isDisturbed = { (strength: Double) in (strength - field).magnitude > tolerance * field }
        let disturbed = share(isDisturbed)
        guard disturbed <= 1 - leastUndisturbed else { return nil }
        var episodes: [DisturbedEpisode] = []
        for window in windows where isDisturbed(window.strength) {
            let (start, end) = (LogTime.seconds(window.start - origin), LogTime.seconds(window.end - origin))
            if let last = episodes.last, start - last.endSeconds <= longestPause {
                let isFarther = (window.strength - field).magnitude > (last.extremeMicrotesla - field).magnitude
                episodes[episodes.count - 1].endSeconds = end
                if isFarther { episodes[episodes.count - 1].extremeMicrotesla = window.strength }
            } else {
                episodes.append(
                    DisturbedEpisode(startSeconds: start, endSeconds: end, extremeMicrotesla: window.strength))
            }
        }
        return DisturbanceSection(
            fieldMicrotesla: field, share: disturbed,
            dipDegrees: dip(magnetometer, force) { !isDisturbed($0) },
            episodes: episodes.filter { $0.endSeconds - $0.startSeconds >= shortest })
    }

    /// Of at most some thousand readings whose strength counts, each with the force at its time.
    private static func dip(
        _ magnetometer: VectorStream, _ force: VectorStream, isCounted: (Double) -> Bool
    ) -> Double? {
        guard !force.isEmpty else { return nil }
        var dips: [Double] = []
        for index in stride(from: 0, to: magnetometer.count, by: max(1, magnetometer.count / 5000)) {
            let next = min(force.index(atOrAfter: magnetometer.times[index]), force.count - 1)
            let reading = magnetometer.values[index]
            guard (force.times[next] &- magnetometer.times[index]).magnitude < longestGap, isCounted(reading.length)
            else { continue }
            dips.append(90 - Angle.degrees(reading.angle(to: -force.values[next])))
        }
        return Percentile.median(dips)
    }

    /// Nanoseconds between a reading and its force.
    private static let longestGap: UInt64 = 100_000_000

    private struct Window {
        var start, end: Int64
        /// Median, microtesla.
        var strength: Double
    }

    /// The readings second by second; empty seconds have no window.
    private static func windows(_ stream: VectorStream) -> [Window] {
        var windows: [Window] = []
        var first = 0
        while first < stream.count {
            var next = first
            while next < stream.count && stream.times[next] &- stream.times[first] < second { next += 1 }
            if let strength = Percentile.median(stream.values[first..<next].map(\.length)) {
                windows.append(Window(start: stream.times[first], end: stream.times[next - 1], strength: strength))
            }
            first = next
        }
        return windows
    }
}

extension DisturbanceSection {
    /// The longest episodes, in their order: `0:33 to 1:53`; empty without an episode.
    public var spans: String {
        let most = 3
        let longest = Set(
            episodes.indices.sorted { length(of: episodes[$0]) > length(of: episodes[$1]) }.prefix(most))
        let named = episodes.indices.filter(longest.contains).map { index in
            "\(Self.clock(episodes[index].startSeconds)) to \(Self.clock(episodes[index].endSeconds))"
        }
        return named.joined(separator: ", ") + (episodes.count > most ? " and \(episodes.count - most) more" : "")
    }

    /// The strength in the episodes that is farthest from the undisturbed one, microtesla.
    public var extremeMicrotesla: Double? {
        episodes.map(\.extremeMicrotesla).max { ($0 - fieldMicrotesla).magnitude < ($1 - fieldMicrotesla).magnitude }
    }

    private func length(of episode: DisturbedEpisode) -> Double { episode.endSeconds - episode.startSeconds }

    /// Minutes and seconds.
    private static func clock(_ seconds: Double) -> String {
        let whole = Int(clamping: min(max(seconds, 0), 1e9).rounded())
        return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)"
    }

    /// The warning about them, where they are.
    var warnings: [Warning] {
        guard !episodes.isEmpty, let extreme = extremeMicrotesla else { return [] }
        let percent = Int(clamping: (100 * share).rounded())
        return [
            Warning(
                code: .fieldDisturbed,
                message: "the magnetic field is disturbed from \(spans) (\(max(1, percent)) % of the readings; up to "
                    + "\(Int(clamping: extreme.rounded())) microtesla instead of \(Int(clamping: fieldMicrotesla.rounded()))): headings there "
                    + "rest on the gyroscope, or are wrong",
                advice: "keep magnets and iron away, or leave these parts out with --from and --to")
        ]
    }
}
