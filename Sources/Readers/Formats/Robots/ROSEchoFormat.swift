import Files
import Recordings
import Vocabulary

/// What `rostopic echo TOPIC` and `ros2 topic echo TOPIC` print: messages as YAML, each ended by `---`, a topic a file.
enum ROSEchoFormat: RecordingFormat {
    static let name = "rostopic echo"
    private static let end = "---"

    static func recognises(_ input: LogInput) -> Bool {
        switch input {
        case .file(let lines): isTopic(lines)
        case .folder(let folder): !files(of: folder).isEmpty
        }
    }

    private static func files(of folder: LogFolder) -> [String] {
        folder.files.filter { entry in
            [".txt", ".yaml", ".yml"].contains { entry.hasSuffix($0) } && (try? folder.peek(entry, isTopic)) == true
        }
    }

    /// Whether the first message begins with a header; programs write lines of their own above it.
    private static func isTopic(_ lines: LineReader) -> Bool {
        guard let start = lines.firstLines.prefix(16).firstIndex(where: { $0.trimmedCell == "header:" }) else {
            return false
        }
        let header = lines.firstLines[start...].prefix(7).map(\.trimmedCell)
        return header.contains("stamp:") && header.contains { $0.hasPrefix("frame_id:") }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        try input.bag(options, files: files, tools: ("", "rostopic echo without --noarr")) { lines, bag in
            try read(lines, fileStem(lines.source.name), into: &bag)
        }
    }

    private static func read(_ lines: LineReader, _ topic: String, into bag: inout ROSBag) throws {
        var message = ROSMembers()
        while let line = try lines.nextLine() {
            guard line.hasPrefix(end) else {
                message.add(line)
                continue
            }
            if let schema = message.schema {
                bag.take(message, of: bag.channel(topic, schema: schema, encoding: ROSEncoding.json.rawValue))
            } else if !message.isEmpty {
                bag.damage += 1
            }
            message = ROSMembers()
        }
        // A printout that was stopped ends anywhere.
        if !message.isEmpty { bag.stop = "the last message is not ended by \(end)" }
    }
}
