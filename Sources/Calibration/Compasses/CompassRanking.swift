import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The compasses of one vehicle, ranked by the heading error that a constant calibration leaves against the attitude of
/// gyroscope and accelerometer, and what the motors add to each.
///
/// The log is cut into ten parts. Each is predicted by a calibration of the other nine, with and without the motors'
/// term; the attitude with its slow drift is that of the fit of the whole log to all compasses. Sigmas are those of the
/// jackknife over the ten parts (B. Efron, The Jackknife, the Bootstrap and Other Resampling Plans, 1982, chapter 3),
/// which holds for errors that are correlated over less than a part. What the readings do not determine is the same
/// without any part; a calibration's sigma has the posterior's of the whole fit too, where the priors determine it.
public struct CompassRanking: Sendable {
    /// What the motors add to a compass: m_calibrated = S (m_raw - h) - K I.
    public struct Motor: Sendable {
        /// K, microtesla per unit of load, device axes, and its standard deviations.
        public var gain, gainSigma: Vector3
        /// The largest heading error over all headings of the level vehicle at `CompassRanking.highLoad`, radians, and
        /// its standard deviation.
        public var headingError, headingErrorSigma: Double
        /// RMS of the heading error with the term, of parts that its calibration does not know, radians.
        public var headingRMS: Double
        /// The mean improvement of the ten parts over its standard error.
        public var significance: Double
        /// Whether the term predicts parts that its calibration does not know better, beyond chance (one-sided, 2.5 %),
        /// and is itself beyond chance across the vehicle's vertical (2.5 %).
        public var accepted: Bool
    }

    /// One compass.
    public struct Compass: Sendable {
        /// Its name in the log.
        public var name: String
        /// m_calibrated = S (m_raw - h), of the fit with the motors' term; S has the axes of the vehicle.
        public var model: MagnetometerModel
        /// RMS of the heading error without the motors' term, of parts that its calibration does not know, radians, and
        /// its sigma.
        public var headingRMS, headingRMSSigma: Double
        /// RMS of strength (a share) and dip (radians) against the field of the fit.
        public var strengthRMS, dipRMS: Double
        /// Its heading is too small by this against `headings`, radians, and the standard deviation of that, with the
        /// calibration's.
        public var turn, turnSigma: Double
        /// The same against the mean of the other accepted compasses; `nil` where there is none, or where the compass
        /// is not accepted.
        public var offset, offsetSigma: Double?
        /// Standard deviation of its calibration over all headings of the level vehicle, radians, without a constant
        /// turn.
        public var calibrationSigma: Double
        /// Whether the turns of the log determine its calibration.
        public var accepted: Bool { calibrationSigma <= CompassRanking.largestHeadingSigma && widestGap < .pi }
        /// `nil` without a load.
        public var motor: Motor?
        /// Whether it is better than the next one beyond chance; `false` for the last.
        public var isBetterThanNext = false

        fileprivate var parts: [Part]
        /// Between the headings of its readings, radians: over less than half a circle only the priors tell a center
        /// from a radius, which the jackknife does not see.
        fileprivate var widestGap = 2 * Double.pi
    }

    /// A compass that is left out: it has too few readings, or has them in a part of the log only.
    public struct LeftOut: Sendable {
        /// Its name in the log.
        public var name: String
        /// Its readings at times with attitude and load, as means; in so many of the ten parts of the log.
        public var readings, parts: Int
    }

    /// Those that are not ranked.
    public let leftOut: [LeftOut]
    /// The best one first.
    public let compasses: [Compass]
    /// The load that 95 % of the readings do not exceed, in the load's unit.
    public let highLoad: Double
    /// Magnetic heading of the vehicle's top edge at the cells of the first compass that is ranked, with the seconds.
    public let headings: [(time: Double, heading: Double)]

    fileprivate struct Part {
        var (count, without, with, strength, dip) = (0.0, 0.0, 0.0, 0.0, 0.0)
    }

