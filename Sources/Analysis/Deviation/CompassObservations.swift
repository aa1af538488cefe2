import Calibration
import Evaluation
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// What a log's compass read, how far the magnetic heading was from it, and how the device was held.
///
/// The compass is the calibrated magnetometer, levelled with the reference's tilt, so that neither a filter's lag nor the
/// acceleration of the hand is counted as deviation.
struct CompassObservations {
    /// In the order of time.
    private(set) var observations: [DeviationObservation] = []
    /// The elevation of the axis whose heading it is, degrees, one per observation.
    private(set) var elevationsDegrees: [Double] = []

    /// At most ten observations a second of the samples that count.
    init(_ log: PreparedLog, reference scored: ScoredReference) {
        let (magnetometer, reference) = (log.streams.magnetometer, scored.stream)
        let (declination, axis) = (log.azimuthOfMagneticNorth, log.headingAxis)
        var cursor = 0
        var last = Int64.min / 2
        for index in scored.indices where reference.times[index] - last >= 100_000_000 {
            let time = reference.times[index]
            while cursor + 1 < magnetometer.count && magnetometer.times[cursor + 1] <= time { cursor += 1 }
            guard cursor < magnetometer.count, magnetometer.times[cursor] <= time,
                time - magnetometer.times[cursor] <= Comparison.maximumGap,
                let heading = reference.values[index].heading(of: axis)
            else { continue }
            last = time
            let field = reference.values[index].rotate(magnetometer.values[cursor])
            guard field.x != 0 || field.y != 0 else { continue }
            let azimuth = Double.atan2(y: field.x, x: field.y)
            observations.append(
                DeviationObservation(
                    compassHeadingDegrees: Angle.wrapHeadingDegrees(Angle.degrees(heading - azimuth)),
                    deviationDegrees: Angle.wrapDegrees(Angle.degrees(azimuth - declination))))
            let direction = reference.values[index].rotate(axis.direction)
            elevationsDegrees.append(Angle.degrees(Double.asin(max(-1, min(1, direction.z)))))
        }
    }

    /// The observations of each band of elevation, 30 degrees wide and centred on the horizon, lowest band first.
    func byElevation() -> [(from: Double, to: Double, observations: [DeviationObservation])] {
        stride(from: -105.0, through: 75, by: 30).compactMap { low in
            let inside = zip(observations, elevationsDegrees).filter { $0.1 >= low && $0.1 < low + 30 }.map(\.0)
            return inside.isEmpty ? nil : (max(-90, low), min(90, low + 30), inside)
        }
    }

    /// Means over sectors of ten degrees of compass heading, with the scatter in each, for the picture.
    static func means(of observations: [DeviationObservation]) -> [DeviationPoint] {
        var sectors = Array(repeating: (statistics: CircularStatistics(), count: 0), count: 36)
        for observation in observations {
            let sector = Int(clamping: observation.compassHeadingDegrees / 10) % 36
            sectors[sector].statistics.add(Angle.radians(observation.deviationDegrees))
            sectors[sector].count += 1
        }
        return sectors.enumerated().compactMap { index, sector in
            sector.statistics.mean.map {
                DeviationPoint(
                    heading: Double(index) * 10 + 5, deviation: Angle.degrees($0),
                    sigma: sector.count > 1 ? Angle.degrees(sector.statistics.standardDeviation) : nil)
            }
        }
    }
}
