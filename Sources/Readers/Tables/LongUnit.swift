/// Units of time that are whole seconds, and no power of ten of them.
enum LongUnit {
    private static let seconds: [String: Int64] = [
        "min": 60, "mins": 60, "minute": 60, "minutes": 60, "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600,
        "hours": 3600,
    ]

    /// `nil` for text that is none.
    static func seconds(of text: String) -> Int64? { seconds[text] }

    /// The same of the last word of a column's name.
    static func seconds(inName name: String) -> Int64? {
        let words = HeaderWords(name).words
        return words.count > 1 ? words.last.flatMap(seconds(of:)) : nil
    }

    static func name(_ seconds: Int64) -> String { seconds == 60 ? "min" : "h" }
}
