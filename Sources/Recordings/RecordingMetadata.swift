import SensorModels
import Vocabulary

/// What a log states about itself; `nil` for what it does not state.
public struct RecordingMetadata: Sendable, Codable, Hashable {
    /// The name of the log: its own, else the file's.
    public var name: String?
    /// The format that was recognised, such as `canonical`, `broad` or `phones`.
    public var format: String = "unknown"
    /// The device's name or model.
    public var device: String?
    /// The device's operating system, such as `ios`.
    public var operatingSystem: String?
    /// Wall-clock time of the start, as written in the log.
    public var start: String?
    /// Wall-clock time, Unix seconds, at nanosecond 0 of the log's clock.
    public var unixSecondsAtZero: Double?
    /// The unit of the time stamps and how it was decided, as text for reports; `nil` where the format has only one.
    public var clock: String?
    /// Where it was recorded.
    public var place: GeodeticPosition?
    /// The place that the log itself states, where `place` was given instead.
    public var replacedPlace: GeodeticPosition?
    /// Whether the height of `place` is known; it is 0 where it is not.
    public var placeHasHeight = true
    /// When it was recorded.
    public var date: CalendarDate?
    /// The strength of the Earth's field, about the device's own, in the unit of the magnetometer's readings where that
    /// is unknown; `nil` for microtesla.
    public var fieldStrength: Double?
    /// What is known of the reference orientation.
    public var reference = ReferenceTerms()
    /// The north of the device's own attitude.
    public var attitudeNorth: North?
    /// Whether the device's own attitude is relative to its initial direction, or to another one that is no north.
    public var attitudeIsRelative = false
    /// SHA-256 of the log as stored, lower-case hexadecimal, if requested; of a folder: of the lines that
    /// `sha256sum` prints for the files that were read, in the order of their names.
    public var sha256: String?
    /// The seed of a simulated recording.
    public var seed: UInt64?
    /// The camera of the AR session.
    public var arIntrinsics: ARIntrinsics?
    /// All other entries at the top of the log, by key.
    public var other: [String: String] = [:]

    /// Metadata without entries.
    public init() {}

    /// The north of the reference orientation; `nil` where it is unknown or arbitrary.
    public var referenceNorth: North? {
        get { reference.north?.north }
        set { reference.north = newValue.map(ReferenceNorth.init) }
    }

    /// Replaces the log's own place, which is kept in `replacedPlace`.
    package mutating func replacePlace(by given: GeodeticPosition) {
        if place != given { replacedPlace = place }
        place = given
    }
}

