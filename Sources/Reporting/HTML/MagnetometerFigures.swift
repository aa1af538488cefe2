import Analysis
import Calibration
import Figures
import Rotations
import SensorModels
import Vocabulary

/// The magnetometer's readings before and after calibration in three projections, with the sphere on which they should
/// lie.
struct MagnetometerFigures {
    private(set) var before: [Figure] = []
    private(set) var after: [Figure] = []
    /// The directions of the field that the log covers, and those it lacks.
    private(set) var coverage: [Figure] = []
    /// Why there are no pictures; `nil` where there are.
    private(set) var missing: String?
    private(set) var caption = ""

    private typealias Plane = (name: String, x: Int, y: Int)
    private static let planes: [Plane] = [("x\u{2013}y", 0, 1), ("x\u{2013}z", 0, 2), ("y\u{2013}z", 1, 2)]
    private static let axes = ["x (right)", "y (top edge)", "z (out of the screen)"]

    init(_ result: AnalysisResult) {
        let calibration = result.report.calibration.magnetometer
        let raw = Self.raw(result)
        guard !raw.isEmpty else {
            missing = "The log has no magnetometer."
            return
        }
        let field = calibration?.fieldMicrotesla ?? result.report.geomagnetism?.intensityMicrotesla
        let centre = calibration?.model.hardIron ?? .zero
        before = Self.scatter(raw.values, "before calibration", colour: 1, centre: centre, field: field)
        after = Self.scatter(
            result.calibratedMagnetometer.values, "after calibration", colour: 0, centre: .zero, field: field)
        let seen = DirectionCoverage(
            calibrated: result.calibratedMagnetometer.values, fieldPointsDown: (calibration?.dipDegrees ?? 1) > 0)
        coverage = [
            Figure(
                wide: CoveragePicture.chart(seen).svg(width: 620), narrow: CoveragePicture.chart(seen).svg(width: 380),
                caption: CoveragePicture.summary(seen) + (seen.advice.isEmpty ? "" : " To see more: \(seen.advice)."))
        ]
        caption =
            "Readings in microtesla, device axes; readings within the width of a dot share one. "
            + (field.map {
                "The circle is the sphere of radius \(NumberText.fixed($0, decimals: 1)) \u{B5}T on which the readings should lie: "
                    + "before calibration its centre is the hard iron, after it zero (the cross)."
            } ?? "The field's intensity is unknown here, so no sphere is drawn; the cross is zero.")
        if calibration == nil { caption += " No calibration was applied, so both rows show the same." }
    }

    private static func raw(_ result: AnalysisResult) -> VectorStream {
        if let sensor = result.report.calibration.magnetometer?.stream {
            let stream = result.recording.vectors(of: sensor)
            if !stream.isEmpty { return stream }
        }
        let recording = result.recording
        return recording.magnetometer.isEmpty ? recording.magnetometerCorrected : recording.magnetometer
    }

    private static func scatter(
        _ values: [Vector3], _ when: String, colour: Int, centre: Vector3, field: Double?
    ) -> [Figure] {
        var low = Vector3(.infinity, .infinity, .infinity)
        var high = -1 * low
        for value in values where value.isFinite {
            for axis in 0..<3 {
                low[axis] = min(low[axis], value[axis])
                high[axis] = max(high[axis], value[axis])
            }
        }
        guard low.isFinite && high.isFinite else { return [] }
        for axis in 0..<3 {
            if let field {
                low[axis] = min(low[axis], centre[axis] - field)
                high[axis] = max(high[axis], centre[axis] + field)
            }
        }
        // The same scale in all three planes; zero is shown unless it is far away.
        let span = (0..<3).map { high[$0] - low[$0] }.max() ?? 1
        for axis in 0..<3 where max(low[axis], -high[axis]) < 0.6 * span {
            low[axis] = min(low[axis], 0)
            high[axis] = max(high[axis], 0)
        }
        let reach = 1.06 * ((0..<3).map { high[$0] - low[$0] }.max() ?? 1) / 2
        func axis(_ index: Int) -> ChartAxis {
            let middle = (low[index] + high[index]) / 2
            return .exactly((middle - reach)...(middle + reach), label: axes[index] + ", \u{B5}T", count: 5)
        }
        return planes.map { plane in
            let title = "Magnetometer \(when), \(plane.name)"
            var layers: [ChartLayer] = [
                .points(
                    pixels(values, plane, axis(plane.x).domain, axis(plane.y).domain),
                    ChartStyle(.series(colour), opacity: 0.6), radius: 1.5, name: nil)
            ]
            if let field {
                layers.append(
                    .circle(
                        centre: ChartPoint(centre[plane.x], centre[plane.y]), radius: field,
                        ChartStyle(.ink, width: 1.4, dashes: [5, 3]), name: nil))
            }
            let hair = ChartStyle(.ink, width: 1, opacity: 0.45)
            layers += [.horizontal(0, hair, name: nil), .vertical(0, hair, name: nil)]
            let chart = Chart(
                title: title, summary: "\(title): \(axes[plane.y]) over \(axes[plane.x]), microtesla.",
                x: axis(plane.x),
                y: axis(plane.y), layers: layers, aspect: .equal)
            return Figure(wide: chart.svg(ChartSize(width: 330, height: 310)), caption: title)
        }
    }

    /// The readings in one plane, at most one in each cell of a grid that is as fine as the dots.
    private static func pixels(
        _ values: [Vector3], _ plane: Plane, _ x: ClosedRange<Double>, _ y: ClosedRange<Double>
    ) -> [ChartPoint] {
        let side = 110
        let width = x.upperBound - x.lowerBound
        let height = y.upperBound - y.lowerBound
        guard width > 0, height > 0 else { return [] }
        var hit = [Bool](repeating: false, count: side * side)
        for value in values where value.isFinite {
            let column = Int(clamping: (value[plane.x] - x.lowerBound) / width * Double(side))
            let row = Int(clamping: (value[plane.y] - y.lowerBound) / height * Double(side))
            guard (0..<side).contains(column), (0..<side).contains(row) else { continue }
            hit[row * side + column] = true
        }
        return hit.indices.filter { hit[$0] }.map { index in
            ChartPoint(
                x.lowerBound + (Double(index % side) + 0.5) / Double(side) * width,
                y.lowerBound + (Double(index / side) + 0.5) / Double(side) * height)
        }
    }
}
