import JSON
import Recordings
import Rotations
import Vocabulary

/// The fields of a message with names, in YAML or JSON, by their paths: `linear_acceleration.x`.
struct ROSMembers: ROSFields {
    private var numbers: [String: [Double]] = [:]
    private var frame = ""
    private var path: [(indent: Int, name: String)] = []

    init() {}

    /// - Throws: for what is no JSON object.
    init(json bytes: UnsafeRawBufferPointer) throws {
        let value = try JSONValue(parsing: Array(bytes), name: "")
        guard value.object != nil else { throw ROSFieldsMissing() }
        add(value, at: "")
    }

    /// JSON has no NaN: writers make null or a text of it.
    private mutating func add(_ value: JSONValue, at path: String) {
        switch value {
        case .object(let members):
            for (name, member) in members { add(member, at: path.isEmpty ? name : "\(path).\(name)") }
        case .array(let items): for item in items { add(item, at: path) }
        case .string(let text) where path == "header.frame_id": frame = text
        default: numbers[path, default: []].append(value.number ?? CellValue.notANumber)
        }
    }

    /// No field was read.
    var isEmpty: Bool { path.isEmpty }

    /// The definition that has these fields; `nil` for others.
    var schema: String? {
        if numbers["angular_velocity.x"] != nil, numbers["linear_acceleration.x"] != nil { return "sensor_msgs/Imu" }
        if numbers["magnetic_field.x"] != nil { return "sensor_msgs/MagneticField" }
        return numbers["latitude"] != nil && numbers["longitude"] != nil ? "sensor_msgs/NavSatFix" : nil
    }

    /// Adds a line of YAML: `name: value`, `name:` above an object or a list, `- number`.
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
        return ROSHeader(seconds: whole("sec", "secs"), nanoseconds: whole("nanosec", "nsec", "nsecs"), frame: frame)
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
