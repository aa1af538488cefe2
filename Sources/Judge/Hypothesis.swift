import RealModule

/// What a three-axis stream may hold.
public enum Kind: Int, Sendable, CaseIterable {
    /// Specific force; gravity alone; specific force without gravity.
    case accelerometer, gravity, linearAcceleration
    case gyroscope
    case magnetometer
    /// Anything else: angles, a position, a row of a matrix.
    case other

    /// Whether the stream has a sign of its own: specific force, or CoreMotion's, which points down.
    public var isForce: Bool { rawValue <= Kind.linearAcceleration.rawValue }

    /// Whether it is as long as gravity at rest.
    var hasGravity: Bool { self == .accelerometer || self == .gravity }

    /// How common a kind is before a log is looked at, by the streams of the logs in docs/reference/reading.md.
    var share: Double {
        switch self {
        case .accelerometer: 0.3
        case .gravity: 0.05
        case .linearAcceleration: 0.07
        case .gyroscope, .magnetometer: 0.2
        case .other: 0.18
        }
    }
}

/// A unit of a kind's readings.
public struct ReadingUnit: Sendable, Hashable {
    /// As `--assume` takes it, such as `deg/s` or `g/16384`; `counts` where the factor is not known.
    public var symbol: String
    /// To m/s^2, rad/s or microtesla; `nil` for a sensor's own counts and for fields of their own strength.
    public var factor: Double?
    /// How common it is among the units of its kind.
    public var share: Double

    /// A unit by its factor.
    public init(symbol: String, factor: Double?, share: Double) {
        (self.symbol, self.factor, self.share) = (symbol, factor, share)
    }

    /// - Parameter isWhole: the readings are whole numbers, as a chip's counts are.
    static func units(of kind: Kind, isWhole: Bool = false) -> [ReadingUnit] {
        switch kind {
        case .accelerometer, .gravity: isWhole ? forces + countedForces : forces
        case .linearAcceleration: isWhole ? computedForces + countedForces : computedForces
        case .gyroscope: isWhole ? rates + countedRates : rates
        case .magnetometer: isWhole ? fields + registers : fields
        case .other: [ReadingUnit(symbol: "-", factor: nil, share: 1)]
        }
    }

    /// A sensor's own counts, of an unknown number per unit.
    public static let counts = "counts"
    /// Of a field in units of its own strength: about 1 where the sensor was calibrated.
    public static let normalised = "a.u."

    /// Whether it is a known chip's counts.
    public var isCounted: Bool { factor != nil && (symbol.hasPrefix("g/") || symbol.hasPrefix("deg/s/")) }

    /// Counts: of an unknown number per unit, and those of known chips.
    public static func inCounts(for kind: Kind?) -> [ReadingUnit] {
        kind.map { units(of: $0, isWhole: true).filter { $0.isCounted || $0.symbol == counts } } ?? []
    }

    /// The usual units of readings that are no counts.
    public static func usual(for kind: Kind?) -> [ReadingUnit] {
        kind.map { units(of: $0).filter { $0.factor != nil && $0.share > 0.1 } } ?? []
    }

    static let gravity = 9.80665
    static let degree = Double.pi / 180

    private static let forces = [
        ReadingUnit(symbol: "m/s^2", factor: 1, share: 0.55),
        ReadingUnit(symbol: "g", factor: gravity, share: 0.3),
        ReadingUnit(symbol: "mg", factor: gravity / 1000, share: 0.04),
        ReadingUnit(symbol: "mm/s^2", factor: 0.001, share: 0.005),
        ReadingUnit(symbol: counts, factor: nil, share: 0.05),
    ]
    /// Of what a phone or a sensor hub computes: its documented unit, seldom a board's.
    private static let computedForces = [
        ReadingUnit(symbol: "m/s^2", factor: 1, share: 0.74),
        ReadingUnit(symbol: "g", factor: gravity, share: 0.22),
        ReadingUnit(symbol: "mg", factor: gravity / 1000, share: 0.005),
        ReadingUnit(symbol: "mm/s^2", factor: 0.001, share: 0.001),
        ReadingUnit(symbol: counts, factor: nil, share: 0.02),
    ]
    /// Of whole numbers: counts of common ranges, and the registers of a BNO055.
    private static let countedForces =
        Chips.countsPerGravity.map {
            ReadingUnit(
                symbol: "g/\(Chips.shown($0))", factor: gravity / $0, share: 0.05 / Double(Chips.countsPerGravity.count)
            )
        } + [ReadingUnit(symbol: "cm/s^2", factor: 0.01, share: 0.01)]
    private static let rates = [
        ReadingUnit(symbol: "rad/s", factor: 1, share: 0.55),
        ReadingUnit(symbol: "deg/s", factor: degree, share: 0.33),
        ReadingUnit(symbol: "mdps", factor: degree / 1000, share: 0.01),
        ReadingUnit(symbol: "mrad/s", factor: 0.001, share: 0.005),
        ReadingUnit(symbol: counts, factor: nil, share: 0.045),
    ]
    private static let countedRates =
        zip(Chips.countsPerDegree, Chips.sharesOfDegree).map {
            ReadingUnit(symbol: "deg/s/\(Chips.shown($0))", factor: degree / $0, share: 0.05 * $1)
        } + [ReadingUnit(symbol: "deg/s/16", factor: degree / 16, share: 0.01)]
    private static let fields = [
        ReadingUnit(symbol: "uT", factor: 1, share: 0.72),
        ReadingUnit(symbol: "mG", factor: 0.1, share: 0.06),
        ReadingUnit(symbol: "G", factor: 100, share: 0.05),
        ReadingUnit(symbol: "nT", factor: 0.001, share: 0.02),
        ReadingUnit(symbol: "T", factor: 1e6, share: 0.02),
        ReadingUnit(symbol: counts, factor: nil, share: 0.1),
        ReadingUnit(symbol: normalised, factor: nil, share: 0.02),
    ]
    private static let registers = [ReadingUnit(symbol: "uT/16", factor: 1 / 16.0, share: 0.01)]
}

/// One reading of a stream: what it is, in which unit and with which sign.
public struct Hypothesis: Sendable, Hashable {
    /// What the stream holds.
    public var kind: Kind
    /// Of its readings.
    public var unit: ReadingUnit
    /// Whether the force points down at rest, as CoreMotion's does; `false` for every other kind.
    public var isReversed: Bool

    /// All readings of a stream that says nothing about itself, and of one with a unit that the tables lack.
    static func all(with stated: [ReadingUnit], of kinds: (Kind) -> Bool, isWhole: Bool) -> [Hypothesis] {
        Kind.allCases.flatMap { kind in
            var units = ReadingUnit.units(of: kind, isWhole: isWhole)
            for unit in stated where kinds(kind) && !units.contains(where: { $0.isAbout(unit) }) { units.append(unit) }
            return units.flatMap { unit in
                (kind.isForce && unit.factor != nil ? [false, true] : [false]).map {
                    Hypothesis(kind: kind, unit: unit, isReversed: $0)
                }
            }
        }
    }
}

extension ReadingUnit {
    /// Whether two units are one for every use: equal to 1 %.
    public func isAbout(_ other: ReadingUnit) -> Bool {
        guard let factor, let wanted = other.factor else {
            return self.factor == nil && other.factor == nil && symbol == other.symbol
        }
        return (factor / wanted - 1).magnitude < 0.01
    }
}
