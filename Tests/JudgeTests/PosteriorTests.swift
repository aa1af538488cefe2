import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Judge

@Suite("Posterior of a log's readings")
struct PosteriorTests {
    private func log(
        _ force: String, _ isReversed: Bool, _ rate: String, _ field: String, clock: Double = 1, seed: UInt64 = 1
    ) throws -> UnreadLog {
        try MadeLog(seed: seed, offset: Vector3(30, -20, 10)).unread(
            force: .named(force, of: .accelerometer), isReversed: isReversed, rate: .named(rate, of: .gyroscope),
            field: .named(field, of: .magnetometer), clock: clock)
    }

    @Test(
        "units, signs and kinds of a log that says nothing",
        arguments: [
            ("m/s^2", "rad/s", "uT"), ("g", "deg/s", "mG"), ("mg", "mdps", "nT"), ("m/s^2", "deg/s", "G"),
            ("g", "rad/s", "T"), ("mg", "mrad/s", "uT"),
        ], [false, true])
    func recovered(_ symbols: (String, String, String), _ isReversed: Bool) throws {
        var log = try log(symbols.0, isReversed, symbols.1, symbols.2)
        log.isNorthern = true
        let posterior = Posterior(log)
        for (index, (kind, symbol)) in zip(
            [Kind.accelerometer, .gyroscope, .magnetometer], [symbols.0, symbols.1, symbols.2]
        ).enumerated() {
            let best = try #require(posterior.streams[index]?.outcomes.first)
            #expect(best.hypothesis.kind == kind)
            #expect(best.hypothesis.unit.symbol == symbol)
            #expect(best.hypothesis.isReversed == (kind == .accelerometer && isReversed))
            #expect(best.probability > 0.6)
        }
    }

    @Test("south of the equator the field points up, and the same log has the other sign")
    func hemisphere() throws {
        var log = try log("g", false, "rad/s", "uT")
        for isNorthern in [true, false] {
            log.isNorthern = isNorthern
            let best = try #require(Posterior(log).streams[0]?.outcomes.first)
            #expect(best.hypothesis.isReversed == !isNorthern)
        }
    }

    @Test("turns contradict a header: deg/s under 'rad/s'")
    func header() throws {
        var log = try log("m/s^2", false, "deg/s", "uT")
        log.streams[1].units = [try .named("rad/s", of: .gyroscope)]
        let marginal = try #require(Posterior(log).streams[1])
        #expect(marginal.outcomes[0].hypothesis.unit.symbol == "deg/s")
        let stated = marginal.outcomes.filter { $0.hypothesis.unit.symbol == "rad/s" }
        #expect(stated.reduce(0) { $0 + $1.probability } < 0.05)
        // At rest nothing contradicts it.
        log.streams = log.streams.map { stream in
            var resting = stream
            resting.samples = VectorStream(
                times: Array(stream.samples.times.prefix(150)), values: Array(stream.samples.values.prefix(150)))
            return resting
        }
        #expect(Posterior(log).streams[1]?.outcomes.first?.hypothesis.unit.symbol == "rad/s")
    }

    @Test("the user's unit and sign stand against all evidence")
    func constraint() throws {
        var log = try log("m/s^2", false, "deg/s", "uT")
        log.streams[1].constraint = .init(unit: try .named("rad/s", of: .gyroscope))
        log.streams[0].constraint = .init(isReversed: true)
        let posterior = Posterior(log)
        #expect(posterior.streams[1]?.outcomes.first?.hypothesis.unit.symbol == "rad/s")
        #expect(posterior.streams[0]?.outcomes.first?.hypothesis.isReversed == true)
    }

    @Test("the unit of the time, where the gyroscope states its own", arguments: [0.1, 1, 10, 1000])
    func clock(_ factor: Double) throws {
        var log = try log("m/s^2", false, "deg/s", "uT", clock: factor)
        log.streams[1].units = [try .named("deg/s", of: .gyroscope)]
        log.clocks = [(1, 0), (0.1, -2), (10, -2), (0.001, -2), (1000, -2)]
        let best = try #require(Posterior(log).streams[1]?.outcomes.first)
        #expect(best.clock == factor)
        #expect(best.hypothesis.unit.symbol == "deg/s")
    }

