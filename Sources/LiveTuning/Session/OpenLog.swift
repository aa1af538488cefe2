import Analysis
import Recordings
import SensorModels

/// The log that the page shows.
struct OpenLog: Sendable {
    /// Counts the logs that were opened, so that an answer about an earlier one is not taken for one about this.
    let number: Int
    /// Everything that does not depend on the filter.
    let trial: TrialLog
    /// The recognised format.
    let format: String
    /// The sensors with at least one sample.
    let sensors: [SensorKind]

    /// - Throws: `SensorLabError` where nothing usable is in the log.
    init(_ recording: Recording, name: String, number: Int, options: AnalysisOptions) throws {
        trial = try TrialLog(recording, options: options, name: name)
        format = recording.metadata.format
        sensors = recording.sensors
        self.number = number
    }
}
