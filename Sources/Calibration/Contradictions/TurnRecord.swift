import Rotations
import SensorModels
import Vocabulary

/// The integrated gyroscope of a log: where each of its readings stands, in the frame of the first one.
struct TurnRecord {
    let times: [Int64]
    /// The readings, rad/s, device axes.
    let rates: [Vector3]
    /// Device to the first reading's frame.
    private(set) var orientations: [Quaternion] = []
    /// Integral of the rate in that frame since the first reading, radians.
    private(set) var turns: [Vector3] = []
    /// Integral of the rotation matrix, seconds.
    private(set) var rotations: [Matrix3] = []
    /// How many pauses there were before each reading: orientations on both sides of a pause do not belong together.
    private(set) var pauses: [Int] = []

    /// Nanoseconds.
    private static let longestPause: Int64 = 250_000_000

    init(_ gyroscope: VectorStream) {
        (times, rates) = (gyroscope.times, gyroscope.values.map { $0.isFinite ? $0 : .zero })
        orientations.reserveCapacity(times.count)
        turns.reserveCapacity(times.count)
        rotations.reserveCapacity(times.count)
        pauses.reserveCapacity(times.count)
        var (orientation, turn, rotation, pause) = (Quaternion.identity, Vector3.zero, Matrix3.zero, 0)
        for index in times.indices {
            if index > 0 {
                let step = LogTime.difference(times[index], times[index - 1])
                if step > Self.longestPause {
                    pause += 1
                } else {
                    let seconds = LogTime.seconds(step)
                    let own = (0.5 * seconds) * (rates[index - 1] + rates[index])
                    let middle = orientation * Quaternion(rotationVector: 0.5 * own)
                    turn += middle.rotate(own)
                    rotation += seconds * middle.matrix
                    orientation = (orientation * Quaternion(rotationVector: own)).renormalized
                }
            }
            orientations.append(orientation)
            turns.append(turn)
            rotations.append(rotation)
            pauses.append(pause)
        }
    }
}

/// The mean of a vector over a cell of time, turned into the first frame, and what the errors of a model do to it.
struct TurnedMean {
    var vector = Vector3.zero
    /// Mean of the rotation matrix: what an offset in device axes adds.
    var rotation = Matrix3.zero
    /// Mean rate in the first frame, rad/s: what a second of delay turns the vector by.
    var rate = Vector3.zero
    /// Means of `TurnRecord.turns` and `rotations`.
    var turn = Vector3.zero
    var integral = Matrix3.zero
    /// What a scale of each axis and of each pair of axes does to a vector of the first frame: xx, yy, zz, xy, xz, yz.
    var scales = [Matrix3](repeating: .zero, count: 6)
    /// Root mean square about the mean.
    var spread = 0.0
    fileprivate(set) var count = 0
    fileprivate(set) var pause = 0
}

extension TurnRecord {
    /// The means of a stream's readings over cells of time, by their numbers; none for cells that lack readings or have
    /// a pause.
    /// - Parameters:
    ///   - length: of a cell, nanoseconds.
    ///   - numbers: of the cells, ascending; the first reading begins cell 0.
    ///   - delay: how much earlier the readings were taken than they are stamped, nanoseconds.
    func means(
        of stream: VectorStream, cell length: Int64, numbers: [Int], delay: Int64 = 0, scales: Bool
    ) -> [Int: TurnedMean] {
        guard let start = times.first else { return [:] }
        var means: [Int: TurnedMean] = [:]
        for number in numbers {
            let first = LogTime.sum(start, LogTime.product(Int64(number), length))
            if let mean = mean(of: stream, from: first, to: LogTime.sum(first, length), delay, scales) {
                means[number] = mean
            }
        }
        guard !means.isEmpty else { return [:] }
        let fewest = max(1, Int(clamping: 0.6 * RobustStatistics.median(means.values.map { Double($0.count) })))
        return means.filter { $0.value.count >= fewest && $0.value.pause >= 0 }
    }

    /// The mean over the readings that were taken in an interval; its pause is negative where there is one inside.
    private func mean(
        of stream: VectorStream, from first: Int64, to end: Int64, _ delay: Int64, _ scales: Bool
    ) -> TurnedMean? {
        var (result, squares) = (TurnedMean?.none, 0.0)
        var index = max(0, times.prefixLength { $0 <= first } - 1)
        for reading in stream.times.prefixLength(where: { LogTime.difference($0, delay) < first })..<stream.count {
            let time = LogTime.difference(stream.times[reading], delay)
            guard time < end else { break }
            while index + 1 < times.count, times[index + 1] <= time { index += 1 }
            let value = stream.values[reading]
            guard value.isFinite, time - times[index] <= Self.longestPause else { continue }
            let lead = LogTime.seconds(time - times[index])
            let orientation = orientations[index] * Quaternion(rotationVector: lead * rates[index])
            let (vector, matrix) = (orientation.rotate(value), orientation.matrix)
            var mean = result ?? TurnedMean(pause: pauses[index])
            if mean.pause != pauses[index] { mean.pause = -1 }
            mean.count += 1
            mean.vector += vector
            squares += vector.lengthSquared
            mean.rotation += matrix
            mean.rate += matrix * rates[index]
            mean.turn += turns[index]
            mean.integral += rotations[index]
            if scales { mean.add(scalesOf: matrix) }
            result = mean
        }
        result?.divide(squares)
        return result
    }
}

extension TurnedMean {
    fileprivate init(pause: Int) { self.pause = pause }

    fileprivate mutating func add(scalesOf matrix: Matrix3) {
        let axes = [matrix.transpose.row0, matrix.transpose.row1, matrix.transpose.row2]
        for axis in 0..<3 { scales[axis] += Matrix3.outer(axes[axis], axes[axis]) }
        for (place, pair) in [(0, 1), (0, 2), (1, 2)].enumerated() {
            let product = Matrix3.outer(axes[pair.0], axes[pair.1])
            scales[3 + place] += product + product.transpose
        }
    }

    fileprivate mutating func divide(_ squares: Double) {
        let share = 1 / Double(count)
        vector = share * vector
        rotation = share * rotation
        rate = share * rate
        turn = share * turn
        integral = share * integral
        scales = scales.map { share * $0 }
        spread = max(0, share * squares - vector.lengthSquared).squareRoot()
    }

    /// Whether no pause lies between this mean and another one.
    func isConnected(to other: TurnedMean) -> Bool { pause == other.pause }
}
