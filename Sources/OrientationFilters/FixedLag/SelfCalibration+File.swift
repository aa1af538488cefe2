import Rotations
import SensorModels
import Vocabulary

extension SelfCalibration {
    /// Beyond it the magnetometer's section is marked as refused, radians: 3 degrees, as for other fits.
    private static let largestHeadingSigma = 0.0524

    /// What was learnt as a calibration file of what the filter was fed: gyroscope and, where there was one,
    /// magnetometer.
    ///
    /// - Parameters:
    ///   - provenance: device, day and version that the file names.
    ///   - rate: the gyroscope's stream.
    ///   - field: the magnetometer's.
    public func file(
        provenance: CalibrationProvenance, rate: SensorKind = .gyroscope, field stream: SensorKind = .magnetometer
    ) -> CalibrationFile {
        let wander = GyroscopeCalibration.biasWander
        func wandering(_ sigma: Double) -> Double { (sigma * sigma + wander * wander).squareRoot() }
        let (b, source) = (gyroscopeBiasSigma, "fixed-lag")
        var gyroscope = GyroscopeCalibration(
            head: CalibrationHead(
                sensor: .gyroscope, stream: rate, method: .slidingWindow, accepted: true,
                reason: "the readings so far determine the bias", source: source),
            model: gyroscopeModel, biasSigma: Vector3(wandering(b.x), wandering(b.y), wandering(b.z)))
        gyroscope.scaleSigma = gyroscopeDistortionSigma
        var result = CalibrationFile(gyroscope: gyroscope, provenance: provenance)
        guard let model = magnetometerModel else { return result }
        let (level, upright) = (headingSigma(horizontal: 0, 1), headingSigma(horizontal: 0, 2))
        let accepted = max(level, upright) <= Self.largestHeadingSigma
        var section = MagnetometerCalibration(
            head: CalibrationHead(
                sensor: .magnetometer, stream: stream, method: .slidingWindow, accepted: accepted,
                reason: accepted ? "the readings so far determine the iron" : "the heading's sigma is too large",
                missing: accepted ? nil : "turn the device through all directions, away from iron and magnets",
                source: source),
            model: model, rung: .full, samples: readings)
        section.hardIronSigma = hardIronSigma
        section.fieldMicrotesla = field.length
        section.dipDegrees = Angle.degrees(Angle.arcTangent(y: -field.z, x: field.y))
        (section.delaySeconds, section.delaySigmaSeconds) = (magnetometerDelay, magnetometerDelaySigma)
        if level.isFinite, upright.isFinite {
            section.head.remainingSigma = Angle.degrees(max(level, upright))
            section.headingSigmaLevelDegrees = Angle.degrees(level)
            section.headingSigmaUprightDegrees = Angle.degrees(upright)
        }
        section.coverage = seenShare
        section.head.date = provenance.date
        result.magnetometer = section
        return result
    }
}
