extension ComplementaryFilter {
    /// Time constants and gains; one set of defaults serves all devices.
    public struct Parameters: FilterParameters {
        /// s: time constant of the tilt's correction by the accelerometer.
        public var accelerometerTime = 3.0
        /// s: time constant of the heading's correction by the magnetometer.
        public var magnetometerTime = 12.0
        /// s: over a longer step between gyroscope samples nothing is integrated, the motion model takes over.
        public var longestStep = 0.5
        /// s: without a gyroscope, the accelerometer's time constant.
        public var motionAccelerometerTime = 0.045
        /// s: without a gyroscope, the magnetometer's time constant.
        public var motionMagnetometerTime = 0.02
        /// Without unit: without a gyroscope, the part of a correction per time constant that becomes a rate.
        public var rateGain = 0.2
        /// s: without a gyroscope, how fast a rate is forgotten.
        public var rateDecay = 0.06
        /// Part of the magnitude: without a gyroscope, the deviation that halves the trust in the field's dip.
        public var fieldTolerance = 0.06

        /// The defaults.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] { withGyroscope + motion }

        private static var withGyroscope: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "accelerometerTime", unit: "s", in: 1e-4...1e6, "time constant of the tilt's correction",
                    small: "motion tilts the horizon", large: "tilt drifts with the gyroscope", at: \.accelerometerTime),
                ParameterDescriptor(
                    "magnetometerTime", unit: "s", in: 1e-4...1e6, "time constant of the heading's correction",
                    small: "magnets drag the heading", large: "heading drifts with the gyroscope's bias",
                    at: \.magnetometerTime),
                ParameterDescriptor(
                    "longestStep", unit: "s", in: 0.001...10, "longer steps of the gyroscope are gaps",
                    small: "slow gyroscopes are ignored", large: "stale rates are integrated over gaps",
                    at: \.longestStep),
            ]
        }

        private static var motion: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "motionAccelerometerTime", unit: "s", in: 1e-4...1e6,
                    "without a gyroscope: time constant of the accelerometer", small: "follows every shake",
                    large: "lags behind the motion", at: \.motionAccelerometerTime),
                ParameterDescriptor(
                    "motionMagnetometerTime", unit: "s", in: 1e-4...1e6,
                    "without a gyroscope: time constant of the magnetometer", small: "as noisy as the sensor",
                    large: "lags behind turns", at: \.motionMagnetometerTime),
                ParameterDescriptor(
                    "rateGain", in: 0...0.5,
                    "without a gyroscope: part of a correction per time constant that becomes a rate",
                    small: "lags behind turns", large: "overshoots, at last unstable", at: \.rateGain),
                ParameterDescriptor(
                    "rateDecay", unit: "s", in: 0.001...100, "without a gyroscope: how fast a rate is forgotten",
                    small: "lags behind turns", large: "overshoots where a turn ends", at: \.rateDecay),
                ParameterDescriptor(
                    "fieldTolerance", in: 1e-4...1e9,
                    "without a gyroscope: deviation of the magnitude, as a part, that halves the trust in the dip",
                    small: "a badly calibrated magnetometer gives the heading alone", large: "magnets tilt the horizon",
                    at: \.fieldTolerance),
            ]
        }
    }
}
