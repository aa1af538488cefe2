import Geodesy
import RealModule
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Calibration

/// Walks with an AR session whose yaw is known to a degree and its drift to half a degree a minute, and fixes whose
/// errors are alike for seconds to minutes and as large as stated but for a factor.
@Suite struct FusedPositionTests {
    /// The error of fixes in units of the stated 4 m per axis.
    private struct Errors {
        var factor = 1.0
        var white = 0.0
        var correlation = 30.0
    }

    private struct Walk {
        var fixes = SampleStream<LocationFix>()
        var path = SampleStream<Vector3>()
        /// True positions, one per second.
        var places: [Vector3] = []
        var yaw = FusedPosition.Yaw(offset: 0, offsetSigma: Angle.radians(1), driftSigma: Angle.radians(0.5) / 60)

        func fused(worstAccuracy: Double = 100) -> FusedPosition? {
            FusedPosition(fixes: fixes, path: path, yaw: yaw, worstAccuracy: worstAccuracy, usesHeights: false)
        }
    }

    private let frame = LocalFrame(origin: GeodeticPosition(latitude: 45, longitude: 9, height: 200))

    private func walk(_ random: inout SeededRandom, seconds: Int, _ errors: Errors) -> Walk {
        var walk = Walk()
        let offset = random.uniform(-3...3)
        let drift = walk.yaw.driftSigma * random.gaussian()
        walk.yaw.offset = offset + walk.yaw.offsetSigma * random.gaussian()
        let decay = Double.exp(-1 / errors.correlation)
        func noise() -> Vector3 { Vector3(random.gaussian(), random.gaussian(), random.gaussian()) * 4 * errors.factor }
        var slow = noise()
        var (place, own) = (Vector3.zero, Vector3.zero)
        for second in 0..<seconds {
            let time = Int64(second) * 1_000_000_000
            let error = (1 - errors.white).squareRoot() * slow + errors.white.squareRoot() * noise()
            walk.path.append(own, at: time)
            walk.places.append(place)
            walk.fixes.append(
                LocationFix(
                    place: frame.geodetic(local: place + error), accuracy: 4 * FusedPosition.radius68), at: time)
            let course = 2 * Double.pi * Double(second) / 50
            let step = Vector3(1.3 * Double.sin(course), 1.3 * Double.cos(course), 0)
            place += step
            own += Quaternion.aboutVertical(offset - drift * Double(seconds - 1 - second)).rotate(step)
            slow = decay * slow + (1 - decay * decay).squareRoot() * noise()
        }
        return walk
    }

