import Foundation
import Judge
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The log as the judge takes it: parts of every three-axis stream with what the log says of them.
extension RawLog {
    /// The sensors that are judged, and their joint posterior.
    /// - Parameters:
    ///   - isDocumented: the format says what each stream is, in more than a name.
    ///   - turned: sensors whose axes are known not to be the others'.
    ///   - clocks: what the seconds as read may have to be multiplied by, with ln of the prior.
    func posterior(
        _ options: ReadOptions, isDocumented: Bool = false, turned: Set<SensorKind> = [],
        clocks: [(factor: Double, nats: Double)] = [(1, 0)]
    ) -> JudgedLog {
        let sensors = SensorKind.allCases.filter {
            LogUnit.Quantity(of: $0) != nil && !recording.vectors(of: $0).isEmpty
        }
        let longest = sensors.map { recording.vectors(of: $0) }.max { $0.count < $1.count }
        let parts = longest?.evidenceParts(most: JudgedLog.most) ?? []
        var log = UnreadLog(sensors.map { unread($0, parts, options) })
        if !recording.attitude.isEmpty || !recording.reference.isEmpty {
            let fixed = recording.reference.isEmpty ? recording.attitude : recording.reference
            for (direction, attitude, vector) in [
                (UnreadStream.Direction.fixed, fixed, Self.oblique),
                (.up, recording.attitude, Vector3(0, 0, 1)), (.up, recording.reference, Vector3(0, 0, 1)),
            ] {
                var stream = UnreadStream(attitude.directions(of: vector).within(parts))
                stream.direction = direction
                stream.isDocumented = isAttitudeDocumented
                log.streams.append(stream)
            }
        }
        for (index, sensor) in sensors.enumerated() { log.streams[index].hasOtherAxes = turned.contains(sensor) }
        if isDocumented {
            for (index, sensor) in sensors.enumerated() {
                log.streams[index].name = Kind(sensor).map { [$0: 0] } ?? [:]
            }
        }
        log.clocks = clocks
        if let place {
            let dip = place.dipoleInclination
            log.isNorthern = dip > 0
            log.isNearMagneticEquator = dip.magnitude < 25
        }
        log.without = JudgedLog.switchedOff
        return JudgedLog(sensors: sensors, posterior: Posterior(log), stated: log.streams.map(\.units))
    }

    /// A direction of the earth frame, not vertical so that turns about the vertical are seen too.
    static let oblique = Vector3(0.8, 0, 0.6)

    /// Whether more than the names of the columns says what the attitude's frame is.
    var isAttitudeDocumented: Bool { !["", "the header"].contains(notes[.attitude]?.by ?? "") }

    private func unread(_ sensor: SensorKind, _ parts: [ClosedRange<Int64>], _ options: ReadOptions) -> UnreadStream {
        var stream = UnreadStream(recording.vectors(of: sensor).within(parts))
        let claim = claims[sensor]
        stream.name = Self.names(of: sensor, doubts[sensor], claim?.source)
        stream.nameReason = "named \(claim?.source ?? sensor.rawValue)"
        if let unit = claim?.unit {
            stream.units = Self.units(unit.value, claim?.scale)
            stream.unitReason = unit.by
            // Libraries change the unit of rates, and headers stay: two of twelve logs that nothing was fitted on.
            if unit.isOfHeader, sensor == .gyroscope { stream.unitWeight = 4 }
        } else if let scale = claim?.scale, scale.unit == nil, let quantity = LogUnit.Quantity(of: sensor) {
            stream.units = LogUnit.units(of: quantity).flatMap { Self.units($0, scale) }
            stream.unitReason = "the header"
        } else if let unread = claim?.unread, LogUnit.isCounts(unread.value) {
            stream.units = ReadingUnit.inCounts(for: Kind(sensor))
            stream.unitReason = unread.by
        } else if let range = claim?.range {
            // Programs change a range and forget the comment.
            stream.units = ReadingUnit.usual(for: Kind(sensor)) + [range.count]
            (stream.unitReason, stream.unitWeight) = (range.by, 4)
        }
        stream.isReversed = claim?.sign.map { $0.value == .ios }
        stream.isOfEitherSign = claim?.isOfEitherSign ?? false
        stream.signReason = claim?.sign?.by ?? ""
        stream.isCalibrated = sensor == .magnetometerCorrected ? true : claim?.isCalibrated
        let (unit, sign) = (options.assumptions.unit(of: sensor), options.assumptions.sign(of: sensor))
        if unit != nil || sign != nil {
            stream.constraint = .init(
                unit: unit.map {
                    ReadingUnit(
                        symbol: $0.rawValue,
                        factor: $0 == .normalised
                            ? nil : $0.factor / (options.assumptions.countsPerUnit(of: sensor) ?? 1), share: 0.005)
                }, isReversed: sign.map { $0 == .ios })
        }
        return stream
    }

