import Rotations
import SensorModels
import Vocabulary

/// How the cells of a row become a sample.
protocol StreamDecoder<Value> {
    associatedtype Value: Sendable
    /// The block's columns that must all hold numbers.
    var required: [Int] { get }
    /// The sample, or why there is none, by `SampleRules`.
    func reading(_ row: TableRow) -> Reading<Value>
    /// Whether samples have stamps of their own.
    var hasOwnTime: Bool { get }
    /// The sample's stamp minus the row's, nanoseconds; `nil` where the row has no sample.
    func offset(in row: TableRow) -> Int64?
}

extension StreamDecoder {
    var hasOwnTime: Bool { false }

    @inline(__always)
    func offset(in row: TableRow) -> Int64? { 0 }
}

/// Three columns times a factor, axes as they are.
struct VectorDecoder: StreamDecoder {
    let required: [Int]
    private let x: Int
    private let y: Int
    private let z: Int
    /// From the log's unit and sign to those of a recording.
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
        return microseconds.magnitude < 2_147_483_647 ? Int64(clamping: microseconds * 1000) : nil
    }

    @inline(__always)
    func reading(_ row: TableRow) -> Reading<Vector3> {
        SampleRules.vector(row[x], row[y], row[z], factor: factor)
    }
}

/// Columns of an orientation, neighbours in the block, and a turn of the earth frame from the left.
struct QuaternionDecoder: StreamDecoder {
    let required: [Int]
    private let first: Int
    private let form: OrientationForm
    private let turn: Quaternion?
    /// From the log's numbers to those of length 1.
    private let factor: Double

    init(_ columns: [Int], form: OrientationForm = .quaternion, turn: Quaternion? = nil, factor: Double = 1) {
        required = columns
        first = columns.first ?? 0
        self.form = form
        self.turn = turn
        self.factor = factor
    }

    @inline(__always)
    func reading(_ row: TableRow) -> Reading<Quaternion> {
        if case .quaternion = form {
            let (w, x, y, z) = (row[first], row[first + 1], row[first + 2], row[first + 3])
            // What is no number says why.
            guard factor != 1, w.isFinite, x.isFinite, y.isFinite, z.isFinite else {
                return SampleRules.quaternion(w, x, y, z, turn: turn)
            }
            return SampleRules.quaternion(w * factor, x * factor, y * factor, z * factor, turn: turn)
        }
        return SampleRules.orientation(required.map { row[$0] }, form, turn: turn)
    }
}

/// A column of headings, degrees.
struct HeadingDecoder: StreamDecoder {
    let required: [Int]

    init(_ column: Int) { required = [column] }

    func reading(_ row: TableRow) -> Reading<Double> { SampleRules.heading(degrees: row[required[0]]) }
}

/// A column of 0 and 1.
struct FlagDecoder: StreamDecoder {
    let required: [Int]
    private let column: Int

    init(_ column: Int) {
        required = [column]
        self.column = column
    }

    @inline(__always)
    func reading(_ row: TableRow) -> Reading<Bool> { SampleRules.flag(row[column]) }
}

/// Columns of AR poses: w, x, y, z, then metres, and perhaps the tracking state.
struct ARPoseDecoder: StreamDecoder {
    let required: [Int]
    private let state: Int?

    init(_ columns: [Int], state: Int?) {
        required = columns
        self.state = state
    }

    func reading(_ row: TableRow) -> Reading<ARPose> {
        SampleRules.arPose(required.map { row[$0] }, state: state.map { row[$0] } ?? CellValue.missing)
    }
}

/// Columns of geospatial poses, as `CanonicalColumns` has them.
struct GeospatialPoseDecoder: StreamDecoder {
    let required: [Int]
    private let optional: [Int?]

    init(_ columns: [Int], optional: [Int?]) {
        required = columns
        self.optional = optional
    }

    func reading(_ row: TableRow) -> Reading<GeospatialPose> {
        SampleRules.geospatialPose(
            required.map { row[$0] }, optional: optional.map { $0.map { row[$0] } ?? CellValue.missing })
    }
}

/// Columns of location fixes.
struct LocationDecoder: StreamDecoder {
    let required: [Int]
    private let unit: CoordinateUnit
    private let hemispheres: [Int?]
    private let optional: [Int?]
    private let speedFactor, altitudeFactor: Double

    /// - Parameters:
    ///   - hemispheres: of 1 for north and east, -1 for south and west; `nil` where there is no such column.
    ///   - optional: altitude, accuracy, speed, course, its accuracy; `nil` where there is no such column.
    ///   - speedFactor: m/s for one unit of the speed.
    ///   - altitudeFactor: metres for one unit of the altitude.
    init(
        latitude: Int, longitude: Int, unit: CoordinateUnit = .degrees, hemispheres: [Int?] = [nil, nil],
        optional: [Int?], speedFactor: Double = 1, altitudeFactor: Double = 1
    ) {
        required = [latitude, longitude]
        self.unit = unit
        self.hemispheres = hemispheres
        self.optional = optional
        (self.speedFactor, self.altitudeFactor) = (speedFactor, altitudeFactor)
    }

    func reading(_ row: TableRow) -> Reading<LocationFix> {
        func number(_ index: Int) -> Double { optional[index].map { row[$0] } ?? .nan }
        func coordinate(_ index: Int) -> Double {
            let degrees = unit.degrees(row[required[index]])
            return hemispheres[index].map { row[$0] * degrees.magnitude } ?? degrees
        }
        let (latitude, longitude) = (coordinate(0), coordinate(1))
        // Most rows have no fix.
        guard latitude.isFinite, longitude.isFinite else { return .fault(SampleFault(latitude, longitude)) }
        return SampleRules.fix(
            latitude: latitude, longitude: longitude, altitude: number(0) * altitudeFactor, accuracy: number(1),
            speed: number(2) * speedFactor, course: number(3), courseAccuracy: number(4))
    }
}
