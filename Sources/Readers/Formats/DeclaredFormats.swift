import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The declared formats, in the order in which they are tried.
extension DeclaredFormat {
    static let all = [euroc, repoIMU, ring, xsensDOT, xsens, shimmer, apdm, oldAPDM, rostopic, ulog2CSV, empatica]

    private static func starts(_ beginnings: String...) -> @Sendable ([String], TableHead) -> Bool {
        { lines, _ in beginnings.contains { lines.first?.lowercased().hasPrefix($0) == true } }
    }

    // MARK: Data sets, vehicles

    /// EuRoC and TUM-VI: gyroscope, then accelerometer; the reference beside it. Nanoseconds of Unix time or of the
    /// camera; specific force in the axes of the IMU; no magnetometer. The reference's earth frame has z up and no
    /// north.
    private static let euroc = DeclaredFormat(
        name: "EuRoC", documentation: "the data set's documentation",
        guide: FormatGuide("EuRoC, TUM-VI: `mav0/` or `data.csv`", by: "`#timestamp [ns],w_RS_S_x`", clock: "ns"),
        begins: starts("#timestamp", "# timestamp"),
        places: ["mav0/imu0/data.csv", "imu0/data.csv", "data.csv"], clock: decimal("timestamp{}", exponent: 0),
        streams: [
            .init(.gyroscope, "w_RS_S_{axis}{}", source: "{file}", note: "axes of the IMU"),
            .init(.accelerometer, "a_RS_S_{axis}{}", source: "{file}", note: "axes of the IMU"),
        ], beside: [euroCReference],
        finish: { log, head, lines, _ in
            log.takeUnixNanoseconds()
            log.warnOfRounding(head.column(0).first { $0.uppercased().contains("E+") }, lines.source.name)
        })

    private static let euroCReference = DeclaredFormat(
        name: "EuRoC", documentation: "the data set's documentation", begins: starts("#"),
        places: ["mav0/", ""].flatMap { top in
            ["state_groundtruth_estimate0", "mocap0"].map { "\(top)\($0)/data.csv" }
        }, clock: decimal("{}", exponent: 0),
        streams: [
            .init(
                .reference, "q_RS_{axis}{}", axes: ["w", "x", "y", "z"], source: "{file}",
                note: "IMU to a frame with z up; its north is arbitrary")
        ])

    /// PX4's ULog after `ulog2csv`: `sensor_combined` or `vehicle_attitude`. Microseconds since boot; accelerometer and
    /// magnetometer have stamps of their own, relative to the row's; 2147483647 there means that there is no sample.
    private static let ulog2CSV = DeclaredFormat(
        name: "ulog2csv", documentation: "PX4's message definition",
        guide: FormatGuide("PX4", by: "`gyro_rad[0]`, `q[0]`", clock: "us since boot"), begins: starts("timestamp,"),
        clock: decimal("timestamp", exponent: 3),
        streams: [
            .px4(.gyroscope, "gyro_rad", .radiansPerSecond),
            .px4(.accelerometer, "accelerometer_m_s2", .metresPerSecondSquared),
            .px4(.magnetometer, "magnetometer_ga", .gauss),
            .init(
                .attitude, "q[{axis}]", axes: ["0", "1", "2", "3"], source: "q",
                note: ForwardRightDown.attitudeNote),
        ], isForwardRightDown: true)

    // MARK: Robots

