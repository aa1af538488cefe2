import RealModule
import Rotations
import Vocabulary

/// Walks in the hall of the recordings that they were modelled on.
extension Scenario {
    /// Inria Grenoble, 45.187778 N, 5.726945 E, 200 m.
    static let hall = GeodeticPosition(latitude: 45.187778, longitude: 5.726945, height: 200)

    /// Walking while looking about through the camera.
    public static let arWalking = walk(
        "ar-walking", "a walk in a room with the phone held up to look about through its camera", .looking)
    /// Walking while texting.
    public static let texting = walk(
        "texting", "a walk in a room with the phone flat in the hand", .texting)
    /// Walking while phoning.
    public static let phoning = walk("phoning", "a walk in a room with the phone at the right ear", .phoning)
    /// Walking with a swinging arm.
    public static let swinging = walk("swinging", "a walk in a room with the phone in a swinging hand", .swinging)
    /// The phone in the front pocket.
    public static let pocket = walk("pocket", "a walk in a room with the phone in the front pocket", .frontPocket)
    /// The phone in the back pocket.
    public static let backPocket = walk(
        "back-pocket", "a walk in a room with the phone in the back pocket", .backPocket)

    private static func walk(_ name: String, _ summary: String, _ style: WalkingStyle) -> Scenario {
        Scenario(
            name: name, summary: summary, place: hall, date: CalendarDate(year: 2016, month: 6, day: 2),
            defaultDuration: 120, minimumDuration: 10,
            plan: { request, random in
                var plan = WalkingPlan(style)
                return plan.layOut(duration: request.duration, random: &random)
            })
    }
}

/// Lays out a walk in a room: three seconds of standing, then from point to point within a circle, as in the recordings
/// from which the styles were taken.
struct WalkingPlan {
    private static let standing = 3.0
    /// The radius of the room, metres.
    private static let radius = 3.0
    /// Turn rate of the course towards the next point, per second: turns start wide and become narrow.
    private static let turnGain = 0.7
    /// Seconds between the control values of the course.
    private static let spacing = 0.2
    /// Lead or lag of the cadence, radians of the stride.
    private static let wander = 0.5

    let style: WalkingStyle
    private var walking = MinimumJerkPath(0)
    private var phase: GaitPhase

    init(_ style: WalkingStyle) {
        self.style = style
        phase = GaitPhase(strideFrequency: style.strideFrequency)
    }

    mutating func layOut(duration: Double, random: inout RandomGenerator) -> MotionPlan {
        walking.move(to: 1, at: Self.standing, duration: 1.5)
        phase.wander = Oscillation.band(0.03...0.2, rootMeanSquare: Self.wander, count: 6, random: &random)
        let course = course(until: duration, random: &random)
        func spline(_ values: [Double]) -> SplinePath { SplinePath(values, spacing: Self.spacing) }
        let turn = Angle.radiansPerDegree
        var trajectory = Trajectory(
            heading: Signal(spline: spline(course.headings)), tilt: Signal(MinimumJerkPath(Double.pi / 2)),
            east: Signal(spline: spline(course.east)), north: Signal(spline: spline(course.north)))
        trajectory.mount = style.mount
        look(until: duration, &trajectory, &random)
        var carrier = Carrier(course: trajectory.heading)
        carrier.arm = Vector3(0, 0, -style.limb)
        add(style.vertical, times: 1, drift: 0.003, to: &trajectory.up, .acceleration, &random)
        add(style.horizontal, times: 0.7, drift: 0.003, to: &carrier.forward, .acceleration, &random)
        add(style.horizontal, times: 0.7, drift: 0.003, to: &carrier.right, .acceleration, &random)
        let drift = style.drift * turn
        add(style.rotation, times: style.axes.x * turn, drift: drift, to: &trajectory.heading, .rate, &random)
        add(style.rotation, times: style.axes.y * turn, drift: drift, to: &trajectory.tilt, .rate, &random)
        add(style.rotation, times: style.axes.z * turn, drift: drift, to: &trajectory.roll, .rate, &random)
        // The limb swings with stride and step; faster motions are those of the wrist or the cloth.
        carrier.swing.gait = trajectory.tilt.gait.map { gait in
            var swing = gait
            swing.harmonics.removeAll { $0.order > 2 }
            return swing
        }
        trajectory.carrier = carrier
        return MotionPlan(trajectory: trajectory)
    }

