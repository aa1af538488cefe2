import Files
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// SensorLog's CSV: one wide table, `loggingTime` first, names with units (`accelerometerAccelerationX(G)`) or without.
enum SensorLogFormat: RecordingFormat {
    static let name = "SensorLog"

    static func recognises(_ input: LogInput) -> Bool {
        guard let header = input.firstLines.first else { return false }
        return header.contains("loggingTime") && !header.contains("{")
            && (header.contains("loggingSample") || header.contains("location") || header.contains("Timestamp_since"))
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let (lines, head) = try input.table()
        let names = head.names.map { name in String(name.prefix { $0 != "(" && $0 != " " }) }
        let columns = SensorLogRows.names.map { names.firstIndex(of: $0) }
        for _ in 0..<head.headLines { _ = try lines.nextLine() }
        let cells = LineCells(
            lines, separator: head.dialect.separator, decimalComma: head.dialect.decimalComma)
        var rows = SensorLogRows(decimalComma: head.dialect.decimalComma)
        while try cells.next() {
            guard cells.count == head.names.count else {
                rows.skip(line: cells.lineNumber)
                continue
            }
            rows.add(line: cells.lineNumber) { index in columns[index].map { cells.text($0) } }
        }
        var log = try rows.finish(lines.source, lastLine: cells.lastLine)
        let used = Set(columns.compactMap { $0 })
        if let warning = Warning.unreadColumns(of: head, used: used, place: lines.source.name) {
            log.recording.warnings.append(warning)
        }
        return try log.settled(name: input.name, options)
    }
}

/// SensorLog's JSON: an array of one object per row, every value a text.
enum SensorLogJSONFormat: RecordingFormat {
    static let name = "SensorLog JSON"

    static func recognises(_ input: LogInput) -> Bool {
        guard let head = input.jsonHead(1 << 14) else { return false }
        return ["\"loggingTime\"", "\"motionYaw\"", "\"accelerometerAccelerationX\"", "\"motionQuaternionW\""].contains
        {
            head.contains($0)
        }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        let objects = JSONObjects(lines)
        var rows = SensorLogRows()
        var members: [String: String] = [:]
        while try objects.next(&members) {
            rows.add(line: objects.count) { members[SensorLogRows.names[$0]] }
        }
        var log = try rows.finish(lines.source, lastLine: LastLineFinding())
        if let warning = objects.warning { log.recording.warnings.append(warning) }
        return try log.settled(name: input.name, options)
    }
}

