import SensorModels
import Vocabulary

/// An override of a sensor's unit and sign convention (`--assume SENSOR=UNIT,CONVENTION`), or the rate of a log without
/// a clock (`--assume rate=HZ`).
public struct Assumption: Sendable, Hashable {
    /// The sensor; `nil` where the rate is assumed.
    public var sensor: SensorKind?
    /// Its unit in the log; `nil` leaves it to the evidence.
    public var unit: LogUnit?
    /// The sensor's own counts per unit (`g/16384`); `nil` for readings in the unit itself.
    public var countsPerUnit: Double?
    /// Its sign in the log; `nil` leaves it to the evidence. That of the accelerometer holds for gravity and linear
    /// acceleration too, unless they have an assumption of their own.
    public var sign: SignConvention?
    /// Rows or packets per second, of logs without stamps.
    public var rateHz: Double?
}

extension Assumption {
    /// Reads `accelerometer=g,ios`, `gyroscope=deg/s`, `gravity=android`, `rate=100`; `nil` for everything else.
    public init?(_ text: String) {
        guard let assumption = try? Assumption(parsing: text) else { return nil }
        self = assumption
    }

    /// As `init(_:)`.
    /// - Throws: `SensorLabError` (usage) for everything else, with what would be valid.
    public init(parsing text: String) throws {
        func usage(_ message: String, _ advice: String) -> SensorLabError {
            SensorLabError(.usage, code: .badAssumption, place: "--assume \(text)", message: message, advice: advice)
        }
        let sides = text.split(separator: "=", maxSplits: 1).map { String($0).trimmedCell }
        let sensors = SensorKind.allCases.filter { LogUnit.Quantity(of: $0) != nil }
        let names = sensors.map(\.rawValue) + ["rate"]
        guard sides.count == 2 else {
            throw usage("expected SENSOR=UNIT,CONVENTION or rate=HZ", "write for example accelerometer=g,ios")
        }
        if sides[0].lowercased() == "rate" {
            guard let rate = Double(sides[1]), rate >= 1e-3, rate <= 1e6 else {
                throw usage("found the rate \(sides[1]), expected 0.001 to 1000000 Hz", "write for example rate=100")
            }
            self.init(rateHz: rate)
            return
        }
        guard let sensor = sensors.first(where: { $0.rawValue.lowercased() == sides[0].lowercased() }) else {
            let nearest =
                NearestName.of(sides[0], in: names)
                ?? names.first { $0.lowercased().hasPrefix(sides[0].lowercased()) && sides[0].count > 1 }
            throw usage(
                "there is no sensor \(sides[0])",
                (nearest.map { "did you mean \($0)? " } ?? "") + "there are \(names.joined(separator: ", "))")
        }
        self.init(sensor: sensor)
        for part in sides[1].split(separator: ",", omittingEmptySubsequences: false).map({ String($0).trimmedCell }) {
            if let sign = SignConvention(rawValue: part.lowercased()), self.sign == nil,
                SignConvention.applies(to: sensor)
            {
                self.sign = sign
            } else if let (unit, counts) = LogUnit.counted(part, of: sensor), self.unit == nil {
                (self.unit, countsPerUnit) = (unit, counts)
            } else {
                let conventions = SignConvention.allCases.map(\.rawValue).joined(separator: " or ")
                throw usage(
                    "found \"\(part)\" for the \(sensor.rawValue), expected a unit (\(LogUnit.list(for: sensor)), counts per unit "
                        + "after a slash)"
                        + (SignConvention.applies(to: sensor) ? ", a convention (\(conventions)), or both" : ""),
                    "give one unit and one convention, such as \(sensor.rawValue)=\(LogUnit.Quantity(of: sensor)?.unit.rawValue ?? "")"
                )
            }
        }
    }

    /// The text that `init(_:)` reads.
    public var text: String {
        if let rateHz { return "rate=\(rateHz)" }
        let unit = unit.map { $0.rawValue + (countsPerUnit.map { "/\($0)" } ?? "") }
        return "\(sensor?.rawValue ?? "")=" + [unit, sign?.rawValue].compactMap { $0 }.joined(separator: ",")
    }
}

extension [Assumption] {
    func unit(of sensor: SensorKind) -> LogUnit? { unitAssumption(of: sensor)?.unit }

    func countsPerUnit(of sensor: SensorKind) -> Double? { unitAssumption(of: sensor)?.countsPerUnit }

    /// What the device derived from a sensor has that sensor's unit.
    private func unitAssumption(of sensor: SensorKind) -> Assumption? {
        last { $0.sensor == sensor && $0.unit != nil }
            ?? (sensor == .gyroscopeCorrected ? unitAssumption(of: .gyroscope) : nil)
    }

    func sign(of sensor: SensorKind) -> SignConvention? {
        guard SignConvention.applies(to: sensor) else { return nil }
        return last { $0.sensor == sensor && $0.sign != nil }?.sign
            ?? last { $0.sensor == .accelerometer && $0.sign != nil }?.sign
    }

    var rateHz: Double? { last { $0.rateHz != nil }?.rateHz }
}
