import Vocabulary

/// Reads the .COF format: a header line (epoch, name, release date), one row `n m g h dg dh` for every degree and
/// order, and a line of nines that ends the table.
struct CoefficientReader {
    /// What precedes the line number in messages, for example the file's name.
    private let source: String
    private var lineNumber = 0
    private var header: (epoch: DecimalYear, name: String, releaseDate: String)?
    private var isEnded = false
    private var degree = 0
    private var coefficients: [SIMD4<Double>] = []
    /// The line of each row; 0 where it has not been seen.
    private var lineOfRow: [Int32] = []

    /// Reads a whole file.
    ///
    /// - Throws: `invalid-coefficients`, with the line and the rule.
    static func read(_ text: UnsafeBufferPointer<UInt8>, source: String) throws(SensorLabError) -> CoefficientTable {
        var reader = CoefficientReader(source: source)
        var start = 0
        var fields: [Range<Int>] = []
        while start < text.count {
            let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            reader.lineNumber += 1
            split(text, start..<end, into: &fields)
            if !fields.isEmpty { try reader.readLine(text, fields) }
            start = end + 1
        }
        return try reader.finish()
    }

    private init(source: String) { self.source = source }

    /// The fields of a line, which white space separates.
    static func split(_ text: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, into fields: inout [Range<Int>]) {
        fields.removeAll(keepingCapacity: true)
        var start: Int?
        for index in line {
            if text[index] > 32 {
                if start == nil { start = index }
            } else if let first = start {
                fields.append(first..<index)
                start = nil
            }
        }
        if let first = start { fields.append(first..<line.upperBound) }
    }

    private mutating func readLine(
        _ text: UnsafeBufferPointer<UInt8>, _ fields: [Range<Int>]
    ) throws(SensorLabError) {
        if header == nil {
            try readHeader(text, fields)
        } else if fields.count == 1, fields[0].count >= 10, text[fields[0]].allSatisfy({ $0 == UInt8(ascii: "9") }) {
            isEnded = true
        } else if isEnded {
            throw violation("text after the closing line of nines", "the table must end there")
        } else {
            try readRow(text, fields)
        }
    }

    private mutating func readHeader(
        _ text: UnsafeBufferPointer<UInt8>, _ fields: [Range<Int>]
    ) throws(SensorLabError) {
        let words = fields.map { String(decoding: text[$0], as: UTF8.self) }
        guard words.count >= 2, words.count <= 3,
            let epoch = CoefficientNumber.double(UnsafeBufferPointer(rebasing: text[fields[0]])), epoch >= 1500,
            epoch < 3000
        else {
            throw violation(
                "the first line is '\(words.joined(separator: " "))'", "it must be epoch, name and release date")
        }
        header = (try DecimalYear(epoch), words[1], words.count == 3 ? words[2] : "")
    }

    private mutating func readRow(
        _ text: UnsafeBufferPointer<UInt8>, _ fields: [Range<Int>]
    ) throws(SensorLabError) {
        guard fields.count == 6 else {
            throw violation("a row of \(fields.count) fields", "a row has six: n m g h dg/dt dh/dt")
        }
        let n = try integer(text, fields[0], "degree n")
        let m = try integer(text, fields[1], "order m")
        guard n >= 1, n <= CoefficientTable.largestDegree else {
            throw violation("degree n = \(n)", "the degree must be 1 to \(CoefficientTable.largestDegree)")
        }
        guard m <= n else { throw violation("order m = \(m) in degree n = \(n)", "the order must be 0 to n") }
        var row = SIMD4<Double>()
        for (column, name) in ["g", "h", "dg/dt", "dh/dt"].enumerated() {
            row[column] = try number(text, fields[2 + column], name)
        }
        guard m > 0 || (row[1] == 0 && row[3] == 0) else {
            throw violation("h is not 0 in row n = \(n), m = 0", "order 0 has no h")
        }
        try store(row, degree: n, order: m)
    }

    private mutating func store(_ row: SIMD4<Double>, degree n: Int, order m: Int) throws(SensorLabError) {
        if n > degree {
            degree = n
            let count = CoefficientTable.index(degree: n, order: n) + 1
            coefficients.append(contentsOf: repeatElement(.zero, count: count - coefficients.count))
            lineOfRow.append(contentsOf: repeatElement(0, count: count - lineOfRow.count))
        }
        let index = CoefficientTable.index(degree: n, order: m)
        guard lineOfRow[index] == 0 else {
            throw violation(
                "row n = \(n), m = \(m) occurs a second time (first on line \(lineOfRow[index]))",
                "each row must occur once")
        }
        lineOfRow[index] = Int32(lineNumber)
        coefficients[index] = row
    }

    private func finish() throws(SensorLabError) -> CoefficientTable {
        guard let header else { throw broken("no header: the first line must be epoch, name and release date") }
        guard degree > 0 else { throw broken("no rows: rows n m g h dg/dt dh/dt must follow the header") }
        for n in 1...degree {
            for m in 0...n where lineOfRow[CoefficientTable.index(degree: n, order: m)] == 0 {
                throw broken(
                    "row n = \(n), m = \(m) is missing\(placeOfMissing(degree: n, order: m)): "
                        + "a file of degree \(degree) has every row up to it")
            }
        }
        guard isEnded else { throw broken("no closing line of nines: without it the file may be cut off") }
        return CoefficientTable(
            name: header.name, epoch: header.epoch, releaseDate: header.releaseDate, degree: degree,
            coefficients: coefficients)
    }

    private func placeOfMissing(degree n: Int, order m: Int) -> String {
        let before = lineOfRow[CoefficientTable.index(degree: n, order: m) - 1]
        return before > 0 ? " after line \(before)" : ""
    }

    private func integer(
        _ text: UnsafeBufferPointer<UInt8>, _ field: Range<Int>, _ name: String
    ) throws(SensorLabError) -> Int {
        if let value = CoefficientNumber.integer(UnsafeBufferPointer(rebasing: text[field])) { return value }
        throw violation("'\(String(decoding: text[field], as: UTF8.self))' as \(name)", "it must be a whole number")
    }

    private func number(
        _ text: UnsafeBufferPointer<UInt8>, _ field: Range<Int>, _ name: String
    ) throws(SensorLabError) -> Double {
        if let value = CoefficientNumber.double(UnsafeBufferPointer(rebasing: text[field])) { return value }
        throw violation("'\(String(decoding: text[field], as: UTF8.self))' as \(name)", "it must be a decimal number")
    }

    /// A rule that this line breaks.
    private func violation(_ found: String, _ rule: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .geomagnetismInvalidCoefficients, message: "\(source):\(lineNumber): \(found): \(rule)",
            advice: Self.advice)
    }

    /// A rule that the file as a whole breaks.
    private func broken(_ rule: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .geomagnetismInvalidCoefficients, message: "\(source): \(rule)", advice: Self.advice)
    }

    private static let advice = "use an official .COF file, unedited"
}
