import Vocabulary

/// A JSON text as a value, read and written without Foundation: calibration files, parameter files, cameras, places.
///
/// The laboratory's reports and baselines are large nested records whose members are the properties of their types;
/// they stay with `Codable` and Foundation, which the app's library does not link.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The value of a whole text (RFC 8259); two members of one name in one object are an error.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - name: the text's name in messages.
    /// - Throws: `SensorLabError` (bad data) with line and column.
    public init(parsing bytes: [UInt8], name: String) throws(SensorLabError) {
        self = try bytes.withUnsafeBufferPointer { (buffer) throws(SensorLabError) -> JSONValue in
            var parser = JSONParser(buffer, name: name)
            return try parser.document()
        }
    }

    /// The member of an object; `nil` where there is none, where it is null and where this is no object.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[key], value != .null else { return nil }
        return value
    }

    /// The number; `nil` for anything else.
    public var number: Double? {
        if case .number(let value) = self { return value }
        return nil
    }

    /// The text; `nil` for anything else.
    public var string: String? {
        if case .string(let value) = self { return value }
        return nil
    }

    /// The truth value; `nil` for anything else.
    public var bool: Bool? {
        if case .bool(let value) = self { return value }
        return nil
    }

    /// The elements; `nil` for anything else.
    public var array: [JSONValue]? {
        if case .array(let value) = self { return value }
        return nil
    }

    /// The members; `nil` for anything else.
    public var object: [String: JSONValue]? {
        if case .object(let value) = self { return value }
        return nil
    }

    /// A short description of the value, for messages: `the number 3`, `a list of 2`.
    public var summary: String {
        switch self {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let value): return "the number \(JSONWriter.text(of: value))"
        case .string(let value): return value.utf8.count <= 60 ? "\"\(value)\"" : "a long text"
        case .array(let elements): return "a list of \(elements.count)"
        case .object: return "an object"
        }
    }
}

#if !hasFeature(Embedded)
    extension JSONValue {
        /// The value of a file.
        /// - Throws: `SensorLabError`: no input, input/output, bad data as `init(parsing:name:)`.
        public init(readingFrom path: String) throws(SensorLabError) {
            try self.init(parsing: FileBytes.read(path, kind: "JSON file"), name: path)
        }
    }

    /// A JSON value as a member of a `Codable` report.
    extension JSONValue: Codable {
        /// Reads any value.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode([JSONValue].self) {
                self = .array(value)
            } else {
                self = .object(try container.decode([String: JSONValue].self))
            }
        }

        /// Writes the value.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .null: try container.encodeNil()
            case .bool(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .array(let value): try container.encode(value)
            case .object(let value): try container.encode(value)
            }
        }
    }
#endif
