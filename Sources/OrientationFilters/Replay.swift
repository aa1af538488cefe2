import SensorModels

/// Where a replay is in its samples: it can go on with the next part of them.
package struct ReplayPosition: Sendable {
    /// The holes of the clock stream that are ahead, in their order.
    package var holes: [Hole]
    /// After how many of them the filter resumed in the last part.
    package fileprivate(set) var resumed = 0
    /// The stamp of the samples that were processed last; `Int64.max` before the first.
    fileprivate var last = Int64.max

    /// The beginning of a log.
    package init(holes: [Hole] = []) { self.holes = holes }
}

extension SampleReceiver {
    /// Feeds all samples in the order of their stamps and gives one row per sample of the clock stream.
    ///
    /// Implausible readings (`Vector3.isReading`) are skipped. Samples of equal stamp are processed in the order
    /// gyroscope, accelerometer, gravity, magnetometer; a row shows the state after all of them. Rows begin with
    /// the first at which the orientation is defined. Recorded gravity is used only where there is no
    /// accelerometer. After a hole of the clock stream the filter resumes. Cost: one pass, O(samples), no
    /// allocation beyond the track itself.
    package mutating func replay(_ input: FilterInput, name: String) -> OrientationTrack {
        let rows = input.clock.times
        var track = OrientationTrack(name: name)
        track.times.reserveCapacity(rows.count)
        track.estimates.reserveCapacity(rows.count)
        var position = ReplayPosition(holes: rows.holes)
        replay(input, rows: rows, from: &position, into: &track)
        return track
    }

    /// Feeds the samples up to the last row, those of each row's stamp included, and adds the rows to a track.
    /// - Parameters:
    ///   - input: the samples that were not fed yet.
    ///   - rows: the stamps of the rows, ascending.
    package mutating func replay(
        _ input: FilterInput, rows: [Int64], from position: inout ReplayPosition, into track: inout OrientationTrack
    ) {
        let gravity = input.accelerometer.isEmpty ? input.gravity : VectorStream()
        let holes = position.holes
        var hole = 0
        var last = position.last
        var g = 0
        var a = 0
        var v = 0
        var m = 0
        var row = 0
        while row < rows.count {
            let rowTime = rows[row]
            var rowsOfStamp = 0
            while row < rows.count && rows[row] == rowTime {
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
                // After a hole, or after a silence of all sensors within it: any of them may return first.
                if hole < holes.count && next > holes[hole].start
                    && (next >= holes[hole].end || next &- last > Hole.shortest)
                {
                    resume(at: next)
                    hole += 1
                }
                last = next
                while g < input.gyroscope.count && input.gyroscope.times[g] == next {
                    if input.gyroscope.values[g].isReading { update(gyroscope: input.gyroscope.values[g], at: next) }
                    g += 1
                }
                while a < input.accelerometer.count && input.accelerometer.times[a] == next {
                    if input.accelerometer.values[a].isReading {
                        update(accelerometer: input.accelerometer.values[a], at: next)
                    }
                    a += 1
                }
                while v < gravity.count && gravity.times[v] == next {
                    if gravity.values[v].isReading { update(gravity: gravity.values[v], at: next) }
                    v += 1
                }
                while m < input.magnetometer.count && input.magnetometer.times[m] == next {
                    if input.magnetometer.values[m].isReading {
                        update(magnetometer: input.magnetometer.values[m], at: next)
                    }
                    m += 1
                }
            }
            guard let estimate else { continue }
            for _ in 0..<rowsOfStamp {
                track.times.append(rowTime)
                track.estimates.append(estimate)
            }
        }
        (position.last, position.resumed) = (last, hole)
    }
}
