import Rotations
import SensorModels

/// A unit that logs use for a three-axis sensor.
public enum LogUnit: String, Sendable, Codable, CaseIterable, Hashable {
    case metresPerSecondSquared = "m/s^2"
    /// Standard gravity, 9.80665 m/s^2.
    case gravities = "g"
    case milligravities = "mg"
    case radiansPerSecond = "rad/s"
    case degreesPerSecond = "deg/s"
    case microtesla = "uT"
    case gauss
    case milligauss = "mG"
    case tesla = "T"
    case nanotesla = "nT"
    /// The field in units of its own strength where the sensor was calibrated: only directions are meaningful.
    case normalised = "a.u."

    /// What a unit measures.
    enum Quantity: Equatable {
        case acceleration, rate, field

        /// That of a sensor; `nil` for sensors whose values are no vectors.
        init?(of sensor: SensorKind) {
            switch sensor {
            case .accelerometer, .gravity, .linearAcceleration: self = .acceleration
            case .gyroscope, .gyroscopeCorrected: self = .rate
            case .magnetometer, .magnetometerCorrected: self = .field
            case .attitude, .location, .heading, .reference: return nil
            }
        }

        /// The unit of a recording: m/s^2, rad/s or microtesla.
        var unit: LogUnit {
            switch self {
            case .acceleration: return .metresPerSecondSquared
            case .rate: return .radiansPerSecond
            case .field: return .microtesla
            }
        }
    }

    var quantity: Quantity {
        switch self {
        case .metresPerSecondSquared, .gravities, .milligravities: return .acceleration
        case .radiansPerSecond, .degreesPerSecond: return .rate
        case .microtesla, .gauss, .milligauss, .tesla, .nanotesla, .normalised: return .field
        }
    }

    /// From this unit to m/s^2, rad/s or microtesla. A normalised field stays as it is.
    public var factor: Double {
        switch self {
        case .metresPerSecondSquared, .radiansPerSecond, .microtesla, .normalised: return 1
        case .gravities: return 9.80665
        case .milligravities: return 9.80665e-3
        case .degreesPerSecond: return Angle.radiansPerDegree
        case .gauss: return 100
        case .milligauss: return 0.1
        case .tesla: return 1e6
        case .nanotesla: return 1e-3
        }
    }

    static func units(of quantity: Quantity) -> [LogUnit] { allCases.filter { $0.quantity == quantity } }

    /// The unit that a text means for a quantity, in any of the usual spellings (`m/s²`, `m s^-2`, `m/(s^2)`, `µT` with
    /// either micro sign, `°/s`, `dps`, ...); `nil` for every other text. `G` is gauss for a field and g otherwise.
    init?(spelling: String, quantity: Quantity) {
        let text = spelling.lowercased().filter { !" ()[]{}*·".contains($0) }
            .replacing("²", with: "^2").replacing("µ", with: "u").replacing("μ", with: "u")
            .replacing("**", with: "^").replacing("−", with: "-")
        switch (quantity, text) {
        case (.acceleration, "m/s^2"), (.acceleration, "m/s2"), (.acceleration, "ms^-2"), (.acceleration, "ms-2"),
            (.acceleration, "mps2"), (.acceleration, "m/s/s"), (.acceleration, "mps^2"), (.acceleration, "ms2"):
            self = .metresPerSecondSquared
        case (.acceleration, "g"), (.acceleration, "gs"), (.acceleration, "g-force"), (.acceleration, "gforce"):
            self = .gravities
        case (.acceleration, "mg"), (.acceleration, "millig"): self = .milligravities
        case (.rate, "rad/s"), (.rate, "rads^-1"), (.rate, "rads-1"), (.rate, "rad/sec"), (.rate, "rads"),
            (.rate, "radpersec"), (.rate, "radians/s"), (.rate, "rps"):
            self = .radiansPerSecond
        case (.rate, "deg/s"), (.rate, "°/s"), (.rate, "dps"), (.rate, "degs^-1"), (.rate, "degs-1"),
            (.rate, "deg/sec"), (.rate, "degrees/s"), (.rate, "º/s"), (.rate, "degpersec"):
            self = .degreesPerSecond
        case (.field, "ut"), (.field, "u/t"), (.field, "microt"), (.field, "microtesla"): self = .microtesla
        case (.field, "gauss"), (.field, "ga"), (.field, "g"), (.field, "gs"): self = .gauss
        case (.field, "mg"), (.field, "mgauss"), (.field, "milligauss"), (.field, "mga"): self = .milligauss
        case (.field, "t"), (.field, "tesla"): self = .tesla
        case (.field, "nt"), (.field, "nanotesla"): self = .nanotesla
        case (.field, "a.u."), (.field, "au"), (.field, "local_flux"), (.field, "normalised"),
            (.field, "normalized"), (.field, "arb"), (.field, "no_units"):
            self = .normalised
        default: return nil
        }
    }
}

/// Which way an accelerometer, and what the device derived from it, points at rest.
public enum SignConvention: String, Sendable, Codable, CaseIterable, Hashable {
    /// Specific force, as Android, most IMUs and phyphox have it: face up z = +9.81.
    case android
    /// CoreMotion's: face up z = -1 g.
    case ios

    /// From this sign to specific force.
    public var factor: Double { self == .android ? 1 : -1 }

    /// As text for reports.
    public var text: String {
        switch self {
        case .android: return "specific force: face up z = +9.81"
        case .ios: return "CoreMotion: face up z = -1 g, turned here"
        }
    }

    /// Whether a sensor has a sign of this kind.
    static func applies(to sensor: SensorKind) -> Bool { LogUnit.Quantity(of: sensor) == .acceleration }
}
