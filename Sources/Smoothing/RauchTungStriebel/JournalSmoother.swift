import LinearAlgebra
import OrientationFilters
import RealModule
import Rotations
import Vocabulary

/// The backward pass over the journal of a `sensorlab` run.
struct JournalSmoother {
    /// The posterior of one entry, given the whole recording.
    struct Entry {
        /// Stamp, ns.
        var time: Int64
        /// Corrections of the filter's orientation after the entry and before it, rotation vectors in the earth frame,
        /// rad. There is none before a restart of the attitude.
        var turn: Vector3
        var turnBefore: Vector3?
        /// Bias in rad/s and scale without unit, device axes.
        var bias: Vector3
        var scale: Matrix3
        /// Variances of the bias, (rad/s)^2.
        var biasVariances: Vector3
        /// Variances of the vertical (mean of two axes) and of the heading, rad^2.
        var tilt: Double
        var heading: Double
        /// The heading of the block of field readings against the smoothed one, rad; NaN without a block.
        var fieldHeading: Double
    }

    private let journal: SensorLabJournal
    private let filter: SensorLabFilter
    private static let count = SensorLabJournal.count

    /// - Parameter filter: the filter that kept the journal.
    init?(_ filter: SensorLabFilter) {
        guard let journal = filter.journal, !journal.entries.isEmpty else { return nil }
        (self.journal, self.filter) = (journal, filter)
    }

    /// One per entry of the journal.
    func entries() throws(SensorLabError) -> [Entry] {
        var result: [Entry] = []
        result.reserveCapacity(journal.entries.count)
        var covariance = covariance(journal.entries.count - 1)
        var error = try end(journal.entries.count - 1, covariance)
        for k in journal.entries.indices.reversed() {
            var before: GaussianError?
            if journal.entries[k].cause == .correction { before = beforeCorrection(k, error) }
            result.append(entry(k, error, before: before))
            guard k > 0 else { break }
            let filtered = self.covariance(k - 1)
            switch journal.entries[k].cause {
            case .correction:
                let cross = predictedRows(k, filtered)
                error = try .smoothed(
                    filtered: filtered, predicted: predicted(k, cross), cross: cross, later: before ?? error)
            case .restart(let lost):
                if lost.count == Self.count {
                    error = try end(k - 1, filtered)
                } else {
                    // States that restart have no connection with the past: their rows of F P are zero.
                    var cross = filtered
                    for i in lost { for j in 0..<Self.count { cross[i, j] = 0 } }
                    error = try .smoothed(filtered: filtered, predicted: covariance, cross: cross, later: error)
                }
            }
            covariance = filtered
        }
        return result.reversed()
    }

    /// At the last entry of a chain the filter is right, except for the two hypotheses about the hard iron: under the
    /// small one, the hard iron is as if measured as zero at the end.
    private func end(_ k: Int, _ covariance: Matrix) throws(SensorLabError) -> GaussianError {
        let error = GaussianError(mean: Array(repeating: 0, count: Self.count), covariance: covariance)
        let large = journal.entries[k].hardIronPrior
        guard large > 0 else { return error }
        let first = SensorLabJournal.hardIron
        let hardIron = triple(journal.values(k), first)
        var block = Matrix3.zero
        for i in 0..<3 { for j in 0..<3 { block[i, j] = covariance[first + i, first + j] } }
        let both = filter.hypotheses(hardIron: hardIron, covariance: block, large: large)
        guard both.probabilityOfSmall > 0, both.variancePerAxis.isFinite else { return error }
        return try error.measured(
            first..<first + 3, value: [hardIron.x, hardIron.y, hardIron.z], variance: both.variancePerAxis,
            probability: both.probabilityOfSmall)
    }

    /// The error relative to the state predicted before a correction.
    private func beforeCorrection(_ k: Int, _ error: GaussianError) -> GaussianError {
        var result = error
        let correction = journal.correction(k)
        for (i, value) in correction.enumerated() { result.mean[i] += value }
        let first = SensorLabJournal.attitude
        let turn =
            Quaternion(rotationVector: triple(error.mean[...], first))
            * Quaternion(rotationVector: triple(correction, first))
        let vector = turn.rotationVector
        result.mean.replaceSubrange(first..<first + 3, with: [vector.x, vector.y, vector.z])
        return result
    }

    /// F P = P + E P.
    private func predictedRows(_ k: Int, _ p: Matrix) -> Matrix {
        let e = journal.transition(k)
        var result = p
        for i in 0..<SensorLabJournal.rows {
            for l in 0..<Self.count {
                let value = e[e.startIndex + i * Self.count + l]
                guard value != 0 else { continue }
                for j in 0..<Self.count { result[i, j] += value * p[l, j] }
            }
        }
        return result
    }

    /// F P F^T + Q = F P + F P E^T + Q.
    private func predicted(_ k: Int, _ cross: Matrix) -> Matrix {
        let e = journal.transition(k)
        var result = cross
        for j in 0..<SensorLabJournal.rows {
            for l in 0..<Self.count {
                let value = e[e.startIndex + j * Self.count + l]
                guard value != 0 else { continue }
                for i in 0..<Self.count { result[i, j] += value * cross[i, l] }
            }
        }
        for (i, variance) in journal.noise(k).enumerated() { result[i, i] += variance }
        return result
    }

    private func covariance(_ k: Int) -> Matrix {
        var result = Matrix(rows: Self.count, columns: Self.count)
        let elements = journal.covariance(k)
        var next = elements.startIndex
        for i in 0..<Self.count {
            for j in 0...i {
                (result[i, j], result[j, i]) = (elements[next], elements[next])
                next += 1
            }
        }
        return result
    }

    private func entry(_ k: Int, _ error: GaussianError, before: GaussianError?) -> Entry {
        typealias Index = SensorLabJournal
        let (entry, values, p) = (journal.entries[k], journal.values(k), error.covariance)
        func smoothed(_ first: Int) -> Vector3 { triple(values, first) + triple(error.mean[...], first) }
        func variance(_ i: Int) -> Double { p[i, i] }
        let turn = triple(error.mean[...], Index.attitude)
        let turnBefore = before.map { triple($0.mean[...], Index.attitude) }
        return Entry(
            time: entry.time, turn: turn, turnBefore: turnBefore ?? (keepsAttitude(k) ? turn : nil),
            bias: smoothed(Index.bias),
            scale: Matrix3(
                columns: smoothed(Index.scale), smoothed(Index.scale + 3), smoothed(Index.scale + 6)),
            biasVariances: Vector3(variance(Index.bias), variance(Index.bias + 1), variance(Index.bias + 2)),
            tilt: 0.5 * (p[0, 0] + p[1, 1]), heading: p[2, 2],
            fieldHeading: entry.fieldHeading - (turnBefore?.z ?? 0))
    }

    private func keepsAttitude(_ k: Int) -> Bool {
        if case .restart(let lost) = journal.entries[k].cause { return !lost.contains(SensorLabJournal.attitude) }
        return true
    }

    private func triple(_ numbers: ArraySlice<Double>, _ first: Int) -> Vector3 {
        let i = numbers.startIndex + first
        return Vector3(numbers[i], numbers[i + 1], numbers[i + 2])
    }
}
