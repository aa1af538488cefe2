import Rotations
import SensorModels
import Vocabulary

/// Where the magnetic field of a log was not the Earth's: magnets and iron that came and went.
public struct DisturbanceSection: Codable, Sendable, Hashable {
    /// The strength of the undisturbed field in the calibrated readings, microtesla.
    public var fieldMicrotesla: Double
    /// The share of the readings that are disturbed, 0...1.
    public var share: Double
    /// The median dip of the undisturbed readings by accelerometer or gravity, degrees, down positive; null without them, and
    /// where the force is far from gravity (a run).
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
    /// Within this share of the model's strength a reading may be the Earth's field.
    private static let agreement = 0.2
    /// So much of a log must be undisturbed; else its field is unknown.
    static let leastUndisturbed = 0.15

    /// - Parameters:
    ///   - magnetometer: calibrated, microtesla.
    ///   - force: specific force, which is up at rest.
    ///   - expected: the model's strength, microtesla; `nil` where it is unknown: then that of most readings counts.
    ///   - origin: the stamp of the log's first sample, nanoseconds.
    /// - Returns: `nil` without readings, and where too few of them agree on a field.
    static func section(
        _ magnetometer: VectorStream, force: VectorStream = VectorStream(), expected: Double?, origin: Int64
    ) -> DisturbanceSection? {
        let windows = SecondWindow.windows(of: magnetometer.times).compactMap { window in
            Percentile.median(magnetometer.values[window.indices].map(\.length)).map { (window: window, value: $0) }
        }
        guard let median = Percentile.median(windows.map(\.value)), median > 0 else { return nil }
        func share(_ isCounted: (Double) -> Bool) -> Double {
            Double(windows.filter { isCounted($0.value) }.count) / Double(windows.count)
        }
        let isExpected = expected.map { field in share { ($0 - field).magnitude < agreement * field } } ?? 0
        let field = isExpected >= leastUndisturbed ? expected ?? median : median
        let isDisturbed = { (strength: Double) in !DisturbanceSection.isCalm(strength, field: field) }
        let disturbed = share(isDisturbed)
        guard disturbed <= 1 - leastUndisturbed else { return nil }
        let stretches = Stretch.of(windows.filter { isDisturbed($0.value) }, origin: origin) {
            ($0 - field).magnitude > ($1 - field).magnitude
        }
        return DisturbanceSection(
            fieldMicrotesla: field, share: disturbed,
            dipDegrees: dip(magnetometer, force) { !isDisturbed($0) },
            episodes: stretches.map {
                DisturbedEpisode(
                    startSeconds: $0.startSeconds, endSeconds: $0.endSeconds, extremeMicrotesla: $0.extreme)
            })
    }

    /// A force whose length is usually further from gravity is no vertical, not even on the median, m/s^2: walking stays below it,
    /// with the phone in a pocket too; swinging arms and running do not.
    private static let largestAgitation = 1.5
    private static let standardGravity = 9.80665

    /// Of at most some thousand readings whose strength counts, each with the force at its time.
    private static func dip(
        _ magnetometer: VectorStream, _ force: VectorStream, isCounted: (Double) -> Bool
    ) -> Double? {
        guard !force.isEmpty else { return nil }
        var dips: [Double] = []
        var agitation: [Double] = []
        for index in stride(from: 0, to: magnetometer.count, by: max(1, magnetometer.count / 5000)) {
            let reading = magnetometer.values[index]
            guard isCounted(reading.length), let up = force.value(near: magnetometer.times[index]) else { continue }
            dips.append(DisturbanceSection.dipDegrees(of: reading, up: up))
            agitation.append((up.length - standardGravity).magnitude)
        }
        guard let usual = Percentile.median(agitation), usual < largestAgitation else { return nil }
        return Percentile.median(dips)
    }
}

extension DisturbanceSection {
    /// The dip of a field reading by the specific force at its time, degrees, down positive.
    public static func dipDegrees(of field: Vector3, up: Vector3) -> Double {
        90 - Angle.degrees(field.angle(to: -up))
    }

    /// A dip further from the model's than walls, iron and a device in motion make it is not the Earth's: a hard iron is left in the
    /// field, or a sensor's axes are wrong. Degrees.
    static let largestDipError = 20.0

    /// Beyond this share of the undisturbed strength a reading is disturbed: walls and furniture stay below it.
    private static let tolerance = 0.35

    /// Whether a calibrated reading's strength, microtesla, is that of the undisturbed field.
    func isCalm(_ strength: Double) -> Bool { Self.isCalm(strength, field: fieldMicrotesla) }

    static func isCalm(_ strength: Double, field: Double) -> Bool {
        (strength - field).magnitude <= tolerance * field
    }

    /// The longest part of a log that no episode disturbs, seconds from its first sample; `nil` without one.
    /// - Parameter duration: of the log, seconds.
    func longestCalmPart(of duration: Double) -> ClosedRange<Double>? {
        let starts = [0] + episodes.map(\.endSeconds)
        let ends = episodes.map(\.startSeconds) + [duration]
        return zip(starts, ends).filter { $0 < $1 }.max { $0.1 - $0.0 < $1.1 - $1.0 }.map { $0.0...$0.1 }
    }

    /// Whether a time, seconds from the log's first sample, lies in an episode.
    func isDisturbed(at seconds: Double) -> Bool {
        episodes.contains { $0.startSeconds <= seconds && seconds <= $0.endSeconds }
    }

    /// The longest episodes, in their order: `0:33 to 1:53`; empty without an episode.
    public var spans: String {
        let most = 3
        let longest = Set(
            episodes.indices.sorted { length(of: episodes[$0]) > length(of: episodes[$1]) }.prefix(most))
        let named = episodes.indices.filter(longest.contains).map { index in
            "\(episodes[index].startSeconds.clock) to \(episodes[index].endSeconds.clock)"
        }
        return named.joined(separator: ", ") + (episodes.count > most ? " and \(episodes.count - most) more" : "")
    }

    /// The strength in the episodes that is farthest from the undisturbed one, microtesla.
    public var extremeMicrotesla: Double? {
        episodes.map(\.extremeMicrotesla).max { ($0 - fieldMicrotesla).magnitude < ($1 - fieldMicrotesla).magnitude }
    }

    private func length(of episode: DisturbedEpisode) -> Double { episode.endSeconds - episode.startSeconds }

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

extension Double {
    /// Seconds as minutes and seconds: `1:53`.
    public var clock: String {
        let whole = Int(clamping: Swift.min(Swift.max(self, 0), 1e9).rounded())
        return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)"
    }
}
