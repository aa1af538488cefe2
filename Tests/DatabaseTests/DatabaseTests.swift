import Files
import Foundation
import Testing
import Vocabulary

@testable import Database

@Suite("SQLite")
struct DatabaseTests {
    private let folder: ScratchFolder
    private var path: String { folder.path + "/test.sqlite" }

    init() throws { folder = try ScratchFolder() }

    private func code(_ body: () throws -> Void) -> DatabaseError.Code? {
        #expect(throws: DatabaseError.self, performing: body)?.code
    }

    @Test(
        "values come back as they were stored",
        arguments: [
            .null, .integer(.min), .integer(.max), .integer(0), .real(0.1), .real(-.infinity), .real(.ulpOfOne),
            .real(.greatestFiniteMagnitude), .text(""), .text("Länge in µT, 長さ"), .text("a\0b\0"),
        ] as [DatabaseValue])
    func roundTrip(value: DatabaseValue) throws {
        let database = try Database(":memory:")
        try database.add(DatabaseFunction("same", arguments: 1) { $0[0] })
        try database.execute("CREATE TABLE t (x)")
        try database.run("INSERT INTO t VALUES (?)", [value])
        let row = try #require(try database.rows("SELECT x, same(x) AS y FROM t").first)
        #expect(try row["x"] == value)
        #expect(try row["y"] == value)
    }

