import Recordings
import Rotations
import SensorModels

extension TableSchema {
    /// One stream of a table: which columns it has, and what the log says about them.
    struct Channel {
        var place: any ChannelColumns
        var doubt: Doubt?
        var claim: StreamClaim

        var sensor: SensorKind { place.sensor }
        /// The positions of the columns that every sample needs.
        var columns: [Int] { place.required }

        init(_ place: any ChannelColumns, claim: StreamClaim) { (self.place, self.claim) = (place, claim) }

        /// - Parameters:
        ///   - columns: those that `CanonicalColumns` has for the sensor and requires, in its order.
        ///   - optional: the position of a column that it does not require, by its name there.
        init(
            _ sensor: SensorKind, _ columns: [Int], optional: (String) -> Int? = { _ in nil }, claim: StreamClaim
        ) {
            self.init(Self.place(sensor, columns, optional), claim: claim)
        }

        private static func place(
            _ sensor: SensorKind, _ columns: [Int], _ optional: (String) -> Int?
        ) -> any ChannelColumns {
            switch sensor {
            case .attitude, .reference: OrientationColumns(sensor, columns)
            case .heading: HeadingColumn(column: columns[0])
            case .referenceHeading:
                ReferenceHeadingColumns(heading: columns[0], sigma: optional(CanonicalColumns.referenceHeading[1]))
            case .location:
                LocationColumns(
                    latitude: columns[0], longitude: columns[1], altitude: optional("alt"),
                    accuracy: optional("accuracy"), speed: optional("speed"), course: optional("course"),
                    courseAccuracy: optional("courseaccuracy"))
            case .arPose: ARPoseColumns(required: columns, state: optional(CanonicalColumns.arState))
            case .geospatialPose:
                GeospatialPoseColumns(required: columns, optional: CanonicalColumns.geospatialOptional.map(optional))
            case .accelerometer, .gyroscope, .magnetometer, .gravity, .linearAcceleration, .gyroscopeCorrected,
                .magnetometerCorrected:
                VectorColumns(sensor, columns)
            }
        }

        /// A sensor as the format's documentation has it; an accelerometer gives specific force.
        init(_ sensor: SensorKind, _ columns: [Int], source: String, unit: LogUnit?, by: String, note: String? = nil) {
            let sign: SignConvention? = sensor == .accelerometer ? .android : nil
            self.init(sensor, columns, claim: StreamClaim(source: source, unit: unit, sign: sign, by: by, note: note))
        }

        /// The columns of a three-axis sensor; `nil` of any other.
        var vector: VectorColumns? {
            get { place as? VectorColumns }
            set { place = newValue ?? place }
        }

        /// The columns of an attitude or a reference; `nil` of anything else.
        var orientation: OrientationColumns? {
            get { place as? OrientationColumns }
            set { place = newValue ?? place }
        }

        /// Adopts the sign and the unit of the format's documentation.
        /// - Parameter sign: of accelerations.
        mutating func document(unit: LogUnit?, sign: SignConvention = .android, by documentation: String) {
            if sensor == .attitude { orientation?.documentation = documentation }
            if SignConvention.applies(to: sensor) { claim.sign = .init(value: sign, by: documentation) }
            if let unit { claim.unit = .init(value: unit, by: documentation) }
        }
    }
}

/// Where the numbers of a stream are, as positions in the header or, while rows are read, in a block.
protocol ChannelColumns: StreamDecoder {
    var sensor: SensorKind { get }
    /// Replaces every position, the required ones first.
    mutating func replace(_ position: (Int) -> Int)
    /// Tells the layout about cells that may hold text.
    func describe(in layout: inout TableLayout)
}

extension ChannelColumns {
    func describe(in layout: inout TableLayout) {}

    /// The columns of the block for these of the header, which the layout gets.
    func placed(in layout: inout TableLayout) -> Self {
        var placed = self
        placed.replace {
            layout.numeric.append($0)
            return layout.numeric.count - 1
        }
        placed.describe(in: &layout)
        return placed
    }

