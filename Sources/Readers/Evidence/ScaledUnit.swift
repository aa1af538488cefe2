import Recordings
import SensorModels

/// A unit with a number before or behind it, or one that is a multiple of a `LogUnit`: `mm/s^2`, `rpm`, `mT`, `1e-3 g`,
/// `uT*10`, `m/s^2 x1000`.
struct ScaledUnit: Equatable {
    /// `nil` for a number without a unit, `x1000`.
    var unit: LogUnit?
    /// How much of the unit one reading is.
    var factor = 1.0
    /// Whether `* 1000` may mean thousandths (most programs) or thousands (some): the length decides.
    var mayBeInverse = false

    /// Whether the number may be the sensor's full scale, `[2g]` or `[2000dps]`, and the readings in the plain unit.
    var mayBeRange: Bool {
        guard !mayBeInverse, factor >= 2, factor == factor.rounded() else { return false }
        switch unit {
        case .degreesPerSecond: return Self.rateRanges.contains(factor)
        case .gravities: return factor <= 400
        default: return false
        }
    }

    /// Full scales of gyroscopes, deg/s.
    private static let rateRanges: Set<Double> = [125, 245, 250, 500, 1000, 2000, 4000]

    init(_ unit: LogUnit) { self.unit = unit }

    /// The unit that a text means for a sensor's readings; `nil` for every other text.
    init?(spelling: String?, of sensor: SensorKind) {
        guard let spelling, let quantity = LogUnit.Quantity(of: sensor) else { return nil }
        self.init(spelling: spelling, quantity: quantity)
    }

    init?(spelling: String, quantity: LogUnit.Quantity) {
        if let known = Self.known(spelling, quantity) {
            self = known
            return
        }
        let text = spelling.lowercased().map { "×·✕".contains($0) ? "*" : $0 == "−" ? "-" : $0 }.filter { $0 != " " }
        self.init(plain: String(text), quantity)
    }

    /// What a multiple of a unit measures; `nil` where it is none, or one of several quantities.
    static func quantity(of spelling: String) -> LogUnit.Quantity? {
        let found = multiples.keys.filter { multiples[$0]?[spelling.lowercased()] != nil }
        return found.count == 1 ? found[0] : nil
    }

    /// Reads a text in lower case without blanks.
    private init?(plain text: String, _ quantity: LogUnit.Quantity) {
        // `0.061 mg/LSB`, `16384 LSB/g`: counts.
        for count in Self.counts {
            if text.hasSuffix("/" + count) {
                guard let (number, rest) = Self.number(before: String(text.dropLast(count.count + 1))),
                    let known = Self.known(rest, quantity)
                else { return nil }
                self = known.times(number)
                return
            }
            if let place = text.firstRange(of: count + "/") {
                guard let (number, rest) = Self.number(before: String(text[..<place.lowerBound])), rest.isEmpty,
                    let known = Self.known(String(text[place.upperBound...]), quantity)
                else { return nil }
                self = known.times(1 / number)
                return
            }
        }
        if let (number, rest) = Self.number(before: text) {
            let behind = rest.hasPrefix("*") ? String(rest.dropFirst()) : rest
            guard let known = Self.known(behind, quantity) else { return nil }
            self = known.times(number)
            return
        }
        // `uT*10`, `m/s^2x1000`, `g/16384`; without a unit `x1000`.
        guard let mark = text.lastIndex(where: { "*x/".contains($0) }),
            let number = Self.number(String(text[text.index(after: mark)...])), number != 1
        else { return nil }
        let before = String(text[..<mark])
        if before.isEmpty {
            guard text[mark] != "/", number >= 10 else { return nil }
            self.unit = nil
        } else {
            guard let known = Self.known(before, quantity) else { return nil }
            self = known
        }
        factor /= number
        mayBeInverse = text[mark] != "/"
    }

    private func times(_ number: Double) -> ScaledUnit {
        var result = self
        result.factor *= number
        return result
    }

    // MARK: Numbers

    private static let counts = ["lsb", "counts", "count", "digit"]

    /// `1000`, `1e-3`, `10^-3`, `1/100`.
    private static func number(_ text: String) -> Double? {
        guard let first = text.first, first.isNumber || first == "." else { return nil }
        let value: Double?
        if let power = text.firstIndex(of: "^"), text[..<power] == "10" {
            value = Double("1e" + text[text.index(after: power)...])
        } else if let slash = text.firstIndex(of: "/") {
            value = Double(text[..<slash]).flatMap { top in
                Double(text[text.index(after: slash)...]).map { top / $0 }
            }
        } else {
            value = Double(text)
        }
        return value.flatMap { (1e-9...1e9).contains($0) ? $0 : nil }
    }

    /// The longest number at the beginning of a text, and the rest of it.
    private static func number(before text: String) -> (Double, String)? {
        var end = text.prefix { $0.isNumber || ".e^-+/".contains($0) }.endIndex
        while end > text.startIndex {
            if let found = number(String(text[..<end])) { return (found, String(text[end...])) }
            end = text.index(before: end)
        }
        return nil
    }

    // MARK: Units that are multiples

