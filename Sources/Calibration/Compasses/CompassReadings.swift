import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Readings of one of several compasses of a vehicle, as means over short cells in which attitude and load are known.
///
/// A mean keeps the model linear, however far the vehicle turns meanwhile: mean(m) = D mean(R^T) F + h + k mean(I).
public struct CompassReadings: Sendable {
    /// A mean.
    struct Cell: Sendable {
        /// Seconds since the start.
        var time = 0.0
        /// Microtesla, vehicle's axes.
        var field = Vector3.zero
        /// From the level frame of the attitude to the vehicle's axes; not quite a rotation.
        var toBody = Matrix3(diagonal: .zero)
        /// In the load's unit; 0 without one.
        var load = 0.0
    }

    /// The compass's name, such as the number of its unit.
    public let name: String
    let cells: [Cell]

    /// Attitude and load are interpolated over shorter gaps only, nanoseconds.
    private static let widestGap: Int64 = 500_000_000
    private static let widestLoadGap = 3 * LogTime.nanosecondsPerSecond

    /// - Parameters:
    ///   - name: the compass's.
    ///   - magnetometer: raw readings, microtesla, device axes.
    ///   - attitude: device to a level frame whose north is arbitrary and may drift slowly.
    ///   - load: what the motors take; `nil` where it is not known.
    ///   - start: zero of the seconds, nanoseconds of the log's clock.
    ///   - length: of a cell, seconds.
    public init(
        name: String, magnetometer: VectorStream, attitude: QuaternionStream, load: SampleStream<Double>?,
        start: Int64, length: Double
    ) {
        self.name = name
        var attitudes = Interpolation(attitude.times, gap: Self.widestGap)
        var loads = load.map { Interpolation($0.times, gap: Self.widestLoadGap) }
        var cells: [Cell] = []
        var (sum, count, cell) = (Cell(), 0.0, -1.0)
        func close() {
            guard count > 0 else { return }
            cells.append(
                Cell(
                    time: sum.time / count, field: sum.field / count, toBody: sum.toBody * (1 / count),
                    load: sum.load / count))
            (sum, count) = (Cell(), 0)
        }
        for (time, value) in zip(magnetometer.times, magnetometer.values) where value.isFinite && value != .zero {
            guard let (row, share) = attitudes.place(of: time) else { continue }
            var taken = 0.0
            if let load {
                guard let (row, share) = loads?.place(of: time) else { continue }
                taken = load.values[row]
                if share > 0 { taken += share * (load.values[row + 1] - taken) }
            }
            let q =
                share > 0
                ? attitude.values[row].slerp(to: attitude.values[row + 1], fraction: share) : attitude.values[row]
            let seconds = LogTime.seconds(time - start)
            if (seconds / length).rounded(.down) != cell { close() }
            cell = (seconds / length).rounded(.down)
            sum.time += seconds
            sum.field += value
            sum.toBody += q.matrix.transpose
            sum.load += taken
            count += 1
        }
        close()
        self.cells = cells
    }

    /// Where a time is between the rows of a stream, for rising times.
    private struct Interpolation {
        let times: [Int64]
        let gap: Int64
        private var row = 0

        init(_ times: [Int64], gap: Int64) { (self.times, self.gap) = (times, gap) }

        /// The row before the time, and the share of the way to the next; `nil` outside, and in gaps.
        mutating func place(of time: Int64) -> (row: Int, share: Double)? {
            while row + 1 < times.count, times[row + 1] <= time { row += 1 }
            guard row < times.count, times[row] <= time else { return nil }
            if times[row] == time { return (row, 0) }
            guard row + 1 < times.count, times[row + 1] - times[row] <= gap else { return nil }
            return (row, Double(time - times[row]) / Double(times[row + 1] - times[row]))
        }
    }
}
