import Rotations
import SensorModels
import Vocabulary

/// What the formats of vehicles share beside their streams.
extension RawLog {
    /// The unit that `--unit` names, with a warning where it is not given and there are several.
    /// - Parameters:
    ///   - instances: the numbers of the units.
    ///   - primary: what is read without `--unit`, in words.
    /// - Returns: `nil` for the primary one.
    /// - Throws: `SensorLabError` (usage) for a unit that is not there.
    mutating func vehicleUnit(
        _ instances: [Int], primary: String, _ options: ReadOptions, _ place: String
    ) throws -> Int? {
        let names = instances.map(String.init)
        guard let name = options.unit else {
            if names.count > 1 { recording.warnings.append(UnitChoice.warning(names, used: primary, place)) }
            return nil
        }
        guard names.contains(name), let unit = Int(name) else { throw UnitChoice.unknown(name, names, place) }
        recording.metadata.other["unit"] = name
        return unit
    }

    /// Tells that a binary log is damaged.
    /// - Parameters:
    ///   - damage: places where there is no message.
    ///   - isCut: its last message is not whole.
    mutating func warn(ofDamage damage: Int, isCut: Bool, _ place: String) {
        if damage > 0 {
            warn(
                .damagedMessages, "\(place): \(damage) place(s) where no message of the format is; the others are used",
                "copy the log from the vehicle again")
        }
        if isCut {
            warn(
                .damagedMessages, "\(place): the last message is cut; those before are used",
                "none needed where the vehicle lost its power")
        }
    }
}

extension Recording {
    /// Turns a stream of vectors; a rotation by nothing changes no bit.
    mutating func rotate(_ path: WritableKeyPath<Recording, VectorStream>, by rotation: Quaternion) {
        guard rotation != .identity else { return }
        self[keyPath: path] = self[keyPath: path].mapped(rotation.rotate)
    }
}
