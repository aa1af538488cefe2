import Calibration
import Evaluation
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Collects the warnings about a log.
enum LogWarnings {
    /// The warnings of several steps on one log, most severe first, without duplicates.
    static func collected(_ parts: [Warning]...) -> [Warning] { parts.joined().ordered }

    /// Warnings about the consequences of missing sensors.
    static func sensors(of recording: Recording) -> [Warning] {
        var warnings: [Warning] = []
        if recording.gyroscope.isEmpty && recording.gyroscopeCorrected.isEmpty {
            warnings.add(
                .noGyroscope,
                "the log has no gyroscope: orientation follows gravity and the field through a motion model: fast turns "
                    + "lag, accelerations of the hand tilt the estimate, magnets are hard to recognise, and the error of "
                    + "a moving phone is tens of degrees instead of a few")
        }
        if recording.accelerometer.isEmpty && !recording.gravity.isEmpty {
            warnings.add(
                .gravityOnly,
                "the log has no accelerometer: the device's own gravity is used instead, with its unknown filter")
        }
        if recording.magnetometer.isEmpty && recording.magnetometerCorrected.isEmpty {
            let isLost = recording.lostSensors.contains(.magnetometer)
            warnings.add(
                .noMagnetometer,
                "\(isLost ? "no magnetometer is read" : "the log has no magnetometer"): headings are relative to the "
                    + "start, not to north", advice: isLost ? Advice.nameColumns : nil)
        } else if recording.magnetometer.isEmpty {
            warnings.add(
                .magnetometerCorrectedOnly,
                "the log has only the magnetometer that the device corrected, whose corrections may jump")
        }
        return warnings
    }

    /// Warnings about a contradiction between gyroscope and accelerometer; none if they agree or cannot be compared.
    static func disagreement(_ agreement: InertialAgreement?) -> [Warning] {
        guard let agreement else { return [] }
        var warnings: [Warning] = []
        func degrees(_ angle: Double) -> Int { Int(clamping: Angle.degrees(angle).rounded()) }
        if !agreement.isGravity {
            let length = (10 * agreement.gravity).rounded() / 10
            warnings.add(
                .sensorsContradict,
                "the accelerometer reads \(length) m/s^2 in the mean, and gravity is 9.8: filters take the difference for an "
                    + "acceleration, orientations are off, and all sigmas are raised by "
                    + "\(degrees(agreement.sigmaOfLength)) degrees",
                advice: .countsPerUnit(of: SensorKind.accelerometer.rawValue))
        }
        if !agreement.isTurnExplained {
            warnings.add(
                .sensorsContradict,
                "the gyroscope does not explain how the accelerometer's force turns: over 2 s the two differ by "
                    + "\(degrees(agreement.deviation)) degrees (RMS), expected a few; orientations are off by about as "
                    + "much, and all sigmas are raised by it")
        }
        return warnings
    }

    /// The heading constant applies only to the filter that it was measured with.
    static func heading(_ heading: HeadingCalibration?, filters: [FilterRequest]) -> [Warning] {
        guard let heading, heading.applied == true else { return [] }
        let others = filters.map { $0.name.lowercased() }.filter { $0 != heading.filter.lowercased() }
        guard !others.isEmpty else { return [] }
        return [
            Warning(
                .headingCalibrationOfAnotherFilter, place: heading.source,
                "the heading offset was measured with the filter \(heading.filter); it is added to the headings of "
                    + "\(others.joined(separator: ", ")) too")
        ]
    }

    /// The warning about a diverged filter, with or without a reference (`TrackConsistency`); `nil` if the track agrees
    /// with the sensors, or cannot be judged.
    static func divergence(of name: String, _ consistency: TrackConsistency) -> Warning? {
        guard consistency.hasDiverged else { return nil }
        if let time = consistency.firstNonFinite {
            return Warning(
                .filterDiverged,
                "\(name) has diverged: its orientation is not finite from t = \(LogTime.seconds(time)) s on",
                advice: .defaultParameters)
        }
        let contradictions = [
            text(consistency.tilt, "vertical", "the calm accelerometer"),
            text(consistency.heading, "heading", "the compass"),
        ].compactMap { $0 }
        return Warning(.filterDiverged, "\(name) has diverged: " + contradictions.joined(separator: "; "))
    }

