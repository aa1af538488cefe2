import SensorModels
import Vocabulary

/// The parts of a column's name: `Gyroscope X (deg/s)` has the stem `gyroscope`, the axis x and the unit `deg/s`.
struct ColumnName: Equatable {
    /// Lower-case words without axis and unit, joined by blanks.
    let stem: String
    /// 0...2 for x, y, z (or `[0]`...), 3 for w; `nil` for names without one.
    let axis: Int?
    /// The text in the last parentheses or brackets, closed or not, or the words after the axis.
    let unit: String?

    init(_ name: String) {
        var body = name
        var unit: String?
        var index: Int?
        if let open = name.firstIndex(where: { $0 == "(" || $0 == "[" }), open > name.startIndex {
            body = String(name[..<open])
            let rest = name[name.index(after: open)...]
            let isNested = rest.firstIndex { $0 == "(" || $0 == ")" || $0 == "]" }.map { rest[$0] == "(" } == true
            let end = isNested ? rest.lastIndex(of: ")") : rest.firstIndex { $0 == ")" || $0 == "]" }
            let inside = String(rest[..<(end ?? rest.endIndex)]).trimmedCell
            let behind = isNested ? "" : end.map { String(rest[rest.index(after: $0)...]) } ?? ""
            if let axis = Self.axes[inside.lowercased()] {
                // `Accelerometer (z) [m/s2]`: the axis is in parentheses, and the unit may follow.
                index = axis
                let next = behind.trimmedCell
                if let first = next.first, first == "(" || first == "[" {
                    unit = next.dropFirst().prefix { $0 != ")" && $0 != "]" }.trimmedCell
                } else {
                    body += " " + behind
                }
            } else if let number = Int(inside), (0...3).contains(number), let stated = Self.bracketed(behind) {
                // `acc[0] (m/s^2)`.
                (index, unit) = (number, stated)
            } else if behind.contains(where: \.isLetter) {
                // `IMU_ATTI(0):accelX`: a device's number within the name.
                body += " " + behind
                if Int(inside) == nil { unit = inside }
            } else if let number = Int(inside), (0...3).contains(number) {
                index = number
            } else {
                unit = inside
            }
        }
        var words = Self.words(body)
        var axis = index
        if axis == nil, let last = words.last, let found = Self.axes[last], words.count > 1 || unit != nil {
            axis = found
            words.removeLast()
        } else if axis == nil, let place = words.dropFirst().lastIndex(where: { Self.axes[$0] != nil }),
            place + 1 < words.count
        {
            let behind = words[(place + 1)...]
            // `Raw Z Gyro`: the sensor follows the axis. `mag_x_raw`: a treatment of the readings, not a unit.
            if Self.isSensor(behind) && !Self.isSensor(words[..<place])
                || behind.allSatisfy(SensorWords.isTreatment)
            {
                axis = Self.axes[words[place]]
                words.remove(at: place)
            } else if unit == nil {
                // `Rotation X in degrees per second`.
                let stated = behind.drop { $0 == "in" }
                unit = (stated.isEmpty ? behind : stated).joined(separator: "/")
                axis = Self.axes[words[place]]
                words = Array(words[..<place])
            }
        } else if axis == nil, words.count == 1, let only = words.first, let found = Self.axes[only] {
            axis = found
            words = []
        }
        if axis == nil, words.count > 1, let found = Self.axes[words[0]], found < 3 {
            // `X Acceleration`.
            axis = found
            words.removeFirst()
        }
        stem = words.joined(separator: " ")
        self.axis = axis
        self.unit = unit?.isEmpty == true ? nil : unit
    }

    /// The text in parentheses or brackets, if nothing precedes them; `nil` for an axis.
    private static func bracketed(_ text: String) -> String? {
        let text = text.trimmedCell
        guard let first = text.first, first == "(" || first == "[", let last = text.last, last == ")" || last == "]"
        else {
            return nil
        }
        let inside = String(text.dropFirst().dropLast()).trimmedCell
        return inside.isEmpty || axes[inside.lowercased()] != nil || Int(inside) != nil ? nil : inside
    }

    private static let axes: [String: Int] = ["x": 0, "y": 1, "z": 2, "w": 3]

