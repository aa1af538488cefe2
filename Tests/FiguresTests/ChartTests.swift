import Foundation
import TestSupport
import Testing

@testable import Figures

@Suite struct ChartTests {
    private func chart(_ layers: [ChartLayer], aspect: Chart.Aspect = .free) -> String {
        Chart(
            title: "A <title>", summary: "\"quotes\" & more", x: .exactly(0...10, label: "x"),
            y: .exactly(0...100, label: "y"), layers: layers, aspect: aspect
        ).svg(ChartSize(width: 500, height: 300))
    }

    /// Programs that convert SVG do not support variables, and would draw axes without data.
    @Test func aFileHasColoursAsNumbers() {
        let points = [ChartPoint(0, 0), ChartPoint(5, 50)]
        let chart = Chart(
            title: "t", summary: "s", x: .exactly(0...10, label: "x"), y: .exactly(0...100, label: "y"),
            layers: [.line(points, .series(0), name: "line"), .spans([2...3], ChartStyle(.alert), name: "spans")])
        #expect(chart.svg(.wide).contains("var(--s0,"))
        let file = chart.standaloneSVG(.wide)
        #expect(!file.contains("var(") && file.contains(Palette.light[0]))
        #expect(WellFormedness.problem(in: file) == nil)
    }

    /// The script of a page draws a chart anew from its data: names along x are included, rows of names stay a static
    /// picture.
    @Test func namesAreInTheData() {
        let runs = ChartAxis(
            label: "run", domain: 0...1, ticks: [.init(0, "1: 0.1 \"a\""), .init(1, "2: 0.2")], kind: .names)
        let line = ChartLayer.line([ChartPoint(0, 0), ChartPoint(1, 1)], .series(0), name: "line")
        let history = Chart(title: "t", summary: "s", x: runs, y: .exactly(0...1, label: "y"), layers: [line])
        #expect(history.svg(.wide).contains("data-names=\"0.0\t1: 0.1 &quot;a&quot;\n1.0\t2: 0.2\""))
        let rows = Chart(
            title: "t", summary: "s", x: .exactly(0...1, label: "x"), y: .names(["iPhone 5", "Nexus 5"]), layers: [line]
        )
        #expect(rows.svg(.wide).contains("data-scaling=\"names\"") && !rows.svg(.wide).contains("data-names"))
        #expect(WellFormedness.problem(in: history.svg(.wide)) == nil)
    }

    @Test func everyLayerIsWellFormedAndNamed() {
        let points = [ChartPoint(0, 0), ChartPoint(5, 50), .gap, ChartPoint(10, 100)]
        let svg = chart([
            .line(points, .series(0), name: "line"), .points(points, .series(1), radius: 2, name: "dots"),
            .band(points.map { ChartInterval(x: $0.x, low: $0.y, high: $0.y + 5) }, .series(2), name: "band"),
            .bars([ChartBar(x: 1...2, height: 40)], .series(3), name: "bars"),
            .circle(centre: ChartPoint(5, 50), radius: 2, .reference, name: "circle"),
            .horizontal(50, .reference, name: "rule <1>"), .vertical(5, .reference, name: nil),
            .spans([2...3], ChartStyle(.alert, opacity: 0.2), name: "spans"),
        ])
        #expect(WellFormedness.problem(in: svg) == nil)
        #expect(svg.contains("role=\"img\""))
        #expect(svg.contains("<title>A &lt;title&gt;</title><desc>&quot;quotes&quot; &amp; more</desc>"))
        for name in ["line", "dots", "band", "bars", "circle", "rule &lt;1&gt;", "spans"] {
            #expect(svg.contains(">\(name)</text>"))
        }
    }

    /// Pixels by hand: ends of the axes are the corners of the plot; y upwards; a gap begins a new stroke.
    @Test func linesAreWhereTheyBelong() throws {
        let svg = chart([
            .line([ChartPoint(0, 0), ChartPoint(10, 100), .gap, ChartPoint(5, 50)], .series(0), name: nil)
        ])
        let box = try #require(
            svg.firstMatch(of: /<svg class="plot" x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)" height="([0-9.]+)"/))
        let (width, height) = (String(box.output.3), String(box.output.4))
        let half = (Double(width)! / 2, Double(height)! / 2)
        let path = try #require(svg.firstMatch(of: /class="line" d="([^"]*)"/)).output.1
        let numbers = path.matches(of: /[0-9.]+/).compactMap { Double($0.output) }
        #expect(path.filter(\.isLetter) == "MLMH")
        for (number, expected) in zip(numbers, [0, Double(height)!, Double(width)!, 0, half.0, half.1, half.0]) {
            #expect((number - expected).magnitude <= 0.0501)  // one decimal
        }
    }

    @Test func equalAspectKeepsCirclesRound() throws {
        let svg = chart([.circle(centre: ChartPoint(5, 50), radius: 3, .reference, name: nil)], aspect: .equal)
        let ellipse = try #require(svg.firstMatch(of: /rx="([0-9.]+)" ry="([0-9.]+)"/))
        #expect(ellipse.output.1 == ellipse.output.2)
    }

