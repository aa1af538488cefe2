import Files
import Recordings
import Vocabulary

/// MCAP, the log of ROS 2 and of Foxglove: `sensor_msgs/Imu`, `MagneticField` and `NavSatFix` in CDR, ROS 1's
/// serialisation or JSON.
///
/// m/s^2 (specific force), rad/s, tesla, attitudes against east-north-up, in the axes of REP 103 (`ROSAxes`). Several
/// topics of one kind are several units, by the name of the topic; `ROSAssembly` chooses among them and between the
/// clocks.
enum MCAPFormat: RecordingFormat {
    static let name = "MCAP"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool {
        switch input {
        case .file(let lines): MCAPReader.recognises(lines.head)
        case .folder(let folder): !folder.parts(ofBag: ".mcap").isEmpty
        }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        try input.bag(
            options, files: { $0.parts(ofBag: ".mcap") }, tools: ("mcap decompress LOG -o PLAIN", "mcap doctor")
        ) { lines, bag in
            var reader = MCAPReader(lines, bag)
            try reader.read()
            bag = reader.bag
        }
    }
}

/// Bags of ROS 1, version 2.0: the same messages in ROS 1's serialisation.
enum ROS1BagFormat: RecordingFormat {
    static let name = "ROS 1 bag"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file.map { ROS1BagReader.recognises($0.head) } == true }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        try input.bag(options, files: { _ in [] }, tools: ("rosbag decompress LOG", "rosbag info")) { lines, bag in
            var reader = ROS1BagReader(lines)
            try reader.read()
            bag = reader.bag
        }
    }
}

/// Bags of ROS 2 in SQLite (rosbag2_storage_sqlite3): a file, or the folder of a recording with `metadata.yaml` and one
/// file or several, as a recorder splits them.
enum ROS2BagFormat: RecordingFormat {
    static let name = "ROS 2 bag"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool {
        switch input {
        case .file(let lines): ROS2BagReader.recognises(lines.head)
        case .folder(let folder): !folder.parts(ofBag: ".db3").isEmpty
        }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        try input.bag(
            options, files: { $0.parts(ofBag: ".db3") },
            tools: ("ros2 bag convert with compression_mode none", "ros2 bag info")
        ) { lines, bag in try ROS2BagReader(lines).read(into: &bag) }
    }
}

extension LogFolder {
    /// The files of a recording of ROS 2 in their order, `name_0.db3` to `name_12.db3`, packed ones too; none without
    /// `metadata.yaml`, since they may be several recordings.
    fileprivate func parts(ofBag ending: String) -> [String] {
        guard contains("metadata.yaml") else { return [] }
        return files.filter { $0.hasSuffix(ending) || $0.hasSuffix(ending + ".zstd") }.sorted {
            ($0.utf8.count, $0) < ($1.utf8.count, $1)
        }
    }
}

extension LogInput {
    /// Reads the file, or files of the folder, of one bag.
    /// - Parameters:
    ///   - files: of a folder, in their order.
    ///   - tools: the commands that unpack such a log and examine it.
    ///   - take: reads one file.
    func bag(
        _ options: ReadOptions, files: (LogFolder) -> [String], tools: (unpack: String, check: String),
        take: (LineReader, inout ROSBag) throws -> Void
    ) throws -> Recording {
        var bag = ROSBag()
        var first: ByteSource?
        func takeFile(_ lines: LineReader) throws {
            lines.isReported = true
            try take(lines, &bag)
            first = first ?? lines.source
        }
        switch self {
        case .file(let lines): try takeFile(lines)
        case .folder(let folder):
            let files = files(folder)
            if let packed = files.first(where: { $0.hasSuffix(".zstd") }) {
                throw SensorLabError(
                    .badData, code: .binaryLog, place: "\(folder.path)/\(packed)",
                    message: "found a packed file of a bag, expected a plain one",
                    advice: "unpack all of them: zstd -d *.zstd"
                )
            }
            for file in files { try folder.read(file, takeFile) }
        }
        guard let first else { throw unrecognised }
        return try bag.recording(first, name: name, options, tools: tools)
    }
}
