import Analysis
import Calibration
import Evaluation
import Figures
import Files
import Foundation
import SensorModels
import Vocabulary

/// How large the heading errors are and how often: the cumulative distribution of every filter, and the histogram of
/// the recommended one.
struct DistributionFigures {
    let cumulative: Figure
    let histogram: Figure

    static let noReference =
        "The log has no reference orientation, so errors cannot be measured."
    private static let bins = 48
    /// Errors below this value are drawn at it, since a logarithmic axis has no zero; degrees.
    private static let floor = 0.01
    /// Below this share of the time curves cannot be distinguished; the axis begins where the first of them reaches it.
    private static let leastShare = 0.02

    init(_ result: AnalysisResult, series: ReportSeries, shown: ShownFilters) {
        // The device's own attitude, after the filters, is not drawn.
        let scored = series.filters.prefix(result.tracks.count).map { (name: $0.name, errors: $0.scoredErrors) }
            .filter { !$0.errors.isEmpty }
        guard !scored.isEmpty else {
            let reason = result.reference.isEmpty ? Self.noReference : TimeFigures.nothingCovered
            cumulative = .missing(reason)
            histogram = .missing(reason)
            return
        }
        cumulative = Self.cumulative(scored.filter { shown.coloured.contains($0.name) }, jobs: result.jobs)
        let best = scored.firstIndex { $0.0 == result.report.recommendation?.filter } ?? scored.startIndex
        histogram = Self.histogram(scored[best].1, name: scored[best].0, style: .filter(scored[best].0))
    }

    private static func cumulative(_ scored: [(name: String, errors: [Double])], jobs: Int) -> Figure {
        var (smallest, largest) = (180.0, floor)
        let steps = 200
        let shares = (0...steps).map { Double($0) / Double(steps) }
        let curves = concurrentMap(scored.map(\.errors), jobs: jobs) { errors in
            var magnitudes = ThinnedSamples.indices(of: errors.count).map { errors[$0].magnitude }
            // The curve ends at the largest error of all.
            if magnitudes.count < errors.count { magnitudes.append(errors.reduce(0) { max($0, $1.magnitude) }) }
            return Percentile.arranging(&magnitudes, shares)
        }.map { errors in
            largest = max(largest, errors[steps])
            smallest = min(smallest, errors[Int(clamping: (leastShare * Double(steps)).rounded())])
            return errors.indices.map { ChartPoint(log10(max(floor, errors[$0])), 100 * Double($0) / Double(steps)) }
        }
        let end = min(log10(180), (log10(largest) * 4).rounded(.up) / 4)
        let marks = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]
        let start = log10(marks.last { $0 <= smallest } ?? floor)
        let x = ChartAxis(
            label: "heading error, absolute, degrees", domain: start...max(end, start + log10(2)),
            ticks: marks.map { ChartAxis.Tick(log10($0), NumberText.general($0) + "\u{B0}") }, kind: .logarithm)
        let y = ChartAxis(
            label: "share of the time, %", domain: 0...100,
            ticks: [0, 25, 50, 75, 95, 100].map { .init($0, "\(Int(clamping: $0)) %") })
        let layers = scored.indices.map { index in
            ChartLayer.line(curves[index], .filter(scored[index].name), name: scored[index].name)
        }
        return figure(
            Chart(
                title: "Share of the time with a heading error below a value",
                summary:
                    "The share of the scored time with a heading error below the value on the x "
                    + "axis; a curve further to the left is better.",
                x: x, y: y, layers: layers))
    }

    private static func histogram(_ errors: [Double], name: String, style: ChartStyle) -> Figure {
        var (low, high) = (Percentile.of(errors, 0.005), Percentile.of(errors, 0.995))
        if high - low < 0.02 { (low, high) = (low - 0.01, high + 0.01) }
        let width = (high - low) / Double(bins)
        var counts = [Int](repeating: 0, count: bins)
        for error in errors where error >= low && error <= high {
            counts[min(bins - 1, Int(clamping: (error - low) / width))] += 1
        }
        let shares = counts.map { Double($0) / Double(errors.count) * 100 }
        let bars = shares.indices.map { index in
            ChartBar(x: low + Double(index) * width...low + Double(index + 1) * width, height: shares[index])
        }
        return figure(
            Chart(
                title: "Histogram of the heading error of \(name)",
                summary:
                    "Heading error of \(name), reference minus estimate; the outermost 0.5 % on each side is not "
                    + "drawn. A peak away from zero is a heading offset; two peaks show two states of the log.",
                x: .covering(low...high, label: "heading error, degrees"),
                y: .covering(0...(shares.max() ?? 1), label: "share of the time, %", count: 4),
                layers: [
                    .bars(bars, ChartStyle(style.colour, opacity: 0.75), name: nil),
                    .vertical(0, ChartStyle(.ink, width: 1.2, opacity: 0.6), name: nil),
                ]))
    }

    private static func figure(_ chart: Chart) -> Figure {
        Figure(chart, wide: ChartSize(width: 500, height: 300))
    }
}

/// The Allan deviation of the inertial sensors, if the log has a long enough rest.
struct NoiseFigures {
    let figures: [Figure]
    /// Why there is none; `nil` where there is one.
    let missing: String?

    init(_ result: AnalysisResult) {
        let recording = result.recording
        let gyroscope: SensorKind = recording.gyroscope.isEmpty ? .gyroscopeCorrected : .gyroscope
        let sensors = concurrentMap([gyroscope, .accelerometer], jobs: result.jobs) {
            SensorNoise(recording: recording, sensor: $0)
        }.compactMap(\.self)
        let known = sensors.filter { $0.axes.contains(where: \.verdict.accepted) }
        figures = known.map { sensor in
            let chart = AllanPicture.chart(sensor)
            return Figure(
                chart, wide: ChartSize(width: 500, height: 320),
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
