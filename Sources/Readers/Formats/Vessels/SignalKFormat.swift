import JSON
import Recordings
import Rotations
import Vocabulary

/// Signal K: a delta (JSON) on each line, as the server streams and logs them
/// (https://signalk.org/specification, "Delta format").
///
/// `{"context": "vessels.self", "updates": [{"$source": "can0.115", "timestamp": "2026-07-01T12:00:00.100Z", "values":
/// [{"path": "navigation.headingMagnetic", "value": 1.23}]}]}`: radians, m/s, degrees of latitude and longitude. The
/// vessel is the one with most headings; other vessels are those of AIS.
enum SignalKFormat: RecordingFormat {
    static let name = "Signal K"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool {
        input.firstLines.prefix(20).contains { line in
            guard let start = line.firstIndex(of: "{") else { return false }
            let text = line[start...]
            return text.contains("\"updates\"") && text.contains("\"values\"") && text.contains("\"path\"")
        }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        var vessels: [String: VesselDeltas] = [:]
        var unreadable = Finding()
        while try lines.hasLine() {
            let number = lines.lineNumber
            guard let text = try lines.nextLine() else { break }
            guard let start = text.firstIndex(of: "{") else {
                if !text.allSatisfy(\.isWhitespace) { unreadable.add(line: number) }
                continue
            }
            guard let delta = try? JSONValue(parsing: Array(text[start...].utf8), name: input.name) else {
                unreadable.add(line: number)
                continue
            }
            // The server's greeting has no updates.
            guard let updates = delta["updates"]?.array else { continue }
            let context = delta["context"]?.string ?? "vessels.self"
            for update in updates where !vessels[context, default: VesselDeltas()].add(update, line: number) {
                unreadable.add(line: number)
            }
        }
        var log = RawLog()
        let own = vessels.max { ($0.value.headings, $1.key) < ($1.value.headings, $0.key) }
        guard var readings = own?.value.readings else {
            throw lines.error(.noSamples, "found no update, expected deltas of a vessel", "log the server's deltas")
        }
        log.recording.metadata.unixSecondsAtZero = 0
        log.recording.metadata.clock = "the deltas' timestamps"
        try readings.finish(lines.source, options, unreadable: unreadable, into: &log)
        return try log.settled(name: input.name, options)
    }
}

/// The deltas of one vessel.
private struct VesselDeltas {
    /// A receiver of satellites that gives true headings has two antennas.
    private(set) var readings = VesselReadings { $0.lowercased().contains("gnss") || $0.lowercased().contains("gps") }
    private(set) var headings = 0
    /// The last speed and course of each source, and of all.
    private var motions: [String: VesselFix] = [:]

    /// - Returns: whether the update can be read.
    mutating func add(_ update: JSONValue, line: Int) -> Bool {
        guard let values = update["values"]?.array else { return true }
        guard let text = update["timestamp"]?.string, let found = WallClockText.nanoseconds(text), found.period == nil
        else { return false }
        let source = Self.source(of: update)
        var places: [VesselFix] = []
        for entry in values {
            guard let path = entry["path"]?.string, let value = entry["value"] else { continue }
            if path == "navigation.position" {
                guard let latitude = value["latitude"]?.number, let longitude = value["longitude"]?.number else {
                    return false
                }
                let height = value["altitude"]?.number ?? .nan
                places.append(VesselFix(latitude: latitude, longitude: longitude, height: height))
                continue
            }
            guard let number = value.number else { continue }
            add(number, of: path, source, at: found.time, line: line)
        }
        for var place in places {
            place.fill(from: motions[source] ?? motions[""] ?? VesselFix())
            readings.add(.fix(place), of: source, at: found.time, line: line)
        }
        return true
    }

    private mutating func add(_ number: Double, of path: String, _ source: String, at time: Int64, line: Int) {
        let degrees = Angle.degrees(number)
        func heading(_ kind: VesselHeading) {
            headings += 1
            let instrument = source + " " + (path.split(separator: ".").last.map(String.init) ?? path)
            readings.add(
                .heading(Angle.wrapHeadingDegrees(degrees), kind), of: instrument, at: time, line: line)
        }
        switch path {
        case "navigation.headingCompass": heading(.compass)
        case "navigation.headingMagnetic": heading(.magnetic)
        case "navigation.headingTrue": heading(.trueNorth)
        case "navigation.magneticVariation": readings.add(.variation(degrees), of: source, at: time, line: line)
        case "navigation.magneticDeviation":
            readings.add(.deviation(degrees), of: source + " headingCompass", at: time, line: line)
        case "navigation.courseOverGroundTrue", "navigation.speedOverGround":
            let isSpeed = path == "navigation.speedOverGround"
            for key in [source, ""] {
                var motion = motions[key] ?? VesselFix()
                if isSpeed { motion.speed = number } else { motion.course = Angle.wrapHeadingDegrees(degrees) }
                motions[key] = motion
            }
        default: break
        }
    }

    /// `$source`, else the label and the talker or number of a `source` object.
    private static func source(of update: JSONValue) -> String {
        if let name = update["$source"]?.string?.shortPlainText { return name }
        guard let source = update["source"] else { return "unnamed" }
        let parts = [source["label"]?.string, source["talker"]?.string ?? source["src"]?.string]
        return parts.compactMap { $0?.shortPlainText }.joined(separator: ".")
    }
}
