import Files
import Recordings
import Rotations
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
        var message = ROSText()
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
            message = ROSText()
        }
        // A printout that was stopped ends anywhere.
        if !message.isEmpty { bag.stop = "the last message is not ended by \(end)" }
    }
}

/// The fields of a message in YAML, by their paths: `linear_acceleration.x`.
struct ROSText: ROSFields {
    private var numbers: [String: [Double]] = [:]
    private var frame = ""
    private var path: [(indent: Int, name: String)] = []

    /// No field was read.
    var isEmpty: Bool { path.isEmpty }

    /// The definition that has these fields; `nil` for others.
    var schema: String? {
        if numbers["angular_velocity.x"] != nil, numbers["linear_acceleration.x"] != nil { return "sensor_msgs/Imu" }
        if numbers["magnetic_field.x"] != nil { return "sensor_msgs/MagneticField" }
        return numbers["latitude"] != nil && numbers["longitude"] != nil ? "sensor_msgs/NavSatFix" : nil
    }

    /// Adds a line: `name: value`, `name:` above an object or a list, `- number`.
    mutating func add(_ line: String) {
        let text = line.trimmedCell
        if text.hasPrefix("- ") { return add(text.dropFirst(2)) }
        guard let colon = text.firstIndex(of: ":") else { return }
        let indent = line.utf8.prefix { $0 == 32 }.count
        while let last = path.last, last.indent >= indent { path.removeLast() }
        path.append((indent, String(text[..<colon])))
        let value = String(text[text.index(after: colon)...]).trimmedCell
        if value.hasPrefix("[") {
            for number in value.dropFirst().dropLast().split(separator: ",") { add(number) }
        } else if name == "header.frame_id" {
            frame = value.filter { !"\"'".contains($0) }
        } else if !value.isEmpty {
            add(value[...])
        }
    }

    private var name: String { path.map(\.name).joined(separator: ".") }

    /// YAML writes `.nan` and `.inf`.
    private mutating func add(_ text: Substring) {
        let plain = String(text).trimmedCell
        guard let number = Double(plain) ?? Double(plain.dropFirst()) else { return }
        numbers[name, default: []].append(number.isFinite ? number : CellValue.notANumber)
    }

    private func first(_ names: [String]) -> Double? { names.lazy.compactMap { numbers[$0]?.first }.first }

    func header() -> ROSHeader {
        func whole(_ names: String...) -> Int64 {
            first(names.map { "header.stamp.\($0)" }).flatMap(Int64.init(exactly:)) ?? 0
        }
        return ROSHeader(seconds: whole("sec", "secs"), nanoseconds: whole("nanosec", "nsecs"), frame: frame)
    }

    func number(_ name: String) -> Double { first([name]) ?? CellValue.missing }

    func whole(_ name: String, in part: String?, bytes: Int) -> Int {
        first([part.map { "\($0).\(name)" } ?? name]).flatMap(Int.init(exactly:)) ?? 0
    }

    func vector(_ name: String) -> Vector3 { Vector3(number(name + ".x"), number(name + ".y"), number(name + ".z")) }

    func quaternion(_ name: String) -> Quaternion {
        let vector = vector(name)
        return Quaternion(number(name + ".w"), vector.x, vector.y, vector.z)
    }

    func covariance(_ name: String) -> ROSCovariance {
        guard let elements = numbers[name], elements.count == 9 else { return ROSCovariance(xx: 0, yy: 0) }
        return ROSCovariance(xx: elements[0], yy: elements[4])
    }
}