    private static let partCount = 10
    /// Fewer cells of a compass are not fitted, nor are those in fewer parts.
    private static let fewest = 50
    private static let fewestParts = 5
    /// Of an accepted calibration, radians.
    private static let largestHeadingSigma = MagnetometerFitOptions().largestHeadingSigma

    /// - Parameters:
    ///   - readings: one per compass.
    ///   - parts: of the log between holes of the attitude, seconds, in their order.
    ///   - hasLoad: whether the readings have a load.
    ///   - horizontal: field of the place, microtesla; `nil` where it is not known.
    ///   - down: likewise, positive downwards.
    ///   - place: the log, for messages.
    /// - Throws: `SensorLabError` where the readings do not determine the model.
    public init(
        _ given: [CompassReadings], parts log: [ClosedRange<Double>], hasLoad: Bool, horizontal: Double? = nil,
        down: Double? = nil, place: String = "compasses"
    ) throws(SensorLabError) {
        let times = given.flatMap(\.cells).map(\.time)
        let (start, end) = (times.min() ?? 0, times.max() ?? 0)
        let length = (end - start) / Double(Self.partCount)
        let parts = (0..<Self.partCount).map { index in
            start + Double(index)
                * length..<(index == Self.partCount - 1 ? .infinity : start + Double(index + 1) * length)
        }
        var readings: [CompassReadings] = []
        var missing: [LeftOut] = []
        for one in given {
            let covered = parts.filter { part in one.cells.contains { part.contains($0.time) } }.count
            if one.cells.count >= Self.fewest, covered >= Self.fewestParts {
                readings.append(one)
            } else {
                missing.append(LeftOut(name: one.name, readings: one.cells.count, parts: covered))
            }
        }
        leftOut = missing
        guard !readings.isEmpty else {
            throw SensorLabError(
                .badData, code: .noTrials, place: place,
                message: "no compass has \(Self.fewest) readings in half of the log at times with attitude (and load)",
                advice: "record a minute at least, with gyroscope and accelerometer")
        }
        highLoad = hasLoad ? RobustStatistics.quantile(readings[0].cells.map(\.load), 0.95) : 0
        // Half a minute: the drift of a gyroscope; not more knots than an hour has.
        let knots = DriftKnots(log, spacing: max(30, (end - start) / 120))
        let field = horizontal.flatMap { horizontal in
            down.map { CompassFit.Field(horizontal: horizontal, down: $0, sigma: 0.5) }
        }
        let fit = try CompassFit(readings, knots: knots, field: field, load: highLoad)
        var replicas: [CompassFit] = []
        for part in parts { replicas.append(try fit.without(part, readings)) }
        var found: [Compass] = []
        for index in readings.indices {
            found.append(
                try Self.compass(
                    index, readings[index], fit, replicas, try fit.covariance(of: index, readings), parts,
                    hasLoad: hasLoad, highLoad: highLoad))
        }
        Self.compare(&found, fit, replicas)
        found.sort { $0.headingRMS < $1.headingRMS }
        for index in found.indices.dropLast() {
            let (own, next) = (found[index].parts, found[index + 1].parts)
            let differences = zip(own, next).filter { $0.count > 0 && $1.count > 0 }.map {
                $1.without / $1.count - $0.without / $0.count
            }
            found[index].isBetterThanNext = Self.isPositive(differences).beyondChance
        }
        compasses = found
        headings = readings[0].cells.map { ($0.time, fit.heading(of: $0)) }
    }

    // MARK: One compass

