import Analysis
import ArgumentParser
import Calibration
import Recordings
import SensorModels

struct CalibrateInUseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "in-use",
        abstract: "Gyroscope and magnetometer from one ordinary log, without rest and without calibration motion.",
        discussion: "What `--calibration auto` does for a raw log, as a calibration file.")

    @OptionGroup var options: CalibrateOptions
    @OptionGroup var geomagnetic: GeomagneticOptions

    @Argument(help: "More logs of the same device: the soft iron of all, the rest of the latest.", completion: .file())
    var more: [String] = []

    func run() throws {
        let log = try ReadLog(options.input, place: geomagnetic.place, checksum: true)
        var analysis = AnalysisOptions()
        analysis.apply(geomagnetic)
        if !more.isEmpty {
            let logs = try [log] + options.read(more, place: geomagnetic.place)
            return try options.finish(
                options.monitor.during("fitting \(logs.count) logs") {
                    try CalibrationJob.inUse(
                        logs.map { ($0.recording, $0.section) }, options: analysis, tool: SensorLabTool.version)
                })
        }
        try options.finish(
            options.monitor.during("fitting") {
                try CalibrationJob.inUse(
                    log.recording, input: log.section, options: analysis, tool: SensorLabTool.version)
            })
    }
}
