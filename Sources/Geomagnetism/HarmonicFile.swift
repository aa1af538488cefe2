import Vocabulary

/// Reads the SHC format of IAGA and ESA: comment lines with `#`, a line with lowest and highest degree, number of
/// epochs, order and steps of the spline in time, and its interval; a line of epochs; rows `n m` and one value per
/// epoch, where a negative m is h.
struct HarmonicFile {
    /// The epochs, ascending, decimal years.
    var epochs: [DecimalYear] = []
    /// The highest degree.
    var degree = 0
    /// Gauss coefficients (g, h), nT, at [epoch][``CoefficientTable/index(degree:order:)``].
    var coefficients: [[SIMD2<Double>]] = []

    /// Reads a whole file.
    ///
    /// - Throws: `invalid-coefficients`, with the line and the rule.
    init(_ text: UnsafeBufferPointer<UInt8>, source: String) throws(SensorLabError) {
        var (start, lineNumber, rows) = (0, 0, 0)
        var fields: [Range<Int>] = []
        var isHeaderRead = false
        while start < text.count {
            let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            lineNumber += 1
            CoefficientReader.split(text, start..<end, into: &fields)
            start = end + 1
            guard let first = fields.first, text[first.lowerBound] != UInt8(ascii: "#") else { continue }
            var numbers: [Double] = []
            for field in fields {
                guard let number = CoefficientNumber.double(UnsafeBufferPointer(rebasing: text[field])) else {
                    throw Self.violation(
                        "\(source):\(lineNumber): '\(String(decoding: text[field], as: UTF8.self))': "
                            + "it must be a decimal number")
                }
                numbers.append(number)
            }
            let place = "\(source):\(lineNumber)"
            if !isHeaderRead {
                try readHeader(numbers, place)
                isHeaderRead = true
            } else if epochs.isEmpty {
                try readEpochs(numbers, place)
            } else {
                try readRow(numbers, place)
                rows += 1
            }
        }
        let expected = degree * (degree + 2)
        guard rows == expected, degree > 0 else {
            throw Self.violation("\(source): \(rows) rows: a file of degree \(degree) has \(expected)")
        }
    }

    private mutating func readHeader(_ numbers: [Double], _ place: String) throws(SensorLabError) {
        guard numbers.count >= 3, numbers[0] == 1, let degree = Int(exactly: numbers[1]),
            (1...CoefficientTable.largestDegree).contains(degree), let count = Int(exactly: numbers[2]), count > 1
        else { throw Self.violation("\(place): the header must give degrees from 1 on and at least two epochs") }
        self.degree = degree
        let size = CoefficientTable.index(degree: degree, order: degree) + 1
        coefficients = Array(repeating: Array(repeating: .zero, count: size), count: count)
    }

    private mutating func readEpochs(_ numbers: [Double], _ place: String) throws(SensorLabError) {
        guard numbers.count == coefficients.count, zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw Self.violation("\(place): the epochs must be \(coefficients.count) ascending years")
        }
        for number in numbers { epochs.append(try DecimalYear(number)) }
    }

    private mutating func readRow(_ numbers: [Double], _ place: String) throws(SensorLabError) {
        guard numbers.count == epochs.count + 2, let n = Int(exactly: numbers[0]), let m = Int(exactly: numbers[1]),
            (1...degree).contains(n), abs(m) <= n
        else { throw Self.violation("\(place): a row must be n, m and \(epochs.count) values") }
        let index = CoefficientTable.index(degree: n, order: abs(m))
        for epoch in epochs.indices { coefficients[epoch][index][m < 0 ? 1 : 0] = numbers[epoch + 2] }
    }

    private static func violation(_ message: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .geomagnetismInvalidCoefficients, message: message,
            advice: "use an official .shc file, unedited")
    }
}
