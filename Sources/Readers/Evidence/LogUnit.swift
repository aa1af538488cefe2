import Rotations
import SensorModels

/// A unit that logs use for a three-axis sensor.
public enum LogUnit: String, Sendable, Codable, CaseIterable, Hashable {
    case metresPerSecondSquared = "m/s^2"
    /// Standard gravity, 9.80665 m/s^2.
    case gravities = "g"
    case milligravities = "mg"
    case radiansPerSecond = "rad/s"
    case degreesPerSecond = "deg/s"
    case milliradiansPerSecond = "mrad/s"
    case millidegreesPerSecond = "mdps"
    case microtesla = "uT"
    case gauss
    case milligauss = "mG"
    case tesla = "T"
    case nanotesla = "nT"
    /// The field in units of its own strength where the sensor was calibrated: only directions are meaningful.
    case normalised = "a.u."

    /// What a unit measures.
    enum Quantity: CaseIterable {
        case acceleration, rate, field

        /// That of a sensor; `nil` for sensors whose values are no vectors.
        init?(of sensor: SensorKind) {
            switch sensor {
            case .accelerometer, .gravity, .linearAcceleration: self = .acceleration
            case .gyroscope, .gyroscopeCorrected: self = .rate
            case .magnetometer, .magnetometerCorrected: self = .field
            case .attitude, .location, .heading, .reference, .referenceHeading, .arPose, .geospatialPose: return nil
            }
        }

        /// The sensor that measures it.
        var sensor: SensorKind {
            switch self {
            case .acceleration: .accelerometer
            case .rate: .gyroscope
            case .field: .magnetometer
            }
        }

        /// The unit of a recording: m/s^2, rad/s or microtesla.
        var unit: LogUnit { LogUnit.units(of: self)[0] }
    }

    /// What the unit measures, its factor to m/s^2, rad/s or microtesla, and how logs spell it.
    private var facts: (quantity: Quantity, factor: Double, spellings: String) {
        switch self {
        case .metresPerSecondSquared:
            (
                .acceleration, 1,
                "m/s^2 m/s2 ms^-2 ms-2 ms/2 mps2 m/s/s mps^2 ms2 meters/second^2 metres/second^2 meters/second/second "
                    + "metres/second/second m/sec^2 m/sec2 m.s-2 m.s^-2"
            )
        case .gravities:
            (.acceleration, 9.80665, "g gs g-force gforce gravities gravity standardgravity g-units gunits")
        case .milligravities: (.acceleration, 9.80665e-3, "mg mgs millig milligs milli-g milli-gs milligravities")
        case .radiansPerSecond:
            (
                .rate, 1,
                "rad/s rads^-1 rads-1 rad/sec rads rads/s radians/s radians/sec rps radians/second rad/second rad.s-1 rad.s^-1 "
                    + "r/s rad radian radians"
            )
        case .degreesPerSecond:
            (
                .rate, Angle.radiansPerDegree,
                "deg/s d/s °/s dps degs^-1 degs-1 deg/sec deg/second degs/s degs/sec degrees/s º/s °/sec °/second º/sec "
                    + "degrees/sec degrees/second deg.s-1 deg.s^-1"
            )
        case .milliradiansPerSecond:
            (.rate, 1e-3, "mrad/s mrads^-1 mrad/sec mrads millirad/s milliradians/s milliradians/sec")
        case .millidegreesPerSecond:
            (
                .rate, 1e-3 * Angle.radiansPerDegree,
                "mdps md/s mdeg mdegs mdeg/s mdeg/sec m°/s millidps milli-dps millideg/s millidegrees/s millidegrees/sec"
            )
        case .microtesla: (.field, 1, "ut u/t microt microtesla utesla micro-tesla")
        case .gauss: (.field, 100, "gauss ga g gs")
        case .milligauss: (.field, 0.1, "mg mgauss milligauss milli-gauss mga mgs")
        case .tesla: (.field, 1e6, "t tesla")
        case .nanotesla: (.field, 1e-3, "nt nanotesla")
        case .normalised: (.field, 1, "a.u. au local_flux normalised normalized arb no_units")
        }
    }

    var quantity: Quantity { facts.quantity }

