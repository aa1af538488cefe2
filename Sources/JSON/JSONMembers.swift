import Vocabulary

/// A type that is read from and written to a JSON value.
public protocol JSONConvertible {
    /// The expected kind, for messages: `a number`.
    static var expectedJSON: String { get }
    /// `nil` where the JSON value is of another kind or out of range.
    init?(json: JSONValue)
    /// The value as JSON.
    var json: JSONValue { get }
}

/// The members of a JSON object, read by name. A broken member is an error that names file and member, what was found
/// and what was expected; a missing one is `nil` or, where it is required, an error.
public struct JSONMembers {
    /// The text's name in messages.
    public let file: String
    /// The code of the errors.
    public let code: ErrorCode
    /// The advice of the errors.
    public let advice: String
    /// Where the object is in the file, with a full stop at its end: `magnetometer.`; empty at the top.
    private let path: String
    private let members: [String: JSONValue]

    /// The members of a file's value.
    /// - Throws: `SensorLabError` (bad data) where it is no object.
    public init(_ value: JSONValue, file: String, code: ErrorCode, advice: String) throws(SensorLabError) {
        guard let members = value.object else {
            throw SensorLabError(
                .badData, code: code, place: file, message: "it holds \(value.summary), expected a JSON object",
                advice: advice)
        }
        self.init(members, path: "", file: file, code: code, advice: advice)
    }

    private init(_ members: [String: JSONValue], path: String, file: String, code: ErrorCode, advice: String) {
        (self.members, self.path) = (members, path)
        (self.file, self.code, self.advice) = (file, code, advice)
    }

    /// The names of the members, sorted.
    public var names: [String] { members.keys.sorted() }

    /// An error in this file.
    public func fail(_ message: String, advice: String? = nil) -> SensorLabError {
        SensorLabError(.badData, code: code, place: file, message: message, advice: advice ?? self.advice)
    }

    /// A broken member: what was found and what was expected.
    public func fail(_ name: String, expected: String) -> SensorLabError {
        guard let found = members[name] else { return fail("\(path)\(name) is missing, expected \(expected)") }
        return fail("\(path)\(name) is \(found.summary), expected \(expected)")
    }

    /// The value of a member; `nil` where it is missing or null.
    public func value(_ name: String) -> JSONValue? {
        guard let value = members[name], value != .null else { return nil }
        return value
    }

    /// A member; `nil` where it is missing or null.
    /// - Throws: `SensorLabError` (bad data) for a value of another kind.
    public func read<Value: JSONConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(SensorLabError) -> Value? {
        guard let json = value(name) else { return nil }
        guard let value = Value(json: json) else { throw fail(name, expected: Value.expectedJSON) }
        return value
    }

    /// A member that must be there.
    /// - Throws: `SensorLabError` (bad data) for one that is missing, null or of another kind.
    public func require<Value: JSONConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(SensorLabError) -> Value {
        guard let value: Value = try read(name) else { throw fail(name, expected: Value.expectedJSON) }
        return value
    }

    /// An object inside of this one; `nil` where it is missing or null.
    /// - Throws: `SensorLabError` (bad data) for a value of another kind.
    public func section(_ name: String) throws(SensorLabError) -> JSONMembers? {
        guard let value = value(name) else { return nil }
        guard let members = value.object else { throw fail(name, expected: "an object") }
        return JSONMembers(members, path: "\(path)\(name).", file: file, code: code, advice: advice)
    }

    /// The objects of a list; empty where it is missing or null.
    /// - Throws: `SensorLabError` (bad data) for a value of another kind, or another element.
    public func sections(_ name: String) throws(SensorLabError) -> [JSONMembers] {
        guard let value = value(name) else { return [] }
        guard let elements = value.array else { throw fail(name, expected: "a list of objects") }
        var sections: [JSONMembers] = []
        for (index, element) in elements.enumerated() {
            guard let members = element.object else {
                throw fail("\(path)\(name)[\(index)] is \(element.summary), expected an object")
            }
            sections.append(
                JSONMembers(members, path: "\(path)\(name)[\(index)].", file: file, code: code, advice: advice))
        }
        return sections
    }

    /// Checks the member `schema`, `NAME/VERSION`.
    /// - Parameters:
    ///   - expected: the name and version that are read.
    ///   - update: the advice where the file's version is newer.
    /// - Throws: `SensorLabError` (bad data) for another schema, with its own message for a newer version of this one.
    public func checkSchema(_ expected: String, update: String) throws(SensorLabError) {
        let found: String = try require("schema")
        guard found != expected else { return }
        let (family, own) = Self.parts(expected)
        let (other, version) = Self.parts(found)
        if family == other, let version, let own, version > own {
            throw fail(
                "the schema \"\(found)\" is from a newer version, expected \"\(expected)\"", advice: update)
        }
        throw fail("schema \"\(found)\", expected \"\(expected)\"")
    }

    private static func parts(_ schema: String) -> (family: Substring, version: Int?) {
        let parts = schema.split(separator: "/", maxSplits: 1)
        return (parts.first ?? "", parts.count == 2 ? Int(parts[1]) : nil)
    }
}

extension Double: JSONConvertible {
    /// The expected kind, for messages.
    public static var expectedJSON: String { "a number" }
    /// `nil` for a value of another kind.
    public init?(json: JSONValue) {
        guard let number = json.number else { return nil }
        self = number
    }
    /// The value as JSON; null where it is not finite.
    public var json: JSONValue { isFinite ? .number(self) : .null }
}

extension Int: JSONConvertible {
    /// The expected kind, for messages.
    public static var expectedJSON: String { "a whole number" }
    /// `nil` for a value of another kind, a fraction, and magnitudes from 9e15 on.
    public init?(json: JSONValue) {
        guard let number = json.number, number == number.rounded(), number.magnitude < 9e15 else { return nil }
        self = Int(clamping: number)
    }
    /// The value as JSON.
    public var json: JSONValue { .number(Double(self)) }
}

extension Bool: JSONConvertible {
    /// The expected kind, for messages.
    public static var expectedJSON: String { "true or false" }
    /// `nil` for a value of another kind.
    public init?(json: JSONValue) {
        guard let value = json.bool else { return nil }
        self = value
    }
    /// The value as JSON.
    public var json: JSONValue { .bool(self) }
}

extension String: JSONConvertible {
    /// The expected kind, for messages.
    public static var expectedJSON: String { "a text" }
    /// `nil` for a value of another kind.
    public init?(json: JSONValue) {
        guard let text = json.string else { return nil }
        self = text
    }
    /// The value as JSON.
    public var json: JSONValue { .string(self) }
}

/// An enumeration with names is read and written by its raw value.
extension JSONConvertible where Self: RawRepresentable & CaseIterable, RawValue == String {
    /// The expected kind, for messages.
    public static var expectedJSON: String {
        let names = allCases.map { $0.rawValue }
        return names.count == 1 ? names[0] : "one of " + names.joined(separator: ", ")
    }
    /// `nil` for a value of another kind and for an unknown name.
    public init?(json: JSONValue) {
        guard let name = json.string else { return nil }
        self.init(rawValue: name)
    }
    /// The value as JSON.
    public var json: JSONValue { .string(rawValue) }
}

extension Optional where Wrapped: JSONConvertible {
    /// The value as JSON; null where there is none.
    public var json: JSONValue {
        guard let self else { return .null }
        return self.json
    }
}