    /// All positions.
    var positions: Set<Int> {
        var found: Set<Int> = []
        var copy = self
        copy.replace {
            found.insert($0)
            return $0
        }
        return found
    }
}

/// Three axes.
struct VectorColumns: ChannelColumns {
    let sensor: SensorKind
    private(set) var x, y, z: Int
    /// The column with the sample's time relative to the row's, microseconds; 2147483647 there means no sample.
    var relativeTime: Int?
    /// From the log's unit and sign to those of a recording.
    var factor = 1.0
    /// The axes that are reversed once all rows are read.
    var reversed = [false, false, false]

    /// - Parameter columns: of x, y, z.
    init(_ sensor: SensorKind, _ columns: [Int]) {
        self.sensor = sensor
        (x, y, z) = (columns[0], columns[1], columns[2])
    }

    var required: [Int] { [x, y, z] }

    mutating func replace(_ position: (Int) -> Int) {
        (x, y, z) = (position(x), position(y), position(z))
        relativeTime = relativeTime.map(position)
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

/// An attitude or a reference.
struct OrientationColumns: ChannelColumns {
    let sensor: SensorKind
    /// As `form` says; neighbours in a block.
    private(set) var required: [Int]
    var form: OrientationForm
    /// A rotation of the earth frame from the left.
    var turn: Quaternion?
    /// From the numbers of a quaternion to those of length 1.
    var factor = 1.0
    /// The source that documents the frame; `nil` where only the names of the columns do.
    var documentation: String?

    init(
        _ sensor: SensorKind, _ columns: [Int], form: OrientationForm = .quaternion, turn: Quaternion? = nil
    ) {
        (self.sensor, required, self.form, self.turn) = (sensor, columns, form, turn)
    }

    mutating func replace(_ position: (Int) -> Int) { required = required.map(position) }

    @inline(__always)
    func reading(_ row: TableRow) -> Reading<Quaternion> {
        guard case .quaternion = form else {
            return SampleRules.orientation(required.map { row[$0] }, form, turn: turn)
        }
        let first = required[0]
        let (w, x, y, z) = (row[first], row[first + 1], row[first + 2], row[first + 3])
        // The payload of what is no number gives the reason.
        guard factor != 1, w.isFinite, x.isFinite, y.isFinite, z.isFinite else {
            return SampleRules.quaternion(w, x, y, z, turn: turn)
        }
        return SampleRules.quaternion(w * factor, x * factor, y * factor, z * factor, turn: turn)
    }
}

/// Poses of an AR session.
struct ARPoseColumns: ChannelColumns {
    /// w, x, y, z, then metres.
    private(set) var required: [Int]
    /// The tracking state.
    private(set) var state: Int?

    var sensor: SensorKind { .arPose }

    mutating func replace(_ position: (Int) -> Int) {
        required = required.map(position)
        state = state.map(position)
    }

    func describe(in layout: inout TableLayout) { layout.trackingColumn = state }

    func reading(_ row: TableRow) -> Reading<ARPose> {
        SampleRules.arPose(required.map { row[$0] }, state: state.map { row[$0] } ?? CellValue.missing)
    }
}

/// Geospatial poses; both lists as `CanonicalColumns` has them.
struct GeospatialPoseColumns: ChannelColumns {
    private(set) var required: [Int]
    private(set) var optional: [Int?]

    var sensor: SensorKind { .geospatialPose }

    mutating func replace(_ position: (Int) -> Int) {
        required = required.map(position)
        optional = optional.map { $0.map(position) }
    }

    func reading(_ row: TableRow) -> Reading<GeospatialPose> {
        SampleRules.geospatialPose(
            required.map { row[$0] }, optional: optional.map { $0.map { row[$0] } ?? CellValue.missing })
    }
}
