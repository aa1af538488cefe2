import Testing

@testable import Files
@testable import Readers

/// The strings of JSON logs: every escape of RFC 8259, section 7.
struct JSONObjectsTests {
    private func members(_ json: String) throws -> [String: String] {
        let objects = JSONObjects(try LineReader(try ByteSource(bytes: Array(json.utf8), name: "log.json")))
        var members: [String: String] = [:]
        _ = try objects.next(&members)
        return members
    }

    @Test(arguments: [
        (#"a\b\f\n\r\t\/\\\"z"#, "a\u{8}\u{c}\n\r\t/\\\"z"),
        (#"\u0041\u00e9\u20AC"#, "Aé€"),
        (#"\ud83d\ude00"#, "😀"),
        (#"\uD834\uDD1E key"#, "𝄞 key"),
        (#"x\ud83d\ude00\ud83d\ude01y"#, "x😀😁y"),
        ("é😀", "é😀"),
        // Halves of a pair alone, in the wrong order, and split by another character or escape.
        (#"\ud83d"#, "\u{fffd}"),
        (#"\ude00!"#, "\u{fffd}!"),
        (#"\ude00\ud83d"#, "\u{fffd}\u{fffd}"),
        (#"\ud83d\ud83d\ude00"#, "\u{fffd}😀"),
        (#"\ud83dx\ude00"#, "\u{fffd}x\u{fffd}"),
        (#"\ud83d\n\ude00"#, "\u{fffd}\n\u{fffd}"),
    ])
    func escapes(_ written: String, _ meant: String) throws {
        #expect(try members(#"[{"k":""# + written + #"","after":"1"}]"#) == ["k": meant, "after": "1"])
        #expect(try members(#"[{""# + written + #"":"v"}]"#) == [meant: "v"])
    }

    @Test(arguments: [
        #"[{"k":"\u12"}]"#, #"[{"k":"\u12x4"}]"#, #"[{"k":"\ud83d\u"}]"#, "[{\"k\":\"a\nb\"}]", #"[{"k":"a\"#,
    ])
    func brokenStrings(_ json: String) throws {
        let objects = JSONObjects(try LineReader(try ByteSource(bytes: Array(json.utf8), name: "log.json")))
        var members: [String: String] = [:]
        #expect(try !objects.next(&members))
        #expect(objects.warning?.code == .damagedJSON)
    }
}