    /// Looks up and down, and turns the phone between landscape and portrait, every few seconds.
    private func look(until end: Double, _ trajectory: inout Trajectory, _ random: inout RandomGenerator) {
        guard style.looking > 0 else { return }
        var time = Self.standing
        while time < end {
            let duration = random.uniform(1.2, 2.5)
            let elevation = Angle.radians(style.looking) * random.gaussian()
            trajectory.tilt.path.move(to: Double.pi / 2 + elevation, at: time, duration: duration)
            let upright = random.uniform() < 0.15
            let lean = Angle.radians(style.looking / 2) * random.gaussian()
            trajectory.roll.path.move(to: lean + (upright ? Double.pi / 2 : 0), at: time, duration: duration)
            time += duration + random.uniform(1, 5)
        }
    }

    private struct Course {
        var headings: [Double] = []
        var east: [Double] = []
        var north: [Double] = []
    }

    /// Control values of a walk from one random point of the room to the next.
    private func course(until end: Double, random: inout RandomGenerator) -> Course {
        var course = Course()
        var (heading, x, y) = (random.uniform(0, 2 * Double.pi), 0.0, 0.0)
        var target = point(random: &random)
        for index in 0...Int(clamping: end / Self.spacing) + 3 {
            course.headings.append(heading)
            course.east.append(x)
            course.north.append(y)
            let speed = style.speed * walking.jet(at: Double(index) * Self.spacing).value
            guard speed > 0 else { continue }
            if (target.x - x) * (target.x - x) + (target.y - y) * (target.y - y) < 1 {
                target = point(random: &random)
            }
            let error = Angle.wrap(Double.atan2(y: target.x - x, x: target.y - y) - heading)
            let fastest = Angle.radians(style.turnRate)
            let turn = Self.spacing * max(-fastest, min(fastest, Self.turnGain * error))
            // Half of the turn before the step and half after it, so that the step is along the mean course.
            heading += turn
            x += Self.spacing * speed * Double.sin(heading - turn / 2)
            y += Self.spacing * speed * Double.cos(heading - turn / 2)
        }
        return course
    }

    private func point(random: inout RandomGenerator) -> (x: Double, y: Double) {
        let radius = Self.radius * random.uniform().squareRoot()
        let azimuth = random.uniform(0, 2 * Double.pi)
        return (radius * Double.cos(azimuth), radius * Double.sin(azimuth))
    }

    /// The derivative of a coordinate that a level refers to.
    private enum Derivative: Double {
        case rate = 1
        case acceleration = 2
    }

    /// Adds gait, vibration and drift to a coordinate, with levels of its rate or acceleration.
    private func add(
        _ levels: [Double], times factor: Double, drift: Double, to signal: inout Signal,
        _ derivative: Derivative, _ random: inout RandomGenerator
    ) {
        // The amplitude of a sinusoid whose derivative has a root mean square of `level`.
        func amplitude(_ level: Double, _ frequency: Double) -> Double {
            factor * level * 2.0.squareRoot() / Double.pow(2 * Double.pi * frequency, derivative.rawValue)
        }
        let f = style.strideFrequency
        // Harmonics in one band share its level.
        let orders = (1...7).map { (order: $0, band: Self.band(Double($0) * f)) }.filter { $0.band < 3 }
        let harmonics = orders.map { harmonic -> GaitMotion.Harmonic in
            let sharing = orders.filter { $0.band == harmonic.band }.count
            let level = levels[harmonic.band] / Double(sharing).squareRoot()
            return GaitMotion.Harmonic(
                order: harmonic.order, amplitude: amplitude(level, Double(harmonic.order) * f),
                lead: random.uniform(0, 2 * Double.pi))
        }
        signal.gait.append(GaitMotion(phase: phase, harmonics: harmonics, envelope: walking))
        for (band, level) in [(5.0...10.0, levels[3]), (10.0...18.0, levels[4])] {
            var tones = Oscillation.band(band, rootMeanSquare: 1, count: 10, random: &random)
            for index in tones.indices {
                tones[index].amplitude *= amplitude(level, tones[index].frequency) / 2.0.squareRoot()
            }
            signal.oscillations.append(Oscillation(tones, envelope: walking))
        }
        let always = MinimumJerkPath(1)
        signal.oscillations.append(
            Oscillation(
                Oscillation.band(0.05...0.4, rootMeanSquare: drift, count: 6, random: &random), envelope: always))
    }

    /// The band of a frequency: 0 for the stride, 1 for the step, 2 for its harmonics, 3 beyond.
    private static func band(_ frequency: Double) -> Int {
        [1.3, 2.6, 5].firstIndex { frequency < $0 } ?? 3
    }
}
