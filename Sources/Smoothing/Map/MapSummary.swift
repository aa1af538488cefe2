import Calibration
import LinearAlgebra
import OrientationFilters
import Rotations
import SensorModels
import Vocabulary

/// What the windows of a pass say of the recording: how well all fits, and what the last one found.
struct MapSummary {
    /// Whether a window had no solution.
    var hasFailed = false
    private let parameters: TrajectoryParameters
    private let interval: ClosedRange<Int64>
    private var found: RecordingFindings?
    private var (turn, velocity, bias, field) = (Sum(), Sum(), Sum(), Sum())
    private var (readings, explained, disturbed) = (0, 0.0, 0)
    private var headingSigmas: [Double] = []

    /// Below this score, hardly any reading is explained: 0.31 near the strongest magnets of 98 recordings, 0.17 where
    /// two axes are swapped.
    private static let smallestScore = 0.2
    /// The largest reliable median sigma of the heading, rad (8 degrees).
    private static let largestHeadingSigma = 0.14
    /// A reading is disturbed where it deviates from the mean field by more than this share of it.
    private static let deviationLimit = 0.1
    /// A reading is half explained where it is so far from the field at its place, in expected sigmas.
    private static let halfExplained = 4.0
    /// Growth of the permanent error with the share of disturbed readings: where magnets leave few readings, these
    /// few determine iron and north, with a magnet's field in them.
    private static let disturbedGrowth = 2.0

    /// Of a recording from the first to the last of these stamps.
    init(_ parameters: TrajectoryParameters, _ interval: ClosedRange<Int64>) {
        (self.parameters, self.interval) = (parameters, interval)
    }

    func isDisturbed(_ misfit: SlidingWindow.FieldMisfit, _ window: SlidingWindow) -> Bool {
        misfit.deviation > Self.deviationLimit * window.constants.field.length
    }

    /// Of the heading, by the field of the place, rad^2.
    var lastingVariance: Double {
        let sigma = parameters.fieldSigma * (1 + Self.disturbedGrowth * disturbedShare)
        return sigma * sigma
    }

    private var disturbedShare: Double { Double(disturbed) / Double(max(1, readings)) }
    /// The share of readings that one field explains, 0...1.
    private var score: Double { explained / Double(max(1, readings)) }

    // MARK: Windows

    /// Adds the first intervals of a solved window, with the misfits of their readings, and takes what was found of the
    /// sensors.
    /// - Parameters:
    ///   - nodes: variances of the attitudes of all nodes.
    ///   - covariance: of the constants, row by row.
    mutating func add(
        _ window: SlidingWindow, _ misfits: [[SlidingWindow.FieldMisfit]], _ nodes: [SlidingWindow.AttitudeVariance],
        _ covariance: [Double], _ calibration: SelfCalibration
    ) {
        for k in misfits.indices {
            let motion = window.motionMisfits(k)
            turn.add(motion.turn)
            velocity.add(motion.velocity)
            bias.add(motion.bias)
            for misfit in misfits[k] {
                let ratio = misfit.residual / parameters.magnetometerNoise
                field.add(ratio * ratio)
                readings += 1
                explained += 1 / (1 + ratio * ratio / (Self.halfExplained * Self.halfExplained))
                if isDisturbed(misfit, window) { disturbed += 1 }
            }
        }
        headingSigmas += nodes.prefix(misfits.count + 1).map { ($0.heading + window.otherVariance).squareRoot() }
        found = sensors(window, covariance, calibration)
    }

