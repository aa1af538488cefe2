import RealModule
import Rotations
import SensorModels
import Vocabulary

/// By how much a compass is off at each stamp of a clock, by cause: the heading that the magnetometer's readings show,
/// held as the track holds the device, against the reference. Radians, counter-clockwise; they add up, but for whole
/// turns, to the compass's error less `usual`.
struct CompassErrors {
    /// Magnets, iron and currents of the place.
    let field: [Double]
    /// The device's own iron, as far as the readings' calibration left it.
    let iron: [Double]
    /// The delay of the readings.
    let delay: [Double]
    /// The tilt of the track: shaking, mostly.
    let tilt: [Double]
    /// What is left in all of the log.
    let usual: Double

    /// `nil` where too few readings lie within the clock.
    /// - Parameters:
    ///   - readings: microtesla.
    ///   - series: the clock and the track's error.
    ///   - track: device to earth.
    ///   - reference: device to earth.
    ///   - declination: from the track's north to magnetic north, clockwise, radians.
    init?(
        _ readings: VectorStream, _ series: ErrorSeries, track: OrientationTrack, reference: QuaternionStream,
        declination: Double
    ) {
        let margin = SensorDelay.longest
        let (first, last) = (series.times[0] + margin, series.times[series.times.count - 1] - margin)
        guard first < last else { return nil }
        let inside = readings.clipped(to: first...last)
        guard inside.count >= 20 else { return nil }
        let delay = SensorDelay.ofField(inside, reference)
        let timed = reference.orientations(at: inside.times, late: delay)
        guard let model = IronAgainstReference(inside, timed) else { return nil }

        // The field in the earth's axes: as the reading was stamped, at its own time, without iron, by the track.
        let stamped = reference.orientations(at: inside.times)
        let own = track.orientations.orientations(at: inside.times)
        var sums = [Fields](repeating: Fields(), count: series.times.count)
        var place = 0
        for (index, (time, reading)) in zip(inside.times, inside.values).enumerated() {
            guard let measured = timed[index], let stamped = stamped[index], let own = own[index] else { continue }
            while place + 1 < sums.count,
                (series.times[place + 1] - time).magnitude <= (series.times[place] - time).magnitude
            {
                place += 1
            }
            sums[place].stamped += stamped.rotate(reading)
            sums[place].timed += measured.rotate(reading)
            sums[place].corrected += measured.rotate(model.corrected(reading))
            sums[place].own += own.rotate(reading)
        }
        // A stamp without a reading keeps the last one, or has the first one.
        var known = sums.first { $0.stamped != .zero } ?? Fields()
        for index in sums.indices {
            if sums[index].stamped == .zero { sums[index] = known } else { known = sums[index] }
        }

        func error(_ field: Vector3) -> Double { Angle.wrap(Double.atan2(y: field.x, x: field.y) - declination) }
        let corrected = sums.map { error($0.corrected) }
        var mean = CircularStatistics()
        corrected.forEach { mean.add($0) }
        let usual = Robust.centre(corrected, from: mean.mean ?? 0, scale: Robust.calm)
        self.usual = usual
        field = corrected.map { Angle.wrap($0 - usual) }
        iron = sums.indices.map { Angle.wrap(error(sums[$0].timed) - corrected[$0]) }
        self.delay = sums.map { Angle.wrap(error($0.stamped) - error($0.timed)) }
        // With the track's tilt, and turned back by its own error.
        tilt = sums.indices.map {
            Angle.wrap(series.errors[$0] + error(sums[$0].own) - error(sums[$0].stamped))
        }
    }

    private struct Fields {
        var stamped = Vector3.zero
        var timed = Vector3.zero
        var corrected = Vector3.zero
        var own = Vector3.zero
    }
}
