import RealModule
import Vocabulary

/// Steps of common chips, from their data sheets, in m/s^2, rad/s and microtesla.
enum Chips {
    static func steps(of kind: Kind) -> [Double] {
        switch kind {
        case .accelerometer: forces
        case .gyroscope: rates
        case .magnetometer: fields
        case .gravity, .linearAcceleration, .other: []
        }
    }

    /// Of iPhones' accelerometers, g.
    static let coreMotion = 1 / 65_536.0
    /// Sensors of 16 bits with a range of a power of two have these counts per g, narrower ones fewer.
    static let countsPerGravity: [Double] = [256, 1024, 2048, 4096, 8192, 16384]
    /// Counts per degree per second: MPU, ICM, BMI and L3G, LSM (4.375, 8.75, 17.5, 35, 70 mdps).
    static let countsPerDegree: [Double] = [
        131, 16.4, 65.5, 32.8, 1000 / 8.75, 1000 / 17.5, 1000 / 70.0, 1000 / 35.0, 1000 / 4.375,
    ]
    /// How common they are: half of all logs in counts have the factory setting of an MPU.
    static let sharesOfDegree = [0.5, 0.12, 0.08, 0.08, 0.07, 0.05, 0.05, 0.03, 0.02]

    /// One count of sixteen bits over the ranges of common chips, in the reading's own unit, as programs convert it:
    /// exactly.
    static func ranges(of kind: Kind, in unit: ReadingUnit) -> [Double] {
        guard let factor = unit.factor else { return [] }
        switch kind {
        case .accelerometer:
            // Programs know gravity to three digits, or to six.
            let isOfGravity = unit.symbol == "g" || unit.symbol == "mg"
            return (isOfGravity ? [ReadingUnit.gravity] : [9.8, ReadingUnit.gravity, 9.81]).flatMap { gravity in
                gravitiesPerCount.map { $0 * gravity / factor }
            }
        case .gyroscope:
            // And a degree to four digits, or by 57.3.
            let degrees =
                factor == 1 || factor == 0.001
                ? [ReadingUnit.degree, 0.01745, 1 / 57.3] : [ReadingUnit.degree]
            return degrees.flatMap { degree in degreesPerCount.map { $0 * degree / factor } }
        case .magnetometer: return microteslasPerCount.map { $0 / factor }
        case .gravity, .linearAcceleration, .other: return []
        }
    }

    private static let gravitiesPerCount: [Double] = [
        2 / 32_768.0, 4 / 32_768.0, 8 / 32_768.0, 16 / 32_768.0, 0.000061, 0.000122, 0.000244, 0.000488,
    ]
    /// Of data sheets that state counts, or a step.
    private static let statedDegrees: [Double] = countsPerDegree.map { 1 / $0 } + [1 / 14.375, 0.061, 0.0305]
    private static let degreesPerCount: [Double] =
        [125.0, 250, 500, 1000, 2000, 4000].map { $0 / 32_768 } + statedDegrees
    /// The resolutions of HMC5883L in its data sheet, and of LIS2MDL, mG.
    private static let milligauss: [Double] = [0.73, 0.92, 1.22, 1.52, 2.27, 2.56, 3.03, 4.35, 1.5]
    /// HMC5883L, LIS3MDL, QMC5883L.
    private static let countsPerGauss: [Double] = [
        1370, 1090, 820, 660, 440, 390, 330, 230, 6842, 3421, 2281, 1711, 12_000, 3000,
    ]
    /// Of AKM and RM3100, too.
    private static let microteslasPerCount: [Double] =
        [0.15, 0.3, 0.6, 4912 / 32_760.0, 4912 / 8190.0, 1229 / 4096.0, 1 / 75.0] + milligauss.map { $0 / 10 }
        + countsPerGauss.map { 100 / $0 }

    /// ln of how often the range of a sensor is this, in m/s^2, rad/s or microtesla, relative to a usual one: its steps
    /// are one count of 16 bits, or of fewer.
    static func rangeNats(of kind: Kind, _ range: Double) -> Double {
        let usual: ClosedRange<Double>
        switch kind {
        case .accelerometer: usual = 17...5000
        case .gyroscope: usual = 1.7...75
        case .magnetometer: usual = 150...100_000
        case .gravity, .linearAcceleration, .other: return 0
        }
        let over = max(0, .log(range / usual.upperBound)) / 0.35
        let under = max(0, .log(usual.lowerBound / range)) / 0.7
        return -min(2.5, 0.5 * over * over) - min(1.5, 0.5 * under * under)
    }

    /// For an option: counts are not rounded to three digits.
    static func shown(_ counts: Double) -> String {
        counts == counts.rounded() ? "\(Int(clamping: counts))" : "\((counts * 100).rounded() / 100)"
    }

    private static let forces =
        (gravitiesPerCount + [0.000732]).map { $0 * ReadingUnit.gravity } + [
            0.01, 0.009576807, 0.0023942017, 0.0011970753, 0.0195, 0.039227, 0.0049, 0.15328126, 0.0383, 0.0191,
        ]
    private static let rates = (statedDegrees + [1 / 16.0]).map { $0 * ReadingUnit.degree }
    private static let fields = [
        0.15, 0.1495, 0.6, 0.3, 0.0625, 0.06, 100 / 1090.0, 100 / 1100.0, 100 / 6842.0, 100 / 3421.0, 1 / 3.0,
    ]
}
