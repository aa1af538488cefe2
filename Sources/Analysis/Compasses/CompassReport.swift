import Calibration
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The result of `compasses --json`: the compasses of a vehicle, the best one first.
public struct CompassReport: Sendable, Codable, Hashable {
    /// What the motors add to a compass: m_calibrated = S (m_raw - h) - K I.
    public struct Motor: Sendable, Codable, Hashable {
        /// K, microtesla per ampere or at full throttle, device axes, and its standard deviations.
        public var gain, gainSigma: [Double]
        /// The largest heading error of the level vehicle at the load's `high`, degrees, and its standard deviation.
        public var headingErrorDegrees, headingErrorSigmaDegrees: Double
        /// RMS of the heading error with the term, of parts that its calibration does not know, degrees.
        public var headingRMSDegrees: Double
        /// The mean improvement of the parts over its standard error.
        public var significance: Double
        /// Whether the term predicts those parts better and is itself across the vehicle's vertical, beyond chance.
        public var accepted: Bool
        /// Why it is not accepted.
        public var reason: String
    }

    /// One compass.
    public struct Compass: Sendable, Codable, Hashable {
        /// 1 for the best.
        public var rank: Int
        /// The sensor unit, as `--unit` takes it.
        public var unit: String
        /// Whether the log's readings are raw; else the vehicle had corrected them.
        public var isRaw: Bool
        /// RMS of the heading error of a constant calibration, of parts that it does not know, degrees, and its sigma.
        public var headingRMSDegrees, headingRMSSigmaDegrees: Double
        /// Whether it is better than the next one beyond chance.
        public var isBetterThanNext: Bool
        /// RMS of strength and dip against the field of the place.
        public var strengthRMSPercent, dipRMSDegrees: Double
        /// To be added to its heading, degrees: against the course over ground, else against the mean of the
        /// other compasses; null where the calibration is refused.
        @Nullable public var offsetDegrees: Double?
        /// Its standard deviation, with that of the calibration.
        @Nullable public var offsetSigmaDegrees: Double?
        /// Standard deviation of the calibration over all headings, degrees, besides the offset's.
        public var calibrationSigmaDegrees: Double
        /// Whether the turns of the log determine its calibration.
        public var accepted: Bool
        /// Why not.
        public var reason: String
        /// h, microtesla, and S by rows.
        public var hardIron: [Double]
        /// By rows; with the axes of the vehicle.
        public var softIron: [[Double]]
        /// Null without a load.
        @Nullable public var motor: Motor?
    }

    /// What the motors take.
    public struct Load: Sendable, Codable, Hashable {
        /// `current` (amperes) or `throttle` (0 to 1).
        public var kind: VehicleLoad.Kind
        /// The log's message.
        public var source: String
        /// The load that 95 % of the readings do not exceed.
        public var high: Double
    }

    /// Name and version of the schema.
    public var schema = "sensorlab.compasses/1"
    /// Null where the log has none that changes.
    @Nullable public var load: Load?
    /// The reference of the offsets: `course` or `compasses`; null for one compass without a course.
    @Nullable public var offsetsAgainst: String?
    /// The best one first.
    public var compasses: [Compass]

    init(
        _ ranking: CompassRanking, raw: [String: Bool], load: VehicleLoad?, course: CourseOfVehicle?
    ) {
        self.load = load.map { Load(kind: $0.kind, source: $0.source, high: ranking.highLoad) }
        let against = course != nil ? "course" : ranking.compasses.count > 1 ? "compasses" : nil
        offsetsAgainst = against
        compasses = ranking.compasses.enumerated().map { index, compass in
            let accepted = compass.accepted
            let (offset, sigma) = Self.offset(of: compass, course)
            return Compass(
                rank: index + 1, unit: compass.name, isRaw: raw[compass.name] ?? true,
                headingRMSDegrees: Angle.degrees(compass.headingRMS),
                headingRMSSigmaDegrees: Angle.degrees(compass.headingRMSSigma),
                isBetterThanNext: compass.isBetterThanNext, strengthRMSPercent: 100 * compass.strengthRMS,
                dipRMSDegrees: Angle.degrees(compass.dipRMS),
                offsetDegrees: offset.map { Angle.wrapDegrees(Angle.degrees($0)) },
                offsetSigmaDegrees: sigma.map(Angle.degrees),
                calibrationSigmaDegrees: Angle.degrees(compass.calibrationSigma), accepted: accepted,
                reason: accepted ? "" : "the turns of the log do not determine its calibration",
                hardIron: compass.model.hardIron.numbers,
                softIron: [compass.model.softIron.row0, compass.model.softIron.row1, compass.model.softIron.row2]
                    .map(\.numbers),
                motor: compass.motor.map(Motor.init))
        }
    }

    /// Radians.
    private static func offset(
        of compass: CompassRanking.Compass, _ course: CourseOfVehicle?
    ) -> (offset: Double?, sigma: Double?) {
        guard let course else { return (compass.offset, compass.offsetSigma) }
        guard compass.accepted else { return (nil, nil) }
        return (
            compass.turn + course.offset, (compass.turnSigma * compass.turnSigma + course.variance).squareRoot()
        )
    }
}

extension CompassReport.Motor {
    init(_ motor: CompassRanking.Motor) {
        (gain, gainSigma) = (motor.gain.numbers, motor.gainSigma.numbers)
        headingErrorDegrees = Angle.degrees(motor.headingError)
        headingErrorSigmaDegrees = Angle.degrees(motor.headingErrorSigma)
        headingRMSDegrees = Angle.degrees(motor.headingRMS)
        (significance, accepted) = (motor.significance, motor.accepted)
        reason = accepted ? "" : "it does not predict parts of the log better beyond chance"
    }
}

extension Vector3 {
    fileprivate var numbers: [Double] { [x, y, z] }
}
