import Geodesy
import RealModule
import Rotations
import Vocabulary

extension Scenario {
    /// A phone held up for augmented reality in Barcelona: at rest on a table, waved through all directions, then
    /// turned from one place of interest to the next, with an occasional short walk.
    public static let arPanning = Scenario(
        name: "ar-panning",
        summary: "a phone held up in Barcelona, turned from one place of interest to the next, with short walks",
        place: GeodeticPosition(latitude: 41.375, longitude: 2.149, height: 80),
        date: CalendarDate(year: 2015, month: 6, day: 22), defaultDuration: 110, minimumDuration: 30,
        plan: { request, random in
            var plan = ARPanningPlan()
            return plan.layOut(duration: request.duration, random: &random)
        })

    /// Places visible from there, rounded public coordinates. Altitudes are those of a visible point in metres above
    /// the ellipsoid (sea level is 49 m above it in Barcelona).
    public static let barcelonaPlaces = [
        place("Sagrada Familia", 41.4036, 2.1744, 215),
        place("Torre Glories", 41.4034, 2.1896, 175),
        place("Columbus Monument", 41.3758, 2.1778, 110),
        place("Montjuic Castle", 41.3634, 2.1660, 230),
        place("Palau Nacional", 41.3684, 2.1536, 150),
        place("Montjuic Tower", 41.3644, 2.1505, 280),
        place("Camp Nou", 41.3809, 2.1228, 130),
        place("Torre de Collserola", 41.4174, 2.1142, 700),
        place("Tibidabo", 41.4225, 2.1187, 590),
        place("Park Guell", 41.4145, 2.1527, 220),
        place("Casa Mila", 41.3953, 2.1619, 110),
    ]

    private static func place(_ name: String, _ latitude: Double, _ longitude: Double, _ height: Double)
        -> PointOfInterest
    {
        PointOfInterest(
            id: name, name: name, position: GeodeticPosition(latitude: latitude, longitude: longitude, height: height))
    }
}

extension PointOfInterest {
    /// CSV with the header `name,lat,lon,alt`: degrees north and east, metres above the ellipsoid.
    public static func table(of places: [PointOfInterest]) -> String {
        let lines = places.map { "\($0.name),\($0.position.latitude),\($0.position.longitude),\($0.position.height)" }
        return (["name,lat,lon,alt"] + lines).joined(separator: "\n") + "\n"
    }
}

/// Lays out the motion of `ar-panning`: five seconds on a table, pick-up, fifteen seconds of calibration wave, then
/// stops at places until the end.
struct ARPanningPlan {
    private static let rest = 0.0...5.0
    private static let wave = 6.5...21.5
    private static let firstTurn = 22.0
    private static let quarterTurn = Double.pi / 2

    private var heading = MinimumJerkPath(Angle.radians(35))
    private var tilt = MinimumJerkPath(0)
    private var roll = MinimumJerkPath(0)
    private var east = MinimumJerkPath(0)
    private var north = MinimumJerkPath(0)
    private var up = MinimumJerkPath(0)
    /// 1 while the phone is in the hand.
    private var held = MinimumJerkPath(0)
    /// 1 during the calibration wave.
    private var waving = MinimumJerkPath(0)
    /// 1 during a walk.
    private var walking = MinimumJerkPath(0)
    private var stops: [MotionPlan.Stop] = []

    mutating func layOut(duration: Double, random: inout RandomGenerator) -> MotionPlan {
        pickUp()
        visit(until: duration, random: &random)
        return MotionPlan(
            trajectory: trajectory(random: &random), rests: [Self.rest], calibrationWave: Self.wave, stops: stops)
    }

    private mutating func pickUp() {
        let start = Self.rest.upperBound
        held.move(to: 1, at: start, duration: 1.5)
        tilt.move(to: Self.quarterTurn, at: start, duration: 1.5)
        up.move(to: 0.6, at: start, duration: 1.5)
        waving.pulse(from: Self.wave.lowerBound, to: Self.wave.upperBound, rise: 1.5)
        heading.move(by: 4 * Double.pi, at: Self.wave.lowerBound, duration: 15)
    }

