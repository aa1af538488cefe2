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
    /// The means of a stream's readings over successive cells; `nil` for cells that lack readings or have a pause.
    /// - Parameters:
    ///   - cell: its length, nanoseconds.
    ///   - delay: how much earlier the readings were taken than they are stamped, nanoseconds.
    ///   - isWanted: whether a cell is needed.
    func means(
        of stream: VectorStream, cell: Int64, delay: Int64 = 0, scales: Bool, where isWanted: (Int) -> Bool
    ) -> [TurnedMean?] {
        guard let start = times.first, let end = times.last, cell > 0, end > start else { return [] }
        let cells = Int(clamping: (end - start) / cell)
        guard cells > 1, cells < Self.mostCells else { return [] }
        var means = [TurnedMean?](repeating: nil, count: cells)
        var squares = [Double](repeating: 0, count: cells)
        var index = 0
        for (stamp, value) in zip(stream.times, stream.values) where value.isFinite {
            let time = LogTime.difference(stamp, delay)
            guard time >= start, time < end else { continue }
            let number = Int(clamping: (time - start) / cell)
            guard number < cells, isWanted(number) else { continue }
            while index + 1 < times.count, times[index + 1] <= time { index += 1 }
            guard time - times[index] <= Self.longestPause else { continue }
            let lead = LogTime.seconds(time - times[index])
            let orientation = orientations[index] * Quaternion(rotationVector: lead * rates[index])
            let (vector, matrix) = (orientation.rotate(value), orientation.matrix)
            var mean = means[number] ?? TurnedMean(pause: pauses[index])
            if mean.pause != pauses[index] { mean.pause = -1 }
            mean.count += 1
            mean.vector += vector
            squares[number] += vector.lengthSquared
            mean.rotation += matrix
            mean.rate += matrix * rates[index]
            mean.turn += turns[index]
            mean.integral += rotations[index]
            if scales { mean.add(scalesOf: matrix) }
            means[number] = mean
        }
        let counts = means.compactMap { $0.map { Double($0.count) } }
        guard !counts.isEmpty else { return [] }
        let fewest = max(1, Int(clamping: 0.6 * RobustStatistics.median(counts)))
        return means.indices.map { index in
            guard var mean = means[index], mean.count >= fewest, mean.pause >= 0 else { return nil }
            mean.divide(squares[index])
            return mean
        }
    }

    /// More cells than any log has.
    private static let mostCells = 10_000_000
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
