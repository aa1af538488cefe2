/// Where something was found: the first place, and how often.
struct Finding: Sendable, Equatable {
    var count = 0
    /// The line of the first one.
    var line = 0
    /// The first one's text, shortened; empty where there is none to show.
    var text = ""

    mutating func add(line: Int, text: String = "") {
        if count == 0 {
            self.line = line
            self.text = text
        }
        count += 1
    }
}

/// A last line without a line break.
struct LastLineFinding: Sendable, Equatable {
    /// It was cut, and left out.
    var cut = Finding()
    /// It is used, and nothing tells whether its last number is whole.
    var open = Finding()
}

/// What was wrong with a table as a whole; what was wrong with a stream is in its `StreamDamage`.
struct TableDamage: Sendable, Equatable {
    /// Rows with fewer or more cells than the header.
    var cellCount = Finding()
    /// Rows whose time stamp is empty or unreadable.
    var time = Finding()
    /// The last line, where it has no line break.
    var lastLine = LastLineFinding()
    /// The first unreadable cell of every numeric column.
    var unreadable: [Finding] = []
    /// Rows that were used.
    var rows = 0
}
