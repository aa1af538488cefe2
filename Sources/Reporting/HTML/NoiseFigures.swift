import Analysis
import Calibration
import SensorModels

/// The Allan deviation of the inertial sensors, where the log rests for long enough.
struct NoiseFigures {
    let figures: [Figure]
    /// Why there is none; `nil` where there is one.
    let missing: String?

    init(_ result: AnalysisResult) {
        let recording = result.recording
        let gyroscope: SensorKind = recording.gyroscope.isEmpty ? .gyroscopeCorrected : .gyroscope
        let sensors = concurrentMap([gyroscope, .accelerometer]) { SensorNoise(recording: recording, sensor: $0) }
            .compactMap(\.self)
        let known = sensors.filter { $0.axes.contains(where: \.verdict.accepted) }
        figures = known.map { sensor in
            let chart = AllanPicture.chart(sensor)
            return Figure(
                wide: chart.svg(ChartSize(width: 500, height: 320)), narrow: chart.svg(.narrow),
                caption: chart.summary + " The command noise prints the coefficients with their intervals.")
        }
        missing =
            figures.isEmpty
            ? sensors.first?.axes.first.map {
                "No Allan deviation: "
                    + ReportSummary.sentence(PlainText.line($0.verdict.reason, limit: 300), capitalized: false)
                    + " N is the noise, B the instability of the bias, K its random walk."
            } ?? "The log has neither gyroscope nor accelerometer." : nil
    }
}
