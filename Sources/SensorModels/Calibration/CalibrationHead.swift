import JSON
import Vocabulary

/// How a calibration was found; the name in the file.
public enum CalibrationMethod: String, Sendable, Hashable, CaseIterable, JSONConvertible {
    /// Magnetometer: robust maximum a posteriori of magnitude and dip.
    case map
    /// Magnetometer: robust geometric least squares of the magnitude.
    case geometric
    /// Magnetometer: ellipsoid-specific algebraic fit (Li & Griffiths 2004).
    case liGriffiths
    /// Magnetometer: algebraic quadric of unit length (Merayo et al. 2000).
    case quadric
    /// Magnetometer: adjusted least squares (Markovsky, Kukush & Van Huffel 2004).
    case adjusted
    /// Magnetometer: the numbers of MATLAB's magcal.
    case matlab = "imported from matlab"
    /// Magnetometer: the parameters of ArduPilot.
    case ardupilot = "imported from ardupilot"
    /// Magnetometer: the numbers of x-io Fusion.
    case fusion = "imported from fusion"
    /// Magnetometer: the numbers of x-io Fusion in its old order.
    case fusionLegacy = "imported from fusion-legacy"
    /// Magnetometer: the numbers of Freescale's AN4246 and MotionCal.
    case freescale = "imported from freescale"
    /// Magnetometer: the hard iron from one pose of known heading.
    case onePose = "one pose of known heading"
    /// Any sensor: the mean of what several logs of the device determine.
    case meanOverLogs = "mean over logs"
    /// Gyroscope and magnetometer together, from ordinary motion.
    case inUse = "in-use"
    /// Gyroscope and magnetometer together, by the estimator of the whole recording.
    case wholeRecording = "whole recording, maximum a posteriori"
    /// Gyroscope and magnetometer together, by the causal estimator of a window, at the end of the log.
    case slidingWindow = "sliding window, maximum a posteriori"
    /// Gyroscope: the mean over rests.
    case rest = "mean rate at rest"
    /// Gyroscope: the mean over rests, and scale and misalignment from the turns between them.
    case restAndTurns = "mean rate at rest, turns of gravity between rests"
    /// Accelerometer: poses at rest.
    case poses = "poses at rest, maximum a posteriori"
    /// Heading: weighted least squares of the differences.
    case leastSquares = "weighted least squares"
    /// Heading: the same with Huber's weights.
    case robustLeastSquares = "robust weighted least squares"
}

/// What the sections of all sensors have in common. In JSON its members are among those of the section.
public struct CalibrationHead: Sendable, Equatable {
    /// The sensor that is calibrated.
    public var sensor: SensorKind
    /// The stream that was fitted and to which the calibration applies.
    public var stream: SensorKind
    /// The method of the fit.
    public var method: CalibrationMethod
    /// Whether the readings determine the result.
    public var accepted: Bool
    /// Why it was accepted or refused.
    public var reason: String
    /// What to record to get what is missing; `nil` where nothing is.
    public var missing: String?
    /// Where it came from: `log` (fitted from the analysed log itself) or the path of a file.
    public var source: String
    /// The day on which the readings were recorded; `nil` where the log does not say. (The hour of the fit itself is
    /// left out, so that equal logs give equal files.)
    public var date: CalendarDate?
    /// One standard deviation of the error that remains after the correction, in the unit of `remainingSigmaUnit`;
    /// `nil` where it is unknown.
    public var remainingSigma: Double?
    /// Whether the report's filters used it; `nil` in a calibration file.
    public var applied: Bool?

    /// A head without date and sigma.
    public init(
        sensor: SensorKind, stream: SensorKind, method: CalibrationMethod, accepted: Bool, reason: String,
        missing: String? = nil, source: String
    ) {
        (self.sensor, self.stream, self.method, self.source) = (sensor, stream, method, source)
        (self.accepted, self.reason, self.missing) = (accepted, reason, missing)
    }

