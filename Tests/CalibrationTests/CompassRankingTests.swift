import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Calibration

/// A copter that turns in all directions and tilts by some degrees; its level frame turns by 0.05 degrees a second.
private struct SimulatedVehicle {
    static let field = Vector3(0, 20, -45)
    static let seconds = 300
    private static let rate = 10
    var attitude = QuaternionStream()
    var load = SampleStream<Double>()
    private var truths: [(time: Int64, body: Vector3, load: Double)] = []

    /// - Parameters:
    ///   - spin: a level vehicle that turns at this rate, degrees/s, and back in the second half.
    ///   - arc: a level vehicle whose headings are within so many degrees.
    init(seed: UInt64, spin: Double? = nil, arc: Double? = nil) {
        var random = SeededRandom(seed: seed)
        var (heading, rate, current) = (random.uniform(0...6), 0.0, 5.0)
        for index in 0..<Self.seconds * Self.rate {
            let time = Int64(index) * LogTime.nanosecondsPerSecond / Int64(Self.rate)
            if index % 60 == 0 { rate = Angle.radians(random.uniform(-20...20)) }
            if let spin { rate = Angle.radians(index < Self.seconds * Self.rate / 2 ? spin : -spin) }
            if index % 100 == 0 { current = random.uniform(2...25) }
            heading += rate / Double(Self.rate)
            if let arc { heading = 1 + Angle.radians(arc) / 2 * Double.sin(Double(index) / 95) }
            let tilt = spin == nil && arc == nil ? 1.0 : 0
            let (pitch, roll) = (
                0.2 * tilt * Double.sin(Double(index) / 37), 0.15 * tilt * Double.sin(Double(index) / 23)
            )
            let q =
                Quaternion.aboutVertical(-heading) * Quaternion(angle: pitch, axis: Vector3(1, 0, 0))
                * Quaternion(angle: roll, axis: Vector3(0, 1, 0))
            truths.append((time, q.unrotate(Self.field), current))
            let drift = Angle.radians(0.05) * Double(index) / Double(Self.rate)
            attitude.append(Quaternion.aboutVertical(0.7 + drift) * q, at: time)
            load.append(current, at: time)
        }
    }

    func compass(
        _ hardIron: Vector3, _ distortion: Matrix3 = .identity, motor: Vector3, noise: Double, seed: UInt64
    ) -> VectorStream {
        var random = SeededRandom(seed: seed)
        var stream = VectorStream()
        for truth in truths {
            let error = Vector3(random.gaussian(), random.gaussian(), random.gaussian())
            stream.append(
                distortion * truth.body + hardIron + truth.load * motor + noise * error, at: truth.time)
        }
        return stream
    }

    func ranking(
        _ compasses: [(String, VectorStream)], cell: Double, parts: [ClosedRange<Double>] = [0...Double(seconds)],
        isFieldKnown: Bool = true
    ) throws -> CompassRanking {
        let readings = compasses.map {
            CompassReadings(
                name: $0.0, magnetometer: $0.1, attitude: attitude, load: load, start: 0, length: cell)
        }
        return try CompassRanking(
            readings, parts: parts, hasLoad: true, horizontal: isFieldKnown ? 20 : nil, down: isFieldKnown ? 45 : nil)
    }
}

