import RealModule
import Rotations
import SensorModels
import Vocabulary

/// Whether a track agrees with its own sensors: the check of an estimator without a reference.
///
/// At calm instants the force is the vertical, and where the field's magnitude is the usual one the compass is
/// north. The deviations of the track from both, squared and over the sum of the estimator's variance and that of
/// the sensors, are normalised innovations (NIS: Y. Bar-Shalom, X. R. Li, T. Kirubarajan, Estimation with
/// Applications, 2001, 5.4); for a consistent estimator their mean over a window is near 1 or below. A window
/// contradicts where the mean is far outside of the chi-square interval. An estimator has diverged where windows
/// contradict for half a minute or more and in a third of the log, or where its orientation is not finite. Logs
/// without calm instants give no verdict; neither does the heading of a log whose magnetometer is not calibrated,
/// because its magnitude never is the usual one for long.
public struct TrackConsistency: Sendable, Equatable {
    /// Length of a window, s.
    public static let window = 10.0
    /// Calm time that a window needs for a verdict, s.
    public static let leastCalm = 0.5
    /// Largest mean of a window's normalised innovations: four standard deviations. The innovations of a window are
    /// correlated and count as one; a chi-square variable of one degree of freedom is larger once in 16 000 windows.
    public static let limit = 16.0
    /// How many windows must contradict: half a minute.
    public static let leastWindows = 3
    /// Which part of the judged windows must contradict.
    public static let leastShare = 1.0 / 3
    /// Largest deviation of a calm force's magnitude from gravity, m/s^2.
    public static let calmForce = 0.5
    /// How long the force must have been calm, s.
    public static let calmTime = 0.2
    /// Largest deviation of a usual field's magnitude from the log's median, as a part.
    public static let usualField = 0.1
    /// Noise of a calm force as the vertical, rad: an acceleration of 0.5 m/s^2 and the accelerometer's bias.
    static let tiltNoise = 0.06
    /// Noise of the compass as north at such instants, rad: 0.06 of tilt where the dip is 65 degrees, and buildings.
    static let headingNoise = 0.2
    /// Sigma of the vertical of an estimator that gives none, rad.
    static let assumedTiltSigma = 0.06
    /// Sigma of the heading of an estimator that gives none, rad.
    static let assumedHeadingSigma = 0.15
    /// Calm time that one sample of a long log's force represents, s: at most ten a second, a hundred in a window.
    /// Neither the deviations nor the sigmas change faster at calm instants.
    static let witnessTime = 0.1
    /// Number of force samples above which they are thinned: half an hour at 100 Hz, where thinning saves something and
    /// no single window decides.
    static let manySamples = 200_000
    /// Samples further apart are not compared, nanoseconds.
    private static let longestAge: Int64 = 50_000_000

    /// One direction's windows.
    public struct Windows: Sendable, Equatable {
        /// How many have enough calm time.
        public fileprivate(set) var judged = 0
        /// How many contradict the sensor.
        public fileprivate(set) var contradicting = 0
        /// Sum over the judged windows of the mean squared deviation, rad^2.
        fileprivate var squares = 0.0

        /// Root mean square deviation from the sensor over the judged windows, rad; NaN without any.
        public var deviation: Double { (squares / Double(judged)).squareRoot() }

        /// Whether the estimator contradicts the sensor for long.
        public var isContradicted: Bool {
            contradicting >= TrackConsistency.leastWindows
                && Double(contradicting) >= TrackConsistency.leastShare * Double(judged)
        }
    }

    /// The vertical against the force.
    public private(set) var tilt = Windows()
    /// The heading against the compass.
    public private(set) var heading = Windows()
    /// The first stamp at which the orientation was not finite; `nil` where it always was.
    public private(set) var firstNonFinite: Int64?

    /// Whether the estimator has diverged.
    public var hasDiverged: Bool { firstNonFinite != nil || tilt.isContradicted || heading.isContradicted }

    /// Judges a track whose north is magnetic by the streams that the filter got.
    public init(_ track: OrientationTrack, _ input: FilterInput) { self.init(track, Witnesses(input)) }

