import Recordings
import Vocabulary

/// What a log says of its clock.
extension TimeColumn {
    /// Notes the clock of a log.
    func describe(in log: inout RawLog) {
        log.assumedClock = log.assumedClock ?? assumed
        describe(in: &log.recording.metadata)
    }

    private func describe(in metadata: inout RecordingMetadata) {
        metadata.unixSecondsAtZero = isUnix ? 0 : unixSecondsAtZero ?? metadata.unixSecondsAtZero
        // Without a zone the day is known but for one.
        metadata.date = metadata.date ?? day
        guard metadata.clock == nil else { return }
        let unit =
            switch clock {
            case .decimal(exponent: 9), .unpaddedSeconds: "seconds"
            case .decimal(exponent: 6): "milliseconds"
            case .decimal(exponent: 3): "microseconds"
            case .decimal(exponent: 0): "nanoseconds"
            case .decimal(let exponent): "units of \(MappedClock.name(exponent: exponent))"
            case .ticks: "units of 100 ns"
            case .long(let seconds): "units of \(LongUnit.name(seconds))"
            case .days: "days"
            default: "wall-clock time"
            }
        metadata.clock = "\(unit)\(isUnix ? " since 1970" : "") (\(by))"
    }
}