    /// Whether words name a sensor; single letters may be units as well (`acc_x_g`).
    private static func isSensor(_ words: ArraySlice<String>) -> Bool {
        words.contains { $0.count > 2 } && ColumnAliases.meaning(of: words.joined(separator: " ")) != nil
    }

    /// Words end at blanks, at marks, and where a lower-case letter meets a capital; words without meaning are left
    /// out.
    private static func words(_ text: String) -> [String] {
        HeaderWords(text, endAtCapitals: true).words.filter { !fillers.contains($0) }
    }

    private static let fillers: Set<String> = ["axis", "value", "data", "event", "element", "component"]
}

/// The lower-case words of a name in a header: letters and digits between anything else.
struct HeaderWords {
    private(set) var words: [String] = []

    /// - Parameter endAtCapitals: whether a word ends where a lower-case letter meets a capital, as in `accX`.
    init(_ text: some StringProtocol, endAtCapitals: Bool = false) {
        var current = ""
        var wasSmall = false
        func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
            guard !scalar.isASCII else { return scalar.value &- 48 < 10 || (scalar.value | 32) &- 97 < 26 }
            return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        for scalar in text.unicodeScalars {
            guard isWordPart(scalar) else {
                if !current.isEmpty { words.append(current) }
                (current, wasSmall) = ("", false)
                continue
            }
            // Most headers are ASCII, and looking up the properties of other scalars costs more than all the rest.
            let isCapital = scalar.isASCII ? scalar.value &- 65 < 26 : scalar.properties.isUppercase
            if endAtCapitals && wasSmall && isCapital {
                words.append(current)
                current = ""
            }
            if scalar.isASCII {
                current.unicodeScalars.append(isCapital ? Unicode.Scalar(UInt8(scalar.value) | 32) : scalar)
                wasSmall = scalar.value &- 97 < 26
            } else {
                current += scalar.properties.lowercaseMapping
                wasSmall = scalar.properties.isLowercase
            }
        }
        if !current.isEmpty { words.append(current) }
    }
}

/// The names that logs give to sensors: one table for the wide CSV reader and the readers of files per sensor
/// (`docs/reference/formats.md` has examples).
enum ColumnAliases {
    /// The meaning of a stem.
    struct Meaning: Sendable {
        var sensor: SensorKind
        /// A unit that is part of the name.
        var unit: LogUnit?
        /// Whether the name of an acceleration includes gravity.
        var includesGravity = false
    }

    /// The meaning of a stem as `ColumnName` has it; ignores a vendor's words in front, and the chip's name and the
    /// treatment of the readings behind.
    static func meaning(of stem: String) -> Meaning? {
        if let found = withOrWithoutGravity(stem) { return found }
        if let found = plainMeaning(of: stem) { return found }
        let words = stem.split(separator: " ")
        if let first = words.indices.dropFirst().first(where: { isQualifier(words[$0]) }),
            let found = plainMeaning(of: words[..<first].joined(separator: " "))
        {
            return found
        }
        let isChip =
            words.contains(where: isMagnetometerChip) && words.allSatisfy { isMagnetometerChip($0) || isVague($0) }
        return isChip ? Meaning(sensor: .magnetometer) : nil
    }

    /// `acceleration including gravity` is an accelerometer's, `acceleration without gravity` linear acceleration.
    private static func withOrWithoutGravity(_ stem: String) -> Meaning? {
        let words = stem.split(separator: " ")
        guard let gravity = words.firstIndex(where: { $0 == "gravity" || $0 == "grav" }), words.count > 1 else {
            return nil
        }
        let others = words[..<gravity] + words[(gravity + 1)...]
        let isOut = others.contains { without.contains($0) }
        guard isOut || others.contains(where: { with.contains($0) }) else { return nil }
        let named = others.filter { !with.contains($0) && !without.contains($0) }.joined(separator: " ")
        guard named.isEmpty || [.accelerometer, .linearAcceleration].contains(plainMeaning(of: named)?.sensor) else {
            return nil
        }
        return Meaning(sensor: isOut ? .linearAcceleration : .accelerometer, includesGravity: !isOut)
    }

