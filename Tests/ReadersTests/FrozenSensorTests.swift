import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

@Suite("Sensors that stop measuring, and readings at the end of a range")
struct FrozenSensorTests {
    /// 40 uT, pointing down by 60 degrees, north being y: as in Europe.
    private static let field = Vector3(0, 20, -34.6)
    private static let offset = Vector3(-150, 220, 90)

    /// A device that turns about its axes in turn, `swing` radians at most: field and rate in SI, 50 Hz, 20 s.
    private static func log(swing: Double) -> (field: VectorStream, rate: VectorStream, gravity: VectorStream) {
        let step: Int64 = 20_000_000
        var attitude = Quaternion.identity
        var (times, fields, rates, gravities) = ([Int64](), [Vector3](), [Vector3](), [Vector3]())
        for index in 0..<1000 {
            let t = Double(index) * 0.02
            let rate = swing * Vector3(1.3 * .cos(1.3 * t), 1.1 * .cos(1.1 * t + 1), 0.7 * .cos(0.7 * t + 2))
            times.append(Int64(index) * step)
            fields.append(attitude.unrotate(field) + offset)
            gravities.append(attitude.unrotate(Vector3(0, 0, 9.8)))
            rates.append(rate)
            attitude = attitude * Quaternion(rotationVector: 0.02 * rate)
        }
        return (
            VectorStream(times: times, values: fields), VectorStream(times: times, values: rates),
            VectorStream(times: times, values: gravities)
        )
    }

    /// 20 s at 50 Hz of a device that turns by `swing`, its raw magnetometer 280 microtesla off; noise unless
    /// `isExact`.
    private static func recording(swing: Double, isExact: Bool = false) -> Recording {
        let log = Self.log(swing: swing)
        var random = SplitMix64(seed: 21)
        func noisy(_ stream: VectorStream, _ sigma: Double) -> VectorStream {
            isExact ? stream : stream.mapped { $0 + random.vector(sigma) }
        }
        var recording = Recording()
        recording.gyroscope = noisy(log.rate, 0.003)
        recording.accelerometer = noisy(log.gravity, 0.05)
        recording.magnetometer = noisy(log.field, 0.4)
        return recording
    }

    private static let seconds = 6.0...14.0

    /// The sensor keeps its reading of 6 s until 14 s, on all axes or on one.
    private static func frozen(_ sensor: SensorKind, axis: Int? = nil, in recording: Recording) throws -> Recording {
        let path = try #require(Recording.vectorPath(of: sensor))
        var recording = recording
        let first = recording[keyPath: path].index(atOrAfter: 6_000_000_000)
        let value = recording[keyPath: path].values[first]
        for index in first..<recording[keyPath: path].index(atOrAfter: 14_000_000_000) {
            guard let axis else {
                recording[keyPath: path].values[index] = value
                continue
            }
            var components = (0..<3).map { recording[keyPath: path].values[index][$0] }
            components[axis] = value[axis]
            recording[keyPath: path].values[index] = Vector3(components[0], components[1], components[2])
        }
        return recording
    }

