import LinearAlgebra
import OrientationFilters
import Readers
import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Simulation
@testable import Smoothing

@Suite("Rauch-Tung-Striebel")
struct SmoothedSensorLabTests {
    // MARK: The recursion

    /// Four states, of which two have noise and two are constants: positions and velocities as x <- F x + w, one scalar
    /// reading a step.
    private struct LinearCase {
        let transition = Matrix([[1, 0.1, 0.02, 0], [0, 0.97, 0, -0.1], [0, 0, 1, 0], [0, 0, 0, 1]])
        let noise = [0.01, 0.04, 0, 0]
        let prior = [1.0, 2, 0.5, 0.3]
        let variance = 0.25
        let steps = 25
        var rows: [[Double]] = []
        var readings: [Double] = []

        init() {
            var random = RandomGenerator(seed: 7)
            var x = prior.map { $0.squareRoot() * random.gaussian() }
            for _ in 0..<steps {
                x = transition * x
                for i in 0..<4 { x[i] += noise[i].squareRoot() * random.gaussian() }
                let row = (0..<4).map { _ in random.gaussian() }
                rows.append(row)
                readings.append(
                    zip(row, x).reduce(0) { $0 + $1.0 * $1.1 } + variance.squareRoot() * random.gaussian())
            }
        }

        /// Filtered estimates, and for each step F P and the prediction.
        struct Step {
            var mean: [Double]
            var covariance: Matrix
            var predicted: (mean: [Double], covariance: Matrix, cross: Matrix)
        }

        func filtered() -> [Step] {
            var (mean, p) = ([0.0, 0, 0, 0], Matrix.diagonal(prior))
            return (0..<steps).map { k in
                let cross = transition * p
                var predicted = cross * transition.transposed
                for i in 0..<4 { predicted[i, i] += noise[i] }
                let before = transition * mean
                let h = Matrix([rows[k]])
                let ph = predicted * h.transposed
                let s = (h * ph)[0, 0] + variance
                let residual = readings[k] - zip(rows[k], before).reduce(0) { $0 + $1.0 * $1.1 }
                mean = zip(before, ph.storage).map { $0 + $1 * residual / s }
                p = predicted - (1 / s) * (ph * ph.transposed)
                return Step(mean: mean, covariance: p, predicted: (before, predicted, cross))
            }
        }

        /// All states from all readings at once: least squares over the start and every noise.
        func batch() throws -> [(mean: [Double], covariance: Matrix)] {
            // Unknowns: the start, then the two noises of each step.
            let count = 4 + 2 * steps
            var maps: [Matrix] = []
            var map = Matrix(rows: 4, columns: count)
            for i in 0..<4 { map[i, i] = 1 }
            var information = Matrix(rows: count, columns: count)
            for i in 0..<4 { information[i, i] = 1 / prior[i] }
            var right = Array(repeating: 0.0, count: count)
            for k in 0..<steps {
                map = transition * map
                for i in 0..<2 {
                    map[i, 4 + 2 * k + i] += 1
                    information[4 + 2 * k + i, 4 + 2 * k + i] += 1 / noise[i]
                }
                maps.append(map)
                let row = Matrix([rows[k]]) * map
                information = information + (1 / variance) * (row.transposed * row)
                for j in 0..<count { right[j] += row[0, j] * readings[k] / variance }
            }
            let factor = try Cholesky(information)
            let (solution, covariance) = (try factor.solve(right), try factor.inverse())
            return maps.map { ($0 * solution, $0 * covariance * $0.transposed) }
        }
    }

