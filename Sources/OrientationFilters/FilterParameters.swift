/// The parameters of a filter as a plain struct of numbers, and their description for people.
public protocol FilterParameters: FilterState, Hashable {
    /// The defaults.
    init()
    /// One entry per parameter, in the order in which they are shown.
    static var descriptors: [ParameterDescriptor<Self>] { get }
}

/// What one parameter means, and how to read and write it.
///
/// The access is a closure, because Embedded Swift has no key paths: `{ $1(&$0.name) }` hands the stored number to the
/// second argument.
public struct ParameterDescriptor<Parameters: FilterParameters>: Sendable {
    /// Hands the parameter to a closure that may read or change it.
    public typealias Access = @Sendable (inout Parameters, (inout Double) -> Void) -> Void

    /// Name, unit, default, range and effect, as the catalogue shows them.
    public let information: ParameterInformation
    private let access: Access

    /// A description; all texts are one phrase without a full stop.
    public init(
        _ name: String, unit: String = "", in range: ClosedRange<Double>, _ meaning: String, small: String,
        large: String, access: @escaping Access
    ) {
        var defaults = Parameters()
        var defaultValue = Double.nan
        access(&defaults) { defaultValue = $0 }
        information = ParameterInformation(
            name: name, unit: unit, defaultValue: defaultValue, range: range, meaning: meaning, small: small,
            large: large)
        self.access = access
    }

    /// A parameter of parameters within these.
    package init<Part>(
        _ other: ParameterDescriptor<Part>,
        part: @escaping @Sendable (inout Parameters, (inout Part) -> Void) -> Void
    ) {
        information = other.information
        access = { parameters, body in part(&parameters) { other.access(&$0, body) } }
    }

    /// The parameter's value.
    public func value(in parameters: Parameters) -> Double {
        var (parameters, value) = (parameters, Double.nan)
        access(&parameters) { value = $0 }
        return value
    }

    /// Changes the parameter.
    public func set(_ value: Double, in parameters: inout Parameters) { access(&parameters) { $0 = value } }
}

/// One parameter as the catalogue shows it.
public struct ParameterInformation: Sendable, Hashable {
    /// The name of the parameter whose default is replaced by the sigma of the gyroscope's bias after calibration.
    static let initialBiasSigma = "initialBiasSigma"

    /// The name in `--set filter.name=value`.
    public let name: String
    /// The unit, empty for none.
    public let unit: String
    /// The default, in that unit; lies in `range`.
    public let defaultValue: Double
    /// The closed range of valid values.
    public let range: ClosedRange<Double>
    /// What it is.
    public let meaning: String
    /// The effect of a small value.
    public let small: String
    /// The effect of a large value.
    public let large: String

    /// A parameter that belongs to no filter, such as the smoothing of the drawn orientation.
    public init(
        name: String, unit: String, defaultValue: Double, range: ClosedRange<Double>, meaning: String, small: String,
        large: String
    ) {
        (self.name, self.unit, self.defaultValue, self.range) = (name, unit, defaultValue, range)
        (self.meaning, self.small, self.large) = (meaning, small, large)
    }
}

// Parameters that several filters have in common: one text for all.
extension ParameterDescriptor {
    // MARK: Gyroscope

    static func gyroscopeNoise(access: @escaping Access) -> Self {
        Self(
            "gyroscopeNoise", unit: "rad/sqrt(s)", in: 1e-6...1, "random walk of the integrated gyroscope",
            small: "slow to correct tilt and heading", large: "follows accelerations and magnets",
            access: access)
    }

    static func initialBiasSigma(access: @escaping Access) -> Self {
        Self(
            ParameterInformation.initialBiasSigma, unit: "rad/s", in: 0...1,
            "gyroscope bias at the start, per axis; a calibration's sigma replaces it",
            small: "a bias of several deg/s is learnt too slowly",
            large: "a moving start or a magnet is taken for bias", access: access)
    }

    static func biasWalk(access: @escaping Access) -> Self {
        Self(
            "biasWalk", unit: "rad/s/sqrt(s)", in: 0...0.1, "random walk of the gyroscope bias",
            small: "the bias stays constant", large: "the bias follows accelerations and magnets", access: access)
    }

    static func longestStep(access: @escaping Access) -> Self {
        Self(
            "longestStep", unit: "s", in: 0.001...10, "longest step of the gyroscope; longer ones are gaps",
            small: "slow gyroscopes are ignored", large: "stale rates are integrated over gaps", access: access)
    }

