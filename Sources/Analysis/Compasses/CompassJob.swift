import Calibration
import Foundation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Ranks the compasses of a vehicle (`compasses`).
public enum CompassJob {
    /// A log with the magnetometer of one of its units.
    public typealias Unit = (name: String, recording: Recording)

    /// Length of the means, seconds: a vehicle turns little in it; longer in long logs, for at most 6000 of them.
    private static let cell = 0.2
    private static let mostCells = 6000.0
    /// Amperes: more than the battery of any vehicle gives.
    private static let largestLoad = 1000.0

    /// - Parameters:
    ///   - recording: accelerometer, gyroscope, load and fixes.
    ///   - units: the same log, read with each of its units.
    ///   - options: place and date.
    ///   - place: the log, for messages.
    /// - Throws: `SensorLabError` (bad data) for a log without gyroscope, accelerometer or a magnetometer.
    public static func report(
        of recording: Recording, units: [Unit], options: AnalysisOptions, place: String
    ) throws -> (report: CompassReport, warnings: [Warning]) {
        let gyroscope = recording.gyroscope.isEmpty ? recording.gyroscopeCorrected : recording.gyroscope
        guard !gyroscope.isEmpty, !recording.accelerometer.isEmpty else {
            throw SensorLabError(
                .badData, code: gyroscope.isEmpty ? .noGyroscope : .noAccelerometer, place: place,
                message: "the compasses are compared with gyroscope and accelerometer, and the log has not both",
                advice: "record both")
        }
        var compasses: [(name: String, stream: VectorStream, isRaw: Bool)] = []
        for (name, recording) in units {
            let isRaw = !recording.magnetometer.isEmpty
            let stream = isRaw ? recording.magnetometer : recording.magnetometerCorrected
            // A unit without a magnetometer of its own has that of another one.
            if !stream.isEmpty, !compasses.contains(where: { $0.stream.values == stream.values }) {
                compasses.append((name, stream, isRaw))
            }
        }
        guard !compasses.isEmpty else {
            throw SensorLabError(
                .badData, code: .noMagnetometer, place: place, message: "the log has no magnetometer",
                advice: "record the magnetometers of the vehicle")
        }
        let filter = try FilterRequest(name: "vqf-offline").resolved()
        let track = filter.track(over: FilterInput(gyroscope: gyroscope, accelerometer: recording.accelerometer))
        let attitude = QuaternionStream(times: track.times, values: track.estimates.map(\.orientation))
        guard !attitude.isEmpty else {
            throw SensorLabError(
                .badData, code: .noInertialSensor, place: place,
                message: "gyroscope and accelerometer give no attitude", advice: "record both at the same time")
        }
        let start = recording.interval?.lowerBound ?? 0
        let duration = recording.duration
        let load = recording.load.map { plausible($0) }
        let readings = compasses.map {
            CompassReadings(
                name: $0.name, magnetometer: $0.stream, attitude: attitude, load: load, start: start,
                length: max(cell, duration / mostCells))
        }
        let (field, warnings) = try GeomagnetismLookup.section(for: recording, options: options)
        let ranking = try CompassRanking(
            readings, parts: parts(of: attitude.times, start), hasLoad: recording.load != nil,
            horizontal: field?.horizontalMicrotesla,
            down: field.map { $0.intensityMicrotesla * sin(Angle.radians($0.inclinationDegrees)) }, place: place)
        let course = field.flatMap {
            CourseOfVehicle(
                ranking, recording.location, start: start, declination: Angle.radians($0.declinationDegrees))
        }
        let report = CompassReport(
            ranking, raw: Dictionary(uniqueKeysWithValues: compasses.map { ($0.name, $0.isRaw) }),
            load: recording.load, course: course)
        // Of the other sensors the first unit's are used.
        let sensor = SensorKind.magnetometer.rawValue
        let own = units.flatMap { unit in
            unit.recording.warnings.filter { !recording.warnings.contains($0) && $0.message.contains(sensor) }.map {
                warning in
                var named = warning
                named.message = "unit \(unit.name): \(warning.message)"
                return named
            }
        }
        return (
            report,
            LogWarnings.collected(recording.warnings, warnings + leftOut(ranking.leftOut) + refusals(report), own)
        )
    }

    /// The parts between holes, in which the attitude has one frame, seconds.
    private static func parts(of times: [Int64], _ start: Int64) -> [ClosedRange<Double>] {
        let holes = times.holes
        let starts = [times[0]] + holes.map(\.end)
        let ends = holes.map(\.start) + [times[times.count - 1]]
        return zip(starts, ends).map { LogTime.seconds($0 - start)...LogTime.seconds($1 - start) }
    }

    /// The load without readings that no battery gives.
    private static func plausible(_ load: VehicleLoad) -> SampleStream<Double> {
        var result = SampleStream<Double>()
        for (time, value) in zip(load.samples.times, load.samples.values) where value.magnitude <= largestLoad {
            result.append(value, at: time)
        }
        return result
    }

    private static func leftOut(_ compasses: [CompassRanking.LeftOut]) -> [Warning] {
        compasses.map {
            Warning(
                .magnetometerCalibrationRefused,
                "compass \($0.name) is left out: \($0.readings) readings with attitude (and load), in \($0.parts) of ten "
                    + "parts of the log",
                advice: .given("see whether it is connected; give the part with --from and --to"))
        }
    }

    private static func refusals(_ report: CompassReport) -> [Warning] {
        report.compasses.filter { !$0.accepted }.map {
            Warning(
                .magnetometerCalibrationRefused, "compass \($0.unit): \($0.reason)",
                advice: .given("turn the vehicle through the whole circle"))
        }
    }
}

/// The constant from the vehicle's magnetic heading, as the fit has it, to the course over ground.
struct CourseOfVehicle {
    /// Radians, to be added to headings; positive clockwise.
    let offset: Double
    /// Of the offset, radians squared.
    let variance: Double

    /// With a larger one the vehicle moves in other directions than its own: copters fly sideways.
    private static let largestSigma = Angle.radians(10)
    private static let fewest = 20

    /// `nil` without courses, or where they do not follow the headings.
    init?(_ ranking: CompassRanking, _ fixes: SampleStream<LocationFix>, start: Int64, declination: Double) {
        let headings = ranking.headings
        guard let first = headings.first else { return nil }
        var differences: [Double] = []
        var row = 0
        for reference in CourseOverGround.references(fixes).references {
            let middle =
                (LogTime.seconds(reference.interval.lowerBound - start)
                    + LogTime.seconds(reference.interval.upperBound - start)) / 2
            guard middle >= first.time else { continue }
            while row + 1 < headings.count, headings[row + 1].time <= middle { row += 1 }
            guard middle - headings[row].time < 1 else { continue }
            differences.append(Angle.wrap(reference.heading - declination - headings[row].heading))
        }
        guard differences.count >= Self.fewest else { return nil }
        let mean = Double(
            atan2(differences.reduce(0) { $0 + sin($1) }, differences.reduce(0) { $0 + cos($1) }))
        let sigma = CorrelatedMean(differences.map { Angle.wrap($0 - mean) }).sigma
        guard sigma < Self.largestSigma else { return nil }
        (offset, variance) = (mean, sigma * sigma)
    }
}
