import Foundation
import Vocabulary

/// One axis: what it shows, from where to where, and where its ticks are.
public struct ChartAxis: Sendable, Hashable {
    /// The value of a grid line, and its label.
    public struct Tick: Sendable, Hashable {
        /// In the unit of the axis.
        public var value: Double
        /// As it is drawn.
        public var label: String

        /// A tick by its value and its label.
        public init(_ value: Double, _ label: String) {
            self.value = value
            self.label = label
        }
    }

    /// What the values of an axis are, for scripts that read them back from the picture.
    public enum Kind: String, Sendable {
        /// Numbers in the unit of the label.
        case number
        /// Seconds since the start: the pictures of a page that have it share their zoom.
        case time
        /// Decimal logarithms of the values in the tick labels.
        case logarithm
        /// Degrees clockwise from north, labelled in 0...360 wherever the axis begins.
        case heading
        /// Positions of items whose names are the ticks.
        case names

        /// For scripts; `nil` for plain numbers.
        var attribute: String? { self == .number ? nil : rawValue }
    }

    /// Quantity and unit.
    public var label: String
    /// The values at both ends, in the unit of the label.
    public var domain: ClosedRange<Double>
    /// Ascending; those outside of the domain are not drawn.
    public var ticks: [Tick]
    /// What the values are.
    public var kind: Kind

    /// An axis by its parts.
    public init(label: String, domain: ClosedRange<Double>, ticks: [Tick], kind: Kind = .number) {
        self.label = label
        self.domain = domain
        self.ticks = ticks
        self.kind = kind
    }

    /// An axis that covers an interval and ends at ticks.
    ///
    /// - Parameters:
    ///   - values: what must be visible; an empty or single value is widened.
    ///   - label: quantity and unit.
    ///   - count: about how many ticks.
    ///   - steps: the tick distances to choose from, ascending; 1, 2 and 5 times a power of ten where empty.
    public static func covering(
        _ values: ClosedRange<Double>, label: String, count: Int = 6, steps: [Double] = []
    ) -> ChartAxis {
        var (low, high) = (values.lowerBound, values.upperBound)
        if !(low.isFinite && high.isFinite) { (low, high) = (0, 1) }
        if high - low < 1e-9 * max(1, high.magnitude) {
            let margin = max(0.5, high.magnitude * 0.05)
            (low, high) = (low - margin, high + margin)
        }
        let step = NiceTicks.step(covering: high - low, count: count, from: steps)
        let start = (low / step + 1e-9).rounded(.down) * step
        let end = (high / step - 1e-9).rounded(.up) * step
        return ChartAxis(label: label, domain: start...end, ticks: NiceTicks.ticks(in: start...end, step: step))
    }

    /// An axis with exactly these ends, ticks at round values inside.
    public static func exactly(_ domain: ClosedRange<Double>, label: String, count: Int = 6) -> ChartAxis {
        let step = NiceTicks.step(covering: domain.upperBound - domain.lowerBound, count: count, from: [])
        return ChartAxis(label: label, domain: domain, ticks: NiceTicks.ticks(in: domain, step: step))
    }

    /// Degrees, with ticks that divide the circle.
    public static func degrees(_ values: ClosedRange<Double>, label: String, count: Int = 6) -> ChartAxis {
        covering(values, label: label, count: count, steps: NiceTicks.angleSteps)
    }

    /// One place per name from 0 on, with room for a row around each.
    package static func names(_ names: [String]) -> ChartAxis {
        ChartAxis(
            label: "", domain: -0.6...(Double(names.count) - 0.4),
            ticks: names.enumerated().map { Tick(Double($0), PlainText.line($1, limit: 24)) }, kind: .names)
    }

    /// A full circle of headings, 0...360 degrees, the cardinal points by name.
    public static func heading(label: String) -> ChartAxis {
        let names = ["N", "E", "S", "W", "N"]
        let ticks = (0...4).map { Tick(Double($0) * 90, "\($0 * 90)\u{B0} \(names[$0])") }
        return ChartAxis(label: label, domain: 0...360, ticks: ticks, kind: .heading)
    }

