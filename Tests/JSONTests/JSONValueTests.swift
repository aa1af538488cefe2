import Files
import Testing
import Vocabulary

@testable import JSON

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
            ("1 2", "after the end"), ("{\"a\":1,\"a\":2}", "second member \"a\""), ("\"\\u12g4\"", "hexadecimal"),
            ("\"\\udc00\"", "surrogate"), ("\"\\ud800\\u0041\"", "surrogate"), ("{\n \"a\": tru}", "line 2, column 7"),
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

    @Test("what is written reads back the same, in the layout of the laboratory's encoder")
    func written() throws {
        let json = JSONValue.object([
            "z": .number(1),
            "a": .array([.number(0.1), .number(-2.5e-300), .number(1e22), .number(-0.0), .null, .bool(false)]),
            "none": .array([]), "empty": .object([:]), "text": .string("é \"/\\ \n\t\u{1} 😀"),
            "B": .object(["x": .string("")]), "a2": .number(123_456_789), "a10": .number(0.3),
        ])
        #expect(try value(json.text) == json)
        #expect(json.text == String(decoding: try JSONText.data(json), as: UTF8.self))
        #expect(try JSONText.value(JSONValue.self, from: JSONText.data(json)) == json)
        #expect(JSONValue.number(.nan).text == "null\n")
    }

    @Test("members: a missing one is nil or an error, a broken one is named with its path")
    func members() throws {
        let json = try value(#"{"n": 1.5, "i": 7, "t": "x", "none": null, "list": [{"a": 1}, 2], "in": {"b": true}}"#)
        let members = try JSONMembers(json, file: "x.json", code: .badJSON, advice: "mend it")
        #expect(try members.require("n") == 1.5)
        #expect(try members.require("i") == 7)
        #expect(try members.read("none", as: Double.self) == nil)
        let inner = try #require(try members.section("in"))
        #expect(try inner.require("b") == true)
        #expect(try members.section("none") == nil)
        func message(_ body: () throws -> Void) -> String {
            do { try body() } catch { return "\(error)" }
            return ""
        }
        #expect(message { _ = try members.require("t", as: Int.self) }.contains("t is \"x\", expected a whole number"))
        #expect(
            message { _ = try members.require("n", as: Int.self) }.contains("n is the number 1.5, expected a whole"))
        #expect(
            message { _ = try members.require("none", as: Bool.self) }.contains("none is null, expected true or false"))
        #expect(message { _ = try members.require("q", as: String.self) }.contains("q is missing, expected a text"))
        #expect(message { _ = try inner.require("b", as: Double.self) }.contains("in.b is true"))
        #expect(message { _ = try members.sections("list") }.contains("list[1] is the number 2, expected an object"))
        #expect(message { _ = try JSONMembers(.null, file: "x", code: .badJSON, advice: "") }.contains("holds null"))
    }
}
