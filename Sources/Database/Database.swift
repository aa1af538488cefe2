import CSQLite
import Vocabulary

/// A connection to an SQLite database.
///
/// Several threads may use one connection: each call, and each transaction as a whole, holds SQLite's own mutex of the
/// connection (serialized mode, https://www.sqlite.org/threadsafe.html).
package final class Database: @unchecked Sendable {
    /// Called while another connection has the database locked.
    ///
    /// `tries` counts the calls before this one for the same lock; `false` gives up with `DatabaseError.Code.busy`.
    package typealias BusyHandler = @Sendable (_ tries: Int) -> Bool

    /// The path of the file.
    package let path: String
    private let handle: OpaquePointer
    private let busy: BusyHandler?

    /// Opens a database with foreign keys enforced.
    /// - Parameters:
    ///   - path: of the file; `:memory:` for a database without one.
    ///   - readOnly: `false` creates a missing file.
    ///   - writeAheadLog: whether readers and one writer do not block each other (https://www.sqlite.org/wal.html).
    ///   - busy: decides whether to wait for a lock; without it a locked database is an error at once.
    /// - Throws: `DatabaseError`, also for a file that is no database.
    package init(
        _ path: String, readOnly: Bool = false, writeAheadLog: Bool = false, busy: BusyHandler? = nil
    ) throws {
        (self.path, self.busy) = (path, busy)
        let access = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_FULLMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw DatabaseError(DatabaseError.Code(code), String(cString: sqlite3_errstr(code)))
        }
        handle = opened
        if busy != nil {
            let handler: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = { database, tries in
                guard let database else { return 0 }
                let isRetried = Unmanaged<Database>.fromOpaque(database).takeUnretainedValue().busy?(Int(tries))
                return isRetried == true ? 1 : 0
            }
            sqlite3_busy_handler(handle, handler, Unmanaged.passUnretained(self).toOpaque())
        }
        try execute("PRAGMA foreign_keys = ON")
        // SQLite reads the file only now.
        try run("SELECT * FROM sqlite_master LIMIT 1")
        guard writeAheadLog else { return }
        let mode: String? = try rows("PRAGMA journal_mode = WAL").first?[0]
        guard mode == "wal" else { throw DatabaseError(.error, "\(path) cannot have a write-ahead log") }
        // What https://www.sqlite.org/pragma.html#pragma_synchronous advises for such a log.
        try execute("PRAGMA synchronous = NORMAL")
    }

    /// Opens somebody else's database to read it, damaged or cut files as far as they go. Nothing is written, beside it
    /// either.
    /// - Throws: `DatabaseError`.
    package convenience init(reading path: String) throws {
        let marks = ["%": "%25", "?": "%3f", "#": "%23"]
        let escaped = path.map { marks[String($0)] ?? String($0) }.joined()
        try self.init(foreign: "file:\(escaped)?immutable=1", path)
    }

    /// As `init(reading:)`, of a database in memory.
    /// - Throws: `DatabaseError`.
    package convenience init(bytes: [UInt8]) throws {
        try self.init(foreign: ":memory:", "")
        guard let copy = sqlite3_malloc64(UInt64(max(1, bytes.count))) else {
            throw DatabaseError(DatabaseError.Code(SQLITE_NOMEM), "out of memory")
        }
        copy.copyMemory(from: bytes, byteCount: bytes.count)
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
        let size = Int64(bytes.count)
        try check(
            sqlite3_deserialize(handle, "main", copy.assumingMemoryBound(to: UInt8.self), size, size, flags))
    }

    /// - Parameter name: what SQLite opens.
    private init(foreign name: String, _ path: String) throws {
        (self.path, busy) = (path, nil)
        var opened: OpaquePointer?
        let access = name == ":memory:" ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        let code = sqlite3_open_v2(name, &opened, access | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw DatabaseError(DatabaseError.Code(code), String(cString: sqlite3_errstr(code)))
        }
        handle = opened
        // What it defines itself must not do anything, and a file shorter than it states is none otherwise.
        try execute("PRAGMA trusted_schema = OFF; PRAGMA writable_schema = ON")
    }

    deinit { sqlite3_close_v2(handle) }

    /// Executes any number of statements without parameters.
    /// - Throws: `DatabaseError` of the first one that fails.
    package func execute(_ script: String) throws {
        try exclusively { try check(sqlite3_exec(handle, script, nil, nil, nil)) }
    }

    /// Executes one statement.
    /// - Parameter values: of its parameters `?`, in their order.
    /// - Throws: `DatabaseError`.
    package func run(_ sql: String, _ values: [any Storable] = []) throws { _ = try rows(sql, values) }

    /// Executes one statement.
    /// - Parameter values: of its parameters `?`, in their order.
    /// - Returns: all rows of the result.
    /// - Throws: `DatabaseError`.
    package func rows(_ sql: String, _ values: [any Storable] = []) throws -> [Row] {
        try rows(sql) { statement, count in
            guard count == values.count else {
                throw DatabaseError(.misuse, "\(values.count) values for \(count) parameters of \(sql)")
            }
            return values
        }
    }

    /// Executes one statement.
    /// - Parameter values: of its parameters by their names, without the colon before them in SQL.
    /// - Returns: all rows of the result.
    /// - Throws: `DatabaseError`.
    package func rows(_ sql: String, named values: [String: any Storable]) throws -> [Row] {
        try rows(sql) { statement, count in
            try (0..<count).map { index in
                let name = sqlite3_bind_parameter_name(statement, Int32(index + 1)).map { String(cString: $0 + 1) }
                guard let value = name.flatMap({ values[$0] }) else {
                    throw DatabaseError(.misuse, "no value for parameter \(name ?? "?") of \(sql)")
                }
                return value
            }
        }
    }

    /// Executes one query without parameters and visits its rows while SQLite reads them.
    /// - Throws: `DatabaseError`, after the rows before the fault; what `body` throws.
    package func visit(_ sql: String, _ body: (CurrentRow) throws -> Void) throws {
        try exclusively {
            let statement = try prepared(sql)
            defer { sqlite3_finalize(statement) }
            while true {
                let code = sqlite3_step(statement)
                guard code == SQLITE_ROW else {
                    if code != SQLITE_DONE { try check(code) }
                    return
                }
                try body(CurrentRow(statement: statement))
            }
        }
    }

    /// Executes one query.
    /// - Parameter values: of its parameters `?`, in their order.
    /// - Returns: its rows as values whose coding keys are the columns' names.
    /// - Throws: `DatabaseError`, of the code `mismatch` for a column of another type than its member's.
    package func records<Record: Decodable>(_ sql: String, _ values: [any Storable] = []) throws -> [Record] {
        try rows(sql, values).map { try Record(from: RowDecoder(row: $0)) }
    }

    /// Inserts a row.
    /// - Parameters:
    ///   - table: its name, with the names of the columns in parentheses unless the row has all of them.
    ///   - values: of the columns.
    /// - Throws: `DatabaseError`.
    package func insert(into table: String, _ values: [any Storable]) throws {
        let marks = [String](repeating: "?", count: values.count).joined(separator: ", ")
        try run("INSERT INTO \(table) VALUES (\(marks))", values)
    }

    /// The row ID of the newest row that this connection has inserted.
    package var lastInsertedRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

    /// Does everything in `body` or nothing: rolls back where it throws.
    /// - Parameters:
    ///   - immediate: whether the lock for writing is taken at the beginning, where two writers wait for each other;
    ///     `false` takes it when something is written: for readers.
    ///   - commits: `false` rolls back in any case.
    /// - Throws: `DatabaseError`; what `body` throws.
    package func transaction<Result>(
        immediate: Bool = true, commits: Bool = true, _ body: () throws -> Result
    ) throws -> Result {
        try exclusively {
            try execute(immediate ? "BEGIN IMMEDIATE" : "BEGIN")
            // Some errors, such as a full disk, have rolled back already.
            defer { if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") } }
            let result = try body()
            if commits { try execute("COMMIT") }
            return result
        }
    }

    /// Makes a function available to the SQL of this connection.
    /// - Throws: `DatabaseError`.
    package func add(_ function: DatabaseFunction) throws { try exclusively { try check(function.add(to: handle)) } }

    private func rows(
        _ sql: String, values: (_ statement: OpaquePointer?, _ parameters: Int) throws -> [any Storable]
    ) throws -> [Row] {
        try exclusively {
            let statement = try prepared(sql)
            defer { sqlite3_finalize(statement) }
            let values = try values(statement, Int(sqlite3_bind_parameter_count(statement)))
            for (index, value) in values.enumerated() {
                try check(value.stored.bind(to: statement, at: Int32(index + 1)))
            }
            let indices = 0..<sqlite3_column_count(statement)
            let names = indices.map { String(cString: sqlite3_column_name(statement, $0)) }
            let columns = Dictionary(zip(names, names.indices)) { first, _ in first }
            var rows: [Row] = []
            while true {
                let code = sqlite3_step(statement)
                guard code == SQLITE_ROW else {
                    if code != SQLITE_DONE { try check(code) }
                    return rows
                }
                rows.append(Row(columns: columns, values: indices.map { DatabaseValue(statement, $0) }))
            }
        }
    }

    private func prepared(_ sql: String) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
        return statement
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else {
            throw DatabaseError(DatabaseError.Code(code), String(cString: sqlite3_errmsg(handle)))
        }
    }

    /// The mutex is recursive.
    private func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
        let mutex = sqlite3_db_mutex(handle)
        sqlite3_mutex_enter(mutex)
        defer { sqlite3_mutex_leave(mutex) }
        return try body()
    }
}

