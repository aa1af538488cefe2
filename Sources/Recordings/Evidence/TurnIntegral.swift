import Rotations
import SensorModels

/// The integral of a rate over time, by trapezia: what a device turned by, for spans so short that turns add up.
struct TurnIntegral {
    private let times: [Int64]
    private var sums: [Vector3] = []
    private static let longestGap: Int64 = 200_000_000

    /// Beyond gaps of 0.2 s the sum stands still.
    init(_ rate: VectorStream) {
        times = rate.times
        sums.reserveCapacity(rate.count)
        var sum = Vector3.zero
        for index in rate.times.indices {
            if index > 0 {
                let interval = rate.times[index] - rate.times[index - 1]
                if interval <= Self.longestGap {
                    sum += (Double(interval) * 0.5e-9) * (rate.values[index - 1] + rate.values[index])
                }
            }
            sums.append(sum)
        }
    }

    /// Interpolated linearly; `nil` outside of the stream.
    func value(at time: Int64) -> Vector3? {
        var low = 0
        var high = times.count
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        guard low < times.count else { return times[low - 1] == time ? sums[low - 1] : nil }
        let gap = times[low] - times[low - 1]
        guard gap > 0 else { return sums[low - 1] }
        let fraction = Double(time - times[low - 1]) / Double(gap)
        return sums[low - 1] + fraction * (sums[low] - sums[low - 1])
    }
}
