import SensorModels
import Vocabulary

@testable import Recordings

/// What a reader guarantees for any bytes; the fuzz targets (`Fuzzing/`) check the same.
extension Recording {
    /// The guarantee that is broken: streams in order, stamps within the limit, finite values, attitudes that are
    /// rotations; `nil` if all hold.
    var brokenPromise: String? {
        for sensor in SensorKind.allCases {
            let times = times(of: sensor)
            if !zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) { return "\(sensor) is out of order" }
            if !times.allSatisfy({ (-LogTime.limit...LogTime.limit).contains($0) }) {
                return "\(sensor) is beyond the limit of time"
            }
            if !vectors(of: sensor).values.allSatisfy(\.isFinite) { return "\(sensor) is not finite" }
        }
        let rotations =
            attitude.values + reference.values + arPoses.values.map(\.orientation)
            + geospatialPoses.values.map(\.orientation)
        return rotations.allSatisfy { abs($0.lengthSquared - 1) < 1e-12 } ? nil : "an attitude is no rotation"
    }

    /// Whether every stream has the first samples of the whole's; a corrected sensor is the sensor as long as no raw
    /// one came.
    func isBeginning(of whole: Recording) -> Bool {
        let twins: [SensorKind: SensorKind] = [.magnetometer: .magnetometerCorrected, .gyroscope: .gyroscopeCorrected]
        return SensorKind.allCases.allSatisfy { sensor in
            [sensor, twins[sensor] ?? sensor].contains { other in
                whole.times(of: other).starts(with: times(of: sensor))
                    && whole.vectors(of: other).values.starts(with: vectors(of: sensor).values)
            }
        } && whole.attitude.values.starts(with: attitude.values)
            && whole.reference.values.starts(with: reference.values)
    }

    /// Whether this, read of the first `count` bytes of a log, differs from what the whole log begins with and no
    /// warning says so.
    func isSilentlyCut(at count: Int, of whole: Recording, bytes: [UInt8]) -> Bool {
        // Android's raw accelerometer takes the place of the corrected one, which has no stream of its own.
        if let raw = bytes.firstRange(of: Array("TYPE_ACCELEROMETER_UNCALIBRATED".utf8)), count < raw.upperBound + 60 {
            return false
        }
        let known = Set(whole.warnings.map(\.code))
        // Rules that look at what comes later: which stamps are in order, whether zeros are all there is.
        guard known.isDisjoint(with: [.timeBackwards, .zeroSamples]) else { return false }
        return warnings.allSatisfy { known.contains($0.code) } && !isBeginning(of: whole)
    }
}
