import Vocabulary

extension SensorLabError {
    /// The error for a log of which nothing is left.
    /// - Parameter name: the log's.
    package static func noSamples(in name: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .noSamples, place: name, message: "no sample is left, expected at least one sensor",
            advice: "check --from, --to and --without, or the log")
    }
}