    private static let with: Set<Substring> = [
        "including", "includes", "included", "include", "incl", "inc", "with", "plus", "and",
    ]
    private static let without: Set<Substring> = [
        "without", "no", "excluding", "excludes", "excluded", "exclude", "excl", "ex", "minus", "removed", "less",
        "free",
    ]

    /// Chips that measure nothing but the field, by the beginning of their names: `akm09918`, `hmc5883l`, `lis3mdl`.
    private static func isMagnetometerChip(_ word: Substring) -> Bool {
        word == "akm" || word.contains(where: \.isNumber) && magnetometerChips.contains(where: word.hasPrefix)
    }

    private static let magnetometerChips = [
        "ak09", "ak89", "akm09", "akm89", "hmc", "qmc", "mmc", "bmm1", "bmm3", "lis3mdl", "lis2mdl", "ist83", "rm3100",
    ]

    private static func isVague(_ word: Substring) -> Bool {
        ["raw", "uncalibrated", "sensor", "imu"].contains(word) || word.count == 1
    }

    /// The words of a stem beside the sensor's name, in front of it and behind it, such as the body that it is on.
    static func qualifiers(of stem: String) -> String {
        let words = stem.split(separator: " ")
        for end in stride(from: words.count, to: 0, by: -1) {
            for start in 0..<end where stems[words[start..<end].joined(separator: " ")] != nil {
                return (words[..<start] + words[end...]).joined(separator: " ")
            }
        }
        return ""
    }

    /// `accelerometer lsm6ds3 c`, `accel corrected`, `gyro adc`.
    private static func isQualifier(_ word: Substring) -> Bool {
        word.count > 3 && word.contains(where: \.isLetter) && word.contains(where: \.isNumber)
            || word == "adc" || word == "body" || isRange(word)
            || SensorWords.isTreatment(String(word)) && !SensorWords.isStatistic(String(word))
    }

    /// `6g`, `2000dps`: a sensor's full scale.
    private static func isRange(_ word: Substring) -> Bool {
        let digits = word.prefix { $0.isNumber }
        return !digits.isEmpty && ["g", "dps", "gauss", "gs"].contains(word.dropFirst(digits.count))
    }

    private static func plainMeaning(of stem: String) -> Meaning? {
        var words = stem.split(separator: " ")
        while !words.isEmpty {
            if let found = stems[words.joined(separator: " ")] { return found }
            // `accelerometer m s2`: the name is followed by the words of a unit.
            for count in 1...2 where words.count > count {
                let name = words.dropLast(count).joined(separator: " ")
                let unit = words.suffix(count).joined(separator: "/")
                if var found = stems[name],
                    let known = LogUnit(spelling: unit == "rad" ? "rad/s" : unit, of: found.sensor)
                {
                    found.unit = known
                    return found
                }
            }
            words.removeFirst()
        }
        return nil
    }

    /// Short names whose axis is written without a mark, the words of a unit behind them or not: `ax`, `gyrx`, `gFx`,
    /// `mx_uT`.
    static func compact(_ stem: String) -> (meaning: Meaning, axis: Int)? {
        if let found = plainCompact(stem) { return found }
        return compactBeforeWords(stem).lazy.compactMap { meaning, axis, text in
            LogUnit(spelling: text, of: meaning.sensor).map { (Meaning(sensor: meaning.sensor, unit: $0), axis) }
        }.first
    }

    /// Short names with one to three words behind them, which may be a unit.
    private static func compactBeforeWords(_ stem: String) -> [(meaning: Meaning, axis: Int, unit: String)] {
        let words = stem.split(separator: " ")
        return (1..<max(1, min(4, words.count))).compactMap { count in
            plainCompact(words.dropLast(count).joined(separator: " ")).map {
                (meaning: $0.meaning, axis: $0.axis, unit: words.suffix(count).joined(separator: "/"))
            }
        }
    }