/// The row at which a query is.
package struct CurrentRow {
    fileprivate let statement: OpaquePointer?

    /// The whole number of a column; 0 for anything else.
    package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }

    /// The bytes of a column, valid until the next row.
    package func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(statement, Int32(column))
        return UnsafeRawBufferPointer(
            start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, Int32(column))))
    }

    /// The text of a column.
    package func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }
}

/// An error of SQLite.
package struct DatabaseError: Error, Equatable, CustomStringConvertible {
    /// SQLite's primary result code (https://www.sqlite.org/rescode.html).
    package struct Code: Hashable, Sendable {
        /// The number.
        package let rawValue: Int32

        /// - Parameter code: a primary or an extended one, which has the primary one in its lowest eight bits.
        package init(_ code: Int32) { rawValue = code & 0xff }

        /// A fault in SQL: no such table or column, among others.
        package static let error = Code(SQLITE_ERROR)
        /// No permission to create or read a file.
        package static let permission = Code(SQLITE_PERM)
        /// Another connection has the database locked.
        package static let busy = Code(SQLITE_BUSY)
        /// A statement of the same connection has a table locked.
        package static let locked = Code(SQLITE_LOCKED)
        /// The database cannot be written.
        package static let readOnly = Code(SQLITE_READONLY)
        /// The file is damaged.
        package static let corrupt = Code(SQLITE_CORRUPT)
        /// The file cannot be opened.
        package static let cannotOpen = Code(SQLITE_CANTOPEN)
        /// A constraint such as UNIQUE or NOT NULL is violated.
        package static let constraint = Code(SQLITE_CONSTRAINT)
        /// A value of another type than expected.
        package static let mismatch = Code(SQLITE_MISMATCH)
        /// A mistake of the caller, such as a missing parameter.
        package static let misuse = Code(SQLITE_MISUSE)
        /// The file is no SQLite database.
        package static let notADatabase = Code(SQLITE_NOTADB)
    }

    /// The kind of error.
    package let code: Code
    /// In SQLite's words.
    package let message: String

    /// An error of SQLite, or one that a function of SQL throws.
    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// Code and message.
    package var description: String { "SQLite error \(code.rawValue): \(message)" }
}
