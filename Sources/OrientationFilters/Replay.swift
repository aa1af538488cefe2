import Rotations
import SensorModels

extension OrientationFilter {
    /// Feeds all samples in the order of their stamps and gives one row per sample of the clock stream.
    ///
    /// Samples of equal stamp are processed in the order gyroscope, accelerometer, gravity, magnetometer; a row shows the
    /// state after all of them. Rows begin with the first at which the orientation is defined. Recorded gravity is used
    /// only where there is no accelerometer. Cost: one pass, O(samples), no allocation beyond the track itself.
    public mutating func replay(_ input: FilterInput) -> OrientationTrack {
        let clock = input.clock
        var times: [Int64] = []
        var estimates: [OrientationEstimate] = []
        times.reserveCapacity(clock.count)
        estimates.reserveCapacity(clock.count)

        let gravity = input.accelerometer.isEmpty ? input.gravity : VectorStream()
        var g = 0
        var a = 0
        var v = 0
        var m = 0
        var row = 0
        while row < clock.count {
            let rowTime = clock.times[row]
            var rowsOfStamp = 0
            while row < clock.count && clock.times[row] == rowTime {
                row += 1
                rowsOfStamp += 1
            }
            // Everything up to this stamp, stamp by stamp.
            while true {
                var next = Int64.max
                if g < input.gyroscope.count { next = input.gyroscope.times[g] }
                if a < input.accelerometer.count { next = min(next, input.accelerometer.times[a]) }
                if v < gravity.count { next = min(next, gravity.times[v]) }
                if m < input.magnetometer.count { next = min(next, input.magnetometer.times[m]) }
                guard next <= rowTime else { break }
                while g < input.gyroscope.count && input.gyroscope.times[g] == next {
                    update(gyroscope: input.gyroscope.values[g], at: next)
                    g += 1
                }
                while a < input.accelerometer.count && input.accelerometer.times[a] == next {
                    update(accelerometer: input.accelerometer.values[a], at: next)
                    a += 1
                }
                while v < gravity.count && gravity.times[v] == next {
                    update(gravity: gravity.values[v], at: next)
                    v += 1
                }
                while m < input.magnetometer.count && input.magnetometer.times[m] == next {
                    update(magnetometer: input.magnetometer.values[m], at: next)
                    m += 1
                }
            }
            guard let estimate else { continue }
            for _ in 0..<rowsOfStamp {
                times.append(rowTime)
                estimates.append(estimate)
            }
        }
        return OrientationTrack(name: Self.information.name, times: times, estimates: estimates)
    }
}
