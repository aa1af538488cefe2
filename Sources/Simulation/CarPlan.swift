import RealModule
import Rotations
import Vocabulary

extension Scenario {
    /// A drive through a town.
    public static let car = Scenario(
        name: "car",
        summary:
            "the phone upright in a holder of a car that drives round blocks, stops at lights, turns left and right",
        place: GeodeticPosition(latitude: 45.1867, longitude: 5.7364, height: 260),
        date: CalendarDate(year: 2016, month: 6, day: 2), defaultDuration: 240, minimumDuration: 30,
        plan: { request, random in
            var plan = CarPlan()
            return plan.layOut(duration: request.duration, random: &random)
        })
}

/// Lays out a drive: ten seconds at the kerb, then straights and corners in turn, with an occasional red light.
struct CarPlan {
    private static let spacing = 0.25
    private static let parked = 10.0
    /// Speed round a corner, m/s.
    private static let cornerSpeed = 4.5
    /// Turn rate round a corner, rad/s: a radius of 9 m.
    private static let cornerRate = 0.5
    /// m/s^2.
    private static let gain = 1.6
    private static let braking = 2.0

    private var headings: [Double] = []
    private var east: [Double] = []
    private var north: [Double] = []
    private var speeds: [Double] = []
    private var (heading, x, y, speed) = (0.0, 0.0, 0.0, 0.0)
    private var rests: [ClosedRange<Double>] = []

    mutating func layOut(duration: Double, random: inout RandomGenerator) -> MotionPlan {
        heading = random.uniform(0, 2 * Double.pi)
        wait(Self.parked)
        while time < duration + 1 {
            straight(random.uniform(60, 220), fastest: random.uniform(9, 14), random.uniform() < 0.4, &random)
            corner(away: (x * x + y * y).squareRoot() > 300, &random)
        }
        return MotionPlan(trajectory: trajectory(random: &random), rests: rests.filter { $0.upperBound <= duration })
    }

    private var time: Double { Double(headings.count) * Self.spacing }

    /// Appends one control value of the road.
    private mutating func advance(turn: Double = 0) {
        headings.append(heading)
        east.append(x)
        north.append(y)
        speeds.append(speed)
        heading += turn
        x += Self.spacing * speed * Double.sin(heading - turn / 2)
        y += Self.spacing * speed * Double.cos(heading - turn / 2)
    }

    private mutating func wait(_ seconds: Double) {
        let start = time
        for _ in 0..<Int(clamping: seconds / Self.spacing) { advance() }
        // The splines smooth over three spacings at either end, and the springs come to rest within a second.
        let margin = 6 * Self.spacing
        if time - start > 3 * margin { rests.append((start == 0 ? 0 : start + margin)...(time - margin)) }
    }

    /// Accelerates, drives on, brakes for the corner or for a red light before it.
    private mutating func straight(
        _ length: Double, fastest: Double, _ redLight: Bool, _ random: inout RandomGenerator
    ) {
        let end = redLight ? 0 : Self.cornerSpeed
        var left = length
        while left > 0 && !(redLight && speed == 0 && left < 2) {
            let brakingDistance = max(0, speed * speed - end * end) / (2 * Self.braking)
            if brakingDistance + speed * Self.spacing >= left {
                speed = max(end, speed - Self.braking * Self.spacing)
                if speed == 0 { break }
            } else {
                speed = min(fastest, speed + Self.gain * Self.spacing)
            }
            advance()
            left -= speed * Self.spacing
        }
        if redLight { wait(random.uniform(6, 14)) }
    }

    /// A quarter turn, left or right at random; far away, towards home.
    private mutating func corner(away: Bool, _ random: inout RandomGenerator) {
        let homeward = Angle.wrap(Double.atan2(y: -x, x: -y) - heading)
        let right = away ? homeward > 0 : random.uniform() < 0.5
        let steps = (Double.pi / 2 / Self.cornerRate / Self.spacing).rounded()
        for _ in 0..<Int(clamping: steps) {
            speed = min(Self.cornerSpeed, speed + Self.gain * Self.spacing)
            advance(turn: (right ? 1 : -1) * Double.pi / 2 / steps)
        }
    }

    /// The road with the motion of the car's body on its springs: it pitches with the acceleration (0.4 degrees per
    /// m/s^2), leans out of corners (0.4 degrees per m/s^2), and shakes with the road and the engine.
    private func trajectory(random: inout RandomGenerator) -> Trajectory {
        func spline(_ values: [Double]) -> SplinePath { SplinePath(values, spacing: Self.spacing) }
        let last = speeds.count - 1
        let pitch = speeds.indices.map { index in
            Angle.radians(0.4) * (speeds[min(last, index + 1)] - speeds[max(0, index - 1)]) / (2 * Self.spacing)
        }
        let lean = speeds.indices.map { index in
            let rate = (headings[min(last, index + 1)] - headings[max(0, index - 1)]) / (2 * Self.spacing)
            return Angle.radians(0.4) * rate * speeds[index]
        }
        // The shaking grows with the speed.
        let roughness = speeds.map { min(1, $0 / 8) }
        var trajectory = Trajectory(
            heading: Signal(spline: spline(headings)),
            tilt: Signal(MinimumJerkPath(Angle.radians(80)), spline: spline(pitch)),
            roll: Signal(spline: spline(lean)), east: Signal(spline: spline(east)),
            north: Signal(spline: spline(north)))
        let road = driving(roughness)
        func shake(_ band: ClosedRange<Double>, _ level: Double, _ random: inout RandomGenerator) -> Oscillation {
            Oscillation(Oscillation.band(band, rootMeanSquare: level, count: 8, random: &random), envelope: road)
        }
        trajectory.up.oscillations = [shake(1...2.5, 0.004, &random), shake(8...18, 0.000_05, &random)]
        // Half a metre in front of the pitch axis and half a metre above it.
        var car = Carrier(course: trajectory.heading)
        car.arm = Vector3(0, 0.5, 0.5)
        car.swing = Signal(spline: spline(pitch))
        car.right.oscillations = [shake(8...18, 0.000_03, &random)]
        car.forward.oscillations = [shake(8...18, 0.000_03, &random)]
        trajectory.carrier = car
        trajectory.tilt.oscillations = [shake(1...2.5, Angle.radians(0.15), &random)]
        trajectory.roll.oscillations = [shake(1...2.5, Angle.radians(0.2), &random)]
        return trajectory
    }

    /// 1 while the car moves, 0 while it waits.
    private func driving(_ roughness: [Double]) -> MinimumJerkPath {
        var path = MinimumJerkPath(roughness.first ?? 0)
        for (index, level) in roughness.enumerated() {
            let time = Double(index) * Self.spacing
            let target = level > 0.3 ? 1.0 : 0.0
            if target != path.final && time >= path.end { path.move(to: target, at: time, duration: 1) }
        }
        return path
    }
}
