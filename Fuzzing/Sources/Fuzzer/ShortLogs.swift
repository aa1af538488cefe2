import Recordings
import SensorModels
import Simulation

/// Some seconds of a simulated phone, as text, which the pipeline's target damages.
enum ShortLogs {
    /// A log with everything, one without a gyroscope, one that knows neither place nor date.
    static let all: [[UInt8]] = [
        log("ar-panning") { _ in }, log("compass-swing") { $0.withoutGyroscope = true }, log("figure-eight") { _ in },
    ]

    private static func log(_ scenario: String, change: (inout SimulationOptions) -> Void) -> [UInt8] {
        var options = SimulationOptions()
        options.accelerometer.rate = 25
        options.gyroscope.rate = 25
        options.magnetometer.rate = 25
        change(&options)
        do {
            var recording = try Scenario.named(scenario).simulate(options).recording
            let start = recording.interval?.lowerBound ?? 0
            recording = recording.clipped(to: start...start + 5_000_000_000)
            if scenario == "figure-eight" { (recording.metadata.place, recording.metadata.date) = (nil, nil) }
            return try CanonicalWriter.bytes(of: recording)
        } catch {
            fatalError("the seeds cannot be made: \(error)")
        }
    }
}
