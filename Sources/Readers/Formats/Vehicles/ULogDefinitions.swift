import Recordings
import Vocabulary

/// The messages that a ULog describes, and where their fields are.
struct ULogDefinitions {
    /// A field of a format: a number, an array of them, or other messages.
    private struct Field {
        var name: String
        var type: String
        var count: Int
    }

    /// The places of a message's numbers: the part of a data message behind its number.
    struct Layout {
        /// Bytes, with the padding at the end that a data message leaves out.
        let size: Int
        /// Bytes of that padding.
        let padding: Int
        fileprivate let numbers: [String: (number: PackedNumber, count: Int)]

        /// A number by the name of its field, such as `timestamp` or `q[3]`; `nil` where there is none.
        func number(_ name: String, divisor: PackedNumber.Divisor = .one) -> PackedNumber? {
            let parts = name.split(separator: "[")
            let index = parts.count == 2 ? Int(parts[1].dropLast()) ?? -1 : 0
            guard let first = parts.first, let (number, count) = numbers[String(first)], (0..<count).contains(index)
            else { return nil }
            var found = number
            found.offset += index * number.kind.size
            found.divisor = divisor
            return found
        }

        /// The three elements of an array, or the fields x, y, z; `nil` unless all are there.
        func vector(_ name: String?) -> AxisFields<PackedNumber>? {
            let names = name.map { name in (0...2).map { "\(name)[\($0)]" } } ?? ["x", "y", "z"]
            let numbers = names.compactMap { number($0) }
            return numbers.count == 3 ? AxisFields(x: numbers[0], y: numbers[1], z: numbers[2]) : nil
        }
    }

    /// Most bytes that a message's length can express.
    private static let largest = 65_535
    private static let deepest = 32

    private var formats: [String: [Field]] = [:]
    private var sizes: [String: Int?] = [:]
    private var layouts: [String: Layout?] = [:]

    /// Adds a format: `name:type field;type[count] field;...`.
    mutating func add(_ text: String) {
        let sides = text.split(separator: ":", maxSplits: 1)
        guard sides.count == 2 else { return }
        formats[String(sides[0])] = sides[1].split(separator: ";").compactMap { text -> Field? in
            let words = text.split(separator: " ")
            guard words.count == 2 else { return nil }
            let parts = words[0].split(separator: "[")
            let count = parts.count == 2 ? Int(parts[1].dropLast()) ?? -1 : 1
            // An unreadable field gets no type, since the places of the fields behind it are unknown.
            let isReadable = !parts.isEmpty && parts.count <= 2 && (1...Self.largest).contains(count)
            return Field(
                name: String(words[1]), type: isReadable ? String(parts[0]) : "", count: isReadable ? count : 1)
        }
        sizes = [:]
        layouts = [:]
    }

    /// The layout of a message; `nil` where its format is missing, refers to itself, or is too long.
    mutating func layout(of name: String) -> Layout? {
        if let known = layouts[name] { return known }
        let layout = makeLayout(name)
        layouts[name] = .some(layout)
        return layout
    }

    private mutating func makeLayout(_ name: String) -> Layout? {
        guard let fields = formats[name] else { return nil }
        var (offset, padding) = (0, 0)
        var numbers: [String: (number: PackedNumber, count: Int)] = [:]
        for field in fields {
            guard let size = size(of: field, depth: 0) else { return nil }
            if let kind = Self.kinds[field.type] {
                numbers[field.name] = (PackedNumber(offset: offset, kind: kind), field.count)
            }
            padding = field.name.hasPrefix("_padding") ? padding + size : 0
            offset += size
            guard offset <= Self.largest else { return nil }
        }
        return Layout(size: offset, padding: padding, numbers: numbers)
    }

    /// Bytes of a field; `nil` for unknown types, recursive types, and more than a message holds.
    private mutating func size(of field: Field, depth: Int) -> Int? {
        let one = Self.kinds[field.type]?.size ?? size(of: field.type, depth: depth + 1)
        guard let one, one <= Self.largest / field.count else { return nil }
        return one * field.count
    }

    private mutating func size(of name: String, depth: Int) -> Int? {
        if let known = sizes[name] { return known }
        guard depth < Self.deepest, let fields = formats[name] else { return nil }
        // `nil` until it is known, so that a format that contains itself has no size.
        sizes[name] = .some(nil)
        var sum = 0
        for field in fields {
            guard let size = size(of: field, depth: depth), sum + size <= Self.largest else { return nil }
            sum += size
        }
        sizes[name] = sum
        return sum
    }

    private static let kinds: [String: PackedNumber.Kind] = [
        "int8_t": .int8, "uint8_t": .uint8, "bool": .uint8, "char": .uint8, "int16_t": .int16, "uint16_t": .uint16,
        "int32_t": .int32, "uint32_t": .uint32, "int64_t": .int64, "uint64_t": .uint64, "float": .float,
        "double": .double,
    ]
}

