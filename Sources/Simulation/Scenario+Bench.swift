import RealModule
import Recordings
import Rotations

/// Motions of the bench: a turntable, a compass swing, the test by turns of 45 degrees, the figure of eight.
extension Scenario {
    /// Constant rates on a turntable.
    public static let turntable = Scenario(
        name: "turntable",
        summary:
            "the phone flat on a turntable, 10 cm off its axis: 30, 60, 90 and 180 degrees/s both ways, rests between",
        place: hall, date: CalendarDate(year: 2016, month: 6, day: 2), defaultDuration: 120, minimumDuration: 15,
        plan: { request, _ in BenchPlan.turntable(duration: request.duration) })

    /// The swing of a compass: level, stop after stop.
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
