import Analysis
import Figures
import Foundation
import Geomagnetism
import Vocabulary

/// A map of the declination on a grid as an SVG picture: classes in colour, lines of equal declination, a legend.
/// Blackout zones are grey, coasts thin and grey. Degrees of latitude and longitude have the same length.
public struct DeclinationMap {
    private let grid: FieldGrid
    /// Row by row, south to north; not a number in blackout zones.
    private let values: [Double]
    private let title: String
    private let scale: DeclinationScale
    private let pixelsPerDegree: Double
    private var canvas = SVGCanvas()

    private static let (left, top, right, bottom) = (58.0, 44.0, 20.0, 92.0)
    private static let blackout = "#8c9098"

    /// The picture.
    ///
    /// - Parameters:
    ///   - grid: at least two latitudes and two longitudes.
    ///   - answers: those of the grid's places, row by row, the first latitude first.
    /// - Returns: nil where grid and answers do not fit together, or the grid is a line or a point.
    public static func svg(_ grid: FieldGrid, _ answers: [FieldAnswer]) -> String? {
        guard grid.latitudesDegrees.count > 1, grid.longitudesDegrees.count > 1, let first = answers.first,
            answers.count == grid.latitudesDegrees.count * grid.longitudesDegrees.count
        else { return nil }
        var map = DeclinationMap(
            grid, answers, title: "Declination in degrees, \(first.model), \(first.request.dateText)")
        map.draw()
        return map.canvas.text
    }

    private init(_ grid: FieldGrid, _ answers: [FieldAnswer], title: String) {
        self.grid = grid
        self.title = title
        values = answers.map { $0.field.zone == .blackout ? .nan : $0.field.elements.declinationDegrees }
        scale = DeclinationScale(values)
        let (latitudes, longitudes) = (grid.latitudesDegrees, grid.longitudesDegrees)
        pixelsPerDegree = min(
            840 / (longitudes[longitudes.count - 1] - longitudes[0]),
            520 / (latitudes[latitudes.count - 1] - latitudes[0]))
    }

    private var width: Double { x(grid.longitudesDegrees[grid.longitudesDegrees.count - 1]) - Self.left }
    private var height: Double { y(grid.latitudesDegrees[0]) - Self.top }

    private func x(_ longitude: Double) -> Double {
        Self.left + (longitude - grid.longitudesDegrees[0]) * pixelsPerDegree
    }

    private func y(_ latitude: Double) -> Double {
        Self.top + (grid.latitudesDegrees[grid.latitudesDegrees.count - 1] - latitude) * pixelsPerDegree
    }

    private mutating func draw() {
        let (whole, high) = (max(width, 420) + Self.left + Self.right, height + Self.top + Self.bottom)
        canvas.beginFile(width: whole, height: high, title: title)
        canvas.markup("\n")
        canvas.label(title, x: Self.left, y: 26, weight: "bold", muted: false)
        drawCells()
        drawCoasts()
        drawIsolines()
        drawAxes()
        drawLegend()
        canvas.markup("</svg>\n")
    }

    /// Each place colours the rectangle half way to its neighbours; equal neighbours in a row share one.
    private mutating func drawCells() {
        let (latitudes, longitudes) = (grid.latitudesDegrees, grid.longitudesDegrees)
        let half = grid.stepDegrees / 2
        canvas.markup("<g shape-rendering=\"crispEdges\">\n")
        for row in latitudes.indices {
            let south = max(latitudes[row] - half, latitudes[0])
            let north = min(latitudes[row] + half, latitudes[latitudes.count - 1])
            var start = 0
            for column in longitudes.indices {
                let colour = colour(row, column)
                if column + 1 < longitudes.count, self.colour(row, column + 1) == colour { continue }
                let west = max(longitudes[start] - half, longitudes[0])
                let east = min(longitudes[column] + half, longitudes[longitudes.count - 1])
                canvas.element(
                    "rect", x: x(west), y: y(north), width: (east - west) * pixelsPerDegree + 0.1,
                    height: (north - south) * pixelsPerDegree + 0.1)
                canvas.markup(" fill=\"\(colour)\"/>\n")
                start = column + 1
            }
        }
        canvas.markup("</g>\n")
    }

    private func colour(_ row: Int, _ column: Int) -> String {
        let value = values[row * grid.longitudesDegrees.count + column]
        return value.isFinite ? scale.colour(scale.index(value)) : Self.blackout
    }

