import Calibration
import Rotations
import SensorModels
import Vocabulary

/// The yaw of an AR world from one source.
public struct AlignmentSource: Sendable, Codable, Hashable {
    /// `compass`, `displacement`, `geospatial`, `sightings` or `bearings`.
    public var name: String
    /// True heading minus heading in the AR world at the end of the session, degrees in (-180, 180].
    public var offsetDegrees: Double
    /// Standard deviation, degrees.
    public var sigmaDegrees: Double
    /// Number of differences, fixes or directions used.
    public var samples: Int

    init(name: String, offset: Double, sigma: Double, samples: Int) {
        self.name = name
        (offsetDegrees, sigmaDegrees) = (Angle.degrees(offset), Angle.degrees(sigma))
        self.samples = samples
    }
}

/// The result of `align --json`: the yaw of an AR world against north.
public struct AlignmentReport: Sendable, Codable, Hashable {
    /// A sudden rotation of the world about the vertical.
    public struct Jump: Sendable, Codable, Hashable {
        /// Seconds after the log's first sample.
        public var seconds: Double
        /// Degrees, clockwise positive.
        public var sizeDegrees: Double
        /// Standard deviation, degrees.
        public var sigmaDegrees: Double
    }

    /// A pause of the poses in which no jump was found.
    public struct Pause: Sendable, Codable, Hashable {
        /// The last pose before it, seconds after the log's first sample.
        public var fromSeconds: Double
        /// The first pose after it.
        public var toSeconds: Double
        /// 95 % upper bound on a jump during the pause, degrees.
        public var largestJumpDegrees: Double
    }

    /// The errors of the AR world's own yaw and of the compass, by the sources that need no compass.
    public struct Nearness: Sendable, Codable, Hashable {
        /// Error of the AR world's heading, to be added to it, degrees, clockwise positive.
        public var arErrorDegrees: Double
        /// Its standard deviation.
        public var arSigmaDegrees: Double
        /// Error of the compass at the end, to be added to it, degrees, clockwise positive.
        public var compassErrorDegrees: Double
        /// Its standard deviation.
        public var compassSigmaDegrees: Double
    }

    /// Name and version of the schema.
    public var schema = "sensorlab.alignment/1"
    /// The north of the offsets.
    public var north: String
    /// The filter that gives the compass heading; null without a compass.
    @Nullable public var filter: String?
    /// The world alignment that the log declares (`# ar-alignment:`).
    @Nullable public var worldAlignment: String?
    /// Weighted mean of all sources: heading = heading in the AR world + offset, degrees, clockwise positive, at the
    /// end.
    public var offsetDegrees: Double
    /// Standard deviation, degrees.
    public var sigmaDegrees: Double
    /// Half width of the 95 % interval, degrees.
    public var interval95Degrees: Double
    /// Drift between jumps, degrees per minute.
    public var driftDegreesPerMinute: Double
    /// Standard deviation of the drift.
    public var driftSigmaDegreesPerMinute: Double
    /// In order of time.
    public var jumps: [Jump]
    /// In order of time.
    public var pauses: [Pause]
    /// Times at which the world was replaced by another, seconds after the log's first sample. Only the part after the
    /// last one is used.
    public var newWorldsSeconds: [Double]
    /// The smallest jump that would have been detected outside of the pauses, degrees; null without compass and
    /// gyroscope.
    @Nullable public var smallestJumpDegrees: Double?
    /// Correlation time of the compass errors, seconds; null without a compass.
    @Nullable public var correlationSeconds: Double?
    /// One entry per source.
    public var sources: [AlignmentSource]
    /// Whether the AR world's own yaw or the compass is nearer to the sources that need no compass: `ar`, `compass`, or
    /// `undecided`; null without such a source, or unless the world is aligned with `gravityAndHeading`.
    @Nullable public var nearer: String?
    /// The errors behind `nearer`; null with it.
    @Nullable public var nearness: Nearness?
    /// Whether the sources differ by more than their sigmas explain (significance 0.001).
    public var isContradicted: Bool
    /// Median angle between the vertical of the poses and that of the sensors, degrees; null without a compass.
    @Nullable public var tiltDegrees: Double?
    /// Number of poses.
    public var poses: Int
    /// Number of poses without tracking.
    public var lostPoses: Int
    /// The advice to the user.
    public var recommendation: String

