import SensorModels

/// Sensitivities of common gyroscope chips, from their data sheets.
enum GyroscopeChips {
    /// Counts per degree per second, the finest first: MPU, ICM, BMI and L3G, LSM (4.375, 8.75, 17.5, 35, 70 mdps).
    static let countsPerDegree: [Double] = [
        1000 / 4.375, 131, 1000 / 8.75, 65.5, 1000 / 17.5, 32.8, 1000 / 35.0, 16.4, 1000 / 70.0,
    ]

    /// Steps of scaled readings, deg/s: one count, and ranges over 32768 (BMI, ICM) or 1/16 (BNO055, FXAS21002).
    /// Smaller powers of two are steps of any fixed-point number, in rad/s as well.
    static let steps: [Double] =
        countsPerDegree.map { 1 / $0 } + [2000, 1000, 500, 250, 125].map { $0 / 32768 } + [1 / 16.0]

    /// rad/s in one unit of a gyroscope's readings: of every unit, and for whole numbers of every chip's counts.
    static func factors(of rate: VectorStream) -> [Double] {
        LogUnit.units(of: .rate).map(\.factor)
            + (rate.isWhole ? countsPerDegree.map { LogUnit.degreesPerSecond.factor / $0 } : [])
    }

    /// What readings with this many units per deg/s may be, the nearest first, as `--assume` takes it: the counts of a
    /// chip, or milliradians. A fit errs by a few per cent, the chips' counts are 12 % apart, and 16.4 of them 6 % from
    /// mrad/s.
    static func near(_ counts: Double) -> [String] {
        let milliradians = LogUnit.degreesPerSecond.factor / LogUnit.milliradiansPerSecond.factor
        let known =
            countsPerDegree.map { (counts: $0, unit: "deg/s/\(shown($0))") }
            + [(counts: milliradians, unit: LogUnit.milliradiansPerSecond.rawValue)]
        func distance(_ other: Double) -> Double { (counts / other - 1).magnitude }
        return known.filter { distance($0.counts) <= 0.07 }.sorted { distance($0.counts) < distance($1.counts) }
            .map(\.unit)
    }

    /// For an option: a chip's counts are not rounded to three digits.
    static func shown(_ counts: Double) -> String {
        counts == counts.rounded() ? "\(Int(clamping: counts))" : "\((counts * 100).rounded() / 100)"
    }
}

/// What one unit of a gyroscope's readings is, by the observed turn.
enum RateScale: Equatable {
    case unit(LogUnit)
    /// Counts per degree per second, as fitted.
    /// - isFirm: observed and fitted turns correlate by more than 0.95; other motion, such as walking, makes the fit
    ///   too small by tens of per cent.
    case counts(Double, isFirm: Bool)

    /// `nil` for counts.
    var unit: LogUnit? {
        if case .unit(let unit) = self { return unit }
        return nil
    }

    /// `nil` for an implausible factor.
    /// - Parameters:
    ///   - factor: rad/s for one unit, as fitted.
    ///   - correlation: of the fit.
    init?(_ factor: Double, correlation: Double) {
        // 16.4 counts per deg/s are nearly one mrad/s: no fit tells them apart, and counts are common.
        for (unit, range) in [
            (LogUnit.radiansPerSecond, 0.4...2.5), (.degreesPerSecond, 0.4...2.5), (.millidegreesPerSecond, 0.7...1.4),
        ] where range.contains(factor / unit.factor) {
            self = .unit(unit)
            return
        }
        let counts = LogUnit.degreesPerSecond.factor / factor
        guard (5...2000).contains(counts) else { return nil }
        self = .counts(counts, isFirm: correlation > 0.95)
    }
}
