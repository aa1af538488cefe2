import RealModule
import Rotations
import SensorModels
import Vocabulary

/// What the numbers of a three-axis stream are like, in its own unit: measured once, and read by every hypothesis.
struct Profile {
    /// Median length in the quietest fifth of the windows: gravity's, where there is gravity.
    let rest: Double
    /// Whether the readings at rest are zero, and `rest` is only what they are less than.
    let isZeroAtRest: Bool
    /// Median length; the length that 99.5 % of the readings keep.
    let median, top: Double
    /// Scatter of one axis in the quietest windows, and in the median window.
    let quiet, busy: Double
    /// Standard deviation of the lengths in the quietest windows.
    let spread: Double
    /// Standard deviation of all lengths, relative to their mean.
    let variation: Double
    /// Median of |mean| / root mean square over longer windows: 1 for a vector that keeps its direction, small for
    /// readings that average out.
    let steadiness: Double
    /// How much of linear acceleration such a mean keeps.
    let lasting: Double
    /// The same over all readings: 1 for one vector throughout.
    let constancy: Double
    /// Length of the mean of all readings.
    let drift: Double
    /// From the nearest axis, root mean square, radians.
    let angleToAxis: Double
    /// From the first reading to the last, seconds of the clock as read.
    let duration: Double
    /// Whether all readings are whole numbers.
    let isWhole: Bool
    /// The distance of neighbouring values where all are multiples of one step; `nil` where they are not.
    let step: Double?
    /// What a step is sought in, where the gaps show none.
    let lattice: Lattice
    /// The constant part of a field that turns, and the field's strength about it; `nil` where the log hardly turned.
    let sphere: Sphere?

    /// A sphere through readings of a magnetometer.
    struct Sphere {
        var centre: Vector3
        var radius: Double
    }