    /// `rostopic echo -b BAG -p TOPIC`: `sensor_msgs/Imu`, `MagneticField` or `NavSatFix`, also without `%time` and
    /// `field.`; or a folder with a table for each of several topics. Specific force in the frame that `frame_id` names
    /// (REP 103: x forward, z up); attitude against east-north-up (REP 103, REP 145). A covariance that begins with -1
    /// means "not given".
    private static let rostopic = DeclaredFormat(
        name: "rostopic CSV", documentation: "the message's definition",
        guide: FormatGuide("`rostopic echo -b BAG -p`", by: "`%time,field.`, `linear_acceleration.x`", clock: "ns"),
        begins: { lines, _ in
            let header = lines.first ?? ""
            return header.hasPrefix("%time,field.")
                || ["linear_acceleration.x", "magnetic_field.x"].contains { header.contains($0) }
        },
        head: { lines in
            TableHead(lines).map { head in
                head.renamed(head.names.map { $0.hasPrefix("field.") ? String($0.dropFirst(6)) : $0 })
            }
        }, isPerTable: true,
        clock: { head, _, _, _, _ in
            if !head.names.contains("header.stamp"), let (position, supplement) = TimeSupplement.seconds(head) {
                return (position, .decimal(exponent: 9), supplement)
            }
            // `Time` is bagpy's: seconds at which the bag got the message.
            let stamps = [
                ("header.stamp", 0), ("%time", 0), ("time", 0), ("header.stamp_sec", 9), ("timestamp", 0), ("Time", 9),
            ]
            return stamps.lazy.compactMap { name, exponent in
                head.names.firstIndex(of: name).map { ($0, .decimal(exponent: exponent), nil) }
            }.first
        },
        streams: [
            .rostopic(.accelerometer, "linear_acceleration", .metresPerSecondSquared),
            .rostopic(.gyroscope, "angular_velocity", .radiansPerSecond),
            .rostopic(.magnetometer, "magnetic_field", .tesla),
            .init(
                .attitude, "orientation.{axis}", axes: ["w", "x", "y", "z"], source: "orientation",
                note: "device to east-north-up (REP 103)", absent: "orientation_covariance{}"),
        ], hasLocation: true,
        finish: { log, head, lines, _ in
            // The first row is from before the clock was set.
            if let interval = log.recording.interval, interval.lowerBound == 0, interval.upperBound > 1 << 59 {
                log.recording = log.recording.clipped(to: 1...interval.upperBound)
                log.warn(.unreadableTime, place: lines.source.name, "the first row has the stamp 0: left out")
            }
            log.takeUnixNanoseconds()
        })

    // MARK: Xsens

    /// Xsens' text exports: those of MT Manager (`// ` lines) and of Xsens and Movella DOT (`sep=,`, lines
    /// `Key:,value`), then a header with `PacketCounter` or `SampleTimeFine`.
    ///
    /// Specific force, the field in units of its own strength; sensor to east-north-up. `FreeAcc` is in the Earth's
    /// axes and is not read.
    private static let xsens = xsens(isDOT: false)
    private static let xsensDOT = xsens(isDOT: true)

    private static func xsens(isDOT: Bool) -> DeclaredFormat {
        let attitudes: [(String, [String], OrientationForm)] = [
            ("Quat_q{axis}", ["0", "1", "2", "3"], .quaternion), ("Quat_{axis}", ["W", "X", "Y", "Z"], .quaternion),
            ("Mat{axis}", (1...3).flatMap { column in (1...3).map { "[\($0)][\(column)]" } }, .matrix),
            ("{axis}", ["Roll", "Pitch", "Yaw"], .eulerDegrees), ("Euler_{axis}", ["X", "Y", "Z"], .eulerDegrees),
        ]
        let rate: LogUnit = isDOT ? .degreesPerSecond : .radiansPerSecond
        return DeclaredFormat(
            name: "Xsens text", documentation: "the manufacturer's documentation",
            guide: isDOT
                ? FormatGuide(
                    "MT Manager; Xsens and Movella DOT", by: "`PacketCounter` or `SampleTimeFine`",
                    clock: "counter x rate; DOT: us") : nil,
            begins: { _, head in
                // Other programs count packets too.
                let isFirst = ["PacketCounter", "SampleTimeFine"].contains(head.names.first)
                return (isFirst || head.linesBefore > 0 && head.names.contains("PacketCounter"))
                    && XsensClock.isDOT(head) == isDOT
            }, head: { TableHead(behindPreamble: $0) },
            clock: { try XsensClock.clock($0, $1, $2, &$4, isDOT: isDOT) },
            streams: [
                .init(.accelerometer, "Acc_{axis}", .metresPerSecondSquared, source: "Acc_X,Y,Z"),
                .init(.gyroscope, "Gyr_{axis}", rate, source: "Gyr_X,Y,Z"),
                .init(.magnetometer, "Mag_{axis}", .normalised, source: "Mag_X,Y,Z"),
            ]
                + attitudes.map {
                    .init(
                        .attitude, $0, axes: $1, source: "{first}", note: "sensor to east, magnetic north, up",
                        form: $2)
                }, north: .magnetic,
            finish: { log, head, lines, _ in XsensClock.describe(&log, head, lines, isDOT: isDOT) })
    }

