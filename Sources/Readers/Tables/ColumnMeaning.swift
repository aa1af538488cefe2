import SensorModels

/// What the name of one column says: the sensor, the axis and the unit.
struct ColumnMeaning {
    var sensor: SensorKind
    /// 0...2 for x, y, z; 3 for the w of a quaternion.
    var axis = 0
    /// As the name spells it.
    var unit: String?
    /// A unit that is part of the sensor's name.
    var known: LogUnit?
    /// Whether the name of an acceleration includes gravity.
    var includesGravity = false
    /// The words that distinguish the columns of one device from those of another one; `nil` for the name's own.
    var device: String?
    var doubt: TableSchema.Doubt?
}

extension ColumnMeaning {
    /// `nil` for a name that is no sensor's axis. Quaternions are also spelled `qw`, `q0`, `q[0]`, w first.
    init?(_ name: String) {
        let column = ColumnName(name)
        let isNumbered = name.hasSuffix("]") && column.unit == nil
        if let axis = column.axis {
            if var found = ColumnAliases.meaning(of: column.words) {
                // `rotX (°/s)`.
                if found.isAttitude, column.unit.flatMap(LogUnit.quantity) == .rate {
                    found = ColumnMeaning(sensor: .gyroscope)
                }
                found.axis = isNumbered && found.isAttitude ? Self.fromScalar(axis) : axis
                found.unit = isNumbered && found.isAttitude ? nil : column.unit
                self = found
                return
            }
        } else if let found = ColumnAliases.glued(column.words, column.unit) {
            self = found
            return
        }
        // A short name without a known meaning, such as `AsX(°/s)`, or `Rotation X (°/s)`, whose unit is one of rates
        // or of fields only.
        let (stem, axis) = column.withAxis
        guard let axis, axis < 3, (1...3).contains(stem.count) || stem == "rotation", let unit = column.unit,
            let quantity = LogUnit.quantity(of: unit) ?? ScaledUnit.quantity(of: unit), quantity != .acceleration
        else { return nil }
        self.init(sensor: quantity.sensor, axis: axis, unit: unit)
    }

    /// A column of one of several bodies whose name joins sensor and axis: `left_ax`, `ax_left`, `ax1`, `acc_x1`,
    /// `acc1_x`.
    init?(ofBody name: String) {
        let column = ColumnName(name)
        var axis = column.axis
        var words = column.words.flatMap(Self.parts)
        guard words.allSatisfy({ !Self.isSomethingElse($0) || ColumnAliases.joined($0) != nil }) else { return nil }
        if axis == nil, let place = words.indices.dropFirst().last(where: { ColumnName.axes[words[$0]] ?? 3 < 3 }),
            place + 1 < words.count
        {
            axis = ColumnName.axes[words.remove(at: place)]
        }
        let isNumber = { (word: String) in word.allSatisfy(\.isNumber) }
        if let axis {
            let isNamed = { (name: String, number: String) in
                isNumber(number) && (column.axis == nil || name.count > 2)
            }
            guard axis < 3, zip(words, words.dropFirst()).contains(where: isNamed),
                var found = ColumnAliases.meaning(of: words.filter { !isNumber($0) })
            else { return nil }
            (found.axis, found.unit, found.device) = (axis, column.unit, words.joined(separator: " "))
            self = found
            return
        }
        let joined = words.indices.filter { ColumnAliases.joined(words[$0]) != nil }
        guard let place = joined.first, joined.count == 1, (2...6).contains(words.count),
            var found = ColumnAliases.joined(words[place])
        else { return nil }
        // The sensor without its axis between the words of the body.
        words[place].removeLast()
        (found.unit, found.device) = (column.unit, words.joined(separator: " "))
        self = found
    }

    /// An axis alone, of a table whose file's name is the sensor's; the w of a quaternion is `cos`, too.
    init?(bare name: String, of sensor: SensorKind) {
        let column = ColumnName(name)
        guard column.stem.isEmpty || column.stem == "cos", let axis = column.axis ?? (column.stem.isEmpty ? nil : 3)
        else { return nil }
        self.init(sensor: sensor, axis: axis, unit: column.unit, device: "")
    }

    /// The same with a unit beside the sensor's name; `nil` where it is none. A rate's may lack its second:
    /// `gyro_rad_x`, and `gyro_deg_x`, which may be an angle.
    fileprivate func with(_ unit: String) -> ColumnMeaning? {
        guard let known = LogUnit(spelling: ["rad", "deg"].contains(unit) ? unit + "/s" : unit, of: sensor) else {
            return nil
        }
        return ColumnMeaning(sensor: sensor, known: known, doubt: unit == "deg" ? .hint : nil)
    }