    /// A part of the circle, degrees, which may begin below 0 or end above 360; quarters have their names.
    package static func heading(_ values: ClosedRange<Double>, label: String, count: Int = 6) -> ChartAxis {
        var axis = degrees(values, label: label, count: count)
        axis.kind = .heading
        let names = ["N", "E", "S", "W"]
        for index in axis.ticks.indices {
            let value = axis.ticks[index].value - 360 * (axis.ticks[index].value / 360).rounded(.down)
            let quarter = value / 90
            let name = quarter == quarter.rounded() ? " " + names[Int(clamping: quarter) % 4] : ""
            axis.ticks[index].label = NumberText.general(value) + "\u{B0}" + name
        }
        return axis
    }

    /// Seconds from 0 to `duration`, labelled as minutes and seconds beyond a minute.
    public static func time(seconds duration: Double, count: Int = 8) -> ChartAxis {
        let end = duration > 0 ? duration : 1
        let step = NiceTicks.step(covering: end, count: count, from: end > 60 ? NiceTicks.timeSteps : [])
        var ticks = NiceTicks.ticks(in: 0...end, step: step)
        guard end > 60 else {
            return ChartAxis(label: "time since the start, s", domain: 0...end, ticks: ticks, kind: .time)
        }
        let hours = end >= 7200
        for index in ticks.indices {
            let seconds = Int(clamping: ticks[index].value.rounded())
            ticks[index].label =
                hours
                ? "\(seconds / 3600):" + NumberText.padded(seconds / 60 % 60)
                : "\(seconds / 60):" + NumberText.padded(seconds % 60)
        }
        let unit = hours ? "hours:minutes" : "minutes:seconds"
        return ChartAxis(label: "time since the start, \(unit)", domain: 0...end, ticks: ticks, kind: .time)
    }
}

extension ChartAxis {
    /// A logarithmic axis, for values that differ by factors; points are decimal logarithms.
    package static func byFactors(_ values: ClosedRange<Double>, label: String) -> ChartAxis {
        let steps = (-3...6).flatMap { power in [1, 2, 5].map { $0 * pow(10, Double(power)) } }
        let low = steps.last { $0 <= values.lowerBound } ?? steps[0]
        let high = max(steps.first { $0 >= values.upperBound } ?? steps[steps.count - 1], low * 2)
        return ChartAxis(
            label: label, domain: log10(low)...log10(high),
            ticks: steps.filter { (low * 0.99...high * 1.01).contains($0) }.map {
                Tick(log10($0), NumberText.general($0))
            }, kind: .logarithm)
    }
}

/// Round distances between ticks, and ticks at their multiples.
package enum NiceTicks {
    /// Degrees that divide the circle well.
    package static let angleSteps: [Double] = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45, 90]
    /// Seconds that divide minutes and hours well.
    static let timeSteps: [Double] = [10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400]

    /// The smallest listed step with at most `count` intervals; 1, 2 or 5 times a power of ten if none is listed, if
    /// none is large enough, or if even half of the smallest is too large.
    package static func step(covering span: Double, count: Int, from steps: [Double]) -> Double {
        let ideal = span / Double(max(1, count))
        if let first = steps.first, ideal >= first / 2, let step = steps.first(where: { $0 >= ideal }) { return step }
        guard ideal > 0, ideal.isFinite else { return 1 }
        let magnitude = pow(10, floor(log10(ideal)))
        let factor = [1.0, 2, 5].first { $0 * magnitude >= ideal * (1 - 1e-9) } ?? 10
        return factor * magnitude
    }

    /// The multiples of `step` inside a domain, at most a thousand, with as many decimals as the step has.
    package static func ticks(in domain: ClosedRange<Double>, step: Double) -> [ChartAxis.Tick] {
        guard step > 0 else { return [] }
        let first = (domain.lowerBound / step - 1e-9).rounded(.up)
        let last = (domain.upperBound / step + 1e-9).rounded(.down)
        guard last >= first, last - first <= 1000 else { return [] }
        let decimals = max(0, min(9, Int(clamping: (-log10(step) - 1e-9).rounded(.up))))
        return stride(from: first, through: last, by: 1).map { multiple in
            let value = multiple == 0 ? 0 : multiple * step
            return ChartAxis.Tick(value, NumberText.fixed(value, decimals: decimals))
        }
    }
}
