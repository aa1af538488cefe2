import Vocabulary

/// A line that labels every number: `t: 0.01, ax: 0.02, ay: -0.05`, `time=12 acc=(0.1, 0.2, 9.8)`,
/// `{"t": 0.01, "acc": {"x": 0.02, "y": -0.05}}`, `2015-06-22 10:00:00.00: IMU {TimeUS : 1200, GyrX : 0.01}`.
///
/// A label is the text before `:` or `=`; the numbers behind it belong to it, three of them as x, y and z. A label that
/// is only an axis inherits the words of the label before (`Accel X: 0.1 Y: 0.2 Z: 9.8`). The numbers may be in
/// brackets instead (`Acc (mg) [ 1, 2, 980 ]`). Words behind numbers, or in parentheses behind a label, are a unit. A
/// number before all labels is the time. A label alone on a line (`linear_acceleration:`) gives its words to the axes
/// on the lines below it.
struct LabelledLine {
    /// The words before the braces: `IMU` above; empty without braces.
    private(set) var tag = ""
    /// The words of the last label without its axis, for the lines below.
    private(set) var stem = ""
    private(set) var names: [String] = []
    /// The values of the names; texts without quotation marks, empty for `null` and `nan`.
    private(set) var values: [String] = []
    /// The unit behind each value; empty where there is none.
    private var units: [String] = []

    /// The names with their own units, or with that of the label's next axes; single axes get the name of the sensor
    /// that the unit belongs to.
    var header: [String] {
        var result = names
        for index in names.indices {
            let stem = ColumnName(names[index]).stem
            let unit = (index..<min(index + 3, names.count)).first { next in
                !units[next].isEmpty
                    && (next == index || ColumnName(names[next]).stem == stem && names[next] != names[index])
            }.map { units[$0] }
            guard let unit, LogUnit.isAny(unit) else { continue }
            let sensors: [LogUnit.Quantity: String] = [.acceleration: "acc ", .rate: "gyr ", .field: "mag "]
            let isPlain = names.count == 3 && stem.isEmpty && ColumnName(names[index]).axis != nil
            let sensor = isPlain ? LogUnit.quantity(of: unit).flatMap { sensors[$0] } ?? "" : ""
            result[index] = "\(sensor)\(names[index]) (\(unit))"
        }
        return result
    }

    /// `nil` where a number has no label.
    /// - Parameter stem: the words of the label above, for a line of axes alone.
    init?(_ line: String, below stem: String = "") {
        var scanner = Scanner(Array(line.utf8), stem)
        guard scanner.scan() else { return nil }
        self = scanner.line
    }

    private init() {}

    private struct Scanner {
        private let bytes: [UInt8]
        private var position = 0
        private(set) var line = LabelledLine()
        /// Unit of the label, behind its numbers or in parentheses before them.
        private var unit = ""
        /// Unit in parentheses behind words that may become a label.
        private var nextUnit = ""
        /// Words that may become a label, or are a text.
        private var words: [String] = []
        private var label: String?
        /// Values of the label.
        private var own: [String] = []
        /// The words of the last label without its axis.
        private var stem = ""
        /// The names of the enclosing objects.
        private var outer: [String] = []

        private static let axes: Set<String> = ["x", "y", "z", "w"]
        private static let nothing: Set<String> = ["null", "none", "nan", "inf", "infinity"]
        /// Deepest nesting of objects.
        private static let deepest = 8

        init(_ bytes: [UInt8], _ stem: String) { (self.bytes, self.stem) = (bytes, stem) }

        mutating func scan() -> Bool {
            while position < bytes.count {
                let byte = bytes[position]
                switch byte {
                case UInt8(ascii: ":"), UInt8(ascii: "="):
                    if !words.isEmpty { beginLabel() }
                    position += 1
                case UInt8(ascii: "{"):
                    guard outer.count < Self.deepest else { return false }
                    open()
                    position += 1
                case UInt8(ascii: "}"):
                    endText()
                    endLabel()
                    _ = outer.popLast()
                    stem = ""
                    position += 1
                case UInt8(ascii: "("):
                    takeUnit()
                case UInt8(ascii: "["):
                    position += 1
                    if label == nil || !own.isEmpty, !words.isEmpty, isNumber(behindBlanks: position) { beginLabel() }
                case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "\t"):
                    endText()
                    position += 1
                case UInt8(ascii: "\""), UInt8(ascii: "'"): takeQuoted(byte)
                default:
                    if isNumber(at: position) {
                        guard takeNumber() else { return false }
                    } else if isWord(byte) {
                        takeWord()
                    } else if byte == UInt8(ascii: "-"), label != nil, own.isEmpty {
                        // A sign that is separated from its number.
                        return false
                    } else {
                        position += 1
                    }
                }
            }
            endText()
            endLabel()
            line.stem = stem
            return true
        }

        // MARK: Labels

        private mutating func beginLabel() {
            // `x: 1.3 m/s^2 y: 0.2`: the unit of the numbers before.
            if !own.isEmpty, words.count > 1, LogUnit.isAny(words[0]) { unit = words.removeFirst() }
            endLabel()
            var name = words.joined(separator: " ")
            words.removeAll()
            if Self.axes.contains(name.lowercased()) {
                if !stem.isEmpty { name = stem + " " + name }
            } else {
                let last = name.split { " _.".contains($0) }.last.map { $0.lowercased() } ?? ""
                stem = Self.axes.contains(last) ? String(name.dropLast(last.count + 1)) : name
            }
            label = name
            (unit, nextUnit) = (nextUnit, "")
        }

