import SensorModels

/// An override of a sensor's unit and sign convention (`--assume SENSOR=UNIT,CONVENTION`), or the rate of a log without a
/// clock (`--assume rate=HZ`).
public struct Assumption: Sendable, Hashable {
    /// The sensor; `nil` where the rate is assumed.
    public var sensor: SensorKind?
    /// Its unit in the log; `nil` leaves it to the evidence.
    public var unit: LogUnit?
    /// Its sign in the log; `nil` leaves it to the evidence. That of the accelerometer holds for gravity and linear
    /// acceleration too, unless they have an assumption of their own.
    public var sign: SignConvention?
    /// Rows or packets per second, of logs without stamps.
    public var rateHz: Double?
}

extension Assumption {
    /// Reads `accelerometer=g,ios`, `gyroscope=deg/s`, `gravity=android`, `rate=100`; `nil` for everything else.
    public init?(_ text: String) {
        let sides = text.split(separator: "=", maxSplits: 1).map { String($0).trimmedCell }
        guard sides.count == 2 else { return nil }
        if sides[0].lowercased() == "rate" {
            guard let rate = Double(sides[1]), rate >= 1e-3, rate <= 1e6 else { return nil }
            self.init(rateHz: rate)
            return
        }
        guard let sensor = SensorKind.allCases.first(where: { $0.rawValue.lowercased() == sides[0].lowercased() }),
            let quantity = LogUnit.Quantity(of: sensor)
        else { return nil }
        self.init(sensor: sensor)
        for part in sides[1].split(separator: ",", omittingEmptySubsequences: false).map({ String($0).trimmedCell }) {
            if let sign = SignConvention(rawValue: part.lowercased()), self.sign == nil,
                SignConvention.applies(to: sensor)
            {
                self.sign = sign
            } else if let unit = LogUnit(spelling: part, quantity: quantity), self.unit == nil {
                self.unit = unit
            } else {
                return nil
            }
        }
    }
}

extension [Assumption] {
    func unit(of sensor: SensorKind) -> LogUnit? {
        if let own = last(where: { $0.sensor == sensor && $0.unit != nil })?.unit { return own }
        // What the device made of a sensor has that sensor's unit.
        return sensor == .gyroscopeCorrected ? unit(of: .gyroscope) : nil
    }

    func sign(of sensor: SensorKind) -> SignConvention? {
        guard SignConvention.applies(to: sensor) else { return nil }
        return last { $0.sensor == sensor && $0.sign != nil }?.sign
            ?? last { $0.sensor == .accelerometer && $0.sign != nil }?.sign
    }

    var rateHz: Double? { last { $0.rateHz != nil }?.rateHz }
}
