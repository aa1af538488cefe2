import Analysis
import Figures
import Foundation
import Vocabulary

/// The compass from above at one moment: which way the device points, and which way it is shown to point. The page's
/// script turns it with the cursor.
struct CompassDial {
    /// A direction on the dial.
    struct Hand {
        /// The name of its heading among the page's samples.
        let name: String
        /// What it is, in words.
        let label: String
        let colour: String
        /// The heading, and how far it is off the first one's.
        let text: String
    }

    /// The first is what the others are compared with.
    let hands: [Hand]
    let svg: String
    /// Seconds from the first sample.
    let moment: String
    let time: String

    private static let side = 240.0
    private static let radius = 92.0

    /// - Parameter pair: today's heading, if there is one, and the recommended one.
    /// - Returns: `nil` without a moment at which a heading is defined.
    init?(_ result: AnalysisResult, series: ReportSeries, pair: [ReportSeries.FilterCurves]) {
        guard let last = pair.last else { return nil }
        let isMeasured = series.isMeasured
        // Of a log without a reference the recommended filter is what the other is compared with.
        let truth = isMeasured ? series.reference.samples : last.angles.samples
        let compared = isMeasured ? pair : Array(pair.dropLast())
        guard let moment = Self.worst(compared.first ?? last, truth) else { return nil }
        let heading = truth.heading(at: moment)
        func hand(_ name: String, _ label: String, _ colour: String, _ own: Double?) -> Hand {
            Hand(name: name, label: label, colour: colour, text: Self.text(own, truth: heading))
        }
        let style = ChartStyle.filter(last.name)
        var hands: [Hand] = [
            isMeasured
                ? Hand(
                    name: AnalysisResult.referenceName, label: "true heading", colour: Palette.css(.muted),
                    text: Self.text(heading))
                : Hand(name: last.name, label: last.name, colour: style.css, text: Self.text(heading))
        ]
        for filter in compared {
            let colour = filter.name == last.name ? style.css : Palette.css(.ink)
            hands.append(hand(filter.name, filter.name, colour, filter.angles.samples.heading(at: moment)))
        }
        self.hands = hands
        self.moment = FixedDecimal.text(moment, decimals: 3)
        time = moment.clock
        svg = Self.svg(
            hands.map { hand in
                let samples =
                    hand.name == AnalysisResult.referenceName
                    ? series.reference.samples : pair.first { $0.name == hand.name }?.angles.samples
                return (hand, samples?.heading(at: moment))
            }, isMeasured: isMeasured)
    }

    /// The moment of the largest error at which both headings are defined; of a log with one heading its first moment.
    private static func worst(_ filter: ReportSeries.FilterCurves, _ truth: ReportSeries.Samples) -> Double? {
        let errors = filter.errorSamples
        let order = errors.values.indices.filter { errors.values[$0].isFinite }
            .max { a, b in
                func size(_ index: Int) -> Float {
                    let seconds = errors.grid.seconds[index]
                    let isDefined =
                        truth.heading(at: seconds) != nil && filter.angles.samples.heading(at: seconds) != nil
                    return isDefined ? errors.values[index].magnitude : -1
                }
                return size(a) < size(b)
            }
        if let order { return errors.grid.seconds[order] }
        let samples = filter.angles.samples
        return samples.heading.firstIndex(where: \.isFinite).map { samples.grid.seconds[$0] }
    }

    private static func text(_ heading: Double?) -> String {
        heading.map { NumberText.fixed($0.rounded() == 360 ? 0 : $0, decimals: 0) + "\u{B0}" } ?? "undefined"
    }

    /// `153°, 30° right`; the script writes the same.
    private static func text(_ heading: Double?, truth: Double?) -> String {
        guard let heading, let truth else { return text(heading) }
        let off = (heading - truth).remainder(dividingBy: 360)
        let size = NumberText.degrees(off.magnitude, decimals: off.magnitude < 9.95 ? 1 : 0)
        return "\(text(heading)), \(size) \(off < 0 ? "left" : "right")"
    }

    private static func svg(_ hands: [(hand: Hand, heading: Double?)], isMeasured: Bool) -> String {
        var canvas = SVGCanvas()
        let centre = side / 2
        let words = hands.map { "\($0.hand.label) \($0.hand.text)" }.joined(separator: "; ")
        canvas.beginPart(
            width: side, height: side, style: "chart rose", title: "Compass from above",
            summary: "North is up. \(words).")
        canvas.circle(x: centre, y: centre, radius: radius)
        canvas.markup(" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.3\"/>")
        canvas.markup("<path stroke=\"currentColor\" stroke-opacity=\"0.45\" d=\"")
        for mark in 0..<36 {
            let angle = Double(mark) * Double.pi / 18
            let inner = radius - (mark % 9 == 0 ? 10 : mark % 3 == 0 ? 7 : 3)
            canvas.command("M", centre + inner * sin(angle), centre - inner * cos(angle))
            canvas.command("L", centre + radius * sin(angle), centre - radius * cos(angle))
        }
        canvas.markup("\"/>")
        for (index, name) in ["N", "E", "S", "W"].enumerated() {
            let angle = Double(index) * Double.pi / 2
            canvas.label(
                name, x: centre + (radius + 14) * sin(angle), y: centre - (radius + 14) * cos(angle) + 4,
                anchor: "middle", weight: "600", muted: index != 0)
        }
        for (index, entry) in hands.enumerated() {
            // The truth is broad and faint; the recommended filter's hand is drawn last, on the others.
            let isTruth = isMeasured && index == 0
            let width = isTruth ? 16.0 : 4.5
            canvas.markup("<g class=\"hand\" data-name=\"")
            canvas.escaped(entry.hand.name)
            canvas.markup("\" transform=\"rotate(")
            canvas.number(entry.heading ?? 0)
            canvas.markup(" \(Int(clamping: centre)) \(Int(clamping: centre)))\"")
            canvas.markup(entry.heading == nil ? " visibility=\"hidden\">" : ">")
            canvas.markup("<path d=\"")
            canvas.command("M", centre - width / 2, centre)
            canvas.command("L", centre - width / 2, centre - radius + 30)
            canvas.command("L", centre - width / 2 - 5, centre - radius + 30)
            canvas.command("L", centre, centre - radius + 4)
            canvas.command("L", centre + width / 2 + 5, centre - radius + 30)
            canvas.command("L", centre + width / 2, centre - radius + 30)
            canvas.command("L", centre + width / 2, centre)
            canvas.markup("Z\" fill=\"\(entry.hand.colour)\"\(isTruth ? " fill-opacity=\"0.45\"" : "")/></g>")
        }
        canvas.circle(x: centre, y: centre, radius: 6)
        canvas.markup(" fill=\"currentColor\"/></svg>")
        return canvas.text
    }
}

extension ReportSeries.Samples {
    /// The heading at a moment, degrees: that of the nearest sample within a second; `nil` where it is undefined.
    func heading(at seconds: Double) -> Double? {
        let behind = grid.seconds.prefixLength { $0 < seconds }
        let near = [behind - 1, behind].filter(grid.seconds.indices.contains)
            .min { (grid.seconds[$0] - seconds).magnitude < (grid.seconds[$1] - seconds).magnitude }
        guard let near, (grid.seconds[near] - seconds).magnitude <= 1, heading[near].isFinite else { return nil }
        return Double(heading[near])
    }
}
