import Calibration
import LinearAlgebra
import OrientationFilters
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The maximum a posteriori estimate over a whole recording.
public enum MapEstimator {
    /// The entry of the catalogue.
    public static let entry = FilterEntry(
        offline: FilterInformation(
            name: "map",
            summary: "maximum a posteriori over the whole recording: attitude, bias, scale, iron and field at once",
            reference: "docs/reference/filters-offline.md; M. Kok, T. B. Schon, IEEE Sensors J. 16(14), 2016",
            withoutGyroscope: nil, worksWithoutMagnetometer: true, isOffline: true, calibratesItself: true)
    ) { track($1, parameters: $0) }

    static func track(_ input: FilterInput, parameters: MapParameters) -> OrientationTrack {
        var track = OrientationTrack(name: "map")
        guard !input.gyroscope.isEmpty, !input.force.isEmpty else { return track }
        for part in RecordingParts.of(input) where !part.gyroscope.isEmpty && !part.force.isEmpty {
            let part = MapPart(part, parameters)
            guard part.nodes.count > 1 else { continue }
            let (solution, findings) = part.solved()
            if findings.refusal == nil { solution?.append(to: &track) }
            track.findings.append(findings)
        }
        track.doubt = track.findings.lazy.compactMap(\.doubt).first
        if track.count == 0 { track.refusal = track.findings.lazy.compactMap(\.refusal).last }
        return track
    }
}

/// A recording without holes, and the starts from which its problem is solved.
struct MapPart {
    let input: FilterInput
    let parameters: MapParameters
    let samples: MapSamples
    let nodes: [Int]

    init(_ input: FilterInput, _ parameters: MapParameters) {
        self.input = input
        samples = MapSamples(input)
        nodes = samples.nodes(every: parameters.nodeInterval)
        self.parameters = parameters.adapted(to: (samples.times.last ?? 0) - (samples.times.first ?? 0))
    }

    /// With this score or a higher one, a start needs no alternative.
    static let goodScore = 0.6
    /// Above it `vqf-offline` is no start, rad: unmeasured turns accumulated over 9 s, the time constant of its
    /// magnetometer. Streams of 25 Hz and more have less.
    static let largestUnseenTurn = 0.1
    /// The factor by which a later start must explain more than an earlier one to replace it. The first start has the
    /// given calibration; one with free iron has twelve more unknowns, with which it fits a few more readings, near
    /// magnets those of a magnet.
    static let clearlyMore = 1.1

    /// The best solution of all starts, and the findings. Precondition: two nodes.
    func solved() -> (solution: MapSolution?, findings: RecordingFindings) {
        var findings = RecordingFindings(interval: samples.stamps[nodes[0]]...samples.stamps[nodes[nodes.count - 1]])
        var best: MapSolution?
        func attempt(_ name: String, _ start: (model: MapModel, prior: MapPrior)?) {
            let solution = start.flatMap(solved)
            findings.starts.append(RecordingFindings.Start(name: name, score: solution?.score))
            guard let solution, best.map({ solution.score > Self.clearlyMore * $0.score }) ?? true else { return }
            best = solution
        }
        // The constant gains of `vqf-offline` ignore lost samples; those of the causal filter do not.
        let isWhole = samples.unseenTurn < Self.largestUnseenTurn
        let orient = isWhole ? { OfflineVQF.track($0, parameters: Self.rough) } : Self.causal
        attempt(isWhole ? "as-is" : "causal", asIs(by: orient))
        if (best?.score ?? 0) < Self.goodScore, !samples.field.isEmpty { attempt("in-use", inUse(by: orient)) }
        findings.refusal = MapProblem.diverged
        do throws(SensorLabError) { try best?.describe(in: &findings) } catch { findings.refusal = error }
        if let suspect = findings.suspect {
            let reason = "; the \(suspect.rawValue) contradicts the other sensors: check its axes, unit and signs"
            findings.refusal?.message += reason
            findings.doubt?.message += reason
        }
        return (best, findings)
    }