    /// `nil` where all readings are zero.
    init?(_ stream: VectorStream) {
        let values = stream.values[(stream.values.firstIndex { $0 != .zero } ?? stream.values.endIndex)...]
        guard !values.isEmpty else { return nil }
        var lengths = values.map { $0.length }
        let size = min(values.count, max(5, min(25, values.count / 20)))
        var windows: [(scatter: Double, length: Double)] = []
        for start in stride(from: values.startIndex, through: values.endIndex - size, by: size) {
            let part = values[start..<start + size]
            let mean = part.reduce(.zero, +) / Double(size)
            let square = part.reduce(0.0) { $0 + ($1 - mean).lengthSquared } / Double(size)
            windows.append(((square / 3).squareRoot(), Percentile.upperMedian(part.map { $0.length }) ?? 0))
        }
        let long = min(values.count, max(5, min(100, values.count / 10)))
        let shares = stride(from: values.startIndex, through: values.endIndex - long, by: long).map { start in
            let part = values[start..<start + long]
            let square = part.reduce(0.0) { $0 + $1.lengthSquared }
            return part.reduce(.zero, +).length / (square * Double(long)).squareRoot()
        }
        steadiness = Percentile.upperMedian(shares.filter { $0.isFinite }) ?? 1
        // It changes within some 0.08 s; a fifth is left of a mean over a hundred readings.
        let span = 1e-9 * (Double(stream.times.last ?? 0) - Double(stream.times.first ?? 0))
        let changes = min(Double(long), Double(long) / Double(max(1, stream.count - 1)) * span / 0.08)
        lasting = max(0.2, min(2 / Double(long).squareRoot(), 1 / max(1, changes).squareRoot()))
        let sum = values.reduce(.zero, +)
        drift = sum.length / Double(values.count)
        let squares = values.reduce(Vector3.zero) { $0 + Vector3($1.x * $1.x, $1.y * $1.y, $1.z * $1.z) }
        let along = max(squares.x, squares.y, squares.z)
        angleToAxis = .atan2(y: max(0, squares.x + squares.y + squares.z - along).squareRoot(), x: along.squareRoot())
        duration = max(0, span)
        constancy =
            values.reduce(.zero, +).length
            / (values.reduce(0) { $0 + $1.lengthSquared } * Double(values.count)).squareRoot()
        windows.sort { $0.scatter < $1.scatter }
        // One quiet window of a short log need not be at rest.
        let calm = windows.prefix(max(3, windows.count / 5))
        let calmLengths = calm.map { $0.length }
        // Where readings are zero at rest, the rest is less than their least step.
        let least = 0.3 * (lengths.lazy.filter { $0 > 0 }.min() ?? 0)
        let calmest = Percentile.upperMedian(calmLengths) ?? 0
        isZeroAtRest = calmest < least
        rest = max(calmest, least)
        quiet = calm[calm.count / 2].scatter
        busy = windows[windows.count / 2].scatter
        spread = Self.deviation(calmLengths)
        variation = Self.deviation(lengths) / max(Self.mean(lengths), 1e-300)
        lengths.sort()
        median = lengths[lengths.count / 2]
        // One reading alone may be a fault of the wire.
        top = min(Percentile.of(sorted: lengths, 0.995), lengths[max(0, lengths.count - 2)])
        guard top > 0, top.isFinite else { return nil }
        isWhole = values.allSatisfy { $0.x == $0.x.rounded() && $0.y == $0.y.rounded() && $0.z == $0.z.rounded() }
        step = Self.step(values)
        lattice = Lattice(values)
        // A cluster of noise is a sphere, too.
        let found = Self.sphere(values)
        sphere = (found?.radius ?? 0) > 5 * quiet ? found : nil
    }

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }

    private static func deviation(_ values: [Double]) -> Double {
        let mean = mean(values)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, values.count))).squareRoot()
    }

    /// The common step of at least two axes.
    private static func step(_ values: ArraySlice<Vector3>) -> Double? {
        let steps = (0..<3).compactMap { axis -> Double? in
            let sorted = Set(values.prefix(3000).map { $0[axis] }).sorted()
            var gaps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }
            gaps.sort()
            guard gaps.count > 5 else { return nil }
            let noise = 1e-4 * gaps[gaps.count / 2]
            gaps.removeAll { $0 <= noise }
            guard gaps.count > 5 else { return nil }
            let least = Percentile.of(sorted: gaps, 0.05)
            let near = gaps.prefix { $0 < 40 * least }
            let whole = near.count { ($0 / least - ($0 / least).rounded()).magnitude < 0.08 }
            guard Double(whole) > 0.85 * Double(near.count) else { return nil }
            let few = gaps.filter { $0 > 0.5 * least && $0 < 10 * least }.map { $0 / ($0 / least).rounded() }
            return mean(few)
        }
        guard steps.count >= 2, let least = steps.min(), let most = steps.max(), most < 1.05 * least else { return nil }
        return mean(steps)
    }

    /// |m|^2 = 2 m.b + c by least squares; `nil` where the readings do not cover enough of a sphere (least standard
    /// deviation of an axis 0.12 of the radius) or leave it by more than a fifth.
    private static func sphere(_ values: ArraySlice<Vector3>) -> Sphere? {
        guard values.count > 30 else { return nil }
        let stride = max(1, values.count / 2000)
        let sampled = Swift.stride(from: values.startIndex, to: values.endIndex, by: stride).map { values[$0] }
        let mean = sampled.reduce(.zero, +) / Double(sampled.count)
        var system = LeastSquares()
        for value in sampled {
            let v = value - mean
            system.add([2 * v.x, 2 * v.y, 2 * v.z, 1], v.lengthSquared)
        }
        guard let x = system.solution else { return nil }
        let centre = Vector3(x[0], x[1], x[2])
        let square = x[3] + centre.lengthSquared
        guard square > 0, square.isFinite else { return nil }
        let radius = square.squareRoot()
        let lengths = sampled.map { ($0 - mean - centre).length }
        guard deviation(lengths) < 0.2 * radius, system.leastSpread > 2 * 0.12 * radius else { return nil }
        return Sphere(centre: mean + centre, radius: radius)
    }
}

