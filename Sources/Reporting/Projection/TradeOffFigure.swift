import Evaluation

/// Jitter against lag along the values of one parameter.
public enum TradeOffFigure {
    /// The picture; `nil` where the report has no curve.
    public static func svg(_ report: TuningReport) -> String? {
        let points = report.curve.compactMap { point -> (value: Double, lag: Double, jitter: Double)? in
            guard let jitter = point.jitterPixels, let lag = point.lagMilliseconds else { return nil }
            return (point.value, lag, jitter)
        }
        guard points.count > 1, let name = report.parameters.first?.names.joined(separator: " = ") else { return nil }
        let lags = points.map(\.lag)
        let jitters = points.map(\.jitter)
        let x = ChartAxis.covering(
            min(0, lags.min() ?? 0)...(lags.max() ?? 1), label: "lag of the heading, ms", count: 8)
        let y = ChartAxis.covering(0...(jitters.max() ?? 1), label: "jitter of the labels, pixels")
        var layers: [ChartLayer] = [
            .line(
                points.map { ChartPoint($0.lag, $0.jitter) }, ChartStyle(.series(0)), name: "\(report.filter), \(name)")
        ]
        let marks = points.enumerated().filter { $0.offset % max(1, points.count / 10) == 0 }.map(\.element)
        layers.append(
            .points(
                marks.map { ChartPoint($0.lag, $0.jitter) }, ChartStyle(.series(0)), radius: 3,
                name: "values " + marks.map { NumberText.general($0.value, digits: 2) }.joined(separator: ", ")))
        if let usual = points.min(by: {
            ($0.value - report.parameters[0].defaultValue).magnitude
                < ($1.value - report.parameters[0].defaultValue).magnitude
        }) {
            layers.append(
                .points(
                    [ChartPoint(usual.lag, usual.jitter)], ChartStyle(.alert), radius: 5,
                    name: "near the default, \(NumberText.general(usual.value, digits: 2))"))
        }
        return Chart(
            title: "Jitter against lag", summary: "Each point is a value of \(name), mean over the recordings.", x: x,
            y: y, layers: layers, showsTitle: true
        ).standaloneSVG(ChartSize(width: 760, height: 460))
    }
}
