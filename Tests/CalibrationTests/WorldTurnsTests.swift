import RealModule
import Rotations
import SensorModels
import Testing

@testable import Calibration

/// AR sessions whose device turns, beside a gyroscope with a bias, noise and another clock.
@Suite("What the gyroscope says of an AR world")
struct WorldTurnsTests {
    struct Session {
        var times: [Double] = []
        var poses = QuaternionStream()
        var gyroscope = VectorStream()

        /// Panning by hand for a minute and a half: 60 degrees to each side, and nodding; poses 10 and readings 100 a
        /// second.
        /// - Parameters:
        ///   - offset: of the world at a time, radians.
        ///   - delay: how late the poses' stamps are, seconds.
        ///   - scale: of the gyroscope.
        ///   - holes: without readings, seconds.
        init(
            _ offset: (Double) -> Double, delay: Double = 0, scale: Double = 1,
            without holes: [ClosedRange<Double>] = [],
            pause: ClosedRange<Double>? = nil
        ) {
            var random = SeededRandom(seed: 4)
            func truth(_ t: Double) -> Quaternion {
                Quaternion.aboutVertical(Angle.radians(60) * Double.sin(0.8 * t))
                    * Quaternion(angle: Angle.radians(80 + 10 * Double.sin(1.3 * t)), axis: Vector3(1, 0, 0))
            }
            for k in 0..<9000 {
                let t = 0.01 * Double(k)
                let turn = (truth(t - 0.005).conjugate * truth(t + 0.005)).rotationVector / 0.01
                let noise = Vector3(random.gaussian(), random.gaussian(), random.gaussian()) * 0.01
                guard !holes.contains(where: { $0.contains(t) }) else { continue }
                gyroscope.append(turn * scale + Vector3(0.09, -0.02, 0.05) + noise, at: Int64(clamping: t * 1e9))
            }
            for k in 1..<899 {
                let t = 0.1 * Double(k)
                guard pause?.contains(t) != true else { continue }
                times.append(t)
                poses.append(
                    Quaternion.aboutVertical(offset(t)) * truth(t - delay), at: Int64(clamping: (t * 1e9).rounded()))
            }
        }

        /// The jumps that are found beside a compass with steps of 20 degrees made by magnets.
        func jumps(compass: Bool = true) -> [YawJumps.Jump] {
            let turns = WorldTurns(poses: poses, gyroscope: gyroscope)
            let differences = times.map { compass && $0.truncatingRemainder(dividingBy: 30) > 20 ? 0.35 : 0 }
            return YawJumps(times: times, differences: differences, worldTurns: turns).found
        }
    }

    /// Five degrees a second of bias, and stamps that are 80 ms late: neither is a turn of the world.
    @Test(arguments: [0.0, 0.08, -0.05]) func biasAndDelayAreFound(delay: Double) {
        let session = Session({ 0.001 * $0 }, delay: delay)
        let turns = WorldTurns(poses: session.poses, gyroscope: session.gyroscope)
        #expect((turns.delay - delay).magnitude < 0.003, "\(turns.delay)")
        #expect(turns.growths[0].isNaN && turns.growths.dropFirst().allSatisfy { $0.magnitude < Angle.radians(0.5) })
        #expect(session.jumps().isEmpty)
    }

    /// In the middle of a pan of 48 degrees a second, and the smallest at its turning point, where no scale of the
    /// gyroscope explains it.
    @Test(arguments: [(-4.0, 49.05), (15, 47.25), (40, 47.25), (100, 47.25)])
    func aJumpHasItsTimeSizeAndSign(degrees: Double, time: Double) throws {
        let session = Session { $0 < time ? 0.3 : 0.3 + Angle.radians(degrees) }
        let jump = try #require(session.jumps().first)
        #expect(session.jumps().count == 1 && (jump.time - time).magnitude < 0.11)
        #expect((Angle.degrees(jump.size) - degrees).magnitude < max(1, 4 * Angle.degrees(jump.sigma)))
    }

