import Rotations
import Vocabulary

/// Motions of the bench: a turntable, a compass swing, the test by turns of 45 degrees, the figure of eight.
extension Scenario {
    /// Constant rates on a turntable.
    public static let turntable = Scenario(
        name: "turntable",
        summary:
            "the phone flat on a turntable, 10 cm off its axis: 30, 60, 90 and 180 degrees/s both ways, rests between",
        place: hall, date: CalendarDate(year: 2016, month: 6, day: 2), defaultDuration: 120, minimumDuration: 15,
        plan: { request, _ in BenchPlan.turntable(duration: request.duration) })

    /// A compass swing: level, with stops at even headings.
    public static let compassSwing = Scenario(
        name: "compass-swing",
        summary: "the phone flat and turned on a table from heading to heading (8 of 45 degrees), clockwise, then back",
        place: hall, date: CalendarDate(year: 2016, month: 6, day: 2), defaultDuration: 150, minimumDuration: 30,
        plan: { request, random in
            BenchPlan.swing(duration: request.duration, headings: request.headings, random: &random)
        })

    /// Turns of 45 degrees with pauses, held up in the hand.
    public static let turnTest = Scenario(
        name: "turn-test",
        summary: "the phone held up and turned by 45 degrees with pauses, once round clockwise, then back",
        place: hall, date: CalendarDate(year: 2016, month: 6, day: 2), defaultDuration: 90, minimumDuration: 20,
        plan: { request, random in BenchPlan.turnTest(duration: request.duration, random: &random) })

    /// The gesture that calibrates a compass.
    public static let figureEight = Scenario(
        name: "figure-eight",
        summary:
            "the phone lies still, then is waved in figures of eight through all directions, then lies still again",
        place: hall, date: CalendarDate(year: 2016, month: 6, day: 2), defaultDuration: 45, minimumDuration: 25,
        plan: { request, random in BenchPlan.figureEight(duration: request.duration, random: &random) })
}

/// Lays out the bench motions.
enum BenchPlan {
    private static let quarterTurn = Double.pi / 2

    /// Ten seconds of rest, then rates held for eight seconds with three seconds of rest in between, repeated.
    static func turntable(duration: Double) -> MotionPlan {
        let spacing = 0.25
        let rates = [30.0, -30, 60, -60, 90, -90, 180, -180]
        var rests: [ClosedRange<Double>] = []
        var headings = [0.0]
        func hold(_ rate: Double, _ seconds: Double) {
            let start = Double(headings.count - 1) * spacing
            // The spline smooths over three spacings at either end.
            if rate == 0 { rests.append((start + 3 * spacing)...(start + seconds - 3 * spacing)) }
            for _ in 0..<Int(clamping: (seconds / spacing).rounded()) {
                headings.append((headings.last ?? 0) + Angle.radians(rate) * spacing)
            }
        }
        hold(0, 10)
        var index = 0
        while Double(headings.count) * spacing < duration {
            hold(rates[index % rates.count], 8)
            hold(0, 3)
            index += 1
        }
        var trajectory = Trajectory()
        trajectory.heading = Signal(spline: SplinePath(headings, spacing: spacing))
        var carrier = Carrier(course: trajectory.heading)
        carrier.arm = Vector3(0, 0.1, 0)
        trajectory.carrier = carrier
        rests[0] = 0...rests[0].upperBound
        return MotionPlan(trajectory: trajectory, rests: rests.filter { $0.upperBound <= duration })
    }

    /// Stops at even headings from north, clockwise and back, until the end; the phone lies still at each.
    static func swing(duration: Double, headings: Int, random: inout RandomGenerator) -> MotionPlan {
        let step = 2 * Double.pi / Double(headings)
        let turn = 1 + step / Angle.radians(30)
        // The table is level within a few tenths of a degree.
        var trajectory = Trajectory(tilt: Signal(MinimumJerkPath(Angle.radians(0.2) * random.gaussian())))
        var heading = MinimumJerkPath(0)
        var rests: [ClosedRange<Double>] = []
        // The stops are as long as lets both turns end with the recording.
        let stop = max(2, (duration - Double(2 * headings) * turn) / Double(2 * headings + 1))
        var time = 0.0
        var index = 0
        while time < duration {
            rests.append(time...min(duration, time + stop))
            time += stop
            guard time + turn < duration else { break }
            heading.move(by: (index / headings).isMultiple(of: 2) ? step : -step, at: time, duration: turn)
            time += turn
            index += 1
        }
        trajectory.heading = Signal(heading)
        return MotionPlan(trajectory: trajectory, rests: rests)
    }

    /// Eight turns of 45 degrees clockwise and eight back, held up by a hand that sways.
    static func turnTest(duration: Double, random: inout RandomGenerator) -> MotionPlan {
        var heading = MinimumJerkPath(random.uniform(0, 2 * Double.pi))
        let always = MinimumJerkPath(1)
        var time = 4.0
        var index = 0
        while time + 1.6 < duration {
            heading.move(by: Angle.radians((index / 8).isMultiple(of: 2) ? 45 : -45), at: time, duration: 1.6)
            time += 1.6 + random.uniform(3, 4)
            index += 1
        }
        var trajectory = Trajectory(tilt: Signal(MinimumJerkPath(quarterTurn)))
        trajectory.heading = Signal(heading, [.hand(envelope: always, random: &random)])
        trajectory.tilt.oscillations = [.hand(envelope: always, random: &random)]
        trajectory.roll.oscillations = [.hand(envelope: always, random: &random)]
        return MotionPlan(trajectory: trajectory)
    }

    /// Rest, figures of eight of two seconds each while the walker slowly turns round, rest.
    static func figureEight(duration: Double, random: inout RandomGenerator) -> MotionPlan {
        let first = 0.0...5.0
        let wave = 6.5...(duration - 6.5)
        let last = (duration - 5)...duration
        let held = MinimumJerkPath(pulse: first.upperBound...last.lowerBound, rise: 1.5)
        let waving = MinimumJerkPath(pulse: wave, rise: 1.5)
        var trajectory = Trajectory()
        var heading = MinimumJerkPath(Angle.radians(20))
        let length = wave.upperBound - wave.lowerBound
        heading.move(by: 2 * Double.pi * max(1, (length / 12).rounded()), at: wave.lowerBound, duration: length)
        var tilt = MinimumJerkPath(0)
        tilt.move(to: Angle.radians(70), at: first.upperBound, duration: 1.5)
        tilt.move(to: 0, at: last.lowerBound - 1.5, duration: 1.5)
        func swing(_ amplitude: Double, _ frequency: Double, _ phase: Double = 0) -> Oscillation {
            Oscillation(amplitude, frequency, phase, envelope: waving)
        }
        func hand(_ random: inout RandomGenerator) -> Oscillation { .hand(envelope: held, random: &random) }
        trajectory.heading = Signal(heading, [hand(&random), swing(Angle.radians(50), 0.5)])
        // Tilt and roll keep swinging during the eights, so that all directions are covered.
        trajectory.tilt = Signal(tilt, [hand(&random), swing(Angle.radians(75), 0.43, 0.9)])
        trajectory.roll = Signal(MinimumJerkPath(0), [hand(&random), swing(Angle.radians(140), 0.17, 0.6)])
        trajectory.east.oscillations = [swing(0.25, 0.5)]
        trajectory.up = Signal(held, [swing(0.06, 1)])
        return MotionPlan(trajectory: trajectory, rests: [first, last], calibrationWave: wave)
    }
}
