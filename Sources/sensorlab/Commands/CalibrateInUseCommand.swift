import Analysis
import ArgumentParser
import Calibration
import Recordings
import SensorModels

struct CalibrateInUseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "in-use",
        abstract: "Fit gyroscope and magnetometer to an ordinary log, without rest and without calibration motion.",
        discussion: "Writes the calibration that `--calibration auto` applies to a raw log.")

    @OptionGroup var options: CalibrateOptions
    @OptionGroup var geomagnetic: GeomagneticOptions

    @Argument(
        help: "More logs of the same device: soft iron from all, everything else from the latest.", completion: .file())
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