    /// By `scripts/golden/fused-position`: the same model with dense matrices.
    @Test func anIndependentProgram() throws {
        let turn = { (angle: Double, v: Vector3) in Quaternion.aboutVertical(angle).rotate(v) }
        var (fixes, path) = (SampleStream<LocationFix>(), SampleStream<Vector3>())
        for index in 0..<20 {
            let (k, time) = (Double(index), Int64(index) * 3_000_000_000)
            let point = Vector3(2.5 * k, 0.08 * k * k - 10, 0)
            path.append(point, at: time)
            let seen = turn(-0.22, point) + Vector3(3 * Double.sin(0.7 * k), 2 * Double.cos(1.1 * k), 0)
            fixes.append(
                LocationFix(
                    place: frame.geodetic(local: seen),
                    accuracy: (index % 3 == 0 ? 6 : 4) * FusedPosition.radius68), at: time)
        }
        let found = try #require(
            FusedPosition(
                fixes: fixes, path: path, yaw: FusedPosition.Yaw(offset: 0.2, offsetSigma: 0.03), worstAccuracy: 100,
                usesHeights: false))
        let first = LocalFrame(origin: try #require(fixes.values.first).place)
        let place = first.local(try #require(found.positions.last))
        #expect((place.x - 53.0495).magnitude < 0.001 && (place.y - 16.1379).magnitude < 0.001, "\(place)")
        #expect((try #require(found.sigmas.last) - 1.4246).magnitude < 0.005, "\(found.sigmas.last ?? 0)")
        #expect((try #require(found.factor) - 0.5875).magnitude < 0.005, "\(found.factor ?? 0)")
        #expect(found.fixes == 20 && found.times == path.times)
    }

    /// Fixes without errors: the path is the walk, wherever the session began and however it was turned.
    @Test func withoutErrors() throws {
        var random = SeededRandom(seed: 3)
        var walk = walk(&random, seconds: 60, Errors(factor: 0))
        for sigma in [walk.yaw.offsetSigma, .infinity] {
            if sigma.isInfinite { walk.yaw.offset += 0.3 }
            walk.yaw.offsetSigma = sigma
            for (position, place) in zip(try #require(walk.fused()).positions, walk.places) {
                let error = (frame.local(position) - place).length
                #expect(error < 0.3, "\(error)")
            }
        }
    }

    /// Walks of two minutes whose errors are drawn as the model has them: factor, share of white noise, correlation
    /// time. The 95 % interval of the last position holds for all of them, and for those with almost white and with
    /// correlated errors each. The position is better than that of the last fix.
    @Test func theLastPosition() throws {
        var random = SeededRandom(seed: 59)
        var held: [Double: Int] = [:]
        let (runs, shares) = (1000, FusedPosition.whiteShares)
        var (fused, fixed) = (0.0, 0.0)
        for run in 0..<runs {
            let squares = (0..<4).reduce(0.0) { sum, _ in
                let x = random.gaussian()
                return sum + x * x
            }
            let errors = Errors(
                factor: (FusedPosition.factorFreedom / squares).squareRoot(), white: shares[run % shares.count],
                correlation: Double.exp(random.uniform(Double.log(10)...Double.log(3600))))
            let walk = walk(&random, seconds: 120, errors)
            let found = try #require(walk.fused())
            let truth = try #require(walk.places.last)
            let error = frame.local(try #require(found.positions.last)) - truth
            let sigma = try #require(found.sigmas.last)
            held[errors.white, default: 0] += [error.x, error.y].count { $0.magnitude <= 1.96 * sigma }
            let last = frame.local(try #require(walk.fixes.values.last).place) - truth
            fused += (error.x * error.x + error.y * error.y) * squares
            fixed += (last.x * last.x + last.y * last.y) * squares
        }
        let all = held.values.reduce(0, +)
        #expect((1860...1940).contains(all), "\(all) of \(2 * runs): \(held)")
        #expect(held.values.allSatisfy { $0 >= 435 }, "\(held) of 500 each")
        #expect(fused < 0.5 * fixed, "\((fused / fixed).squareRoot())")
    }

    /// A person walks for one to five minutes; 30 % of the errors' variance is white. The path is nearer to the truth
    /// than the fixes, and the longer, the more.
    @Test(arguments: [(60, 0.85), (120, 0.75), (300, 0.6)])
    func aWalk(seconds: Int, ratio: Double) throws {
        var random = SeededRandom(seed: 61)
        var (fused, fixed) = (0.0, 0.0)
        for _ in 0..<50 {
            let walk = walk(&random, seconds: seconds, Errors(white: 0.3, correlation: 60))
            for ((position, fix), place) in zip(
                zip(try #require(walk.fused()).positions, walk.fixes.values), walk.places)
            {
                let (own, other) = (frame.local(position) - place, frame.local(fix.place) - place)
                fused += own.x * own.x + own.y * own.y
                fixed += other.x * other.x + other.y * other.y
            }
        }
        #expect((fused / fixed).squareRoot() < ratio, "\((fused / fixed).squareRoot())")
    }

    /// The 95 % interval for errors of one kind each. Errors that last as long as the walk cannot be excluded, so that
    /// it holds for white ones always; errors of twice the stated size are rare in the model.
    @Test(arguments: [(1.0, 0.0, 30.0), (1, 1, 30), (1, 0, 10), (1, 0, 120), (2, 0, 60), (0.5, 0, 60)])
    func oneKindOfErrors(factor: Double, white: Double, correlation: Double) throws {
        var random = SeededRandom(seed: 60)
        let runs = 200
        var held = 0
        for _ in 0..<runs {
            let walk = walk(&random, seconds: 120, Errors(factor: factor, white: white, correlation: correlation))
            let found = try #require(walk.fused())
            let error = frame.local(try #require(found.positions.last)) - (try #require(walk.places.last))
            let sigma = try #require(found.sigmas.last)
            held += [error.x, error.y].count { $0.magnitude <= 1.96 * sigma }
        }
        #expect(held >= (factor > 1 ? 300 : 372), "\(held) of \(2 * runs)")
    }

    /// Indoors fixes are smooth, share their error, and state other accuracies from moment to moment: neither tells
    /// where the constant is.
    @Test func oneErrorForAll() throws {
        var random = SeededRandom(seed: 62)
        var walk = walk(&random, seconds: 40, Errors(factor: 0.2))
        for index in walk.fixes.times.indices {
            walk.fixes.values[index].accuracy = Double(40 + index) * FusedPosition.radius68
        }
        let sigma = try #require(walk.fused()?.sigmas.last)
        #expect(sigma > 10, "\(sigma)")
    }

    @Test func fewFixesAreRefused() throws {
        var random = SeededRandom(seed: 4)
        #expect(walk(&random, seconds: 2, Errors()).fused() == nil)
        #expect(walk(&random, seconds: 60, Errors()).fused(worstAccuracy: 6) == nil)
        #expect(try #require(walk(&random, seconds: 3, Errors()).fused()).fixes == 3)
    }
}
