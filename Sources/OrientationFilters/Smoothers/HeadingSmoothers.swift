import RealModule
import Rotations
import SensorModels

/// `radius-lowpass` of the catalogue.
public typealias RadiusLowPassFilter = HeadingSmootherFilter<RadiusLowPass>
/// `circular` of the catalogue.
public typealias CircularFilter = HeadingSmootherFilter<CircularExponential>

/// The low-pass of an angle along the shorter arc: 0.8 of the old heading and 0.2 of the new one.
public struct RadiusLowPass: HeadingSmoother {
    /// The weights.
    public struct Parameters: FilterParameters {
        /// Weight of the old heading, without unit.
        public var headingWeight = 0.8
        /// Weight of the accelerometer's old value, without unit.
        public var accelerometerWeight = 0.8

        /// The classic 0.8.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "headingWeight", in: 0...0.999999, "weight of the old heading",
                    small: "as noisy as the sensor", large: "lags behind a turn"
                ) { $1(&$0.headingWeight) },
                .accelerometerWeight { $1(&$0.accelerometerWeight) },
            ]
        }
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "radius-lowpass", summary: "compass heading low-passed along the shorter arc (0.8 old + 0.2 new)",
        reference: "exponential smoothing, R. G. Brown 1956",
        withoutGyroscope: "no motion: the heading is constant apart from noise", worksWithoutMagnetometer: true)

    private var value: Double?

    /// No heading yet.
    public init() {}
    /// The smoothed heading, radians; 0 before the first sample.
    public var heading: Double { value ?? 0 }
    /// The accelerometer's weight.
    public static func tiltWeight(_ parameters: Parameters) -> Double { parameters.accelerometerWeight }

    /// y + 0.2 wrap(x - y).
    public mutating func add(_ heading: Double, after seconds: Double, _ parameters: Parameters) {
        guard let old = value else { return value = heading }
        value = Angle.wrap(old + (1 - parameters.headingWeight) * Angle.wrap(heading - old))
    }
}

/// The exponential mean of cosine and sine of the heading, with a time constant.
///
/// Headings that are spread all round have a short mean, which the next ones turn fast: it recovers from a wrong start
/// faster than `radius-lowpass`.
public struct CircularExponential: HeadingSmoother {
    /// The time constant and the weight.
    public struct Parameters: FilterParameters {
        /// s: of the heading.
        public var headingTime = 0.2
        /// Weight of the accelerometer's old value, without unit.
        public var accelerometerWeight = 0.8

        /// The defaults.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "headingTime", unit: "s", in: 0...1000, "time constant of the heading",
                    small: "as noisy as the sensor", large: "lags behind a turn"
                ) { $1(&$0.headingTime) },
                .accelerometerWeight { $1(&$0.accelerometerWeight) },
            ]
        }
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "circular", summary: "exponential mean of cosine and sine of the compass heading",
        reference:
            "N. I. Fisher, Statistical Analysis of Circular Data, 1993, 2.3",
        withoutGyroscope: "no motion: the heading is constant apart from noise", worksWithoutMagnetometer: true)

    private var cosine = 0.0
    private var sine = 0.0
    private var hasStarted = false

    /// No heading yet.
    public init() {}
    /// The smoothed heading, radians; 0 before the first sample.
    public var heading: Double { Double.atan2(y: sine, x: cosine) }
    /// The accelerometer's weight.
    public static func tiltWeight(_ parameters: Parameters) -> Double { parameters.accelerometerWeight }

    /// A step towards (cos, sin) by 1 - exp(-dt / time).
    public mutating func add(_ heading: Double, after seconds: Double, _ parameters: Parameters) {
        let gain = hasStarted ? FirstOrder.gain(time: parameters.headingTime, seconds: seconds) : 1
        hasStarted = true
        cosine += gain * (Double.cos(heading) - cosine)
        sine += gain * (Double.sin(heading) - sine)
    }
}
