import CSQLite
import Vocabulary

/// A value as SQLite stores it (https://www.sqlite.org/datatype3.html). A blob is read as the text of its bytes.
package enum DatabaseValue: Hashable, Sendable {
    /// No value.
    case null
    /// An integer of up to 64 bits.
    case integer(Int64)
    /// A floating-point number. SQLite stores NaN as NULL.
    case real(Double)
    /// Text, in which NUL is a character like any other.
    case text(String)

    /// SQLite copies the text that it is given.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// A column of a statement's current row.
    init(_ statement: OpaquePointer?, _ column: Int32) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: self = .null
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
        default:
            // Before its length: SQLite converts to UTF-8 here.
            let text = sqlite3_column_text(statement, column)
            self = .text(Self.string(text, sqlite3_column_bytes(statement, column)))
        }
    }

    /// An argument of a function.
    private init(argument: OpaquePointer?) {
        switch sqlite3_value_type(argument) {
        case SQLITE_NULL: self = .null
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(argument))
        case SQLITE_FLOAT: self = .real(sqlite3_value_double(argument))
        default:
            let text = sqlite3_value_text(argument)
            self = .text(Self.string(text, sqlite3_value_bytes(argument)))
        }
    }

    /// The arguments of a function.
    static func arguments(_ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?) -> [DatabaseValue] {
        UnsafeBufferPointer(start: values, count: Int(count)).map { DatabaseValue(argument: $0) }
    }

    private static func string(_ text: UnsafePointer<UInt8>?, _ length: Int32) -> String {
        String(decoding: UnsafeBufferPointer(start: text, count: text == nil ? 0 : Int(length)), as: UTF8.self)
    }

    /// Gives a parameter of a statement this value.
    /// - Parameter index: 1 for the first.
    /// - Returns: the result code.
    func bind(to statement: OpaquePointer?, at index: Int32) -> Int32 {
        switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .real(let number): sqlite3_bind_double(statement, index, number)
        case .text(let text):
            text.withCString {
                sqlite3_bind_text64(statement, index, $0, UInt64(text.utf8.count), Self.copied, UInt8(SQLITE_UTF8))
            }
        }
    }

    /// Makes this the result of a function.
    func result(in context: OpaquePointer?) {
        switch self {
        case .null: sqlite3_result_null(context)
        case .integer(let number): sqlite3_result_int64(context, number)
        case .real(let number): sqlite3_result_double(context, number)
        case .text(let text):
            text.withCString {
                sqlite3_result_text64(context, $0, UInt64(text.utf8.count), Self.copied, UInt8(SQLITE_UTF8))
            }
        }
    }
}

/// What a column can hold: numbers, text, and optionals of them.
package protocol Storable: Sendable {
    /// This value as SQLite stores it.
    var stored: DatabaseValue { get }

    /// `nil` for a stored value of another type: text is no number, and only an optional takes NULL.
    init?(_ stored: DatabaseValue)
}

extension DatabaseValue: Storable {
    package var stored: DatabaseValue { self }
    package init(_ stored: DatabaseValue) { self = stored }
}

extension Int: Storable {
    package var stored: DatabaseValue { .integer(Int64(self)) }
    package init?(_ stored: DatabaseValue) {
        switch stored {
        case .integer(let number): self.init(exactly: number)
        case .real(let number): self.init(exactly: number)
        default: return nil
        }
    }
}

extension Bool: Storable {
    package var stored: DatabaseValue { .integer(self ? 1 : 0) }
    package init?(_ stored: DatabaseValue) {
        guard let number = Int(stored) else { return nil }
        self = number != 0
    }
}

extension Double: Storable {
    package var stored: DatabaseValue { .real(self) }
    package init?(_ stored: DatabaseValue) {
        switch stored {
        case .integer(let number): self.init(number)
        case .real(let number): self = number
        default: return nil
        }
    }
}

extension String: Storable {
    package var stored: DatabaseValue { .text(self) }
    package init?(_ stored: DatabaseValue) {
        guard case .text(let text) = stored else { return nil }
        self = text
    }
}

extension Optional: Storable where Wrapped: Storable {
    package var stored: DatabaseValue { self?.stored ?? .null }
    package init?(_ stored: DatabaseValue) {
        let value = Wrapped(stored)
        guard value != nil || stored == .null else { return nil }
        self = value
    }
}

/// A row of a result.
package struct Row: Sendable {
    /// Index by name; the first of several with one name.
    let columns: [String: Int]
    let values: [DatabaseValue]

    /// The value of a column by its name.
    ///
    /// Throws `DatabaseError` (`mismatch`) for a missing column and a value of another type.
    package subscript<Value: Storable>(_ name: String) -> Value { get throws { try value(of: name) } }

    /// The value of a column by its index, 0 for the first.
    ///
    /// Throws `DatabaseError` (`mismatch`) for a value of another type.
    package subscript<Value: Storable>(_ index: Int) -> Value { get throws { try value(at: index) } }

    fileprivate func value<Value>(of name: String) throws -> Value {
        guard let index = columns[name] else { throw DatabaseError(.mismatch, "there is no column \(name)") }
        return try value(at: index)
    }

    private func value<Value>(at index: Int) throws -> Value {
        // In two steps: the nil of a failed initialiser can be cast to an optional `Value`.
        guard let type = Value.self as? any Storable.Type, let stored = type.init(values[index]),
            let value = stored as? Value
        else {
            throw DatabaseError(.mismatch, "column \(index) is \(values[index]), expected \(Value.self)")
        }
        return value
    }
}

/// Decodes a row as a keyed container of its columns, and one column as a type around its value, such as `Nullable`.
struct RowDecoder: Decoder, SingleValueDecodingContainer {
    let row: Row
    /// The column; `nil` for the whole row.
    var column: String?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard column == nil else { throw Self.nested }
        return KeyedDecodingContainer(Columns(row: row))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.nested }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { (try? row.value(of: column ?? "") as DatabaseValue) == .null }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try row.value(of: column ?? "") }

    fileprivate static let nested = DatabaseError(.mismatch, "a column has one value, not a nested one")
}

private struct Columns<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let row: Row
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { row.columns.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { row.columns[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try row.value(of: key.stringValue) as DatabaseValue == .null }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard Value.self is any Storable.Type else {
            return try Value(from: RowDecoder(row: row, column: key.stringValue))
        }
        return try row.value(of: key.stringValue)
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        throw RowDecoder.nested
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw RowDecoder.nested }
    func superDecoder() throws -> any Decoder { throw RowDecoder.nested }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw RowDecoder.nested }
}