    var isAttitude: Bool { sensor == .attitude || sensor == .reference }

    /// The axis of a number from 0 in a quaternion whose first number is w.
    static func fromScalar(_ number: Int) -> Int { number == 0 ? 3 : number - 1 }

    /// A word and the number of at most two digits at its end.
    private static func parts(_ word: String) -> [String] {
        let digits = word.reversed().prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, digits.count < word.count, digits.count < 3 else { return [word] }
        return [String(word.dropLast(digits.count)), String(digits.reversed())]
    }

    /// Whether a word names something that is not a sensor's reading, or may.
    private static func isSomethingElse(_ word: String) -> Bool {
        ColumnAliases.isNoSensor(word) || (Lexicon.hints([word]).values.max() ?? Lexicon.read) < Lexicon.read
    }
}

extension ColumnName {
    /// The stem and the axis, also of joined ones: `hx`.
    var withAxis: (stem: String, axis: Int?) {
        guard axis == nil, let last = stem.last, let found = Self.axes[String(last)], found < 3 else {
            return (stem, axis)
        }
        return (stem.dropLast().filter { $0 != " " }, found)
    }
}

/// The sensors in names, by the words of `Lexicon`.
enum ColumnAliases {
    /// As `meaning(of:)` for the words of a stem.
    static func meaning(of stem: String) -> ColumnMeaning? {
        meaning(of: stem.split(separator: " ").map(String.init))
    }

    /// The meaning of the words of a name without axis; a vendor's words in front are ignored, and the chip's name and
    /// the treatment of the readings behind. The words of a unit may follow: `accelerometer m s2`.
    static func meaning(of words: [String]) -> ColumnMeaning? {
        if let found = withOrWithoutGravity(words) { return found }
        let end = words.indices.dropFirst().first { isQualifier(words[$0]) } ?? words.count
        if let found = plain(words) ?? plain(Array(words[..<end])) { return found }
        let isChip =
            words.contains(where: isFieldChip)
            && words.allSatisfy {
                isFieldChip($0) || ["raw", "uncalibrated", "sensor", "imu"].contains($0) || $0.count == 1
            }
        return isChip ? ColumnMeaning(sensor: .magnetometer) : nil
    }

    private static func plain(_ words: [String]) -> ColumnMeaning? {
        for start in words.indices {
            if let found = named(words[start...]) { return found }
            for end in [words.count - 1, words.count - 2] where end > start {
                if let found = named(words[start..<end])?.with(words[end...].joined(separator: "/")) { return found }
            }
        }
        return nil
    }

    private static func named(_ words: some Sequence<String>) -> ColumnMeaning? {
        Lexicon.sensor(words.joined(separator: " ")).map { ColumnMeaning(sensor: $0.kind, known: $0.unit) }
    }

    /// `acceleration including gravity` is an accelerometer's, `acceleration without gravity` linear acceleration.
    private static func withOrWithoutGravity(_ words: [String]) -> ColumnMeaning? {
        guard words.count > 1, words.contains(where: { $0 == "gravity" || $0 == "grav" }) else { return nil }
        let others = words.filter { $0 != "gravity" && $0 != "grav" }
        let isOut = others.contains { Lexicon.isWord($0, .excluding) }
        guard isOut || others.contains(where: { Lexicon.isWord($0, .including) }) else { return nil }
        let rest = others.filter { !Lexicon.isWord($0, .including, .excluding) }
        guard
            rest.isEmpty
                || meaning(of: rest).map({ [.accelerometer, .linearAcceleration].contains($0.sensor) }) == true
        else { return nil }
        return ColumnMeaning(sensor: isOut ? .linearAcceleration : .accelerometer, includesGravity: !isOut)
    }

    private static func isFieldChip(_ word: String) -> Bool {
        word == "akm" || word.contains(where: \.isNumber) && Lexicon.isWord(word, .fieldChip)
    }

