import Geodesy
import OrientationFilters
import ProjectionCore
import RealModule
import Rotations
import SensorModels
import Simulation
import Testing
import Vocabulary

@testable import Evaluation

@Suite("Tuning")
struct TuningTests {
    /// A phone held upright that turns slowly; accelerometer and magnetometer at 50 Hz with white noise.
    static func trial(
        _ name: String, group: String? = nil, seed: UInt64, noise: Double = 4, speed: Double = 0.3
    ) -> TuningTrial {
        var random = RandomGenerator(seed: seed)
        var input = FilterInput()
        var reference = QuaternionStream()
        let upright = Quaternion(rotationVector: Vector3(Double.pi / 2, 0, 0))
        for k in 0..<1500 {
            let time = Int64(k) * 20_000_000
            let heading = 0.4 * Double.sin(speed * Double(k) * 0.02 + Double(seed))
            let q = Quaternion.aboutVertical(-heading) * upright
            input.accelerometer.append(q.unrotate(Vector3(0, 0, 9.81)) + 0.1 * noise * vector(&random), at: time)
            input.magnetometer.append(q.unrotate(Vector3(0, 22, -42)) + noise * vector(&random), at: time)
            reference.append(q, at: time)
        }
        return TuningTrial(
            name: name, group: group ?? name, input: input, declination: 0, reference: reference,
            indices: Array(250..<1500), axis: .camera, screen: nil)
    }

    private static func vector(_ random: inout RandomGenerator) -> Vector3 {
        Vector3(random.gaussian(), random.gaussian(), random.gaussian())
    }

    static func tuning(
        _ names: [String] = ["accelerometerWeight=magnetometerWeight"], objective: TuningObjective = .total,
        method: SearchMethod = .nelderMead, budget: Int = 30
    ) throws -> Tuning {
        let filter = try #require(FilterCatalogue.entry(named: "lowpass"))
        return Tuning(
            filter: filter, space: try SearchSpace(names, of: filter), objective: objective,
            search: Search(method: method, budget: budget, seed: 5))
    }

    static var map: Tuning.Mapper { { work, score in work.map(score) } }

    @Test("much noise and slow turns: the weight goes up, held-out recordings agree, and it is accepted")
    func accepted() throws {
        let trials = (1...6).map { Self.trial("log \($0)", seed: UInt64($0)) }
        let report = try Self.tuning().crossValidated(trials, map: Self.map)
        #expect(report.accepted, "\(report.reason)")
        #expect(report.parameters[0].tuned > 0.85)
        #expect(report.folds.count == 6)
        #expect(report.tunedMean < report.defaultMean)
        #expect(try #require(report.differenceInterval).high < 0)
        #expect(report.trail.last?.value ?? .infinity < report.trail.first?.value ?? 0)
        // Every recording was scored by parameters that were found without it.
        for (fold, recording) in zip(report.folds, report.recordings) {
            #expect(fold.heldOut == recording.name)
            #expect(fold.heldOutTuned == recording.tuned.value)
        }
        // The same again, and with the work in another order of cores.
        let reversed: Tuning.Mapper = { work, score in work.reversed().map(score).reversed() }
        let again = try Self.tuning().crossValidated(trials, map: reversed)
        #expect(again.parameters == report.parameters)
        #expect(again.differenceInterval == report.differenceInterval)
    }

    @Test("a parameter that does nothing is no improvement")
    func refused() throws {
        let trials = (1...6).map { Self.trial("log \($0)", seed: UInt64($0)) }
        let report = try Self.tuning(["fieldSigma"], budget: 10).crossValidated(trials, map: Self.map)
        #expect(!report.accepted)
        #expect(report.reason.contains("inside the noise"))
    }

    @Test("noise in the objective alone is refused: tuned on some, no better on others")
    func noise() {
        let verdict = Verdict(
            isHeldOut: true, differences: [-1, 1.2, -0.8, 0.9, -0.2, 0.1],
            interval: PairedBootstrap(units: 6).interval(ofMean: [-1, 1.2, -0.8, 0.9, -0.2, 0.1]))
        #expect(!verdict.accepted)
        let worse = Verdict(
            isHeldOut: true, differences: [1, 1.2, 0.8, 0.9, 1.1], interval: BootstrapInterval(low: 0.8, high: 1.2))
        #expect(!worse.accepted)
        #expect(worse.reason.contains("worse"))
        let few = Verdict(isHeldOut: true, differences: [-1, -1], interval: nil)
        #expect(!few.accepted)
        #expect(few.reason.contains("2 recordings"))
    }