    private func solved(_ start: (model: MapModel, prior: MapPrior)) -> MapSolution? {
        let problem = MapProblem(samples: samples, parameters: parameters, prior: start.prior, nodes: nodes)
        do throws(SensorLabError) {
            return try MapSolution(problem, try problem.solve(from: start.model, annealed: true))
        } catch {
            return nil
        }
    }

    /// The start from the readings as they are.
    private func asIs(by orient: (FilterInput) -> OrientationTrack) -> (model: MapModel, prior: MapPrior)? {
        start(
            gyroscope: GyroscopeModel(bias: .zero), magnetometer: MagnetometerModel(hardIron: .zero), delay: 0,
            by: orient
        ).map {
            var prior = MapPrior()
            prior.hardIronSigma = parameters.hardIronSigma
            prior.softIronSigma = parameters.softIronSigma
            prior.biasSigma = 0.1
            return ($0, prior)
        }
    }

    /// The start from the calibration in use.
    private func inUse(by orient: (FilterInput) -> OrientationTrack) -> (model: MapModel, prior: MapPrior)? {
        let fit = InUseFit(gyroscope: input.gyroscope, accelerometer: input.force, magnetometer: input.magnetometer)
        guard fit.headingSigma.isFinite else { return nil }
        return start(
            gyroscope: fit.gyroscope, magnetometer: fit.magnetometer, delay: fit.delay, by: orient
        ).map {
            var prior = MapPrior()
            prior.bias = $0.nodes[0].bias
            prior.hardIronSigma = 1000
            prior.softIronSigma = 0.05
            return ($0, prior)
        }
    }

    /// `vqf-offline` for a gyroscope with any bias.
    private static let rough: VQFFilter.Parameters = {
        var rough = VQFFilter.Parameters()
        rough.biasClip = 10
        rough.biasSigmaInit = 1.5
        return rough
    }()

    private static func causal(_ input: FilterInput) -> OrientationTrack {
        var filter = SensorLabFilter()
        return filter.replay(input)
    }

    /// The start from an estimator's orientations with these calibrations.
    private func start(
        gyroscope: GyroscopeModel, magnetometer: MagnetometerModel, delay: Double,
        by orient: (FilterInput) -> OrientationTrack
    ) -> MapModel? {
        var calibrated = input
        calibrated.gyroscope = input.gyroscope.mapped { gyroscope.apply($0) }
        calibrated.magnetometer = input.magnetometer.mapped { magnetometer.apply($0) }
        let late = Int64(clamping: (delay * 1e9).rounded())
        calibrated.magnetometer.times = calibrated.magnetometer.times.map { $0 - late }
        let track = orient(calibrated)
        guard !track.estimates.isEmpty else { return nil }
        var place = StreamCursor(track.times)
        var model = MapModel(
            nodes: nodes.map { node in
                let estimate = track.estimates[place.position(at: samples.stamps[node]).index]
                // w = scale (raw - bias) - rest = raw - distortion raw - (scale bias + rest)
                return MapModel.Node(
                    orientation: estimate.orientation,
                    bias: gyroscope.scale * gyroscope.bias + estimate.gyroscopeBias)
            })
        model.distortion = Matrix3.identity - gyroscope.scale
        model.hardIron = magnetometer.hardIron
        model.softIron = magnetometer.softIron.inverse ?? .identity
        model.delay = delay
        var cursor = StreamCursor(track.times)
        var (norths, ups): ([Double], [Double]) = ([], [])
        for (time, value) in zip(calibrated.magnetometer.times, calibrated.magnetometer.values) {
            let level = track.estimates[cursor.position(at: time).index].orientation.rotate(value)
            norths.append(level.y)
            ups.append(level.z)
        }
        if let north = Percentile.upperMedian(norths), let up = Percentile.upperMedian(ups) {
            (model.north, model.up) = (max(north, 1), up)
        }
        return model
    }
}

/// A solved recording without holes.
struct MapSolution {
    let problem: MapProblem
    let solution: MapProblem.Solution
    /// Covariances of the nodes' attitudes, earth frame, rad^2.
    let covariances: [Matrix3]
    /// Standard deviations of the gyroscope's bias in the middle of the recording, rad/s.
    let biasSigma: Vector3