    private static func text(_ windows: TrackConsistency.Windows, _ what: String, _ sensor: String) -> String? {
        guard windows.isContradicted else { return nil }
        let degrees = Int(clamping: Angle.degrees(windows.deviation).rounded())
        return
            "in \(windows.contradicting) of \(windows.judged) windows of \(Int(clamping: TrackConsistency.window)) s its "
            + "\(what) contradicts \(sensor) by far more than its sigma allows (\(degrees) degrees RMS)"
    }

    /// One warning per refused result of the evaluation; calibrations have their own.
    static func refusals(of report: AnalysisReport) -> [Warning] {
        var warnings: [Warning] = []
        if let offset = report.headingOffset, !offset.accepted {
            warnings.add(
                .headingOffsetRefused, "the log does not determine the heading offset: \(offset.reason)")
        }
        if let deviation = report.deviation, !deviation.accepted {
            warnings.add(
                .deviationRefused, "the log does not determine the compass deviation curve: \(deviation.reason)")
        }
        return warnings
    }
}

extension Recording {
    /// Contradictions between gyroscope and accelerometer in the raw readings.
    public var contradictions: [Warning] {
        LogWarnings.disagreement(
            InertialAgreement(gyroscope: gyroscope, force: vectors(of: forceSensor)))
    }
}

/// Whether magnetometer readings can be the Earth's field. Uses magnitudes only, since directions are unknown.
struct FieldPlausibility {
    /// Magnitudes of the Earth's field, microtesla, with a margin for buildings.
    static let earth = 15.0...90.0
    /// The largest spread of a calibrated magnetometer away from iron: from the 10th to the 90th percentile, as a share
    /// of the median.
    static let calm = 0.2
    /// With a larger spread the readings cannot be the Earth's field, even a disturbed one.
    static let absurd = 1.0

    /// Median magnitude, microtesla; `nil` without readings.
    let median: Double?
    /// Difference between the 90th and the 10th percentile of the magnitudes, microtesla.
    let spread: Double

    init(_ magnetometer: VectorStream) {
        let magnitudes = magnetometer.values.map(\.length)
        guard !magnitudes.isEmpty else {
            median = nil
            spread = 0
            return
        }
        median = Percentile.of(magnitudes, 0.5)
        spread = Percentile.of(magnitudes, 0.9) - Percentile.of(magnitudes, 0.1)
    }

    /// Whether the readings look like the Earth's field in all directions covered.
    var isUndisturbed: Bool { median.map { Self.earth.contains($0) && spread < Self.calm * $0 } ?? false }

    /// Whether the readings cannot be the Earth's field, so that headings from them are meaningless.
    var isAbsurd: Bool { median.map { !Self.earth.contains($0) || spread > Self.absurd * $0 } ?? false }

    /// The warning about readings, as the filters got them, that are not the Earth's field, everywhere or in parts.
    /// - Parameter disturbance: the parts; `nil` if the readings agree on no field.
    func warnings(_ disturbance: DisturbanceSection?) -> [Warning] {
        if let disturbance, Self.earth.contains(disturbance.fieldMicrotesla) { return disturbance.warnings }
        guard isAbsurd, let median else { return [] }
        func text(_ value: Double) -> String { String(Int(clamping: value.rounded())) }
        return [
            Warning(
                .magnetometerImplausible,
                "the magnetometer's readings, as the filters got them, cannot be the Earth's field (median "
                    + "\(text(median)) microtesla, 80 % of them within \(text(spread))): headings from them are wrong")
        ]
    }
}