    /// From this unit to m/s^2, rad/s or microtesla. A normalised field stays as it is.
    public var factor: Double { facts.factor }

    static func units(of quantity: Quantity) -> [LogUnit] { allCases.filter { $0.quantity == quantity } }

    /// The unit that a text means for a sensor's readings.
    init?(spelling: String?, of sensor: SensorKind) {
        guard let spelling, let quantity = Quantity(of: sensor) else { return nil }
        self.init(spelling: spelling, quantity: quantity)
    }

    /// The unit that a text means for a quantity, in any of the usual spellings (`m/s²`, `m s^-2`, `m/(s^2)`, `µT`
    /// with either micro sign, `°/s`, `dps`, ...); `nil` for every other text. `G` is gauss for a field and g
    /// otherwise. Words are as good as letters: `degrees per second`, `metres_per_second_squared`, `microteslas`. Marks
    /// that a program wrote in another encoding are read as what they were: `m/sÂ²`, `Â°/s`, `?T`.
    init?(spelling: String, quantity: Quantity) {
        let found = Self.repairs(of: spelling).lazy.compactMap { Self.unit($0, quantity) }.first
        guard let found else { return nil }
        self = found
    }

    /// Whether a text is a unit of any quantity.
    static func isAny(_ spelling: String) -> Bool {
        Quantity.allCases.contains { LogUnit(spelling: spelling, quantity: $0) != nil }
    }

    /// What a text may have been: UTF-8 that was read as Latin-1, and one mark or two that became `?` or U+FFFD.
    private static func repairs(of text: String) -> [String] {
        guard !text.utf8.allSatisfy({ $0 < 128 && $0 != UInt8(ascii: "?") }) else { return [text] }
        let plain = text.replacing("Î¼", with: "µ").replacing("ï¿½", with: "\u{FFFD}").filter { $0 != "Â" }
        return plain.filter { $0 == "?" || $0 == "\u{FFFD}" }.prefix(2).reduce([plain]) { texts, lost in
            texts.flatMap { text in
                text.firstIndex(of: lost).map { index in
                    ["²", "°", "µ", "⁻", "¹"].map { text[..<index] + $0 + text[text.index(after: index)...] }
                } ?? [text]
            }
        }
    }

    private static func unit(_ spelling: String, _ quantity: Quantity) -> LogUnit? {
        let lower = spelling.lowercased().trimmedCell
        // `in G's`.
        let plain = lower.hasPrefix("in ") ? lower.dropFirst(3) : lower[...]
        let letters = plain.reduce(into: "") { text, character in
            switch character {
            case " ", "(", ")", "[", "]", "{", "}", "*", "·", "'", "’": break
            case "²": text += text.hasSuffix("^-") ? "2" : "^2"
            case "¹": text += text.hasSuffix("^-") ? "1" : "^1"
            case "⁻": text += "^-"
            case "µ", "μ": text += "u"
            case "−": text += "-"
            default: text.append(character)
            }
        }
        let known = spelled[quantity] ?? [:]
        if let found = known[letters] { return found }
        guard letters.utf8.contains(where: { "/pq".utf8.contains($0) }) else {
            // Without `/`, `per` and `squared` only a plural is left.
            return letters.hasSuffix("s") ? known[String(letters.dropLast())] : nil
        }
        // `per` divides; the words of a column's name come with slashes between them.
        let words = letters.replacing("per", with: "/").replacing("squared", with: "^2")
            .split(separator: "/").joined(separator: "/").replacing("/^", with: "^")
            .replacing("meter/second", with: "meters/second").replacing("metre/second", with: "metres/second")
            .replacing("degree/s", with: "degrees/s").replacing("radian/s", with: "radians/s")
        let candidates = [words] + (words.hasSuffix("s") ? [String(words.dropLast())] : [])
        return candidates.lazy.compactMap { known[$0] }.first
    }

    /// Units by their spellings, of each quantity: `g` is one of two.
    private static let spelled: [Quantity: [String: LogUnit]] = allCases.reduce(into: [:]) { table, unit in
        let (quantity, _, spellings) = unit.facts
        for spelling in spellings.split(separator: " ") {
            table[quantity, default: [:]][String(spelling), default: unit] = unit
        }
    }

