import Foundation
import Testing

@testable import Figures

@Suite struct ColumnReducerTests {
    private func reduce(
        _ values: [Double], columns: Int, wrapping: ClosedRange<Double>? = nil, times: [Double]? = nil
    ) -> [ChartPoint] {
        let times = times ?? values.indices.map(Double.init)
        var reducer = ColumnReducer(
            domain: 0...Double(max(1, values.count)), columns: columns, wrapping: wrapping, maximumGap: 50)
        for (time, value) in zip(times, values) { reducer.add(time, value) }
        return reducer.finish()
    }

    @Test func everySpikeSurvives() {
        var values = (0..<100_000).map { sin(Double($0) * 0.01) }
        values[12_345] = 500
        values[77_777] = -700
        let points = reduce(values, columns: 500).filter(\.isFinite)
        #expect(points.map(\.y).max() == 500)
        #expect(points.map(\.y).min() == -700)
        #expect(points.count <= 4 * 500)
        // The extremes of every column, by another route.
        let width = values.count / 500
        for column in 0..<500 {
            let part = values[(column * width)..<((column + 1) * width)]
            let kept = points[...].filter { Int($0.x) / width == column }.map(\.y)
            #expect(kept.max() == part.max() && kept.min() == part.min())
            #expect(kept.first == part.first && kept.last == part.last)
        }
    }

    /// 359 -> 0 is no stroke across the picture: consecutive points of a stroke are never 180 degrees apart.
    @Test func headingsBreakAtNorth() {
        let values = (0..<3600).map { (Double($0) * 0.37).truncatingRemainder(dividingBy: 360) }
        for columns in [20, 100, 3600] {
            let points = reduce(values, columns: columns, wrapping: 0...360)
            // Within one column a stroke may be long: only steps between columns are jumps.
            for (a, b) in zip(points, points.dropFirst()) where a.isFinite && b.isFinite && a.x != b.x {
                #expect((a.y - b.y).magnitude <= 180)
            }
            #expect(points.contains { !$0.isFinite })
        }
    }

    /// A heading that trembles about north: bounded in size, and nothing between the two edges.
    @Test func tremblingAboutNorthStaysSmallAndAtTheEdges() {
        let values = (0..<50_000).map { $0 % 2 == 0 ? 359.5 : 0.5 }
        let points = reduce(values, columns: 100, wrapping: 0...360)
        #expect(points.count <= 14 * 100)
        for (a, b) in zip(points, points.dropFirst()) where a.isFinite && b.isFinite {
            #expect((a.y - b.y).magnitude <= 1)
        }
        #expect(points.contains { $0.y == 359.5 } && points.contains { $0.y == 0.5 })
    }

    @Test func undefinedValuesAndPausesBreak() {
        let undefined = reduce([1, 2, .nan, 3, 4], columns: 5)
        #expect(undefined.split { !$0.isFinite }.map { $0.map(\.y) } == [[1, 2], [3, 4]])
        let pause = reduce([1, 2, 3, 4], columns: 4, times: [0, 1, 60, 61])
        #expect(pause.split { !$0.isFinite }.map { $0.map(\.y) } == [[1, 2], [3, 4]])
    }

    @Test func degenerate() {
        #expect(reduce([], columns: 10).isEmpty)
        #expect(reduce([.nan, .nan], columns: 10).allSatisfy { !$0.isFinite })
        var empty = ColumnReducer(domain: 3...3, columns: 10)
        empty.add(3, 7)
        #expect(empty.finish().filter(\.isFinite) == [ChartPoint(3, 7)])
    }
}
