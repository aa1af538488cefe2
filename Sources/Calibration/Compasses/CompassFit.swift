import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The compasses of one vehicle in one model, with the attitude of its gyroscope and accelerometer.
///
/// A reading of compass c, in the vehicle's axes, with R the attitude against a level frame, F the field of the place
/// in that frame and I the motors' load:
///
///     m = D_c R^T F + h_c + k_c I + noise,   F = (H sin a, H cos a, -Z)
///
/// The azimuth a of magnetic north drifts with the gyroscope: linear between knots, whose steps are a random walk.
/// A common turn of all D is nearly the same as another a, and the same for a level vehicle: only what does not depend
/// on it is determined, such as a turn against another compass, or against a course.
/// All compasses share a, H and Z, so that one that is disturbed is seen against the others. In the usual form,
/// m_calibrated = S (m_raw - h) - K I with S = D^-1 and K = S k. Maximum a posteriori with Student's t for the readings
/// (K. L. Lange, R. J. A. Little, J. M. G. Taylor, J. Am. Stat. Assoc. 84, 1989), each compass with a scale of its own.
struct CompassFit {
    /// The unknowns of one compass.
    struct Compass {
        /// Field to reading, without unit.
        var distortion = Matrix3.identity
        /// h, microtesla.
        var hardIron = Vector3.zero
        /// k, microtesla per unit of load.
        var motor = Vector3.zero
        /// Scale of the residuals, microtesla per axis.
        var noise = 100.0
    }

    /// What is known of the field beforehand, microtesla.
    struct Field {
        var horizontal, down, sigma: Double
    }

    private(set) var compasses: [Compass]
    /// Azimuth of magnetic north in the level frame at the knots, radians clockwise from its y axis, continuous.
    private(set) var azimuths: [Double]
    private(set) var horizontal, down: Double
    private let knots: DriftKnots
    private let field: Field?
    private let load: Double

    /// Elements of D about the identity: soft iron, and axes that are turned by some degrees.
    static let distortionSigma = 0.2
    /// Microtesla.
    private static let hardIronSigma = 500.0
    /// k at full load, microtesla: twice the strongest field of the earth.
    private static let motorSigma = 100.0
    /// The level frame's drift changes from knot to knot by what a gyroscope's bias leaves, rad/s (0.1 degrees/s).
    private static let driftSigma = 0.0017
    /// A step of an azimuth, radians: a bound for parts of the log with few readings or none.
    private static let azimuthSigma = 3.0
    /// Relative sigma of the field where nothing is known of it.
    private static let openFieldSigma = 0.2
    /// Degrees of freedom of Student's t.
    private static let freedom = 4.0
    /// Numbers of one compass: D, h, k.
    private static let count = 15

    /// - Parameters:
    ///   - readings: one per compass.
    ///   - knots: of the azimuth.
    ///   - field: of the place; `nil` where it is not known.
    ///   - load: a high load, which sets the scale of k's prior.
    /// - Throws: `SensorLabError` where the equations cannot be solved.
    init(
        _ readings: [CompassReadings], knots: DriftKnots, field: Field?, load: Double
    ) throws(SensorLabError) {
        (self.knots, self.field, self.load) = (knots, field, max(load, 1e-9))
        azimuths = []
        compasses = []
        var sums = [Vector3](repeating: .zero, count: knots.count)
        var (lengths, verticals, weight) = (0.0, 0.0, 0.0)
        for one in readings {
            let start = try Self.start(one.cells, knots)
            compasses.append(Compass(hardIron: start.hardIron))
            for (knot, vector) in start.fields.enumerated() {
                guard let vector else { continue }
                sums[knot] += vector
                lengths += Double.hypot(vector.x, vector.y)
                verticals -= vector.z
                weight += 1
            }
        }
        horizontal = field?.horizontal ?? lengths / max(weight, 1)
        down = field?.down ?? verticals / max(weight, 1)
        for sum in sums {
            let last = azimuths.last ?? 0
            azimuths.append(sum == .zero ? last : last + Angle.wrap(Double.atan2(y: sum.x, x: sum.y) - last))
        }
        for pass in 0..<30 {
            let change = try step(readings, without: nil, rescaling: true)
            if pass > 3, change < 1e-6 { break }
        }
    }

