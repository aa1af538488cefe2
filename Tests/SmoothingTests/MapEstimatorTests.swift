import OrientationFilters
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Simulation
@testable import Smoothing

@Suite("Maximum a posteriori")
struct MapEstimatorTests {
    /// A simulated phone in a field without declination, so that magnetic north is the reference's.
    struct Log {
        var input: FilterInput
        let reference: QuaternionStream

        init(
            _ device: DeviceModel, _ scenario: Scenario = .arPanning, seconds: Double = 40, seed: UInt64 = 1
        ) throws {
            var options = SimulationOptions(earthField: Vector3(0, 23, -41))
            (options.device, options.duration, options.seed) = (device, seconds, seed)
            let recording = try scenario.simulate(options).recording
            input = FilterInput(
                gyroscope: recording.gyroscope, accelerometer: recording.accelerometer,
                magnetometer: recording.magnetometer)
            reference = recording.reference
        }

        init(input: FilterInput, reference: QuaternionStream) { (self.input, self.reference) = (input, reference) }

        /// The heading's and the vertical's errors after the first second, rad, and their sigmas.
        func errors(_ track: OrientationTrack) -> [(heading: Double, tilt: Double, estimate: OrientationEstimate)] {
            zip(track.times, track.estimates).dropFirst(100).map { time, estimate in
                let truth = reference.values[min(reference.index(atOrAfter: time), reference.count - 1)]
                let error = (estimate.orientation * truth.conjugate).canonical
                return (error.twistAboutVertical, error.tiltOfVertical, estimate)
            }
        }
    }

    /// The simulated stamps are those of the readings, without the latency of a real gyroscope's filter.
    private func track(_ input: FilterInput) throws -> OrientationTrack {
        try #require(EstimatorCatalogue.entry(named: "map")).run(input, parameters: ["latency": 0])
    }

