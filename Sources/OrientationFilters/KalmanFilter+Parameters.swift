extension KalmanFilter {
    /// What is believed about the sensors, the motion and the field. Noise is given as spectral density wherever it adds
    /// up over time, so that one value holds for every sampling rate.
    public struct Parameters: FilterParameters {
        /// rad/sqrt(s): random walk of the integrated gyroscope.
        public var gyroscopeNoise = 0.003
        /// sqrt(s): what scale and misalignment add to it per rad/s of rate.
        public var gyroscopeScaleNoise = 0.005
        /// rad/s^3: how strongly the rate bends between two samples.
        public var rateCurvature = 300.0
        /// rad/s per axis: the bias at the start.
        public var initialBiasSigma = 0.03
        /// rad/s/sqrt(s): random walk of the bias.
        public var biasWalk = 0.0001
        /// rad/s*sqrt(s): noise of the gyroscope as a measurement of its bias at rest.
        public var restNoise = 0.001
        /// m/s^2*sqrt(s): accelerations that are not gravity.
        public var accelerometerNoise = 0.3
        /// m/s^2: deviation of |force| from gravity that doubles the accelerometer's variance.
        public var accelerometerDeviation = 1.0
        /// rad*sqrt(s): noise of the magnetic heading.
        public var magnetometerNoise = 0.05
        /// rad: error of the heading that lasts (calibration, buildings), which averaging does not remove.
        public var fieldSigma = 0.05
        /// part of the magnitude: largest deviation from the reference field.
        public var magnitudeTolerance = 0.1
        /// rad: largest deviation from the reference dip.
        public var dipTolerance = 0.17
        /// s: after a time of rejection the magnetometer is used again, whatever it says.
        public var recoveryTime = 60.0
        /// s: how long another field must stay the same, in motion, to be accepted.
        public var newFieldTime = 20.0
        /// sigmas: gate of the heading's innovation.
        public var headingGate = 3.0
        /// s: a longer step between gyroscope samples is a gap.
        public var longestStep = 0.5
        /// s: without a gyroscope, how fast a rate is forgotten.
        public var rateDecay = 0.06
        /// rad/s/sqrt(s): without a gyroscope, what drives the rate.
        public var rateNoise = 20.0
        /// m/s^2*sqrt(s): without a gyroscope, accelerations that are not gravity.
        public var motionAccelerometerNoise = 0.35
        /// rad*sqrt(s): without a gyroscope, noise of the field's direction.
        public var motionMagnetometerNoise = 0.015

        /// The defaults, one set for every device.
        public init() {}
    }
}
extension KalmanFilter.Parameters {
    public static var descriptors: [ParameterDescriptor<KalmanFilter.Parameters>] {
        [
            ParameterDescriptor("gyroscopeNoise", in: 0...10, "", small: "", large: "", at: \.gyroscopeNoise),
            ParameterDescriptor("gyroscopeScaleNoise", in: 0...10, "", small: "", large: "", at: \.gyroscopeScaleNoise),
            ParameterDescriptor("rateCurvature", in: 0...10000, "", small: "", large: "", at: \.rateCurvature),
            ParameterDescriptor("initialBiasSigma", in: 0...10, "", small: "", large: "", at: \.initialBiasSigma),
            ParameterDescriptor("biasWalk", in: 0...10, "", small: "", large: "", at: \.biasWalk),
            ParameterDescriptor("restNoise", in: 0...10, "", small: "", large: "", at: \.restNoise),
            ParameterDescriptor("accelerometerNoise", in: 0...10, "", small: "", large: "", at: \.accelerometerNoise),
            ParameterDescriptor("accelerometerDeviation", in: 0...1e9, "", small: "", large: "", at: \.accelerometerDeviation),
            ParameterDescriptor("magnetometerNoise", in: 0...10, "", small: "", large: "", at: \.magnetometerNoise),
            ParameterDescriptor("fieldSigma", in: 0...10, "", small: "", large: "", at: \.fieldSigma),
            ParameterDescriptor("magnitudeTolerance", in: 0...10, "", small: "", large: "", at: \.magnitudeTolerance),
            ParameterDescriptor("dipTolerance", in: 0...10, "", small: "", large: "", at: \.dipTolerance),
            ParameterDescriptor("recoveryTime", in: 0...1e9, "", small: "", large: "", at: \.recoveryTime),
            ParameterDescriptor("newFieldTime", in: 0...1e9, "", small: "", large: "", at: \.newFieldTime),
            ParameterDescriptor("headingGate", in: 0...1e9, "", small: "", large: "", at: \.headingGate),
            ParameterDescriptor("longestStep", in: 0...10, "", small: "", large: "", at: \.longestStep),
            ParameterDescriptor("rateDecay", in: 0...10, "", small: "", large: "", at: \.rateDecay),
            ParameterDescriptor("rateNoise", in: 0...1000, "", small: "", large: "", at: \.rateNoise),
            ParameterDescriptor("motionAccelerometerNoise", in: 0...10, "", small: "", large: "", at: \.motionAccelerometerNoise),
            ParameterDescriptor("motionMagnetometerNoise", in: 0...10, "", small: "", large: "", at: \.motionMagnetometerNoise),
        ]
    }
}