    /// A unit with a sensor's counts per unit behind it, `g/16384` or `deg/s/131`; without them as
    /// `init(spelling:of:)`.
    static func counted(_ text: String, of sensor: SensorKind) -> (unit: LogUnit, counts: Double?)? {
        if let unit = LogUnit(spelling: text, of: sensor) { return (unit, nil) }
        guard let slash = text.lastIndex(of: "/"), let counts = Double(text[text.index(after: slash)...].trimmedCell),
            (1e-6...1e9).contains(counts), let unit = LogUnit(spelling: String(text[..<slash]), of: sensor)
        else {
            return ScaledUnit(spelling: text, of: sensor).flatMap { scaled in
                scaled.unit.map { ($0, 1 / scaled.factor) }
            }
        }
        return (unit, counts)
    }

    /// Whether a text calls readings a sensor's own counts.
    static func isCounts(_ text: String) -> Bool {
        HeaderWords(text).words.contains {
            ["count", "counts", "lsb", "lsbs", "adc", "digit", "digits", "bit", "bits", "tick", "ticks"].contains($0)
        }
    }

    /// Whether a text that is no unit here was meant as one: `furlong/s^2`, `counts`, `mV`. What else is in brackets,
    /// such as `(L)`, `(arm)` or `(+/-2g)`, says where a sensor is, or its range.
    static func isMeant(_ text: String, inBrackets: Bool) -> Bool {
        if isCounts(text) { return true }
        if HeaderWords(text).words.contains(where: { word in parts.contains { word.hasSuffix($0) } }) { return true }
        guard inBrackets else { return false }
        let plain = text.lowercased().filter { $0 != " " }
        return stems.contains(plain) || perTime.contains { plain.hasSuffix($0) } || isAny(text)
    }

    /// The ends of words for units.
    private static let parts = [
        "gauss", "tesla", "teslas", "dps", "degree", "degrees", "radian", "radians", "gravity", "gravities", "volt",
        "volts", "hertz", "oersted",
    ]
    /// Units of other quantities, and of a sensor's that no log here is known to use.
    private static let stems: Set<String> = [
        "v", "mv", "uv", "µv", "kv", "ma", "hz", "khz", "deg", "°", "º", "%", "‰", "rpm", "pa", "hpa", "kpa", "mm",
        "cm", "km", "ft", "mph", "km/h", "mt", "ug", "µg", "oe", "gal", "mgal", "a/m", "ka/m",
    ]
    /// The ends of speeds, rates and accelerations.
    private static let perTime = [
        "/s", "/s2", "/s^2", "/s²", "/s3", "/s^3", "/s³", "/s/s", "/sec", "/sec2", "/sec^2", "/second", "/min", "/h",
        "s^-1", "s^-2", "s-1", "s-2", "s⁻¹", "s⁻²",
    ]

    /// What a spelling measures; `nil` where it is no unit or, as `mg`, that of several quantities.
    static func quantity(of spelling: String) -> Quantity? {
        // An angle, where nothing else says that it is a gyroscope's.
        guard !["rad", "radian", "radians"].contains(spelling.lowercased()) else { return nil }
        let found = Quantity.allCases.filter { LogUnit(spelling: spelling, quantity: $0) != nil }
        return found.count == 1 ? found[0] : nil
    }

    /// The units of a sensor for a message: `m/s^2, g or mg`.
    static func list(for sensor: SensorKind) -> String {
        guard let quantity = Quantity(of: sensor) else { return "none" }
        let names = units(of: quantity).map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}

/// Which way an accelerometer, and what the device derived from it, points at rest.
public enum SignConvention: String, Sendable, Codable, CaseIterable, Hashable {
    /// Specific force, as Android, most IMUs and phyphox have it: face up z = +9.81.
    case android
    /// CoreMotion's: face up z = -1 g.
    case ios

    /// As text for reports.
    public var text: String {
        switch self {
        case .android: return "specific force: face up z = +9.81"
        case .ios: return "CoreMotion: face up z = -1 g, turned here"
        }
    }

    /// Whether a sensor has a sign of this kind.
    static func applies(to sensor: SensorKind) -> Bool { LogUnit.Quantity(of: sensor) == .acceleration }
}