    init(_ problem: MapProblem, _ solution: MapProblem.Solution) throws(SensorLabError) {
        (self.problem, self.solution) = (problem, solution)
        let found = try solution.arrow.nodeCovariances(stride: MapModel.stride, offsets: [0, MapModel.biasOffset])
        covariances = found[0]
        let bias = found[1][found[1].count / 2]
        biasSigma = Vector3(bias.row0.x.squareRoot(), bias.row1.y.squareRoot(), bias.row2.z.squareRoot())
    }

    /// The share of readings that one field explains: 0 (none) ... 1.
    var score: Double {
        let residuals = solution.fieldResiduals
        return residuals.reduce(0) { $0 + 1 / (1 + $1 * $1 / 16) } / Double(max(1, residuals.count))
    }

    /// Below this score, hardly any reading is explained.
    static let smallestScore = 0.15
    /// The largest reliable median sigma of the heading, rad (8 degrees).
    static let largestHeadingSigma = 0.14
    /// A reading is disturbed where it deviates from the mean field by more than this share of it.
    static let deviationLimit = 0.1

    /// Why the solution is refused; `nil` where it is accepted.
    var refusal: SensorLabError? {
        guard !problem.samples.field.isEmpty else { return nil }
        func refused(_ found: String) -> SensorLabError {
            SensorLabError(
                .badData, code: .noConvergence, place: "map", message: found,
                advice: "calibrate the magnetometer (`sensorlab calibrate magnetometer`), record half a minute of "
                    + "turning the device through all directions, or use a causal filter")
        }
        if score < Self.smallestScore {
            let share = Int(clamping: (100 * score).rounded())
            return refused("one constant field explains only \(share) % of the magnetometer's readings")
        }
        guard headingSigma <= Self.largestHeadingSigma else {
            let degrees = (Angle.degrees(headingSigma) * 10).rounded() / 10
            return refused("the heading's sigma from this recording is \(degrees) degrees, too large")
        }
        return nil
    }

    /// Why the heading may be far off; `nil` without a sign of it.
    ///
    /// Where magnets are near nearly all the time, few readings agree with each other, and they may agree about a
    /// magnet. A large sigma, relative to the share of undisturbed readings, marks such solutions
    /// (docs/studies/estimators.md has the trials).
    var doubt: Warning? {
        let disturbed = disturbedShare
        guard !problem.samples.field.isEmpty, headingSigma > Self.largestHeadingSigma * (1 - disturbed) else {
            return nil
        }
        return Warning(
            .headingDoubtful,
            "map: \(Int(clamping: (100 * disturbed).rounded())) % of the magnetometer's readings are disturbed, and the "
                + "others hardly determine the heading: it may be wrong by far more than its sigma")
    }

    /// The median sigma of the heading from the readings, rad.
    private var headingSigma: Double {
        Percentile.upperMedian(covariances.map { $0.row2.z.squareRoot() }) ?? .infinity
    }

    /// The permanent error of the heading, radians. Where magnets leave few readings, these few determine iron and
    /// north, with a magnet's field in them.
    var lastingHeadingSigma: Double {
        problem.parameters.fieldSigma * (1 + problem.parameters.disturbedGrowth * disturbedShare)
    }

    /// The share of readings that deviate from the mean field.
    var disturbedShare: Double {
        let limit = Self.deviationLimit * solution.model.field.length
        return Double(solution.fieldDeviations.count { $0 > limit }) / Double(max(1, problem.samples.field.count))
    }

