import Calibration
import Figures
import Foundation
import SensorModels
import Vocabulary

/// The overlapping Allan deviation of a sensor's axes over the averaging time, both logarithmic.
public enum AllanPicture {
    /// The picture as an SVG file: one plot per sensor, below each other.
    public static func svg(_ sensors: [SensorNoise]) -> String {
        let size = ChartSize(width: 760, height: 380)
        let parts = sensors.enumerated().map { index, sensor in
            (x: 10.0, y: 10 + 400 * Double(index), size: size, svg: chart(sensor).svg(size))
        }
        return Picture.standalone(
            width: 780, height: 20 + 400 * Double(max(1, sensors.count)), title: "Allan deviation", parts: parts)
    }

    /// One sensor's plot: measured points, the fitted curve, one colour and one line style per axis.
    static func chart(_ noise: SensorNoise) -> Chart {
        let curves = noise.axes.map { $0.curve.filter { $0.deviation > 0 } }
        let points = curves.flatMap { $0 }
        let taus = points.map { log10($0.tau) }
        let deviations = points.map { log10($0.deviation) }
        var layers: [ChartLayer] = []
        for (index, (name, fit)) in zip(["x", "y", "z"], noise.axes).enumerated() {
            let curve = curves[index]
            layers.append(
                .points(
                    curve.map { ChartPoint(log10($0.tau), log10($0.deviation)) }, ChartStyle(.series(index)), radius: 3,
                    name: fit.verdict.accepted ? nil : name))
            guard fit.verdict.accepted else { continue }
            let line = curve.map { point -> ChartPoint in
                let variance =
                    fit.n.value * fit.n.value / point.tau + 2 * log(2) / Double.pi * fit.b.value * fit.b.value
                    + fit.k.value * fit.k.value * point.tau / 3
                return ChartPoint(log10(point.tau), variance > 0 ? 0.5 * log10(variance) : .nan)
            }
            layers.append(.line(line, .series(index), name: "\(name), fitted"))
        }
        let unit = noise.sensor == .accelerometer ? "m/s\u{B2}" : "rad/s"
        let title = "Allan deviation of the \(noise.sensor.rawValue)"
        return Chart(
            title: title,
            summary: "\(title) at rest over the averaging time: dots measured, lines N, B and K fitted to them.",
            x: axis(taus, label: "averaging time, s"), y: axis(deviations, label: "Allan deviation, \(unit)"),
            layers: layers, showsTitle: true)
    }

    /// Whole powers of ten around the values.
    private static func axis(_ logarithms: [Double], label: String) -> ChartAxis {
        let low = (logarithms.min() ?? 0).rounded(.down)
        let high = max((logarithms.max() ?? 1).rounded(.up), low + 1)
        let ticks = stride(from: low, through: high, by: 1).map { power in
            ChartAxis.Tick(power, (-5...3).contains(power) ? plain(power) : "1e\(Int(clamping: power))")
        }
        return ChartAxis(label: label, domain: low...high, ticks: ticks)
    }

    private static func plain(_ power: Double) -> String {
        NumberText.fixed(pow(10, power), decimals: max(0, Int(clamping: -power)))
    }
}
