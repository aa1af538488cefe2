import Recordings
import Rotations
import SensorModels
import Vocabulary

/// ios_logger's folders (P. Kim): one table per sensor without a header, Unix seconds first, commas between.
///
/// Columns, units and signs are those of the app's documentation and CoreMotion's: g, rad/s, microtesla, face up z =
/// -1. The frame of the attitude is not documented: its north is arbitrary here. ARKit's poses have their own frames
/// (`ARPose`); of the frames of the video the intrinsics are read.
enum IOSLoggerFormat: RecordingFormat {
    static let name = "ios_logger"

    /// Streams of a table: the sensor and its first column; the rest follow in order.
    private static let tables: [(file: String, width: Int, streams: [(sensor: SensorKind, first: Int)])] = [
        ("Accel.txt", 4, [(.accelerometer, 1)]),
        ("Gyro.txt", 4, [(.gyroscope, 1)]),
        ("Magnet.txt", 4, [(.magnetometer, 1)]),
        ("MotARH.txt", 11, [(.gyroscopeCorrected, 1), (.gravity, 4), (.linearAcceleration, 7)]),
        ("MotMagnFull.txt", 5, [(.magnetometerCorrected, 1)]),
        ("Motion.txt", 5, [(.attitude, 1)]),
        ("Head.txt", 4, [(.heading, 1)]),
        ("GPS.txt", 9, [(.location, 1)]),
    ]

    private static let (arPoses, frames) = ("ARposes.txt", "Frames.txt")

    /// File names that no other app uses.
    private static let ownNames = ["MotARH.txt", "MotMagnFull.txt", arPoses]

    static func recognises(_ input: LogInput) -> Bool {
        guard case .folder(let folder) = input, ownNames.contains(where: folder.contains) else { return false }
        return tables.contains { table in
            folder.contains(table.file) && (try? folder.peek(table.file) { isTable($0, table.width) }) == true
        }
    }

    /// Whether the first line has this many numbers and nothing else.
    private static func isTable(_ lines: LineReader, _ width: Int) -> Bool {
        let cells = (lines.firstLines.first ?? "").commaCells
        return cells.count == width && cells.allSatisfy { Double($0) != nil }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        guard case .folder(let folder) = input else { throw input.unrecognised }
        var log = RawLog()
        for table in tables where folder.contains(table.file) {
            try folder.read(table.file) { lines in
                guard isTable(lines, table.width) else {
                    log.recording.warnings.append(.unreadableTable(lines))
                    return
                }
                let names = ["time"] + Array(repeating: "", count: table.width - 1)
                let head = TableHead(rows: lines.firstLines[...], names: names, linesBefore: 0)
                let schema = TableSchema(
                    head: head, time: 0, clock: .decimal(exponent: 9),
                    channels: table.streams.map { channel($0.sensor, $0.first, head, file: table.file) })
                try schema.readLeniently(lines, into: &log)
            }
        }
        if folder.contains(arPoses) {
            try folder.read(arPoses) { lines in
                let table = try ARPoseTable(lines, zero: 0)
                log.recording.arPoses = table.poses
                log.recording.warnings += table.warnings
            }
            let (unit, convention) = CanonicalColumns.convention(of: .arPose)
            log.notes[.arPose] = (unit, convention, "the app's documentation", arPoses)
            if folder.contains(frames) {
                try folder.read(frames) { lines in
                    var rows: [[Double]] = []
                    // Time, number, focal lengths, principal point.
                    while let line = try lines.nextLine() {
                        rows.append(line.commaCells.dropFirst(2).map { Double($0.trimmedCell) ?? .nan })
                    }
                    log.recording.metadata.arIntrinsics = ARIntrinsics(rows: rows)
                }
            }
        }
        log.recording.metadata.unixSecondsAtZero = 0
        log.recording.metadata.operatingSystem = "ios"
        if !log.recording.attitude.isEmpty {
            log.recording.metadata.attitudeIsRelative = true
            log.warn(
                .arbitraryNorth, place: input.name,
                "the frame of the device's attitude is not documented: its north is arbitrary")
        }
        return try log.settled(name: input.name, options)
    }

    private static func channel(
        _ sensor: SensorKind, _ first: Int, _ head: TableHead, file: String
    ) -> TableSchema.Channel {
        let by = "the app's documentation"
        var place: any ChannelColumns = VectorColumns(sensor, Array(first..<first + 3))
        var note: String?
        switch sensor {
        case .heading:
            // True heading, then magnetic; -1 where the place, and with it the true north, is not known.
            let isTrue = head.numbers(first).contains { $0 >= 0 }
            place = HeadingColumn(column: isTrue ? first : first + 1)
            note = "of the top edge, clockwise from \(isTrue ? "true" : "magnetic") north"
        case .location:
            place = LocationColumns(
                latitude: first, longitude: first + 1, altitude: first + 3, accuracy: first + 2, speed: first + 7,
                course: first + 6)
            note = "WGS-84"
        case .attitude:
            place = OrientationColumns(sensor, Array(first..<first + 4), turn: .aboutVertical(.pi / 2))
            note = "device to x north, y west, z up (turned here)"
        default:
            let quantity = LogUnit.Quantity(of: sensor)
            var channel = TableSchema.Channel(place, claim: StreamClaim(source: file))
            channel.document(unit: quantity == .acceleration ? .gravities : quantity?.unit, sign: .ios, by: by)
            if quantity == .field { channel.claim.isCalibrated = sensor == .magnetometerCorrected }
            return channel
        }
        return .init(place, claim: StreamClaim(source: file, unit: nil, sign: .ios, by: by, note: note))
    }
}