    // MARK: Several sensor units in a file

    /// Shimmer Consensys' CSV: `sep=` line, names such as `Shimmer_40AC_Accel_LN_X_CAL` or `S29_Accel_MPU_MPL_X_CAL`, a
    /// row of units, then the rows. Specific force; the low-noise accelerometer comes first, `--unit Accel_WR` chooses
    /// the wide-range one, and `--unit 40AC` one of several devices.
    private static let shimmer = DeclaredFormat(
        name: "Shimmer", documentation: "the manufacturer's documentation",
        guide: FormatGuide(
            "Consensys", by: "`Shimmer_..._CAL`, or another prefix with `..._Timestamp_CAL`", clock: "Unix ms"),
        begins: { _, head in DeclaredColumns.position("{unit}_Timestamp{}_CAL", in: head.names) != nil },
        head: { lines in
            TableHead(lines) { $0.trimmedCell.lowercased().drop { $0 == "\"" }.hasPrefix("sep=") }
        }, clock: decimal("{unit}_Timestamp{}_CAL", exponent: 6),
        streams: [
            .init(.accelerometer, "{unit}_Accel{}_{axis}_CAL", source: "{first}"),
            .init(.gyroscope, "{unit}_Gyro{}_{axis}_CAL", source: "{first}"),
            .init(.magnetometer, "{unit}_Mag{}_{axis}_CAL", source: "{first}"),
        ], hasUnitRow: true, maker: "Shimmer_",
        finish: { log, head, _, unit in
            if head.names.contains(where: { $0.hasPrefix(unit + "_Timestamp") && $0.contains("Unix") }) {
                log.recording.metadata.unixSecondsAtZero = 0
            }
            log.recording.metadata.device = "Shimmer \(unit.replacing("Shimmer_", with: "", maxReplacements: 1))"
        })

    /// APDM Opal's CSV, several bodies side by side: the new export (`Test Name:`, names such as
    /// `Static/Acceleration/X`, a row of units, seconds) and the old one (`Format=7`, rows of groups and axes, Unix
    /// microseconds). Specific force; the orientation takes sensor to magnetic north, west, up.
    private static let apdm = DeclaredFormat(
        name: "APDM", documentation: "the manufacturer's documentation",
        guide: FormatGuide("Opal, old and new export", by: "`Format=7,` or `Test Name:,`", clock: "Unix us; s"),
        begins: starts("test name:,"),
        head: { lines in TableHead(lines) { !$0.hasPrefix("Time,") } }, clock: decimal("{}", exponent: 9),
        streams: ofAPDM, hasUnitRow: true, north: .magnetic,
        finish: { log, _, _, unit in log.recording.metadata.other["unit"] = unit })

    private static let oldAPDM = DeclaredFormat(
        name: "APDM", documentation: "the manufacturer's documentation", begins: starts("format=7,"),
        head: OldAPDM.head, clock: decimal("{}", exponent: 3), streams: ofAPDM, north: .magnetic,
        finish: { log, _, _, unit in
            log.recording.metadata.other["unit"] = unit
            log.recording.metadata.unixSecondsAtZero = 0
        })

    // MARK: Watches

    /// `ACC.csv` of an Empatica E4, alone or in the folder or zip file of a session: the start in Unix seconds in every
    /// cell of the first row, the rate in hertz in every cell of the second, then one row per sample in 1/64 g.
    private static let empatica = DeclaredFormat(
        name: "Empatica E4", documentation: "the manufacturer's documentation, 64 counts per g",
        guide: FormatGuide(
            "`ACC.csv`, alone, in folder or zip; 1/64 g", by: "start and rate in the first two rows, three cells each",
            clock: "Unix s and that rate"),
        begins: { _, _ in true },
        head: { lines in
            EmpaticaTop(lines).map { _ in
                TableHead(rows: lines.firstLines[2...], names: ["x", "y", "z"], linesBefore: 2)
            }
        }, places: ["ACC.csv"],
        clock: { _, lines, _, _, _ in EmpaticaTop(lines).map { (0, .rows(rateHz: $0.rateHz), nil) } },
        streams: [.init(.accelerometer, "{axis}", .gravities, source: "{file}", countsPerUnit: 64)],
        finish: { log, _, lines, _ in
            log.recording.metadata.device = "Empatica E4"
            guard let top = EmpaticaTop(lines) else { return }
            log.recording.metadata.unixSecondsAtZero = top.unixSeconds
            log.recording.metadata.clock = "rows at \(top.rateHz) Hz, from the file's first rows"
        })

