import Rotations
import SensorModels
import Vocabulary

/// What an estimator of the whole recording found beside the track: `fuse --findings`.
public struct FindingsReport: Sendable, Codable, Hashable {
    /// From and to, seconds after the log's first sample.
    public struct Span: Sendable, Codable, Hashable {
        public var startSeconds, endSeconds: Double
    }

    /// A gyroscope or an accelerometer: calibrated = scale (raw - bias).
    public struct Inertial: Sendable, Codable, Hashable {
        /// rad/s or m/s^2, device axes.
        public var bias: Vector3
        /// Standard deviations, the same unit.
        public var biasSigma: Vector3
        /// Without unit.
        public var scale: Matrix3
    }

    /// A magnetometer: calibrated = softIron (raw - hardIron).
    public struct Magnetometer: Sendable, Codable, Hashable {
        /// Microtesla, device axes.
        public var hardIron: Vector3
        /// Standard deviations, microtesla.
        public var hardIronSigma: Vector3
        /// Without unit.
        public var softIron: Matrix3
        /// By how much the stamps are late, and its standard deviation.
        public var delaySeconds, delaySigmaSeconds: Double
        /// One standard deviation of the heading from what the calibration leaves, over the part's own attitudes, degrees.
        public var headingSigmaDegrees: Double
    }

    /// The mean field of the place, as the calibrated magnetometer reads it.
    public struct Field: Sendable, Codable, Hashable {
        public var intensityMicrotesla, dipDegrees: Double
    }

    /// What the readings miss the model by, of one kind.
    public struct Misfit: Sendable, Codable, Hashable {
        /// `turn`, `velocity`, `field` or `bias`.
        public var kind: String
        /// Comparisons of three components each.
        public var count: Int
        /// Per component, in assumed standard deviations.
        public var rootMeanSquare: Double
        /// Farther than three of them.
        public var outlierShare: Double
    }

    /// One start of the search.
    public struct Start: Sendable, Codable, Hashable {
        /// `as-is`: the readings as the filter got them; `causal`: the same where the gyroscope lost samples; `in-use`: with the calibration
        /// from ordinary use.
        public var name: String
        /// The share of the magnetometer's readings that one field explains; null where it led to no solution.
        @Nullable public var explainedShare: Double?
    }

    /// A part of the recording between holes.
    public struct Part: Sendable, Codable, Hashable {
        /// Seconds after the log's first sample.
        public var startSeconds, endSeconds: Double
        /// Why it has no row; null where it has.
        @Nullable public var refusal: String?
        /// Of a part that is refused or doubted the sensor that contradicts the others: check its axes, unit and signs; null where none does.
        @Nullable public var suspect: String?
        /// Why its heading may be far off; null where nothing says so.
        @Nullable public var doubt: String?
        /// All starts of the search.
        public var starts: [Start]
        /// Readings of the magnetometer that were used.
        public var readings: Int
        /// The share of them that deviate from the mean field.
        public var disturbedShare: Double
        /// Where they deviate.
        public var disturbed: [Span]
        /// What fits how well.
        public var misfits: [Misfit]
        /// About raw readings; null where there is no solution.
        @Nullable public var gyroscope: Inertial?
        /// Likewise; where the sigma is that of the prior (0.1 m/s^2) the recording says nothing.
        @Nullable public var accelerometer: Inertial?
        /// Likewise; null without a magnetometer, too.
        @Nullable public var magnetometer: Magnetometer?
        /// The mean field of the place; null with `magnetometer`.
        @Nullable public var field: Field?
    }

    /// Name and version of the form.
    public var schema = "sensorlab.findings/1"
    /// The estimator.
    public var filter: String
    /// The log.
    public var input: InputSection
    /// In the order of time.
    public var parts: [Part]
    /// Where the device lay or stood still for two seconds or longer.
    public var rests: [Span]

    /// - Parameters:
    ///   - track: with findings about raw readings.
    ///   - rests: seconds after the log's first sample.
    ///   - origin: the stamp of that sample, ns.
    init(_ track: OrientationTrack, rests: [Stretch], input: InputSection, origin: Int64) {
        (filter, self.input) = (track.name, input)
        func seconds(_ time: Int64) -> Double { LogTime.seconds(time &- origin) }
        self.rests = rests.map { Span(startSeconds: $0.startSeconds, endSeconds: $0.endSeconds) }
        parts = track.findings.map { part in
            Part(
                part, startSeconds: seconds(part.interval.lowerBound), endSeconds: seconds(part.interval.upperBound),
                disturbed: Self.disturbed(track, in: part.interval).map {
                    Span(startSeconds: seconds($0.lowerBound), endSeconds: seconds($0.upperBound))
                })
        }
    }

    /// The stretches whose rows are flagged; rows follow each other within a part.
    private static func disturbed(_ track: OrientationTrack, in interval: ClosedRange<Int64>) -> [ClosedRange<Int64>] {
        var result: [ClosedRange<Int64>] = []
        var start: Int64?
        var last = interval.lowerBound
        for (time, estimate) in zip(track.times, track.estimates) where interval.contains(time) {
            if estimate.disturbed == .yes {
                start = start ?? time
                last = time
            } else if let begin = start {
                result.append(begin...last)
                start = nil
            }
        }
        if let begin = start { result.append(begin...last) }
        return result
    }
}

extension FindingsReport.Part {
    fileprivate init(
        _ part: RecordingFindings, startSeconds: Double, endSeconds: Double, disturbed: [FindingsReport.Span]
    ) {
        self.init(
            startSeconds: startSeconds, endSeconds: endSeconds, refusal: part.refusal?.message,
            suspect: part.suspect?.rawValue, doubt: part.doubt?.message,
            starts: part.starts.map { FindingsReport.Start(name: $0.name, explainedShare: $0.score) },
            readings: part.readings, disturbedShare: part.disturbedShare, disturbed: disturbed,
            misfits: part.misfits.map {
                FindingsReport.Misfit(
                    kind: $0.kind.rawValue, count: $0.count, rootMeanSquare: $0.rootMeanSquare,
                    outlierShare: $0.outlierShare)
            },
            gyroscope: part.gyroscope.map {
                FindingsReport.Inertial(bias: $0.bias, biasSigma: part.biasSigma, scale: $0.scale)
            },
            accelerometer: part.accelerometer.map {
                FindingsReport.Inertial(bias: $0.bias, biasSigma: part.forceBiasSigma, scale: $0.scale)
            },
            magnetometer: part.magnetometer.map {
                FindingsReport.Magnetometer(
                    hardIron: $0.hardIron, hardIronSigma: part.hardIronSigma, softIron: $0.softIron,
                    delaySeconds: part.delay, delaySigmaSeconds: part.delaySigma,
                    headingSigmaDegrees: Angle.degrees(part.headingSigma))
            },
            field: part.magnetometer.map { _ in
                FindingsReport.Field(
                    intensityMicrotesla: part.field.length, dipDegrees: Angle.degrees(part.dip))
            })
    }
}
