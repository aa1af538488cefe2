import Vocabulary

/// The rate of the rows that a log states in the lines above its header: `# Sample rate: 100 Hz`, `Fs = 50`, `Sampling interval: 20 ms`.
struct StatedRate: Equatable {
    let hertz: Double
    /// The line, for messages.
    let line: String

    /// Of the rows, samples per second.
    private static let rates = 0.1...10_000.0
    private static let rateNames: Set<String> = [
        "samplerate", "samplingrate", "samplefrequency", "samplingfrequency", "samplefreq", "samplingfreq", "fs", "odr",
        "outputrate", "outputdatarate", "updaterate", "datarate", "abtastrate", "abtastfrequenz", "loggingrate",
        "recordingrate",
    ]
    private static let bareNames: Set<String> = ["rate", "frequency", "freq", "frequenz"]
    private static let intervalNames: Set<String> = [
        "samplinginterval", "sampleinterval", "samplingperiod", "sampleperiod", "samplingtime", "sampletime",
        "interval", "period", "dt", "deltat", "ts", "timestep", "abtastintervall",
    ]

    /// The only one in the lines; `nil` without, and for different ones, such as those of several sensors.
    init?(in lines: some Sequence<String>) {
        let found = lines.compactMap(Self.init(line:))
        guard let first = found.first, found.allSatisfy({ $0.hertz == first.hertz }) else { return nil }
        self = first
    }

    /// The first number in a line whose name, before it, says that it is a rate or an interval.
    private init?(line: String) {
        var name = ""
        var rest = line[...]
        while let first = rest.first {
            guard first.isNumber else {
                name.append(first)
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest[digits.endIndex...]
            let unit = rest.drop { $0 == " " || $0 == "," || $0 == ";" || $0 == "\t" }.prefix { $0.isLetter }
            if let hertz = Self.hertz(name, String(digits), unit.lowercased()) {
                (self.hertz, self.line) = (hertz, line)
                return
            }
            name = ""
        }
        return nil
    }

    private static func hertz(_ name: String, _ digits: String, _ unit: String) -> Double? {
        // The last words before the number; a device's name may be in front.
        var words = HeaderWords(name).words
        var stated: String?
        if let last = words.last, ["hz", "ms", "s", "sec", "us"].contains(last), words.count > 1 {
            // `SampleRate (Hz): 50`.
            stated = last
            words.removeLast()
        }
        guard let number = Double(digits), number > 0, !words.isEmpty else { return nil }
        let names = (1...min(3, words.count)).map { words.suffix($0).joined() }
        let spelled = unit.isEmpty ? stated ?? "" : unit
        let hertz: Double
        if names.contains(where: rateNames.contains)
            // A rate without more words may be of anything, a heart for one.
            || words.count == 1 && spelled.hasPrefix("h") && bareNames.contains(words[0]),
            ["", "hz", "hertz", "sps"].contains(spelled)
        {
            hertz = number
        } else if names.contains(where: intervalNames.contains),
            let exponent = TimeColumn.exponent(ofUnit: spelled)
        {
            hertz = (exponent..<9).reduce(1 / number) { rate, _ in rate * 10 }
        } else {
            return nil
        }
        return rates.contains(hertz) ? hertz : nil
    }
}
