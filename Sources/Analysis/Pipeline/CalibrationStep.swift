import Calibration
import Files
import Foundation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Determines the calibration of a log.
enum CalibrationStep {
    /// The calibrations of a log.
    struct Found {
        /// Those for filters, including refused ones.
        var set: CalibrationSet
        /// The files' alone, for estimators that calibrate themselves: a log's readings are not to count twice.
        var given: CalibrationSet
        /// About them.
        var warnings: [Warning]
    }

    /// - Parameter jobs: threads, at least 1.
    /// - Throws: `SensorLabError` for unreadable calibration files.
    static func calibration(
        for recording: Recording, choice: CalibrationChoice, field: GeomagnetismSection?, jobs: Int
    ) throws -> Found {
        switch choice {
        case .none: return Found(set: CalibrationSet(), given: CalibrationSet(), warnings: [])
        case .auto:
            let own = try AutoCalibration.calibration(for: recording, field: field, jobs: jobs)
            return Found(set: own.set, given: CalibrationSet(), warnings: own.warnings)
        case .files(let paths):
            let given = paths.filter { $0.lowercased() != "auto" }
            let files = try given.map { FittedCalibration(name: $0, file: try CalibrationFile.read(path: $0)) }
            return try applied(files, to: recording, refined: given.count < paths.count, field: field, jobs: jobs)
        case .fitted(let calibrations, let refined):
            return try applied(calibrations, to: recording, refined: refined, field: field, jobs: jobs)
        }
    }

    private static func applied(
        _ calibrations: [FittedCalibration], to recording: Recording, refined: Bool, field: GeomagnetismSection?,
        jobs: Int
    ) throws -> Found {
        let given = try merged(calibrations, for: recording)
        var found = Found(set: given.set, given: given.set, warnings: given.warnings)
        guard refined else { return found }
        if let result = AutoCalibration.refined(given.set, by: recording, field: field) {
            (found.set, found.warnings) = (result.set, given.warnings + result.warnings)
        } else {
            let own = try AutoCalibration.calibration(for: recording, field: field, jobs: jobs)
            (found.set, found.warnings) = try merged(calibrations, for: recording, over: own)
        }
        return found
    }

    /// - Parameter start: the calibrations that are replaced.
    private static func merged(
        _ calibrations: [FittedCalibration], for recording: Recording,
        over start: (set: CalibrationSet, warnings: [Warning]) = (CalibrationSet(), [])
    ) throws -> (set: CalibrationSet, warnings: [Warning]) {
        var (set, warnings) = start
        var owners: [SensorKind: String] = [:]
        for calibration in calibrations {
            let (path, file) = (calibration.name, calibration.file)
            for sensor in file.heads.map(\.sensor) {
                if let other = owners.updateValue(path, forKey: sensor) {
                    throw SensorLabError(
                        .usage, code: .calibrationGivenTwice, place: "--calibration \(path)",
                        message: "it calibrates the \(sensor.rawValue), which \(other) calibrates too",
                        advice: "give one file per sensor")
                }
            }
            set.merge(file, source: path)
            for head in file.heads where !head.accepted {
                warnings.add(
                    refusalCode(of: head.sensor), place: path,
                    "the \(head.sensor.rawValue)'s calibration was refused when it was made (\(head.reason)); it is "
                        + "applied all the same",
                    advice: head.missing.map(Advice.given))
            }
            // The heading constant belongs to no stream.
            for head in file.heads where head.sensor != .heading {
                if recording.vectors(of: head.stream).isEmpty {
                    warnings.add(
                        .calibrationOfAnotherStream, place: path,
                        "the calibration was made for the stream \(head.stream.rawValue), which the log lacks; it is "
                            + "applied to the log's other stream of the \(head.sensor.rawValue)")
                }
            }
        }
        return (set, warnings)
    }