    /// Adds one row per gyroscope sample.
    func append(to track: inout OrientationTrack) {
        let (samples, model, parameters) = (problem.samples, solution.model, problem.parameters)
        let hasField = !samples.field.isEmpty
        let limit = Self.deviationLimit * model.field.length
        let headingSigma = lastingHeadingSigma
        var reading = 0
        for k in 0..<problem.nodes.count - 1 {
            let (first, last) = (problem.nodes[k], problem.nodes[k + 1])
            let end = k == problem.nodes.count - 2 ? last : last - 1
            var poses: [Preintegration.Pose] = []
            let motion = Preintegration(
                samples, from: first, to: last, node: model.nodes[k], distortion: model.distortion,
                forceBias: model.forceBias, times: samples.times[first...last]
            ) { _, pose in poses.append(pose) }
            let missing = (model.nodes[k + 1].orientation * motion.end.conjugate).rotationVector
            for i in first...end {
                let pose = poses[i - first]
                let f = pose.share
                let ahead = Quaternion(rotationVector: parameters.latency * pose.rate)
                let q = Quaternion(rotationVector: f * missing) * pose.orientation * ahead
                func sigma(_ lasting: Double, _ value: (Matrix3) -> Double) -> Double {
                    ((1 - f) * value(covariances[k]) + f * value(covariances[k + 1]) + lasting * lasting).squareRoot()
                }
                while reading + 1 < samples.field.count, samples.field[reading + 1].time <= samples.times[i] {
                    reading += 1
                }
                track.times.append(samples.stamps[i])
                track.estimates.append(
                    OrientationEstimate(
                        orientation: q.renormalized,
                        gyroscopeBias: (1 - f) * model.nodes[k].bias + f * model.nodes[k + 1].bias,
                        headingSigma: hasField ? sigma(headingSigma) { $0.row2.z } : .nan,
                        inclinationSigma: sigma(parameters.levelSigma) { 0.5 * ($0.row0.x + $0.row1.y) },
                        disturbed: hasField ? Flag(solution.fieldDeviations[reading] > limit) : .unknown))
            }
        }
    }
}

extension MapSolution {
    /// Writes the solution into the findings of its part.
    func describe(in findings: inout RecordingFindings) throws(SensorLabError) {
        let (model, parameters) = (solution.model, problem.parameters)
        findings.refusal = refusal
        findings.doubt = refusal == nil ? doubt : nil
        let covariance = try solution.arrow.sharedCovariance()
        func sigma(_ i: Int) -> Double { max(0, covariance[i, i]).squareRoot() }
        func sigmas(_ i: Int) -> Vector3 { Vector3(sigma(i), sigma(i + 1), sigma(i + 2)) }
        var tally = solution.tally
        findings.misfits = [tally.turn.misfit(.turn), tally.velocity.misfit(.velocity), tally.bias.misfit(.bias)]

        let scale = Matrix3.identity - model.distortion
        let bias = model.nodes.reduce(Vector3.zero) { $0 + $1.bias } / Double(max(1, model.nodes.count))
        findings.gyroscope = GyroscopeModel(bias: (scale.inverse ?? .identity) * bias, scale: scale)
        findings.biasSigma = biasSigma
        findings.accelerometer = AccelerometerModel(bias: model.forceBias)
        findings.forceBiasSigma = sigmas(MapModel.forceBiasIndex)
        guard !problem.samples.field.isEmpty, let inverse = model.softIron.inverse else { return }
        for residual in solution.fieldResiduals {
            let ratio = residual / parameters.magnetometerNoise
            tally.field.add(ratio * ratio)
        }
        findings.misfits.append(tally.field.misfit(.field))
        (findings.readings, findings.disturbedShare) = (problem.samples.field.count, disturbedShare)
        findings.magnetometer = MagnetometerModel(hardIron: model.hardIron, softIron: inverse)
        findings.hardIronSigma = sigmas(MapModel.hardIronIndex)
        (findings.delay, findings.delaySigma) = (model.delay, sigma(MapModel.delayIndex))
        findings.field = model.field
        let heading = IronHeadingSigma(
            softIron: model.softIron, field: model.field, covariance: covariance, first: MapModel.hardIronIndex)
        // The iron is estimated with the field of the room in it, too.
        let room = lastingHeadingSigma
        func lasting(_ sigma: Double) -> Double { (sigma * sigma + room * room).squareRoot() }
        findings.headingSigma = lasting(heading.predict(model.nodes.map(\.orientation)))
        findings.levelHeadingSigma = lasting(heading.level)
        findings.uprightHeadingSigma = lasting(heading.upright)
    }
}
