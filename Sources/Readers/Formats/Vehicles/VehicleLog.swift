import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Parts that the formats of vehicles share.
extension RawLog {
    /// The unit that `--unit` names, with a warning where it is not given and there are several.
    /// - Parameters:
    ///   - names: the units.
    ///   - primary: the unit that is read without `--unit`, in words.
    /// - Returns: `nil` for the primary one.
    /// - Throws: `SensorLabError` (usage) for a unit that is not there.
    mutating func unit(
        _ names: [String], primary: String, _ options: ReadOptions, _ place: String
    ) throws -> String? {
        if names.count > 1 { recording.units = names }
        guard let name = options.unit else {
            if names.count > 1 { recording.warnings.append(UnitChoice.warning(names, used: primary, place)) }
            return nil
        }
        guard names.contains(name) else { throw UnitChoice.unknown(name, names, place) }
        recording.metadata.other["unit"] = name
        return name
    }

    /// As `unit`, of units that are numbers.
    mutating func vehicleUnit(
        _ instances: [Int], primary: String, _ options: ReadOptions, _ place: String
    ) throws -> Int? {
        try unit(instances.map(String.init), primary: primary, options, place).flatMap(Int.init)
    }

    /// Relates the attitude to true north where the vehicle knew its place, since it adds the declination there.
    mutating func takeNorthOfVehicle() {
        if !recording.attitude.isEmpty, !recording.location.isEmpty { recording.metadata.attitudeNorth = .true }
    }

    /// Warns that a binary log is damaged.
    /// - Parameters:
    ///   - damage: places without a message.
    ///   - isCut: its last message is incomplete.
    mutating func warn(ofDamage damage: Int, isCut: Bool, _ place: String) {
        if damage > 0 {
            warn(
                .damagedMessages, place: place, "\(damage) place(s) hold no message of the format; the others are used")
        }
        if isCut {
            warn(
                .damagedMessages, place: place, "the last message is cut; those before are used", advice: .cutAtEnd)
        }
    }
}

extension String {
    /// The text if it has only ASCII letters, digits and punctuation, 80 at most, so that it can be shown; `nil` else.
    var shortPlainText: String? {
        let plain = unicodeScalars.lazy.filter { (32...126).contains($0.value) }.prefix(80).map(Character.init)
        let text = String(plain).trimmedCell
        return text.isEmpty ? nil : text
    }

    /// Whether a parameter's name begins with one of these and has only capitals, digits and underscores, so that it
    /// can be a key of metadata.
    func isParameter(beginningWith prefixes: [String]) -> Bool {
        prefixes.contains(where: hasPrefix)
            && utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0 &- 48 < 10 || $0 &- 65 < 26 }
    }
}

extension Recording {
    /// Rotates a stream of vectors; the identity changes no bit.
    mutating func rotate(_ path: WritableKeyPath<Recording, VectorStream>, by rotation: Quaternion) {
        guard rotation != .identity else { return }
        self[keyPath: path].values.change(rotation.rotate)
    }
}

/// Logs of aircraft: body axes x forward, y right, z down, attitudes against north, east, down.
///
/// The device's axes are x right, y forward (the top edge), z up: v_device = (y, x, -z) of the body, half a turn about
/// the line between x and y. The same turn takes north-east-down to east-north-up, so that the attitude (w, x, y, z)
/// becomes (w, y, x, -z), without rounding. A level body at rest has z = +9.81 then, and its top edge's heading is its
/// nose's.
enum ForwardRightDown {
    /// The note on the axes in a stream's provenance.
    static let note = "forward, right, down (turned here)"
    /// The note on the axes in an attitude's provenance.
    static let attitudeNote = "body forward, right, down to north, east, down (turned here)"

    static func device(_ v: Vector3) -> Vector3 { Vector3(v.y, v.x, -v.z) }

    static func attitude(_ q: Quaternion) -> Quaternion { Quaternion(q.w, q.y, q.x, -q.z) }

    /// Turns all streams of a recording.
    static func turn(_ recording: inout Recording) {
        for path in SensorKind.allCases.compactMap(Recording.vectorPath(of:)) {
            recording[keyPath: path].values.change(device)
        }
        recording.attitude.values.change(attitude)
    }
}