    /// The unit of `remainingSigma`: degrees of heading for magnetometer and heading, rad/s for the gyroscope, m/s^2
    /// for the accelerometer, both of the worst axis.
    public var remainingSigmaUnit: String {
        switch sensor {
        case .gyroscope: return "rad/s"
        case .accelerometer: return "m/s^2"
        default: return "degrees"
        }
    }
}

extension CalibrationHead {
    init(_ members: JSONMembers, of sensor: SensorKind, formula: String) throws(SensorLabError) {
        if let found: SensorKind = try members.read("sensor"), found != sensor {
            throw members.fail("sensor", expected: sensor.rawValue)
        }
        // Numbers of another formula would be applied wrongly.
        if let found: String = try members.read("formula"), found != formula {
            throw members.fail("formula", expected: "\"\(formula)\"")
        }
        self.init(
            sensor: sensor, stream: try members.require("stream"), method: try members.require("method"),
            accepted: try members.require("accepted"), reason: try members.require("reason"),
            missing: try members.read("missing"), source: try members.require("source"))
        date = try members.read("date")
        remainingSigma = try members.sigma("remainingSigma")
        if let found: String = try members.read("remainingSigmaUnit"), found != remainingSigmaUnit {
            throw members.fail("remainingSigmaUnit", expected: "\"\(remainingSigmaUnit)\"")
        }
        applied = try members.read("applied")
    }

    var members: [String: JSONValue] {
        [
            "sensor": sensor.json, "stream": stream.json, "method": method.json, "accepted": accepted.json,
            "reason": reason.json, "missing": missing.json, "source": source.json, "date": date.json,
            "remainingSigma": remainingSigma.json, "remainingSigmaUnit": remainingSigmaUnit.json,
            "applied": applied.json,
        ]
    }
}

/// A sensor's section of a calibration file or report: the shared head and the sensor's own numbers.
public protocol SensorCalibration: Sendable, Equatable {
    /// The sensor that is calibrated.
    static var sensor: SensorKind { get }
    /// What the numbers mean.
    static var formula: String { get }
    /// What all sections have in common.
    var head: CalibrationHead { get set }
    /// Reads the section.
    /// - Throws: `SensorLabError` (bad data) with the first broken member.
    init(_ members: JSONMembers) throws(SensorLabError)
    /// The sensor's own members, null where unknown.
    var ownMembers: [String: JSONValue] { get }
}

extension SensorCalibration {
    /// The stream that was fitted and to which the calibration applies.
    public var stream: SensorKind { head.stream }
    /// The method of the fit.
    public var method: CalibrationMethod { head.method }
    /// Whether the readings determine the result.
    public var accepted: Bool { head.accepted }
    /// Why it was accepted or refused.
    public var reason: String { head.reason }
    /// What to record to get what is missing; `nil` where nothing is.
    public var missing: String? { head.missing }
    /// `log` or the path of a file.
    public var source: String { head.source }
    /// Whether the report's filters used it; `nil` in a calibration file.
    public var applied: Bool? { head.applied }

    /// The section as JSON; every member is there, null where unknown.
    public var json: JSONValue {
        var members = head.members
        for (name, value) in ownMembers { members[name] = value }
        members["formula"] = Self.formula.json
        return .object(members)
    }

    /// The section as it is applied to a log.
    func applied(from source: String) -> Self {
        var section = self
        (section.head.source, section.head.applied) = (source, true)
        return section
    }
}

#if !hasFeature(Embedded)
    extension SensorCalibration where Self: Codable {
        /// Reads the members of `json`.
        public init(from decoder: any Decoder) throws {
            let place = decoder.codingPath.map(\.stringValue).joined(separator: ".")
            try self.init(
                JSONMembers(
                    JSONValue(from: decoder), file: place, code: CalibrationFile.errorCode,
                    advice: CalibrationFile.errorAdvice))
        }

        /// Writes the members of `json`.
        public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
    }

    extension MagnetometerCalibration: Codable {}
    extension GyroscopeCalibration: Codable {}
    extension AccelerometerCalibration: Codable {}
    extension HeadingCalibration: Codable {}
#endif
