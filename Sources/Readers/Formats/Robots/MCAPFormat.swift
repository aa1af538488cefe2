import Files
import Recordings
import SensorModels
import Vocabulary

/// MCAP, the log of ROS 2 and of Foxglove: `sensor_msgs/Imu`, `MagneticField` and `NavSatFix` in CDR, ROS 1's serialisation or
/// JSON.
///
/// m/s^2 (specific force), rad/s, tesla, attitudes against east-north-up, in the axes of REP 103 (`ROSAxes`). Several topics of
/// one kind are several units, by the name of the topic; `ROSAssembly` chooses among them and between the clocks.
enum MCAPFormat: RecordingFormat {
    static let name = "MCAP"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file.map { MCAPReader.recognises($0.head) } == true }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        var reader = MCAPReader(lines)
        try reader.read()
        var assembly = ROSAssembly(reader.topics, lines.source)
        guard !assembly.isEmpty else { throw nothing(in: reader, lines.source) }
        warn(of: reader, input.name, &assembly.log)
        try assembly.takeStreams(options)
        return try assembly.log.settled(name: input.name, options)
    }

    /// The error for a file without anything to read.
    private static func nothing(in reader: MCAPReader, _ source: ByteSource) -> SensorLabError {
        if let packing = reader.unknownPacking {
            return source.error(
                .binaryLog, "found chunks packed by \"\(packing)\", expected lz4, zstd or none",
                "unpack the log: mcap decompress LOG -o PLAIN")
        }
        let others = reader.otherTopics
        let shown = others.prefix(6).joined(separator: ", ") + (others.count > 6 ? ", ..." : "")
        let empty = reader.topics.map(\.name).joined(separator: ", ")
        let found =
            !reader.topics.isEmpty
            ? "no readable message of \(empty)" : others.isEmpty ? "no topic" : "the topics \(shown)"
        return source.error(
            .noSensors,
            "found \(found), expected messages of sensor_msgs/Imu, MagneticField or NavSatFix in cdr, ros1 or json",
            "record such a topic, or check that the file is whole (mcap doctor)")
    }

    private static func warn(of reader: MCAPReader, _ place: String, _ log: inout RawLog) {
        log.warn(ofDamage: reader.damage, isCut: false, place)
        if reader.wrongChecksums > 0 {
            log.warn(
                .damagedMessages,
                "\(place): \(reader.wrongChecksums) chunk(s) are not what was written (their checksum is wrong); their "
                    + "messages are used", "copy the log again")
        }
        if reader.isCut {
            log.warn(
                .damagedMessages, "\(place): the file stops before its end; the messages before are used",
                "none needed where the recorder was switched off")
        }
    }
}
