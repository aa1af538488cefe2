import Foundation
import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import OrientationFilters

@Suite("fixed-lag")
struct FixedLagFilterTests {
    static let iron = Vector3(30, -20, 10)
    static let bias = Vector3(0.02, -0.03, 0.04)

    /// A phone that looks around, with bias and hard iron that nobody calibrated.
    static func log(seconds: Double = 60, seed: UInt64 = 1) -> SyntheticMotion.Log {
        var motion = SyntheticMotion.phone(seconds: seconds, seed: seed)
        motion.gyroscopeBias = bias
        var log = motion.log()
        log.input.magnetometer.values = log.input.magnetometer.values.map { $0 + iron }
        return log
    }

    private func run(_ input: FilterInput) -> (filter: FixedLagFilter, track: OrientationTrack) {
        var filter = FixedLagFilter()
        let track = filter.replay(input)
        return (filter, track)
    }

    // MARK: What it finds

    /// Three sigmas of 12 numbers: by chance one in 30 logs is outside; the seed is fixed.
    @Test("bias, hard iron and field come back within three stated sigmas")
    func calibration() throws {
        let log = Self.log()
        let (filter, track) = run(log.input)
        let found = try #require(filter.calibration)
        func expect(_ value: Vector3, _ truth: Vector3, _ sigma: Vector3, largest: Double) {
            for i in 0..<3 {
                #expect((value[i] - truth[i]).magnitude <= 3 * sigma[i] + 1e-12)
                #expect(sigma[i] < largest)
            }
        }
        expect(found.hardIron, Self.iron, found.hardIronSigma, largest: 0.3)
        expect(found.gyroscopeBias, Self.bias, found.gyroscopeBiasSigma, largest: 0.002)
        expect(found.field, SyntheticMotion.field, found.fieldSigma, largest: 2.5)
        expect(found.accelerometerBias, .zero, found.accelerometerBiasSigma, largest: 0.1)
        #expect(found.magnetometerDelay.magnitude < 3 * found.magnetometerDelaySigma)
        for i in 0..<3 {
            for j in 0..<3 {
                let truth = i == j ? 1.0 : 0
                #expect((found.softIron[i, j] - truth).magnitude < 3 * found.softIronSigma[i, j])
                #expect(found.gyroscopeDistortion[i, j].magnitude < 3 * found.gyroscopeDistortionSigma[i, j])
            }
        }
        #expect(found.seenShare > 0.8 && found.disturbed == .no && found.readings > 500)
        #expect(found.numbers.count == 63)
        // fieldSigma alone is 1.4 degrees.
        #expect(track.rmsError(log, from: 30) < 1.4)
        #expect(filter.estimate?.gyroscopeBiasSigma == found.gyroscopeBiasSigma)
    }

    @Test("as models of a calibration: readings become field and rate, and the file reads back")
    func models() throws {
        let filter = run(Self.log().input).filter
        let found = try #require(filter.calibration)
        let magnetometer = try #require(found.magnetometerModel)
        let q = Quaternion(rotationVector: Vector3(0.3, -0.7, 1.1))
        // The common scale of field and soft iron is known to 3 %; the direction is what a heading needs.
        let field = magnetometer.apply(q.unrotate(SyntheticMotion.field) + Self.iron)
        #expect(field.angle(to: q.unrotate(SyntheticMotion.field)) < Angle.radians(1))
        let rate = Vector3(1, -2, 0.5)
        #expect((found.gyroscopeModel.apply(rate + Self.bias) - rate).length < 0.03)
        #expect((found.gyroscopeModel.apply(Self.bias)).length < 0.003)

        let day = try #require(CalendarDate("2026-03-14"))
        let file = found.file(provenance: CalibrationProvenance(toolVersion: "1", logs: [], date: day))
        let read = try CalibrationFile(parsing: Array(file.json.text.utf8), name: "file")
        #expect(read.magnetometer?.model == magnetometer && read.magnetometer?.accepted == true)
        #expect(read.gyroscope?.model == found.gyroscopeModel && read.magnetometer?.coverage == found.seenShare)
        let entry = try #require(FilterCatalogue.entry(named: "fixed-lag"))
        let part = try #require(try entry.run(Self.log().input).findings.first)
        #expect(part.magnetometer == magnetometer && part.hardIronSigma == found.hardIronSigma)
        #expect(part.levelHeadingSigma == found.headingSigma(horizontal: 0, 1))
    }