    /// A relocalisation ends a pause of the poses; the gyroscope carries on through it.
    @Test func aJumpBehindAPause() throws {
        let session = Session({ $0 < 40 ? 0 : Angle.radians(12) }, pause: 36...42)
        let jump = try #require(session.jumps().first)
        #expect(session.jumps().count == 1 && (36...42.1).contains(jump.time))
        #expect((Angle.degrees(jump.size) - 12).magnitude < 2)
        #expect(Session({ _ in 0 }, pause: 36...42).jumps().isEmpty)
    }

    /// For every length of the pause, a jump of 12 degrees is more than the gyroscope's bias explains; the steps of the
    /// compass have no part in it.
    @Test(arguments: [12.0, 20, 40]) func aJumpBehindALongPause(seconds: Double) throws {
        let pause = 25...25 + seconds
        let session = Session({ $0 < 25 + seconds / 2 ? 0 : Angle.radians(12) }, pause: pause)
        let jump = try #require(session.jumps().first)
        #expect(session.jumps().count == 1 && pause.contains(jump.time))
        #expect((Angle.degrees(jump.size) - 12).magnitude < max(1, 3 * Angle.degrees(jump.sigma)))
        let still = Session({ _ in 0 }, pause: pause)
        let turns = WorldTurns(poses: still.poses, gyroscope: still.gyroscope)
        let none = YawJumps(times: still.times, differences: still.times.map { _ in 0 }, worldTurns: turns)
        let found = try #require(none.pauses.first)
        #expect(none.found.isEmpty && none.pauses.count == 1)
        #expect(found.size.magnitude < 3 * found.sigma && Angle.degrees(found.sigma) < 2)
    }

    /// Pauses less than 2 s apart are one, and a jump at the end of one is the pause's.
    @Test func pausesAreMerged() throws {
        var session = Session({ _ in 0 }, pause: 20...30)
        let kept = session.times.indices.filter { !(31...40).contains(session.times[$0]) }
        session.poses = QuaternionStream(
            times: kept.map { session.poses.times[$0] }, values: kept.map { session.poses.values[$0] })
        session.times = kept.map { session.times[$0] }
        let turns = WorldTurns(poses: session.poses, gyroscope: session.gyroscope)
        let found = YawJumps(times: session.times, differences: session.times.map { _ in 0 }, worldTurns: turns)
        let pause = try #require(found.pauses.first)
        #expect(found.pauses.count == 1 && pause.from < 20 && pause.to > 40)
    }

    /// More than a whole turn within a pause counts with the gyroscope's scale.
    @Test func aWholeTurnInAPause() {
        var (poses, gyroscope) = (QuaternionStream(), VectorStream())
        for k in 0..<3000 {
            let rate = Vector3(0, Angle.radians((1000..<2000).contains(k) ? 45 : 0), 0)
            gyroscope.append(rate, at: Int64(k) * 10_000_000)
        }
        for k in 0..<299 where !(100..<200).contains(k) {
            let turn = Angle.radians(k >= 200 ? 450 : 0)
            poses.append(
                Quaternion.aboutVertical(turn) * Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0)),
                at: Int64(k) * 100_000_000)
        }
        let turns = WorldTurns(poses: poses, gyroscope: gyroscope)
        #expect((Angle.degrees(turns.turns[100]) - 450).magnitude < 2)
        #expect(turns.growths[100].magnitude < Angle.radians(1))
    }

    /// A wrong scale turns with the device.
    @Test(arguments: [0.97, 1.03]) func aWrongScaleIsNoJump(scale: Double) {
        #expect(Session({ _ in 0 }, scale: scale).jumps().isEmpty)
    }

    /// Where the gyroscope was silent the compass decides, and it sees a step of 20 degrees there at 50 s.
    @Test func inAHoleOfTheGyroscope() {
        let session = Session({ _ in 0 }, without: [49.5...50.5])
        let times = session.jumps().map(\.time)
        #expect(times.count == 1 && (48...52).contains(times[0]), "\(times)")
        #expect(session.jumps(compass: false).isEmpty)
        let without = WorldTurns(poses: Session({ _ in 0 }).poses, gyroscope: VectorStream())
        #expect(without.growths.allSatisfy { $0.isNaN })
    }
}