/// The `# key: value` lines at the top of a canonical log.
package enum MetadataLines {
    static let version = "sensorlab.log/1"

    /// Reads one line; lines without a colon are comments. A value that cannot be read is kept under `other`.
    package static func read(_ line: String, into metadata: inout RecordingMetadata) {
        guard line.hasPrefix("#"), let colon = line.firstIndex(of: ":") else { return }
        let key = String(line[line.index(after: line.startIndex)..<colon]).trimmedCell.lowercased()
        let value = String(line[line.index(after: colon)...]).trimmedCell
        guard !key.isEmpty, !value.isEmpty else { return }
        if !set(key, value, &metadata) { metadata.other[key] = value }
    }

    /// Whether the line says that units and signs are those of the canonical log.
    package static func isSchema(_ line: String) -> Bool {
        let parts = line.dropFirst().split(separator: ":", maxSplits: 1).map { String($0).trimmedCell }
        return line.hasPrefix("#") && parts.count == 2 && parts[0].lowercased() == "schema" && parts[1] == version
    }

    /// The values that known keys expect; unreadable ones are kept under `other`.
    private static let expected = [
        alignmentKey: alignments.joined(separator: ", "),
        "schema": version, "unix-seconds-at-zero": "a number", "place": "LAT,LON[,ALTITUDE]", "date": "YYYY-MM-DD",
        "field-strength": "a number above 0",
        "ar-intrinsics": "FX,FY,CX,CY,WIDTH,HEIGHT in pixels of the landscape picture",
        "north": ReferenceNorth.expected, "attitude-north": ReferenceNorth.expected, "seed": "a whole number",
        "reference-north": ReferenceNorth.expected, "reference-mount": "known or fit",
        "reference-level": "known or fit", "reference-delay": "seconds or fit",
        "reference-parts": "orientation, heading or inclination",
    ]

    /// The alignment of an AR session's world, in ARKit's words (`ARConfiguration.WorldAlignment`).
    private static let (alignmentKey, alignments) = ("ar-alignment", ["gravity", "gravityAndHeading", "camera"])

    /// One warning per known key whose value could not be read.
    /// - Parameter place: the log's name in messages.
    package static func warnings(for metadata: RecordingMetadata, place: String) -> [Warning] {
        expected.keys.sorted().compactMap { key in
            guard let found = metadata.other[key], let expected = expected[key],
                key != alignmentKey || !alignments.contains(where: { $0.lowercased() == found.lowercased() })
            else { return nil }
            return Warning(
                .unreadableMetadata, place: place, "\(key): found \"\(found)\", expected \(expected)",
                advice: .metadataLine(key))
        }
    }

    /// Whether the key is known and its value can be read.
    private static func set(_ key: String, _ value: String, _ metadata: inout RecordingMetadata) -> Bool {
        func take<Value>(_ value: Value?, _ path: WritableKeyPath<RecordingMetadata, Value?>) -> Bool {
            if let value { metadata[keyPath: path] = value }
            return value != nil
        }
        switch key {
        case "schema": return value == version
        case "name": metadata.name = value
        case "device": metadata.device = value
        case "system": metadata.operatingSystem = value
        case "start":
            metadata.start = value
            if metadata.date == nil { metadata.date = CalendarDate(value) }
        case "unix-seconds-at-zero": return take(Double(value).flatMap { $0.isFinite ? $0 : nil }, \.unixSecondsAtZero)
        case "place":
            metadata.placeHasHeight = value.split(separator: ",").count > 2
            return take(GeodeticPosition(value), \.place)
        case "date": return take(CalendarDate(value), \.date)
        case "field-strength":
            return take(Double(value).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }, \.fieldStrength)
        case "north", "reference-north":
            return take(ReferenceNorth(rawValue: value.lowercased()), \.reference.north)
        case "reference-mount": return take(ReferenceMount(rawValue: value.lowercased()), \.reference.mount)
        case "reference-level": return take(ReferenceMount(rawValue: value.lowercased()), \.reference.level)
        case "reference-delay": return take(ReferenceDelay(value), \.reference.delay)
        case "reference-parts": return take(ReferenceParts(rawValue: value.lowercased()), \.reference.parts)
        case "attitude-north" where value.lowercased() == arbitrary: metadata.attitudeIsRelative = true
        case "attitude-north": return take(North(rawValue: value.lowercased()), \.attitudeNorth)
        case "seed": return take(UInt64(value), \.seed)
        case "ar-intrinsics": return take(ARIntrinsics(value), \.arIntrinsics)
        default: return false
        }
        return true
    }

    /// What the lines at the top of a log of another format state; keys that are no metadata of a recording are left
    /// out.
    package static func stated(in lines: [String]) -> RecordingMetadata {
        var metadata = RecordingMetadata()
        for line in lines { read(line, into: &metadata) }
        metadata.other = metadata.other.filter { expected[$0.key] != nil && !foreign.contains($0.key) }
        return metadata
    }

    /// Keys that programs use for values of their own.
    private static let foreign: Set = ["schema", "date", "seed"]

    /// The word for an attitude that is relative to no north.
    private static let arbitrary = ReferenceNorth.arbitrary.rawValue

    /// The lines of a log's metadata, the first of which names the schema.
    static func lines(of metadata: RecordingMetadata) -> [String] {
        var pairs: [(String, String?)] = [
            ("schema", version), ("name", metadata.name), ("device", metadata.device),
            ("system", metadata.operatingSystem), ("start", metadata.start),
            ("unix-seconds-at-zero", metadata.unixSecondsAtZero.map { "\($0)" }),
            ("place", metadata.place.map { $0.text(withHeight: metadata.placeHasHeight) }),
            ("date", metadata.date?.text), ("field-strength", metadata.fieldStrength.map { "\($0)" }),
            ("north", metadata.reference.north?.rawValue),
            ("reference-mount", metadata.reference.mount?.rawValue),
            ("reference-level", metadata.reference.level?.rawValue),
            ("reference-delay", metadata.reference.delay?.text),
            ("reference-parts", metadata.reference.parts?.rawValue),
            ("attitude-north", metadata.attitudeIsRelative ? arbitrary : metadata.attitudeNorth?.rawValue),
            ("ar-intrinsics", metadata.arIntrinsics.map(\.text)), ("seed", metadata.seed.map { "\($0)" }),
        ]
        pairs += metadata.other.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return pairs.compactMap { key, value in
            guard let value else { return nil }
            // A line break in a value would end the line.
            return "# \(key): " + String(value.map { $0.isNewline ? " " : $0 })
        }
    }
}