    /// The calibration with the mean bias, and what is left of the heading's error over the attitudes of the window.
    private func sensors(
        _ window: SlidingWindow, _ covariance: [Double], _ calibration: SelfCalibration
    ) -> RecordingFindings {
        var calibration = calibration
        calibration.gyroscopeBias = window.nodes.reduce(Vector3.zero) { $0 + $1.bias } / Double(window.nodes.count)
        var findings = calibration.findings(in: interval)
        guard findings.magnetometer != nil else { return findings }
        let s = TrajectoryLayout.constants
        var matrix = Matrix(rows: s, columns: s)
        for i in 0..<s { for j in 0..<s { matrix[i, j] = covariance[i * s + j] } }
        let heading = IronHeadingSigma(
            softIron: calibration.softIron, field: calibration.field, covariance: matrix,
            first: TrajectoryLayout.hardIron)
        // The iron is estimated with the field of the room in it, too.
        func lasting(_ sigma: Double) -> Double { (sigma * sigma + lastingVariance).squareRoot() }
        let north = Quaternion.aboutVertical(window.north)
        findings.headingSigma = lasting(heading.predict(window.nodes.map { north * $0.orientation }))
        findings.levelHeadingSigma = lasting(heading.level)
        findings.uprightHeadingSigma = lasting(heading.upright)
        return findings
    }

    // MARK: The whole

    /// `nil` where no window was solved and none has failed.
    var findings: RecordingFindings? {
        guard var result = found else {
            guard hasFailed else { return nil }
            var result = RecordingFindings(interval: interval)
            result.refusal = Self.refused("no orientation explains the readings", advice: "calibrate the sensors")
            return result
        }
        result.starts = [RecordingFindings.Start(name: "whole", score: readings > 0 ? score : nil)]
        result.misfits = [turn.misfit(.turn), velocity.misfit(.velocity), bias.misfit(.bias)]
        guard readings > 0 else { return result }
        result.misfits.append(field.misfit(.field))
        (result.readings, result.disturbedShare) = (readings, disturbedShare)
        (result.refusal, result.doubt) = (refusal, refusal == nil ? doubt : nil)
        if let suspect = result.suspect {
            let reason = "; the \(suspect.rawValue) contradicts the other sensors: check its axes, unit and signs"
            result.refusal?.message += reason
            result.doubt?.message += reason
        }
        return result
    }

    private static func refused(_ found: String, advice: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .noConvergence, place: "map", message: found, advice: advice + ", or use a causal filter")
    }

    private var refusal: SensorLabError? {
        guard score < Self.smallestScore else { return nil }
        let share = Int(clamping: (100 * score).rounded())
        return Self.refused(
            "one constant field explains only \(share) % of the magnetometer's readings",
            advice: "calibrate the magnetometer (`sensorlab calibrate magnetometer`), record half a minute of turning "
                + "the device through all directions")
    }

    /// Why the heading may be far off; `nil` without a sign of it.
    ///
    /// Where magnets are near nearly all the time, few readings agree with each other, and they may agree about a
    /// magnet: the sigma counts relative to the share of undisturbed readings.
    private var doubt: Warning? {
        let sigma = Percentile.upperMedian(headingSigmas) ?? .infinity
        guard !(sigma <= Self.largestHeadingSigma * (1 - disturbedShare)) else { return nil }
        let share = Int(clamping: (100 * disturbedShare).rounded())
        let degrees = (Angle.degrees(sigma) * 10).rounded() / 10
        return Warning(
            .headingDoubtful,
            "map: the heading's sigma from this recording is \(degrees) degrees, and \(share) % of the magnetometer's "
                + "readings are disturbed: record half a minute of turning the device through all directions, away "
                + "from iron")
    }

    /// Squared lengths of three-component residuals, in variances.
    private struct Sum {
        private var (count, squares, outliers) = (0, 0.0, 0)

        mutating func add(_ square: Double) {
            count += 1
            squares += square
            if square > 9 { outliers += 1 }
        }

        func misfit(_ kind: RecordingFindings.Misfit.Kind) -> RecordingFindings.Misfit {
            let all = Double(max(1, count))
            return .init(
                kind: kind, count: count, rootMeanSquare: (squares / (3 * all)).squareRoot(),
                outlierShare: Double(outliers) / all)
        }
    }
}
