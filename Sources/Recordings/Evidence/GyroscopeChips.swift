import SensorModels

/// What the readings of a gyroscope's chip are worth: the sensitivities in the data sheets of common chips.
enum GyroscopeChips {
    /// Counts per degree per second, the finest first: MPU, ICM, BMI and L3G, LSM (4.375, 8.75, 17.5, 35, 70 mdps).
    static let countsPerDegree: [Double] = [
        1000 / 4.375, 131, 1000 / 8.75, 65.5, 1000 / 17.5, 32.8, 1000 / 35.0, 16.4, 1000 / 70.0,
    ]

    /// The steps of readings that were scaled, deg/s: those of the counts, and ranges over 32768 (BMI, ICM) or of 1/16 (BNO055, FXAS21002).
    /// Smaller powers of two are those of any fixed-point number, in rad/s as well.
    static let steps: [Double] =
        countsPerDegree.map { 1 / $0 } + [2000, 1000, 500, 250, 125].map { $0 / 32768 } + [1 / 16.0]

    /// The counts of a chip that are near to some; a fit errs by a few per cent, and the chips' are 12 % apart.
    static func nearest(to counts: Double) -> Double? {
        countsPerDegree.filter { (0.94...1.06).contains(counts / $0) }
            .min { (counts / $0 - 1).magnitude < (counts / $1 - 1).magnitude }
    }
}

/// What one unit of a gyroscope's readings is, by the turn that was seen for each.
enum RateScale: Equatable {
    case unit(LogUnit)
    /// The sensor's own counts per degree per second, as fitted.
    case counts(Double)

    /// `nil` for counts.
    var unit: LogUnit? {
        if case .unit(let unit) = self { return unit }
        return nil
    }

    /// `nil` for a factor that no gyroscope has.
    /// - Parameter factor: rad/s for one unit, as fitted.
    init?(_ factor: Double) {
        // 16.4 counts per deg/s are nearly one mrad/s: no fit tells them apart, and counts are common.
        for (unit, range) in [
            (LogUnit.radiansPerSecond, 0.4...2.5), (.degreesPerSecond, 0.4...2.5), (.millidegreesPerSecond, 0.7...1.4),
        ] where range.contains(factor / unit.factor) {
            self = .unit(unit)
            return
        }
        let counts = LogUnit.degreesPerSecond.factor / factor
        guard (5...2000).contains(counts) else { return nil }
        self = .counts(counts)
    }
}