    private static let ofAPDM: [DeclaredColumns] = [
        .init(.accelerometer, "{unit}/Acceleration/{axis}", .metresPerSecondSquared, source: "{unit}"),
        .init(.gyroscope, "{unit}/Angular Velocity/{axis}", .radiansPerSecond, source: "{unit}"),
        .init(.magnetometer, "{unit}/Magnetic Field/{axis}", .microtesla, source: "{unit}"),
        // East is the negative of west.
        .init(
            .attitude, "{unit}/Orientation/{axis}", axes: ["Scalar", "X", "Y", "Z"], source: "{unit}",
            note: "sensor to magnetic north, west, up (turned here)", turn: .aboutVertical(.pi / 2)),
    ]
}

extension DeclaredColumns {
    /// A vector of a message, and its covariance.
    fileprivate static func rostopic(_ sensor: SensorKind, _ field: String, _ unit: LogUnit) -> DeclaredColumns {
        DeclaredColumns(
            sensor, "\(field).{axis}", unit, source: field, note: "axes of {frame}",
            absent: "\(field)_covariance{}")
    }

    /// A field of PX4's messages.
    fileprivate static func px4(_ sensor: SensorKind, _ field: String, _ unit: LogUnit) -> DeclaredColumns {
        DeclaredColumns(
            sensor, "\(field)[{axis}]", axes: ["0", "1", "2"], unit, source: field, note: ForwardRightDown.note,
            relativeTime: "\(field.prefix { $0 != "_" })_timestamp_relative")
    }
}

extension RawLog {
    /// Takes stamps after 2001 for Unix time.
    fileprivate mutating func takeUnixNanoseconds() {
        if let first = recording.interval?.lowerBound, first > 1_000_000_000_000_000_000 {
            recording.metadata.unixSecondsAtZero = 0
        }
    }

    /// Warns of nanoseconds that a spreadsheet rounded.
    /// - Parameter stamp: the first one, with an exponent; `nil` where there is none.
    fileprivate mutating func warnOfRounding(_ stamp: String?, _ place: String) {
        guard let stamp else { return }
        let digits = stamp.prefix { $0 != "E" && $0 != "e" }.filter(\.isNumber).count
        // 19 digits are nanoseconds.
        var resolution = 1.0
        for _ in digits..<max(digits, 19) { resolution *= 10 }
        let text = resolution >= 1000 ? "\(resolution / 1000) us" : "\(Int(clamping: resolution)) ns"
        warn(
            .roundedStamps, place: place,
            "all \(recording.gyroscope.count) stamps were rounded by a spreadsheet to about \(text) (first \(stamp)); "
                + "they are used unchanged")
    }
}

/// The time of Xsens' exports: the 16-bit packet counter times the update rate, so that lost packets leave gaps;
/// without that rate the 32-bit counter of 0.1 ms, and a DOT's of microseconds.
private enum XsensClock {
    /// The default update rate of MTw sensors, hertz.
    private static let usualRate = 100.0
    /// Larger steps are the microseconds of a DOT, which sends at most 120 times a second; an MT counts 10 000 per
    /// second.
    private static let smallestDOTStep = 4000.0

    private static func fine(_ head: TableHead) -> [Double]? {
        head.names.firstIndex(of: "SampleTimeFine").map(head.numbers)
    }

    /// Whether the table is a DOT's, from the steps of its fine time.
    static func isDOT(_ head: TableHead) -> Bool {
        guard let times = fine(head) else { return false }
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
        return Percentile.upperMedian(steps).map { $0 >= smallestDOTStep } ?? false
    }

