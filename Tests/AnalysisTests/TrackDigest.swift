import Foundation
import Rotations
import SensorModels
import Vocabulary

/// Tracks at a reduced rate as text, small enough to be committed, to be compared with those of a later run.
struct TrackDigest: Sendable, Equatable {
    /// Seconds between two rows of a track.
    static let interval: Int64 = 5_000_000_000

    /// One filter at one instant.
    struct Row: Sendable, Equatable {
        /// The filter.
        var filter: String
        /// Nanoseconds of the log's clock.
        var time: Int64
        /// Device to earth.
        var orientation: Quaternion
        /// Degrees; `nil` where the filter has none.
        var headingSigmaDegrees: Double?
        /// Degrees per axis; `nil` where the filter has none.
        var inclinationSigmaDegrees: Double?
    }

    /// By filter, then by time.
    var rows: [Row]

    /// The first row of every track, then one every five seconds, and its last.
    init(_ tracks: [OrientationTrack]) {
        rows = tracks.flatMap { track in
            var next = Int64.min
            return track.times.indices.compactMap { index -> Row? in
                let time = track.times[index]
                guard time >= next || index == track.count - 1 else { return nil }
                next = (next == .min ? time : next) + Self.interval
                let estimate = track.estimates[index]
                return Row(
                    filter: track.name, time: time, orientation: estimate.orientation.canonical,
                    headingSigmaDegrees: Self.degrees(estimate.headingSigma),
                    inclinationSigmaDegrees: Self.degrees(estimate.inclinationSigma))
            }
        }
    }

    private static func degrees(_ sigma: Double) -> Double? { sigma.isFinite ? Angle.degrees(sigma) : nil }
}

extension TrackDigest {
    private static let header = "filter,t,qw,qx,qy,qz,heading_sigma,inclination_sigma"

    /// As CSV: seven decimals of orientations (a hundredth of an arc second), five of sigmas in degrees.
    var text: String {
        let lines = rows.map { row in
            let q = row.orientation
            let numbers = [q.w, q.x, q.y, q.z].map { Self.text($0, 7) }
            let sigmas = [row.headingSigmaDegrees, row.inclinationSigmaDegrees].map {
                $0.map { Self.text($0, 5) } ?? ""
            }
            return ([row.filter, LogTime.text(row.time)] + numbers + sigmas).joined(separator: ",")
        }
        return ([Self.header] + lines).joined(separator: "\n") + "\n"
    }

    /// Reads what `text` wrote.
    /// - Parameters:
    ///   - text: the file's content.
    ///   - place: what messages call it.
    /// - Throws: `SensorLabError` (bad data) with the line.
    init(text: String, place: String) throws {
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.first == Substring(Self.header) else { throw Self.bad(place, 1, "expected \(Self.header)") }
        rows = try lines.dropFirst().enumerated().map { index, line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let numbers = cells.dropFirst().map { Double($0) }
            guard cells.count == 8, let time = numbers[0].flatMap(LogTime.nanoseconds(seconds:)), let w = numbers[1],
                let x = numbers[2], let y = numbers[3], let z = numbers[4],
                let orientation = Quaternion(w, x, y, z).normalized
            else { throw Self.bad(place, index + 2, "expected a name and seven numbers") }
            return Row(
                filter: cells[0], time: time, orientation: orientation, headingSigmaDegrees: numbers[5],
                inclinationSigmaDegrees: numbers[6])
        }
    }

    private static func text(_ value: Double, _ decimals: Int) -> String {
        let text = String(format: "%.\(decimals)f", value)
        // A rounded zero has no sign.
        return text.hasPrefix("-") && !text.contains { ("1"..."9").contains($0) } ? String(text.dropFirst()) : text
    }

    private static func bad(_ place: String, _ line: Int, _ message: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badDigest, place: "\(place):\(line)", message: message,
            advice: "restore it, or make it anew")
    }
}

extension TrackDigest {
    /// What may differ before it counts as a change: the last bits of another machine's mathematical library and of
    /// another LAPACK may, amplified over a recording; an intended change may not.
    struct Tolerance: Sendable {
        /// Of an orientation, degrees.
        var degrees = 0.001
        /// Of a sigma, as a share of it.
        var share = 0.001
    }

    /// How one filter's answers changed.
    struct Change: Sendable, CustomStringConvertible {
        /// The filter.
        var filter: String
        /// What changed most, and when.
        var description: String
    }

    /// One entry per filter whose answers differ from those of `committed` by more than the tolerance.
    func changes(from committed: TrackDigest, tolerance: Tolerance = Tolerance()) -> [Change] {
        let names = (committed.rows + rows).map(\.filter)
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.compactMap { name in
            let (old, new) = (committed.rows.filter { $0.filter == name }, rows.filter { $0.filter == name })
            return Self.change(old, new, tolerance).map { Change(filter: name, description: "\(name): \($0)") }
        }
    }

    private static func change(_ old: [Row], _ new: [Row], _ tolerance: Tolerance) -> String? {
        if old.isEmpty { return "it was not there before" }
        if new.isEmpty { return "it is not there any more" }
        guard old.map(\.time) == new.map(\.time) else { return "the track has other time stamps" }
        let angles = zip(old, new).map { Angle.degrees($0.orientation.angle(to: $1.orientation)) }
        if let worst = angles.indices.max(by: { angles[$0] < angles[$1] }), angles[worst] > tolerance.degrees {
            return "the orientation differs by \(rounded(angles[worst])) degrees at \(LogTime.text(old[worst].time)) s"
        }
        for (before, after) in zip(old, new) {
            for (name, path) in sigmas {
                if differs(before[keyPath: path], after[keyPath: path], tolerance) {
                    return "the sigma of the \(name) was \(text(before[keyPath: path])) degrees and is "
                        + "\(text(after[keyPath: path])) at \(LogTime.text(before.time)) s"
                }
            }
        }
        return nil
    }

    private static var sigmas: [(String, KeyPath<Row, Double?>)] {
        [("heading", \.headingSigmaDegrees), ("inclination", \.inclinationSigmaDegrees)]
    }

    private static func differs(_ a: Double?, _ b: Double?, _ tolerance: Tolerance) -> Bool {
        guard let a, let b else { return (a == nil) != (b == nil) }
        // Two units of the last decimal that is written.
        return (a - b).magnitude > max(2e-5, tolerance.share * a.magnitude)
    }

    private static func rounded(_ value: Double) -> String { "\((value * 1e4).rounded() / 1e4)" }

    private static func text(_ value: Double?) -> String { value.map(rounded) ?? "unknown" }
}
