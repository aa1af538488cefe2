extension SensorLabFilter {
    /// What is believed about the sensors, the motion and the field; one set of defaults serves all devices.
    ///
    /// Noise that adds up over time is a spectral density, so one value holds for every sampling rate. `descriptors` says
    /// what small and large values do, docs/reference/filters-sensorlab.md how the defaults were chosen.
    public struct Parameters: FilterParameters {
        /// rad/sqrt(s): random walk of the integrated gyroscope, beyond bias and scale.
        public var gyroscopeNoise = 0.0024
        /// rad/s per axis: the bias at the start (2.6 deg/s; 6 deg/s of a phone are found as well).
        public var initialBiasSigma = 0.045
        /// rad/s/sqrt(s): random walk of the bias.
        public var biasWalk = 0.00005
        /// Without unit: scale and misalignment of the gyroscope, each of nine elements.
        public var scaleSigma = 0.0026
        /// m/s^2*sqrt(s): noise of the accelerometer.
        public var accelerometerNoise = 0.13
        /// m/s^2 per axis: bias of the accelerometer.
        public var accelerometerBiasSigma = 0.15
        /// m/s*sqrt(s): velocity of the device, as the noise of measuring it as zero.
        public var velocityNoise = 1.2
        /// s: how late the gyroscope is stamped (its digital filter); the answer is turned ahead by it.
        public var latency = 0.0035
        /// s: a longer step between gyroscope samples is a gap, bridged by the motion model.
        public var longestStep = 0.5
        /// Part of the field, times sqrt(s): noise of the magnetometer, buildings included.
        public var magnetometerNoise = 0.195
        /// Without unit: variance of the field's magnitude and dip as a share of the heading's.
        public var shapeShare = 0.5
        /// Part of the field, per axis: what the calibration has left of the hard iron.
        public var hardIronSigma = 0.042
        /// Part of the field: deviation of magnitude and dip that makes a block count a quarter.
        public var fieldTolerance = 0.3
        /// rad: deviation of the heading that makes a block count a quarter.
        public var headingTolerance = 1.0
        /// Part of the magnitude: largest deviation of an undisturbed field from the reference.
        public var magnitudeTolerance = 0.3
        /// rad: largest deviation of an undisturbed field's dip from the reference.
        public var dipTolerance = 0.3
        /// Part of the field: a deviation that can only be a magnet; what the field did just before is taken back.
        public var magnetTolerance = 0.8
        /// s: after this time of rejection the magnetometer is believed again.
        public var recoveryTime = 90.0
        /// Without unit: the answer's heading sigma as a share of the filter's, whose noise holds the robustness.
        public var headingShare = 0.5
        /// rad: error of the heading that lasts (calibration, buildings).
        public var fieldSigma = 0.015
        /// rad: error of the heading where the field has been rejected for long.
        public var disturbedSigma = 0.12
        /// rad: error of the vertical that lasts (calibration).
        public var levelSigma = 0.008

        /// The defaults.
        public init() {}
    }
}
