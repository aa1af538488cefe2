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
            // A saddle: the mean of the corners says which of them hang together.
            let joinsFirst = (corners.reduce(0, +) / 4 < level) == (corners[0] < level)
            let order = joinsFirst ? [0, 1, 2, 3] : [3, 0, 1, 2]
            result.append(Segment(from: crossings[order[0]], to: crossings[order[1]]))
            result.append(Segment(from: crossings[order[2]], to: crossings[order[3]]))
        }
    }
}
