/// Latitudes and longitudes with letters and marks: `48.1N`, `11.5 W`, `S33.9`, `48°06'30"N`, `48:06:30 N`, `48 06.5 S`.
enum CoordinateText {
    /// Degrees, north and east positive; `nil` for other text, and for numbers of NMEA, whose degrees and minutes are not apart.
    static func degrees(_ text: String) -> Double? {
        var sign = 1.0
        var isNamed = false
        var numbers: [Double] = []
        var current = ""
        func end() -> Bool {
            guard !current.isEmpty else { return true }
            guard let number = Double(current), numbers.count < 3 else { return false }
            numbers.append(number)
            current = ""
            return true
        }
        for character in text.uppercased() {
            switch character {
            case "0"..."9", ".": current.append(character)
            case "-", "\u{2212}":
                guard current.isEmpty, numbers.isEmpty else { return nil }
                sign = -1
            case "N", "E", "S", "W":
                guard end(), !isNamed else { return nil }
                isNamed = true
                if character == "S" || character == "W" { sign = -1 }
            case " ", ":", "°", "º", "'", "’", "′", "\"", "”", "″": guard end() else { return nil }
            default: return nil
            }
        }
        guard end(), let first = numbers.first, first <= 180, numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
            return nil
        }
        return sign * zip(numbers, [1, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
    }

    /// 1 for north and east, -1 for south and west; `nil` for other text.
    static func sign(_ text: String) -> Double? {
        switch text.uppercased() {
        case "N", "NORTH", "E", "EAST": 1
        case "S", "SOUTH", "W", "WEST": -1
        default: nil
        }
    }
}
