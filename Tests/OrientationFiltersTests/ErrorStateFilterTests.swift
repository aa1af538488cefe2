import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import OrientationFilters

/// A filter with a covariance of attitude and bias, and the accuracy that it reaches.
struct ErrorStateFilter: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// After wrong first samples: the length of the log, and from when on the error is below `settled` degrees.
    let start: (seconds: Double, from: Double, settled: Double)
    /// Error of a bias of 5 deg/s after a minute, rad/s. At rest the gyroscope of `kalman` averages to 0.002 /
    /// sqrt(5000) = 3e-5 rad/s; in motion a bias error b is balanced by a tilt of b * 3 s, and the tilt is known within
    /// a degree (`kalman`, 0.006 rad/s) or half a degree (`sensorlab`, whose scale of 0.0026 may take 3e-4 rad/s of
    /// it).
    let bias: (moving: Double, rest: Double)
    /// From when on the horizon is right without a magnetometer, ns.
    let horizonFrom: Int64

    static let all = [
        ErrorStateFilter(
            testDescription: "kalman", start: (60, 59, 1), bias: (0.006, 1e-4), horizonFrom: 10_000_000_000),
        ErrorStateFilter(
            testDescription: "sensorlab", start: (40, 15, 5), bias: (0.003, 3e-4), horizonFrom: 15_000_000_000),
    ]

    /// The simulated sensors are stamped exactly, so there is no latency.
    func run(_ log: SyntheticMotion.Log) throws -> OrientationTrack {
        try #require(FilterCatalogue.entry(named: testDescription))
            .run(log.input, parameters: testDescription == "sensorlab" ? ["latency": 0] : [:])
    }
}

@Suite("kalman and sensorlab: convergence, bias, magnets, missing samples")
struct ErrorStateFilterTests {
    /// Wrong first samples replace any start: the first force and field are those of another pose.
    @Test("converges from any start", arguments: ErrorStateFilter.all, Pose.all)
    func anyStart(filter: ErrorStateFilter, pose: Pose) throws {
        var log = SyntheticMotion(seconds: filter.start.seconds).log()
        log.input.accelerometer.values[0] = pose.force
        log.input.magnetometer.values[0] = pose.field
        let track = try filter.run(log)
        expectRotation(track.estimates[0].orientation, pose.orientation, withinDegrees: 1)
        #expect(track.worstError(log, from: filter.start.from) < filter.start.settled)
        #expect(track.estimates.allSatisfy { $0.orientation.isFinite })
    }

    @Test("finds a bias of 5 deg/s in motion, and at rest", arguments: ErrorStateFilter.all, [true, false])
    func bias(filter: ErrorStateFilter, moving: Bool) throws {
        let bias = Vector3(0.09, -0.03, 0.07)
        var motion = SyntheticMotion.phone()
        motion.gyroscopeBias = bias
        if !moving { (motion.rate, motion.acceleration) = ({ _ in .zero }, { _ in .zero }) }
        let log = motion.log()
        let track = try filter.run(log)
        let last = try #require(track.estimates.last)
        expectVector(last.gyroscopeBias, bias, within: moving ? filter.bias.moving : filter.bias.rest)
        #expect(last.rest == (moving ? .no : .yes))
        #expect(track.rmsError(log, from: 30) < 2)
    }

    @Test("a magnet for 10 s does not move the heading, and is reported", arguments: ErrorStateFilter.all)
    func magnet(filter: ErrorStateFilter) throws {
        var motion = SyntheticMotion.phone()
        motion.disturbance = { t in t > 30 && t < 40 ? Vector3(60, -10, 20) : .zero }
        let log = motion.log()
        let track = try filter.run(log)
        #expect(track.worstError(log, from: 20) < 3)
        let during = zip(track.times, track.estimates).filter { $0.0 > 31_000_000_000 && $0.0 < 40_000_000_000 }
        #expect(during.allSatisfy { $0.1.disturbed == .yes })
        let clean = zip(track.times, track.estimates).filter { $0.0 > 25_000_000_000 && $0.0 < 30_000_000_000 }
        #expect(clean.allSatisfy { $0.1.disturbed == .no })
    }

    @Test(
        "without a magnetometer the horizon holds and the heading's sigma is unknown", arguments: ErrorStateFilter.all)
    func noMagnetometer(filter: ErrorStateFilter) throws {
        var log = SyntheticMotion.phone().log()
        log.input.magnetometer = VectorStream()
        let track = try filter.run(log)
        for (time, estimate) in zip(track.times, track.estimates) where time > filter.horizonFrom {
            let error = estimate.orientation * log.truth(at: time).conjugate
            #expect(Angle.degrees(error.tiltOfVertical) < 2)
        }
        #expect(track.estimates.allSatisfy { $0.headingSigma.isNaN && $0.disturbed == .unknown })
    }

    @Test(
        "a magnetometer that begins late turns a relative heading into a magnetic one",
        arguments: ErrorStateFilter.all)
    func lateMagnetometer(filter: ErrorStateFilter) throws {
        var motion = SyntheticMotion.phone()
        motion.start = .aboutVertical(2)
        var log = motion.log()
        log.dropMagnetometer(before: 5_000_000_000)
        let track = try filter.run(log)
        #expect(track.estimates.first?.headingSigma.isNaN == true)
        #expect(track.estimates.last?.headingSigma.isNaN == false)
        #expect(track.worstError(log, from: 1.5, to: 4.5) > 90)
        #expect(track.worstError(log, from: 20) < 3)
    }
}

@Suite("Every filter on extreme samples")
struct ExtremeSampleTests {
    @Test("noise, clipping, free fall and spikes leave no NaN", arguments: [true, false])
    func finite(gyroscope: Bool) throws {
        var random = SplitMix64(seed: 5)
        var input = FilterInput()
        for k in 0..<20_000 {
            let time = Int64(k) * 10_000_000
            let spike = k.isMultiple(of: 97) ? 1e4 : 1.0
            if gyroscope { input.gyroscope.append(random.vector(5 * spike), at: time) }
            input.accelerometer.append(k.isMultiple(of: 13) ? .zero : random.vector(20 * spike), at: time)
            input.magnetometer.append(k.isMultiple(of: 17) ? .zero : random.vector(50 * spike), at: time)
        }
        for name in gyroscope ? PoseTests.names : PoseTests.namesWithoutGyroscope {
            let track = try #require(FilterCatalogue.entry(named: name)).run(input)
            #expect(!track.estimates.isEmpty)
            #expect(
                track.estimates.allSatisfy {
                    $0.orientation.isFinite && ($0.orientation.lengthSquared - 1).magnitude < 1e-9
                        && $0.gyroscopeBias.isFinite
                }, "\(name)")
            guard SigmaTests.names.contains(name) else { continue }
            #expect(
                track.estimates.allSatisfy {
                    $0.headingSigma > 0 && $0.headingSigma < 1.82 && $0.inclinationSigma > 0
                        && $0.inclinationSigma < 1.82
                }, "\(name)")
        }
    }
}