    /// A short name followed by the words of a unit that is a multiple, or not one of its sensor's: `ax_mm_s2`,
    /// `gx_counts`.
    static func compactWithUnread(_ stem: String) -> (meaning: Meaning, axis: Int, unit: String)? {
        let found = compactBeforeWords(stem).first { ScaledUnit(spelling: $0.unit, of: $0.meaning.sensor) != nil }
        if let found { return found }
        let words = stem.split(separator: " ")
        guard let last = words.last, words.count > 1, LogUnit.isMeant(String(last), inBrackets: false),
            let (meaning, axis) = plainCompact(words.dropLast().joined(separator: " "))
        else { return nil }
        return (meaning, axis, String(last))
    }

    private static func plainCompact(_ stem: String) -> (meaning: Meaning, axis: Int)? {
        let word = stem.filter { $0 != " " }
        // `xacc`, as MAVLink has it.
        if let first = word.first, let axis = ["x": 0, "y": 1, "z": 2][first], word.count > 3,
            let meaning = stems[String(word.dropFirst())]
        {
            return (meaning, axis)
        }
        guard let last = word.last, let axis = ["x": 0, "y": 1, "z": 2][last], word.count > 1,
            let meaning = stems[String(word.dropLast())] ?? stems[String(stem.dropLast())]
                ?? withOrWithoutGravity(String(stem.dropLast()))
        else { return nil }
        return (meaning, axis)
    }

    /// Whether a column describes a sensor or the table and has no reading of its own: times, accuracies, lengths of
    /// vectors, row counts.
    static func isAuxiliary(_ name: String) -> Bool {
        let words = ColumnName(name).stem.split(separator: " ").map(String.init)
        guard !words.isEmpty else { return true }
        return words.contains { auxiliaryWords.contains($0) }
    }

    private static let auxiliaryWords: Set<String> = [
        "time", "timestamp", "timestamps", "date", "datetime", "elapsed", "epoch", "accuracy", "absolute", "total",
        "magnitude", "norm", "index", "counter", "sample", "row", "covariance",
    ]

    private static let stems: [String: Meaning] = {
        var table: [String: Meaning] = [:]
        func add(_ sensor: SensorKind, _ names: String..., unit: LogUnit? = nil) {
            for name in names { table[name] = Meaning(sensor: sensor, unit: unit) }
        }
        add(
            .accelerometer, "a", "acc", "accel", "accelerometer", "acceleration", "accelerometer acceleration",
            "total acceleration", "accelerometer uncalibrated", "raw accelerometer", "acce", "ac", "imu acc", "acc raw",
            "accel raw", "acceler", "accl", "accelero", "specific force", "spec force")
        add(.accelerometer, "gf", "g force", "gforce", unit: .gravities)
        add(
            .gyroscope, "g", "w", "gy", "gyr", "gyro", "gyroscope", "angular velocity", "angular rate", "rotation rate",
            "gyro rotation", "omega", "rate", "gyroscope uncalibrated", "angvel", "gyr raw", "gyro raw",
            "angular speed", "ang vel", "rot rate", "body rate", "body rates", "angular rates", "rotation rates",
            "rotational rate", "rotational velocity", "rotation speed", "rate of rotation", "rate of turn", "turn rate",
            "pqr")
        add(
            .magnetometer, "m", "b", "mag", "magn", "magnetometer", "magnetic field", "magnetic", "magneto",
            "magnetometer uncalibrated", "compass field", "mag raw", "magnet", "mag field", "magfield", "b field",
            "field", "compass", "geomagnetic", "geomagnetic field", "magnetic flux", "magnetic flux density",
            "mag flux density", "flux density", "mag flux", "magnetic field strength", "magnetic field field",
            "magnetic induction")
        add(
            .gravity, "gravity", "grav", "grav acc", "gravity acc", "gravity accel", "gravity acceleration",
            "gravitational acceleration")
        add(
            .linearAcceleration, "linear acceleration", "linear accelerometer", "lin acc", "linacc", "linacce",
            "lin acce",
            "user acceleration", "user accel", "user acc", "user accelerometer", "useracc",
            "linear accel", "lacc", "lin")
        add(.attitude, "q", "quat", "quaternion", "rotation vector", "attitude", "orientation quaternion", "rot")
        for (sensor, names) in SensorWords.inOtherLanguages {
            for name in names { table[name] = Meaning(sensor: sensor) }
        }
        add(.reference, "opt q", "ref q", "optq", "refq", "ground truth q", "gt q")
        return table
    }()
}
