import Foundation
import Rotations
import SensorModels
import Vocabulary

extension TrackDigest {
    private static let header = "filter,t,qw,qx,qy,qz,heading_sigma,inclination_sigma"

    /// As CSV: seven decimals of orientations (a hundredth of an arc second), five of sigmas in degrees.
    public var text: String {
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
    public init(text: String, place: String) throws {
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
            .badData, code: "bad-digest", place: "\(place):\(line)", message: message,
            advice: "restore it, or make it anew")
    }
}