    /// Tolerance 1e-8: the ridge of 1e-11 of the correlation, over 25 steps.
    @Test("equals least squares over all readings, and is never less certain than the filter")
    func leastSquares() throws {
        let linear = LinearCase()
        let (steps, batch) = (linear.filtered(), try linear.batch())
        let last = steps[linear.steps - 1]
        var error = GaussianError(mean: [0, 0, 0, 0], covariance: last.covariance)
        for k in (0..<linear.steps).reversed() {
            if k < linear.steps - 1 {
                let (next, predicted) = (steps[k + 1], steps[k + 1].predicted)
                var later = error
                for i in 0..<4 { later.mean[i] += next.mean[i] - predicted.mean[i] }
                error = try .smoothed(
                    filtered: steps[k].covariance, predicted: predicted.covariance, cross: predicted.cross,
                    later: later)
            }
            for i in 0..<4 {
                #expect((steps[k].mean[i] + error.mean[i] - batch[k].mean[i]).magnitude < 1e-8)
                #expect(error.covariance[i, i] <= steps[k].covariance[i, i] * (1 + 1e-9))
                for j in 0..<4 {
                    #expect((error.covariance[i, j] - batch[k].covariance[i, j]).magnitude < 1e-8)
                }
            }
        }
        // It does learn from what comes later.
        #expect(batch[0].covariance[0, 0] < 0.8 * steps[0].covariance[0, 0])
    }

    @Test("a hypothesis of probability 1 is a measurement, of probability 0 nothing")
    func mixture() throws {
        let p = Matrix([[2, 0.6], [0.6, 1]])
        let error = GaussianError(mean: [0, 0], covariance: p)
        let all = try error.measured(1..<2, value: [3], variance: 0.5, probability: 1)
        #expect((all.mean[1] + 3 / 1.5).magnitude < 1e-12 && (all.mean[0] + 0.6 * 3 / 1.5).magnitude < 1e-12)
        #expect((all.covariance[0, 0] - (2 - 0.36 / 1.5)).magnitude < 1e-12)
        let none = try error.measured(1..<2, value: [3], variance: 0.5, probability: 0)
        #expect(none.mean == [0, 0] && none.covariance == p)
        let half = try error.measured(1..<2, value: [3], variance: 0.5, probability: 0.5)
        // Half of each: mean of both variances, and a quarter of the squared distance between the means.
        #expect((half.covariance[1, 1] - (0.5 * (1 + 1 - 1 / 1.5) + 0.25 * 4)).magnitude < 1e-12)
    }

    // MARK: Simulated phones

    private static let second: Int64 = 1_000_000_000

    /// A phone with a day's calibration, in a building.
    private func log(seconds: Double = 60, seed: UInt64 = 3) throws -> (input: FilterInput, truth: SimulatedRecording) {
        var device = DeviceModel.iPhone5
        device.gyroscope.bias = Vector3(0.02, -0.01, 0.015)
        device.magnetometer = MagnetometerModel(hardIron: Vector3(1.5, -1, 0.5))
        var options = SimulationOptions(earthField: Vector3(0, 23, -41))
        (options.device, options.duration, options.seed) = (device, seconds, seed)
        options.buildingField = 2
        options.gyroscope.delay = 0.0035
        let truth = try Scenario.arWalking.simulate(options)
        let recording = truth.recording
        return (
            FilterInput(
                gyroscope: recording.gyroscope, accelerometer: recording.accelerometer,
                magnetometer: recording.magnetometer), truth
        )
    }

    private func track(_ name: String, _ input: FilterInput) throws -> OrientationTrack {
        try #require(EstimatorCatalogue.entry(named: name)).run(input)
    }

    private func errors(
        _ track: OrientationTrack, _ truth: SimulatedRecording
    ) -> [(heading: Double, tilt: Double, estimate: OrientationEstimate)] {
        zip(track.times, track.estimates).map { time, estimate in
            let reference = truth.recording.reference
            let row = min(reference.index(atOrAfter: time), reference.count - 1)
            let error = (estimate.orientation * reference.values[row].conjugate).canonical
            return (error.twistAboutVertical, error.tiltOfVertical, estimate)
        }
    }