    @Test(
        "a frozen sensor is found where the others contradict it",
        arguments: [
            SensorKind.gyroscope, .accelerometer, .magnetometer,
        ])
    func frozenSensor(_ sensor: SensorKind) throws {
        var log = try Self.frozen(sensor, in: Self.recording(swing: 0.6))
        let count = log.vectors(of: sensor).count
        log.dropFrozenSamples("log")
        #expect(log.warnings.map(\.code) == [.frozenSensor])
        #expect(
            log.warnings.first?.message.hasPrefix("\(sensor.rawValue): it repeats one value for 8.0 s from 6.0 s")
                == true)
        // 399 repeats of one reading, at 50 Hz.
        #expect(count - log.vectors(of: sensor).count == 399)
        #expect(log.vectors(of: sensor).times.holes.count == 1)
    }

    @Test("one axis that sticks is enough", arguments: 0..<3)
    func frozenAxis(_ axis: Int) throws {
        var log = try Self.frozen(.gyroscope, axis: axis, in: Self.recording(swing: 1.2))
        log.dropFrozenSamples("log")
        #expect(log.warnings.map(\.code) == [.frozenSensor])
    }

    /// A device that rocks by 30 degrees, with a bias of 5 deg/s: four seconds miss it, eight do not.
    @Test("a slow axis that sticks, beside a bias")
    func frozenSlowAxis() throws {
        var log = Self.recording(swing: 0.5)
        log.gyroscope = log.gyroscope.mapped { $0 + Vector3(0.09, -0.05, 0.07) }
        var frozen = try Self.frozen(.gyroscope, axis: 2, in: log)
        frozen.dropFrozenSamples("log")
        #expect(frozen.warnings.map(\.code) == [.frozenSensor])
        log.dropFrozenSamples("log")
        #expect(log.warnings.isEmpty)
    }

    /// The force is never as long as gravity, so the field about its hard iron has to tell.
    @Test("a turn of a device that is shaken is seen by the field", arguments: [nil, 0, 2])
    func frozenShaken(axis: Int?) throws {
        var log = Self.recording(swing: 1.2)
        log.accelerometer = log.accelerometer.mapped { 1.3 * $0 }
        var frozen = try Self.frozen(.gyroscope, axis: axis, in: log)
        frozen.dropFrozenSamples("log")
        #expect(frozen.warnings.map(\.code) == [.frozenSensor])
        log.dropFrozenSamples("log")
        #expect(log.warnings.isEmpty)
    }

    @Test("a turn about the vertical is seen by the field alone")
    func frozenTurntable() throws {
        var log = Recording()
        for index in 0..<1000 {
            let time = Int64(index) * 20_000_000
            let attitude = Quaternion.aboutVertical(1.5 * Double(index) * 0.02)
            let isFrozen = (300..<700).contains(index)
            log.gyroscope.append(Vector3(0, 0, isFrozen ? 0 : 1.5 + 1e-6 * Double(index)), at: time)
            log.accelerometer.append(Vector3(0, 0, 9.8), at: time)
            log.magnetometer.append(attitude.unrotate(Vector3(0, 20, -35)) + Vector3(200, 100, -300), at: time)
        }
        log.dropFrozenSamples("log")
        #expect(log.warnings.map(\.code) == [.frozenSensor])
        #expect(log.gyroscope.count == 601)
    }

    @Test("a clock that jumps by years costs what its samples cost")
    func cost() {
        var log = Self.recording(swing: 0.6)
        for (offset, index) in (960..<1000).enumerated() {
            log.gyroscope.values[index] = Vector3(0.1, 0.2, 0.3)
            log.gyroscope.times[index] = Int64(offset) * 100_000_000_000_000_000 + 20_000_000_000
        }
        log.dropFrozenSamples("log")
        #expect(log.gyroscope.count == 1000)
    }

    /// A log of 60 s at `rate` Hz of a device that rests flat at first; `turn` is its rate in device axes, rad/s.
    private static func motion(
        rate hertz: Int = 50, _ turn: (Double) -> Vector3, push: (Double) -> Vector3 = { _ in .zero }
    ) -> Recording {
        var random = SplitMix64(seed: 4)
        var (log, attitude) = (Recording(), Quaternion.identity)
        for index in 0..<60 * hertz {
            let (t, time) = (Double(index) / Double(hertz), Int64(index) * 1_000_000_000 / Int64(hertz))
            attitude = attitude * Quaternion(rotationVector: turn(t) * (1 / Double(hertz)))
            log.gyroscope.append(turn(t) + random.vector(0.002), at: time)
            log.accelerometer.append(
                attitude.unrotate(Vector3(0, 0, 9.80665) + push(t)) + random.vector(0.03), at: time)
            log.magnetometer.append(
                attitude.unrotate(Vector3(0, 20, -43)) + Vector3(30, -20, 40) + random.vector(0.15), at: time)
        }
        return log
    }

    private static func lively(_ t: Double) -> Vector3 {
        Vector3(1.5 * .sin(4.4 * t), 1.2 * .cos(3.1 * t), .sin(1.9 * t))
    }

    private static func rounded(_ stream: VectorStream, to step: Double) -> VectorStream {
        stream.mapped { Vector3(($0.x / step).rounded(), ($0.y / step).rounded(), ($0.z / step).rounded()) * step }
    }

    /// What repeats a value of its own for seconds, is not frozen, and changes elsewhere.
    enum Repetition: CaseIterable {
        case flatTurn, idealTurntable, decimals, slowRates, lateGyroscope, passingMagnet, brakingCar, deadBand,
            saturated

        var log: Recording {
            switch self {
            case .flatTurn:
                // Turned on a table: the upward component of a magnetometer in whole microtesla stays.
                var log = motion { 2 < $0 && $0 < 14 ? Vector3(0, 0, 0.5) : $0 < 14 ? .zero : lively($0) }
                log.magnetometer = rounded(log.magnetometer, to: 1)
                return log
            case .idealTurntable:
                // Without noise, and more than half of the time at one rate: the median is the rate.
                var log = motion { Vector3(0, 0, $0 < 24 ? 0 : 0.5) }
                log.gyroscope.values = log.gyroscope.values.indices.map { Vector3(0, 0, $0 < 1200 ? 0 : 0.5) }
                log.magnetometer.values = log.magnetometer.values.enumerated().map { index, value in
                    index < 1200 ? Vector3(30, 0, -3) : value
                }
                return log
            case .decimals:
                var log = motion { Vector3($0 < 20 ? 0 : 0.35, 0, 0) }
                log.gyroscope = rounded(log.gyroscope, to: 0.01)
                return log
            case .slowRates:
                // Four readings a second, with repeats.
                var log = motion(rate: 4) {
                    Vector3(0.25 * ((($0 / 15).rounded(.down)).remainder(dividingBy: 2) == 0 ? 1 : -1), 0, 0)
                }
                log.gyroscope = rounded(log.gyroscope, to: 0.01)
                return log
            case .lateGyroscope:
                var log = motion { $0 < 20 ? .zero : lively($0) }
                log.gyroscope = log.gyroscope.clipped(to: 20_300_000_000...Int64.max)
                log.magnetometer = rounded(log.magnetometer, to: 2)
                for index in 1..<1000 { log.magnetometer.values[index] = log.magnetometer.values[0] }
                return log
            case .passingMagnet:
                var log = motion { $0 < 5 || $0 > 45 ? lively($0) : .zero }
                for index in log.gyroscope.values.indices {
                    let t = Double(index) / 50
                    if 5...45 ~= t { log.gyroscope.values[index] = .zero }
                    for centre in [15.0, 22, 30, 38] {
                        log.magnetometer.values[index] +=
                            Vector3(60, 30, -42) * Double.exp(-(t - centre) * (t - centre))
                    }
                }
                return log
            case .brakingCar:
                var log = motion(
                    { Vector3(0, 0, $0 > 30 ? 0.35 : 0) },
                    push: { Vector3(0, 5 < $0 && $0 < 12 ? 4 : 15 < $0 && $0 < 20 ? -6 : 0, 0) })
                for index in 0..<1400 { log.gyroscope.values[index] = .zero }
                return log
            case .deadBand:
                // Shaken while the gyroscope rests in its dead band, at its bias.
                var log = motion({ $0 < 40 ? .zero : lively($0) }, push: { Vector3(3 * .sin(3 * $0), 0, 0) })
                for index in 0..<1990 { log.gyroscope.values[index] = Vector3(0.09, 0, -0.05) }
                return log
            case .saturated:
                var log = motion { 10 < $0 && $0 < 20 ? Vector3(1, 2, 7) : lively($0) }
                log.gyroscope = log.gyroscope.mapped { Vector3($0.x, $0.y, min($0.z, 4.36)) }
                return log
            }
        }
    }

    @Test("values that repeat for another reason stay", arguments: Repetition.allCases)
    func harmless(_ repetition: Repetition) {
        var log = repetition.log
        let counts = log.sensors.map { log.times(of: $0).count }
        log.dropFrozenSamples("log")
        #expect(log.warnings.isEmpty && log.sensors.map { log.times(of: $0).count } == counts, "\(log.warnings)")
    }

    @Test("a coarse gyroscope on a vehicle that brakes, and an axis that is not measured")
    func habits() {
        var vehicle = Recording()
        for index in 0..<3000 {
            let time = Int64(index) * 20_000_000
            // Turns of one unit now and then; braking with 5 m/s^2 for two of every ten seconds.
            let turn = Angle.radians(index % 130 < 4 ? 1 : 0)
            vehicle.gyroscope.append(Vector3(0, 0, turn), at: time)
            vehicle.accelerometer.append(Vector3(0, index % 500 < 100 ? -5 : 0, 9.8), at: time)
        }
        vehicle.dropFrozenSamples("log")
        #expect(vehicle.warnings.isEmpty && vehicle.gyroscope.count == 3000)
    }

    @Test(
        "recordings of phones and of BROAD have no frozen sensor",
        .enabled(if: SharedData.isPresent, "the shared recordings are not there"))
    func realRecordings() throws {
        for name in [
            "phones/iphone5-jakob-nodist-ar", "phones/nexus5-jakob-nodist-runninghand", "phones/iphone4s-jakob-dist-ar",
            "broad/01_undisturbed_slow_rotation_A.csv.gz",
        ] {
            let path = SharedData.dataset(name).path
            let recording = try RecordingReader.read(path: path)
            #expect(!recording.warnings.contains { $0.code == .frozenSensor }, "\(name)")
        }
    }

    @Test("a sensor that stops before the others is a hole at the end")
    func stops() {
        var log = Self.recording(swing: 0.6)
        log.gyroscope = log.gyroscope.clipped(to: 0...12_000_000_000)
        let warnings = HoleReport.stops(of: log, name: "log")
        #expect(warnings.map(\.code) == [.hole])
        #expect(warnings.first?.message == "gyroscope: no sample for the last 8.0 s: it stops at 12.0 s")
        #expect(HoleReport.stops(of: Self.recording(swing: 0.6), name: "log").isEmpty)
    }

    @Test("readings that pile up at the end of a range are a warning with the range")
    func saturation() {
        var log = Self.recording(swing: 0.6)
        let range = Angle.radians(250)
        #expect(Clipping.warnings(about: log, name: "log").isEmpty)
        for index in 400..<430 { log.gyroscope.values[index].z = -range }
        let warnings = Clipping.warnings(about: log, name: "log")
        #expect(warnings.map(\.code) == [.saturatedSensor])
        #expect(
            warnings.first?.message.hasPrefix(
                "gyroscope: 30 samples at the end of its range (250 deg/s), the first at 8.0 s")
                == true)
    }

    @Test("extremes that do not pile up are no end of a range")
    func extremes() {
        // A turntable at 300 deg/s in whole degrees: 301 now and then, 300 most of the time.
        var log = Self.recording(swing: 0)
        let last = log.gyroscope.count
        for index in 0..<last {
            log.gyroscope.values[index] = Vector3(0, 0, Angle.radians(index % 70 < 3 ? 301 : 300))
        }
        #expect(Clipping(log.gyroscope, of: .gyroscope).samples == 0)
        // A magnetometer in steps of half a microtesla with a large hard iron, and spikes that no sensor has.
        for index in 0..<last {
            log.magnetometer.values[index] = Vector3(-430 - 0.5 * Double(index % 9 / 2), 0, index % 40 == 0 ? 9.9e6 : 0)
        }
        #expect(Clipping(log.magnetometer, of: .magnetometer).samples == 0)
    }
}
