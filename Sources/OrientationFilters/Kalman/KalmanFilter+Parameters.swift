extension KalmanFilter {
    /// What is believed about the sensors, the motion and the field.
    ///
    /// Noise is given as spectral density wherever it adds up over time, so one value holds for every sampling rate.
    /// One set of defaults serves all devices; `descriptors` says what small and large values do.
    public struct Parameters: FilterParameters {
        /// rad/sqrt(s): random walk of the integrated gyroscope, scale errors of slow motion included.
        public var gyroscopeNoise = 0.005
        /// sqrt(s): what scale and misalignment add to it per rad/s of rate.
        public var gyroscopeScaleNoise = 0.0015
        /// rad/s^3: second derivative of the rate, the error of integrating across a step.
        public var rateCurvature = 300.0
        /// rad/s per axis: the bias at the start (1.1 deg/s; the 6 deg/s of a phone are found as well).
        public var initialBiasSigma = 0.02
        /// rad/s/sqrt(s): random walk of the bias.
        public var biasWalk = 0.0001
        /// rad/s*sqrt(s): noise of the gyroscope as a measurement of its bias at rest.
        public var restNoise = 0.001
        /// m/s^2*sqrt(s): accelerations that are not gravity, of a calm device.
        public var accelerometerNoise = 0.3
        /// m/s^2: the root mean square of such accelerations that doubles the accelerometer's variance.
        public var agitation = 5.0
        /// s: over which that mean square is taken.
        public var agitationTime = 3.0
        /// rad: error of the vertical that lasts (accelerometer calibration), which averaging does not remove.
        public var levelSigma = 0.012
        /// rad*sqrt(s): noise of the magnetic heading.
        public var magnetometerNoise = 0.2
        /// rad: error of the heading that lasts (calibration, buildings), which averaging does not remove.
        public var fieldSigma = 0.06
        /// Part of the magnitude: largest deviation of an undisturbed field from the reference.
        public var magnitudeTolerance = 0.1
        /// rad: largest deviation of an undisturbed field's dip from the reference.
        public var dipTolerance = 0.17
        /// Sigmas: largest innovation of the heading.
        public var headingGate = 4.0
        /// s: after this time of rejection the magnetometer is used again, whatever it says.
        public var recoveryTime = 60.0
        /// s: how long another field must stay the same, while the device turns, to become the reference.
        public var newFieldTime = 20.0
        /// s: a longer step between gyroscope samples is a gap, bridged by the motion model.
        public var longestStep = 0.5
        /// s: without a gyroscope, how fast a rate is forgotten.
        public var rateDecay = 0.06
        /// rad/s/sqrt(s): without a gyroscope, the noise that drives the rate.
        public var rateNoise = 20.0
        /// m/s^2*sqrt(s): without a gyroscope, accelerations that are not gravity.
        public var motionAccelerometerNoise = 0.5
        /// rad*sqrt(s): without a gyroscope, noise of the field's direction.
        public var motionMagnetometerNoise = 0.02
        /// Part of the magnitude: without a gyroscope, the deviation that doubles the field's variance.
        public var motionFieldTolerance = 0.06

        /// The defaults.
        public init() {}
    }
}