    private static func compass(
        _ index: Int, _ readings: CompassReadings, _ fit: CompassFit, _ replicas: [CompassFit], _ covariance: Matrix,
        _ parts: [Range<Double>], hasLoad: Bool, highLoad: Double
    ) throws(SensorLabError) -> Compass {
        let own = fit.compasses[index]
        let inverse = own.distortion.inverse ?? .identity
        var errors: [Part] = []
        for part in parts {
            errors.append(try predicted(part, readings.cells, fit, own.noise, hasLoad: hasLoad, load: highLoad))
        }
        func sum(_ path: KeyPath<Part, Double>) -> Double { errors.reduce(0) { $0 + $1[keyPath: path] } }
        let count = sum(\.count)
        func rms(_ path: KeyPath<Part, Double>) -> Double { (sum(path) / count).squareRoot() }
        let square = sum(\.without) / count
        let spread = errors.reduce(0) { $0 + ($1.without - $1.count * square) * ($1.without - $1.count * square) }
        let sigma = (spread * Double(partCount) / Double(partCount - 1)).squareRoot() / count
        // The constant to the vehicle's heading is turn and azimuth together.
        let turns = zip(replicas, parts).map { replica, part in
            let known = readings.cells.filter { !part.contains($0.time) }
            let shift = known.reduce(0) { $0 + replica.azimuth(at: $1.time) - fit.azimuth(at: $1.time) }
            return replica.turn(index) + shift / Double(max(1, known.count))
        }
        let calibration = calibrationSigma(index, fit, replicas, covariance)
        var compass = Compass(
            name: readings.name, model: MagnetometerModel(hardIron: own.hardIron, softIron: inverse),
            headingRMS: square.squareRoot(), headingRMSSigma: sigma / (2 * square.squareRoot()),
            strengthRMS: rms(\.strength), dipRMS: rms(\.dip), turn: fit.turn(index),
            turnSigma: Double.hypot(jackknife(turns), calibration), calibrationSigma: calibration, parts: errors)
        compass.widestGap = widestGap(readings.cells, fit)
        guard hasLoad else { return compass }
        let gains = replicas.map { replica in
            (replica.compasses[index].distortion.inverse ?? .identity) * replica.compasses[index].motor
        }
        let gain = inverse * own.motor
        let length = Double.hypot(gain.x, gain.y)
        let along = gains.map { length > 0 ? ($0.x * gain.x + $0.y * gain.y) / length : 0 }
        // A field e across the horizontal field H turns it by asin(e / H) at most, and without limit from e = H on.
        let share = length * highLoad / fit.horizontal
        let slope = highLoad / fit.horizontal / max(1 - share * share, 1e-2).squareRoot()
        let differences = errors.filter { $0.count > 0 }.map { ($0.without - $0.with) / $0.count }
        let (significance, beyondChance) = isPositive(differences)
        compass.motor = Motor(
            gain: gain,
            gainSigma: Vector3(jackknife(gains.map(\.x)), jackknife(gains.map(\.y)), jackknife(gains.map(\.z))),
            headingError: share < 1 ? Double.asin(share) : .pi, headingErrorSigma: slope * jackknife(along),
            headingRMS: rms(\.with), significance: significance,
            accepted: beyondChance && chance(of: gain, gains, differences.count) < 0.025)
        return compass
    }

    private static func widestGap(_ cells: [CompassReadings.Cell], _ fit: CompassFit) -> Double {
        let headings = cells.map(fit.heading).sorted()
        guard let first = headings.first, let last = headings.last else { return 2 * .pi }
        return zip(headings, headings.dropFirst()).reduce(first + 2 * .pi - last) { max($0, $1.1 - $1.0) }
    }

    /// The offsets of the accepted compasses against the others.
    private static func compare(_ found: inout [Compass], _ fit: CompassFit, _ replicas: [CompassFit]) {
        let accepted = found.indices.filter { found[$0].accepted }
        for index in accepted where accepted.count > 1 {
            let others = accepted.filter { $0 != index }
            let n = Double(others.count)
            func offset(_ fit: CompassFit) -> Double {
                fit.turn(index) - others.reduce(0) { $0 + fit.turn($1) } / n
            }
            let theirs = others.reduce(0) { $0 + found[$1].calibrationSigma * found[$1].calibrationSigma } / (n * n)
            let own = Double.hypot(jackknife(replicas.map(offset)), found[index].calibrationSigma)
            found[index].offset = offset(fit)
            found[index].offsetSigma = (own * own + theirs).squareRoot()
        }
    }