    init(
        _ yaw: YawAlignment, sources: [AlignmentSource], north: North, filter: String?, tilt: Double?, lost: Int,
        poses: Int, alignment: String?
    ) {
        self.north = north.rawValue
        self.filter = filter
        worldAlignment = alignment
        let best = Self.mean(sources)
        (offsetDegrees, sigmaDegrees) = (best.offset, best.sigma)
        interval95Degrees = 1.96 * best.sigma
        driftDegreesPerMinute = Angle.degrees(yaw.drift) * 60
        driftSigmaDegreesPerMinute = Angle.degrees(yaw.driftSigma) * 60
        jumps = yaw.jumps.map {
            Jump(seconds: $0.time, sizeDegrees: Angle.degrees($0.size), sigmaDegrees: Angle.degrees($0.sigma))
        }
        pauses = yaw.pauses.map {
            Pause(
                fromSeconds: $0.interval.lowerBound, toSeconds: $0.interval.upperBound,
                largestJumpDegrees: Angle.degrees($0.largestJump))
        }
        newWorldsSeconds = yaw.newWorlds
        smallestJumpDegrees = yaw.smallestJump.isFinite ? Angle.degrees(yaw.smallestJump) : nil
        correlationSeconds = filter == nil ? nil : yaw.correlationTime
        self.sources = sources
        tiltDegrees = tilt.map(Angle.degrees)
        (self.poses, lostPoses) = (poses, lost)
        isContradicted = best.isContradicted
        recommendation = ""
        (nearer, nearness) = (nil, nil)
        let others = sources.filter { $0.name != "compass" }
        if alignment?.lowercased() == "gravityandheading", !others.isEmpty,
            let compass = sources.first(where: { $0.name == "compass" })
        {
            let truth = Self.mean(others)
            let sigma = (truth.sigma * truth.sigma + compass.sigmaDegrees * compass.sigmaDegrees).squareRoot()
            // The world's error is the offset itself.
            let found = Nearness(
                arErrorDegrees: truth.offset, arSigmaDegrees: truth.sigma,
                compassErrorDegrees: Angle.wrapDegrees(truth.offset - compass.offsetDegrees), compassSigmaDegrees: sigma
            )
            let errors = (found.arErrorDegrees.magnitude, found.compassErrorDegrees.magnitude)
            nearer =
                (errors.0 - errors.1).magnitude < 1.96 * sigma
                ? "undecided" : errors.0 < errors.1 ? "ar" : "compass"
            nearness = found
        }
        recommendation = advice
    }

    private var advice: String {
        let (size, interval) = (Self.text(offsetDegrees), Self.unsigned(interval95Degrees))
        if isContradicted {
            let each = sources.map {
                "\($0.name) \(Self.text($0.offsetDegrees)) \u{B1} \(Self.unsigned(1.96 * $0.sigmaDegrees))"
            }
            return
                "the sources contradict each other (\(each.joined(separator: ", "))): check the times and places that were "
                + "given, the camera's axes, the clocks of poses and sensors, and iron near the compass"
        }
        guard interval95Degrees <= 30 else {
            return "the yaw is too uncertain to turn the scene: record for longer, in several headings"
        }
        return offsetDegrees.magnitude < interval95Degrees
            ? "leave the scene as it is: \(size) \u{B1} \(interval) degrees contains 0"
            : "turn the scene by \(size) \u{B1} \(interval) degrees (95 %), clockwise positive"
    }

    /// Mean weighted by the inverse variances, taken about the most accurate source; its sigma is increased if the
    /// sources scatter more than their sigmas.
    static func mean(
        _ sources: [AlignmentSource]
    ) -> (offset: Double, sigma: Double, isContradicted: Bool) {
        guard let first = sources.min(by: { $0.sigmaDegrees < $1.sigmaDegrees }) else {
            return (0, .infinity, false)
        }
        let weights = sources.map { 1 / max($0.sigmaDegrees * $0.sigmaDegrees, 1e-9) }
        let differences = sources.map { Angle.wrapDegrees($0.offsetDegrees - first.offsetDegrees) }
        let total = weights.reduce(0, +)
        let mean = zip(differences, weights).reduce(0) { $0 + $1.0 * $1.1 } / total
        let chi = zip(differences, weights).reduce(0) { $0 + $1.1 * ($1.0 - mean) * ($1.0 - mean) }
        let freedom = Double(max(1, sources.count - 1))
        // 99.9 % quantile of chi-squared (E. B. Wilson & M. M. Hilferty, Proc. Natl. Acad. Sci. 17, 1931).
        let part = 2 / (9 * freedom)
        let root = 1 - part + 3.09 * part.squareRoot()
        return (
            Angle.wrapDegrees(first.offsetDegrees + mean), (max(1, chi / freedom) / total).squareRoot(),
            chi > freedom * root * root * root
        )
    }

    private static func text(_ value: Double) -> String { (value < 0 ? "" : "+") + unsigned(value) }

    private static func unsigned(_ value: Double) -> String { "\((10 * value).rounded() / 10)" }
}

/// The data of the alignment figure: heading of the compass minus heading in the AR world, over time.
public struct AlignmentSeries: Sendable, Hashable {
    /// Seconds after the log's first sample.
    public var times: [Double]
    /// Degrees, unwrapped; empty without a compass.
    public var differences: [Double]
    /// The fitted offset, drift and jumps, degrees, unwrapped like the differences; NaN before the last change of
    /// worlds.
    public var fitted: [Double]
    /// The filter; `nil` without a compass.
    public var filter: String?

    init(_ times: [Double], _ differences: [Double], _ yaw: YawAlignment, track: String) {
        self.times = times
        var last = differences.first.map(Angle.wrap) ?? 0
        self.differences = differences.map { difference in
            last += Angle.wrap(difference - last)
            return Angle.degrees(last)
        }
        fitted = zip(times, self.differences).map { time, difference in
            guard time >= yaw.span.lowerBound else { return .nan }
            return difference + Angle.wrapDegrees(Angle.degrees(yaw.offset(at: time)) - difference)
        }
        filter = track
    }

    /// Without a compass: drift and jumps only, shifted to the offset at the end, degrees.
    init(_ times: [Double], _ yaw: YawAlignment, end: Double) {
        (self.times, differences) = (times, [])
        fitted = times.map { time in
            guard time >= yaw.span.lowerBound else { return .nan }
            return end + Angle.wrapDegrees(Angle.degrees(yaw.offset(at: time) - yaw.offset))
        }
    }
}