        /// Skips the mark, or a unit in parentheses behind words.
        private mutating func takeUnit() {
            let inside = bytes[(position + 1)...].prefix { $0 != UInt8(ascii: ")") }
            position += 1
            guard !words.isEmpty, inside.endIndex < bytes.count, let first = inside.first, isWord(first),
                !inside.contains(UInt8(ascii: ":")), !inside.contains(UInt8(ascii: "="))
            else { return }
            nextUnit = String(decoding: inside, as: UTF8.self)
            position = inside.endIndex + 1
        }

        private func isNumber(behindBlanks index: Int) -> Bool {
            bytes[index...].firstIndex { $0 != UInt8(ascii: " ") }.map { isNumber(at: $0) } == true
        }

        private mutating func endLabel() {
            guard let label else { return }
            let name = (outer.filter { !$0.isEmpty } + [label]).joined(separator: " ")
            switch own.count {
            case 0: break
            case 1: line.names.append(name)
            case 3: line.names += ["x", "y", "z"].map { name + " " + $0 }
            // Numbers with decimal commas end up here: they must not become axes.
            default: line.names += own.indices.map { name + " item\($0)" }
            }
            line.values += own
            line.units += own.map { _ in unit }
            own.removeAll()
            unit = ""
            self.label = nil
        }

        private mutating func open() {
            if let label, own.isEmpty {
                outer.append(label)
                self.label = nil
            } else {
                if !words.isEmpty { line.tag = words.joined(separator: " ") }
                outer.append("")
            }
            words.removeAll()
            stem = ""
        }

        // MARK: Values

        /// Words behind a label are its text; words behind its numbers are their unit.
        private mutating func endText() {
            if label != nil, own.isEmpty, !words.isEmpty {
                own.append(words.joined(separator: " "))
            } else if label != nil, !words.isEmpty, unit.isEmpty {
                unit = words.joined(separator: " ")
            }
            words.removeAll()
        }

        private func isDigit(_ index: Int) -> Bool { index < bytes.count && bytes[index] &- 48 < 10 }

        private func isNumber(at index: Int) -> Bool {
            var index = index
            if bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") { index += 1 }
            if index < bytes.count, bytes[index] == UInt8(ascii: ".") { index += 1 }
            return isDigit(index)
        }

        /// A number or a time of day, whose separators count where a digit follows.
        private mutating func takeNumber() -> Bool {
            let start = position
            position += 1
            while position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): break
                case UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ":"),
                    UInt8(ascii: "T"), UInt8(ascii: "/"):
                    let next = position + 1
                    guard next < bytes.count, isDigit(next) || "+-".utf8.contains(bytes[next]) else {
                        return end(start)
                    }
                // Between a date and a time of day.
                case UInt8(ascii: " "):
                    guard position - start == 10,
                        bytes[start..<position].count(where: { $0 == UInt8(ascii: "-") }) == 2,
                        isDigit(position + 1)
                    else { return end(start) }
                // The milliseconds of a date, as Python's logging writes them.
                case UInt8(ascii: ","):
                    guard position - start == 19,
                        bytes[start..<position].count(where: { $0 == UInt8(ascii: ":") }) == 2,
                        (1...3).allSatisfy({ isDigit(position + $0) }), !isDigit(position + 4)
                    else { return end(start) }
                default: return end(start)
                }
                position += 1
            }
            return end(start)
        }

        private mutating func end(_ start: Int) -> Bool {
            let text = String(decoding: bytes[start..<position], as: UTF8.self).withDecimalPoint
            words.removeAll()
            if label != nil {
                own.append(text)
            } else if line.names.isEmpty, outer.isEmpty {
                line.names.append("time")
                line.values.append(text)
                line.units.append("")
            } else {
                return false
            }
            return true
        }

        private mutating func takeQuoted(_ mark: UInt8) {
            let start = position + 1
            let end = bytes[start...].firstIndex(of: mark) ?? bytes.count
            position = min(end + 1, bytes.count)
            let text = String(decoding: bytes[start..<end], as: UTF8.self)
            // A number in quotation marks counts as a number.
            words = text.isEmpty ? [] : [text]
            let next = bytes[position...].first { $0 != UInt8(ascii: " ") }
            guard label != nil, next != UInt8(ascii: ":"), next != UInt8(ascii: "=") else { return }
            own.append(text)
            words.removeAll()
        }

        private func isWord(_ byte: UInt8) -> Bool {
            byte > 127 || (byte | 0x20) &- 97 < 26 || "_/^%".utf8.contains(byte)
        }

        private mutating func takeWord() {
            let start = position
            while position < bytes.count,
                isWord(bytes[position]) || isDigit(position) || "._".utf8.contains(bytes[position])
                    || bytes[position] == UInt8(ascii: "[") || bytes[position] == UInt8(ascii: "]")
            {
                position += 1
            }
            let word = String(decoding: bytes[start..<position], as: UTF8.self)
            if label != nil, words.isEmpty, Self.nothing.contains(word.lowercased()) {
                own.append("")
            } else {
                words.append(word)
            }
        }
    }
}
