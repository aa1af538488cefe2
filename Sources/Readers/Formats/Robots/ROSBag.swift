import Files
import Recordings
import Vocabulary

/// What is read of a log of ROS, whatever contains its messages (MCAP, SQLite, a bag of ROS 1): the topics with
/// readings, and what was damaged.
struct ROSBag {
    /// A topic of the container, by a number of its own there.
    enum Channel {
        /// The index of its topic.
        case read(Int, ROSEncoding)
        case passedOver
    }

    /// The topics that are read.
    private(set) var topics: [ROSTopic] = []
    /// What else is in the log, for the message where nothing can be read.
    private(set) var otherTopics: [String] = []
    /// Damaged places, chunks that cannot be expanded, and messages without a channel.
    var damage = 0
    /// Chunks with a wrong checksum.
    var wrongChecksums = 0
    /// Why the log is not read to its end, in words; `nil` where it is.
    var stop: String?
    /// An unknown compression of chunks.
    var unknownPacking: String?
    /// The indices of the topics by kind and name.
    private var indices: [String: Int] = [:]

    /// `stop` of a file that was cut.
    static let cut = "the file stops before its end"
    /// Bytes; longest message that is read.
    static let largestMessage = 1 << 16

    /// Notes a topic.
    /// - Parameters:
    ///   - schema: the name of the messages' definition.
    ///   - encoding: how they are stored, by the name that MCAP has for it.
    mutating func channel(_ topic: String, schema: String, encoding: String) -> Channel {
        guard let kind = ROSTopic.Kind(schema: schema), let encoding = ROSEncoding(rawValue: encoding) else {
            let other = "\(topic) (\([schema, encoding].compactMap(\.shortPlainText).joined(separator: ", ")))"
            if otherTopics.count < 100, !otherTopics.contains(other) { otherTopics.append(other) }
            return .passedOver
        }
        let key = "\(kind) \(topic)"
        let index = indices[key] ?? topics.count
        if index == topics.count {
            topics.append(ROSTopic(name: topic, kind: kind))
            indices[key] = index
        }
        return .read(index, encoding)
    }

    /// Takes a message in.
    /// - Parameters:
    ///   - message: `nil` for one of more than `largestMessage`.
    ///   - logged: the recorder's time, nanoseconds.
    mutating func take(_ message: UnsafeRawBufferPointer?, of channel: Channel, logged: Int64) {
        guard case .read(let index, let encoding) = channel else { return }
        guard let message else { return topics[index].addUnreadable() }
        topics[index].take(message, encoding, logged: logged > DecimalTime.limit ? DecimalTime.unreadable : logged)
    }

    /// As `take`, of a message without a recorder's time.
    mutating func take(_ message: some ROSFields, of channel: Channel) {
        guard case .read(let index, _) = channel else { return }
        topics[index].take(message)
    }

    /// The recording of the unit that is asked for, or of the most complete one.
    /// - Parameters:
    ///   - source: a file of the log, for messages.
    ///   - tools: the commands that unpack such a log and examine it.
    /// - Throws: `SensorLabError` (bad data) where nothing can be read; usage for an unknown unit.
    func recording(
        _ source: ByteSource, name: String, _ options: ReadOptions, tools: (unpack: String, check: String)
    ) throws -> Recording {
        var assembly = ROSAssembly(topics, source)
        guard !assembly.isEmpty else { throw nothing(in: source, tools) }
        warn(name, &assembly.log)
        try assembly.takeStreams(options)
        return try assembly.log.settled(name: name, options)
    }

    /// The error for a log without anything to read.
    private func nothing(in source: ByteSource, _ tools: (unpack: String, check: String)) -> SensorLabError {
        if let unknownPacking {
            return source.error(
                .binaryLog, "found chunks with the compression \"\(unknownPacking)\", expected lz4, zstd, bz2 or none",
                "unpack the log: \(tools.unpack)")
        }
        let shown = otherTopics.prefix(6).joined(separator: ", ") + (otherTopics.count > 6 ? ", ..." : "")
        let empty = topics.map(\.name).joined(separator: ", ")
        let found =
            !topics.isEmpty
            ? "no readable message of \(empty)" : otherTopics.isEmpty ? "no topic" : "the topics \(shown)"
        return source.error(
            .noSensors,
            "found \(found), expected messages of sensor_msgs/Imu, MagneticField or NavSatFix in cdr, ros1 or json",
            "record such a topic, or check that the file is whole (\(tools.check))")
    }

    private func warn(_ place: String, _ log: inout RawLog) {
        log.warn(ofDamage: damage, isCut: false, place)
        if wrongChecksums > 0 {
            log.warn(
                .damagedMessages, place: place,
                "\(wrongChecksums) chunk(s) are not what was written (their checksum is wrong); their messages are used"
            )
        }
        if let stop {
            log.warn(.damagedMessages, place: place, "\(stop); the messages before are used", advice: .cutAtEnd)
        }
    }
}
