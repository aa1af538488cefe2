extension VQFFilter {
    /// Time constants, deviations and limits under the names and in the units of the paper and its package.
    public struct Parameters: FilterParameters {
        /// s: low-pass of the specific force in the inertial frame.
        public var tauAcc = 3.0
        /// s: correction of the heading by the magnetometer.
        public var tauMag = 9.0
        /// deg/s per axis: the gyroscope's bias at the start.
        public var biasSigmaInit = 0.5
        /// s: in which the bias becomes uncertain by 0.1 deg/s.
        public var biasForgettingTime = 100.0
        /// deg/s: largest bias, and largest disagreement that a step takes in.
        public var biasClip = 2.0
        /// deg/s: uncertainty of the bias that steady motion leaves.
        public var biasSigmaMotion = 0.1
        /// Without unit: how much of that is used for the vertical component, which motion does
        /// not show, to pull it to 0.
        public var biasVerticalForgettingFactor = 0.0001
        /// deg/s: uncertainty of the bias that steady rest leaves.
        public var biasSigmaRest = 0.03
        /// s: how long gyroscope and accelerometer must be quiet to be at rest.
        public var restMinT = 1.5
        /// s: low-pass whose output the samples are compared with.
        public var restFilterTau = 0.5
        /// deg/s: largest deviation of the gyroscope from it at rest.
        public var restThGyr = 2.0
        /// m/s^2: largest deviation of the accelerometer from it at rest.
        public var restThAcc = 0.5
        /// s: low-pass of the field's norm and dip.
        public var magCurrentTau = 0.05
        /// s: in which the reference follows them.
        public var magRefTau = 20.0
        /// Part of the norm: largest deviation of an undisturbed field.
        public var magNormTh = 0.1
        /// deg: largest deviation of an undisturbed field's dip.
        public var magDipTh = 10.0
        /// s in motion: after which another homogeneous field becomes the reference.
        public var magNewTime = 20.0
        /// s in motion: the same for the first reference.
        public var magNewFirstTime = 5.0
        /// deg/s: rate above which the device counts as in motion there.
        public var magNewMinGyr = 20.0
        /// s: time for which the field must agree with the reference to be undisturbed.
        public var magMinUndisturbedTime = 0.5
        /// s: longest time over which a disturbed field is ignored.
        public var magMaxRejectionTime = 60.0
        /// Without unit: slowing of the correction after that time, and how much faster rejection time is regained.
        public var magRejectionFactor = 2.0

        /// The paper's defaults.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] { gains + bias + rest + field }

        private static var gains: [ParameterDescriptor<Parameters>] {
            [
                .tauAcc { $1(&$0.tauAcc) },
                .tauMag { $1(&$0.tauMag) },
            ]
        }

        private static var bias: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "biasSigmaInit", unit: "deg/s", in: 0...1000, "gyroscope bias at the start, per axis",
                    small: "a bias is learnt slowly", large: "a moving start is taken for bias"
                ) { $1(&$0.biasSigmaInit) },
                ParameterDescriptor(
                    "biasForgettingTime", unit: "s", in: 1e-3...1e9, "time in which the bias changes by 0.1 deg/s",
                    small: "the bias follows accelerations", large: "the bias of a warming sensor is not followed"
                ) { $1(&$0.biasForgettingTime) },
                ParameterDescriptor(
                    "biasClip", unit: "deg/s", in: 1e-3...1000, "largest bias",
                    small: "a phone's bias of 4 to 6 deg/s is out of range", large: "slow turns count as rest"
                ) { $1(&$0.biasClip) },
                ParameterDescriptor(
                    "biasSigmaMotion", unit: "deg/s", in: 1e-4...1000, "uncertainty of the bias in steady motion",
                    small: "accelerations are taken for bias", large: "no bias is learnt in motion"
                ) { $1(&$0.biasSigmaMotion) },
                ParameterDescriptor(
                    "biasVerticalForgettingFactor", in: 0...1,
                    "pull of the bias's vertical component to zero in motion", small: "it stays constant",
                    large: "the bias learnt at rest is forgotten"
                ) { $1(&$0.biasVerticalForgettingFactor) },
                ParameterDescriptor(
                    "biasSigmaRest", unit: "deg/s", in: 1e-4...1000, "uncertainty of the bias in steady rest",
                    small: "a rest sets the bias at once", large: "a rest changes the bias slowly"
                ) { $1(&$0.biasSigmaRest) },
            ]
        }

        private static var rest: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "restMinT", unit: "s", in: 0...1e6, "time for which all sensors must be quiet",
                    small: "slow turns count as rests",
                    large: "short rests are missed"
                ) { $1(&$0.restMinT) },
                ParameterDescriptor(
                    "restFilterTau", unit: "s", in: 0...1e6,
                    "time constant of the mean that readings are compared with",
                    small: "the mean follows the motion", large: "a rest is found late"
                ) { $1(&$0.restFilterTau) },
                ParameterDescriptor(
                    "restThGyr", unit: "deg/s", in: 0...1000, "largest deviation of the gyroscope at rest",
                    small: "no rest with a noisy sensor", large: "slow turns count as rests"
                ) { $1(&$0.restThGyr) },
                ParameterDescriptor(
                    "restThAcc", unit: "m/s^2", in: 0...1000, "largest deviation of the accelerometer at rest",
                    small: "no rest with a noisy sensor", large: "a held device counts as resting"
                ) { $1(&$0.restThAcc) },
            ]
        }

        private static var field: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "magCurrentTau", unit: "s", in: 0...1e6, "low-pass of the field's norm and dip",
                    small: "noise counts as a disturbance", large: "short disturbances pass"
                ) { $1(&$0.magCurrentTau) },
                ParameterDescriptor(
                    "magRefTau", unit: "s", in: 1e-3...1e9, "time constant of the reference",
                    small: "a slow disturbance is learnt", large: "a slow change counts as a disturbance"
                ) { $1(&$0.magRefTau) },
                ParameterDescriptor(
                    "magNormTh", in: 0...1e9, "largest relative deviation of the norm",
                    small: "a poor calibration counts as a disturbance", large: "weak magnets pass"
                ) { $1(&$0.magNormTh) },
                ParameterDescriptor(
                    "magDipTh", unit: "deg", in: 0...180, "largest deviation of the dip",
                    small: "an error of tilt counts as a disturbance", large: "weak magnets pass"
                ) { $1(&$0.magDipTh) },
                ParameterDescriptor(
                    "magNewTime", unit: "s", in: 0...1e9, "time in motion after which another field is accepted",
                    small: "a magnet on the device is accepted", large: "another room counts as disturbed for long"
                ) { $1(&$0.magNewTime) },
                ParameterDescriptor(
                    "magNewFirstTime", unit: "s", in: 0...1e9, "time in motion after which the first field is accepted",
                    small: "a disturbed start is accepted", large: "a good start counts as disturbed"
                ) { $1(&$0.magNewFirstTime) },
                ParameterDescriptor(
                    "magNewMinGyr", unit: "deg/s", in: 0...1000, "rate above which the device counts as moving",
                    small: "a magnet near a resting device is accepted", large: "slow users get no reference"
                ) { $1(&$0.magNewMinGyr) },
                ParameterDescriptor(
                    "magMinUndisturbedTime", unit: "s", in: 0...1e6, "time for which the field must agree",
                    small: "a disturbance that passes the reference counts as its end", large: "late after the end"
                ) { $1(&$0.magMinUndisturbedTime) },
                ParameterDescriptor(
                    "magMaxRejectionTime", unit: "s", in: 0...1e9, "longest rejection",
                    small: "long disturbances drag the heading", large: "the heading drifts in a new field"
                ) { $1(&$0.magMaxRejectionTime) },
                ParameterDescriptor(
                    "magRejectionFactor", in: 1e-3...1e9, "factor that slows the correction after a longer rejection",
                    small: "a lasting disturbance drags the heading", large: "a new field is accepted slowly"
                ) { $1(&$0.magRejectionFactor) },
            ]
        }
    }
}