    private static func refusalCode(of sensor: SensorKind) -> DiagnosticCode {
        switch sensor {
        case .gyroscope, .gyroscopeCorrected: .gyroscopeCalibrationRefused
        case .magnetometer, .magnetometerCorrected: .magnetometerCalibrationRefused
        case .heading, .attitude, .location, .reference, .referenceHeading, .arPose, .geospatialPose:
            .headingCalibrationRefused
        case .accelerometer, .gravity, .linearAcceleration: .accelerometerCalibrationRefused
        }
    }
}

extension CalibrationSection {
    init(_ set: CalibrationSet) {
        self.init(
            magnetometer: set.magnetometer, gyroscope: set.gyroscope, accelerometer: set.accelerometer,
            heading: set.heading)
    }
}

/// The calibration that a log determines itself: the gyroscope's bias from rests, an ellipsoid fit if the readings
/// cover enough directions, else an in-use fit of both.
enum AutoCalibration {
    /// From a log's own readings; a field without a unit is as strong as the Earth's for the fits, and the result is
    /// about its readings.
    static func calibration(
        for recording: Recording, field: GeomagnetismSection?, jobs: Int
    ) throws -> (set: CalibrationSet, warnings: [Warning]) {
        guard let unit = CalibrationSet().fieldModel(for: recording) else {
            return try determined(by: recording, field: field, jobs: jobs)
        }
        var scaled = recording
        scaled.magnetometer = recording.magnetometer.mapped { unit.apply($0) }
        scaled.magnetometerCorrected = recording.magnetometerCorrected.mapped { unit.apply($0) }
        var found = try determined(by: scaled, field: field, jobs: jobs)
        if let section = found.set.magnetometer {
            found.set.magnetometer?.model = section.model.after(unit)
            found.set.magnetometer?.hardIronSigma = section.hardIronSigma?.spread(by: unit.softIron)
        }
        return found
    }

    /// First from rests and calibration motion; if these do not suffice, an in-use fit of everything at once.
    private static func determined(
        by recording: Recording, field: GeomagnetismSection?, jobs: Int
    ) throws -> (set: CalibrationSet, warnings: [Warning]) {
        let (rate, kind) = (recording.rateSensor, recording.fieldSensor)
        let (rates, readings) = (recording.vectors(of: rate), recording.vectors(of: kind))
        let (gyroscope, fitted) = try concurrently(
            jobs: jobs,
            {
                rates.isEmpty
                    ? nil
                    : GyroscopeFit(
                        gyroscope: rates, accelerometer: recording.accelerometer, magnetometer: recording.magnetometer)
            },
            {
                readings.isEmpty
                    ? nil
                    : MagnetometerFit(
                        samples: recording.magnetometerSamples,
                        options: MagnetometerFitOptions(field: field, jobs: jobs))
            })
        var magnetometer = fitted
        let vertical = FieldVertical(recording, field: field)
        let refusal = magnetometer.flatMap { vertical.refusal(of: $0.model) }
        magnetometer?.refuse(for: refusal)
        let isComplete = (gyroscope?.verdict.accepted ?? true) && (magnetometer?.verdict.accepted ?? true)
        if gyroscope != nil, magnetometer != nil, !isComplete, !FieldPlausibility(readings).isUndisturbed {
            let fit = InUseFit(
                gyroscope: rates,
                accelerometer: recording.vectors(of: recording.forceSensor),
                magnetometer: readings, options: options(gyroscope, field))
            // Any result that gives the Earth's field is better than raw readings that do not.
            if fit.headingSigma.isFinite, vertical.refusal(of: fit.magnetometer) == nil {
                var set = CalibrationSet()
                set.gyroscope = GyroscopeCalibration(fit, stream: rate, source: "log")
                set.gyroscope?.head.applied = true
                set.magnetometer = MagnetometerCalibration(fit, stream: kind, source: "log")
                set.magnetometer?.head.applied = true
                let part = InUseFit.partWarning(seconds: rates.duration)
                return (set, [inUse(fit)] + [part].compactMap { $0 })
            }
        }
        // The plausibility of raw readings matters only if a calibration was refused.
        let isPlausible = isComplete || refusal != nil || FieldPlausibility(readings).isUndisturbed
        return separately(rate, gyroscope, kind, magnetometer, isPlausible: isPlausible)
    }