    /// The fit without a part of the log, from this one's solution.
    /// - Parameter part: seconds.
    func without(_ part: Range<Double>, _ readings: [CompassReadings]) throws(SensorLabError) -> CompassFit {
        var result = self
        for _ in 0..<8 {
            if try result.step(readings, without: part, rescaling: false) < 1e-5 { break }
        }
        return result
    }

    /// The field of the place in the level frame at a time, microtesla.
    func field(at time: Double) -> Vector3 {
        let (sine, cosine) = direction(at: time)
        return field(sine, cosine)
    }

    private func field(_ sine: Double, _ cosine: Double) -> Vector3 {
        Vector3(horizontal * sine, horizontal * cosine, -down)
    }

    /// Azimuth of magnetic north in the level frame, radians.
    func azimuth(at time: Double) -> Double {
        let (knot, share) = knots.place(of: time)
        return azimuths[knot] + share * (azimuths[knot + 1] - azimuths[knot])
    }

    /// The heading of the vehicle's y axis against magnetic north, radians.
    func heading(of cell: CompassReadings.Cell) -> Double {
        let top = cell.toBody.row1
        return Angle.wrap(Double.atan2(y: top.x, x: top.y) - azimuth(at: cell.time))
    }

    private func direction(at time: Double) -> (sine: Double, cosine: Double) {
        let angle = azimuth(at: time)
        return (.sin(angle), .cos(angle))
    }

    // MARK: Start

    /// Hard iron and the mean field in the level frame around each knot, for D = 1 without motors: linear.
    private static func start(
        _ cells: [CompassReadings.Cell], _ places: DriftKnots
    ) throws(SensorLabError) -> (hardIron: Vector3, fields: [Vector3?]) {
        let knots = places.count
        let order = 3 * knots + 3
        var matrix = Matrix.diagonal(
            (0..<order).map { $0 < 3 * knots ? 1e-9 : 1 / (hardIronSigma * hardIronSigma) })
        var right = [Double](repeating: 0, count: order)
        var counts = [Int](repeating: 0, count: knots)
        for cell in cells {
            let (before, share) = places.place(of: cell.time)
            let knot = share < 0.5 ? before : before + 1
            counts[knot] += 1
            for axis in 0..<3 {
                let own = (0..<3).map { (index: 3 * knot + $0, value: cell.toBody[axis, $0]) }
                let row = own + [(index: 3 * knots + axis, value: 1)]
                for a in row {
                    right[a.index] += a.value * cell.field[axis]
                    for b in row { matrix[a.index, b.index] += a.value * b.value }
                }
            }
        }
        let x = try Cholesky(matrix).solve(right)
        func vector(_ index: Int) -> Vector3 { Vector3(x[index], x[index + 1], x[index + 2]) }
        return (vector(3 * knots), (0..<knots).map { counts[$0] > 0 ? vector(3 * $0) : nil })
    }

    // MARK: Steps

    /// The order of the unknowns: azimuths, H, Z, then the compasses.
    private var strength: Int { azimuths.count }
    private var first: Int { azimuths.count + 2 }

    /// One step of Gauss and Newton.
    /// - Returns: the largest change: radians, and parts of the field.
    private mutating func step(
        _ readings: [CompassReadings], without part: Range<Double>?, rescaling: Bool
    ) throws(SensorLabError) -> Double {
        if rescaling {
            for (index, one) in readings.enumerated() {
                compasses[index].noise = scale(one.cells, compasses[index])
            }
        }
        return apply(try equations(readings, without: part).solution())
    }

