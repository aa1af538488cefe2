import SensorModels

/// Units of what no accelerometer, gyroscope or magnetometer measures: `mx (Nm)` is a torque, `gx (m)` a place.
///
/// Short names alone are taken for another quantity by them: one letter and an axis are a force, a place or a torque as well. A longer name
/// says what it is, whatever its unit.
enum ForeignUnit {
    /// Whether a column's short name has such a unit behind it.
    static func isIn(_ name: String, of sensor: SensorKind) -> Bool {
        guard LogUnit.Quantity(of: sensor) != nil, let first = HeaderWords(name).words.first, first.count <= 2 else {
            return false
        }
        let isInBrackets = name.contains { $0 == "(" || $0 == "[" }
        let column = ColumnName(name)
        guard let text = column.unit ?? column.stem.split(separator: " ").dropFirst().last.map(String.init) else {
            return false
        }
        // Without brackets a letter is the side that a sensor is on, and the frame that it is turned to.
        return isKnown(text, beside: sensor) || isInBrackets && letters.contains(text)
    }

    /// Whether a text of two letters or more is the unit of another quantity than a sensor's.
    static func isKnown(_ text: String, beside sensor: SensorKind) -> Bool {
        guard text.count > 1 || text == "%", let quantity = LogUnit.Quantity(of: sensor) else { return false }
        let plain = text.lowercased().filter { !" .·*-^/'".contains($0) }
        return units.contains(plain) || quantity != .rate && angles.contains(plain)
    }

    /// Newton, metre, watt, joule, kelvin. A, B, C, L and R are devices too.
    private static let letters: Set<String> = ["N", "m", "W", "J", "K"]

    private static let angles: Set<String> = ["deg", "degs", "degree", "degrees", "rad", "radian", "radians"]

    private static let units: Set<String> = [
        // Force, torque, pressure, mass.
        "nm", "knm", "mnm", "nmm", "ncm", "kn", "mn", "newton", "newtons", "kgf", "lbf", "lbft", "ftlb", "pa", "hpa",
        "kpa", "mpa", "bar", "mbar", "psi", "atm", "mmhg", "kg", "lb", "lbs",
        // Length, pixels.
        "mm", "cm", "dm", "km", "um", "µm", "μm", "inch", "inches", "ft", "feet", "meter", "meters", "metre", "metres",
        "px", "pixel", "pixels",
        // Power, energy, temperature, light, shares.
        "kw", "mw", "watt", "watts", "kj", "mj", "joule", "degc", "°c", "ºc", "celsius", "degf", "°f", "fahrenheit",
        "kelvin", "lux", "lx", "%", "ppm", "ppb", "ohm", "kohm",
    ]
}
