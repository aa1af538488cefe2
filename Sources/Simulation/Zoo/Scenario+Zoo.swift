import Vocabulary

/// The zoo: motions on which filters fail, by parameters.
///
/// A family is a scenario with defaults; a kind is a family with some parameters fixed. They are in the hall of the
/// recorded walks.
extension Scenario {
    /// The motions by parameters, each with defaults.
    public static let families: [Scenario] = [
        pan, evenTurn, boatCircle, boatAnchor, boatSwing, boatUpright, tripod, table, longRest, tremor, chair, handWalk,
        drive, drone, pocketWalk, fan, panorama, carousel, boatBracket,
    ]

    /// The kinds that `scripts/studies/zoo` runs.
    public static let zoo: [Scenario] =
        [
            pan.kind("5-in-10-tilt-90", [.amplitude: 5, .period: 10]),
            pan.kind("10-in-20-tilt-90", [:]),
            pan.kind("10-in-40-tilt-0", [.period: 40, .tilt: 0]),
            pan.kind("20-in-20-tilt-45", [.amplitude: 20, .tilt: 45]),
            pan.kind("20-in-40-tilt-90", [.amplitude: 20, .period: 40]),
            pan.kind("30-in-30-tilt-0", [.amplitude: 30, .period: 30, .tilt: 0]),
            pan.kind("60-in-20-tilt-90", [.amplitude: 60]),
            pan.kind("60-in-60-tilt-90", [.amplitude: 60, .period: 60]),
            pan.kind("90-in-60-tilt-0", [.amplitude: 90, .period: 60, .tilt: 0]),
        ] + [1, 3, 12, 40].map { evenTurn.kind("\(Int(clamping: $0))", [.rate: $0]) }
        + [boatCircle, boatAnchor, boatSwing].flatMap { boat in
            [(1, 4.3), (5, 6), (15, 8)].map { roll, period in
                boat.kind("roll-\(Int(clamping: roll))", [.rollAmplitude: roll, .rollPeriod: period])
            }
        } + families.dropFirst(5)

    /// A swing of the heading.
    public static let pan = family(
        "pan", "held up and swung from side to side", 120,
        [.heading: 40, .amplitude: 10, .period: 20, .tilt: 90, .vibration: 0.02])
    /// A steady turn.
    public static let evenTurn = family(
        "even-turn", "flat, turned at an even rate", 120, [.rate: 3, .vibration: 0.02])
    /// A boat that goes round in circles.
    public static let boatCircle = family(
        "boat-circle", "flat on a boat that circles", 240,
        [.rate: 1.5, .tiltAmplitude: 3, .tiltPeriod: 6.3, .rollAmplitude: 5, .rollPeriod: 6, .vibration: 0.1])
    /// A boat that lies at anchor.
    public static let boatAnchor = family(
        "boat-anchor", "flat on a boat at anchor, which yaws", 180,
        [
            .heading: 40, .amplitude: 8, .period: 25, .tiltAmplitude: 2, .tiltPeriod: 6.3, .rollAmplitude: 5,
            .rollPeriod: 6, .vibration: 0.05,
        ])
    /// The compass of a boat is swung.
    public static let boatSwing = family(
        "boat-swing", "flat on a boat that turns from heading to heading", 200,
        [
            .tiltAmplitude: 2, .tiltPeriod: 6.3, .rollAmplitude: 5, .rollPeriod: 6, .vibration: 0.05, .step: 45,
            .pause: 20, .move: 1.5,
        ], ZooPlan(turns: .equal(first: 20)))
    /// Upright on a boat at anchor.
    public static let boatUpright = family(
        "boat-upright", "upright on a boat at anchor", 120,
        [
            .heading: 40, .amplitude: 5, .period: 10, .tilt: 90, .rollAmplitude: 1, .rollPeriod: 4.3, .rollPhase: 57,
            .vibration: 0.02,
        ])
    /// A tripod.
    public static let tripod = family(
        "tripod", "on a tripod, turned now and then", 150,
        [.heading: 10, .tilt: 85, .vibration: 0.005, .move: 1.5],
        ZooPlan(
            turns: .listed(heading: [(30, 40), (55, -30), (80, 100), (105, -30), (130, -80)], tilt: [])))
    /// A table.
    public static let table = family(
        "table", "on a table, picked up, turned, laid down", 150,
        [.heading: 10, .vibration: 0.005, .move: 1.5],
        ZooPlan(turns: .listed(heading: [(60, 70), (80, 120), (100, -190)], tilt: [(50, 80), (120, -80)])))
    /// A rest of minutes.
    public static let longRest = family(
        "long-rest", "on a table for minutes, then turned once", 300,
        [.heading: 10, .vibration: 0.005, .move: 1.5], ZooPlan(turns: .listed(heading: [(280, 90)], tilt: [])))
    /// A hand that trembles.
    public static let tremor = family(
        "tremor", "held up by a hand that trembles", 120,
        [
            .heading: 40, .amplitude: 0.4, .period: 0.126, .tilt: 88, .tiltAmplitude: 0.5, .tiltPeriod: 0.134,
            .rollAmplitude: 0.5, .rollPeriod: 0.114, .vibration: 0.1,
        ])
    /// A chair that spins.
    public static let chair = family(
        "chair", "on a chair that spins and rests", 90,
        [.tilt: 60, .vibration: 0.05, .step: 1600, .pause: 20, .move: 8], ZooPlan(turns: .equal(first: 12)))
    /// A walk with the device in the hand.
    public static let handWalk = family(
        "hand-walk", "in the hand of a walker who turns", 150,
        [
            .tilt: 55, .tiltAmplitude: 4, .tiltPeriod: 0.526, .rollAmplitude: 3, .rollPeriod: 1.053, .vibration: 0.3,
            .spread: 60, .pause: 7.1, .move: 1.5,
        ], ZooPlan(turns: .drawn, way: .steps(surge: 0)))
    /// A car with sharp corners.
    public static let drive = family(
        "drive", "in a car that takes corners sharply", 180, [.tilt: 20, .vibration: 0.4, .move: 1.5],
        ZooPlan(
            turns: .listed(heading: [(20, 90), (45, -30), (70, 120), (130, 90), (150, 30)], tilt: []), way: .road))
    /// A multicopter.
    public static let drone = family(
        "drone", "on a multicopter that shakes", 120,
        [
            .amplitude: 30, .period: 9, .tiltAmplitude: 8, .tiltPeriod: 4.8, .rollAmplitude: 8, .rollPeriod: 5.7,
            .vibration: 2.5,
        ], ZooPlan(way: .flight))
    /// A walk with the device in a pocket.
    public static let pocketWalk = family(
        "pocket-walk", "at the thigh of a walker who turns", 120,
        [
            .tilt: 80, .tiltAmplitude: 25, .tiltPeriod: 1.053, .rollAmplitude: 20, .rollPeriod: 1.053, .rollPhase: 57,
            .vibration: 0.5, .spread: 50, .pause: 7.5, .move: 1.5,
        ], ZooPlan(turns: .drawn, way: .steps(surge: 0.05)))