    /// The coasts of the part that is shown; longitudes of a map may go beyond 180 degrees.
    private mutating func drawCoasts() {
        let (latitudes, longitudes) = (grid.latitudesDegrees, grid.longitudesDegrees)
        let (south, north) = (latitudes[0], latitudes[latitudes.count - 1])
        let (west, east) = (longitudes[0], longitudes[longitudes.count - 1])
        canvas.element("svg", x: Self.left, y: Self.top, width: width, height: height)
        canvas.markup(" overflow=\"hidden\"><path d=\"")
        for turn in stride(from: -360.0, through: 360, by: 360) where west < turn + 180 && east > turn - 180 {
            for stroke in Coastline.strokes {
                let points = stroke.map { SIMD2($0.x + turn, $0.y) }
                guard points.contains(where: { $0.x >= west && $0.x <= east && $0.y >= south && $0.y <= north })
                else { continue }
                for (index, point) in points.enumerated() {
                    canvas.command(index == 0 ? "M" : "L", x(point.x) - Self.left, y(point.y) - Self.top)
                }
            }
        }
        canvas.markup("\" fill=\"none\" stroke=\"#5b6470\" stroke-width=\"1.1\"/></svg>\n")
    }

    /// The lines at the bounds of the classes, that of zero broad, each with its number once.
    private mutating func drawIsolines() {
        let isolines = Isolines(
            values: values, columns: grid.longitudesDegrees.count, rows: grid.latitudesDegrees.count,
            largestDifference: 90)
        var labels: [(text: String, x: Double, y: Double)] = []
        for level in scale.bounds {
            let segments = isolines.segments(at: level)
            guard !segments.isEmpty else { continue }
            canvas.markup("<path d=\"")
            for segment in segments {
                let (from, to) = (point(segment.from), point(segment.to))
                canvas.command("M", from.x, from.y)
                canvas.command("L", to.x, to.y)
            }
            canvas.markup("\" fill=\"none\" stroke=\"#1c1f24\" stroke-width=\"\(level == 0 ? "1.8" : "0.6")\"/>\n")
            let middle = point(segments[segments.count / 2].from)
            labels.append((NumberText.fixed(level, decimals: decimals), middle.x, middle.y + 4))
        }
        canvas.markup("<g stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\" font-size=\"11\">\n")
        for label in labels where label.x < Self.left + width - 12 && label.x > Self.left + 12 {
            canvas.label(label.text, x: label.x, y: label.y, anchor: "middle", muted: false)
        }
        canvas.markup("</g>\n")
    }

    private var decimals: Int { max(0, min(3, Int(clamping: (-log10(scale.step) + 1e-9).rounded(.up)))) }

    /// A point of the grid, in columns and rows, on the picture.
    private func point(_ place: SIMD2<Double>) -> (x: Double, y: Double) {
        (
            x(grid.longitudesDegrees[0] + place.x * grid.stepDegrees),
            y(grid.latitudesDegrees[0] + place.y * grid.stepDegrees)
        )
    }

    private mutating func drawAxes() {
        let (latitudes, longitudes) = (grid.latitudesDegrees, grid.longitudesDegrees)
        canvas.element("rect", x: Self.left, y: Self.top, width: width, height: height)
        canvas.markup(" fill=\"none\" stroke=\"#1c1f24\"/>\n")
        for tick in ticks(latitudes[0]...latitudes[latitudes.count - 1], pixels: height) {
            canvas.label(tick.label, x: Self.left - 6, y: y(tick.value) + 4, anchor: "end", muted: false)
        }
        for tick in ticks(longitudes[0]...longitudes[longitudes.count - 1], pixels: width) {
            canvas.label(tick.label, x: x(tick.value), y: Self.top + height + 16, anchor: "middle", muted: false)
        }
        let below = Self.top + height + 32
        canvas.label("longitude east; latitude north on the left", x: Self.left, y: below)
    }

    private func ticks(_ domain: ClosedRange<Double>, pixels: Double) -> [ChartAxis.Tick] {
        let step = NiceTicks.step(
            covering: domain.upperBound - domain.lowerBound, count: max(2, Int(clamping: pixels / 50)),
            from: NiceTicks.angleSteps
        )
        return NiceTicks.ticks(in: domain, step: step)
    }

    private mutating func drawLegend() {
        let (top, high) = (Self.top + height + 44, 14.0)
        let each = max(width, 420) / Double(scale.bounds.count - 1)
        for (index, bound) in scale.bounds.enumerated() {
            let place = Self.left + Double(index) * each
            if index + 1 < scale.bounds.count {
                canvas.element("rect", x: place, y: top, width: each + 0.1, height: high)
                canvas.markup(" fill=\"\(scale.colour(index))\"/>\n")
            }
            canvas.label(
                NumberText.signed(bound, decimals: decimals), x: place, y: top + high + 14, anchor: "middle",
                muted: false)
        }
        let note = values.allSatisfy(\.isFinite) ? "" : "; grey: blackout zone, no compass"
        canvas.label("east positive; the end classes are open\(note)", x: Self.left, y: top + high + 30)
    }
}