    private static func comment(_ key: String, _ head: TableHead, _ lines: LineReader) -> String? {
        lines.firstLines.prefix(head.linesBefore).compactMap { $0.components(after: key) }.first?.trimmedCell
    }

    static func clock(
        _ head: TableHead, _ lines: LineReader, _ options: ReadOptions, _ log: inout RawLog, isDOT: Bool
    ) throws -> (position: Int, clock: TableClock, supplement: TimeSupplement?)? {
        if let system = comment("Coordinate system:", head, lines), system != "ENU" {
            throw lines.error(
                .unknownFrame, "found the coordinate system \(system.prefix(20)), expected ENU", "export it in ENU")
        }
        var rate = options.assumptions.rateHz
        if rate == nil, let text = comment("Update Rate:", head, lines) {
            rate = Double(text.prefix { $0.isNumber || $0 == "." }).flatMap { (0.01...100_000).contains($0) ? $0 : nil }
        }
        let counts = fine(head).map(TimeColumn.rises) == true
        if let ticks = isDOT ? 1e6 : rate == nil && counts ? 1e4 : nil {
            return head.names.firstIndex(of: "SampleTimeFine").map {
                ($0, .counter(rateHz: ticks, modulus: 1 << 32), nil)
            }
        }
        if rate == nil {
            log.isRateAssumed = true
            log.warn(.assumedRate, place: lines.source.name, "the file does not give its rate; 100 Hz is assumed")
        }
        return head.names.firstIndex(of: "PacketCounter").map {
            ($0, .counter(rateHz: rate ?? usualRate, modulus: 65_536), nil)
        }
    }

    /// Takes the device from the lines above the header.
    static func describe(_ log: inout RawLog, _ head: TableHead, _ lines: LineReader, isDOT: Bool) {
        log.recording.metadata.device = comment("ProductCode:", head, lines).map { "Xsens \($0)" }
        if isDOT {
            let tag = comment("DeviceTag:", head, lines).map { $0.drop { ",;\t ".contains($0) } } ?? ""
            log.recording.metadata.device = tag.isEmpty ? "Xsens DOT" : "Xsens DOT \(tag)"
        }
        log.recording.metadata.other["device-id"] = comment("DeviceId:", head, lines)
    }
}

/// The two rows above an Empatica E4's samples.
private struct EmpaticaTop {
    let unixSeconds, rateHz: Double

    /// `nil` where they are something else.
    init?(_ lines: LineReader) {
        let rows = lines.firstLines.prefix(6).map { $0.commaCells.compactMap(Double.init) }
        guard rows.count > 3, rows.prefix(3).allSatisfy({ $0.count == 3 }), Set(rows[0]).count == 1,
            Set(rows[1]).count == 1,
            (1e9...4e9).contains(rows[0][0]), (0.5...2500).contains(rows[1][0])
        else { return nil }
        (unixSeconds, rateHz) = (rows[0][0], rows[1][0])
    }
}

/// The old export of APDM.
private enum OldAPDM {
    /// Its three lines as one header with the names of the new export.
    static func head(_ lines: LineReader) -> TableHead? {
        guard lines.firstLines.count > 3 else { return nil }
        let rows = lines.firstLines.prefix(3).map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        var names = ["Time"]
        var (body, group) = ("", "")
        for column in 1..<max(1, rows[1].count) {
            // The serial number is above the first column of a body, its name three cells further.
            if column < rows[0].count, Int(rows[0][column]) != nil {
                let name = column + 3 < rows[0].count ? rows[0][column + 3].trimmedCell : ""
                body = name.isEmpty ? rows[0][column] : name
            }
            if !rows[1][column].isEmpty { group = rows[1][column] }
            let axis = column < rows[2].count ? rows[2][column] : ""
            let kinds = [
                "Accelerometer": "Acceleration", "Gyroscope": "Angular Velocity", "Magnetometer": "Magnetic Field",
            ]
            names.append("\(body)/\(kinds[group] ?? group)/\(axis == "S" ? "Scalar" : axis)")
        }
        return TableHead(lines, names: names, linesBefore: 2)
    }
}
