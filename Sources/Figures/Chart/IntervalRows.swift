import Foundation
import Vocabulary

/// Named values with their ranges, one row each.
package struct IntervalRows {
    /// One line of the picture.
    package struct Row {
        let name: String
        /// Degrees, positive.
        let dot: Double
        let thin: ClosedRange<Double>
        let thick: ClosedRange<Double>?

        /// A row by its name and values.
        package init(
            name: String, dot: Double, thin: ClosedRange<Double>, thick: ClosedRange<Double>? = nil
        ) {
            (self.name, self.dot, self.thin, self.thick) = (name, dot, thin, thick)
        }
    }

    /// From the bottom to the top.
    let rows: [Row]

    /// Rows in their order, from the bottom to the top.
    package init(rows: [Row]) { self.rows = rows }

    /// The smallest dot on top.
    package static func ranked(_ rows: [Row]) -> IntervalRows { IntervalRows(rows: rows.sorted { $0.dot > $1.dot }) }

    /// A picture on a logarithmic axis; `nil` for fewer than two rows.
    package func figure(title: String, label: String, caption: String) -> Figure? {
        guard rows.count > 1, let least = rows.map(\.thin.lowerBound).min(),
            let most = rows.map(\.thin.upperBound).max()
        else { return nil }
        func strokes(_ range: (Row) -> ClosedRange<Double>?) -> [ChartPoint] {
            rows.enumerated().flatMap { index, row in
                range(row).map {
                    [$0.lowerBound, $0.upperBound, .nan].map { ChartPoint(log10($0), Double(index)) }
                } ?? []
            }
        }
        let x = ChartAxis.byFactors(least...most, label: label)
        let y = ChartAxis.names(rows.map(\.name))
        var layers: [ChartLayer] = [.line(strokes(\.thin), ChartStyle(.muted, width: 1.5), name: nil)]
        if rows.contains(where: { $0.thick != nil }) {
            layers.append(.line(strokes(\.thick), ChartStyle(.series(0), width: 7, opacity: 0.35), name: nil))
        }
        layers.append(
            .points(
                rows.enumerated().map { ChartPoint(log10($1.dot), Double($0)) }, ChartStyle(.series(0)), radius: 4.5,
                name: nil))
        return .overTime(
            title: title, caption: caption, x: x, narrowX: x, y: y, height: 60 + 24 * Double(rows.count)
        ) { _ in layers }
    }
}