    /// The squared errors of a part against the fit of the whole log, by calibrations of the others with and without
    /// the motors' term.
    private static func predicted(
        _ part: Range<Double>, _ cells: [CompassReadings.Cell], _ fit: CompassFit, _ noise: Double, hasLoad: Bool,
        load: Double
    ) throws(SensorLabError) -> Part {
        let known = cells.filter { !part.contains($0.time) }
        guard known.count > partCount else { return Part() }
        let without = try LinearCompass(known, fit, noise: noise, load: nil)
        let with = hasLoad ? try LinearCompass(known, fit, noise: noise, load: load) : without
        var result = Part()
        for cell in cells where part.contains(cell.time) {
            let truth = fit.field(at: cell.time)
            func error(_ model: LinearCompass) -> (heading: Double, field: Vector3) {
                let level = cell.toBody.transpose * model.field(cell)
                return (Angle.wrap(fit.azimuth(at: cell.time) - Double.atan2(y: level.x, x: level.y)), level)
            }
            let (a, b) = (error(without), error(with))
            func dip(_ v: Vector3) -> Double { Double.atan2(y: -v.z, x: Double.hypot(v.x, v.y)) }
            let strength = a.field.length / truth.length - 1
            result.count += 1
            result.without += a.heading * a.heading
            result.with += b.heading * b.heading
            result.strength += strength * strength
            result.dip += (dip(a.field) - dip(truth)) * (dip(a.field) - dip(truth))
        }
        return result
    }

    /// Over all headings of the level vehicle, without the constant turn, which the offset has.
    private static func calibrationSigma(
        _ index: Int, _ fit: CompassFit, _ replicas: [CompassFit], _ covariance: Matrix
    ) -> Double {
        let (own, steps) = (fit.compasses[index], 12)
        let headings = (0..<steps).map { 2 * Double.pi * Double($0) / Double(steps) }
        /// Of a calibration at the headings, each less their mean.
        func errors(_ other: CompassFit.Compass) -> [Double] {
            let inverse = other.distortion.inverse ?? .identity
            let errors = headings.map { heading in
                let body = Vector3(
                    -fit.horizontal * Double.sin(heading), fit.horizontal * Double.cos(heading), -fit.down)
                let v = inverse * (own.distortion * body + own.hardIron - other.hardIron)
                return Angle.wrap(Double.atan2(y: -v.x, x: v.y) - heading)
            }
            let mean = errors.reduce(0, +) / Double(steps)
            return errors.map { $0 - mean }
        }
        let replicated = replicas.map { errors($0.compasses[index]) }
        let scattered = headings.indices.reduce(0) { sum, step in
            let sigma = jackknife(replicated.map { $0[step] })
            return sum + sigma * sigma
        }
        // The derivatives after D and h, by differences of a thousandth of the field.
        let derivatives = (0..<12).map { parameter in
            var other = own
            let field = parameter < 9 ? 1 : Double.hypot(fit.horizontal, fit.down)
            if parameter < 9 {
                other.distortion[parameter / 3, parameter % 3] += 1e-3
            } else {
                other.hardIron[parameter - 9] += 1e-3 * field
            }
            return errors(other).map { $0 / (1e-3 * field) }
        }
        let posterior = headings.indices.reduce(0) { sum, step in
            var variance = 0.0
            for a in 0..<12 {
                for b in 0..<12 { variance += derivatives[a][step] * covariance[a, b] * derivatives[b][step] }
            }
            return sum + variance
        }
        return ((scattered + posterior) / Double(steps)).squareRoot()
    }

    // MARK: Statistics