    @Test("a quarter turn about each device axis ends where a person sees it end", arguments: 0..<3)
    func turns(axis: Int) throws {
        // Face up, top to north: still for 5 s, a quarter turn in 3 s, still.
        let rate = Double.pi / 2 / 3
        var motion = SyntheticMotion(
            seconds: 15,
            rate: { t in
                guard t >= 5, t < 8 else { return .zero }
                return Vector3(axis == 0 ? rate : 0, axis == 1 ? rate : 0, axis == 2 ? -rate : 0)
            })
        motion.start = .identity
        let last = try #require(run(motion.log().input).track.estimates.last).orientation
        // The device's axes then: about x the top rises; about y the right edge goes down; about -z the top goes east.
        let expected: [(x: Vector3, y: Vector3)] = [
            (Pose.east, Pose.up), (-1 * Pose.up, Pose.north), (-1 * Pose.north, Pose.east),
        ]
        #expect(last.rotate(Vector3(1, 0, 0)).angle(to: expected[axis].x) < Angle.radians(1.5))
        #expect(last.rotate(Vector3(0, 1, 0)).angle(to: expected[axis].y) < Angle.radians(1.5))
    }

    @Test("a magnet is a disturbance, and its end is seen")
    func disturbed() throws {
        var motion = SyntheticMotion.phone(seconds: 60)
        motion.disturbance = { t in t > 30 && t < 40 ? Vector3(25, -10, 15) : .zero }
        let track = run(motion.log().input).track
        func share(_ from: Double, _ to: Double) -> Double {
            let flags = zip(track.times, track.estimates).filter {
                1e-9 * Double($0.0) > from && 1e-9 * Double($0.0) < to
            }.map(\.1.disturbed)
            return Double(flags.count { $0 == .yes }) / Double(max(1, flags.count))
        }
        #expect(share(15, 29) < 0.1 && share(33, 39) > 0.6 && share(50, 60) < 0.1)
    }

    // MARK: Without a sensor

    @Test("gravity in place of an accelerometer gives the same bits; without a magnetometer the heading is relative")
    func otherSensors() throws {
        let input = Self.log(seconds: 20).input
        var gravity = input
        swap(&gravity.gravity, &gravity.accelerometer)
        let (a, b) = (run(input).track, run(gravity).track)
        #expect(a.estimates.map(\.orientation) == b.estimates.map(\.orientation))
        var blind = input
        blind.magnetometer = VectorStream()
        let (filter, track) = run(blind)
        #expect(track.estimates.allSatisfy { $0.headingSigma.isNaN && $0.disturbed == .unknown })
        #expect(filter.calibration?.field == .zero && filter.calibration?.magnetometerModel == nil)
        var still = input
        still.gyroscope = VectorStream()
        #expect(run(still).track.count == 0)
        // A magnetometer that reads zero is none.
        var zero = input
        zero.magnetometer.values = zero.magnetometer.values.map { _ in .zero }
        #expect(run(zero).track.estimates.map(\.orientation) == track.estimates.map(\.orientation))
    }

    @Test("a magnetometer that comes late gives north, and the iron is still found")
    func lateField() throws {
        var log = Self.log(seconds: 60)
        log.dropMagnetometer(before: 10_000_000_000)
        let (filter, track) = run(log.input)
        #expect(track.rmsError(log, from: 45) < 2)
        #expect(((filter.calibration?.hardIron ?? .zero) - Self.iron).length < 1)
    }