    // Found by `scripts/studies/zoo --search`: calibrated sensors in an even field suffice.

    /// A slow swing to and fro without rests: found against `kalman`.
    public static let fan = family(
        "fan", "on a fan that slowly turns its head", 120,
        [.amplitude: 45, .period: 30, .tilt: 90, .vibration: 0.02])
    /// A turn that slows to 2.3 degrees/s every 20 s: `map` takes these times for rests and the turn for gyroscope
    /// bias, or refuses; `kalman` loses the heading too.
    public static let panorama = family(
        "panorama", "held up by somebody who slowly turns round and round", 120,
        [.rate: 5.4, .amplitude: 10, .period: 20, .tilt: 90, .vibration: 0.02])
    /// A turn that comes to a stop for an instant every 36 s: found against `map`, which fails with most seeds.
    public static let carousel = family(
        "carousel", "held up on a carousel that slows down and speeds up", 120,
        [.rate: 5.7, .amplitude: 33, .period: 36, .tilt: 90, .vibration: 0.02])
    /// A steady turn with a heavy roll: found against `sensorlab`; `map` finds a gyroscope bias as large as the turn
    /// and against it.
    public static let boatBracket = family(
        "boat-bracket", "upright on a boat that circles in a swell", 120,
        [
            .rate: 3.6, .amplitude: 5.5, .period: 20, .tilt: 76, .rollAmplitude: 19, .rollPeriod: 10, .vibration: 0.02,
        ])

    private static func family(
        _ name: String, _ summary: String, _ duration: Double, _ values: [MotionParameter: Double],
        _ plan: ZooPlan = ZooPlan()
    ) -> Scenario {
        var scenario = Scenario(
            name: name, summary: summary, place: hall, date: CalendarDate(year: 2016, month: 6, day: 2),
            defaultDuration: duration, minimumDuration: 20,
            plan: { request, random in plan.layOut(request, random: &random) })
        // The first twelve belong to every motion, the last four to those that turn in steps.
        scenario.parameters = MotionParameter.allCases.enumerated().compactMap { index, parameter in
            if let value = values[parameter] { return parameter.parameter(value) }
            guard index < 12 else { return nil }
            var unstated = parameter.parameter(parameter.usual)
            unstated.isStated = false
            return unstated
        }
        return scenario
    }

    /// The family with other defaults, under its name and a suffix.
    private func kind(_ suffix: String, _ values: [MotionParameter: Double]) -> Scenario {
        var kind = Scenario(
            name: "\(name)-\(suffix)", summary: summary, place: place, date: date, defaultDuration: defaultDuration,
            minimumDuration: minimumDuration, plan: plan)
        kind.parameters = parameters.map { parameter in
            guard let key = MotionParameter(rawValue: parameter.name), let value = values[key] else {
                return parameter
            }
            return parameter.with(default: value)
        }
        return kind
    }
}
