import Rotations
import SensorModels
import Vocabulary

/// Magnetic disturbances in a log: magnets and iron that came and went.
public struct DisturbanceSection: Codable, Sendable, Hashable {
    /// The strength of the undisturbed field in the calibrated readings, microtesla.
    public var fieldMicrotesla: Double
    /// The share of disturbed readings, 0...1.
    public var share: Double
    /// The median dip of the undisturbed readings relative to specific force or gravity, degrees, down positive; null
    /// without these, or if the force is far from gravity (running).
    @Nullable public var dipDegrees: Double?
    /// The disturbed stretches, in order of time.
    public var episodes: [DisturbedEpisode]
}

/// A stretch with a field strength that is not the Earth's.
public struct DisturbedEpisode: Codable, Sendable, Hashable {
    /// Seconds from the first sample of the log.
    public var startSeconds, endSeconds: Double
    /// The strength that deviates most from the undisturbed one, microtesla; medians over one second.
    public var extremeMicrotesla: Double
}

/// Detects disturbed stretches by the field strength, in seconds that overlap by half.
enum DisturbanceAnalysis {
    /// The largest deviation from the model's strength for the Earth's field, as a share.
    private static let agreement = 0.2
    /// The least undisturbed share of a log; below it the field is unknown.
    static let leastUndisturbed = 0.15

    /// - Parameters:
    ///   - magnetometer: calibrated, microtesla.
    ///   - force: specific force, which points up at rest.
    ///   - expected: the model's strength, microtesla; `nil` if unknown: then the median of the readings is used.
    ///   - origin: the stamp of the log's first sample, nanoseconds.
    /// - Returns: `nil` without readings, or if too few of them agree on a field.
    static func section(
        _ magnetometer: VectorStream, force: VectorStream = VectorStream(), expected: Double?, origin: Int64
    ) -> DisturbanceSection? {
        let windows = SecondWindow.windows(of: magnetometer.times, overlap: true).compactMap { window in
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
        let stretches = Stretch.of(
            windows.filter { isDisturbed($0.value) }, origin: origin, fewest: Stretch.fewestOverlapping
        ) {
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

    /// The largest median deviation of the force's length from gravity, m/s^2, with which the median force still shows
    /// the vertical. Walking stays below it, also with the phone in a pocket; swinging arms and running do not.
    private static let largestAgitation = 1.5
    private static let standardGravity = 9.80665

    /// The median dip over at most some thousand readings that pass the test of strength, each with the force at its
    /// time.
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

    /// The largest deviation of the dip from the model's that walls, iron and motion cause, degrees. A larger one is
    /// due to residual hard iron or wrong sensor axes.
    static let largestDipError = 20.0

    /// The largest deviation from the undisturbed strength, as a share; walls and furniture stay below it.
    private static let tolerance = 0.35

    /// Whether the strength of a calibrated reading, microtesla, is undisturbed.
    func isCalm(_ strength: Double) -> Bool { Self.isCalm(strength, field: fieldMicrotesla) }

    static func isCalm(_ strength: Double, field: Double) -> Bool {
        (strength - field).magnitude <= tolerance * field
    }

    /// The longest part of a log without an episode, seconds from the first sample; `nil` without one.
    /// - Parameter duration: of the log, seconds.
    func longestCalmPart(of duration: Double) -> ClosedRange<Double>? {
        let starts = [0] + episodes.map(\.endSeconds)
        let ends = episodes.map(\.startSeconds) + [duration]
        return zip(starts, ends).filter { $0 < $1 }.max { $0.1 - $0.0 < $1.1 - $1.0 }.map { $0.0...$0.1 }
    }

    /// The longest episodes, in order of time: `0:33 to 1:53`; empty without an episode.
    public var spans: String { TimelineEvent.spans(episodes.map { ($0.startSeconds, $0.endSeconds) }) }

    /// The strength in the episodes that deviates most from the undisturbed one, microtesla.
    public var extremeMicrotesla: Double? {
        episodes.map(\.extremeMicrotesla).max { ($0 - fieldMicrotesla).magnitude < ($1 - fieldMicrotesla).magnitude }
    }

    /// The warning about the episodes, if there are any.
    var warnings: [Warning] {
        guard !episodes.isEmpty, let extreme = extremeMicrotesla else { return [] }
        let percent = Int(clamping: (100 * share).rounded())
        return [
            Warning(
                .fieldDisturbed,
                "the magnetic field is disturbed from \(spans) (\(max(1, percent)) % of the readings; up to "
                    + "\(Int(clamping: extreme.rounded())) microtesla as the median of a second, instead of "
                    + "\(Int(clamping: fieldMicrotesla.rounded()))): headings there "
                    + "rest on the gyroscope, or are wrong")
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
