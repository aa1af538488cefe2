import Vocabulary

/// Columns of a `tracks.csv`, for pictures: one set per filter, in the order of the file.
struct TrackColumns {
    /// One filter's rows.
    struct Track {
        let filter: String
        /// Seconds of the log's clock.
        var times: [Double] = []
        /// Degrees; NaN where the cell is empty.
        var headings: [Double] = []
        var rhos: [Double] = []
        var headingSigmas: [Double] = []
    }

    var tracks: [Track]

    /// Seconds, far beyond what a log's clock holds.
    private static let largestTime = 1e12

    /// - Parameter path: of the file; messages name it.
    /// - Throws: `SensorLabError` (no such input, bad data with the line).
    init(path: String) throws {
        let data = try NotebookWriter.contents(of: path)
        var lines = Array(data).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true).makeIterator()
        let header = lines.next().map { Self.cells($0) } ?? []
        let names = ["filter", "t", "heading", "rho", "heading_sigma"]
        let columns = names.map { name in header.firstIndex { $0.elementsEqual(name.utf8) } }
        let found = columns.compactMap(\.self)
        guard found.count == names.count else {
            throw Self.bad(path, line: 1, "expected a header with the columns \(names.joined(separator: ", "))")
        }
        var tracks: [Track] = []
        var number = 1
        while let line = lines.next() {
            number += 1
            let cells = Self.cells(line)
            guard cells.count == header.count, let time = Self.number(cells[found[1]]),
                time.magnitude <= Self.largestTime
            else { throw Self.bad(path, line: number, "expected \(header.count) cells and a time") }
            let sigma = Self.number(cells[found[4]]) ?? .nan
            guard !(sigma < 0) else { throw Self.bad(path, line: number, "expected a sigma of 0 or more") }
            let name = cells[found[0]]
            if tracks.last.map({ $0.filter.utf8.elementsEqual(name) }) != true {
                tracks.append(Track(filter: String(decoding: name, as: UTF8.self)))
            }
            tracks[tracks.count - 1].times.append(time)
            tracks[tracks.count - 1].headings.append(Self.number(cells[found[2]]) ?? .nan)
            tracks[tracks.count - 1].rhos.append(Self.number(cells[found[3]]) ?? .nan)
            tracks[tracks.count - 1].headingSigmas.append(sigma)
        }
        self.tracks = tracks
    }

    private static func cells(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    }

    private static func number(_ cell: ArraySlice<UInt8>) -> Double? { Double(String(decoding: cell, as: UTF8.self)) }

    private static func bad(_ path: String, line: Int, _ message: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badTracks, place: "\(path), line \(line)", message: message,
            advice: "give an unchanged folder of `sensorlab analyze`")
    }
}