    private func rootMeanSquare(_ values: [Double]) -> Double {
        (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }

    @Test("nearer to the truth than the causal filter, from the first second on, within its sigmas")
    func simulatedPhone() throws {
        let (input, truth) = try log()
        let (causal, smoothed) = (try track("sensorlab", input), try track("rts", input))
        #expect(smoothed.times == causal.times)
        let (a, b) = (errors(causal, truth), errors(smoothed, truth))
        func compare(_ rows: Range<Int>, _ part: Double) {
            let before = rootMeanSquare(a[rows].map(\.heading))
            let after = rootMeanSquare(b[rows].map(\.heading))
            #expect(after < part * before, "rows \(rows): \(Angle.degrees(before)), \(Angle.degrees(after)) degrees")
        }
        compare(0..<500, 0.8)
        compare(0..<b.count, 0.9)
        #expect(rootMeanSquare(b.map(\.tilt)) < rootMeanSquare(a.map(\.tilt)))
        let covered = b.count { $0.heading.magnitude < 1.96 * $0.estimate.headingSigma }
        #expect(Double(covered) > 0.9 * Double(b.count))
        // The last row is the causal one's, but for the end of its mean over hypotheses.
        let (last, end) = (try #require(causal.estimates.last), try #require(smoothed.estimates.last))
        #expect(last.orientation.angle(to: end.orientation) < Angle.radians(0.2))
        let bias = try #require(truth.gyroscopeBias.values.first)
        #expect((try #require(smoothed.estimates.first).gyroscopeBias - bias).length < 0.004)
    }

    @Test("later stamps change nothing")
    func timeShift() throws {
        let (input, _) = try log(seconds: 15)
        let shift = 1_700_000_000 * Self.second
        func later(_ stream: VectorStream) -> VectorStream {
            VectorStream(times: stream.times.map { $0 + shift }, values: stream.values)
        }
        let shifted = FilterInput(
            gyroscope: later(input.gyroscope), accelerometer: later(input.accelerometer),
            magnetometer: later(input.magnetometer))
        let (a, b) = (try track("rts", input), try track("rts", shifted))
        #expect(a.times.map { $0 + shift } == b.times)
        #expect(a.estimates == b.estimates)
    }

    @Test("other device axes turn the answer and change nothing else")
    func deviceAxes() throws {
        let (input, _) = try log(seconds: 20)
        let turn = Quaternion(rotationVector: Vector3(0.7, -1.9, 0.4))
        func turned(_ stream: VectorStream) -> VectorStream { stream.mapped { turn.unrotate($0) } }
        let other = FilterInput(
            gyroscope: turned(input.gyroscope), accelerometer: turned(input.accelerometer),
            magnetometer: turned(input.magnetometer))
        let (a, b) = (try track("rts", input), try track("rts", other))
        try #require(a.count == b.count && a.count > 1500)
        for row in stride(from: 0, to: a.count, by: 100) {
            #expect((a.estimates[row].orientation * turn).angle(to: b.estimates[row].orientation) < 1e-6)
            #expect((a.estimates[row].headingSigma - b.estimates[row].headingSigma).magnitude < 1e-6)
        }
    }

    private func cut(_ stream: VectorStream, _ seconds: ClosedRange<Double>) -> VectorStream {
        let kept = stream.times.indices.filter { !seconds.contains(LogTime.seconds(stream.times[$0])) }
        return VectorStream(times: kept.map { stream.times[$0] }, values: kept.map { stream.values[$0] })
    }

    @Test("a gap of the gyroscope: rows on both sides, and what is behind it helps before it")
    func gap() throws {
        var (input, truth) = try log()
        input.gyroscope = cut(input.gyroscope, 20...23)
        let (causal, smoothed) = (try track("sensorlab", input), try track("rts", input))
        #expect(smoothed.times == causal.times)
        let (a, b) = (errors(causal, truth), errors(smoothed, truth))
        #expect(rootMeanSquare(b.map(\.heading)) < rootMeanSquare(a.map(\.heading)))
        #expect(b.allSatisfy { $0.estimate.headingSigma > 0 && $0.estimate.headingSigma < 1 })
    }

    @Test("a magnetometer that begins late: no jump of the vertical, no sigma of the heading before it")
    func lateMagnetometer() throws {
        var (input, truth) = try log(seconds: 30)
        input.magnetometer = cut(input.magnetometer, 0...10)
        let smoothed = try track("rts", input)
        let rows = errors(smoothed, truth)
        #expect(rows.allSatisfy { $0.tilt < Angle.radians(5) })
        for (row, time) in zip(rows, smoothed.times) {
            let seconds = LogTime.seconds(time)
            if seconds < 9.9 { #expect(row.estimate.headingSigma.isNaN) }
            if seconds > 10.1 { #expect(row.heading.magnitude < Angle.radians(15)) }
        }
    }

    @Test("without a magnetometer the vertical is smoothed, the heading relative")
    func withoutMagnetometer() throws {
        var (input, truth) = try log(seconds: 30)
        input.magnetometer = VectorStream()
        let rows = errors(try track("rts", input), truth)
        #expect(rows.allSatisfy { $0.estimate.headingSigma.isNaN && $0.estimate.inclinationSigma > 0 })
        #expect(rootMeanSquare(rows.map(\.tilt)) < Angle.radians(1.5))
    }

    @Test("the sigma of a calibrated bias is the causal filter's alone: the recording tells the bias better")
    func calibratedBias() throws {
        var (input, _) = try log(seconds: 12)
        let before = try track("rts", input).estimates.map(\.orientation)
        let causal = try track("sensorlab", input).estimates.map(\.orientation)
        input.gyroscopeBiasSigma = 0.002
        #expect(try track("rts", input).estimates.map(\.orientation) == before)
        #expect(try track("sensorlab", input).estimates.map(\.orientation) != causal)
    }

    @Test("no gyroscope, no force, one sample, equal stamps")
    func degenerate() throws {
        let one = VectorStream(times: [7], values: [Vector3(0, 0, 9.81)])
        #expect(try track("rts", FilterInput(accelerometer: one)).count == 0)
        #expect(try track("rts", FilterInput(gyroscope: one)).count == 0)
        let single = try track("rts", FilterInput(gyroscope: one, accelerometer: one, magnetometer: one))
        #expect(single.estimates.allSatisfy { $0.orientation.w.isFinite })
        var (input, _) = try log(seconds: 12)
        input.gyroscope.times[100] = input.gyroscope.times[99]
        #expect(try track("rts", input).estimates.allSatisfy { $0.orientation.w.isFinite })
    }

    @Test("an app cannot run it")
    func offline() throws {
        let entry = try #require(EstimatorCatalogue.entry(named: "rts"))
        #expect(entry.information.isOffline && FilterCatalogue.entry(named: "rts") == nil)
        #expect(throws: (any Error).self) { try entry.filter() }
    }

    // MARK: Recordings of BROAD

    /// Trials with turns: the heading without its mean error, and the share inside of its intervals. The reference's
    /// north is not that of the field where the device moves (docs/reference/filters-offline.md), so that constant is
    /// left out; in the trials without turns it enters as a drift.
    @Test(
        "smooths recordings of BROAD", .enabled(if: SharedData.isPresent, "shared/datasets is not there"),
        arguments: [
            "08_undisturbed_fast_rotation_with_breaks_A", "26_disturbed_phone_vibration_A",
            "36_disturbed_attached_magnet_5cm",
        ])
    func broad(trial: String) throws {
        let recording = try RecordingReader.read(path: SharedData.dataset("broad/\(trial).csv.gz").path)
        let input = FilterInput(
            gyroscope: recording.gyroscope, accelerometer: recording.accelerometer,
            magnetometer: recording.magnetometer)
        func headings(_ name: String) throws -> [(error: Double, sigma: Double)] {
            let track = try track(name, input)
            let rows = zip(track.times, track.estimates).compactMap { time, estimate -> (Double, Double)? in
                let row = recording.reference.index(atOrAfter: time)
                guard row < recording.reference.count, recording.reference.times[row] == time else { return nil }
                let reference = recording.reference.values[row]
                guard reference.w.isFinite else { return nil }
                let error = (estimate.orientation * reference.conjugate).canonical
                return (error.twistAboutVertical, estimate.headingSigma)
            }
            let mean = Double.atan2(
                y: rows.reduce(0) { $0 + Double.sin($1.0) }, x: rows.reduce(0) { $0 + Double.cos($1.0) })
            return rows.map { (Angle.wrap($0.0 - mean), $0.1) }
        }
        let (causal, smoothed) = (try headings("sensorlab"), try headings("rts"))
        try #require(smoothed.count > 5000 && smoothed.count == causal.count)
        #expect(rootMeanSquare(smoothed.map(\.error)) < 0.8 * rootMeanSquare(causal.map(\.error)))
        let covered = smoothed.count { $0.error.magnitude < 1.96 * $0.sigma }
        #expect(Double(covered) > 0.95 * Double(smoothed.count))
    }
}