extension RecordingMetadata {
    /// Takes over what lines at the top of the log state. What describes the recording is taken where the format itself
    /// says nothing; norths, place and session are the user's, and replace what a format assumes.
    package mutating func take(_ stated: RecordingMetadata) {
        name = name ?? stated.name
        device = device ?? stated.device
        operatingSystem = operatingSystem ?? stated.operatingSystem
        start = start ?? stated.start
        date = date ?? stated.date
        unixSecondsAtZero = unixSecondsAtZero ?? stated.unixSecondsAtZero
        seed = seed ?? stated.seed
        arIntrinsics = stated.arIntrinsics ?? arIntrinsics
        if let place = stated.place { (self.place, placeHasHeight) = (place, stated.placeHasHeight) }
        reference = reference.overridden(by: stated.reference)
        if stated.statesAttitudeNorth {
            (attitudeNorth, attitudeIsRelative) = (stated.attitudeNorth, stated.attitudeIsRelative)
        }
        other.merge(stated.other) { $1 }
    }

    /// Whether it says which north the device's attitude has, or that it has none.
    package var statesAttitudeNorth: Bool { attitudeNorth != nil || attitudeIsRelative }
}

extension ARIntrinsics {
    /// Reads `FX,FY,CX,CY,WIDTH,HEIGHT`: lengths above 0, the principal point inside the picture; `nil` for everything
    /// else.
    fileprivate init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(String($0).trimmedCell) }
        guard parts.count == 6, case let n = parts.compactMap({ $0 }), n.count == 6, n.allSatisfy(\.isFinite),
            n[0] > 0, n[1] > 0, n[4] > 0, n[5] > 0, (0...n[4]).contains(n[2]), (0...n[5]).contains(n[3])
        else { return nil }
        self.init(focalX: n[0], focalY: n[1], centreX: n[2], centreY: n[3], width: n[4], height: n[5])
    }

    fileprivate var text: String { "\(focalX),\(focalY),\(centreX),\(centreY),\(width),\(height)" }
}

extension GeodeticPosition {
    /// Reads `LAT,LON[,ALTITUDE]`: degrees north and east, metres; `nil` for everything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(String($0).trimmedCell) }
        guard parts.count == 2 || parts.count == 3, !parts.contains(nil),
            case let numbers = parts.compactMap({ $0 }), numbers.allSatisfy(\.isFinite),
            numbers[0].magnitude <= 90, numbers[1] >= -180, numbers[1] <= 360
        else { return nil }
        self.init(latitude: numbers[0], longitude: numbers[1], height: numbers.count == 3 ? numbers[2] : 0)
    }

    /// `LAT,LON,ALTITUDE` in the shortest form that reads back the same.
    public var text: String { text(withHeight: true) }

    /// The same, or `LAT,LON`.
    func text(withHeight hasHeight: Bool) -> String { "\(latitude),\(longitude)" + (hasHeight ? ",\(height)" : "") }
}
