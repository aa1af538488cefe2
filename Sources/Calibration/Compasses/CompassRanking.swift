import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The compasses of one vehicle, ranked by the heading error that a constant calibration leaves against the attitude of
/// gyroscope and accelerometer, and what the motors add to each.
///
/// The log is cut into ten parts. Each is predicted by a calibration of the other nine, with and without the motors'
/// term: the errors are of readings that were not fitted. Sigmas are those of the jackknife over the ten parts (B.
/// Efron, The Jackknife, the Bootstrap and Other Resampling Plans, 1982, chapter 3), which holds for errors that are
/// correlated over less than a part.
public struct CompassRanking: Sendable {
    /// What the motors add to a compass: m_calibrated = S (m_raw - h) - K I.
    public struct Motor: Sendable {
        /// K, microtesla per unit of load, device axes, and its standard deviations.
        public var gain, gainSigma: Vector3
        /// The largest heading error over all headings of the level vehicle at `CompassRanking.highLoad`, radians, and
        /// its standard deviation.
        public var headingError, headingErrorSigma: Double
        /// RMS of the heading error with the term, of parts that were not fitted, radians.
        public var headingRMS: Double
        /// The mean improvement of the ten parts over its standard error.
        public var significance: Double
        /// Whether the term predicts parts that were not fitted better, beyond chance (one-sided, 2.5 %).
        public var accepted: Bool
    }

    /// One compass.
    public struct Compass: Sendable {
        /// Its name in the log.
        public var name: String
        /// m_calibrated = S (m_raw - h), of the fit with the motors' term; S has the axes of the vehicle.
        public var model: MagnetometerModel
        /// RMS of the heading error without the motors' term, of parts that were not fitted, radians, and its sigma.
        public var headingRMS, headingRMSSigma: Double
        /// RMS of strength (a share) and dip (radians) against the field of the fit.
        public var strengthRMS, dipRMS: Double
        /// Its heading is too small by this against the mean of all compasses, radians; 0 for one alone.
        public var offset, offsetSigma: Double
        /// Standard deviation of its calibration over all headings of the level vehicle, radians.
        public var calibrationSigma: Double
        /// `nil` without a load.
        public var motor: Motor?
        /// Whether it is better than the next one beyond chance; `false` for the last.
        public var isBetterThanNext = false

        fileprivate var parts: [Part]
    }

    /// The best one first.
    public let compasses: [Compass]
    /// The load that 95 % of the readings do not exceed, in the load's unit.
    public let highLoad: Double
    /// Magnetic heading of the vehicle's top edge at the cells of the first compass that was given, with the seconds.
    public let headings: [(time: Double, heading: Double)]

    fileprivate struct Part {
        var (count, without, with, strength, dip) = (0.0, 0.0, 0.0, 0.0, 0.0)
    }

    private static let partCount = 10
    /// Fewer cells of a compass are not fitted.
    private static let fewest = 50

    /// - Parameters:
    ///   - readings: one per compass.
    ///   - parts: of the log between holes of the attitude, seconds, in their order.
    ///   - hasLoad: whether the readings have a load.
    ///   - horizontal: field of the place, microtesla; `nil` where it is not known.
    ///   - down: likewise, positive downwards.
    ///   - place: the log, for messages.
    /// - Throws: `SensorLabError` where the readings do not determine the model.
    public init(
        _ readings: [CompassReadings], parts log: [ClosedRange<Double>], hasLoad: Bool, horizontal: Double? = nil,
        down: Double? = nil,
        place: String = "compasses"
    ) throws(SensorLabError) {
        guard let start = readings.flatMap(\.cells).map(\.time).min(),
            readings.allSatisfy({ $0.cells.count >= Self.fewest })
        else {
            throw SensorLabError(
                .badData, code: .noTrials, place: place,
                message: "a compass has fewer than \(Self.fewest) readings at times with attitude (and load)",
                advice: "record a minute at least, with gyroscope and accelerometer")
        }
        let end = readings.flatMap(\.cells).map(\.time).max() ?? start
        highLoad = hasLoad ? RobustStatistics.quantile(readings[0].cells.map(\.load), 0.95) : 0
        // Half a minute: the drift of a gyroscope; not more knots than an hour has.
        let knots = DriftKnots(log, spacing: max(30, (end - start) / 120))
        let field = horizontal.flatMap { horizontal in
            down.map { CompassFit.Field(horizontal: horizontal, down: $0, sigma: 0.5) }
        }
        let fit = try CompassFit(readings, knots: knots, field: field, load: highLoad)
        var replicas: [CompassFit] = []
        let length = (end - start) / Double(Self.partCount)
        let parts = (0..<Self.partCount).map { index in
            start + Double(index)
                * length..<(index == Self.partCount - 1 ? .infinity : start + Double(index + 1) * length)
        }
        for part in parts { replicas.append(try fit.without(part, readings)) }
        var found: [Compass] = []
        for index in readings.indices {
            found.append(
                try Self.compass(
                    index, readings[index], fit, replicas, parts, hasLoad: hasLoad, highLoad: highLoad))
        }
        found.sort { $0.headingRMS < $1.headingRMS }
        for index in found.indices.dropLast() {
            let (own, next) = (found[index].parts, found[index + 1].parts)
            let differences = zip(own, next).filter { $0.count > 0 && $1.count > 0 }.map {
                $1.without / $1.count - $0.without / $0.count
            }
            found[index].isBetterThanNext = Self.isPositive(differences).beyondChance
        }
        compasses = found
        headings = readings[0].cells.map { cell in
            let top = cell.toBody.row1
            return (cell.time, Angle.wrap(Double.atan2(y: top.x, x: top.y) - fit.azimuth(at: cell.time)))
        }
    }

