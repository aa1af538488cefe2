import Recordings
import SensorModels
import Vocabulary

/// A kind of motion at a place: what `simulate` makes a recording of.
///
/// A new scenario is a value of this type in `Scenario.all`, with a function that lays out the motion.
public struct Scenario: Sendable {
    /// The name on the command line, kebab case.
    public let name: String
    /// What happens in it, in one sentence.
    public let summary: String
    /// Where it takes place; the altitude is that of the device at height zero.
    public let place: Place
    /// The day on which it takes place unless the options name another one; `nil` where it has none of its own.
    public let date: CalendarDate?
    /// Seconds that it lasts unless the options say otherwise.
    public let defaultDuration: Double
    /// Seconds that it needs at least.
    public let minimumDuration: Double
    /// Lays out a motion; equal generators give equal motions.
    let plan: @Sendable (_ request: MotionRequest, _ random: inout RandomGenerator) -> MotionPlan

    /// All scenarios.
    public static let all: [Scenario] = [
        .arPanning, .arWalking, .texting, .phoning, .swinging, .pocket, .backPocket, .turntable, .compassSwing,
        .turnTest,
        .figureEight, .car,
    ]

    /// The scenario of that name, matched without case.
    /// - Throws: `SensorLabError` (usage, `unknown-scenario`) with the nearest name.
    public static func named(_ name: String) throws(SensorLabError) -> Scenario {
        if let scenario = all.first(where: { $0.name == name.lowercased() }) { return scenario }
        let names = all.map(\.name)
        let advice =
            NearestName.of(name, in: names).map { "did you mean \($0)? sensorlab simulate --list shows all" }
            ?? "the scenarios are \(names.joined(separator: ", "))"
        throw SensorLabError(
            .usage, code: .unknownScenario, place: "simulate \(name)", message: "there is no scenario \(name)",
            advice: advice)
    }
}