    /// The same with witnesses that several tracks share. One pass.
    public init(_ track: OrientationTrack, _ witnesses: Witnesses) {
        firstNonFinite = zip(track.times, track.estimates).first { !$0.1.orientation.isFinite }?.0
        guard firstNonFinite == nil, let start = track.times.first else { return }
        let span = Int64(clamping: Self.window * 1e9)
        var (row, end) = (0, start + span)
        var sums = (tilt: Sum(), heading: Sum())
        for witness in witnesses.samples {
            let time = witness.time
            while row + 1 < track.count && track.times[row + 1] <= time { row += 1 }
            if time >= end {
                close(&sums)
                end = time - (time - start) % span + span
            }
            guard time >= track.times[row], time - track.times[row] < Self.longestAge else { continue }
            let estimate = track.estimates[row]
            sums.tilt.add(
                estimate.orientation.rotate(witness.up).angle(to: Vector3(0, 0, 1)), sigma: estimate.inclinationSigma,
                assumed: Self.assumedTiltSigma, noise: Self.tiltNoise, components: 2, for: witness.duration)
            guard let compass = witness.compass else { continue }
            sums.heading.add(
                (estimate.orientation * compass.conjugate).twistAboutVertical, sigma: estimate.headingSigma,
                assumed: Self.assumedHeadingSigma, noise: Self.headingNoise, components: 1, for: witness.duration)
        }
        close(&sums)
    }

    /// The directions that a log's calm accelerometer and its usual field give.
    public struct Witnesses: Sendable {
        struct Sample {
            /// Nanoseconds of the log's clock.
            var time: Int64
            /// The calm time since the sample before it, seconds.
            var duration: Double
            /// The direction of the force, device axes.
            var up: Vector3
            /// Device to earth, its north magnetic; `nil` where the field is not usual.
            var compass: Quaternion?
        }

        /// Samples of the calm force.
        private(set) var samples: [Sample] = []

        /// One pass over the streams that the filters get.
        public init(_ input: FilterInput) {
            let force = input.force
            let field = input.magnetometer
            let lengths = field.values.map { $0.length }
            let usual = Percentile.upperMedian(lengths) ?? 0
            var m = 0
            var calm = 0.0
            var clock = SampleClock()
            // Steps of a clock add up to a little less.
            let least =
                force.count < TrackConsistency.manySamples ? 0 : TrackConsistency.witnessTime * (1 - 1e-6)
            if least == 0 { samples.reserveCapacity(force.count) }
            var unseen = 0.0
            for (time, f) in zip(force.times, force.values) {
                let dt = clock.step(to: time)
                calm = (f.length - Levelling.gravity).magnitude < TrackConsistency.calmForce ? calm + dt : 0
                while m + 1 < field.count && field.times[m + 1] <= time { m += 1 }
                guard calm >= TrackConsistency.calmTime else { continue }
                unseen += dt
                guard unseen >= least, let up = f.normalized else { continue }
                var sample = Sample(time: time, duration: unseen, up: up)
                unseen = 0
                if m < field.count, field.times[m] <= time, time - field.times[m] < TrackConsistency.longestAge,
                    (lengths[m] - usual).magnitude < TrackConsistency.usualField * usual
                {
                    sample.compass = TiltCompass.orientation(force: f, field: field.values[m])
                }
                samples.append(sample)
            }
        }
    }

    /// Of one window.
    private struct Sum {
        var time = 0.0
        var squares = 0.0
        var normalized = 0.0

        /// An angle of so many components between estimate and sensor, that covers `dt` seconds.
        mutating func add(
            _ angle: Double, sigma: Double, assumed: Double, noise: Double, components: Double, for dt: Double
        ) {
            let own = sigma.isFinite ? sigma : assumed
            time += dt
            squares += dt * angle * angle
            normalized += dt * angle * angle / components / (own * own + noise * noise)
        }

        func close(into windows: inout Windows) {
            guard time >= TrackConsistency.leastCalm else { return }
            windows.judged += 1
            windows.squares += squares / time
            if normalized > TrackConsistency.limit * time { windows.contradicting += 1 }
        }
    }

    private mutating func close(_ sums: inout (tilt: Sum, heading: Sum)) {
        sums.tilt.close(into: &tilt)
        sums.heading.close(into: &heading)
        sums = (Sum(), Sum())
    }
}
