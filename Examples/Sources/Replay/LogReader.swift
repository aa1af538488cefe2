import Rotations

/// Reads a canonical log from standard input, line by line: `# key: value` lines, a header, rows with empty cells.
struct LogReader {
    /// One row.
    struct Row {
        /// Nanoseconds of the log's clock.
        let time: Int64
        let cells: [Double?]
        let columns: [String: Int]

        /// A cell by the name of its column; `nil` where it is empty.
        subscript(name: String) -> Double? { columns[name].flatMap { $0 < cells.count ? cells[$0] : nil } }

        /// Three cells; `nil` where one is empty.
        func vector(_ x: String, _ y: String, _ z: String) -> Vector3? {
            guard let x = self[x], let y = self[y], let z = self[z] else { return nil }
            return Vector3(x, y, z)
        }
    }

    /// What the lines above the table say.
    private(set) var header: [String: String] = [:]
    private var columns: [String: Int] = [:]

    /// The next row with a time; `nil` at the end.
    mutating func next() -> Row? {
        while let line = readLine() {
            if line.hasPrefix("#") {
                let parts = line.dropFirst().split(separator: ":", maxSplits: 1)
                if parts.count == 2 { header[trimmed(parts[0])] = trimmed(parts[1]) }
            } else if columns.isEmpty {
                for (index, name) in line.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
                    columns[trimmed(name)] = index
                }
            } else {
                let cells = line.split(separator: ",", omittingEmptySubsequences: false).map { Double(trimmed($0)) }
                guard let column = columns["t"], column < cells.count, let t = cells[column] else { continue }
                return Row(time: Int64((t * 1e9).rounded()), cells: cells, columns: columns)
            }
        }
        return nil
    }

    private func trimmed(_ text: Substring) -> String {
        String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