    static func rateDecay(access: @escaping Access) -> Self {
        Self(
            "rateDecay", unit: "s", in: 0.001...100, "without a gyroscope: time in which a rate decays",
            small: "lags behind turns", large: "overshoots where a turn ends", access: access)
    }

    // MARK: Sigmas of the answer

    /// The random walk of filters that use it for their sigmas alone.
    static func gyroscopeNoiseOfSigmas(access: @escaping Access) -> Self {
        Self(
            "gyroscopeNoise", unit: "rad/sqrt(s)", in: 0...1, "sigmas: random walk of the integrated gyroscope",
            small: "over-confident", large: "pessimistic", access: access)
    }

    /// The scale error of filters that use it for their sigmas alone.
    static func gyroscopeScaleNoiseOfSigmas(access: @escaping Access) -> Self {
        Self(
            "gyroscopeScaleNoise", unit: "sqrt(s)", in: 0...1,
            "sigmas: error by scale and misalignment per rad/s of rate", small: "over-confident after fast turns",
            large: "pessimistic after fast turns", access: access)
    }

    static func levelSigma(access: @escaping Access) -> Self {
        Self(
            "levelSigma", unit: "rad", in: 0...1,
            "sigmas: constant error of the vertical (accelerometer calibration)",
            small: "over-confident inclination", large: "pessimistic inclination", access: access)
    }

    static func fieldSigma(access: @escaping Access) -> Self {
        Self(
            "fieldSigma", unit: "rad", in: 0...3,
            "sigmas: constant error of the heading (calibration, buildings)",
            small: "over-confident heading", large: "pessimistic heading", access: access)
    }

    // MARK: Field

    static func magnitudeTolerance(access: @escaping Access) -> Self {
        Self(
            "magnitudeTolerance", in: 0.001...1e9, "largest relative deviation of an undisturbed field's magnitude",
            small: "rejects a badly calibrated magnetometer", large: "weak magnets pass", access: access)
    }

    static func dipTolerance(access: @escaping Access) -> Self {
        Self(
            "dipTolerance", unit: "rad", in: 0.001...4, "largest deviation of an undisturbed field's dip",
            small: "rejects the field when the tilt is wrong", large: "weak magnets pass", access: access)
    }

    static func recoveryTime(access: @escaping Access) -> Self {
        Self(
            "recoveryTime", unit: "s", in: 0...1e9, "rejection timeout, after which the magnetometer is used again",
            small: "a constant magnet is accepted soon", large: "drifts for long in a new field", access: access)
    }

    // MARK: Fixed gains

    /// Of the classic low-pass: y = w y + (1 - w) x.
    static func accelerometerWeight(access: @escaping Access) -> Self {
        Self(
            "accelerometerWeight", in: 0...0.999999, "weight of the old value in the accelerometer's low-pass",
            small: "follows every shake", large: "tilt lags behind the motion", access: access)
    }

    /// Of VQF.
    static func tauAcc(access: @escaping Access) -> Self {
        Self(
            "tauAcc", unit: "s", in: 0...1e6, "time constant of the specific force in the inertial frame",
            small: "accelerations tilt the horizon", large: "tilt drifts with the gyroscope", access: access)
    }

    /// Of VQF.
    static func tauMag(access: @escaping Access) -> Self {
        Self(
            "tauMag", unit: "s", in: 0...1e6, "time constant of the heading's correction",
            small: "magnets drag the heading", large: "the heading drifts with the gyroscope", access: access)
    }

    // MARK: Textbook Kalman filters

    static func accelerometerSigma(above least: Double, access: @escaping Access) -> Self {
        Self(
            "accelerometerSigma", in: least...1e6, "noise of the force's direction", small: "accelerations tilt",
            large: "the tilt drifts", access: access)
    }

    static func magnetometerSigma(above least: Double, access: @escaping Access) -> Self {
        Self(
            "magnetometerSigma", in: least...1e6, "noise of the field's direction", small: "magnets drag",
            large: "the heading drifts", access: access)
    }

    static func dipTime(access: @escaping Access) -> Self {
        Self(
            "dipTime", unit: "s", in: 1e-3...1e12, "time constant of the learnt dip", small: "magnets change it",
            large: "a bad first sample stays", access: access)
    }
}