    @Test("groups are left out whole; a single group has nothing held out")
    func groups() throws {
        let trials = (1...4).map { Self.trial("log \($0)", group: $0 < 3 ? "anna" : "ben", seed: UInt64($0)) }
        let report = try Self.tuning(budget: 8).crossValidated(trials, map: Self.map)
        #expect(report.folds.map(\.heldOut) == ["anna", "ben"])
        let single = try Self.tuning(budget: 8).crossValidated(
            trials.map {
                var trial = $0
                trial.group = "one"
                return trial
            }, map: Self.map)
        #expect(single.folds.isEmpty)
        #expect(!single.accepted)
        #expect(single.reason.contains("held out"))
    }

    @Test("folds share what they ask for: no recording is scored twice at one point")
    func sharing() throws {
        let trials = (1...3).map { Self.trial("log \($0)", seed: UInt64($0)) }
        var count = 0
        let counting: Tuning.Mapper = { work, score in
            count += work.count
            return work.map(score)
        }
        _ = try Self.tuning(method: .grid, budget: 11).crossValidated(trials, map: counting)
        // The default and ten values, three recordings.
        #expect(count == 33)
    }

    @Test("the parameters that change an orientation: weights do, sigmas do not")
    func effective() throws {
        let filter = try #require(FilterCatalogue.entry(named: "lowpass"))
        let found = try Tuning.effectiveParameters(of: filter, on: Self.trial("a", seed: 1))
        #expect(found == ["accelerometerWeight", "magnetometerWeight"])
        let fixed = try Tuning.effectiveParameters(
            of: filter, on: Self.trial("a", seed: 1), fixed: ["accelerometerWeight": 0.5])
        #expect(fixed == ["magnetometerWeight"])
    }

    @Test("the weights of pixels+jitter+lag: 1 per pixel, 2 per pixel of jitter, 0.1 per ms, early or late")
    func weights() {
        var accuracy = PixelAccuracy(rms: 30, jitter: 4, lag: -50)
        #expect(ObjectiveWeights().sum(accuracy, turns: true) == 30 + 8 + 5)
        #expect(ObjectiveWeights(pixels: 2, jitter: 0, lag: 1).sum(accuracy, turns: true) == 110)
        accuracy.lagMilliseconds = nil
        #expect(ObjectiveWeights().sum(accuracy, turns: true) == 30 + 8 + 50)
        #expect(ObjectiveWeights().sum(accuracy, turns: false) == 38)
    }

    @Test("objectives: pixels come with the labels, smoothing trades jitter for lag")
    func pixels() throws {
        let here = GeodeticPosition(latitude: 45, longitude: 6, height: 0)
        let camera = try Camera(name: "test", width: 600, height: 800, focalX: 500, focalY: 500)
        var trial = Self.trial("a", seed: 1, noise: 0.5, speed: 2)
        trial.screen = try LabelScreen(
            model: .geodesic, camera: camera, places: PlaceRing.places(around: here), options: ProjectionOptions(),
            observers: ObserverPath(here))
        let filter = try #require(FilterCatalogue.entry(named: "lowpass"))
        func score(_ smoothing: Double) throws -> (jitter: Double, lag: Double, value: Double) {
            let score = trial.score(
                filter: filter, parameters: [:], smoothing: smoothing, objective: .pixels,
                weights: ObjectiveWeights())
            let pixels = try #require(score.pixels)
            #expect(score.value == pixels.rmsPixels)
            return (try #require(pixels.jitterPixels), pixels.lagMilliseconds ?? .nan, score.value)
        }
        let (plain, smooth) = (try score(0), try score(0.3))
        #expect(smooth.jitter < 0.5 * plain.jitter)
        // The low-pass itself is 4 samples of 20 ms late; 0.3 s more at 2 rad/s: atan(0.6) / 2 = 270 ms.
        #expect((plain.lag - 80).magnitude < 15)
        #expect((smooth.lag - plain.lag - 270).magnitude < 30)
    }

    @Test("a ring of places: even azimuths, one distance")
    func ring() {
        let here = GeodeticPosition(latitude: 45, longitude: 6, height: 10)
        let ring = PlaceRing.places(around: here, distance: 500, elevation: 20, count: 8)
        #expect(ring.map(\.id) == ["0", "45", "90", "135", "180", "225", "270", "315"])
        for (index, place) in ring.enumerated() {
            let line = Geodesic.wgs84.inverse(from: here, to: place.position)
            #expect((line.distance - 500).magnitude < 1e-7)
            #expect(Angle.wrapDegrees(line.startAzimuth - 45 * Double(index)).magnitude < 1e-9)
            #expect(place.position.height == 30)
        }
    }
}

extension PixelAccuracy {
    /// Figures by hand.
    init(rms: Double, jitter: Double, lag: Double) {
        self.init(
            samples: 1, rmsPixels: rms, medianPixels: rms, p95Pixels: rms, jitterPixels: jitter, lagMilliseconds: lag,
            wrongSideShare: 0)
    }
}