    // MARK: One compass

    private static func compass(
        _ index: Int, _ readings: CompassReadings, _ fit: CompassFit, _ replicas: [CompassFit],
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
        let turns = replicas.map { $0.turn(index) }
        var compass = Compass(
            name: readings.name, model: MagnetometerModel(hardIron: own.hardIron, softIron: inverse),
            headingRMS: square.squareRoot(), headingRMSSigma: sigma / (2 * square.squareRoot()),
            strengthRMS: rms(\.strength), dipRMS: rms(\.dip), offset: fit.turn(index), offsetSigma: jackknife(turns),
            calibrationSigma: calibrationSigma(index, fit, replicas), parts: errors)
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
            headingRMS: rms(\.with), significance: significance, accepted: beyondChance)
        return compass
    }

    /// The squared errors of a part, by calibrations of the others with and without the motors' term.
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

    /// Over all headings of the level vehicle.
    private static func calibrationSigma(_ index: Int, _ fit: CompassFit, _ replicas: [CompassFit]) -> Double {
        let (own, steps) = (fit.compasses[index], 12)
        let variances = (0..<steps).map { step in
            let heading = 2 * Double.pi * Double(step) / Double(steps)
            let body = Vector3(-fit.horizontal * .sin(heading), fit.horizontal * .cos(heading), -fit.down)
            let reading = own.distortion * body + own.hardIron
            let errors = replicas.map { replica in
                let other = replica.compasses[index]
                let v = (other.distortion.inverse ?? .identity) * (reading - other.hardIron)
                return Angle.wrap(Double.atan2(y: -v.x, x: v.y) - heading)
            }
            let sigma = jackknife(errors)
            return sigma * sigma
        }
        return (variances.reduce(0, +) / Double(steps)).squareRoot()
    }

    // MARK: Statistics

    /// The standard deviation of an estimate from its values without one part each.
    private static func jackknife(_ values: [Double]) -> Double {
        let n = Double(values.count)
        let mean = values.reduce(0, +) / n
        return ((n - 1) / n * values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }).squareRoot()
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
    /// The rotation of a compass's axes about the vertical against the mean of all, radians: its heading is too small
    /// by this, since S = D^-1 turns its readings back by as much.
    fileprivate func turn(_ index: Int) -> Double {
        let turns = compasses.map { compass -> Double in
            guard let s = compass.distortion.inverse, let v = try? MagnetometerAlignment.rotation(of: s) else {
                return 0
            }
            return v.z
        }
        return turns[index] - turns.reduce(0, +) / Double(turns.count)
    }
}

/// Calibration of one compass with known attitude and field, by linear least squares: m = D b + h (+ k I).
private struct LinearCompass {
    private let inverse: Matrix3
    private let hardIron: Vector3
    private let motor: Vector3

    /// Prior of D about the identity, as in `CompassFit`.
    private static let distortionSigma = 0.2

    /// - Parameter load: a high load, for the scale of the column; `nil` without the motors' term.
    init(_ cells: [CompassReadings.Cell], _ fit: CompassFit, noise: Double, load: Double?) throws(SensorLabError) {
        let size = fit.field(at: 0).length
        let order = load == nil ? 4 : 5
        var rows = [[Double]](repeating: [], count: 3)
        for axis in 0..<3 {
            var equations = SparseEquations(order: order)
            for other in 0..<3 {
                let sigma = Self.distortionSigma * size / noise
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