    @Test("acceleration without gravity under the name of an accelerometer")
    func linear() throws {
        let made = MadeLog(seed: 3)
        var stream = UnreadStream(
            VectorStream(
                times: made.accelerometer.times,
                values: zip(made.accelerometer.values, made.accelerometer.values.dropFirst(25)).map { 0.5 * ($0 - $1) }
                    + [Vector3](repeating: .zero, count: 25)))
        stream.name = [.accelerometer: 0, .linearAcceleration: -1.5]
        #expect(Posterior(UnreadLog([stream])).streams[0]?.outcomes.first?.hypothesis.kind == .linearAcceleration)
    }

    @Test("a stream alone: what the terms add up to is the ratio of the probabilities")
    func sums() throws {
        var log = try log("g", false, "deg/s", "uT")
        for index in 0..<3 {
            var single = log
            single.streams = [log.streams[index]]
            let marginal = try #require(Posterior(single).streams[0])
            let (one, other) = (marginal.outcomes[0], marginal.outcomes[1])
            // The sign of the log is summed over, and terms below 0.05 nats are not listed.
            guard one.hypothesis.isReversed == other.hypothesis.isReversed else { continue }
            let sum = marginal.evidence.reduce(0) { $0 + $1.nats }
            #expect(abs(sum - .log(one.probability / other.probability)) < 0.25)
        }
        log.streams = []
        #expect(Posterior(log).streams.isEmpty)
    }

    @Test("nothing is said of zeros")
    func withoutInformation() {
        func stream(_ values: [Vector3]) -> UnreadStream {
            UnreadStream(VectorStream(times: values.indices.map(Int64.init), values: values))
        }
        let log = UnreadLog([
            stream([Vector3](repeating: .zero, count: 100)), stream([Vector3](repeating: Vector3(1, 2, 3), count: 100)),
            stream([Vector3(1, 0, 0), Vector3(2, 0, 0)]), stream([]),
        ])
        #expect(Posterior(log).streams.map { $0 == nil } == [true, false, false, true])
    }

    @Test("a term that is left out says nothing")
    func without() throws {
        var log = try log("m/s^2", false, "deg/s", "uT")
        log.without = [.turning, .motion]
        let marginal = try #require(Posterior(log).streams[1])
        #expect(!marginal.evidence.contains { $0.term == .turning || $0.term == .motion })
    }

    @Test("stated probabilities are honest: 120 made logs in units drawn at random")
    func reliability() throws {
        var random = RandomGenerator(seed: 7)
        var (sure, right, most) = (0, 0, 0)
        for seed in 1...40 as ClosedRange<UInt64> {
            let (force, rate, field) = (
                try #require(["m/s^2", "g", "mg"].randomElement(using: &random)),
                try #require(["rad/s", "deg/s"].randomElement(using: &random)),
                try #require(["uT", "mG", "G", "nT"].randomElement(using: &random))
            )
            let made = MadeLog(
                seed: seed, offset: Vector3(random.gaussian(), random.gaussian(), random.gaussian()) * 40, seconds: 10)
            let posterior = Posterior(
                try made.unread(
                    force: .named(force, of: .accelerometer), rate: .named(rate, of: .gyroscope),
                    field: .named(field, of: .magnetometer)))
            for (index, symbol) in [force, rate, field].enumerated() {
                var units: [String: Double] = [:]
                for outcome in posterior.streams[index]?.outcomes ?? [] {
                    units[outcome.hypothesis.unit.symbol, default: 0] += outcome.probability
                }
                let best = try #require(units.max { $0.value < $1.value })
                most += 1
                if best.value > 0.95 {
                    sure += 1
                    right += best.key == symbol ? 1 : 0
                }
            }
        }
        // Of some 100 readings stated above 0.95, three wrong ones are within chance (binomial, 0.97).
        #expect(sure > most / 2)
        #expect(Double(right) >= 0.97 * Double(sure))
    }
}

@Suite("Measurements of the judge")
struct MeasurementTests {
    @Test("turning: factor of the rate and constant part of the field")
    func turning() throws {
        let offset = Vector3(100, -60, 30)
        let made = MadeLog(seed: 5, offset: offset)
        let degrees = made.gyroscope.mapped { $0 / ReadingUnit.degree }
        let turns = try #require(Turns(rate: degrees, vector: made.magnetometer))
        let found = try #require(Turning(turns, isCentreFree: true))
        #expect((found.factor / ReadingUnit.degree - 1).magnitude < 0.05)
        #expect((found.centre - offset).length < 5)
        #expect(found.correlation > 0.95)
        // A vector that turns the other way is not fixed in the room.
        let against = try #require(Turns(rate: made.gyroscope.mapped { -1 * $0 }, vector: made.magnetometer))
        #expect(Turning(against, isCentreFree: true)?.correlation ?? 0 < 0.55)
    }