    private func rootMeanSquare(_ values: [Double]) -> Double {
        (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }

    /// Hard iron of hundreds of microtesla and a bias of degrees per second, with nothing but the log.
    @Test("a raw phone's orientation, and sigmas that cover its errors")
    func rawPhone() throws {
        let log = try Log(.iPhone5, seconds: 60)
        let errors = log.errors(try track(log.input))
        #expect(errors.count > 5500)
        #expect(rootMeanSquare(errors.map(\.heading)) < Angle.radians(2))
        #expect(rootMeanSquare(errors.map(\.tilt)) < Angle.radians(1))
        let covered = errors.count { $0.heading.magnitude < 1.96 * $0.estimate.headingSigma }
        #expect(Double(covered) > 0.9 * Double(errors.count))
        #expect(errors.allSatisfy { $0.estimate.headingSigma < Angle.radians(6) })
    }

    /// Priors and losses are isotropic: another choice of the device's axes turns the answer and changes nothing else.
    /// The iteration ends at steps of 0.01 degrees.
    @Test("the axes of the device do not matter")
    func equivariance() throws {
        let log = try Log(DeviceModel())
        let turn = Quaternion(rotationVector: Vector3(0.7, -1.9, 0.4))
        func turned(_ stream: VectorStream) -> VectorStream { stream.mapped { turn.unrotate($0) } }
        let other = FilterInput(
            gyroscope: turned(log.input.gyroscope), accelerometer: turned(log.input.accelerometer),
            magnetometer: turned(log.input.magnetometer))
        let (a, b) = (try track(log.input), try track(other))
        try #require(a.count == b.count && a.count > 3000)
        for row in stride(from: 0, to: a.count, by: 50) {
            let angle = (a.estimates[row].orientation * turn).angle(to: b.estimates[row].orientation)
            #expect(angle < Angle.radians(0.05), "row \(row)")
        }
    }

    @Test("each side of a hole has its rows")
    func hole() throws {
        let log = try Log(DeviceModel())
        let (start, end) = (log.input.gyroscope.times[1500], log.input.gyroscope.times[2200])
        func cut(_ stream: VectorStream) -> VectorStream {
            let kept = stream.times.indices.filter { stream.times[$0] <= start || stream.times[$0] >= end }
            return VectorStream(times: kept.map { stream.times[$0] }, values: kept.map { stream.values[$0] })
        }
        let input = FilterInput(
            gyroscope: cut(log.input.gyroscope), accelerometer: cut(log.input.accelerometer),
            magnetometer: cut(log.input.magnetometer))
        let track = try track(input)
        #expect(track.count == input.gyroscope.count)
        #expect(rootMeanSquare(log.errors(track).map(\.heading)) < Angle.radians(3))
    }

    @Test("without a magnetometer the heading has no sigma, the vertical has one")
    func withoutMagnetometer() throws {
        var log = try Log(DeviceModel())
        log.input.magnetometer = VectorStream()
        let errors = log.errors(try track(log.input))
        #expect(rootMeanSquare(errors.map(\.tilt)) < Angle.radians(1))
        #expect(errors.allSatisfy { $0.estimate.headingSigma.isNaN && $0.estimate.inclinationSigma > 0 })
    }

    @Test("readings that no field explains are refused, and say so")
    func noise() throws {
        var log = try Log(DeviceModel())
        var random = RandomGenerator(seed: 3)
        log.input.magnetometer.values = log.input.magnetometer.values.map { _ in
            200 * Vector3(random.gaussian(), random.gaussian(), random.gaussian())
        }
        let track = try track(log.input)
        #expect(track.count == 0)
        #expect(track.refusal?.code == .noConvergence)
    }

    /// A magnet that moves about the device for all but the first seconds: few readings agree.
    @Test("magnets nearly all the time are doubted or refused, magnets now and then are not")
    func doubt() throws {
        for (share, isDoubted) in [(0.9, true), (0.2, false)] {
            var log = try Log(DeviceModel())
            let count = log.input.magnetometer.count
            for index in Int(clamping: Double(count) * (1 - share))..<count {
                let time = 1e-9 * Double(log.input.magnetometer.times[index])
                log.input.magnetometer.values[index] +=
                    25 * Vector3(Double.sin(1.3 * time), Double.cos(0.9 * time), Double.sin(2.1 * time))
            }
            let track = try track(log.input)
            #expect((track.count == 0 || track.doubt?.code == .headingDoubtful) == isDoubted)
        }
    }

    /// Every third tenth of a second without the gyroscope, of a phone in a swinging hand.
    @Test("the sigma covers lost pieces of the gyroscope")
    func lostPieces() throws {
        var log = try Log(DeviceModel(), .swinging, seconds: 60)
        let whole = log.input.gyroscope
        log.input.gyroscope = VectorStream()
        for (time, rate) in zip(whole.times, whole.values) where time / 100_000_000 % 3 != 1 {
            log.input.gyroscope.append(rate, at: time)
        }
        let track = try track(log.input)
        let errors = log.errors(track)
        let covered = errors.count { $0.heading.magnitude < 1.96 * $0.estimate.headingSigma }
        #expect(Double(covered) > 0.9 * Double(errors.count), "\(covered) of \(errors.count)")
        #expect(rootMeanSquare(errors.map(\.heading)) < Angle.radians(8))
    }

    /// The simulated device is known: iron of hundreds of microtesla, a bias of degrees per second.
    @Test("hard iron, bias and field are found within their sigmas")
    func findings() throws {
        var options = SimulationOptions(earthField: Vector3(0, 23, -41))
        (options.device, options.duration, options.seed) = (.iPhone5, 60, 1)
        let simulated = try Scenario.arPanning.simulate(options)
        let recording = simulated.recording
        let input = FilterInput(
            gyroscope: recording.gyroscope, accelerometer: recording.accelerometer,
            magnetometer: recording.magnetometer)
        let found = try #require(try track(input).findings.first)
        #expect(found.refusal == nil && found.doubt == nil)
        #expect(found.starts.map(\.name) == ["whole"])
        let magnetometer = try #require(found.magnetometer)
        let hardIron = magnetometer.hardIron - simulated.device.magnetometer.hardIron
        for (error, sigma) in [
            (hardIron.x, found.hardIronSigma.x), (hardIron.y, found.hardIronSigma.y),
            (hardIron.z, found.hardIronSigma.z),
        ] {
            #expect(error.magnitude < 4 * sigma, "\(error) for \(sigma)")
        }
        let truth =
            simulated.gyroscopeBias.values.reduce(Vector3.zero) { $0 + $1 } / Double(simulated.gyroscopeBias.count)
        let bias = try #require(found.gyroscope).bias - truth
        #expect(bias.length < 4 * found.biasSigma.length, "\(bias.length) for \(found.biasSigma.length)")
        #expect((found.dip - Double.atan2(y: 41, x: 23)).magnitude < Angle.radians(2))
        #expect(found.headingSigma < Angle.radians(3))
        for misfit in found.misfits { #expect(misfit.rootMeanSquare < 1.5, "\(misfit)") }
    }

    @Test("the sensor whose axes are swapped is the suspect", arguments: [nil, SensorKind.gyroscope, .magnetometer])
    func suspect(_ sensor: SensorKind?) throws {
        var log = try Log(DeviceModel())
        func swapped(_ stream: VectorStream) -> VectorStream { stream.mapped { Vector3($0.y, $0.x, $0.z) } }
        if sensor == .gyroscope { log.input.gyroscope = swapped(log.input.gyroscope) }
        if sensor == .magnetometer { log.input.magnetometer = swapped(log.input.magnetometer) }
        let track = try track(log.input)
        let found = try #require(track.findings.first)
        #expect(found.suspect == sensor, "\(found.misfits) \(String(describing: found.refusal))")
        if let sensor {
            let told = track.refusal?.message ?? track.doubt?.message
            #expect(told?.contains(sensor.rawValue) == true)
        }
    }

    /// Two windows and a part of a third one, of which each goes on where the one before ends.
    @Test("a long recording is solved in windows, and their rows follow each other")
    func windows() throws {
        let log = try Log(.iPhone5, seconds: 2.2 * Double(MapParameters.statedNodes))
        let track = try track(log.input)
        #expect(track.times == log.input.gyroscope.times)
        let errors = log.errors(track)
        #expect(rootMeanSquare(errors.map(\.heading)) < Angle.radians(2))
        for (error, next) in zip(errors, errors.dropFirst()) {
            #expect((next.heading - error.heading).magnitude < Angle.radians(2))
        }
        let found = try #require(track.findings.first)
        #expect(track.findings.count == 1 && found.interval == track.times[0]...track.times[track.count - 1])
    }

    /// A slow turn with a calibrated gyroscope in an even field: no rest with a bias of five degrees per second.
    @Test("a slow steady turn is a turn")
    func slowTurn() throws {
        var options = SimulationOptions(earthField: Vector3(0, 23, -41))
        options.seed = 2
        let recording = try Scenario.panorama.simulate(options).recording
        let log = Log(
            input: FilterInput(
                gyroscope: recording.gyroscope, accelerometer: recording.accelerometer,
                magnetometer: recording.magnetometer), reference: recording.reference)
        #expect(rootMeanSquare(log.errors(try track(log.input)).map(\.heading)) < Angle.radians(2))
    }

    @Test("no gyroscope, no force, one sample: no row")
    func degenerate() throws {
        let one = VectorStream(times: [7], values: [Vector3(0, 0, 9.81)])
        #expect(try track(FilterInput(accelerometer: one)).count == 0)
        #expect(try track(FilterInput(gyroscope: one)).count == 0)
        #expect(try track(FilterInput(gyroscope: one, accelerometer: one, magnetometer: one)).count == 0)
    }
}