/// Which of PX4's messages hold which sensor (the comments of its message definitions, `msg/*.msg`).
///
/// `sensor_combined` is what the vehicle itself flies with: accelerometer and gyroscope of its primary unit, corrected
/// by its calibration, in the body's axes; `vehicle_magnetometer` is the corrected field. `sensor_accel`, `sensor_gyro`
/// and `sensor_mag` are the readings of every single sensor, in the axes of its board.
enum PX4Messages {
    /// The streams of `sensor_combined`, as `VehicleStreams` has them.
    static let combinedForce = "sensor_combined.accelerometer_m_s2"
    static let combinedRate = "sensor_combined.gyro_rad"
    /// Logs of before 2019 have the corrected field here.
    static let combinedField = "sensor_combined.magnetometer_ga"
    static let force = "sensor_accel"
    static let rate = "sensor_gyro"
    static let rawField = "sensor_mag"
    static let field = "vehicle_magnetometer"
    static let attitude = "vehicle_attitude"
    /// The newer name, and the older one.
    static let fixes = ["sensor_gps", "vehicle_gps_position"]
    private static let selection = "sensor_selection"
    /// What the motors take, the better one first.
    static let loads: [(name: String, kind: VehicleLoad.Kind)] = [
        ("battery_status", .current), ("actuator_motors", .throttle), ("actuator_controls_0", .throttle),
    ]

    static func isWanted(_ name: String) -> Bool {
        [force, rate, rawField, field, attitude, selection, "sensor_combined"].contains(name) || fixes.contains(name)
            || loads.contains { $0.name == name }
    }

    static func isWanted(parameter name: String) -> Bool {
        name.isParameter(beginningWith: ["CAL_MAG", "SENS_BOARD"])
    }

    /// Fields whose first value other than 0 is used: which sensor it is, and the time of day.
    static func facts(of name: String) -> [String] {
        switch name {
        case rawField, field: ["device_id"]
        case selection: ["mag_device_id"]
        case _ where fixes.contains(name): ["time_utc_usec"]
        default: []
        }
    }

    /// How a message's samples are read.
    static func recipes(
        of name: String, instance: Int, _ layout: ULogDefinitions.Layout, _ streams: inout VehicleStreams
    ) -> [SampleRecipe<PackedNumber>] {
        // The time of the measurement where the message has it, else that of the message.
        let time = layout.number("timestamp_sample") ?? layout.number("timestamp")
        func recipe(
            _ stream: Int, _ value: SampleRecipe<PackedNumber>.Value, relative: String? = nil
        ) -> SampleRecipe<PackedNumber> {
            SampleRecipe(
                stream: stream, instance: instance, time: time, exponent: 3,
                relative: relative.flatMap { layout.number($0) }, value: value)
        }
        switch name {
        case "sensor_combined":
            // Instances beyond the first come from other programs.
            guard instance == 0 else { return [] }
            return [
                (combinedRate, "gyro_rad", nil),
                (combinedForce, "accelerometer_m_s2", "accelerometer_timestamp_relative"),
                (combinedField, "magnetometer_ga", "magnetometer_timestamp_relative"),
            ].compactMap { stream, field, relative in
                layout.vector(field).map { recipe(streams.vectors.index(stream, 0), .vector($0), relative: relative) }
            }
        case force, rate, rawField, field:
            return layout.vector(name == field ? "magnetometer_ga" : nil).map {
                [recipe(streams.vectors.index(name, instance), .vector($0))]
            } ?? []
        case attitude:
            let q = (0...3).compactMap { layout.number("q[\($0)]") }
            guard instance == 0, q.count == 4 else { return [] }
            return [recipe(streams.attitudes.index(name), .quaternion(q[0], q[1], q[2], q[3]))]
        case _ where fixes.contains(name):
            guard instance == 0, let fields = fix(layout) else { return [] }
            return [recipe(streams.fixes.index(name), .fix(fields))]
        case _ where loads.contains { $0.name == name }:
            guard instance == 0 else { return [] }
            return load(of: name, layout).map { [recipe(streams.amounts.index(name), $0)] } ?? []
        default: return []
        }
    }

    /// Amperes, below 0 where unknown; every motor's part of its thrust, NaN for one that is not there; the thrust that
    /// is asked for.
    private static func load(
        of name: String, _ layout: ULogDefinitions.Layout
    ) -> SampleRecipe<PackedNumber>.Value? {
        switch name {
        case "battery_status":
            (layout.number("current_a") ?? layout.number("current_filtered_a")).map { .amount($0, factor: 1) }
        case "actuator_motors":
            layout.number("control[0]").map { _ in .mean((0..<12).compactMap { layout.number("control[\($0)]") }) }
        default: layout.number("control[3]").map { .amount($0, factor: 1) }
        }
    }

    /// Degrees since version 1.14, before that whole numbers of 1e-7 degrees and millimetres.
    private static func fix(_ layout: ULogDefinitions.Layout) -> FixFields<PackedNumber>? {
        guard let latitude = layout.number("latitude_deg") ?? layout.number("lat", divisor: .tenMillion),
            let longitude = layout.number("longitude_deg") ?? layout.number("lon", divisor: .tenMillion)
        else { return nil }
        return FixFields(
            latitude: latitude, longitude: longitude,
            altitude: layout.number("altitude_ellipsoid_m") ?? layout.number("alt_ellipsoid", divisor: .thousand),
            accuracy: layout.number("eph"), speed: layout.number("vel_m_s"),
            course: layout.number("cog_rad", divisor: .radiansPerDegree),
            courseAccuracy: layout.number("c_variance_rad", divisor: .radiansPerDegree),
            kind: layout.number("fix_type"))
    }
}
