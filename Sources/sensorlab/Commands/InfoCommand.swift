import Analysis
import ArgumentParser
import Foundation
import Recordings
import SensorModels
import Vocabulary

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show what was recognised: format, sensors, units and signs and how they were decided, rates, damage."
    )

    @OptionGroup var input: InputOptions
    @OptionGroup var site: PlaceOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let log = try ReadLog(input, place: site.place, checksum: true)
        let section = RecordingSection(log.recording)
        let delays = log.recording.estimatedDelays()
        if json {
            Terminal.output(
                try JSONText.data(
                    Answer(
                        input: log.section, recording: section, delays: delays, warnings: log.recording.warnings)))
        } else {
            Terminal.output(RecordingText.text(input: log.section, recording: section, delays: delays))
            Terminal.warn(log.recording.warnings, quiet: false)
        }
    }

    private struct Answer: Encodable {
        let schema = "sensorlab.info/1"
        let input: InputSection
        let recording: RecordingSection
        /// Delays of sensors against the gyroscope, where the motion determines them.
        let delays: [SensorDelay]
        let warnings: [Warning]
    }
}