    /// Words behind a sensor's name: `accelerometer lsm6ds3 c`, `accel corrected`, `gyro adc`, `acc 6g`.
    private static func isQualifier(_ word: String) -> Bool {
        let digits = word.prefix { $0.isNumber }
        let isRange = !digits.isEmpty && ["g", "dps", "gauss", "gs"].contains(word.dropFirst(digits.count))
        return word.count > 3 && word.contains(where: \.isLetter) && word.contains(where: \.isNumber) || isRange
            || Lexicon.isWord(word, .qualifier, .smoothed, .corrected, .raw, .earth)
    }

    /// The words of a stem beside the sensor's name, in front of it and behind it, such as the body that it is on.
    static func qualifiers(of stem: String) -> String {
        let words = stem.split(separator: " ").map(String.init)
        for end in words.indices.reversed() {
            for start in 0...end where named(words[start...end]) != nil {
                return (words[..<start] + words[(end + 1)...]).joined(separator: " ")
            }
        }
        return ""
    }

    /// Short names whose axis is written without a mark, the words of a unit behind them or not: `ax`, `gyrx`, `gFx`,
    /// `mx_uT`, `ax_mm_s2`, `gx_counts`.
    /// - Parameter unit: in brackets.
    static func glued(_ words: [String], _ unit: String?) -> ColumnMeaning? {
        if var found = joined(words) {
            found.unit = unit
            return found
        }
        let units = (1..<max(1, min(4, words.count))).compactMap { count in
            joined(words.dropLast(count)).map { ($0, words.suffix(count).joined(separator: "/")) }
        }
        for (found, text) in units {
            guard let known = LogUnit(spelling: text, of: found.sensor) else { continue }
            return ColumnMeaning(sensor: found.sensor, axis: found.axis, unit: unit, known: known)
        }
        let stated =
            units.first { ScaledUnit(spelling: $1, of: $0.sensor) != nil }
            ?? units.first { !$1.contains("/") && LogUnit.isMeant($1, inBrackets: false) }
        return stated.map { ColumnMeaning(sensor: $0.sensor, axis: $0.axis, unit: $1) }
    }

    /// As `joined` for one word.
    static func joined(_ word: String) -> ColumnMeaning? { joined([word]) }

    /// A sensor's name joined with its axis: `ax`, `gyrx`, `xacc` as MAVLink has it, `qw`, `q0`.
    private static func joined(_ words: [String]) -> ColumnMeaning? {
        let word = words.joined()
        if let axis = word.first.flatMap({ ColumnName.axes[String($0)] }), axis < 3, word.count > 3,
            var found = named([String(word.dropFirst())])
        {
            found.axis = axis
            return found
        }
        guard word.count > 1, let last = word.last, let end = words.last else { return nil }
        let stem = words.dropLast() + [String(end.dropLast())]
        guard var found = named([String(word.dropLast())]) ?? named(stem) ?? withOrWithoutGravity(Array(stem)) else {
            return nil
        }
        if let axis = ColumnName.axes[String(last)], axis < 3 || found.isAttitude {
            found.axis = axis
        } else if let number = last.wholeNumberValue, number < 4, found.isAttitude, word.dropLast().last == "q" {
            found.axis = fromScalar(number)
        } else {
            return nil
        }
        return found
    }

    private static func fromScalar(_ number: Int) -> Int { ColumnMeaning.fromScalar(number) }

    // MARK: Words

    /// Whether a word names a treatment of readings and not a sensor.
    static func isTreatment(_ word: String) -> Bool {
        Lexicon.isWord(word, .statistic, .smoothed, .corrected, .raw, .earth)
    }

    /// Whether a word names a quantity with three axes that an accelerometer, a gyroscope or a magnetometer does not
    /// measure.
    static func isNoSensor(_ word: String) -> Bool {
        word.isEmpty || Lexicon.isWord(word, .earth, .statistic, .otherQuantity)
    }

    /// Whether a name excludes readings in a device's axes.
    static func isNoReading(_ name: String) -> Bool {
        let words = HeaderWords(name, endAtCapitals: true).words
        // Free acceleration is in the earth's axes; 'free of gravity' is something else. The unit may be g.
        let isFree =
            words.contains("free") && !words.contains { $0.hasPrefix("grav") } && !ColumnName(name).words.contains("g")
        return isFree || words.contains { Lexicon.isWord($0, .earth, .statistic) }
    }

    /// Whether a column describes a sensor or the table and has no reading of its own: times, accuracies, lengths of
    /// vectors, row counts.
    static func isAuxiliary(_ name: String) -> Bool {
        let words = ColumnName(name).words
        return words.isEmpty || words.contains { Lexicon.isWord($0, .auxiliary) }
    }
}