    /// What a stated unit may mean: `* 1000` thousandths or thousands, `[2g]` also a range in the plain unit.
    private static func units(_ unit: LogUnit, _ scale: ScaledUnit?) -> [ReadingUnit] {
        guard unit != .normalised else {
            return [ReadingUnit(symbol: ReadingUnit.normalised, factor: nil, share: 0.02)]
        }
        var factors = [scale?.factor ?? 1]
        if let scale, scale.mayBeInverse { factors.append(1 / scale.factor) }
        if let scale, scale.mayBeRange { factors.append(1) }
        return factors.map { factor in
            ReadingUnit(
                symbol: factor == 1 ? unit.rawValue : "\(factor) \(unit.rawValue)", factor: factor * unit.factor,
                share: 0.005)
        }
    }

    /// ln of the likelihood of a sensor's name under each kind: apps call acceleration without gravity 'acceleration',
    /// too.
    private static func names(of sensor: SensorKind, _ doubt: TableSchema.Doubt?, _ source: String?) -> [Kind: Double] {
        switch sensor {
        case _ where doubt == .hint:
            Kind.allCases.reduce(into: [:]) { $0[$1] = $1 == Kind(sensor) ? 0 : -Lexicon.hint }
        case .accelerometer: [.accelerometer: 0, .linearAcceleration: -1.5, .gravity: -4.5]
        case .gravity: [.gravity: 0, .accelerometer: -3.5]
        // Messages of ROS call the specific force so, as Android calls what is left of it.
        case .linearAcceleration where source?.contains("linear_acceleration") == true:
            [.linearAcceleration: 0, .accelerometer: -1.5]
        case .linearAcceleration: [.linearAcceleration: 0, .accelerometer: -4]
        case .magnetometer where doubt == .fieldOrOther:
            [.magnetometer: 0, .accelerometer: -3, .gyroscope: -3, .other: -3]
        case .magnetometer, .magnetometerCorrected: [.magnetometer: 0]
        case .gyroscope where doubt == .gravityOrRate: [.gyroscope: 0, .accelerometer: -2, .gravity: -2]
        case .gyroscope where doubt != nil: [.gyroscope: 0, .other: -1]
        default: [.gyroscope: 0]
        }
    }
}

extension QuaternionStream {
    /// A direction of the earth frame in device axes.
    func directions(of direction: Vector3) -> VectorStream {
        VectorStream(times: times, values: values.map { $0.unrotate(direction) })
    }
}

extension GeodeticPosition {
    /// Of the geomagnetic field, degrees, down positive: tan I = 2 tan(geomagnetic latitude) of a dipole whose pole is
    /// at 80.7 N, 72.7 W (IGRF-13, 2020). Accurate to some 15 degrees, enough to tell down from up.
    fileprivate var dipoleInclination: Double {
        let (latitude, pole) = (Angle.radians(latitude), Angle.radians(80.7))
        let sine = sin(latitude) * sin(pole) + cos(latitude) * cos(pole) * cos(Angle.radians(longitude + 72.7))
        let cosine = max(0, 1 - sine * sine).squareRoot()
        return Angle.degrees(atan2(2 * sine, cosine))
    }
}

/// The posterior of a log's three-axis streams.
struct JudgedLog {
    var sensors: [SensorKind] = []
    var posterior = Posterior(UnreadLog([]))
    /// What the log's statements of units may mean, by sensor.
    var stated: [[ReadingUnit]] = []
    /// P(the clock that is read).
    var clockProbability = 1.0

    /// Samples of a stream that are judged.
    static let most = 16_000

    /// Terms that a study leaves out (scripts/studies/reading): names, separated by commas.
    static let switchedOff = Set(
        (ProcessInfo.processInfo.environment["SENSORLAB_JUDGE_WITHOUT"] ?? "").split(separator: ",").compactMap {
            Term(rawValue: String($0))
        })

    /// Of one stream; `nil` where its numbers carry no information.
    func marginal(of sensor: SensorKind) -> Marginal? {
        sensors.firstIndex(of: sensor).flatMap { posterior.streams[$0] }
    }

    /// The units that the log's statement may mean.
    func stated(_ sensor: SensorKind) -> [ReadingUnit] { sensors.firstIndex(of: sensor).map { stated[$0] } ?? [] }

    /// Whether a stream keeps its kind in this unit, and the others theirs and their units: no option is offered that
    /// changes more than it says.
    func isOffered(_ unit: ReadingUnit, of sensor: SensorKind, as kind: Kind) -> Bool {
        guard let index = sensors.firstIndex(of: sensor) else { return false }
        let readings = posterior.readings(where: index) { unit.isAbout($0.unit) }
        return zip(readings, posterior.streams).enumerated().allSatisfy { stream, found in
            guard let now = found.1?.outcomes.first?.hypothesis else { return true }
            guard let then = found.0 else { return false }
            return stream == index ? then.kind == kind : then.kind == now.kind && then.unit.isAbout(now.unit)
        }
    }

    /// P(the third axis of the frame points down) of an attitude or a reference; `nil` where there is none.
    func pointsDown(_ sensor: SensorKind) -> (probability: Double, reason: String)? {
        let index = sensors.count + (sensor == .attitude ? 1 : 2)
        guard posterior.streams.indices.contains(index), let marginal = posterior.streams[index] else { return nil }
        return (marginal.isReversed(.other), marginal.ofSign.first { $0.nats > 0 }?.reason ?? "")
    }
}