    /// A unit that `LogUnit` has, or a multiple of one. Words of a name are split where a capital begins: `m/gauss`.
    private static func known(_ spelling: String, _ quantity: LogUnit.Quantity) -> ScaledUnit? {
        if let unit = LogUnit(spelling: spelling, quantity: quantity) { return ScaledUnit(unit) }
        let plain = spelling.lowercased().map { character in
            switch character {
            case "µ", "μ": "u"
            case "²": "^2"
            case "º": "°"
            default: String(character)
            }
        }.joined().filter { !" ()[]".contains($0) }
        let isSplit = plain.count > 2 && "mnukp".contains(plain.prefix(1)) && plain.dropFirst().first == "/"
        let joined = isSplit ? plain.filter { $0 != "/" } : plain
        for text in [plain, joined] {
            if let (unit, factor) = multiples[quantity]?[text] {
                var result = ScaledUnit(unit)
                result.factor = factor
                return result
            }
        }
        return joined != plain && joined.allSatisfy(\.isLetter)
            ? LogUnit(spelling: joined, quantity: quantity).map(ScaledUnit.init) : nil
    }

    /// Rarer units, as multiples of another one.
    private static let multiples: [LogUnit.Quantity: [String: (LogUnit, Double)]] = {
        var table: [LogUnit.Quantity: [String: (LogUnit, Double)]] = [:]
        func add(_ spellings: String, _ unit: LogUnit, _ factor: Double) {
            for spelling in spellings.split(separator: " ") {
                table[unit.quantity, default: [:]][String(spelling)] = (unit, factor)
            }
        }
        add("mm/s^2 mm/s2 mms2 mms^-2 mms-2 mm/s/s mm/sec^2 mm/sec2", .metresPerSecondSquared, 1e-3)
        add("cm/s^2 cm/s2 cms2 cms^-2 cms-2 cm/s/s cm/sec^2 cm/sec2 gal gals", .metresPerSecondSquared, 1e-2)
        add("mgal mgals", .metresPerSecondSquared, 1e-5)
        add("ft/s^2 ft/s2 ft/s/s fts^-2 ft/sec^2", .metresPerSecondSquared, 0.3048)
        add("n/kg", .metresPerSecondSquared, 1)
        add("ug microg micro-g", .gravities, 1e-6)
        add("gn g0 g_0 g_n", .gravities, 1)
        add("rpm rev/min r/min", .degreesPerSecond, 6)
        add("rev/s rev/sec turns/s", .degreesPerSecond, 360)
        add("deg/min °/min degrees/min dpm", .degreesPerSecond, 1 / 60.0)
        add("deg/h deg/hr deg/hour °/h °/hr dph degrees/h degrees/hour", .degreesPerSecond, 1 / 3600.0)
        add("rad/min", .radiansPerSecond, 1 / 60.0)
        add("rad/h rad/hr rad/hour", .radiansPerSecond, 1 / 3600.0)
        add("urad/s urad/sec microrad/s", .radiansPerSecond, 1e-6)
        add("mt millitesla milli-tesla millit", .microtesla, 1000)
        add("pt picotesla", .microtesla, 1e-6)
        add("gamma gammas", .nanotesla, 1)
        // Of a field in air: B = mu_0 H.
        add("a/m", .microtesla, 1.25663706)
        add("ka/m", .microtesla, 1256.63706)
        add("oe oersted oersteds", .gauss, 1)
        add("moe millioersted", .milligauss, 1)
        add("ugauss microgauss", .milligauss, 1e-3)
        return table
    }()
}

/// Units of quantities that no accelerometer, gyroscope or magnetometer measures: `mx (Nm)` is a torque, `gx (m)` a
/// position.
///
/// Such a unit changes the meaning of short names only: a letter and an axis may be a force, a position or a torque as
/// well. A longer name is unambiguous.
enum ForeignUnit {
    /// Whether a column's short name is followed by such a unit.
    static func isIn(_ name: String, of sensor: SensorKind) -> Bool {
        guard LogUnit.Quantity(of: sensor) != nil, let first = HeaderWords(name).words.first, first.count <= 2 else {
            return false
        }
        let isInBrackets = name.contains { $0 == "(" || $0 == "[" }
        let column = ColumnName(name)
        guard let text = column.unit ?? column.stem.split(separator: " ").dropFirst().last.map(String.init) else {
            return false
        }
        // Without brackets a letter is the side that a sensor is on, or its frame.
        return isKnown(text, beside: sensor) || isInBrackets && letters.contains(text)
    }

    /// Whether a text of at least two letters is the unit of a quantity other than the sensor's.
    static func isKnown(_ text: String, beside sensor: SensorKind) -> Bool {
        guard text.count > 1 || text == "%", let quantity = LogUnit.Quantity(of: sensor) else { return false }
        let plain = text.lowercased().filter { !" .·*-^/'".contains($0) }
        return units.contains(plain) || quantity != .rate && angles.contains(plain)
    }

    /// Whether a text is the unit of an angle.
    static func isAngle(_ text: String) -> Bool { angles.contains(text.lowercased()) }

    /// Newton, metre, watt, joule, kelvin. A, B, C, L and R also name devices.
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
