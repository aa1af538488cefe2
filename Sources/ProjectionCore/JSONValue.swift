import SensorModels

/// A JSON text as a value: what parameter files, cameras and lists of places need, without Foundation, so that the app's
/// library stays free of it.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The value of a whole text (RFC 8259; of members with one name the last counts).
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - name: what messages call the text.
    /// - Throws: `SensorLabError` (bad data) with line and column.
    public init(parsing bytes: [UInt8], name: String) throws {
        self = try bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(buffer, name: name)
            return try parser.document()
        }
    }

    /// The value of a file.
    /// - Throws: `SensorLabError`: no input, input/output, bad data as `init(parsing:name:)`.
    public init(readingFrom path: String) throws {
        try self.init(parsing: FileBytes.read(path, kind: "JSON file"), name: path)
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
}