    @Test("Swift's types, NULL for nil and for what is no number")
    func types() throws {
        let database = try Database(":memory:")
        let (nothing, nan) = (String?.none, Double.nan)
        let row = try #require(
            try database.rows("SELECT ? AS i, ? AS d, ? AS s, ? AS b, ?, ?", [7, 2.5, "x", true, nothing, nan]).first)
        #expect(try row["i"] == 7 && row["d"] == 2.5 && row["s"] == "x" && row["b"] == true)
        #expect(try row[4] == String?.none && row[5] == Double?.none && row[1] == Double?(2.5))
        // An integer is a number, a whole number is an integer; text is neither, and NULL is only an optional.
        #expect(try row["i"] == 7.0)
        #expect(try database.rows("SELECT 3.0")[0][0] == 3)
        #expect(code { let _: Int = try row["d"] } == .mismatch)
        #expect(code { let _: Double = try row["s"] } == .mismatch)
        #expect(code { let _: Int? = try row["s"] } == .mismatch)
        #expect(code { let _: String = try row[4] } == .mismatch)
        #expect(code { let _: Int = try row["z"] } == .mismatch)
        #expect(try database.rows("SELECT x'C3A4'")[0][0] == "ä")
    }

    @Test("parameters by position and by name; a missing value is an error and not NULL")
    func parameters() throws {
        let database = try Database(":memory:")
        let sum = "SELECT :a - :b + :a, :c"
        let row = try #require(try database.rows(sum, named: ["a": 5, "b": 3, "c": Int?.none, "d": 1]).first)
        #expect(try row[0] == 7 && row[1] == Int?.none)
        #expect(code { _ = try database.rows(sum, named: ["a": 5, "b": 3]) } == .misuse)
        #expect(try database.rows("SELECT ?2 - ?1", [5, 3])[0][0] == -2)
        #expect(code { try database.run("SELECT ?, ?", [5]) } == .misuse)
        #expect(code { try database.run("SELECT ?", [5, 6]) } == .misuse)
        #expect(code { _ = try database.rows("SELECT ?", named: ["a": 5]) } == .misuse)
    }

    @Test("functions of rows and of groups, with their errors")
    func functions() throws {
        let database = try Database(":memory:")
        try database.add(
            DatabaseFunction("root", arguments: 1) { values in
                guard let number = Double?(values[0]) else { throw DatabaseError(.mismatch, "no number") }
                return number?.squareRoot()
            })
        try database.add(
            DatabaseFunction(
                "joined", arguments: 2, from: [String](),
                step: { $0.append("\(String($1[0]) ?? "-")\(Int($1[1]) ?? 0)") }, finish: { $0.joined(separator: " ") })
        )
        #expect(try database.rows("SELECT root(16), root(NULL)")[0][0] == 4.0)
        #expect(try database.rows("SELECT root(NULL)")[0][0] == Double?.none)
        let error = #expect(throws: DatabaseError.self) { try database.run("SELECT root('x')") }
        #expect(error == DatabaseError(.mismatch, "no number") && error?.description == "SQLite error 20: no number")
        try database.execute(
            "CREATE TABLE t (g, x, n); INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2), (1, 'c', 3), (2, NULL, 4)")
        let groups = try database.rows("SELECT joined(x, n) FROM t GROUP BY g ORDER BY g")
        #expect(try groups.map { try $0[0] } == ["a1 c3", "b2 -4"])
        #expect(try database.rows("SELECT joined(x, n) FROM t WHERE g = 3")[0][0] == "")
        // A statement that fails in the middle of a group leaves nothing of it to the next.
        #expect(code { try database.run("SELECT joined(x, root(x)) FROM t") } == .mismatch)
        #expect(try database.rows("SELECT joined(x, n) FROM t WHERE n = 1")[0][0] == "a1")
    }

    private struct Reading: Codable, Equatable {
        var name: String
        var count: Int
        var mean: Double
        @Nullable var low: Double?
        @Nullable var unit: String?
        var note: String?
    }

    @Test("rows as values: columns are named as the members")
    func records() throws {
        let database = try Database(":memory:")
        let found: [Reading] = try database.records(
            "SELECT 'a' AS name, 2 AS count, 3 AS mean, NULL AS low, 'T' AS unit, ? AS note UNION ALL "
                + "SELECT 'b', 1, 0.5, 7.5, NULL, 'n'", [String?.none])
        #expect(
            found == [
                Reading(name: "a", count: 2, mean: 3, low: nil, unit: "T", note: nil),
                Reading(name: "b", count: 1, mean: 0.5, low: 7.5, unit: nil, note: "n"),
            ])
        for query in ["SELECT 'a' AS name", "SELECT 'a' AS name, 'two' AS count", "SELECT NULL AS name"] {
            #expect(code { let _: [Reading] = try database.records(query) } == .mismatch, "\(query)")
        }
    }

    @Test("errors have SQLite's code and words")
    func errors() throws {
        let database = try Database(path)
        try database.execute("CREATE TABLE t (x INTEGER PRIMARY KEY, y REAL NOT NULL)")
        try database.insert(into: "t (y, x)", [0.5, 4])
        #expect(database.lastInsertedRow == 4)
        #expect(try database.rows("SELECT y FROM t WHERE x = 4")[0][0] == 0.5)
        let twice = #expect(throws: DatabaseError.self) { try database.run("INSERT INTO t VALUES (4, 1)") }
        #expect(twice == DatabaseError(.constraint, "UNIQUE constraint failed: t.x"))
        #expect(code { try database.insert(into: "t", [5, Double.nan]) } == .constraint)
        let unknown = #expect(throws: DatabaseError.self) { try database.run("SELECT z FROM t") }
        #expect(unknown == DatabaseError(.error, "no such column: z"))
        try database.execute("CREATE TABLE u (x INTEGER REFERENCES t (x))")
        #expect(code { try database.run("INSERT INTO u VALUES (9)") } == .constraint)
        #expect(code { try database.execute("INSERT INTO u VALUES (4); INSERT INTO u VALUES (8)") } == .constraint)
        #expect(try database.rows("SELECT x FROM u").count == 1)

        try Data(repeating: 65, count: 5000).write(to: URL(fileURLWithPath: folder.path + "/text"))
        for readOnly in [true, false] {
            #expect(code { _ = try Database(folder.path + "/text", readOnly: readOnly) } == .notADatabase)
        }
        let missing = #expect(throws: DatabaseError.self) { _ = try Database(folder.path + "/none", readOnly: true) }
        #expect(missing == DatabaseError(.cannotOpen, "unable to open database file"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
    }

    @Test("a transaction is whole or not at all")
    func transactions() throws {
        let database = try Database(path)
        try database.execute("CREATE TABLE t (x UNIQUE)")
        func count() throws -> Int { try database.rows("SELECT COUNT(*) FROM t")[0][0] }
        let inserted = try database.transaction {
            try database.run("INSERT INTO t VALUES (1)")
            return database.lastInsertedRow
        }
        #expect(inserted == 1)
        struct Stopped: Error {}
        #expect(throws: Stopped.self) {
            try database.transaction {
                try database.run("INSERT INTO t VALUES (2)")
                throw Stopped()
            }
        }
        #expect(
            code { try database.transaction { try database.execute("INSERT INTO t VALUES (3), (1)") } } == .constraint)
        try database.transaction(commits: false) { try database.run("INSERT INTO t VALUES (4)") }
        #expect(try database.transaction(immediate: false) { try count() } == 1)
        #expect(try Database(path, readOnly: true).rows("SELECT x FROM t")[0][0] == 1)
    }

    @Test("what is opened to be read is not written")
    func readOnly() throws {
        try Database(path, writeAheadLog: true).execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
        let database = try Database(path, readOnly: true)
        #expect(code { try database.run("INSERT INTO t VALUES (2)") } == .readOnly)
        #expect(try database.rows("SELECT x FROM t")[0][0] == 1)
        #expect(try database.rows("PRAGMA journal_mode")[0][0] == "wal")
    }

    @Test("a locked database: without a handler an error, with one as many tries as it wants")
    func busy() throws {
        let writer = try Database(path, writeAheadLog: true)
        try writer.execute("CREATE TABLE t (x)")
        try writer.transaction {
            try writer.run("INSERT INTO t VALUES (1)")
            #expect(code { try Database(path).transaction {} } == .busy)
            // Readers are not blocked, and do not see what is not committed.
            #expect(try Database(path, readOnly: true).rows("SELECT x FROM t").isEmpty)
            let asked = Tries()
            let patient = try Database(path) { asked.note($0) < 5 }
            let error = #expect(throws: DatabaseError.self) { try patient.transaction {} }
            #expect(error == DatabaseError(.busy, "database is locked") && asked.all == [0, 1, 2, 3, 4, 5])
        }
        #expect(try Database(path, readOnly: true).rows("SELECT x FROM t")[0][0] == 1)
    }

    private final class Tries: @unchecked Sendable {
        private(set) var all: [Int] = []
        func note(_ tries: Int) -> Int {
            all.append(tries)
            return tries
        }
    }

    @Test("threads that share a connection do not get into each other's transactions")
    func threads() throws {
        let database = try Database(path)
        try database.execute("CREATE TABLE t (x INTEGER PRIMARY KEY, thread)")
        DispatchQueue.concurrentPerform(iterations: 50) { thread in
            do {
                try database.transaction {
                    for _ in 0..<20 { try database.run("INSERT INTO t (thread) VALUES (?)", [thread]) }
                    let last = database.lastInsertedRow
                    let own: Int = try database.rows("SELECT thread FROM t WHERE x = ?", [last])[0][0]
                    #expect(own == thread && last % 20 == 0)
                }
            } catch {
                Issue.record(error)
            }
        }
        #expect(try database.rows("SELECT COUNT(*) FROM t")[0][0] == 1000)
    }
}
