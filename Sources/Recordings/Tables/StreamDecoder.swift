import Rotations
import SensorModels
import Vocabulary

/// How the cells of a row become a sample.
protocol StreamDecoder {
    associatedtype Value: Sendable
    /// The block's columns that must all hold numbers.
    var required: [Int] { get }
    /// Whether all required cells are numbers.
    func isFilled(_ row: TableRow) -> Bool
    /// The sample; `nil` where the numbers make no sense together. All required cells are finite.
    func value(in row: TableRow) -> Value?
    /// Whether samples have stamps of their own.
    var hasOwnTime: Bool { get }
    /// The sample's stamp minus the row's, nanoseconds; `nil` where the row has no sample.
    func offset(in row: TableRow) -> Int64?
}

extension StreamDecoder {
    var hasOwnTime: Bool { false }

    @inline(__always)
    func offset(in row: TableRow) -> Int64? { 0 }

    func isFilled(_ row: TableRow) -> Bool { required.allSatisfy { row[$0].isFinite } }
}

/// Three columns times a factor, axes as they are.
struct VectorDecoder: StreamDecoder {
    let required: [Int]
    private let x: Int
    private let y: Int
    private let z: Int
    /// From the log's unit and sign to SI and this design's sign.
    private let factor: Double
    /// The column with the sample's time relative to the row's, microseconds.
    var relativeTime: Int?

    init(_ x: Int, _ y: Int, _ z: Int, factor: Double = 1) {
        required = [x, y, z]
        (self.x, self.y, self.z) = (x, y, z)
        self.factor = factor
    }

    var hasOwnTime: Bool { relativeTime != nil }

    @inline(__always)
    func offset(in row: TableRow) -> Int64? {
        guard let relativeTime else { return 0 }
        let microseconds = row[relativeTime]
        return microseconds.magnitude < 2_147_483_647 ? Int64(microseconds * 1000) : nil
    }

    /// Beyond this, in SI or microtesla, a number is a slip of the pen and no reading.
    private static let limit = 1e7

    @inline(__always)
    func isFilled(_ row: TableRow) -> Bool { row[x].isFinite && row[y].isFinite && row[z].isFinite }

    @inline(__always)
    func value(in row: TableRow) -> Vector3? {
        let v = Vector3(row[x] * factor, row[y] * factor, row[z] * factor)
        return max(v.x.magnitude, v.y.magnitude, v.z.magnitude) < Self.limit ? v : nil
    }
}

/// Degrees clockwise from north to radians.
struct HeadingDecoder: StreamDecoder {
    let required: [Int]
    private let column: Int

    init(_ column: Int) {
        self.column = column
        required = [column]
    }

    func value(in row: TableRow) -> Double? { Angle.radians(row[column]) }
}

/// 0 or 1.
struct FlagDecoder: StreamDecoder {
    let required: [Int]
    private let column: Int

    init(_ column: Int) {
        self.column = column
        required = [column]
    }

    @inline(__always)
    func isFilled(_ row: TableRow) -> Bool { row[column].isFinite }

    @inline(__always)
    func value(in row: TableRow) -> Bool? {
        let value = row[column]
        return value == 0 ? false : value == 1 ? true : nil
    }
}

/// A location fix: latitude and longitude, the rest where the log has it.
struct LocationDecoder: StreamDecoder {
    let required: [Int]
    private let optional: [Int?]
    private let speedFactor: Double
    /// Apps write -1 for an accuracy, a speed or a course that they do not know.
    private let negativeIsUnknown: Bool

    /// - Parameter optional: altitude, accuracy, speed, course, its accuracy; `nil` where there is no such column.
    /// - Parameter speedFactor: m/s for one unit of the speed.
    init(
        latitude: Int, longitude: Int, optional: [Int?], speedFactor: Double = 1, negativeIsUnknown: Bool = false
    ) {
        self.negativeIsUnknown = negativeIsUnknown
        required = [latitude, longitude]
        self.optional = optional
        self.speedFactor = speedFactor
    }

    func value(in row: TableRow) -> LocationFix? {
        func number(_ index: Int) -> Double {
            guard let column = optional[index] else { return .nan }
            let isKnown = row[column].isFinite && !(negativeIsUnknown && index > 0 && row[column] < 0)
            return isKnown ? row[column] : .nan
        }
        let (latitude, longitude) = (row[required[0]], row[required[1]])
        guard latitude.magnitude <= 90, longitude >= -180, longitude <= 360 else { return nil }
        let altitude = number(0)
        return LocationFix(
            place: GeodeticPosition(latitude: latitude, longitude: longitude, height: altitude.isNaN ? 0 : altitude),
            accuracy: number(1), speed: number(2) * speedFactor, course: number(3), courseAccuracy: number(4))
    }
}