    /// Combines files and log into one estimate of gyroscope and magnetometer; the other sensors' calibrations stay.
    /// - Returns: `nil` if the log lacks one of the two sensors or does not determine the estimate.
    static func refined(
        _ set: CalibrationSet, by recording: Recording, field: GeomagnetismSection?
    ) -> (set: CalibrationSet, warnings: [Warning])? {
        guard set.magnetometer != nil || set.gyroscope != nil else { return nil }
        let rate = set.gyroscope?.stream ?? recording.rateSensor
        let kind = set.magnetometer?.stream ?? recording.fieldSensor
        let (rates, readings) = (recording.vectors(of: rate), recording.vectors(of: kind))
        guard !rates.isEmpty, !readings.isEmpty else { return nil }
        let rest = GyroscopeFit(
            gyroscope: rates, accelerometer: recording.accelerometer, magnetometer: recording.magnetometer)
        var force = recording.vectors(of: recording.forceSensor)
        if recording.forceSensor == .accelerometer, let model = set.accelerometerModel {
            force = force.mapped { model.apply($0) }
        }
        var options = options(rest, field)
        options.known = KnownCalibration(set, date: recording.metadata.date)
        let fit = InUseFit(gyroscope: rates, accelerometer: force, magnetometer: readings, options: options)
        guard fit.verdict.accepted else { return nil }
        var result = set
        result.gyroscope = GyroscopeCalibration(fit, stream: rate, source: "log")
        result.gyroscope?.head.applied = true
        result.magnetometer = MagnetometerCalibration(fit, stream: kind, source: "log")
        result.magnetometer?.head.applied = true
        return (result, [refinement(of: set, by: fit)].compactMap { $0 })
    }

    /// The warning about the change by the log; reports a jump if the file's uncertainty does not explain the change of
    /// the hard iron.
    private static func refinement(of set: CalibrationSet, by fit: InUseFit) -> Warning? {
        guard let file = set.magnetometer else {
            return Warning(.calibrationRefined, "the gyroscope's calibration and the log became one estimate")
        }
        let moved = ((fit.magnetometer.hardIron - file.model.hardIron).length * 10).rounded() / 10
        let sigma = (Angle.degrees(fit.headingSigma) * 10).rounded() / 10
        let found = "the log moved the hard iron of \(file.source) by \(moved) microtesla"
        guard fit.hasJumped else {
            return Warning(.calibrationRefined, "\(found); the heading's sigma from both is \(sigma) degrees")
        }
        return Warning(.hardIronJumped, "\(found), more than its age explains")
    }

    private static func options(_ gyroscope: GyroscopeFit?, _ field: GeomagnetismSection?) -> InUseFit.Options {
        var options = InUseFit.Options(field: field)
        if let gyroscope, gyroscope.verdict.accepted { options.bias = gyroscope.model.bias }
        return options
    }

    private static func inUse(_ fit: InUseFit) -> Warning {
        let found =
            "the log holds no calibration recording: gyroscope and magnetometer were calibrated from its "
            + "ordinary motion"
        guard fit.verdict.accepted else {
            return Warning(
                .inUseCalibrationRefused,
                "\(found), but the result was refused: \(fit.verdict.reason); it is applied all the same, because the "
                    + "raw readings do not look like the Earth's field")
        }
        let sigma = (Angle.degrees(fit.headingSigma) * 10).rounded() / 10
        return Warning(.calibratedInUse, "\(found); the heading's sigma from that is \(sigma) degrees")
    }

