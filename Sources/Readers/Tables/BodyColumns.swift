import SensorModels

/// A column of one of several bodies whose name joins sensor and axis: `left_ax`, `ax_left`, `ax1`, `acc_x1`, `acc1_x`.
struct BodyColumn {
    let meaning: ColumnAliases.Meaning
    let axis: Int
    let unit: String?
    /// The words of the body around those of the sensor.
    let key: String

    /// `nil` for every other name.
    init?(_ name: String) {
        let column = ColumnName(name)
        unit = column.unit
        var words = column.stem.split(separator: " ").map(String.init)
        guard words.allSatisfy({ !TableSchema.isNoSensor($0) || ColumnAliases.compact(Self.split($0).letters) != nil })
        else {
            return nil
        }
        if let axis = column.axis {
            // `acc1_x`.
            guard axis < 3, let place = words.firstIndex(where: { !Self.split($0).digits.isEmpty }) else { return nil }
            let (letters, digits) = Self.split(words[place])
            words[place] = letters
            guard letters.count > 2, let meaning = ColumnAliases.meaning(of: words.joined(separator: " ")) else {
                return nil
            }
            (self.meaning, self.axis, key) = (meaning, axis, (words + [digits]).joined(separator: " "))
            return
        }
        if let last = words.last, words.count > 1, case let (letters, digits) = Self.split(last), !digits.isEmpty,
            let axis = ["x": 0, "y": 1, "z": 2][letters],
            let meaning = ColumnAliases.meaning(of: words.dropLast().joined(separator: " "))
        {
            // `acc_x1`.
            (self.meaning, self.axis, key) = (meaning, axis, (words.dropLast() + [digits]).joined(separator: " "))
            return
        }
        let glued = words.indices.filter { ColumnAliases.compact(Self.split(words[$0]).letters) != nil }
        guard let place = glued.first, glued.count == 1, case let (letters, digits) = Self.split(words[place]),
            words.count > 1 || !digits.isEmpty, let (meaning, axis) = ColumnAliases.compact(letters)
        else { return nil }
        // `left_ax`: the sensor without its axis between the words of the body.
        words[place] = String(letters.dropLast())
        if !digits.isEmpty { words.insert(digits, at: place + 1) }
        guard words.count < 5 else { return nil }
        (self.meaning, self.axis, key) = (meaning, axis, words.joined(separator: " "))
    }

    /// A word and the number at its end.
    private static func split(_ word: String) -> (letters: String, digits: String) {
        let digits = word.reversed().prefix { $0.isASCII && $0.isNumber }
        guard digits.count < word.count, digits.count < 3 else { return (word, "") }
        return (String(word.dropLast(digits.count)), String(digits.reversed()))
    }
}