    /// The covariance of a compass's D (row by row), h and k about this solution, of the readings' scatter and the
    /// priors alone: what errors that last longer than a reading add is not in it.
    func covariance(of index: Int, _ readings: [CompassReadings]) throws(SensorLabError) -> Matrix {
        let base = first + Self.count * index
        return try equations(readings, without: nil).covariance(of: base..<base + Self.count)
    }

    private func equations(_ readings: [CompassReadings], without part: Range<Double>?) -> SparseEquations {
        var equations = SparseEquations(order: first + Self.count * compasses.count)
        addPriors(&equations)
        for (index, one) in readings.enumerated() {
            let compass = compasses[index]
            let precision = 1 / (compass.noise * compass.noise)
            let base = first + Self.count * index
            for cell in one.cells where part?.contains(cell.time) != true {
                let (knot, share) = knots.place(of: cell.time)
                let (sine, cosine) = direction(at: cell.time)
                let body = cell.toBody * field(sine, cosine)
                let residual = cell.field - model(compass, body, cell.load)
                let weight =
                    precision * (Self.freedom + 3) / (Self.freedom + residual.lengthSquared * precision)
                let turn =
                    compass.distortion
                    * (cell.toBody * Vector3(horizontal * cosine, -horizontal * sine, 0))
                let longer = compass.distortion * (cell.toBody * Vector3(sine, cosine, 0))
                let deeper = compass.distortion * (cell.toBody * Vector3(0, 0, -1))
                for axis in 0..<3 {
                    equations.add(
                        [
                            knot, knot + 1, strength, strength + 1, base + 3 * axis, base + 3 * axis + 1,
                            base + 3 * axis + 2, base + 9 + axis, base + 12 + axis,
                        ],
                        [
                            (1 - share) * turn[axis], share * turn[axis], longer[axis], deeper[axis], body.x, body.y,
                            body.z, 1, cell.load,
                        ], residual[axis], weight)
                }
            }
        }
        return equations
    }

    private func addPriors(_ equations: inout SparseEquations) {
        for knot in azimuths.indices.dropLast() where knots.isJoined(knot) {
            let drift = Self.driftSigma * max(1, knots.times[knot + 1] - knots.times[knot])
            equations.add(
                [knot, knot + 1], [-1, 1], azimuths[knot] - azimuths[knot + 1], 1 / (drift * drift))
        }
        for knot in azimuths.indices {
            equations.add([knot], [1], 0, 1 / (Self.azimuthSigma * Self.azimuthSigma))
        }
        let size = Double.hypot(horizontal, down)
        let sigma = field?.sigma ?? Self.openFieldSigma * size
        equations.add([strength], [1], (field?.horizontal ?? horizontal) - horizontal, 1 / (sigma * sigma))
        equations.add([strength + 1], [1], (field?.down ?? down) - down, 1 / (sigma * sigma))
        let (shape, iron) = (Self.distortionSigma, Self.hardIronSigma)
        let motor = Self.motorSigma / load
        for (index, compass) in compasses.enumerated() {
            let base = first + Self.count * index
            for axis in 0..<3 {
                for other in 0..<3 {
                    let expected = axis == other ? 1.0 : 0
                    equations.add(
                        [base + 3 * axis + other], [1], expected - compass.distortion[axis, other],
                        1 / (shape * shape))
                }
                equations.add([base + 9 + axis], [1], -compass.hardIron[axis], 1 / (iron * iron))
                equations.add([base + 12 + axis], [1], -compass.motor[axis], 1 / (motor * motor))
            }
        }
    }