    /// Calibrates each sensor separately.
    private static func separately(
        _ rate: SensorKind, _ gyroscope: GyroscopeFit?, _ kind: SensorKind, _ magnetometer: MagnetometerFit?,
        isPlausible: Bool
    ) -> (set: CalibrationSet, warnings: [Warning]) {
        var set = CalibrationSet()
        var warnings: [Warning] = []
        if let fit = gyroscope {
            set.gyroscope = GyroscopeCalibration(fit, stream: rate, source: "log")
            set.gyroscope?.head.applied = fit.verdict.accepted
            if !fit.verdict.accepted { warnings.append(refusal(of: fit)) }
        }
        if let fit = magnetometer {
            let isUsable = fit.headingSigma.isFinite && !isPlausible
            set.magnetometer = MagnetometerCalibration(fit, stream: kind, source: "log")
            set.magnetometer?.head.applied = fit.verdict.accepted || isUsable
            if !fit.verdict.accepted { warnings.append(refusal(of: fit, isUsable: isUsable)) }
        }
        return (set, warnings)
    }

    private static func refusal(of fit: GyroscopeFit) -> Warning {
        Warning(
            .gyroscopeCalibrationRefused,
            "no gyroscope bias was taken from the log: \(fit.verdict.reason); filters that estimate the bias find it "
                + "themselves",
            advice: .given(fit.verdict.advice))
    }

    private static func refusal(of fit: MagnetometerFit, isUsable: Bool) -> Warning {
        let consequence =
            isUsable
            ? "it is applied all the same, because the raw readings do not look like the Earth's field"
            : "the readings are used as they are"
        return Warning(
            .magnetometerCalibrationRefused,
            "the log does not determine the magnetometer's calibration: \(fit.verdict.reason); " + consequence,
            advice: fit.verdict.advice.isEmpty ? nil : .given(fit.verdict.advice))
    }
}

extension Recording {
    /// The magnetometer readings for fits, with the gravity at their times.
    var magnetometerSamples: MagnetometerSamples {
        MagnetometerSamples(magnetometer: vectors(of: fieldSensor), accelerometer: accelerometer, gravity: gravity)
    }
}

extension MagnetometerFitOptions {
    /// The default options with the field of the geomagnetic model, if known.
    /// - Parameter jobs: threads, at least 1.
    init(field: GeomagnetismSection?, jobs: Int = 1) {
        self.init()
        self.jobs = jobs
        fieldStrength = field?.intensityMicrotesla
        dip = field.map { Angle.radians($0.inclinationDegrees) }
    }
}

extension InUseFit.Options {
    /// The default options with the field of the geomagnetic model, if known.
    init(field: GeomagnetismSection?) {
        self.init()
        fieldStrength = field?.intensityMicrotesla
        dip = field.map { Angle.radians($0.inclinationDegrees) }
    }
}

/// The dip of a log's field relative to gravity, compared with the geomagnetic model: the first quantity to go wrong in
/// a fit to few directions.
struct FieldVertical {
    private let readings: VectorStream
    private let force: VectorStream
    private let field: GeomagnetismSection?

    /// - Parameter field: of the geomagnetic model; `nil` if unknown.
    init(_ recording: Recording, field: GeomagnetismSection?) {
        readings = recording.vectors(of: recording.fieldSensor)
        force = recording.vectors(of: recording.forceSensor)
        self.field = field
    }

    /// The refusal of a calibration whose dip is wrong; `nil` if the dip is right or unknown.
    func refusal(of model: MagnetometerModel) -> CalibrationVerdict? {
        guard let field else { return nil }
        let section = DisturbanceAnalysis.section(
            readings.mapped { model.apply($0) }, force: force, expected: field.intensityMicrotesla, origin: 0)
        guard let dip = section?.dipDegrees,
            (dip - field.inclinationDegrees).magnitude > DisturbanceSection.largestDipError
        else { return nil }
        return .refused(
            String(
                format: "the calibrated field has a dip of %.0f degrees, the Earth's there is %.0f", dip,
                field.inclinationDegrees),
            advice: "turn the device through all directions, away from magnets and iron")
    }
}

extension MagnetometerFit {
    /// Replaces an accepted verdict by a refusal, if there is one.
    mutating func refuse(for reason: CalibrationVerdict?) {
        if verdict.accepted, let reason { verdict = reason }
    }
}
