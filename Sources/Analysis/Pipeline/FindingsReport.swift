import Rotations
import SensorModels
import Vocabulary

/// The findings of an offline estimator besides the track: `fuse --findings`.
public struct FindingsReport: Sendable, Codable, Hashable {
    /// An interval, seconds after the log's first sample.
    public struct Span: Sendable, Codable, Hashable {
        public var startSeconds, endSeconds: Double
    }

    /// A gyroscope or an accelerometer: calibrated = scale (raw - bias).
    public struct Inertial: Sendable, Codable, Hashable {
        /// Device axes, rad/s or m/s^2.
        public var bias: Vector3
        /// Standard deviations, in the same unit.
        public var biasSigma: Vector3
        /// Dimensionless.
        public var scale: Matrix3
    }

    /// A magnetometer: calibrated = softIron (raw - hardIron).
    public struct Magnetometer: Sendable, Codable, Hashable {
        /// Microtesla, device axes.
        public var hardIron: Vector3
        /// Standard deviations, microtesla.
        public var hardIronSigma: Vector3
        /// Dimensionless.
        public var softIron: Matrix3
        /// Delay of the stamps, and its standard deviation.
        public var delaySeconds, delaySigmaSeconds: Double
        /// Standard deviation of the heading due to the calibration's uncertainty, over the part's own attitudes,
        /// degrees.
        public var headingSigmaDegrees: Double
    }

    /// The mean field of the place in the calibrated readings.
    public struct Field: Sendable, Codable, Hashable {
        public var intensityMicrotesla, dipDegrees: Double
    }

    /// The residuals of one kind of reading.
    public struct Misfit: Sendable, Codable, Hashable {
        /// `turn`, `velocity`, `field` or `bias`.
        public var kind: String
        /// Number of residuals, of three components each.
        public var count: Int
        /// RMS per component, in assumed standard deviations.
        public var rootMeanSquare: Double
        /// Share beyond three assumed standard deviations.
        public var outlierShare: Double
    }

    /// One start of the search.
    public struct Start: Sendable, Codable, Hashable {
        /// `whole`: there is one, of the whole part.
        public var name: String
        /// The share of the magnetometer's readings that a single field explains; null if the start led to no solution.
        @Nullable public var explainedShare: Double?
    }

    /// A part of the recording between holes.
    public struct Part: Sendable, Codable, Hashable {
        /// Seconds after the log's first sample.
        public var startSeconds, endSeconds: Double
        /// The reason why it has no rows; null if it has rows.
        @Nullable public var refusal: String?
        /// For a refused or doubted part: the sensor that contradicts the others, whose axes, unit and signs to check;
        /// null without one.
        @Nullable public var suspect: String?
        /// The reason why its heading may be far off; null without one.
        @Nullable public var doubt: String?
        /// All starts of the search.
        public var starts: [Start]
        /// Number of magnetometer readings used.
        public var readings: Int
        /// The share of them that deviate from the mean field.
        public var disturbedShare: Double
        /// The intervals in which they deviate.
        public var disturbed: [Span]
        /// The residuals by kind.
        public var misfits: [Misfit]
        /// About raw readings; null without a solution.
        @Nullable public var gyroscope: Inertial?
        /// About raw readings; null without a solution. A sigma equal to the prior's (0.1 m/s^2) means that the
        /// recording does not determine it.
        @Nullable public var accelerometer: Inertial?
        /// About raw readings; null without a solution or a magnetometer.
        @Nullable public var magnetometer: Magnetometer?
        /// The mean field of the place; null if `magnetometer` is.
        @Nullable public var field: Field?
    }

    /// Name and version of the schema.
    public var schema = "sensorlab.findings/1"
    /// The estimator.
    public var filter: String
    /// The log.
    public var input: InputSection
    /// In order of time.
    public var parts: [Part]
    /// Intervals of at least two seconds at rest.
    public var rests: [Span]

    /// - Parameters:
    ///   - track: with findings about raw readings.
    ///   - rests: seconds after the log's first sample.
    ///   - origin: the stamp of that sample, nanoseconds.
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

    /// The stretches of flagged rows; rows are consecutive within a part.
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