    @Test func seriesDifferInColourAndInLineStyle() {
        let styles = (0..<5).map { ChartStyle.series($0) }
        #expect(Set(styles.map(\.colour)).count == 5)
        #expect(Set(styles.map(\.dashes)).count == 5)
    }

    /// A bar at the edge for each stretch in which a line or a band is beyond it.
    @Test func whatLeavesTheScaleIsMarked() throws {
        let inside = [ChartPoint(0, 0), ChartPoint(5, 100), ChartPoint(10, 50)]
        #expect(!chart([.line(inside, .series(0), name: nil)]).contains("class=\"beyond\""))
        let beyond = [ChartPoint(0, 50), ChartPoint(4, 101), ChartPoint(6, 120), ChartPoint(8, 50), ChartPoint(10, -1)]
        let svg = chart([.line(beyond, .series(0), name: nil)])
        let bars = svg.matches(of: /class="beyond" d="([^"]*)"/).map(\.output.1)
        #expect(bars.count == 2 && bars.allSatisfy { $0.filter(\.isLetter) == "MH" })
        let band = [ChartInterval(x: 0, low: -5, high: 105), ChartInterval(x: 10, low: 5, high: 95)]
        #expect(chart([.band(band, .series(0), name: nil)]).matches(of: /class="beyond"/).count == 2)
    }

    /// WCAG 2.1, 1.4.11: at least 3:1 against the page, whose colours are in `ReportStyle`.
    @Test func coloursHaveContrast() throws {
        func luminance(_ hex: String) throws -> Double {
            let value = try #require(Int(hex.dropFirst(), radix: 16))
            let channels = [16, 8, 0].map { shift -> Double in
                let c = Double((value >> shift) & 255) / 255
                return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
        }
        for (colours, page) in [(Palette.light, "#ffffff"), (Palette.dark, "#1a1d22")] {
            let paper = try luminance(page)
            for colour in colours {
                let ink = try luminance(colour)
                #expect((max(ink, paper) + 0.05) / (min(ink, paper) + 0.05) >= 3, "\(colour) on \(page)")
            }
        }
    }

    @Test(arguments: [
        (0.0...1.0, [0, 0.2, 0.4, 0.6, 0.8, 1]), (-3.2...4.1, [-4, -2, 0, 2, 4, 6]), (0...0, [-0.6, 0, 0.6]),
        (-170...175, [-180, -90, 0, 90, 180]),
    ])
    func ticksAreRound(_ range: ClosedRange<Double>, _ expected: [Double]) {
        let axis =
            range.upperBound > 100
            ? ChartAxis.degrees(range, label: "") : ChartAxis.covering(range, label: "")
        let values = axis.ticks.map(\.value)
        #expect(axis.domain.lowerBound <= range.lowerBound && axis.domain.upperBound >= range.upperBound)
        for value in expected { #expect(values.contains { ($0 - value).magnitude < 1e-9 }, "\(values)") }
        #expect(values.count <= 12)
    }

    @Test func longTimesReadAsMinutes() {
        #expect(ChartAxis.time(seconds: 3600).ticks.map(\.label).prefix(3) == ["0:00", "10:00", "20:00"])
        #expect(ChartAxis.time(seconds: 8).ticks.map(\.label).last == "8")
        #expect(ChartAxis.time(seconds: 86_400).ticks.map(\.label).last == "24:00")
        #expect(ChartAxis.time(seconds: 0).domain == 0...1)
    }

    /// Labels that would overlap are left out, their lines stay; pictures over time share their left edge.
    @Test func labelsKeepApart() {
        let crowded = ChartAxis(label: "", domain: 0...100, ticks: (0...100).map { .init(Double($0), "label \($0)") })
        let chart = Chart(title: "a", summary: "b", x: crowded, y: crowded, layers: [])
        let svg = chart.svg(ChartSize(width: 400, height: 300))
        #expect(svg.components(separatedBy: "stroke-opacity=\"0.13\"").count - 1 == 202)
        let labels = svg.components(separatedBy: "<text").count - 1
        #expect((10...40).contains(labels), "\(labels)")
        let left = [ChartAxis.heading(label: "heading"), .degrees(-5...5, label: "error")].map { y in
            Chart(title: "a", summary: "b", x: .time(seconds: 10), y: y, layers: []).svg(.wide)
                .firstMatch(of: /<svg class="plot" x="([0-9.]+)"/)?.output.1
        }
        #expect(left[0] != nil && left[0] == left[1])
    }

    @Test func roseIsWellFormedAndNorthIsUp() throws {
        let svg = PolarChart(
            title: "rose", summary: "s", line: [], points: [ChartPoint(0, 10), ChartPoint(90, 0)]
        ).svg(side: 300)
        #expect(WellFormedness.problem(in: svg) == nil)
        // Heading 0, the largest value: straight above the centre at the rim; heading 90: to the right of it.
        let dots = try #require(
            svg.firstMatch(of: /class="points"[^>]* d="M([0-9.]+) ([0-9.]+)h0M([0-9.]+) ([0-9.]+)h0"/))
        #expect(dots.output.1 == "150" && dots.output.2 == "30")
        #expect(Double(dots.output.3)! > 150 && dots.output.4 == "150")
    }
}