    @Test("profile: a sphere's centre and radius, gravity at rest, the step of a chip")
    func profile() throws {
        let offset = Vector3(100, -60, 30)
        let made = MadeLog(seed: 6, offset: offset)
        let sphere = try #require(Profile(made.magnetometer)?.sphere)
        #expect((sphere.centre - offset).length < 4)
        #expect((sphere.radius - 48.3).magnitude < 3)
        let force = try #require(Profile(made.accelerometer))
        #expect((force.rest - 9.81).magnitude < 0.1)
        #expect(force.steadiness > 0.9)
        #expect(force.sphere != nil || force.variation > 0)
        let step = ReadingUnit.gravity / 16384
        func counted(_ value: Double) -> Double { (value / step).rounded() * step }
        let counts = made.accelerometer.mapped { Vector3(counted($0.x), counted($0.y), counted($0.z)) }
        let found = try #require(Profile(counts)?.step)
        #expect((found / step - 1).magnitude < 1e-6)
        #expect(Profile(made.accelerometer)?.step == nil)
    }

    @Test("least squares: the solution of four equations, one unknown alone, and the thinnest direction")
    func leastSquares() throws {
        var system = LeastSquares()
        let x = [2.0, -1, 0.5, 3]
        for row in [[1.0, 2, 3, 4], [0, 1, 1, 0], [2, 0, 1, 5], [1, 1, 0, 1], [3, 1, 4, 1]] {
            system.add(row, zip(row, x).reduce(0) { $0 + $1.0 * $1.1 })
        }
        let found = try #require(system.solution)
        for (a, b) in zip(found, x) { #expect((a - b).magnitude < 1e-9) }
        #expect((system.correlation(found) - 1).magnitude < 1e-9)
        var single = LeastSquares()
        single.add([2, 0, 0, 0], 6)
        #expect(single.solution?.first == 3)
        var spread = LeastSquares()
        for row in [[3.0, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0.5, 0]] { spread.add(row, 0) }
        #expect((spread.leastSpread - (0.25 / 3).squareRoot()).magnitude < 1e-12)
    }
}

@Suite("Steps of readings")
struct LatticeTests {
    /// Readings far apart, in whole numbers of a step.
    private func lattice(_ step: Double, _ places: Double) -> Lattice {
        let values = (0..<25).map { row -> Vector3 in
            func number(_ factor: Int) -> Double {
                let value = Double((row * row * factor) % 4001 - 2000) * step
                return places > 0 ? (value / places).rounded() * places : value
            }
            return Vector3(number(37), number(53), number(71))
        }
        return Lattice(values[...])
    }

    @Test("a few readings far apart are whole numbers of their own step, and of no other chip's")
    func steps() {
        // 70 mdps of an LSM6 in deg/s with two decimals; an MPU's 131 per deg/s; CoreMotion's g.
        #expect(lattice(0.07, 0.01).fits(0.07) == true)
        #expect(lattice(1 / 131, 0).fits(1 / 131) == true)
        #expect(lattice(1 / 65_536, 0).fits(Chips.coreMotion) == true)
        #expect(lattice(1 / 16_384, 0).fits(Chips.coreMotion) != true)
        #expect(lattice(0.05, 0.01).fits(0.07) != true)
        #expect(lattice(1 / 131, 0).fits(1 / 114.2857) != true)
    }

    @Test("a force that is zero at rest has no length by which a unit could be known")
    func zeroAtRest() throws {
        var stream = VectorStream()
        for row in 0..<400 {
            let t = Double(row)
            let value = row < 200 ? Vector3.zero : Vector3(3 * .sin(t), 4 * .cos(3 * t), 5 * .sin(2 * t))
            stream.append(value, at: Int64(row) * 20_000_000)
        }
        // One reading of another kind before the zeros.
        stream.values[0] = Vector3(0.5, 0.2, 0.1)
        var unread = UnreadStream(stream)
        unread.name = [.linearAcceleration: 0]
        let marginal = try #require(Posterior(UnreadLog([unread])).streams[0])
        let length = marginal.evidence.first { $0.term == .length }
        #expect((length?.nats ?? 0).magnitude < 0.01)
    }
}