struct CompassRankingTests {
    @Test func motorsTurnOneOfTwo() throws {
        let vehicle = SimulatedVehicle(seed: 1)
        let turned = Quaternion.aboutVertical(Angle.radians(-4)).matrix.transpose
        let motor = Vector3(0.12, -0.05, 0.2)
        let far = vehicle.compass(Vector3(3, -8, 5), motor: .zero, noise: 0.3, seed: 2)
        let near = vehicle.compass(Vector3(-40, 20, 9), turned, motor: motor, noise: 0.3, seed: 3)
        let ranking = try vehicle.ranking([("0", near), ("1", far)], cell: 0.2)
        #expect(ranking.compasses.map(\.name) == ["1", "0"])
        let (best, worst) = (ranking.compasses[0], ranking.compasses[1])
        #expect(best.isBetterThanNext)
        #expect(best.headingRMS < Angle.radians(1))
        let (own, other) = (try #require(worst.motor), try #require(best.motor))
        #expect(own.accepted && !other.accepted)
        // K = S k with S = turned^-1.
        expectVector(own.gain, turned.transpose * motor, within: 0.01)
        // 0.13 microtesla per ampere across 20 microtesla.
        let expected = Double.asin(0.13 * ranking.highLoad / 20)
        #expect((own.headingError - expected).magnitude < 3 * own.headingErrorSigma)
        #expect(own.headingErrorSigma < Angle.radians(0.5))
        #expect(own.headingRMS < 0.5 * worst.headingRMS)
        // Its axes are turned clockwise, so that its north is seen 4 degrees to the left.
        let offset = try #require(worst.offset)
        #expect((Angle.degrees(offset).magnitude - 4).magnitude < 0.3)
        #expect(best.offset == -offset)
        #expect(try #require(worst.offsetSigma) >= worst.calibrationSigma && worst.turnSigma >= worst.calibrationSigma)
        let read = Angle.wrap(heading(worst, near, vehicle) - heading(best, far, vehicle))
        #expect((Angle.degrees(read + offset)).magnitude < 1.5)
        expectVector(best.model.hardIron, Vector3(3, -8, 5), within: 0.3)
    }

    /// Mean over the log of what a compass without S reads, against the truth of the level frame.
    private func heading(
        _ compass: CompassRanking.Compass, _ stream: VectorStream, _ vehicle: SimulatedVehicle
    ) -> Double {
        var (sine, cosine) = (0.0, 0.0)
        for (index, value) in stream.values.enumerated() {
            let q = vehicle.attitude.values[index]
            let level = q.rotate(value - compass.model.hardIron)
            let drift = 0.7 + Angle.radians(0.05) * Double(index) / 10
            let error = -drift - Double.atan2(y: level.x, x: level.y)
            sine += .sin(error)
            cosine += .cos(error)
        }
        return Double.atan2(y: sine, x: cosine)
    }

    @Test("95 % intervals of the motors' effect cover it in 20 simulated logs, and no motors are rarely accepted")
    func coverage() throws {
        var (covered, accepted) = (0, 0)
        for seed in 0..<20 as Range<UInt64> {
            let vehicle = SimulatedVehicle(seed: 100 + seed)
            let near = vehicle.compass(Vector3(9, 2, 5), motor: Vector3(0, 0.1, 0), noise: 0.5, seed: 200 + seed)
            let far = vehicle.compass(Vector3(3, -8, 5), motor: .zero, noise: 0.5, seed: 300 + seed)
            let ranking = try vehicle.ranking([("near", near), ("far", far)], cell: 1)
            for compass in ranking.compasses {
                let motor = try #require(compass.motor)
                if compass.name == "far" {
                    accepted += motor.accepted ? 1 : 0
                } else {
                    let error = motor.headingError - Double.asin(0.1 * ranking.highLoad / 20)
                    covered +=
                        error.magnitude < StudentT.quantile95(degreesOfFreedom: 9) * motor.headingErrorSigma ? 1 : 0
                }
            }
        }
        // Of 20 at 95 %: fewer than 16 in 0.3 % of such tests; at 2.5 %: more than 3 in 0.2 %.
        #expect(covered >= 16, "\(covered)")
        #expect(accepted <= 3, "\(accepted)")
    }

    @Test("Half a circle determines a compass badly, and its sigma says so: within it in two of three logs")
    func arcs() throws {
        var (squares, count) = (0.0, 0.0)
        for seed in 0..<12 as Range<UInt64> {
            let vehicle = SimulatedVehicle(seed: 700 + seed, arc: 195)
            var random = SeededRandom(seed: 800 + seed)
            let rows = (0..<3).map { _ in Vector3(random.gaussian(), random.gaussian(), random.gaussian()) * 0.1 }
            var distortion = Matrix3(rows[0], rows[1], rows[2])
            distortion += .identity
            let iron = Vector3(random.gaussian(), random.gaussian(), random.gaussian()) * 20
            let stream = vehicle.compass(iron, distortion, motor: .zero, noise: 1, seed: 900 + seed)
            let found = try #require(try vehicle.ranking([("0", stream)], cell: 0.5).compasses.first)
            let errors = (0..<12).map { step in
                let heading = Double(step) * .pi / 6
                let body = Vector3(-20 * Double.sin(heading), 20 * Double.cos(heading), -45)
                let v = found.model.softIron * (distortion * body + iron - found.model.hardIron)
                return Angle.wrap(Double.atan2(y: -v.x, x: v.y) - heading)
            }
            let mean = Double.atan2(
                y: errors.reduce(0) { $0 + Double.sin($1) }, x: errors.reduce(0) { $0 + Double.cos($1) })
            let square = errors.reduce(0) { $0 + Angle.wrap($1 - mean) * Angle.wrap($1 - mean) } / 12
            squares += square / (found.calibrationSigma * found.calibrationSigma)
            count += 1
        }
        // The mean of so few squares, each of some degrees of freedom, is within a factor of 2.
        #expect((0.5...2).contains(squares / count), "\(squares / count)")
    }

    @Test("A spin without motors: the common turn is the azimuth's, calibrations are accepted, and no K is")
    func spins() throws {
        for seed in 0..<3 as Range<UInt64> {
            let vehicle = SimulatedVehicle(seed: 400 + seed, spin: 17)
            let turned = Quaternion.aboutVertical(Angle.radians(-10)).matrix.transpose
            let one = vehicle.compass(Vector3(3, -1, 0), motor: .zero, noise: 0.2, seed: 500 + seed)
            let other = vehicle.compass(Vector3(3, -1, 0), turned, motor: .zero, noise: 0.2, seed: 600 + seed)
            for isFieldKnown in [true, false] {
                let ranking = try vehicle.ranking([("0", one), ("1", other)], cell: 0.2, isFieldKnown: isFieldKnown)
                for compass in ranking.compasses {
                    #expect(compass.accepted, "\(Angle.degrees(compass.calibrationSigma))")
                    #expect(compass.motor?.accepted == false)
                    let offset = try #require(compass.offset)
                    #expect((Angle.degrees(offset).magnitude - 10).magnitude < 0.3, "\(Angle.degrees(offset))")
                }
            }
        }
    }

    @Test func shortPartWithoutReadings() throws {
        let vehicle = SimulatedVehicle(seed: 7)
        let whole = vehicle.compass(Vector3(3, -8, 5), motor: .zero, noise: 0.3, seed: 8)
        var stream = VectorStream()
        for (time, value) in zip(whole.times, whole.values) where !(100..<200).contains(LogTime.seconds(time)) {
            stream.append(value, at: time)
        }
        let ranking = try vehicle.ranking([("0", stream)], cell: 0.2, parts: [0...100, 150...150.01, 200...300])
        expectVector(try #require(ranking.compasses.first).model.hardIron, Vector3(3, -8, 5), within: 0.5)
    }

    @Test("Compasses with few readings, or with readings in a part of the log only, are left out")
    func leftOut() throws {
        let vehicle = SimulatedVehicle(seed: 9)
        let whole = vehicle.compass(Vector3(3, -8, 5), motor: .zero, noise: 0.3, seed: 10)
        let second = LogTime.nanosecondsPerSecond
        let ranking = try vehicle.ranking(
            [
                ("died", whole.clipped(to: 0...29 * second)), ("few", whole.clipped(to: 0...3 * second)),
                ("none", VectorStream()), ("whole", whole),
            ], cell: 0.2)
        #expect(ranking.compasses.map(\.name) == ["whole"])
        #expect(ranking.leftOut.map(\.name) == ["died", "few", "none"])
        #expect(ranking.compasses[0].headingRMS.isFinite && ranking.compasses[0].offset == nil)
    }

    @Test func refusedOnesHaveNoOffsetAndNoPartInTheOthers() throws {
        let vehicle = SimulatedVehicle(seed: 11)
        var random = SeededRandom(seed: 12)
        let one = vehicle.compass(Vector3(3, -8, 5), motor: .zero, noise: 0.3, seed: 13)
        let other = vehicle.compass(Vector3(9, 8, -5), motor: .zero, noise: 0.3, seed: 14)
        var wild = VectorStream()
        for (index, time) in one.times.enumerated() {
            let row = Double(index)
            wild.append(
                Vector3(
                    30 * .sin(row / 77) + random.uniform(0...5), 30 * .cos(row / 141) + random.uniform(0...5),
                    40 * .sin(row / 200)), at: time)
        }
        let ranking = try vehicle.ranking([("0", one), ("1", other), ("wild", wild)], cell: 0.2)
        let last = try #require(ranking.compasses.last)
        #expect(last.name == "wild" && !last.accepted && last.offset == nil && last.offsetSigma == nil)
        for compass in ranking.compasses.dropLast() {
            let offset = try #require(compass.offset)
            #expect(Angle.degrees(offset).magnitude < 0.5, "\(Angle.degrees(offset))")
        }
    }

    @Test func tooShort() {
        let vehicle = SimulatedVehicle(seed: 5)
        let stream = vehicle.compass(.zero, motor: .zero, noise: 0.3, seed: 6).clipped(to: 0...3_000_000_000)
        #expect(throws: SensorLabError.self) { try vehicle.ranking([("0", stream)], cell: 0.2) }
    }
}
