import SensorModels
import Testing
import Vocabulary

@testable import ProjectionCore

@Suite("JSON without Foundation")
struct JSONTests {
    func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8), name: "x.json") }

    @Test("values of every kind")
    func values() throws {
        let json = try value(
            #" {"a": [1, -2.5e-3, 0, true, false, null], "b": {"c": "é\n\u00e9\ud83d\ude00\/\\\""}, "n": null} "#)
        #expect(json["a"]?.array == [.number(1), .number(-2.5e-3), .number(0), .bool(true), .bool(false), .null])
        #expect(json["b"]?["c"]?.string == "é\né😀/\\\"")
        #expect(json["n"] == nil)
        #expect(json["z"] == nil)
        #expect(json.object?.count == 3)
        #expect(try value("1e308").number == 1e308)
        #expect(try value("[]").array == [])
        #expect(try value("{}").object == [:])
    }

    @Test(
        "what is no JSON is refused with line and column",
        arguments: [
            ("", "line 1, column 1"), ("{", "line 1, column 2"), ("[1,\n 2,,3]", "line 2, column 4"), ("01", "leading"),
            ("1.", "decimal point"), ("1e", "exponent"), ("1e999", "too large"), ("\"abc", "no end"),
            ("\"\\q\"", "escape"), ("\"\\ud800\"", "surrogate"), ("tru", "expected a value"), ("{\"a\" 1}", "colon"),
            ("{\"a\":1 \"b\":2}", "comma"), ("{1:2}", "name of a member"), ("[1 2]", "comma"),
            ("1 2", "behind the end"),
            ("\"a\nb\"", "control character"), ("-", "expected a value"), ("NaN", "expected a value"),
        ])
    func refused(_ text: String, _ part: String) {
        do {
            _ = try value(text)
            Issue.record("read without an error")
        } catch let error as SensorLabError {
            #expect(error.description.contains(part), "\(error.description)")
            #expect(error.description.contains("x.json"))
            #expect(error.kind == .badData)
        } catch { Issue.record("another error") }
    }

    @Test("nested a million deep it is an error, not a crash")
    func deep() {
        #expect(throws: SensorLabError.self) { try value(String(repeating: "[", count: 1_000_000)) }
    }

    @Test("bytes that are no UTF-8")
    func notUTF8() {
        #expect(throws: SensorLabError.self) { try JSONValue(parsing: [0x22, 0xFF, 0xFE, 0x22], name: "x") }
    }
}