    /// From place to place: mostly to the next one clockwise, sometimes to any other.
    private mutating func visit(until end: Double, random: inout RandomGenerator) {
        let frame = LocalFrame(origin: Scenario.arPanning.place)
        let places = Scenario.barcelonaPlaces
        let azimuths = places.map { azimuth(of: frame.local($0.position)) }
        let order = places.indices.sorted { azimuths[$0] < azimuths[$1] }
        var next = 0
        var time = Self.firstTurn
        var untilWalk = 3
        while true {
            let target = places[order[next]]
            let line = frame.local(target.position) - Vector3(east.final, north.final, up.final)
            let turn = Angle.wrap(azimuth(of: line) - heading.final)
            // About 45 degrees per second on average, without jerks.
            let turnDuration = 0.9 + turn.magnitude / Angle.radians(45)
            let stopDuration = random.uniform(1.8, 3.2)
            guard time + turnDuration <= end else { break }
            let elevation = Double.atan2(y: line.z, x: (line.x * line.x + line.y * line.y).squareRoot())
            heading.move(by: turn, at: time, duration: turnDuration)
            // The user does not centre the place exactly, nor hold the phone level.
            let aim = Angle.radians(1.5) * random.gaussian()
            tilt.move(to: Self.quarterTurn + elevation + aim, at: time, duration: turnDuration)
            roll.move(to: Angle.radians(2.5) * random.gaussian(), at: time, duration: turnDuration)
            time += turnDuration
            stops.append(MotionPlan.Stop(target: target, interval: time...min(end, time + stopDuration)))
            time += stopDuration
            untilWalk -= 1
            if untilWalk == 0 {
                time = walk(at: time, random: &random)
                untilWalk = 3 + Int(clamping: random.uniform(0, 2))
            }
            let jump = random.uniform() < 0.2 ? 2 + Int(clamping: random.uniform(0, Double(places.count - 3))) : 1
            next = (next + jump) % places.count
        }
    }

    /// A few metres forward, or back towards the start where that is far away; returns the end.
    private mutating func walk(at start: Double, random: inout RandomGenerator) -> Double {
        let distance = random.uniform(2, 4)
        let away = (east.final * east.final + north.final * north.final).squareRoot()
        let homeward = Double.atan2(y: -east.final, x: -north.final)
        let course = away > 12 ? homeward : heading.final + random.uniform(-0.8, 0.8)
        let duration = distance / 0.8
        east.move(by: distance * Double.sin(course), at: start, duration: duration)
        north.move(by: distance * Double.cos(course), at: start, duration: duration)
        walking.pulse(from: start, to: start + duration, rise: 0.7)
        return start + duration
    }

    /// The intended paths with the hand's motion, the swings of the wave and the steps of a walk at 1.9 Hz.
    private func trajectory(random: inout RandomGenerator) -> Trajectory {
        func angle(_ random: inout RandomGenerator) -> Oscillation { .hand(envelope: held, random: &random) }
        func distance(_ random: inout RandomGenerator) -> Oscillation {
            .hand(sway: 0.004, tremor: 0.00004, envelope: held, random: &random)
        }
        // The swings of tilt and roll were chosen so that, with two turns of the heading, every direction is reached
        // within 25 degrees; they turn no faster than 250 degrees/s.
        func swing(_ amplitude: Double, _ frequency: Double, _ phase: Double = 0) -> Oscillation {
            Oscillation(amplitude, frequency, phase, envelope: waving)
        }
        func step(_ amplitude: Double, _ frequency: Double) -> Oscillation {
            Oscillation(amplitude, frequency, envelope: walking)
        }
        return Trajectory(
            heading: Signal(heading, [angle(&random), step(Angle.radians(0.6), 0.95)]),
            tilt: Signal(tilt, [angle(&random), swing(Angle.radians(73), 0.44, 3.48), step(Angle.radians(0.8), 1.9)]),
            roll: Signal(roll, [angle(&random), swing(Angle.radians(143), 0.149, 0.86), step(Angle.radians(1), 0.95)]),
            east: Signal(east, [distance(&random), swing(0.12, 0.4), step(0.008, 0.95)]),
            north: Signal(north, [distance(&random), swing(0.1, 0.31, 1.2), step(0.008, 0.95)]),
            up: Signal(up, [distance(&random), swing(0.1, 0.5, 2.1), step(0.012, 1.9)]))
    }

    /// Clockwise from north, radians in (-pi, pi].
    private func azimuth(of line: Vector3) -> Double { Double.atan2(y: line.x, x: line.y) }
}