/// Linear least squares with up to four unknowns, by the normal equations with rows of one size.
struct LeastSquares {
    private var products = [Double](repeating: 0, count: 16)
    private var right = [Double](repeating: 0, count: 4)
    /// How many equations there are, and the sum of the squares of their right sides.
    private(set) var count = 0
    private(set) var total = 0.0

    /// - Parameter row: four coefficients; zero where the unknown is not used.
    mutating func add(_ row: [Double], _ value: Double) {
        for i in 0..<4 {
            for j in 0..<4 { products[4 * i + j] += row[i] * row[j] }
            right[i] += row[i] * value
        }
        total += value * value
        count += 1
    }

    /// By Gauss elimination with pivots, columns scaled to equal length; unknowns that no equation has are 0. `nil`
    /// where the equations do not determine them.
    var solution: [Double]? {
        var scale = [Double](repeating: 1, count: 4)
        for i in 0..<4 where products[5 * i] > 0 { scale[i] = 1 / products[5 * i].squareRoot() }
        var rows: [[Double]] = []
        for i in 0..<4 {
            var row = (0..<4).map { products[4 * i + $0] * scale[i] * scale[$0] }
            if products[5 * i] == 0 { row[i] = 1 }
            rows.append(row + [right[i] * scale[i]])
        }
        for column in 0..<4 {
            let pivot = (column..<4).max { rows[$0][column].magnitude < rows[$1][column].magnitude } ?? column
            rows.swapAt(column, pivot)
            guard rows[column][column].magnitude > 1e-10 else { return nil }
            for row in 0..<4 where row != column {
                let factor = rows[row][column] / rows[column][column]
                for k in column..<5 { rows[row][k] -= factor * rows[column][k] }
            }
        }
        var x = scale
        for i in 0..<4 { x[i] *= rows[i][4] / rows[i][i] }
        return x.allSatisfy { $0.isFinite } ? x : nil
    }

    /// Correlation of the fitted with the given values, about zero.
    func correlation(_ x: [Double]) -> Double {
        var (xy, xx) = (0.0, 0.0)
        for i in 0..<4 {
            xy += x[i] * right[i]
            for j in 0..<4 { xx += x[i] * products[4 * i + j] * x[j] }
        }
        return xx > 0 && total > 0 ? xy / (xx * total).squareRoot() : 0
    }

    /// Least root mean square of the first three coefficients along any direction, by the closed form of the
    /// eigenvalues of a symmetric matrix (Smith, Comm. ACM 4:168, 1961).
    var leastSpread: Double {
        let n = Double(max(1, count))
        var a: [[Double]] = []
        for i in 0..<3 { a.append((0..<3).map { products[4 * i + $0] / n }) }
        let mean = (a[0][0] + a[1][1] + a[2][2]) / 3
        let off = a[0][1] * a[0][1] + a[0][2] * a[0][2] + a[1][2] * a[1][2]
        let diagonal = (0..<3).reduce(0.0) { $0 + (a[$1][$1] - mean) * (a[$1][$1] - mean) }
        let p = ((diagonal + 2 * off) / 6).squareRoot()
        guard p > 0 else { return max(0, mean).squareRoot() }
        var b: [Vector3] = []
        for i in 0..<3 {
            var row = Vector3(a[i][0], a[i][1], a[i][2])
            row[i] -= mean
            b.append(row / p)
        }
        let determinant = b[0].dot(b[1].cross(b[2]))
        let angle = Double.acos(max(-1, min(1, determinant / 2))) / 3
        return max(0, mean + 2 * p * .cos(angle + 2 * .pi / 3)).squareRoot()
    }
}
