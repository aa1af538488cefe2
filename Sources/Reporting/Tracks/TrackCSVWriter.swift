import Figures
import Files
import OrientationFilters
import Rotations
import SensorModels
import Vocabulary

/// Tracks as CSV: `t,qw,qx,qy,qz,heading,rho,roll,heading_sigma,inclination_sigma,rest,disturbed`, for several filters
/// with a leading `filter` column.
///
/// t in seconds of the log's own clock, exact; the orientation (device to earth, scalar first) with nine decimals;
/// angles in degrees with six: heading [0, 360) clockwise from the track's north, rho (classic form, from the filter's
/// gravity) [0, 180], roll (-180, 180], sigmas >= 0; rest, disturbed and, with a gate, ready 0 or 1; where the north is
/// given, `north`, true or magnetic. An empty cell is unknown or undefined.
public struct TrackCSVWriter: Sendable {
    /// The axis whose heading is written.
    public var headingAxis: HeadingAxis
    /// Whether each row begins with the name of its filter.
    public var namesFilter: Bool
    /// A gate whose answers are a last column, `ready`; `nil` leaves it out.
    public var gate: HeadingGate?
    /// The north of the tracks, as a last column, by which `--track` reads them; `nil` leaves it out.
    public var north: North?
    /// How many cores may format rows.
    public var jobs = Int.max

    /// A writer of the heading of one axis, with or without the column `filter`.
    public init(headingAxis: HeadingAxis, namesFilter: Bool) {
        self.headingAxis = headingAxis
        self.namesFilter = namesFilter
    }

    /// The first line, with its line feed.
    public var header: String {
        (namesFilter ? "filter," : "")
            + "t,qw,qx,qy,qz,heading,rho,roll,heading_sigma,inclination_sigma,rest,disturbed"
            + (gate == nil ? "" : ",ready") + (north == nil ? "\n" : ",north\n")
    }

    /// Rows that one core formats at a time: large enough to be worth a thread, small enough to bound the memory.
    private static let rowsPerBlock = 4096
    /// Blocks in memory at a time.
    private static let blocksPerWave = 16

    /// Writes the header and the rows of every track, one track after the other, in pieces of less than a megabyte.
    ///
    /// - Parameters:
    ///   - tracks: one after another.
    ///   - sink: receives UTF-8 bytes in order; what it throws ends the writing.
    public func write(_ tracks: [OrientationTrack], to sink: ([UInt8]) throws -> Void) rethrows {
        try sink(Array(header.utf8))
        let blocks = tracks.flatMap { track in
            var gate = gate
            let ready = Self.ready(&gate, track)
            return stride(from: 0, to: track.count, by: Self.rowsPerBlock).map { start in
                Block(track: track, ready: ready, rows: start..<min(start + Self.rowsPerBlock, track.count))
            }
        }
        for start in stride(from: 0, to: blocks.count, by: Self.blocksPerWave) {
            let wave = Array(blocks[start..<min(start + Self.blocksPerWave, blocks.count)])
            for bytes in concurrentMap(wave, jobs: jobs, { format($0) }) { try sink(bytes) }
        }
    }

    /// The rows of a part of a track, behind those of the parts before.
    public mutating func rows(of part: OrientationTrack) -> [UInt8] {
        format(Block(track: part, ready: Self.ready(&gate, part), rows: 0..<part.count))
    }

    private struct Block: Sendable {
        let track: OrientationTrack
        /// Of each row of the track; empty without a gate.
        let ready: [Bool]
        let rows: Range<Int>
    }

    /// What a gate says to each row of a track; empty without one.
    private static func ready(_ gate: inout HeadingGate?, _ track: OrientationTrack) -> [Bool] {
        guard var own = gate else { return [] }
        defer { gate = own }
        return zip(track.times, track.estimates).map { own.update($1, at: $0) }
    }

    private func format(_ block: Block) -> [UInt8] {
        let prefix = namesFilter ? Array((CSVField.inert(block.track.name) + ",").utf8) : []
        let suffix = north.map { Array(",\($0.rawValue)".utf8) } ?? []
        // A row has a prefix, a stamp, nine numbers, thirteen separators, three flags and a suffix.
        let rowCapacity = prefix.count + 32 + 9 * FixedDecimal.capacity + 18 + suffix.count
        return [UInt8](unsafeUninitializedCapacity: rowCapacity * block.rows.count) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            var row = CSVRow(cursor: base)
            for index in block.rows {
                row.append(prefix)
                row.appendTime(block.track.times[index])
                append(block.track.estimates[index], to: &row)
                if !block.ready.isEmpty { row.appendFlag(Flag(block.ready[index])) }
                row.append(suffix)
                row.endLine()
            }
            count = row.cursor - base
        }
    }

    @inline(__always)
    private func append(_ estimate: OrientationEstimate, to row: inout CSVRow) {
        let q = estimate.orientation
        row.appendComponent(q.w)
        row.appendComponent(q.x)
        row.appendComponent(q.y)
        row.appendComponent(q.z)
        // An angle that six decimals round up to the open end of its range is written as the closed end.
        let heading = q.heading(of: headingAxis).map(Angle.degrees) ?? .nan
        row.appendDegrees(heading >= 359.9999995 ? 0 : heading)
        row.appendDegrees(Rho.classic(down: q.down).map(Angle.degrees) ?? .nan)
        let roll = q.roll.map(Angle.degrees) ?? .nan
        row.appendDegrees(roll <= -179.9999995 ? 180 : roll)
        row.appendDegrees(Angle.degrees(estimate.headingSigma))
        row.appendDegrees(Angle.degrees(estimate.inclinationSigma))
        row.appendFlag(estimate.rest)
        row.appendFlag(estimate.disturbed)
    }
}

extension OrientationTrack {
    /// The first row of every second of the log's clock.
    var everySecond: OrientationTrack {
        var last = Int64.min
        let rows = times.indices.filter { row in
            let second = (times[row] - (times[row] < 0 ? 999_999_999 : 0)) / 1_000_000_000
            defer { last = second }
            return second != last
        }
        return OrientationTrack(name: name, times: rows.map { times[$0] }, estimates: rows.map { estimates[$0] })
    }
}