    /// The standard deviation of an estimate from its values without one part each.
    private static func jackknife(_ values: [Double]) -> Double {
        let n = Double(values.count)
        let mean = values.reduce(0, +) / n
        return ((n - 1) / n * values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }).squareRoot()
    }

    /// The probability of a horizontal gain as large as this without motors: Hotelling's T squared of the jackknife,
    /// whose tail is a power in two dimensions.
    private static func chance(of gain: Vector3, _ gains: [Vector3], _ count: Int) -> Double {
        let n = Double(gains.count)
        let mean = gains.reduce(Vector3.zero, +) / n
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for one in gains {
            let d = one - mean
            (xx, xy, yy) = (xx + d.x * d.x, xy + d.x * d.y, yy + d.y * d.y)
        }
        let determinant = (xx * yy - xy * xy) * (n - 1) / n
        guard determinant > 0, count > 2 else { return 1 }
        let square = (gain.x * gain.x * yy - 2 * gain.x * gain.y * xy + gain.y * gain.y * xx) / determinant
        return Double.pow(1 + square / Double(count - 1), -Double(count - 2) / 2)
    }

    /// The mean of independent values over its standard error, and whether it is above 0 beyond chance.
    private static func isPositive(_ values: [Double]) -> (ratio: Double, beyondChance: Bool) {
        let n = Double(values.count)
        guard n > 1 else { return (0, false) }
        let mean = values.reduce(0, +) / n
        let error = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1) / n).squareRoot()
        let ratio = error > 0 ? mean / error : 0
        return (ratio, ratio > StudentT.quantile95(degreesOfFreedom: n - 1))
    }
}

extension CompassFit {
    /// The rotation of a compass's axes about the vertical, radians: its heading is too small by this, since S = D^-1
    /// turns its readings back by as much.
    fileprivate func turn(_ index: Int) -> Double {
        guard let s = compasses[index].distortion.inverse, let v = try? MagnetometerAlignment.rotation(of: s) else {
            return 0
        }
        return v.z
    }
}

/// Calibration of one compass with known attitude and field, by linear least squares: m = D b + h (+ k I).
private struct LinearCompass {
    private let inverse: Matrix3
    private let hardIron: Vector3
    private let motor: Vector3

    /// - Parameter load: a high load, for the scale of the column; `nil` without the motors' term.
    init(_ cells: [CompassReadings.Cell], _ fit: CompassFit, noise: Double, load: Double?) throws(SensorLabError) {
        let size = fit.field(at: 0).length
        let order = load == nil ? 4 : 5
        var rows = [[Double]](repeating: [], count: 3)
        for axis in 0..<3 {
            var equations = SparseEquations(order: order)
            for other in 0..<3 {
                let sigma = CompassFit.distortionSigma * size / noise
                equations.add([other], [1], axis == other ? size : 0, 1 / (sigma * sigma))
            }
            for extra in 3..<order { equations.add([extra], [1], 0, 1e-6) }
            for cell in cells {
                let body = cell.toBody * fit.field(at: cell.time) / size
                let columns = [body.x, body.y, body.z, 1] + (load.map { [cell.load / max($0, 1e-9)] } ?? [])
                equations.add(Array(0..<order), columns, cell.field[axis], 1)
            }
            rows[axis] = try equations.solution()
        }
        let distortion = Matrix3(
            Vector3(rows[0][0], rows[0][1], rows[0][2]) / size, Vector3(rows[1][0], rows[1][1], rows[1][2]) / size,
            Vector3(rows[2][0], rows[2][1], rows[2][2]) / size)
        inverse = distortion.inverse ?? .identity
        hardIron = Vector3(rows[0][3], rows[1][3], rows[2][3])
        motor = load.map { Vector3(rows[0][4], rows[1][4], rows[2][4]) / max($0, 1e-9) } ?? .zero
    }

    /// The calibrated field in the vehicle's axes, microtesla.
    func field(_ cell: CompassReadings.Cell) -> Vector3 { inverse * (cell.field - hardIron - cell.load * motor) }
}