/// The classes of declination of a map, and their colours: blue west, red east, the paler the closer to zero, or to the
/// smallest value where there is one sign only.
struct DeclinationScale {
    /// The bounds of the classes, degrees, ascending, at least two; values beyond the ends belong to the end classes.
    let bounds: [Double]
    let step: Double

    /// Classes of a round width for values in degrees; the outermost 5 % at either end do not widen them. Values that
    /// are not finite are passed over.
    init(_ values: [Double]) {
        let sorted = values.filter(\.isFinite).sorted()
        let margin = sorted.count / 20
        let low = sorted.isEmpty ? 0 : sorted[margin]
        let high = sorted.isEmpty ? 1 : sorted[sorted.count - 1 - margin]
        step = NiceTicks.step(covering: max(high - low, 0.01), count: 14, from: NiceTicks.angleSteps)
        let first = (low / step + 1e-9).rounded(.down)
        let last = max(first + 1, (high / step - 1e-9).rounded(.up))
        let step = step
        bounds = stride(from: first, through: last, by: 1).map { $0 * step }
    }

    /// The class of a value.
    func index(_ value: Double) -> Int {
        max(0, min(bounds.count - 2, Int(clamping: ((value - bounds[0]) / step).rounded(.down))))
    }

    /// The colour of a class, as CSS has it.
    func colour(_ index: Int) -> String {
        let middle = bounds[index] + step / 2
        let (low, high) = (bounds[0], bounds[bounds.count - 1])
        let nearest = low < 0 && high > 0 ? 0 : min(abs(low), abs(high))
        let share = min(1, (abs(middle) - nearest) / (max(abs(low), abs(high)) - nearest))
        let (pale, full): (SIMD3<Double>, SIMD3<Double>) =
            middle < 0 ? (SIMD3(226, 238, 250), SIMD3(22, 84, 160)) : (SIMD3(253, 232, 222), SIMD3(178, 34, 30))
        let colour = pale + (full - pale) * share
        return "#"
            + [colour.x, colour.y, colour.z].map { String(format: "%02x", Int(clamping: $0.rounded())) }.joined()
    }
}

/// The coasts of the Earth, Natural Earth 1:110 million.
enum Coastline {
    /// Each stroke as longitudes and latitudes, degrees, east and north positive.
    static let strokes: [[SIMD2<Double>]] = CoastlineText.strokes.split(separator: "\n").map { line in
        let tenths = line.split(separator: " ").compactMap { Double($0) }
        return stride(from: 0, to: tenths.count - 1, by: 2).map { SIMD2(tenths[$0], tenths[$0 + 1]) / 10 }
    }
}

/// Lines of equal value on a grid (marching squares): straight pieces between the edges that a level crosses.
struct Isolines {
    /// A piece of a line, in columns and rows of the grid.
    struct Segment: Equatable {
        var from: SIMD2<Double>
        var to: SIMD2<Double>
    }

    /// Row by row; squares with a corner that is not finite are left out.
    let values: [Double]
    let columns: Int
    let rows: Int
    /// Squares whose corners differ by more are left out: an angle that jumps by a turn crosses no level.
    let largestDifference: Double

    /// The pieces of the line at a level. Values equal to the level count as above it.
    func segments(at level: Double) -> [Segment] {
        var result: [Segment] = []
        guard columns > 1, rows > 1 else { return result }
        for row in 0..<(rows - 1) {
            for column in 0..<(columns - 1) { addSegments(at: level, column: column, row: row, to: &result) }
        }
        return result
    }

    private func addSegments(at level: Double, column: Int, row: Int, to result: inout [Segment]) {
        let offsets = [SIMD2<Double>(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]
        let first = row * columns + column
        let corners = [values[first], values[first + 1], values[first + columns + 1], values[first + columns]]
        guard corners.allSatisfy(\.isFinite), let low = corners.min(), let high = corners.max(), low < level,
            high >= level, high - low <= largestDifference
        else { return }
        let origin = SIMD2(Double(column), Double(row))
        var crossings: [SIMD2<Double>] = []
        for edge in 0..<4 {
            let (a, b) = (corners[edge], corners[(edge + 1) & 3])
            guard (a < level) != (b < level) else { continue }
            crossings.append(
                origin + offsets[edge] + (offsets[(edge + 1) & 3] - offsets[edge]) * ((level - a) / (b - a)))
        }
        if crossings.count == 2 {
            result.append(Segment(from: crossings[0], to: crossings[1]))
        } else if crossings.count == 4 {
            // A saddle: the mean of the corners decides which of them are connected.
            let joinsFirst = (corners.reduce(0, +) / 4 < level) == (corners[0] < level)
            let order = joinsFirst ? [0, 1, 2, 3] : [3, 0, 1, 2]
            result.append(Segment(from: crossings[order[0]], to: crossings[order[1]]))
            result.append(Segment(from: crossings[order[2]], to: crossings[order[3]]))
        }
    }
}