    @Test("an accelerometer that dies leaves a larger sigma of the vertical")
    func deadAccelerometer() throws {
        var log = Self.log(seconds: 40)
        let whole = run(log.input).track
        let kept = log.input.accelerometer.times.prefix { $0 < 20_000_000_000 }.count
        log.input.accelerometer.times.removeSubrange(kept...)
        log.input.accelerometer.values.removeSubrange(kept...)
        let track = run(log.input).track
        #expect(track.worstError(log, from: 20) < 6)
        let (last, alive) = (try #require(track.estimates.last), try #require(whole.estimates.last))
        #expect(last.inclinationSigma > 1.2 * alive.inclinationSigma)
    }

    @Test("a magnetometer that never changes tells no heading")
    func constantField() throws {
        var log = Self.log(seconds: 60)
        log.input.magnetometer.values = log.input.magnetometer.values.map { _ in Vector3(10, 20, -30) }
        let last = try #require(run(log.input).track.estimates.last)
        #expect(last.headingSigma > 0.3)
    }

    /// The mean field of the room is off by half of what it varies by, 4 microtesla in 22: 10 degrees. Only that it
    /// varies shows it.
    @Test("the heading's sigma covers a room whose mean field is not the Earth's")
    func unevenRoom() throws {
        var motion = SyntheticMotion.phone(seconds: 60, seed: 4)
        let even = try #require(run(motion.log().input).track.estimates.last)
        #expect(even.headingSigma < Angle.radians(3))
        motion.disturbance = { t in
            Vector3(4, 0, 0) + 8 * Vector3(Double.sin(0.9 * t), Double.cos(1.3 * t), Double.sin(2.1 * t))
        }
        let log = motion.log()
        let track = run(log.input).track
        for (time, estimate) in zip(track.times, track.estimates) where time > 30_000_000_000 {
            let error = (estimate.orientation * log.truth(at: time).conjugate).canonical.twistAboutVertical
            #expect(error.magnitude < 3 * estimate.headingSigma)
            #expect(estimate.headingSigma < Angle.radians(20))
        }
        // Without what the room says of its mean, the sigma is that of a field that is known.
        let window = run(log.input).filter.state.window
        let known = window.headingSigma * window.headingSigma - window.unevenVariance
        #expect(window.headingSigma > 1.5 * known.squareRoot())
    }

    /// A dipole of up to 200 microtesla that passes a pan, ten seconds of the sixty that the window holds.
    @Test("a magnet that has passed says little of the mean field")
    func passedMagnet() throws {
        var motion = SyntheticMotion(
            seconds: 90, gyroscopeNoise: 0.002, accelerometerNoise: 0.02, magnetometerNoise: 0.3, seed: 3)
        motion.rate = { t in Vector3(0, 0, Angle.radians(10) * 0.157 * .cos(0.157 * t)) }
        motion.disturbance = { t in
            let (away, moment) = (Vector3(0.1 * (t - 60), 0.3, -0.1), Vector3(1.2, 2, 3.2))
            let r = away.length
            return (1 / (r * r * r)) * ((3 * away.dot(moment) / (r * r)) * away - moment)
        }
        let log = motion.log()
        let largest = log.input.magnetometer.values.map { ($0 - SyntheticMotion.field).length }.max() ?? 0
        #expect(largest > 100)
        let track = run(log.input).track
        for (time, estimate) in zip(track.times, track.estimates) where time > 75_000_000_000 {
            let error = (estimate.orientation * log.truth(at: time).conjugate).canonical.twistAboutVertical
            #expect(error.magnitude < 2 * estimate.headingSigma)
            #expect(estimate.headingSigma < Angle.radians(25))
        }
    }

    /// Iron may turn a compass that nobody calibrated to anywhere.
    @Test("the first headings' sigma lets the compass be wrong by any angle")
    func firstSigma() throws {
        let first = try #require(run(Self.log(seconds: 3).input).track.estimates.first)
        #expect(first.headingSigma > Double.pi / 3 && first.headingSigma < Double.pi / 2)
    }

    // MARK: Holes and bad input

    @Test("what was learnt of the sensors stays over a hole; the heading is right again at once")
    func hole() throws {
        let log = Self.log(seconds: 75, seed: 2)
        let track = run(HoleTests.Cut.keep(log.input) { $0 < 45 || $0 > 60 }).track
        let row = try #require(track.times.firstIndex { $0 >= 60_000_000_000 })
        let first = track.estimates[row]
        #expect((first.gyroscopeBias - Self.bias).length < 0.005)
        // The compass of a moving phone, without the iron, which is 30 degrees and more.
        #expect(first.orientation.angle(to: log.truth(at: track.times[row])) < Angle.radians(20))
        #expect(track.worstError(log, from: 62) < 5)
        for (time, estimate) in zip(track.times, track.estimates) where time > 60_000_000_000 {
            let error = (estimate.orientation * log.truth(at: time).conjugate).canonical.twistAboutVertical
            #expect(error.magnitude < 4 * estimate.headingSigma)
        }
    }

    @Test("an unknown that is released leaves of the others what the Gaussian says of them")
    func release() {
        let m = TrajectoryLayout.prior
        let (a, b, c) = (TrajectoryLayout.bias, TrajectoryLayout.node, TrajectoryLayout.node + TrajectoryLayout.field)
        var prior = WindowPrior()
        prior.left[a * m + a] = 4
        prior.left[b * m + b] = 3
        prior.left[c * m + c] = 2
        for (i, j, value) in [(a, b, 0.5), (a, c, 1.0), (b, c, -0.8)] {
            prior.left[i * m + j] = value
            prior.left[j * m + i] = value
        }
        (prior.right[a], prior.right[b], prior.right[c]) = (1, 2, 3)
        prior.release(c)
        // The Schur complement, by hand.
        #expect((prior.left[a * m + a] - (4 - 1.0 / 2)).magnitude < 1e-15)
        #expect((prior.left[b * m + b] - (3 - 0.64 / 2)).magnitude < 1e-15)
        #expect((prior.left[a * m + b] - (0.5 + 0.8 / 2)).magnitude < 1e-15)
        #expect((prior.right[a] - (1 - 3.0 / 2)).magnitude < 1e-15)
        #expect((prior.right[b] - (2 + 2.4 / 2)).magnitude < 1e-15)
        #expect(prior.left[c * m + c] == 0 && prior.left[a * m + c] == 0 && prior.right[c] == 0)
    }

    @Test("stamps that step back, stand still or jump, and absurd values: finite answers, bounded memory")
    func badInput() throws {
        let input = Self.log(seconds: 30).input
        var filter = FixedLagFilter()
        let absurd = [Vector3(.nan, 0, 0), Vector3(1e300, 0, 0), Vector3(.infinity, 0, 0), Vector3(9e3, 9e3, 9e3)]
        var isFinite = true
        for (k, time) in input.gyroscope.times.enumerated() {
            // At 10 s the clock goes back by an hour.
            let stamp = time > 10_000_000_000 ? time - 3_600_000_000_000 : time
            filter.update(gyroscope: input.gyroscope.values[k], at: stamp)
            if k % 5 == 0 { filter.update(gyroscope: input.gyroscope.values[k], at: stamp - 3_000_000) }
            if k % 50 == 0 { for value in absurd { filter.update(gyroscope: value, at: stamp) } }
            let force = input.accelerometer.values[min(k, input.accelerometer.count - 1)]
            filter.update(accelerometer: k % 70 == 0 ? absurd[k / 70 % 4] : force, at: stamp - 1_000_000)
            if k % 3 == 0 {
                let field = input.magnetometer.values[min(k / 4, input.magnetometer.count - 1)]
                filter.update(magnetometer: k % 90 == 0 ? absurd[k / 90 % 4] : field, at: stamp)
            }
            guard let estimate = filter.estimate else { continue }
            isFinite =
                isFinite && (estimate.orientation.lengthSquared - 1).magnitude < 1e-9 && estimate.inclinationSigma >= 0
        }
        #expect(isFinite && filter.estimate != nil)
        // The gyroscope stops; the magnetometer goes on for an hour.
        let end = filter.state.time
        for k in 0..<100_000 { filter.update(magnetometer: Vector3(0, 20, -40), at: end + Int64(k) * 36_000_000) }
        #expect(filter.state.window.readings.count < 2000)
        let before = filter.estimate?.orientation
        filter.update(gyroscope: .zero, at: end + 3_600_000_000_000)
        #expect(before != nil && filter.estimate == nil)
    }

    // MARK: A value

    @Test("a copy goes its own way, and both give the bits of the whole")
    func copies() {
        let input = Self.log(seconds: 20).input
        var first = FixedLagFilter()
        _ = first.replay(HoleTests.Cut.keep(input) { $0 < 10 })
        var second = first
        let other = second.replay(HoleTests.Cut.keep(Self.log(seconds: 20, seed: 9).input) { $0 >= 10 })
        let track = first.replay(HoleTests.Cut.keep(input) { $0 >= 10 })
        let whole = run(input).track
        #expect(track.estimates.map(\.orientation) == whole.estimates.suffix(track.count).map(\.orientation))
        #expect(other.estimates.last?.orientation != track.estimates.last?.orientation)
    }

    @Test("a state of other counts is refused, not used")
    func damagedState() throws {
        var filter = FixedLagFilter()
        _ = filter.replay(Self.log(seconds: 8).input)
        let json = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(filter.state)) as? [String: Any])
        func decoded(_ change: (inout [String: Any]) -> Void) throws -> FixedLagFilter.State {
            var (json, window) = (json, json["window"] as? [String: Any] ?? [:])
            change(&window)
            json["window"] = window
            return try JSONDecoder().decode(
                FixedLagFilter.State.self, from: JSONSerialization.data(withJSONObject: json))
        }
        _ = try decoded { _ in }
        for name in ["integrals", "readings"] {
            #expect(throws: DecodingError.self) { try decoded { $0[name] = [Any]() } }
        }
        #expect(throws: DecodingError.self) {
            try decoded { window in
                var prior = window["prior"] as? [String: Any] ?? [:]
                prior["left"] = [1.0]
                window["prior"] = prior
            }
        }
    }

    @Test("the rows up to any time do not depend on what comes later", arguments: [0.5, 7.3, 19.99])
    func prefix(end: Double) {
        let input = Self.log(seconds: 25).input
        let (whole, part) = (run(input).track, run(HoleTests.Cut.keep(input) { $0 <= end }).track)
        #expect(part.count > 0 && part.times == Array(whole.times.prefix(part.count)))
        #expect(
            zip(part.estimates, whole.estimates).allSatisfy {
                $0.orientation == $1.orientation && $0.headingSigma.bitPattern == $1.headingSigma.bitPattern
            })
    }

    @Test("parameters of any value do not trap", arguments: [Double.nan, .infinity, -1, 0, 1e300])
    func strangeParameters(value: Double) {
        let input = Self.log(seconds: 5).input
        var parameters = TrajectoryParameters()
        (parameters.window, parameters.retryEvery) = (min(value, 50), value)
        var filter = FixedLagFilter(parameters: parameters)
        #expect(filter.replay(input).count > 0)
        parameters = TrajectoryParameters()
        (parameters.nodeInterval, parameters.readingInterval) = (value, value)
        filter = FixedLagFilter(parameters: parameters)
        #expect(filter.replay(HoleTests.Cut.keep(input) { $0 < 1 }).count > 0)
    }
}