    private mutating func apply(_ x: [Double]) -> Double {
        var largest = 0.0
        for knot in azimuths.indices {
            azimuths[knot] += x[knot]
            largest = max(largest, x[knot].magnitude)
        }
        let size = Double.hypot(horizontal, down)
        horizontal += x[strength]
        down += x[strength + 1]
        for index in compasses.indices {
            let base = first + Self.count * index
            func vector(_ offset: Int) -> Vector3 {
                Vector3(x[base + offset], x[base + offset + 1], x[base + offset + 2])
            }
            compasses[index].distortion += Matrix3(vector(0), vector(3), vector(6))
            compasses[index].hardIron += vector(9)
            compasses[index].motor += vector(12)
            largest = max(largest, vector(9).length / size, vector(12).length * load / size)
        }
        return largest
    }

    private func model(_ compass: Compass, _ body: Vector3, _ load: Double) -> Vector3 {
        compass.distortion * body + compass.hardIron + load * compass.motor
    }

    /// The scale of the t distribution by one step of its expectation and maximisation.
    private func scale(_ cells: [CompassReadings.Cell], _ compass: Compass) -> Double {
        let squares = cells.map { ($0.field - model(compass, $0.toBody * field(at: $0.time), $0.load)).lengthSquared }
        let variance = compass.noise * compass.noise
        let sum = squares.reduce(0) { $0 + $1 * (Self.freedom + 3) / (Self.freedom + $1 / variance) }
        return max((sum / (3 * Double(max(1, cells.count)))).squareRoot(), 1e-3)
    }
}

/// The knots of the level frame's drift: the frame of each part of the log, between its holes, begins anew.
struct DriftKnots {
    /// Ascending, seconds.
    private(set) var times: [Double] = []
    /// The last knot of each part.
    private var lasts: Set<Int> = []

    var count: Int { times.count }

    /// - Parameters:
    ///   - parts: seconds, in their order.
    ///   - spacing: at most, seconds.
    init(_ parts: [ClosedRange<Double>], spacing: Double) {
        for part in parts {
            let length = max(part.upperBound - part.lowerBound, 1e-3)
            let steps = max(1, Int(clamping: (length / spacing).rounded(.up)))
            times += (0...steps).map { part.lowerBound + length * Double($0) / Double(steps) }
            lasts.insert(times.count - 1)
        }
    }

    /// Whether a knot and the next one are of one part.
    func isJoined(_ knot: Int) -> Bool { !lasts.contains(knot) }

    /// The knot before a time, of its part, and the share of the way to the next.
    func place(of time: Double) -> (knot: Int, share: Double) {
        var knot = min(max(0, times.prefixLength { $0 <= time } - 1), times.count - 2)
        if !isJoined(knot) { knot -= 1 }
        return (knot, (time - times[knot]) / (times[knot + 1] - times[knot]))
    }
}

/// Normal equations of rows with few numbers.
struct SparseEquations {
    private var matrix: Matrix
    private var right: [Double]

    init(order: Int) {
        matrix = Matrix(rows: order, columns: order)
        right = [Double](repeating: 0, count: order)
    }

    /// Adds one row: the columns' indices, their derivatives, the residual, its weight.
    mutating func add(_ indices: [Int], _ derivatives: [Double], _ residual: Double, _ weight: Double) {
        for a in indices.indices {
            let weighted = weight * derivatives[a]
            right[indices[a]] += weighted * residual
            for b in indices.indices { matrix[indices[a], indices[b]] += weighted * derivatives[b] }
        }
    }

    /// The part of the inverse that belongs to some unknowns.
    /// - Throws: `SensorLabError` where they are singular.
    func covariance(of unknowns: Range<Int>) throws(SensorLabError) -> Matrix {
        let factor = try Cholesky(matrix)
        var result = Matrix(rows: unknowns.count, columns: unknowns.count)
        for column in unknowns {
            var unit = [Double](repeating: 0, count: right.count)
            unit[column] = 1
            let x = try factor.solve(unit)
            for row in unknowns { result[row - unknowns.lowerBound, column - unknowns.lowerBound] = x[row] }
        }
        return result
    }

    /// - Throws: `SensorLabError` where they are singular.
    func solution() throws(SensorLabError) -> [Double] { try Cholesky(matrix).solve(right) }
}