/// The groups of SensorLog's columns (Bernd Thomas), from rows of a CSV or objects of a JSON file.
///
/// A row is a snapshot of the last value of every group, so that a group's own stamp decides whether it is a new
/// sample; stamps since boot and since 1970 are brought to one clock by the rows' `loggingTime`. CoreMotion: g, rad/s,
/// microtesla, face up z = -1; `gyroRotation` and `magnetometer` are raw, `motion...` corrected.
struct SensorLogRows {
    /// The columns that are read, in the order of their index.
    static let names: [String] = [
        "loggingTime", "accelerometerTimestamp_sinceReboot", "gyroTimestamp_sinceReboot",
        "magnetometerTimestamp_sinceReboot", "motionTimestamp_sinceReboot", "locationTimestamp_since1970",
        "locationHeadingTimestamp_since1970",
        "accelerometerAccelerationX", "accelerometerAccelerationY", "accelerometerAccelerationZ",
        "gyroRotationX", "gyroRotationY", "gyroRotationZ", "magnetometerX", "magnetometerY", "magnetometerZ",
        "motionRotationRateX", "motionRotationRateY", "motionRotationRateZ",
        "motionUserAccelerationX", "motionUserAccelerationY", "motionUserAccelerationZ",
        "motionGravityX", "motionGravityY", "motionGravityZ",
        "motionMagneticFieldX", "motionMagneticFieldY", "motionMagneticFieldZ",
        "motionQuaternionW", "motionQuaternionX", "motionQuaternionY", "motionQuaternionZ",
        "locationLatitude", "locationLongitude", "locationAltitude", "locationHorizontalAccuracy", "locationSpeed",
        "locationCourse", "locationTrueHeading", "locationMagneticHeading", "motionAttitudeReferenceFrame",
        "motionMagneticFieldCalibrationAccuracy",
    ]
    private static let index = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })

    /// Three-axis groups by the column of x and that of the stamp.
    private static let groups: [(x: Int, stamp: Int, sensor: SensorKind)] = [
        ("accelerometerAccelerationX", "accelerometerTimestamp_sinceReboot", SensorKind.accelerometer),
        ("gyroRotationX", "gyroTimestamp_sinceReboot", .gyroscope),
        ("magnetometerX", "magnetometerTimestamp_sinceReboot", .magnetometer),
        ("motionRotationRateX", "motionTimestamp_sinceReboot", .gyroscopeCorrected),
        ("motionUserAccelerationX", "motionTimestamp_sinceReboot", .linearAcceleration),
        ("motionGravityX", "motionTimestamp_sinceReboot", .gravity),
        ("motionMagneticFieldX", "motionTimestamp_sinceReboot", .magnetometerCorrected),
    ].compactMap { x, stamp, sensor in
        guard let x = index[x], let stamp = index[stamp] else { return nil }
        return (x, stamp, sensor)
    }

    private var collector = SampleCollector()
    /// From the clock since boot to Unix time.
    private var bootTime: Int64?
    /// The stamp of the last fix, nanoseconds since 1970; 0 before the first.
    private var lastFix: Int64 = 0
    /// Rows with a fix whose time is not known.
    private var undatedFixes = 0
    private var start: String?
    private(set) var frame: String?
    private(set) var headingNorth: North?
    private let decimalComma: Bool

    init(decimalComma: Bool = false) { self.decimalComma = decimalComma }

    mutating func skip(line: Int) { collector.unreadable.add(line: line) }

    /// - Parameter cell: the text of a column by its index in `names`; `nil` where the log lacks it.
    mutating func add(line: Int, cell: (Int) -> String?) {
        let decimalComma = self.decimalComma
        func text(_ name: String) -> String? { Self.index[name].flatMap(cell)?.trimmedCell }
        func plain(_ text: String) -> String { decimalComma ? text.withDecimalPoint : text }
        func number(_ column: Int) -> Double {
            cell(column).map { DecimalNumber.slow($0, decimalComma: decimalComma) } ?? CellValue.missing
        }
        func number(_ name: String) -> Double { Self.index[name].map(number) ?? CellValue.missing }
        /// Groups that never fired have the stamp 0.
        func stamp(_ column: Int) -> Int64? {
            guard let text = cell(column).map(plain), let time = DecimalTime.parse(text), time > 0 else { return nil }
            return time
        }
        let wall = text("loggingTime").flatMap { WallClockText.nanoseconds($0) }
        if start == nil { start = text("loggingTime") }
        if bootTime == nil, let wall, let boot = Self.groups.compactMap({ stamp($0.stamp) }).first,
            let zone = wall.hasZone
                ? 0 : zone(of: wall.time, fix: Self.index["locationTimestamp_since1970"].flatMap(stamp))
        {
            bootTime = LogTime.difference(LogTime.difference(wall.time, zone), boot)
        }
        let hasStamps = Self.groups.contains { stamp($0.stamp) != nil }
        for group in Self.groups where cell(group.x) != nil {
            guard let time = stamp(group.stamp) ?? (hasStamps ? nil : wall?.time) else { continue }
            collector.add(
                group.sensor, number(group.x), number(group.x + 1), number(group.x + 2), at: time, line: line,
                isSnapshot: true)
        }
        addAttitude(stamp, hasStamps ? nil : wall?.time, number, text, line)
        addLocation(stamp, wall?.time, hasStamps, number, { text($0) != nil }, line)
    }

    /// How far the wall clock is ahead of UTC, nanoseconds, by a fix that is new in this row; `nil` where it cannot be
    /// told.
    ///
    /// Zones are quarters of an hour apart, and a new fix is logged within two minutes.
    private mutating func zone(of wall: Int64, fix: Int64?) -> Int64? {
        guard let fix else { return nil }
        defer { lastFix = fix }
        guard lastFix != 0, fix != lastFix else { return nil }
        let quarter: Int64 = 900_000_000_000
        let ahead = LogTime.sum(LogTime.difference(wall, fix), 10_000_000_000)
        let late = (ahead % quarter + quarter) % quarter
        return late < 130_000_000_000 && ahead.magnitude < 15 * 4 * quarter.magnitude ? ahead - late : nil
    }

    private mutating func addAttitude(
        _ stamp: (Int) -> Int64?, _ wall: Int64?, _ number: (String) -> Double, _ text: (String) -> String?, _ line: Int
    ) {
        guard let column = Self.index["motionTimestamp_sinceReboot"], let time = stamp(column) ?? wall,
            text("motionQuaternionW") != nil
        else { return }
        if frame == nil { frame = text("motionAttitudeReferenceFrame") }
        let numbers = ["W", "X", "Y", "Z"].map { number("motionQuaternion\($0)") }
        // CoreMotion's x axis is the north of its frame and y the west.
        collector.addAttitude(
            numbers, .quaternion, turn: .aboutVertical(.pi / 2), at: time, line: line, isSnapshot: true)
    }

    /// Stamps since 1970, converted to the clock since boot where the log has one.
    private mutating func addLocation(
        _ stamp: (Int) -> Int64?, _ wall: Int64?, _ hasStamps: Bool, _ number: (String) -> Double,
        _ isNamed: (String) -> Bool, _ line: Int
    ) {
        func time(_ name: String) -> Int64? {
            guard let time = Self.index[name].flatMap(stamp) ?? wall else { return nil }
            guard hasStamps || bootTime != nil else { return time }
            if bootTime == nil { undatedFixes += 1 }
            return bootTime.map { LogTime.difference(time, $0) }
        }
        if isNamed("locationLatitude"), let time = time("locationTimestamp_since1970") {
            let fix = SampleRules.fix(
                latitude: number("locationLatitude"), longitude: number("locationLongitude"),
                altitude: number("locationAltitude"), accuracy: number("locationHorizontalAccuracy"),
                speed: number("locationSpeed"), course: number("locationCourse"))
            collector.addFix(fix, at: time, line: line, isSnapshot: true)
        }
        if isNamed("locationTrueHeading") || isNamed("locationMagneticHeading"),
            let time = time("locationHeadingTimestamp_since1970")
        {
            let (trueHeading, magnetic) = (number("locationTrueHeading"), number("locationMagneticHeading"))
            if headingNorth == nil { headingNorth = trueHeading >= 0 ? .true : magnetic >= 0 ? .magnetic : nil }
            let heading = headingNorth == .true ? trueHeading : magnetic
            collector.addHeading(degrees: heading, at: time, line: line, isSnapshot: true)
        }
    }

    /// The log, with CoreMotion's claims.
    mutating func finish(_ source: ByteSource, lastLine: LastLineFinding) throws -> RawLog {
        var log = RawLog()
        try collector.finish(source, lastLine: lastLine, into: &log)
        log.useCorrectedWhereNoRaw()
        if undatedFixes > 0, log.recording.location.isEmpty, log.recording.heading.isEmpty {
            log.warn(
                .emptyStream, place: source.name,
                "fixes and headings are left out: loggingTime has no zone, so that their stamps since 1970 cannot be brought "
                    + "to the clock of the sensors",
                advice: .timeZone)
        }
        let by = "the app's documentation"
        log.claim(.ios, by: by, source: \.rawValue)
        log.notes[.location] = ("deg", "WGS-84", by, "location...")
        log.notes[.heading] = (
            "deg", "clockwise from \(headingNorth == .true ? "true" : "magnetic") north", by, "location...Heading"
        )
        log.recording.metadata.operatingSystem = "ios"
        log.recording.metadata.start = start
        log.recording.metadata.date = start.flatMap { CalendarDate($0) }
        let isUnix = log.recording.interval.map { $0.lowerBound > 1_000_000_000_000_000_000 } ?? false
        log.recording.metadata.unixSecondsAtZero = isUnix ? 0 : bootTime.map { Double($0) * 1e-9 }
        takeFrame(&log, by)
        return log
    }

    private func takeFrame(_ log: inout RawLog, _ by: String) {
        guard !log.recording.attitude.isEmpty else { return }
        let frame = frame ?? ""
        switch frame {
        case let name where name.hasPrefix("XTrueNorth"): log.recording.metadata.attitudeNorth = .true
        case let name where name.hasPrefix("XMagneticNorth"): log.recording.metadata.attitudeNorth = .magnetic
        default:
            log.recording.metadata.attitudeIsRelative = true
            log.warn(
                .arbitraryNorth, place: "",
                "the device's attitude has the frame \(frame.isEmpty ? "(not given)" : frame), whose north is arbitrary",
                advice: .coreMotionFrame)
        }
        log.notes[.attitude] = ("1", "device to x north, y west, z up (\(frame), turned here)", by, "motionQuaternion")
    }
}
