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
                || behind.allSatisfy(ColumnAliases.isTreatment)
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

    static let axes: [String: Int] = ["x": 0, "y": 1, "z": 2, "w": 3]

    /// The words of the stem.
    var words: [String] { stem.split(separator: " ").map(String.init) }

    /// Whether words name a sensor; single letters may be units as well (`acc_x_g`).
    private static func isSensor(_ words: ArraySlice<String>) -> Bool {
        words.contains { $0.count > 2 } && ColumnAliases.meaning(of: words.joined(separator: " ")) != nil
    }

    /// Words end at blanks, at marks, and where a lower-case letter meets a capital; words without meaning are left
    /// out.
    private static func words(_ text: String) -> [String] {
        HeaderWords(text, endAtCapitals: true).words.filter { !Lexicon.isWord($0, .filler) }
    }
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
